//! Comments of the code as text for users.

use serde_json::Value;

/// A description as one paragraph a blank line, and an entry of a list a line, without the links of the code's documentation.
pub(super) fn meaning(schema: &Value) -> String {
    let text = schema["description"].as_str().unwrap_or_default();
    let join = |mut text: String, line: &str| {
        let is_first = text.is_empty();
        text += if is_first {
            ""
        } else if line.starts_with("- ") {
            "\n"
        } else {
            " "
        };
        text + line.trim_start()
    };
    let paragraphs = text.split("\n\n").map(|paragraph| paragraph.lines().fold(String::new(), join));
    paragraphs.map(|paragraph| without_links(&paragraph)).collect::<Vec<_>>().join("\n\n")
}

/// Replaces links such as [`World`] and [words](target) by what they show.
fn without_links(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        let linked =
            after.split_once(']').filter(|(shown, target)| target.starts_with('(') || shown.starts_with('`'));
        plain.push_str(before);
        match linked {
            Some((shown, target)) => {
                plain.push_str(shown);
                let beyond = target.strip_prefix('(').and_then(|target| target.split_once(')'));
                rest = beyond.map_or(target, |(_, beyond)| beyond);
            }
            None => {
                plain.push('[');
                rest = after;
            }
        }
    }
    plain + rest
}
