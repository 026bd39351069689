//! Messages of a deserializer in the words of a user.

/// Types as the deserializer names them, and as a user of TOML does.
const TYPES: [(&str, &str); 18] = [
    ("f64", "a number"),
    ("f32", "a number"),
    ("u64", "a whole number, 0 or above"),
    ("u32", "a whole number, 0 or above"),
    ("usize", "a whole number, 0 or above"),
    ("i64", "a whole number"),
    ("a boolean", "true or false"),
    ("a string", "a text in quotes"),
    ("path string", "a file's name in quotes"),
    ("a sequence", "a list"),
    ("a map", "a table"),
    ("an array of length 2", "a list of 2 values"),
    ("an array of length 3", "a list of 3 values"),
    ("an array of length 6", "a list of 6 values"),
    ("an empty array", "an empty list"),
    ("a word", "one of its words in quotes"),
    ("variant identifier", "one of its words in quotes"),
    ("fewer elements in array", "a shorter list"),
];

/// What was found, as the deserializer begins it, and as a user of TOML would.
const FOUND: [(&str, &str); 7] = [
    ("string ", ""),
    ("integer ", ""),
    ("floating point ", ""),
    ("boolean ", ""),
    ("sequence", "a list"),
    ("map", "a table"),
    ("unit value", "nothing"),
];

/// A message such as `invalid type: string "long", expected f64`, reworded: `"long"; it must be a number`. Others stay as they are.
pub(crate) fn by_type(message: &str) -> String {
    let kinds = ["invalid type: ", "invalid value: ", "invalid length "];
    let Some((kind, rest)) = kinds.iter().find_map(|kind| Some((*kind, message.strip_prefix(kind)?))) else {
        return message.into();
    };
    let Some((found, expected)) = rest.rsplit_once(", expected ") else { return message.into() };
    let found = match kind {
        "invalid length " => format!("{found} values"),
        _ => FOUND
            .iter()
            .find_map(|(word, ours)| Some(format!("{ours}{}", found.strip_prefix(word)?)))
            .unwrap_or_else(|| found.into()),
    };
    let expected = TYPES.iter().find(|(theirs, _)| *theirs == expected).map(|(_, ours)| *ours);
    let expected = expected.or_else(|| {
        let is_table =
            ["struct ", "internally tagged enum ", "struct variant "].iter().any(|word| rest.contains(word));
        is_table.then_some("a table")
    });
    // TOML and JSON tell numbers by how they are written: 1e12 and 3.0 are not whole.
    let is_whole = found.ends_with(".0`") && expected.is_some_and(|expected| expected.starts_with("a whole"));
    let how = if is_whole { ", written without point and exponent" } else { "" };
    match expected {
        Some(expected) => format!("{}; it must be {expected}{how}", found.replace('`', "")),
        None => message.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_use_the_words_by_type() {
        for (theirs, ours) in [
            ("invalid type: string \"long\", expected f64", "\"long\"; it must be a number"),
            ("invalid value: integer `-4`, expected usize", "-4; it must be a whole number, 0 or above"),
            (
                "invalid type: floating point `2.5`, expected u32",
                "2.5; it must be a whole number, 0 or above",
            ),
            (
                "invalid type: floating point `3.0`, expected usize",
                "3.0; it must be a whole number, 0 or above, written without point and exponent",
            ),
            ("invalid type: floating point `3.0`, expected a boolean", "3.0; it must be true or false"),
            ("invalid type: map, expected f64", "a table; it must be a number"),
            ("invalid length 1, expected an array of length 2", "1 values; it must be a list of 2 values"),
            ("invalid type: integer `3`, expected struct Water", "3; it must be a table"),
            ("unknown field `a`", "unknown field `a`"),
        ] {
            assert_eq!(by_type(theirs), ours);
        }
    }
}
