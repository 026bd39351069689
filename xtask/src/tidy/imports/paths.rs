//! The paths that a source names.

use std::collections::BTreeSet;

/// A path as it is written, such as `["crate", "sim", "World"]`.
pub(super) type Written = Vec<String>;

/// What a source declares and names of its crate.
#[derive(Debug, Default)]
pub(super) struct Paths {
    /// Modules that it declares, but for those of tests.
    pub(super) children: Vec<String>,
    /// Modules that it declares for tests alone.
    pub(super) tests: Vec<String>,
    /// Names that `use` brings in, public or not, with the paths that they stand for.
    pub(super) names: Vec<(String, Written)>,
    /// Paths of imports, of re-exports that the source itself uses, and in code.
    pub(super) used: Vec<Written>,
    /// Other names of the crate itself, by which all its sources may name it.
    pub(super) aliases: Vec<String>,
}

impl Paths {
    /// Reads a source without what is compiled for tests alone.
    pub(super) fn of(text: &str) -> Self {
        let mut paths = Self::default();
        let tokens = paths.without_tests(tokens(text));
        let mut exported = Vec::new();
        // Names that stand alone or begin a path.
        let mut spoken = BTreeSet::new();
        let mut at = 0;
        while at < tokens.len() {
            let before = if at > 0 { tokens[at - 1].as_str() } else { "" };
            if tokens[at] == "use" {
                let end = tokens[at..].iter().position(|token| token == ";").map_or(tokens.len(), |n| at + n);
                let mut found = Vec::new();
                tree(&tokens[at + 1..end], &mut Vec::new(), &mut found);
                if before == "pub" || before == ")" {
                    exported.extend(found.iter().cloned());
                } else {
                    paths.used.extend(found.iter().map(|(_, path)| path.clone()));
                }
                paths.names.extend(found);
                at = end;
            } else if let ["extern", "crate", "self", "as", alias] = words(&tokens[at..])[..] {
                paths.aliases.push(alias.into());
                at += 4;
            } else if tokens[at] == "mod" && tokens.get(at + 1).is_some_and(|token| is_name(token)) {
                paths.children.push(tokens[at + 1].clone());
                at += 1;
            } else if is_name(&tokens[at]) && (before != "::" || begins(&tokens, at - 1)) && before != "." {
                let mut path = vec![tokens[at].clone()];
                while tokens.get(at + 1).is_some_and(|token| token == "::")
                    && tokens.get(at + 2).is_some_and(|token| is_name(token))
                {
                    path.push(tokens[at + 2].clone());
                    at += 2;
                }
                spoken.insert(path[0].clone());
                if path.len() > 1 {
                    paths.used.push(path);
                }
            }
            at += 1;
        }
        paths
            .used
            .extend(exported.into_iter().filter(|(name, _)| spoken.contains(name)).map(|(_, path)| path));
        paths
    }

    /// The tokens without the items that follow `#[cfg(test)]` or `#[cfg(all(test, …))]`; keeps the names of modules among
    /// these.
    fn without_tests(&mut self, tokens: Vec<String>) -> Vec<String> {
        let mut kept = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            let end = if tokens[at] == "#" { closing(&tokens, at + 1) + 1 } else { at };
            if end > at && is_for_tests(&tokens[at..end.min(tokens.len())]) {
                let item = item(&tokens, end);
                if let Some(name) = item.iter().position(|token| token == "mod").and_then(|n| item.get(n + 1))
                {
                    self.tests.push(name.clone());
                }
                at = end + item.len();
            } else {
                kept.push(tokens[at].clone());
                at += 1;
            }
        }
        kept
    }
}

/// The next five tokens.
fn words(tokens: &[String]) -> Vec<&str> {
    tokens.iter().take(5).map(String::as_str).collect()
}

/// Whether the `::` at a place begins its path.
fn begins(tokens: &[String], at: usize) -> bool {
    at.checked_sub(1).is_none_or(|before| !is_name(&tokens[before]) && tokens[before] != ">")
}

/// Whether an attribute keeps its item for tests alone.
fn is_for_tests(attribute: &[String]) -> bool {
    let words: Vec<&str> = attribute.iter().map(String::as_str).filter(|token| is_name(token)).collect();
    match words[..] {
        ["cfg", "test"] => true,
        ["cfg", "all", ref rest @ ..] => {
            rest.contains(&"test") && !rest.contains(&"any") && !rest.contains(&"not")
        }
        _ => false,
    }
}

/// The item at `start`: up to its semicolon or the end of its block, or the end of the block around it.
fn item(tokens: &[String], start: usize) -> &[String] {
    let mut at = start;
    while at < tokens.len() {
        match tokens[at].as_str() {
            ";" => return &tokens[start..=at],
            "}" => return &tokens[start..at],
            "{" => return &tokens[start..=closing(tokens, at).min(tokens.len() - 1)],
            "(" | "[" => at = closing(tokens, at),
            _ => {}
        }
        at += 1;
    }
    tokens.get(start..).unwrap_or_default()
}

/// The leaves of a tree of imports: the name that each brings in, and its path.
fn tree(tokens: &[String], prefix: &mut Written, found: &mut Vec<(String, Written)>) {
    let depth = prefix.len();
    let mut at = 0;
    while at < tokens.len() {
        match tokens[at].as_str() {
            "{" => {
                let end = closing(tokens, at);
                for part in parts(&tokens[at + 1..end]) {
                    let inner = prefix.len();
                    tree(part, prefix, found);
                    prefix.truncate(inner);
                }
                prefix.truncate(depth);
                return;
            }
            "as" => {
                let name = tokens.get(at + 1).cloned().unwrap_or_default();
                found.push((name, prefix.clone()));
                prefix.truncate(depth);
                return;
            }
            "::" => {}
            // The folder itself.
            "self" if !prefix.is_empty() => {}
            name => prefix.push(name.into()),
        }
        at += 1;
    }
    found.push((prefix.last().cloned().unwrap_or_default(), prefix.clone()));
    prefix.truncate(depth);
}

/// Index of the bracket of any kind that closes the one at `open`, or the end.
fn closing(tokens: &[String], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.as_str() {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth -= 1,
            _ => {}
        }
        if depth <= 0 {
            return at;
        }
    }
    tokens.len()
}

/// Parts between commas that stand in no inner braces.
fn parts(tokens: &[String]) -> Vec<&[String]> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, token) in tokens.iter().enumerate() {
        match token.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            "," if depth == 0 => {
                parts.push(&tokens[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&tokens[start..]);
    parts.retain(|part| !part.is_empty());
    parts
}

/// Names, `::` and the punctuation by which imports, items and attributes are recognized; comments and literals are left out.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            comment(rest)
        } else if c == '"' {
            string(rest)
        } else if let Some(length) = raw_string(rest) {
            length
        } else if rest.strip_prefix("r#").is_some_and(is_name) {
            // The name that follows is meant, and no keyword.
            2
        } else if c == '\'' {
            character(rest)
        } else if c.is_alphabetic() || c == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            tokens.push(rest[..end].into());
            end
        } else if rest.starts_with("::") {
            tokens.push("::".into());
            2
        } else {
            if "{}()[]<,;.*#".contains(c) {
                tokens.push(c.into());
            }
            c.len_utf8()
        };
        rest = &rest[length..];
    }
    tokens
}

/// Length of the block comment that `text` begins with, and of those in it.
fn comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while let Some(next) = text[at..].find("/*").into_iter().chain(text[at..].find("*/")).min() {
        depth = if text[at + next..].starts_with("/*") { depth + 1 } else { depth - 1 };
        at += next + 2;
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// Length of the raw string literal that `text` begins with, of any number of hashes.
fn raw_string(text: &str) -> Option<usize> {
    let raw =
        text.trim_start_matches(['b', 'c']).strip_prefix('r').filter(|raw| raw.len() + 2 >= text.len())?;
    let content = raw.trim_start_matches('#');
    let end = format!("\"{}", "#".repeat(raw.len() - content.len()));
    let content = content.strip_prefix('"')?;
    let length = content.find(&end).map_or(content.len(), |at| at + end.len());
    Some(text.len() - content.len() + length)
}

/// Length of the string literal that `text` begins with.
fn string(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Length of the character literal, or of the quote of the lifetime, that `text` begins with.
fn character(text: &str) -> usize {
    let mut characters = text.char_indices().skip(1);
    match (characters.next(), characters.next()) {
        (Some((_, '\\')), _) => {
            text[2..].char_indices().skip(1).find(|(_, c)| *c == '\'').map_or(1, |(at, _)| at + 3)
        }
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 1,
    }
}

fn is_name(token: &str) -> bool {
    token.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(paths: &[Written]) -> Vec<String> {
        paths.iter().map(|path| path.join("::")).collect()
    }

    #[test]
    fn trees_of_imports_are_unfolded() {
        let paths = Paths::of("use crate::a::{self, b::{C, D as E}, f};\nuse super::*;\nuse std::fmt;");
        let expected =
            ["crate::a", "crate::a::b::C", "crate::a::b::D", "crate::a::f", "super::*", "std::fmt"];
        assert_eq!(joined(&paths.used), expected);
    }

    #[test]
    fn re_exports_count_where_the_source_uses_them() {
        let text = "pub use a::{B, c::D as E};\npub(crate) use f::G;\nuse h::I;\nfn f(e: E) { e.G; x::B }";
        let paths = Paths::of(text);
        let names: Vec<_> = paths.names.iter().map(|(name, path)| (name.as_str(), path.join("::"))).collect();
        let expected = [("B", "a::B"), ("E", "a::c::D"), ("G", "f::G"), ("I", "h::I")];
        assert_eq!(names, expected.map(|(name, path)| (name, path.to_string())));
        assert_eq!(joined(&paths.used), ["h::I", "x::B", "a::c::D"]);
    }

    #[test]
    fn paths_in_code_count_and_those_in_comments_and_strings_do_not() {
        let text = "fn f<'a>(x: &'a crate::A) { let c = '\\''; let d = '\"'; super::b::g::<E>(\"crate::No\") } // crate::No\n/* super::No */";
        assert_eq!(joined(&Paths::of(text).used), ["crate::A", "super::b::g"]);
    }

    #[test]
    fn other_names_of_the_crate_raw_names_and_paths_from_its_root_count() {
        let paths = Paths::of(
            "extern crate self as own;\nuse own::a::B; fn f() { crate::r#match::g(); ::own::c::h(d::E::i()); <F as G>::j() }",
        );
        assert_eq!(paths.aliases, ["own"]);
        assert_eq!(joined(&paths.used), ["own::a::B", "crate::match::g", "own::c::h", "d::E::i", "G::j"]);
    }

    #[test]
    fn code_after_raw_strings_and_nested_comments_counts() {
        for literal in [
            "r\"\\\"",
            "r#\" \" crate::No\"#",
            "r##\" \"# crate::No\"##",
            "br##\"\"# crate::No\"##",
            "cr\"crate::No\"",
            "/* /* crate::No */ crate::No */ 1",
            "/**/ 1",
        ] {
            let text = format!("const A: &str = {literal};\nuse crate::a::B;");
            assert_eq!(joined(&Paths::of(&text).used), ["crate::a::B"], "{literal}");
        }
        // What does not end hides all that follows.
        assert!(Paths::of("/* /* */ use crate::a::B;").used.is_empty());
        assert!(Paths::of("r##\"\"# use crate::a::B;").used.is_empty());
    }

    #[test]
    fn items_of_tests_are_left_out() {
        let paths = Paths::of(
            "mod a;\n#[cfg(test)]\nmod planted;\n#[cfg(all(test, feature = \"gpu\"))]\n#[allow(dead_code)]\nmod tests { fn f() { b::c() } }\n#[cfg(test)]\nfn f(x: [u8; 2]) { d::e() }\n#[cfg(not(test))]\nfn g() { h::i() }\n#[cfg(any(test, debug_assertions))]\nmod j;",
        );
        assert_eq!(paths.children, ["a", "j"]);
        assert_eq!(paths.tests, ["planted", "tests"]);
        assert_eq!(joined(&paths.used), ["h::i"]);
    }
}
