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

/// First words of fields that bound a value. A variant that has one is `OutOfRange`, whose `range` says the bound, unless one of its fields is
/// in [`PLACES`].
const BOUNDS: [&str; 7] = ["limit", "most", "least", "max", "min", "maximum", "minimum"];

/// Fields that say where a bound is passed, or how much memory was asked for. Such a bound is computed from the place or the device, so it
/// is a number, which the text of `range` cannot hold.
const PLACES: [&str; 4] = ["side", "cell", "label", "bytes"];

/// Fields with what was given, the house's words first. A number in one of them goes with what would be right: with another number it is
/// `ShapeMismatch`, else `OutOfRange`, as is a number without a name.
const GIVEN: [&str; 6] = ["value", "got", "found", "given", "actual", "was"];

/// Fields with what would be right, in any words.
const RIGHT: [&str; 6] = ["expected", "wanted", "required", "needed", "allowed", "right"];

/// Types of numbers.
const NUMBERS: [&str; 14] =
    ["f32", "f64", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];

/// Variants beside the vocabulary, by source and name. Their numbers are wrong together, and none alone: a grid by its cells and samples, the
/// lists of triangles by what those touch, a mesh by the parts that it falls into, whose message says how to put them together.
///
/// `NoParts` of rigid-sim is such a one by its two numbers, `JointApart` by its remedy, which is a place and no value.
///
/// `HeightCount` of lbm-core is such a one, too: heights that are not whole rows. Of its two numbers neither is the right one, so that it has
/// no shape of the vocabulary.
const DEFENDED: [(&str, &str); 3] = [
    ("mask-raster/src/error.rs", "GridSize"),
    ("mask-raster/src/error.rs", "Outlines"),
    ("viewer/input/src/mesh_file/error.rs", "TooManyParts"),
];

/// Names for the same that are not used.
const SYNONYMS: [(&str, &str); 15] = [
    ("InvalidParameter", "OutOfRange"),
    ("InvalidValue", "OutOfRange"),
    ("BadValue", "OutOfRange"),
    ("NotPositive", "OutOfRange"),
    ("TooLarge", "OutOfRange"),
    ("TooSmall", "OutOfRange"),
    ("OutOfBounds", "Index"),
    ("OutsideRange", "OutOfRange"),
    ("NonFinite", "NotFinite"),
    ("Infinite", "NotFinite"),
    ("BadIndex", "Index"),
    ("IndexOutOfRange", "Index"),
    ("WrongLength", "ShapeMismatch"),
    ("WrongShape", "ShapeMismatch"),
    ("LengthMismatch", "ShapeMismatch"),
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
        let Some((visibility, name)) = line.split_once("enum ") else { continue };
        if !(visibility.is_empty() || visibility.starts_with("pub")) {
            continue;
        }
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
        if visibility == "pub " && !attributes.iter().any(|line| line.contains("non_exhaustive")) {
            breaches.push(format!("{place}:{}: a public error is `#[non_exhaustive]`", at + 1));
        }
        let end = lines[at..].iter().position(|line| *line == "}").map_or(lines.len(), |n| at + n);
        for Variant { name, fields, values } in variants(&lines[at + 1..end]) {
            if DEFENDED.contains(&(place, name)) {
                continue;
            }
            let named: Vec<&str> = fields.iter().map(|(field, _)| *field).collect();
            let expected = SHAPES.iter().find(|(shape, _)| *shape == name);
            if let Some((_, expected)) = expected
                && !expected.iter().all(|field| named.contains(field))
            {
                breaches
                    .push(format!("{place}: `{name}` has the fields {}, not {named:?}", expected.join(", ")));
            }
            let shared = shared_name(name, &named)
                .or_else(|| by_given(&fields))
                .or(values.iter().any(|kind| NUMBERS.contains(kind)).then_some("OutOfRange"));
            if let Some(instead) = shared.filter(|instead| *instead != name) {
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
    let is_bounded = fields.iter().any(bounds) && !has(&PLACES);
    let synonym = SYNONYMS.iter().find(|(synonym, _)| *synonym == name);
    let ending = SHAPES.iter().find(|(shape, _)| name.ends_with(shape));
    by_fields
        .map(|(_, shared)| *shared)
        .or(is_bounded.then_some("OutOfRange"))
        .or(synonym.map(|(_, shared)| *shared))
        .or(ending.map(|(shared, _)| *shared))
}

/// Name that a variant has in all crates, if a number was given where another would be right.
fn by_given(fields: &[(&str, &str)]) -> Option<&'static str> {
    let has_number =
        |names: &[&str]| fields.iter().any(|(name, kind)| names.contains(name) && NUMBERS.contains(kind));
    has_number(&GIVEN).then(|| if has_number(&RIGHT) { "ShapeMismatch" } else { "OutOfRange" })
}

/// A variant of an enumeration.
struct Variant<'a> {
    name: &'a str,
    /// Names and types of its fields.
    fields: Vec<(&'a str, &'a str)>,
    /// Types of its values without a name.
    values: Vec<&'a str>,
}

/// The variants, from the lines of an enumeration as rustfmt lays it out.
fn variants<'a>(lines: &[&'a str]) -> Vec<Variant<'a>> {
    let mut variants: Vec<Variant<'a>> = Vec::new();
    for line in lines {
        let indent = line.len() - line.trim_start().len();
        let code = line.trim_start();
        if code.starts_with("//") || code.starts_with('#') {
            continue;
        }
        let name_ends = code.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(code.len());
        let (name, rest) = code.split_at(name_ends);
        if indent == 4 && name.starts_with(char::is_uppercase) {
            let between = |open, close| {
                let (_, inside) = rest.split_once(open)?;
                Some(inside.split_once(close)?.0)
            };
            let fields =
                between('{', '}').unwrap_or_default().split(',').filter_map(|field| field.split_once(':'));
            let values = Some(rest).filter(|rest| rest.starts_with('(')).and_then(|_| between('(', ')'));
            variants.push(Variant {
                name,
                fields: fields.map(|(name, kind)| (name.trim(), kind.trim())).collect(),
                values: values.unwrap_or_default().split(',').map(str::trim).collect(),
            });
        } else if indent == 8
            && let Some(variant) = variants.last_mut()
        {
            match rest.strip_prefix(':') {
                Some(kind) => variant.fields.push((name, kind.trim().trim_end_matches(','))),
                None => variant.values.push(code.trim_end_matches(',')),
            }
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
        let text = "/// Why.\n#[non_exhaustive]\npub enum Error {\n    /// Doc.\n    #[error(\"x\")]\n    OutOfRange {\n        /// Doc.\n        what: &'static str,\n        value: f64,\n        range: &'static str,\n    },\n    NotFinite { what: String },\n    Other(io::Error),\n}\n";
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
            "Rest { share: f64, limited: bool }",
        ] {
            assert!(found(variant).is_empty(), "{variant}: {:?}", found(variant));
        }
    }

    #[test]
    fn numbers_without_what_would_be_right_are_found() {
        let found =
            |variant: &str| breaches(&format!("#[non_exhaustive]\npub enum Error {{\n    {variant},\n}}\n"));
        for (variant, shared) in [
            ("Bad { what: &'static str, value: f64 }", "OutOfRange"),
            ("NotAbove { what: String, got: i32 }", "OutOfRange"),
            ("Huge(f64)", "OutOfRange"),
            ("Huge(String, usize)", "OutOfRange"),
            ("Huge(\n        /// Size.\n        f64,\n    )", "OutOfRange"),
            ("Length { wanted: usize, found: usize }", "ShapeMismatch"),
            (
                "Length {\n        /// Right.\n        required: u32,\n        given: u32,\n    }",
                "ShapeMismatch",
            ),
            ("TooMany { parts: usize, most: usize }", "OutOfRange"),
            ("NotPositive", "OutOfRange"),
            ("WrongLength", "ShapeMismatch"),
        ] {
            let [breach] = &found(variant)[..] else { panic!("{variant}: {:?}", found(variant)) };
            assert!(breach.ends_with(&format!("is called `{shared}` in this workspace")), "{breach}");
        }
        for variant in [
            "Environment { variable: u8, value: String, right: String }",
            "NoGpu { found: String }",
            "Read(#[from] std::io::Error)",
            "Version { version: u32, reads: u32 }",
        ] {
            assert!(found(variant).is_empty(), "{variant}: {:?}", found(variant));
        }
        let defended = "#[non_exhaustive]\npub enum Error {\n    GridSize { nx: usize, limit: usize },\n}\n";
        assert_eq!(breaches(defended).len(), 1);
        let mut here = Vec::new();
        check_source("mask-raster/src/error.rs", defended, &mut here);
        assert!(here.is_empty(), "{here:?}");
    }

    #[test]
    fn errors_that_are_not_public_are_checked_and_may_be_exhaustive() {
        for visibility in ["pub(crate) ", "pub(super) ", ""] {
            let text = |variant| format!("{visibility}enum OtherError {{\n    {variant},\n}}\n");
            let [breach] = &breaches(&text("OutOfBounds"))[..] else { panic!("{visibility}") };
            assert!(breach.ends_with("is called `Index` in this workspace"), "{breach}");
            assert!(breaches(&text("Other(io::Error)")).is_empty());
        }
        assert!(breaches("// the enum Error {\n    OutOfBounds,\n}\n").is_empty());
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
