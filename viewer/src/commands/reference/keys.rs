use std::fmt::Write;

use crate::commands::cli::KeyFormat;
use crate::commands::failure::Failure;
use crate::sim::scenario::keys::{self, Key};

/// Columns of a terminal.
const WIDTH: usize = 100;

/// The keys of scenario files at and below `prefix`, all when it is empty.
///
/// # Errors
///
/// [`Failure::NoKey`] if there is none.
pub fn keys(prefix: &str, format: KeyFormat) -> Result<String, Failure> {
    let found = keys::below(prefix);
    if found.is_empty() {
        return Err(Failure::NoKey { prefix: prefix.into(), right: keys::nearest(prefix) });
    }
    Ok(match format {
        KeyFormat::Text => as_text(&found),
        KeyFormat::Markdown => as_markdown(&found),
        KeyFormat::Schema => format!("{:#}\n", keys::schema()),
    })
}

/// Value and default in a few words, such as `number, 0.6 when left out`.
fn summary(key: &Key) -> String {
    let default = match (&key.default, key.is_required) {
        (Some(value), false) => format!(", {value} when left out"),
        (Some(value), true) => format!(", must be given; {value} when the table is left out"),
        (None, true) => ", must be given".into(),
        (None, false) => String::new(),
    };
    format!("{}{default}", key.value)
}

fn as_text(keys: &[Key]) -> String {
    let mut text = String::new();
    let mut section = None;
    for key in keys {
        let table = key.path.rsplit_once('.').map_or("", |(table, _)| table);
        if section != Some(table) && !key.table.is_empty() {
            text += &format!("[{table}]\n{}", indented(&key.table, 4));
        }
        section = Some(table);
        text += &key_as_text(key);
    }
    text
}

fn key_as_text(key: &Key) -> String {
    let mut text = format!("{}  ({})\n", key.path, summary(key));
    if !key.kinds.is_empty() {
        text += &format!("    with kind {}\n", key.kinds.join(", "));
    }
    text += &indented(&key.meaning, 4);
    for (word, meaning) in &key.choices {
        text += &indented(&format!("\"{word}\": {meaning}"), 6);
    }
    text
}

/// Paragraphs in lines of at most [`WIDTH`] columns.
fn indented(text: &str, indent: usize) -> String {
    text.lines().filter(|line| !line.is_empty()).map(|line| wrapped(line, indent)).collect()
}

fn wrapped(paragraph: &str, indent: usize) -> String {
    let mut lines = vec![String::new()];
    for word in paragraph.split_whitespace() {
        let line = lines.last_mut().expect("there is a line");
        if !line.is_empty() && indent + line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(word.into());
        } else {
            *line += if line.is_empty() { "" } else { " " };
            *line += word;
        }
    }
    lines.iter().map(|line| format!("{:indent$}{line}\n", "")).collect()
}

fn as_markdown(keys: &[Key]) -> String {
    let mut text = String::from(
        "# Keys of scenario files\n\nWritten by `estela keys --format markdown` from the structs that a file is read into; a test holds \
         the two together.\n\nSI units, the unit in the key's name. `NAME` stands for a name of your choice, `N` for the number of an entry \
         of a list (`[[gauge]]`), from 0 in messages and `--set`, `SIDE` for `west`, `east`, `south` or `north`. `estela keys PREFIX` prints this for a part, `estela show NAME` a \
         shipped file, and `estela keys --format schema` a JSON schema for editors.\n",
    );
    let mut section = None;
    for key in keys {
        let table = key.path.rsplit_once('.').map_or("", |(table, _)| table);
        if section != Some(table) {
            section = Some(table);
            let title = if table.is_empty() { "Top level".into() } else { format!("`{table}`") };
            write!(text, "\n## {title}\n\n").expect("a string takes all text");
            if !key.table.is_empty() {
                write!(text, "{}\n\n", key.table).expect("a string takes all text");
            }
        }
        let leaf = key.path.rsplit('.').next().unwrap_or_default();
        let kinds =
            if key.kinds.is_empty() { String::new() } else { format!("; kind {}", key.kinds.join(", ")) };
        let meaning = key.meaning.replace("\n\n", " ");
        writeln!(text, "- **`{leaf}`** ({}{kinds}): {meaning}", summary(key))
            .expect("a string takes all text");
        for (word, meaning) in &key.choices {
            writeln!(text, "  - `\"{word}\"`: {}", meaning.replace("\n\n", " "))
                .expect("a string takes all text");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_printed_with_value_default_and_choices() {
        let text = keys("solver.collision", KeyFormat::Text).unwrap();
        assert!(
            text.contains("\nsolver.collision  (text, \"bgk\" when left out)\n    Collision operator."),
            "{text}"
        );
        assert!(text.starts_with("[solver]\n    "), "{text}");
        assert!(text.contains("      \"trt\": Two relaxation times"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
    }

    #[test]
    fn an_unknown_key_is_answered_with_the_nearest() {
        let message = keys("body.boat.mas_kg", KeyFormat::Text).unwrap_err().to_string();
        assert!(message.contains("body.NAME.mass_kg"), "{message}");
    }

    /// `docs/scenarios.md` is written by the program.
    #[test]
    fn the_reference_page_is_up_to_date() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/doc/scenarios.md");
        let (written, now) = (std::fs::read_to_string(page).unwrap(), keys("", KeyFormat::Markdown).unwrap());
        assert!(written == now, "run `estela keys --format markdown > docs/scenarios.md`");
    }
}
