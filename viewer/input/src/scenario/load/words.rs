//! Reading of TOML, and messages about words that are not known.

use toml::Table;

use crate::scenario::{Error, suggest};
use crate::{bounded, reworded};

/// Letters of a line of a file that are shown.
const LETTERS: usize = 200;

/// The table in a text; `file` names it in the error.
pub(super) fn parse_table(text: &str, file: &str) -> Result<Table, Error> {
    text.parse().map_err(|error: toml::de::Error| {
        // It shows the line, which may be long.
        let message = error.to_string();
        let lines = message.trim_end().lines().map(|line| bounded::shown(&of_value(line), LETTERS));
        let lines: Vec<_> = lines.collect();
        Error::Syntax { file: file.into(), message: lines.join("\n") }
    })
}

/// A message about a value of a file, reworded where the parser speaks of its own types.
pub(super) fn of_value(message: &str) -> String {
    let is_too_large = message.contains(" as i128`, expected")
        || message.contains(" as i128, expected")
        || message.ends_with(" value was too large")
        || message.contains("number too large to fit");
    match is_too_large {
        true => {
            format!("a whole number beyond those of TOML; it must be within {} and {}", i64::MIN, i64::MAX)
        }
        false => message.into(),
    }
}

/// A message of the deserializer in the words of a user of TOML; about a word that is none of a choice, with those that are.
pub(super) fn of_toml(message: &str) -> String {
    let parts = message.strip_prefix("unknown variant `").and_then(|rest| rest.split_once("`, expected "));
    let Some((unknown, known)) = parts else { return reworded::by_type(message) };
    // Every second part is a word, between backticks.
    let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
    suggest::unknown_word(unknown, &known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_of_an_unknown_word_lists_the_known_ones() {
        for (theirs, ours) in [
            ("unknown variant `ice`, expected `no-slip`", "unknown word `ice`; known here: no-slip"),
            ("unknown variant `x`, expected `soft` or `lid`", "unknown word `x`; known here: soft, lid"),
            (
                "unknown variant `bgkk`, expected one of `bgk`, `trt`, `central-moments`",
                "unknown word `bgkk`; did you mean `bgk`? Known here: bgk, trt, central-moments",
            ),
            ("invalid type: map, expected f64", "a table; it must be a number"),
        ] {
            assert_eq!(of_toml(theirs), ours);
        }
    }
}
