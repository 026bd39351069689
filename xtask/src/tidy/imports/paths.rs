//! The paths that a source names.

/// A path as it is written, such as `["crate", "sim", "World"]`.
pub(super) type Written = Vec<String>;

/// What a source names of its crate.
#[derive(Debug, Default)]
pub(super) struct Paths {
    /// Imports, and paths in code that begin with `crate` or `super`.
    pub(super) used: Vec<Written>,
    /// Public names with the paths that they stand for.
    pub(super) exported: Vec<(String, Written)>,
}

impl Paths {
    /// Reads a source; what follows its `#[cfg(test)] mod` is left out.
    pub(super) fn of(text: &str) -> Self {
        let tokens = tokens(&without_tests(text));
        let mut paths = Self::default();
        let mut at = 0;
        while at < tokens.len() {
            if tokens[at] == "use" {
                let exported = at > 0 && (tokens[at - 1] == "pub" || tokens[at - 1] == ")");
                let end = tokens[at..].iter().position(|token| token == ";").map_or(tokens.len(), |n| at + n);
                let mut found = Vec::new();
                tree(&tokens[at + 1..end], &mut Vec::new(), &mut found);
                if exported {
                    paths.exported.extend(found);
                } else {
                    paths.used.extend(found.into_iter().map(|(_, path)| path));
                }
                at = end;
            } else if ["crate", "super"].contains(&tokens[at].as_str())
                && tokens.get(at + 1).is_some_and(|token| token == "::")
                && (at == 0 || tokens[at - 1] != "::")
            {
                let mut path = vec![tokens[at].clone()];
                while tokens.get(at + 1).is_some_and(|token| token == "::")
                    && tokens.get(at + 2).is_some_and(|token| is_name(token))
                {
                    path.push(tokens[at + 2].clone());
                    at += 2;
                }
                paths.used.push(path);
            }
            at += 1;
        }
        paths
    }
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

/// Index of the brace that closes the one at `open`.
fn closing(tokens: &[String], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
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

/// The text without the module of its unit tests, which stands at its end.
fn without_tests(text: &str) -> String {
    let mut kept = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let is_test = line.trim_start().starts_with("#[cfg(") && line.contains("test");
        let next = lines.peek().map_or("", |next| next.trim_start());
        if is_test && (line.contains("mod ") || next.starts_with("mod ") || next.starts_with("#[")) {
            break;
        }
        kept.push_str(line);
        kept.push('\n');
    }
    kept
}

/// Names, `::`, braces, commas, semicolons and closing parentheses; comments and literals are left out.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if c == '"' {
            string(rest)
        } else if let Some(raw) = rest.strip_prefix("r#\"") {
            raw.find("\"#").map_or(rest.len(), |end| end + 5)
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
            if "{},;)".contains(c) {
                tokens.push(c.into());
            }
            c.len_utf8()
        };
        rest = &rest[length..];
    }
    tokens
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
        let expected = ["crate::a", "crate::a::b::C", "crate::a::b::D", "crate::a::f", "super", "std::fmt"];
        assert_eq!(joined(&paths.used), expected);
    }

    #[test]
    fn names_that_are_exported_are_told_from_imports() {
        let paths = Paths::of("pub use a::{B, c::D as E};\npub(crate) use f::G;\nuse h::I;");
        let names: Vec<_> =
            paths.exported.iter().map(|(name, path)| (name.as_str(), path.join("::"))).collect();
        let expected = [("B", "a::B"), ("E", "a::c::D"), ("G", "f::G")];
        assert_eq!(names, expected.map(|(name, path)| (name, path.to_string())));
        assert_eq!(joined(&paths.used), ["h::I"]);
    }

    #[test]
    fn paths_in_code_count_and_those_in_comments_and_strings_do_not() {
        let text = "fn f<'a>(x: &'a crate::A) { let c = '\\''; let d = '\"'; super::b::g(\"crate::No\") } // crate::No\n/* super::No */";
        assert_eq!(joined(&Paths::of(text).used), ["crate::A", "super::b::g"]);
    }
}
