//! All keys of a scenario file: their types, defaults and meaning, from the structs that a file is read into.

mod meaning;
mod schema;

use meaning::meaning;
use serde_json::{Map, Value};

use super::suggest;
pub use schema::schema;
use schema::whole;

/// A key of a scenario file.
#[derive(Debug, Clone, PartialEq)]
pub struct Key {
    /// Path of the key: `NAME` stands for a name that the file chooses, `N` for the number of an entry of a list, from 0, `SIDE` for
    /// `west`, `east`, `south` or `north`.
    pub path: String,
    /// Values of the surrounding table's `kind` with which the key exists; empty if it always does.
    pub kinds: Vec<String>,
    /// Kind of value: `number`, `whole number`, `text`, `true or false`, `list of 2 numbers`, …
    pub value: String,
    /// Words that it can have, each with its meaning; empty if it is no choice.
    pub choices: Vec<(String, String)>,
    /// Value when left out, as TOML; none if there is no single one. Of a `kind`, which must be given, that when its table is left out.
    pub default: Option<String>,
    /// Whether it must be given, in a table that is given.
    pub is_required: bool,
    /// Meaning of the key.
    pub meaning: String,
    /// Meaning of the table that it is in; empty at the top level, and where the table's `kind` has it.
    pub table: String,
}

/// All keys, in the order of the reference.
pub fn keys() -> Vec<Key> {
    let schema = whole();
    let mut walk =
        Walk { definitions: schema["$defs"].as_object().cloned().unwrap_or_default(), ..Walk::default() };
    walk.properties("", &schema, &[], None);
    walk.keys
}

/// Keys at and below a path, such as `body.boat.hull` or `solver.tau`; names and numbers stand for any.
pub fn below(prefix: &str) -> Vec<Key> {
    let wanted: Vec<&str> = prefix.split('.').filter(|part| !part.is_empty()).collect();
    let is_below = |key: &Key| {
        let parts: Vec<&str> = key.path.split('.').collect();
        let fits = |(part, wanted): (&&str, &&str)| match *part {
            "NAME" => true,
            "SIDE" => ["west", "east", "south", "north", "SIDE"].contains(wanted),
            "N" => *wanted == "N" || wanted.parse::<usize>().is_ok(),
            part => part == *wanted,
        };
        parts.len() >= wanted.len() && parts.iter().zip(&wanted).all(fits)
    };
    keys().into_iter().filter(is_below).collect()
}

/// Suggestion for a path that is no key: the nearest ones, tables among them, or the tables of the top level.
pub fn nearest(unknown: &str) -> String {
    let keys = keys();
    let last = unknown.rsplit('.').next().unwrap_or_default();
    let names: Vec<&str> = keys.iter().flat_map(|key| key.path.split('.')).collect();
    let placeholder = |name: &&str| ["NAME", "SIDE", "N"].contains(name);
    let names: Vec<&str> = names.into_iter().filter(|name| !placeholder(name)).collect();
    if let Some(nearest) = suggest::nearest(last, &names) {
        // Keys and tables of this name, each once.
        let up_to = |path: &'_ str| {
            let end =
                path.split('.').take_while(|name| *name != nearest).map(|name| name.len() + 1).sum::<usize>();
            path.get(..end + nearest.len()).map(str::to_owned)
        };
        let mut paths: Vec<String> = keys.iter().filter_map(|key| up_to(&key.path)).collect();
        paths.dedup();
        // Of several those of the table that was meant.
        let table = unknown.rsplit_once('.').map_or("", |(table, _)| table);
        let is_there = |path: &String| !table.is_empty() && path.starts_with(table);
        if paths.iter().any(is_there) {
            paths.retain(is_there);
        }
        return format!("did you mean {}?", paths.join(" or "));
    }
    let mut tables: Vec<&str> = keys.iter().filter_map(|key| key.path.split('.').next()).collect();
    tables.dedup();
    format!("known are {}", tables.join(", "))
}

#[derive(Default)]
struct Walk {
    definitions: Map<String, Value>,
    keys: Vec<Key>,
    /// Meaning of the table that is walked through.
    table: String,
}

impl Walk {
    /// A schema with its reference resolved; what stands beside the reference wins.
    fn resolved(&self, schema: &Value) -> Value {
        let nullable = |of: &Value| of["type"] == "null";
        let schema = match schema["anyOf"].as_array() {
            Some(parts) => {
                let mut whole = parts.iter().find(|part| !nullable(part)).cloned().unwrap_or_default();
                overlay(&mut whole, schema);
                whole
            }
            None => schema.clone(),
        };
        let name = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next());
        let Some(definition) = name.and_then(|name| self.definitions.get(name)) else { return schema };
        let mut whole = definition.clone();
        overlay(&mut whole, &schema);
        // Of a table the key's own comment stands before that of the struct.
        let said = [&schema, definition].map(|of| of["description"].as_str());
        if let ([Some(key), Some(table)], true) = (said, definition["properties"].is_object()) {
            whole["description"] = if key == table { key.into() } else { format!("{key} {table}").into() };
        }
        self.resolved(&whole)
    }

    /// Lists the keys of a table; `default` is the table's own when it is left out.
    fn properties(&mut self, path: &str, schema: &Value, kinds: &[String], default: Option<&Value>) {
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let properties = schema["properties"].as_object().into_iter().flatten();
        let properties = properties.filter(|(name, _)| kinds.is_empty() || *name != "kind");
        let resolved: Vec<_> = properties.map(|(name, property)| (name, self.resolved(property))).collect();
        if path == "sides" {
            // All four alike.
            let any = resolved.into_iter().next().map(|(_, side)| side).unwrap_or_default();
            let any =
                self.resolved(&serde_json::json!({ "$ref": "#/$defs/Side", "default": any["default"] }));
            return self.key("sides.SIDE".into(), &any, kinds, any.get("default"), false);
        }
        // Tables come last, as in a file.
        let (tables, values): (Vec<_>, _) = resolved.into_iter().partition(|(_, of)| self.is_table(of));
        let is_explained = path.is_empty() || !kinds.is_empty();
        let table = if is_explained { String::new() } else { meaning(schema) };
        for (name, property) in values.into_iter().chain(tables) {
            self.table.clone_from(&table);
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            let default =
                default.and_then(|table| table.get(name)).or_else(|| property.get("default")).cloned();
            self.key(path, &property, kinds, default.as_ref(), required.contains(&name.as_str()));
        }
    }

    /// Whether keys lie below a value.
    fn is_table(&self, schema: &Value) -> bool {
        let of = |schema: &Value| schema["properties"].is_object() || tagged(schema).is_some();
        of(schema) || schema["additionalProperties"].is_object() || of(&self.resolved(&schema["items"]))
    }

    fn key(
        &mut self,
        path: String,
        schema: &Value,
        kinds: &[String],
        default: Option<&Value>,
        is_required: bool,
    ) {
        if let Some(variants) = tagged(schema) {
            return self.tagged(&path, variants, schema, kinds, default);
        }
        if schema["properties"].is_object() {
            return self.properties(&path, schema, kinds, default);
        }
        if schema["additionalProperties"].is_object() {
            let entry = self.resolved(&schema["additionalProperties"]);
            return self.key(format!("{path}.NAME"), &entry, kinds, None, false);
        }
        let entry = self.resolved(&schema["items"]);
        if entry["properties"].is_object() || tagged(&entry).is_some() {
            return self.key(format!("{path}.N"), &entry, kinds, None, false);
        }
        let choices = choices(schema).or_else(|| choices(&entry)).unwrap_or_default();
        self.keys.push(Key {
            path,
            kinds: kinds.to_vec(),
            value: self.value(schema),
            choices,
            default: default.filter(|value| !value.is_null()).map(toml_text),
            is_required,
            meaning: meaning(schema),
            table: self.table.clone(),
        });
    }

    /// Lists the keys of a table whose `kind` says which others it has; keys of several kinds once.
    fn tagged(
        &mut self,
        path: &str,
        variants: &[Value],
        schema: &Value,
        kinds: &[String],
        default: Option<&Value>,
    ) {
        let kind =
            |variant: &Value| variant["properties"]["kind"]["const"].as_str().unwrap_or_default().to_string();
        self.keys.push(Key {
            path: format!("{path}.kind"),
            kinds: kinds.to_vec(),
            value: "text".into(),
            choices: variants.iter().map(|variant| (kind(variant), meaning(variant))).collect(),
            default: default.and_then(|table| table.get("kind")).map(toml_text),
            is_required: true,
            meaning: meaning(schema),
            table: String::new(),
        });
        let first = self.keys.len();
        for variant in variants {
            let default = default.filter(|table| table["kind"] == variant["properties"]["kind"]["const"]);
            self.properties(path, variant, &[kind(variant)], default);
        }
        for key in self.keys.split_off(first) {
            let same = |other: &&mut Key| {
                (&other.path, &other.meaning, &other.value, &other.default, other.is_required)
                    == (&key.path, &key.meaning, &key.value, &key.default, key.is_required)
            };
            match self.keys[first..].iter_mut().find(same) {
                Some(other) => other.kinds.extend(key.kinds),
                None => self.keys.push(key),
            }
        }
        // Tables come last, of all kinds.
        self.keys[first..]
            .sort_by_key(|key| key.path.rsplit_once('.').is_some_and(|(table, _)| table != path));
    }

    /// Kind of value, in TOML's words.
    fn value(&self, schema: &Value) -> String {
        let name = match &schema["type"] {
            Value::Array(types) => types.iter().find_map(|name| name.as_str().filter(|name| *name != "null")),
            name => name.as_str(),
        };
        match name {
            Some("number") => "number".into(),
            Some("integer") => "whole number".into(),
            Some("boolean") => "true or false".into(),
            Some("array") => {
                let entry = self.value(&self.resolved(&schema["items"]));
                let plural = match entry.split_once(' ') {
                    Some(("list", of)) => format!("lists {of}"),
                    _ => format!("{entry}s"),
                };
                match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
                    (Some(least), Some(most)) if least == most => format!("list of {least} {plural}"),
                    (Some(least), Some(most)) => format!("list of {least} to {most} {plural}"),
                    _ => format!("list of {plural}"),
                }
            }
            _ => "text".into(),
        }
    }
}

/// Puts the entries of `over` over those of `schema`.
fn overlay(schema: &mut Value, over: &Value) {
    let (Some(under), Some(over)) = (schema.as_object_mut(), over.as_object()) else { return };
    for (name, value) in over.iter().filter(|(name, _)| !["$ref", "anyOf"].contains(&name.as_str())) {
        under.insert(name.clone(), value.clone());
    }
}

/// The variants of a table whose `kind` says which keys it has.
fn tagged(schema: &Value) -> Option<&[Value]> {
    let variants = schema["oneOf"].as_array()?;
    variants.iter().all(|variant| variant["properties"]["kind"].is_object()).then_some(variants)
}

/// Words of a choice with their meaning.
fn choices(schema: &Value) -> Option<Vec<(String, String)>> {
    let words = |variant: &Value| Some((variant["const"].as_str()?.to_string(), meaning(variant)));
    schema["oneOf"].as_array()?.iter().map(words).collect()
}

/// A value as a TOML file has it, in one line.
fn toml_text(value: &Value) -> String {
    match value {
        Value::Array(entries) => {
            format!("[{}]", entries.iter().map(toml_text).collect::<Vec<_>>().join(", "))
        }
        Value::Object(entries) => {
            let entries: Vec<_> =
                entries.iter().map(|(name, value)| format!("{name} = {}", toml_text(value))).collect();
            if entries.is_empty() { "{}".into() } else { format!("{{ {} }}", entries.join(", ")) }
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Error, Scenario};

    fn key(path: &str) -> Key {
        keys().into_iter().find(|key| key.path == path).unwrap_or_else(|| panic!("no key {path}"))
    }

    #[test]
    fn keys_have_value_default_and_meaning() {
        let tau = key("solver.tau");
        assert_eq!((&*tau.value, tau.default.as_deref(), tau.is_required), ("number", Some("0.6"), false));
        assert!(tau.meaning.starts_with("Relaxation time"), "{}", tau.meaning);
        let mass = key("body.NAME.position_m");
        assert_eq!((mass.default, mass.is_required), (None, true));
        assert_eq!(key("body.NAME.position_m").value, "list of 2 to 3 numbers");
        assert_eq!(key("body.NAME.radiation.added_mass").value, "list of 6 lists of 6 numbers");
        assert_eq!(key("body.NAME.wall.slip").default.as_deref(), Some("\"no-slip\""));
        assert_eq!(key("sides.SIDE.slip").default.as_deref(), Some("\"free-slip\""));
        assert_eq!(key("grid.cells").value, "list of 2 whole numbers");
        assert!(key("wind.speed_m_s").table.contains("Wu (1982)"), "{:?}", key("wind.speed_m_s"));
        assert_eq!((&*key("title").table, &*key("sides.SIDE.slip").table), ("", ""));
    }

    #[test]
    fn keys_of_a_kind_say_so() {
        let kinds: Vec<String> =
            key("body.NAME.hull.kind").choices.into_iter().map(|(word, _)| word).collect();
        assert!(kinds.contains(&"speedboat".into()) && kinds.contains(&"sphere".into()), "{kinds:?}");
        assert_eq!(key("body.NAME.hull.subdivisions").kinds, ["sphere"]);
        assert_eq!(key("body.NAME.hull.length_m").kinds, ["speedboat"]);
        let of_a_kind = keys().into_iter().filter(|key| key.path.ends_with(".kind") && !key.kinds.is_empty());
        assert_eq!(of_a_kind.map(|key| key.path).collect::<Vec<_>>(), ["sides.SIDE.wave.kind"]);
    }

    #[test]
    fn every_key_is_explained() {
        for key in keys() {
            assert!(!key.meaning.is_empty(), "{}", key.path);
            assert!(!key.meaning.contains("[`"), "{}: {}", key.path, key.meaning);
            assert!(key.choices.iter().all(|(_, meaning)| !meaning.is_empty()), "{}", key.path);
        }
    }

    #[test]
    fn names_and_numbers_stand_for_any() {
        let paths = |prefix| below(prefix).into_iter().map(|key| key.path).collect::<Vec<_>>();
        assert_eq!(paths("body.boat.mass_kg"), ["body.NAME.mass_kg"]);
        assert_eq!(paths("gauge.3"), paths("gauge"));
        assert_eq!(paths("sides.east.width_m"), ["sides.SIDE.width_m"]);
        assert!(paths("gauge.pier").is_empty() && paths("sides.up").is_empty() && paths("bodyy").is_empty());
        assert_eq!(paths("").len(), keys().len());
    }

    /// The structs refuse a key that they do not know, and their message lists those that they do.
    #[test]
    fn messages_about_unknown_keys_list_the_same_keys() {
        let unknown = |set: &str| match Scenario::load("speedboat", &[format!("{set}zzzzzzzz=1")]) {
            Err(Error::Key { message, .. }) => message,
            other => panic!("{other:?}"),
        };
        for (table, prefix) in [
            ("", ""),
            ("solver.", "solver"),
            ("body.boat.", "body.boat"),
            ("gauge.0.", "gauge.0"),
            ("view.", "view"),
        ] {
            let message = unknown(table);
            let known = message.split_once("known here: ").unwrap_or_else(|| panic!("{message}")).1;
            let mut known: Vec<&str> = known.split(", ").collect();
            let depth = prefix.split('.').filter(|part| !part.is_empty()).count();
            let listed = below(prefix);
            let mut listed: Vec<&str> =
                listed.iter().filter_map(|key| key.path.split('.').nth(depth)).collect();
            known.sort_unstable();
            listed.sort_unstable();
            listed.dedup();
            assert_eq!(known, listed, "{table}");
        }
    }
}
