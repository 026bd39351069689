//! The JSON schema of scenario files.

use serde_json::{Value, json};

use crate::scenario::Scenario;

/// The JSON schema (2020-12) of scenario files, for editors that complete and check TOML.
///
/// A file that includes others may leave out what they say: what must be given is asked of those only that include none.
pub fn schema() -> Value {
    let whole = whole();
    let mut schema = without_required(&whole);
    let Value::Object(mut all) = whole else { return schema };
    // The same definitions under other names, with all that they require.
    let name = |name: &str| format!("whole.{name}");
    let definitions = all.remove("$defs").unwrap_or_default();
    let mut all = renamed(&Value::Object(all), &name);
    if let Some(root) = all.as_object_mut() {
        root.retain(|key, _| ["type", "properties", "required", "additionalProperties"].contains(&&**key));
    }
    let definitions = definitions.as_object().into_iter().flatten();
    let mut named: Vec<_> =
        definitions.map(|(of, definition)| (name(of), renamed(definition, &name))).collect();
    named.push(("whole".into(), all));
    if let Some(definitions) = schema["$defs"].as_object_mut() {
        definitions.extend(named);
    }
    schema["anyOf"] = json!([{ "required": ["include"] }, { "$ref": "#/$defs/whole" }]);
    schema
}

/// The schema of a file that includes no others.
pub(super) fn whole() -> Value {
    schemars::schema_for!(Scenario).to_value()
}

/// A schema that asks for no key: without its kind a table may be any of several.
fn without_required(schema: &Value) -> Value {
    match schema {
        Value::Array(parts) => parts.iter().map(without_required).collect(),
        Value::Object(parts) => {
            let parts = parts.iter().filter(|(key, part)| *key != "required" || !part.is_array());
            let named = |key: &String| if key == "oneOf" { "anyOf".into() } else { key.clone() };
            Value::Object(parts.map(|(key, part)| (named(key), without_required(part))).collect())
        }
        other => other.clone(),
    }
}

/// A schema whose references go to definitions of other names.
fn renamed(schema: &Value, name: &impl Fn(&str) -> String) -> Value {
    match schema {
        Value::Array(parts) => parts.iter().map(|part| renamed(part, name)).collect(),
        Value::Object(parts) => {
            let of = |(key, part): (&String, &Value)| {
                let definition = part.as_str().and_then(|path| path.strip_prefix("#/$defs/"));
                let definition = definition.filter(|_| key == "$ref");
                let part = definition
                    .map_or_else(|| renamed(part, name), |of| format!("#/$defs/{}", name(of)).into());
                (key.clone(), part)
            };
            Value::Object(parts.iter().map(of).collect())
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// What a value does not keep of a schema, by path; of the words that schemas of structs are written with, and no others.
    fn faults(root: &Value, schema: &Value, value: &Value, path: &str) -> Vec<String> {
        let Some(schema) = schema.as_object() else { return Vec::new() };
        let of = |schema: &Value, value: &Value, path: &str| faults(root, schema, value, path);
        let fits = |parts: &Value| {
            parts.as_array().unwrap().iter().filter(|part| of(part, value, path).is_empty()).count()
        };
        let referred = schema.get("$ref").map(|path| path.as_str().unwrap().trim_start_matches('#'));
        let mut found = referred
            .map_or(Vec::new(), |to| of(root.pointer(to).unwrap_or_else(|| panic!("no {to}")), value, path));
        let mut expect =
            |holds: bool, what: String| found.extend((!holds).then(|| format!("{path}: {what}")));
        for (word, part) in schema {
            match &**word {
                "$schema" | "$defs" | "title" | "description" | "default" | "format" | "items" | "$ref" => {}
                "type" => {
                    let is = |name: &Value| match name.as_str().unwrap() {
                        "object" => value.is_object(),
                        "array" => value.is_array(),
                        "string" => value.is_string(),
                        "boolean" => value.is_boolean(),
                        "integer" => value.is_i64(),
                        "number" => value.is_number(),
                        "null" => value.is_null(),
                        other => panic!("type {other}"),
                    };
                    let types = part.as_array().map_or(std::slice::from_ref(part), |types| types);
                    expect(types.iter().any(is), format!("no {part}"));
                }
                "const" => expect(value == part, format!("not {part}")),
                "minimum" => {
                    expect(
                        value.as_f64().is_none_or(|n| n >= part.as_f64().unwrap()),
                        format!("below {part}"),
                    );
                }
                "minItems" => expect(
                    value.as_array().is_none_or(|list| list.len() as u64 >= part.as_u64().unwrap()),
                    "too short".into(),
                ),
                "maxItems" => expect(
                    value.as_array().is_none_or(|list| list.len() as u64 <= part.as_u64().unwrap()),
                    "too long".into(),
                ),
                "required" => {
                    let missing = |key: &&Value| value.get(key.as_str().unwrap()).is_none();
                    let missing: Vec<_> = part.as_array().unwrap().iter().filter(missing).collect();
                    expect(!value.is_object() || missing.is_empty(), format!("lacks {missing:?}"));
                }
                "anyOf" => expect(fits(part) >= 1, format!("none of {}", part.as_array().unwrap().len())),
                "oneOf" => expect(fits(part) == 1, format!("{} of a choice of one", fits(part))),
                "properties" | "additionalProperties" => {}
                other => panic!("the word {other}"),
            }
        }
        for (key, value) in value.as_object().into_iter().flatten() {
            let path = format!("{path}.{key}");
            match (
                schema.get("properties").and_then(|known| known.get(key)),
                schema.get("additionalProperties"),
            ) {
                (Some(known), _) => found.extend(of(known, value, &path)),
                (None, Some(Value::Bool(false))) => found.push(format!("{path}: unknown")),
                (None, Some(any)) => found.extend(of(any, value, &path)),
                (None, None) => {}
            }
        }
        for (i, entry) in value.as_array().into_iter().flatten().enumerate() {
            found.extend(
                schema.get("items").map_or(Vec::new(), |items| of(items, entry, &format!("{path}.{i}"))),
            );
        }
        found
    }

    fn faults_of(text: &str) -> Vec<String> {
        let (schema, file): (_, Value) = (schema(), toml::from_str(text).unwrap());
        faults(&schema, &schema, &file, "")
    }

    #[test]
    fn shipped_files_keep_to_the_schema() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let files: Vec<_> = files.filter(|path| path.extension().is_some_and(|e| e == "toml")).collect();
        assert!(files.len() > 20);
        for file in files {
            assert_eq!(faults_of(&std::fs::read_to_string(&file).unwrap()), [""; 0], "{file:?}");
        }
    }

    #[test]
    fn what_a_file_must_say_it_may_leave_to_one_that_it_includes() {
        let whole = "title = \"a\"\nduration_s = 1\ngrid = { cells = [9, 9], cell_size_m = 1 }\nwater = { level_m = 1 }\n";
        let ball =
            "[body.ball]\nhull = { kind = \"sphere\", radius_m = 1 }\nmass_kg = 9\nposition_m = [4, 4]\n";
        assert_eq!(faults_of(&format!("{whole}{ball}")), [""; 0]);
        let include = "include = [\"b\"]\n";
        for (text, is_right) in [
            (ball.into(), false),
            (format!("{include}{ball}"), true),
            (format!("{whole}{}", ball.replace("position_m = [4, 4]\n", "")), false),
            (format!("{include}{}", ball.replace("position_m = [4, 4]\n", "")), true),
            (format!("{include}[body.ball]\nrepeat = {{ count = 3 }}"), true),
            // What it says it has to say rightly.
            (format!("{include}[body.ball]\nmas_kg = 3"), false),
            (format!("{include}[body.ball]\nmass_kg = \"3\""), false),
            (format!("{include}[body.ball]\nhull = {{ kind = \"spere\" }}"), false),
        ] {
            assert_eq!(faults_of(&text).is_empty(), is_right, "{text}: {:?}", faults_of(&text));
        }
    }
}
