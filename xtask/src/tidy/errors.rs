//! One vocabulary for errors: the same mistake has the same variant, with the same fields, in all crates.

use std::path::Path;

use super::workspace::{MEMBERS, place, sources};

/// Variants that several crates have, with the fields that each has, beside others.
const SHAPES: [(&str, &[&str]); 4] = [
    ("OutOfRange", &["what", "value", "range"]),
    ("NotFinite", &["what"]),
    ("Index", &["what", "index", "len"]),
    ("ShapeMismatch", &["what", "expected", "got"]),
];

/// Pairs of fields that belong to one of these variants: another variant that has both is the same under another name.
const PAIRS: [([&str; 2], &str); 3] =
    [(["value", "range"], "OutOfRange"), (["index", "len"], "Index"), (["expected", "got"], "ShapeMismatch")];

/// First words of fields that bound a value. A variant that has one beside `what` or `value` is `OutOfRange`, whose `range` says the
/// bound, unless one of its fields is in [`PLACES`].
const BOUNDS: [&str; 7] = ["limit", "most", "least", "max", "min", "maximum", "minimum"];

/// Fields that say where a bound is passed, or how much memory was asked for. Such a bound is computed from the place or the device, so it
/// is a number, which the text of `range` cannot hold.
const PLACES: [&str; 4] = ["side", "cell", "label", "bytes"];

/// Names for the same that are not used.
const SYNONYMS: [(&str, &str); 8] = [
    ("InvalidParameter", "OutOfRange"),
    ("InvalidValue", "OutOfRange"),
    ("OutOfBounds", "Index"),
    ("OutsideRange", "OutOfRange"),
    ("NonFinite", "NotFinite"),
    ("Infinite", "NotFinite"),
    ("BadIndex", "Index"),
    ("IndexOutOfRange", "Index"),
];

pub(super) fn check(root: &Path, breaches: &mut Vec<String>) -> Result<(), String> {
    for (member, _) in MEMBERS.iter().filter(|(member, _)| *member != "xtask") {
        for (path, text) in sources(&root.join(member).join("src"))? {
            check_source(&place(root, &path), &text, breaches);
        }
    }
    Ok(())
}

/// Checks the error enumerations of a source.
fn check_source(place: &str, text: &str, breaches: &mut Vec<String>) {
    let lines: Vec<&str> = text.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        let Some(name) = line.strip_prefix("pub enum ") else { continue };
        let name = name.trim_end_matches(|c: char| !c.is_alphanumeric());
        // Up to the item before: attributes may have several lines.
        let attributes: Vec<&str> = lines[..at]
            .iter()
            .rev()
            .take_while(|line| !(line.is_empty() || **line == "}"))
            .copied()
            .collect();
        if !is_error(name, &attributes, text) {
            continue;
        }
        if !attributes.iter().any(|line| line.contains("non_exhaustive")) {
            breaches.push(format!("{place}:{}: a public error is `#[non_exhaustive]`", at + 1));
        }
        let end = lines[at..].iter().position(|line| *line == "}").map_or(lines.len(), |n| at + n);
        for (name, fields) in variants(&lines[at + 1..end]) {
            let expected = SHAPES.iter().find(|(shape, _)| *shape == name);
            if let Some((_, expected)) = expected
                && !expected.iter().all(|field| fields.contains(field))
            {
                breaches.push(format!(
                    "{place}: `{name}` has the fields {}, not {fields:?}",
                    expected.join(", ")
                ));
            }
            if let Some(instead) = shared_name(name, &fields).filter(|instead| *instead != name) {
                breaches.push(format!("{place}: `{name}` is called `{instead}` in this workspace"));
            }
        }
    }
}

/// Whether an enumeration is an error: by its name, because it derives `Error`, or because its source implements it.
fn is_error(name: &str, attributes: &[&str], text: &str) -> bool {
    let is_word =
        |line: &&str| line.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "Error");
    // Comments and messages are no derives.
    let derives = |line: &&&str| !line.starts_with("//") && !line.contains('"') && is_word(line);
    name.contains("Error")
        || attributes.iter().any(|line| derives(&line))
        || text.contains(&format!("Error for {name} "))
}

/// Name that a variant has in all crates, if it is one of the shared ones: by its fields, by a bound, as a synonym, or as a shared name with
/// a word before it, like `VolumeOutOfRange`.
fn shared_name(name: &str, fields: &[&str]) -> Option<&'static str> {
    let by_fields = PAIRS.iter().find(|(pair, _)| pair.iter().all(|field| fields.contains(field)));
    let bounds = |field: &&str| BOUNDS.contains(&field.split('_').next().unwrap_or_default());
    let has = |names: &[&str]| fields.iter().any(|field| names.contains(field));
    let is_bounded = fields.iter().any(bounds) && has(&["what", "value"]) && !has(&PLACES);
    let synonym = SYNONYMS.iter().find(|(synonym, _)| *synonym == name);
    let ending = SHAPES.iter().find(|(shape, _)| name.ends_with(shape));
    by_fields
        .map(|(_, shared)| *shared)
        .or(is_bounded.then_some("OutOfRange"))
        .or(synonym.map(|(_, shared)| *shared))
        .or(ending.map(|(shared, _)| *shared))
}

/// Names of the variants and of their fields, from the lines of an enumeration as rustfmt lays it out.
fn variants<'a>(lines: &[&'a str]) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut variants: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in lines {
        let indent = line.len() - line.trim_start().len();
        let code = line.trim_start();
        if code.starts_with("//") || code.starts_with('#') {
            continue;
        }
        let name_ends = code.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(code.len());
        let (name, rest) = code.split_at(name_ends);
        if indent == 4 && name.starts_with(char::is_uppercase) {
            let inline =
                rest.split_once('{').and_then(|(_, rest)| rest.split_once('}')).map(|(inside, _)| inside);
            let fields = inline.unwrap_or_default().split(',').filter_map(|field| field.split_once(':'));
            variants.push((name, fields.map(|(name, _)| name.trim()).collect()));
        } else if indent == 8
            && rest.starts_with(':')
            && let Some((_, fields)) = variants.last_mut()
        {
            fields.push(name);
        }
    }
    variants
}

#[cfg(test)]
mod tests {
    use super::check_source;

    fn breaches(text: &str) -> Vec<String> {
        let mut breaches = Vec::new();
        check_source("error.rs", text, &mut breaches);
        breaches
    }

    #[test]
    fn errors_of_one_shape_pass() {
        let text = "/// Why.\n#[non_exhaustive]\npub enum Error {\n    /// Doc.\n    #[error(\"x\")]\n    OutOfRange {\n        /// Doc.\n        what: &'static str,\n        value: f64,\n        range: &'static str,\n    },\n    NotFinite { what: String },\n    Other(u8),\n}\n";
        assert!(breaches(text).is_empty(), "{:?}", breaches(text));
    }

    #[test]
    fn other_shapes_and_synonyms_are_found() {
        let text = "pub enum Error {\n    OutOfRange {\n        value: f64,\n    },\n    Index { what: u8, at: u8 },\n    InvalidParameter,\n}\n";
        assert_eq!(breaches(text).len(), 4, "{:?}", breaches(text));
    }

    #[test]
    fn errors_of_other_names_are_found_by_what_they_derive_or_implement() {
        let body = "{\n    /// Doc.\n    InvalidParameter,\n}\n";
        for (before, after) in [
            ("/// Why.\n#[derive(Debug, thiserror::Error)]\n#[non_exhaustive]\n", ""),
            ("use thiserror::Error;\n\n#[non_exhaustive]\n#[derive(Debug, Error)]\n", ""),
            ("#[non_exhaustive]\n#[derive(\n    Debug,\n    thiserror::Error,\n)]\n", ""),
            ("#[non_exhaustive]\n", "\nimpl std::error::Error for Failure {}\n"),
        ] {
            let found = breaches(&format!("{before}pub enum Failure {body}{after}"));
            assert_eq!(found.len(), 1, "{before}{after}: {found:?}");
            assert!(found[0].contains("`InvalidParameter` is called `OutOfRange`"), "{found:?}");
            let open = breaches(&format!(
                "{}pub enum Failure {body}{after}",
                before.replace("#[non_exhaustive]\n", "")
            ));
            assert_eq!(open.len(), 2, "{before}{after}: {open:?}");
        }
        let other =
            format!("/// No Error.\n#[derive(Debug)]\npub enum Kind {body}\nimpl Error for KindOf {{}}\n");
        assert!(breaches(&other).is_empty(), "{:?}", breaches(&other));
    }

    #[test]
    fn values_beyond_a_bound_are_out_of_range_but_where_a_place_is_named() {
        let found =
            |variant: &str| breaches(&format!("#[non_exhaustive]\npub enum Error {{\n    {variant},\n}}\n"));
        for variant in [
            "TooBig { what: u8, value: f64, limit: f64 }",
            "TooHeavy { value: f64, most: f64 }",
            "TooFast { what: u8, speed_m_s: f64, limit_m_s: f64 }",
        ] {
            let [breach] = &found(variant)[..] else { panic!("{variant}: {:?}", found(variant)) };
            assert!(breach.ends_with("is called `OutOfRange` in this workspace"), "{breach}");
        }
        for variant in [
            "SideTooFast { side: u8, what: u8, speed_m_s: f64, limit_m_s: f64 }",
            "TooDeep { cell: u8, depth_m: f64, most: f64 }",
            "GpuMemory { what: u8, bytes: u64, limit: u64 }",
            "Rest { value: f64, limited: bool }",
        ] {
            assert!(found(variant).is_empty(), "{variant}: {:?}", found(variant));
        }
    }

    #[test]
    fn shared_variants_are_found_by_their_fields_and_ends() {
        for (variant, shared) in [
            ("AirSide { side: u8, what: u8, value: f64, range: u8 }", "OutOfRange"),
            ("StateCount { what: u8, got: usize, expected: usize }", "ShapeMismatch"),
            ("NoSuchBody { what: u8, index: usize, len: usize }", "Index"),
            ("VolumeOutOfRange { volume_m3: f64, full_m3: f64 }", "OutOfRange"),
            ("CoordinatesNotFinite { path: u8, count: usize }", "NotFinite"),
        ] {
            let text = format!("#[non_exhaustive]\npub enum Error {{\n    {variant},\n}}\n");
            let [breach] = &breaches(&text)[..] else { panic!("{variant}: {:?}", breaches(&text)) };
            assert!(breach.ends_with(&format!("is called `{shared}` in this workspace")), "{breach}");
        }
        // Shared names need all of their fields; others may have one field of a pair.
        let unnamed =
            "#[non_exhaustive]\npub enum Error {\n    ShapeMismatch { got: usize, expected: usize },\n}\n";
        assert!(
            breaches(unnamed)[0].contains("has the fields what, expected, got"),
            "{:?}",
            breaches(unnamed)
        );
        let other = "#[non_exhaustive]\npub enum Error {\n    Index { what: u8, index: usize, len: usize },\n    NoBody { index: usize },\n}\n";
        assert!(breaches(other).is_empty(), "{:?}", breaches(other));
    }
}
