//! Reads the tables of a scenario from TOML, and says which key is at fault.
//!
//! The derived code of all tables is compiled once for each type of value, map and list that it reads from, and is a large part of this
//! crate. So there is one of each here, where `toml`'s own behind a wrapper that keeps the path makes it five times.

use std::fmt::{self, Display};
use std::slice::Iter;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{self, DeserializeSeed, Deserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use toml::Value;
use toml::map::Iter as Pairs;

/// Why a value is not what it should be.
#[derive(Debug)]
pub(super) struct Fault {
    /// Keys on the way to it, the innermost first; entries of lists by their number.
    keys: Vec<String>,
    message: String,
}

impl Fault {
    /// Path of the value at fault, with dots between its keys; empty for the whole.
    pub(super) fn path(&self) -> String {
        let keys: Vec<&str> = self.keys.iter().rev().map(String::as_str).collect();
        keys.join(".")
    }

    /// First line of what is wrong with it.
    pub(super) fn first_line(&self) -> &str {
        self.message.lines().next().unwrap_or_default()
    }

    fn within(mut self, key: impl Display) -> Self {
        self.keys.push(key.to_string());
        self
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path(), self.message)
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: Display>(message: T) -> Self {
        Self { keys: Vec::new(), message: message.to_string() }
    }
}

/// A value to be read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'de>(pub(super) &'de Value);

impl<'de> Reader<'de> {
    /// The error where another type of value is due.
    fn mismatch(self, expected: &dyn de::Expected) -> Fault {
        match self.0 {
            Value::Datetime(value) => de::Error::invalid_type(Unexpected::Str(&value.to_string()), expected),
            _ => de::Error::invalid_type(self.unexpected(), expected),
        }
    }

    /// What it is in a message.
    fn unexpected(self) -> Unexpected<'de> {
        match self.0 {
            Value::Boolean(value) => Unexpected::Bool(*value),
            Value::Integer(value) => Unexpected::Signed(*value),
            Value::Float(value) => Unexpected::Float(*value),
            Value::String(value) => Unexpected::Str(value),
            Value::Datetime(_) => Unexpected::Other("date"),
            Value::Array(_) => Unexpected::Seq,
            Value::Table(_) => Unexpected::Map,
        }
    }
}

/// What is read by [`Deserializer::deserialize_map`], and what as a number.
macro_rules! read_as {
    ($target:ident: $($name:ident)*) => {
        $(fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            self.$target(visitor)
        })*
    };
}

impl<'de> Reader<'de> {
    fn number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Integer(value) => visitor.visit_i64(*value),
            Value::Float(value) => visitor.visit_f64(*value),
            _ => Err(self.mismatch(&visitor)),
        }
    }

    fn text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::String(value) => visitor.visit_borrowed_str(value),
            Value::Datetime(value) => visitor.visit_string(value.to_string()),
            _ => Err(self.mismatch(&visitor)),
        }
    }

    fn list<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let Value::Array(list) = self.0 else { return Err(self.mismatch(&visitor)) };
        let mut items = Items { left: list.iter(), length: list.len() };
        let read = visitor.visit_seq(&mut items)?;
        match items.left.len() {
            0 => Ok(read),
            _ => Err(de::Error::invalid_length(list.len(), &"fewer elements in array")),
        }
    }

    fn table<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let Value::Table(table) = self.0 else { return Err(self.mismatch(&visitor)) };
        visitor.visit_map(Entries { left: table.iter(), next: None })
    }

    /// Reads an entry of a table or list. A table whose kind is one of its keys is kept until that is known, and what is wrong in it is told without a
    /// key.
    fn entry<T: DeserializeSeed<'de>>(self, seed: T, key: impl Display) -> Result<T::Value, Fault> {
        seed.deserialize(self).map_err(|fault| {
            let keys = if fault.keys.is_empty() { self.place_of(&fault.message) } else { fault.keys };
            Fault { keys, ..fault }.within(key)
        })
    }

    /// Keys on the way to the only value in it that a message is about, the innermost first; none where there is not one.
    fn place_of(self, message: &str) -> Vec<String> {
        let about = ["invalid type: ", "invalid value: "].iter().find_map(|kind| message.strip_prefix(kind));
        let found = about.and_then(|rest| rest.rsplit_once(", expected ")).map(|(found, _)| found);
        let mut places = Vec::new();
        if let Some(found) = found.filter(|found| self.unexpected().to_string() != *found) {
            self.find(found, &mut Vec::new(), &mut places);
        }
        match <[Vec<String>; 1]>::try_from(places) {
            Ok([keys]) => keys,
            Err(_) => Vec::new(),
        }
    }

    /// Adds the keys on the way to each value in it that is called so in a message; `outer` are those on the way to this one, the outermost first.
    fn find(self, called: &str, outer: &mut Vec<String>, places: &mut Vec<Vec<String>>) {
        let mut look = |key: String, value: &Value| {
            outer.push(key);
            if Reader(value).unexpected().to_string() == called {
                places.push(outer.iter().rev().cloned().collect());
            }
            Reader(value).find(called, outer, places);
            outer.pop();
        };
        match self.0 {
            Value::Table(table) => table.iter().for_each(|(key, value)| look(key.clone(), value)),
            Value::Array(list) => {
                (0..).zip(list).for_each(|(k, value): (usize, _)| look(k.to_string(), value))
            }
            _ => {}
        }
    }
}

impl<'de> Deserializer<'de> for Reader<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Boolean(value) => visitor.visit_bool(*value),
            Value::Integer(_) | Value::Float(_) => self.number(visitor),
            Value::String(_) | Value::Datetime(_) => self.text(visitor),
            Value::Array(_) => self.list(visitor),
            Value::Table(_) => self.table(visitor),
        }
    }

    read_as!(number: deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_i8 deserialize_i16 deserialize_i32);
    read_as!(number: deserialize_i64 deserialize_f32 deserialize_f64);
    read_as!(text: deserialize_char deserialize_str deserialize_string deserialize_identifier);
    read_as!(list: deserialize_seq);
    read_as!(table: deserialize_map);

    fn deserialize_tuple<V: Visitor<'de>>(self, _length: usize, visitor: V) -> Result<V::Value, Fault> {
        self.list(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.table(visitor)
    }

    /// A key without a value is absent, so one that is there has some.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    /// One of some words; what has values of its own is a table with a `kind`, which is not read here.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.0 {
            Value::String(word) => visitor.visit_enum(BorrowedStrDeserializer::new(word)),
            _ => Err(self.mismatch(&"a word")),
        }
    }

    forward_to_deserialize_any! { bool bytes byte_buf unit unit_struct tuple_struct ignored_any }
}

/// The entries of a list that are left.
struct Items<'de> {
    left: Iter<'de, Value>,
    length: usize,
}

impl<'de> de::SeqAccess<'de> for Items<'de> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        let index = self.length - self.left.len();
        let Some(value) = self.left.next() else { return Ok(None) };
        Reader(value).entry(seed, index).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.len())
    }
}

/// The entries of a table that are left.
struct Entries<'de> {
    left: Pairs<'de, String, Value>,
    next: Option<(&'de str, &'de Value)>,
}

impl<'de> de::MapAccess<'de> for Entries<'de> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        self.next = self.left.next().map(|(key, value)| (key.as_str(), value));
        let Some((key, _)) = self.next else { return Ok(None) };
        seed.deserialize(BorrowedStrDeserializer::new(key))
            .map(Some)
            .map_err(|fault: Fault| fault.within(key))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let (key, value) =
            self.next.take().ok_or_else(|| <Fault as de::Error>::custom("a value before its key"))?;
        Reader(value).entry(seed, key)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.len())
    }
}

#[cfg(test)]
mod tests {
    use super::super::reader::Reader;
    use crate::scenario::Sides;
    use serde::Deserialize;

    /// Of tables whose kind is one of their keys, in which other tables and lists may be.
    #[test]
    fn what_is_wrong_within_a_table_of_a_kind_is_told_with_its_key() {
        let at = |text: &str| {
            let value: toml::Value = text.parse::<toml::Table>().unwrap().into();
            Sides::deserialize(Reader(&value)).unwrap_err().path()
        };
        let wave = |keys: &str| {
            at(&format!(
                "west = {{ kind = \"characteristic\", level_m = 2.0, wave = {{ kind = \"irregular\", height_m = 0.1, period_s = 5.0, {keys} }} }}"
            ))
        };
        assert_eq!(wave("seed = -1"), "west.wave.seed");
        assert_eq!(at("west = { kind = \"characteristic\", level_m = \"high\" }"), "west.level_m");
        let series = "series = { time_s = [0.0, true], level_m = [1.0, 2.0] }";
        assert_eq!(at(&format!("west = {{ kind = \"characteristic\", {series} }}")), "west.series.time_s.1");
        // Which of two it is about is not known.
        let two = "west = { kind = \"characteristic\", level_m = \"high\", velocity_m_s = \"high\" }";
        assert_eq!(at(two), "west");
    }
}
