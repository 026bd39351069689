//! Deserialization of TOML values with the path of the key at fault.

use std::fmt::{self, Display};

use serde::de::value::StringDeserializer;
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer,
    MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};
use toml::Value;

/// Deserializes a value.
///
/// # Errors
/// The first fault, with the path of its key.
pub(super) fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, Fault> {
    T::deserialize(At(value))
}

/// A fault of a value.
#[derive(Debug)]
pub(super) struct Fault {
    /// Keys and indices from the innermost to the outermost.
    path: Vec<String>,
    pub(super) message: String,
}

impl Fault {
    /// The key at fault with its path, such as `body.boat.mass_kg`; empty for the whole value.
    pub(super) fn key(&self) -> String {
        self.path.iter().rev().map(String::as_str).collect::<Vec<_>>().join(".")
    }

    fn within(mut self, key: String) -> Self {
        self.path.push(key);
        self
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: Display>(message: T) -> Self {
        Self { path: Vec::new(), message: message.to_string() }
    }
}

/// A value that is deserialized.
struct At(Value);

impl<'de> Deserializer<'de> for At {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::String(text) => visitor.visit_string(text),
            Value::Integer(number) => visitor.visit_i64(number),
            Value::Float(number) => visitor.visit_f64(number),
            Value::Boolean(flag) => visitor.visit_bool(flag),
            Value::Datetime(time) => visitor.visit_string(time.to_string()),
            Value::Array(list) => {
                let length = list.len();
                let mut list = List { list: list.into_iter(), index: 0 };
                let value = visitor.visit_seq(&mut list)?;
                match list.list.len() {
                    0 => Ok(value),
                    _ => Err(Fault::invalid_length(length, &"fewer elements in array")),
                }
            }
            Value::Table(table) => visitor.visit_map(Entries { table: table.into_iter(), value: None }),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.0 {
            Value::String(name) => visitor.visit_enum(Name(name)),
            other => Err(Fault::invalid_type(Unexpected::Other(other.type_str()), &"a string")),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq
        tuple tuple_struct map struct identifier ignored_any
    }
}

/// The entries of an array.
struct List {
    list: std::vec::IntoIter<Value>,
    index: usize,
}

impl<'de> SeqAccess<'de> for &mut List {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        let Some(value) = self.list.next() else { return Ok(None) };
        self.index += 1;
        match seed.deserialize(At(value)) {
            Ok(value) => Ok(Some(value)),
            Err(fault) => Err(fault.within((self.index - 1).to_string())),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.list.len())
    }
}

/// The entries of a table.
struct Entries {
    table: toml::map::IntoIter<String, Value>,
    value: Option<(String, Value)>,
}

impl<'de> MapAccess<'de> for Entries {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        let Some((key, value)) = self.table.next() else { return Ok(None) };
        self.value = Some((key.clone(), value));
        let key: StringDeserializer<Fault> = key.into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let Some((key, value)) = self.value.take() else {
            return Err(Fault::custom("a value was read before its key"));
        };
        match seed.deserialize(At(value)) {
            Ok(value) => Ok(value),
            Err(fault) => Err(fault.within(key)),
        }
    }
}

/// The name of a variant without content.
struct Name(String);

impl<'de> EnumAccess<'de> for Name {
    type Error = Fault;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Fault> {
        let name: StringDeserializer<Fault> = self.0.clone().into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> VariantAccess<'de> for Name {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, Fault> {
        Err(Fault::invalid_type(Unexpected::Str(&self.0), &"a variant with content"))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Fault> {
        Err(Fault::invalid_type(Unexpected::Str(&self.0), &"a variant with content"))
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], _: V) -> Result<V::Value, Fault> {
        Err(Fault::invalid_type(Unexpected::Str(&self.0), &"a variant with content"))
    }
}
