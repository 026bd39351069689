//! Files that a scenario file includes.

use std::path::{Path, PathBuf};

use toml::{Table, Value};

use super::shipped;
use super::words::parse_table;
use crate::bounded;
use crate::scenario::Error;

/// Greatest depth of files that include files.
const DEEPEST: usize = 8;

/// Greatest size of an included file, bytes.
const LARGEST: usize = 1 << 20;

/// Puts the tables of the files and shipped scenarios that `include` lists under those of `table`, and removes the key. What `table` says itself wins;
/// lists of tables, such as `[[gauge]]`, are joined, the included ones first.
pub(super) fn resolve(table: &mut Table, file: &str, folder: Option<&Path>) -> Result<(), Error> {
    within(table, file, folder, &mut Vec::new())
}

fn within(
    table: &mut Table,
    file: &str,
    folder: Option<&Path>,
    outer: &mut Vec<PathBuf>,
) -> Result<(), Error> {
    let Some(include) = table.remove("include") else { return Ok(()) };
    let wrong = |message: String| Error::Key { file: file.into(), key: "include".into(), message };
    let Value::Array(list) = include else {
        return Err(wrong("it must be a list of files, such as [\"bed.toml\"]".into()));
    };
    let mut under = Table::new();
    for entry in list {
        let Value::String(name) = entry else {
            return Err(wrong(format!("{entry}; each entry must be a file's name in quotes")));
        };
        let path = folder.map_or_else(|| PathBuf::from(&name), |folder| folder.join(&name));
        let shown = path.display().to_string();
        let known = path.canonicalize().unwrap_or_else(|_| path.clone());
        if outer.contains(&known) {
            return Err(wrong(format!("{shown} includes itself, directly or through others")));
        }
        if outer.len() == DEEPEST {
            return Err(wrong(format!("{shown} is more than {DEEPEST} files deep; include it higher up")));
        }
        let text = match shipped::text(&name).filter(|_| !path.exists()) {
            Some(text) => text.into(),
            None => bounded::read_text(&path, LARGEST)
                .map_err(|error| wrong(format!("{shown} cannot be read: {error}")))?,
        };
        let mut included = parse_table(&text, &shown)?;
        outer.push(known);
        within(&mut included, &shown, path.parent(), outer)?;
        outer.pop();
        merge(&mut under, included);
    }
    let own = std::mem::take(table);
    merge(&mut under, own);
    *table = under;
    Ok(())
}

/// Puts `over` over `under`: tables entry by entry, but for one of another `kind`; lists of tables are joined; all else is replaced.
fn merge(under: &mut Table, over: Table) {
    for (name, value) in over {
        match (under.get_mut(&name), value) {
            (Some(Value::Table(under)), Value::Table(over))
                if over
                    .get("kind")
                    .is_none_or(|kind| under.get("kind").is_none_or(|other| other == kind)) =>
            {
                merge(under, over);
            }
            (Some(Value::Array(under)), Value::Array(over))
                if [&*under, &over].iter().all(|list| list.iter().all(Value::is_table)) =>
            {
                under.extend(over);
            }
            (_, value) => {
                under.insert(name, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(texts: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        texts.iter().for_each(|(name, text)| std::fs::write(folder.path().join(name), text).unwrap());
        folder
    }

    fn resolved(folder: &tempfile::TempDir, name: &str) -> Result<Table, Error> {
        let mut table: Table = std::fs::read_to_string(folder.path().join(name)).unwrap().parse().unwrap();
        resolve(&mut table, name, Some(folder.path())).map(|()| table)
    }

    #[test]
    fn what_a_file_says_itself_wins_and_lists_of_tables_are_joined() {
        let folder = files(&[
            (
                "a.toml",
                "include = ['b.toml', 'c.toml']\nx = 1\n[t]\np = 1\n[[gauge]]\nname = 'a'\n[hull]\nkind = 'box'",
            ),
            (
                "b.toml",
                "x = 2\ny = 2\n[t]\np = 2\nq = 2\n[[gauge]]\nname = 'b'\n[hull]\nkind = 'sphere'\nradius_m = 1",
            ),
            ("c.toml", "y = 3\ncells = [1, 2]"),
        ]);
        let expected: Table =
            "x = 1\ny = 3\ncells = [1, 2]\n[t]\np = 1\nq = 2\n[[gauge]]\nname = 'b'\n[[gauge]]\nname = 'a'\n\
                               [hull]\nkind = 'box'"
                .parse()
                .unwrap();
        assert_eq!(resolved(&folder, "a.toml").unwrap(), expected);
    }

    #[test]
    fn shipped_scenarios_are_included_by_name_where_there_is_no_such_file() {
        let folder =
            files(&[("a.toml", "include = ['floating', 'b']\nduration_s = 3"), ("b", "title = 'mine'")]);
        let table = resolved(&folder, "a.toml").unwrap();
        let text = |key: &str| table[key].as_str().unwrap().to_owned();
        assert_eq!((text("title"), text("source")), ("mine".into(), "Archimedes".into()));
        assert_eq!(table["duration_s"].as_integer(), Some(3));
    }

    #[test]
    fn circles_and_missing_files_are_refused_with_the_file() {
        let folder = files(&[
            ("a.toml", "include = ['b.toml']"),
            ("b.toml", "include = ['a.toml']"),
            ("c.toml", "include = ['none.toml']"),
            ("d.toml", "include = 'b.toml'"),
            ("e.toml", "include = ['.']"),
        ]);
        for (name, part) in [
            ("a.toml", "includes itself"),
            ("c.toml", "none.toml"),
            ("d.toml", "a list"),
            ("e.toml", "no regular file"),
        ] {
            let message = resolved(&folder, name).unwrap_err().to_string();
            assert!(message.contains("include: ") && message.contains(part), "{message}");
        }
    }
}
