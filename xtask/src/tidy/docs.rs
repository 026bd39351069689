//! How the documentation of items begins: with a noun phrase or a verb in the third person, not with half a question.

use std::path::Path;

use super::workspace::{MEMBERS, place, sources};

/// First words of a riddle: "What is left.", "How far.", "That of the other.", "Goes to a state.", "Of the wind.", "It stands.", "Its mass.".
const RIDDLES: [&str; 20] = [
    "What", "How", "Where", "When", "Why", "Who", "Whose", "Which", "That", "Those", "As", "So", "Goes",
    "Of", "It", "Its", "Their", "At", "Both", "See",
];

/// Beginnings of items that are private, or visible in their crate alone. Fields and variants of public types begin otherwise.
const PRIVATE: [&str; 14] = [
    "pub(",
    "fn ",
    "struct ",
    "enum ",
    "const ",
    "static ",
    "impl",
    "type ",
    "trait ",
    "mod ",
    "use ",
    "let ",
    "unsafe ",
    "macro_rules!",
];

pub(super) fn check(root: &Path, breaches: &mut Vec<String>) -> Result<(), String> {
    for (member, _) in MEMBERS {
        for (path, text) in sources(&root.join(member).join("src"))? {
            check_source(&place(root, &path), &text, breaches);
        }
    }
    Ok(())
}

/// Checks the first word of each comment of an item of a source.
fn check_source(place: &str, text: &str, breaches: &mut Vec<String>) {
    let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
    let of_public_trait = in_public_traits(text);
    for (at, line) in lines.iter().enumerate() {
        let is_first = at.checked_sub(1).is_none_or(|before| !lines[before].starts_with("///"));
        let Some(doc) = line.strip_prefix("/// ").filter(|_| is_first) else { continue };
        let word = doc.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        let item =
            lines[at..].iter().find(|line| !is_comment_or_attribute(line)).copied().unwrap_or_default();
        let is_private = !of_public_trait[at] && PRIVATE.iter().any(|private| item.starts_with(private));
        if RIDDLES.contains(&word) && !is_private {
            breaches.push(format!(
                "{place}:{}: documentation begins with `{word}`: say what the thing is, or what it does",
                at + 1
            ));
        }
    }
}

/// Whether each line is within a public trait, whose items are as public as it is, as rustfmt lays it out.
fn in_public_traits(text: &str) -> Vec<bool> {
    // The line that ends the trait, given its indentation.
    let mut end: Option<String> = None;
    text.lines()
        .map(|line| {
            let code = line.trim_start();
            if end.as_deref() == Some(line) {
                end = None;
            } else if (code.starts_with("pub trait ") || code.starts_with("pub unsafe trait "))
                && !code.ends_with('}')
            {
                end = Some(format!("{}}}", &line[..line.len() - code.len()]));
            }
            end.is_some()
        })
        .collect()
}

/// Whether a line is of the comment or the attributes before an item, the inner lines of long attributes included.
fn is_comment_or_attribute(line: &str) -> bool {
    let ends_attribute = line.ends_with(")]") || line.ends_with(',') && line.contains('"');
    line.starts_with("//") || line.starts_with('#') || line.starts_with('"') || ends_attribute
}

#[cfg(test)]
mod tests {
    use super::super::breaches;
    use super::*;

    fn found(text: &str) -> Vec<String> {
        breaches(|breaches| check_source("lib.rs", text, breaches))
    }

    #[test]
    fn riddles_are_found_at_items_fields_and_variants() {
        for text in [
            "/// What the water gained.\npub struct Gain;",
            "/// How far.\n/// In meters.\n#[must_use]\npub fn far() {}",
            "pub enum Error {\n    /// Why.\n    #[error(\n        \"long: {reason}\"\n    )]\n    Why {\n        /// The reason.\n        reason: u8,\n    },\n}",
            "pub struct Range {\n    /// That of the first color.\n    pub low: f32,\n}",
            "/// Goes to a state.\npub fn restore() {}",
            "pub struct Work {\n    /// Of the wind.\n    pub wind_j: f64,\n}",
            "pub enum Acts {\n    /// Both.\n    Both,\n}",
            "pub enum State {\n    /// It stands.\n    Paused,\n}",
            "/// At a place.\npub fn at() {}",
            "pub struct Ball {\n    /// Its mass, kg.\n    pub mass_kg: f64,\n}",
            "pub struct Balls {\n    /// Their mass, kg.\n    pub mass_kg: f64,\n}",
            "pub struct Up {\n    /// See [`Self::right`].\n    pub up: f64,\n}",
            "/// A surface.\npub trait Surface: Sync {\n    /// How high.\n    fn level_m(&self) -> f64;\n}",
            "mod a {\n    pub trait Surface\n    where\n        Self: Sync,\n    {\n        fn a() {\n        }\n\n        /// Where it ends.\n        const END: f64;\n    }\n}",
        ] {
            assert_eq!(found(text).len(), 1, "{text}");
        }
    }

    #[test]
    fn other_beginnings_and_private_items_pass() {
        for text in [
            "/// Gain of the water. What it lost is not in it.\npub struct Gain;",
            "/// Whether it is far.\npub fn is_far() -> bool {}",
            "/// The first.\n/// What follows is on the second line.\npub struct A;",
            "/// What is done.\npub(crate) fn f() {}",
            "/// How it is done.\nfn f() {}",
            "trait Own {\n    /// How it is done.\n    fn f();\n}",
            "pub trait Marker {}\n\n/// How it is done.\nfn f() {}",
            "pub trait A {\n    /// The first.\n    fn a();\n}\n\nimpl A for B {\n    /// How it is done.\n    fn a() {}\n}",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
