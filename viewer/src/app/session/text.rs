//! The text of a scenario as the user wrote it: keys changed without touching comments, and the lines of what is wrong.

use toml_edit::{Document, DocumentMut, Item, Value};

use crate::sim::Error as WorldError;
use crate::sim::scenario::{Error, Scenario};

/// The text that a scenario was read from; of one that has no file, its values.
pub(super) fn of(scenario: &Scenario) -> String {
    Scenario::text(&scenario.origin.name).or_else(|_| scenario.to_toml()).unwrap_or_default()
}

/// A text with keys changed, as by `--set`: comments and order stay.
///
/// # Errors
/// In one sentence, where the text is no TOML, or a key goes through something that is neither a table nor a list.
pub(crate) fn with_changes(text: &str, changes: &[String]) -> Result<String, String> {
    let mut document: DocumentMut =
        text.parse().map_err(|error: toml_edit::TomlError| format!("not TOML: {}", error.message()))?;
    for change in changes {
        let through =
            || format!("{change}: the key goes through something that is neither a table nor a list");
        let (path, value) = change.split_once('=').ok_or_else(through)?;
        let mut names: Vec<&str> = path.split('.').map(str::trim).collect();
        let last = names.pop().unwrap_or_default();
        let mut parent = document.as_item_mut();
        for name in names {
            if let Item::Table(table) = parent
                && !table.contains_key(name)
            {
                let mut table_of = toml_edit::Table::new();
                table_of.set_implicit(true);
                table.insert(name, Item::Table(table_of));
            }
            parent = entry(parent, name).ok_or_else(through)?;
        }
        if let Some(old) = entry(parent, last).and_then(Item::as_value_mut) {
            let decor = old.decor().clone();
            *old = parsed(value);
            *old.decor_mut() = decor;
        } else if let Some(table) = parent.as_table_like_mut() {
            table.insert(last, Item::Value(parsed(value)));
        } else {
            return Err(through());
        }
    }
    Ok(document.to_string())
}

/// The entry of a table by its key, or of a list by its number.
fn entry<'a>(item: &'a mut Item, name: &str) -> Option<&'a mut Item> {
    match name.parse::<usize>() {
        Ok(index) if !item.is_table_like() => item.get_mut(index),
        _ => item.get_mut(name),
    }
}

/// A value as in TOML; a bare word as a string.
fn parsed(value: &str) -> Value {
    value.trim().parse().unwrap_or_else(|_| Value::from(value.trim()))
}

/// An error of a scenario, with the line of the text that it is about.
pub(super) fn with_line(text: &str, error: &Error) -> String {
    let line = match error {
        Error::Key { key, .. } => line_of(text, key),
        Error::Syntax { file, .. } => {
            // Without the lines of the text that show the place.
            if let Err(error) = Document::parse(text) {
                let line = error.span().map_or(1, |span| line_at(text, span.start));
                return format!("line {line}: {file}: not TOML: {}", error.message().replace('\n', "; "));
            }
            None
        }
        _ => None,
    };
    line.map_or_else(|| error.to_string(), |line| format!("line {line}: {error}"))
}

/// As [`with_line`], of an error in setting up the world.
pub(super) fn with_line_of_world(text: &str, error: &WorldError) -> String {
    match error {
        WorldError::Scenario(error) => with_line(text, error),
        _ => error.to_string(),
    }
}

/// The line, from 1, of the longest part of a key that the text has.
fn line_of(text: &str, key: &str) -> Option<usize> {
    let document = Document::parse(text).ok()?;
    let (mut item, mut start) = (document.as_item(), None);
    for name in key.split('.') {
        let next = match name.parse::<usize>() {
            Ok(index) if !item.is_table_like() => item.get(index),
            _ => item.get(name),
        };
        let Some(next) = next else { break };
        let of_key = item.as_table_like().and_then(|table| table.key(name)).and_then(toml_edit::Key::span);
        start = of_key.or_else(|| next.span()).map(|span| span.start).or(start);
        item = next;
    }
    Some(line_at(text, start?))
}

fn line_at(text: &str, start: usize) -> usize {
    1 + text[..start.min(text.len())].matches('\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# A pool.\ntitle = \"pool\"\nduration_s = 1.0 # short\ngrid = { cells = [20, 10], cell_size_m = 0.5 }\n\n\
        # Still.\n[water]\nlevel_m = 2.0 # everywhere\n\n[[gauge]]\nname = \"a\"\nposition_m = [1.0, 2.0] # here\n";

    #[test]
    fn comments_and_order_stay_when_keys_change() {
        let changes =
            ["water.level_m=3.5", "gauge.0.position_m=[4, 5]", "grid.cell_size_m=0.25", "wind.speed_m_s=8"];
        let changes = changes.map(String::from);
        let text = with_changes(TEXT, &changes).unwrap();
        let expected = TEXT.replace("2.0 # every", "3.5 # every").replace("[1.0, 2.0] #", "[4, 5] #");
        let expected = expected.replace("0.5 }", "0.25 }");
        assert!(text.starts_with(&expected), "{text}");
        assert_eq!(text[expected.len()..].trim(), "[wind]\nspeed_m_s = 8");
        assert_eq!(with_changes(TEXT, &[]).unwrap(), TEXT);
        let error = with_changes(TEXT, &["duration_s.x.y=2".into()]).unwrap_err();
        assert!(error.starts_with("duration_s.x.y=2: "), "{error}");
        assert!(with_changes("a = ", &[]).unwrap_err().starts_with("not TOML: "));
    }

    #[test]
    fn lines_are_those_of_the_keys() {
        for (key, line) in [
            ("title", 2),
            ("duration_s", 3),
            ("grid.cell_size_m", 4),
            ("water.level_m", 8),
            ("water.column.0.level_m", 7),
            ("gauge.0.position_m", 12),
            ("gauge.0.position_m.1", 12),
        ] {
            assert_eq!(line_of(TEXT, key), Some(line), "{key}");
        }
        assert_eq!(line_of(TEXT, "body.boat"), None);
    }
}
