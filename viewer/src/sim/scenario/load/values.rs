//! TOML values as Serde reads them; an error knows the key at which it arose.
//!
//! One type for all of a file, so that the code of each structure is generated once.

use std::fmt::Display;

use serde::de::{
    self, DeserializeSeed, Deserializer, Error as _, IntoDeserializer, MapAccess, SeqAccess, Unexpected,
    Visitor,
};
use serde::forward_to_deserialize_any;
use toml::{Table, Value};

/// An error of a value.
#[derive(Debug)]
pub(super) struct Error {
    message: String,
    /// Keys and indices from the value outwards.
    path: Vec<String>,
}

impl Error {
    /// The keys and indices from the root to the value, separated by dots.
    pub(super) fn path(&self) -> String {
        self.path.iter().rev().map(String::as_str).collect::<Vec<_>>().join(".")
    }

    /// What is wrong with the value, in one line.
    pub(super) fn message(&self) -> &str {
        self.message.lines().next().unwrap_or_default()
    }

    fn under(mut self, key: String) -> Self {
        self.path.push(key);
        self
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl de::Error for Error {
    fn custom<T: Display>(message: T) -> Self {
        Self { message: message.to_string(), path: Vec::new() }
    }
}

/// A value to be read.
pub(super) struct Node(pub(super) Value);

impl<'de> Deserializer<'de> for Node {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(text) => visitor.visit_string(text),
            Value::Integer(number) => visitor.visit_i64(number),
            Value::Float(number) => visitor.visit_f64(number),
            Value::Boolean(flag) => visitor.visit_bool(flag),
            Value::Datetime(time) => visitor.visit_string(time.to_string()),
            Value::Array(values) => {
                let count = values.len();
                let mut items = Items { rest: values.into_iter(), index: 0 };
                let value = visitor.visit_seq(&mut items)?;
                if items.rest.len() > 0 {
                    return Err(Error::invalid_length(count, &"fewer elements in array"));
                }
                Ok(value)
            }
            Value::Table(table) => visitor.visit_map(Entries { rest: table.into_iter(), next: None }),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    /// Variants have no values here, or a `kind` among their keys, with which they are read as tables.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(variant) => visitor.visit_enum(variant.into_deserializer()),
            other => Err(Error::invalid_type(Unexpected::Other(other.type_str()), &"a string")),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

struct Items {
    rest: std::vec::IntoIter<Value>,
    index: usize,
}

impl<'de> SeqAccess<'de> for &mut Items {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some(value) = self.rest.next() else { return Ok(None) };
        let index = self.index;
        self.index += 1;
        seed.deserialize(Node(value)).map(Some).map_err(|error| error.under(index.to_string()))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

struct Entries {
    rest: <Table as IntoIterator>::IntoIter,
    next: Option<(String, Value)>,
}

impl<'de> MapAccess<'de> for Entries {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some((key, value)) = self.rest.next() else { return Ok(None) };
        let name = key.as_str().into_deserializer();
        let read = seed.deserialize(name).map(Some);
        self.next = Some((key, value));
        read
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let (key, value) = self.next.take().ok_or_else(|| Error::custom("a value without a key"))?;
        seed.deserialize(Node(value)).map_err(|error| error.under(key))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}
