use toml::{Table, Value};

use super::words;
use crate::scenario::Error;
use crate::scenario::suggest::nearest;

/// Applies `key.path=value` to a scenario's table.
pub(super) fn apply(table: &mut Table, argument: &str) -> Result<(), Error> {
    let refuse = |message: &str| Error::Override { argument: argument.into(), message: message.into() };
    let (path, value) = argument
        .split_once('=')
        .ok_or_else(|| refuse("no `=`; it must be key.path=value, such as body.boat.mass_kg=1500"))?;
    let mut names: Vec<&str> = path.split('.').map(str::trim).collect();
    if names.iter().any(|name| name.is_empty()) {
        return Err(refuse("an empty name in the key; it must be key.path=value, such as water.level_m=3"));
    }
    let last = names.pop().unwrap_or_default();
    let target = descend(table, &names, true).ok_or_else(|| {
        refuse("the key goes through something that is neither a table nor a list with that entry")
    })?;
    match (target, value.trim()) {
        (Place::Table(table), "") => {
            table.remove(last);
        }
        (Place::Table(table), value) => {
            table.insert(last.into(), parse(value).map_err(|message| refuse(&message))?);
        }
        (Place::List(list), value) => {
            let length = list.len();
            let entry = last.parse().ok().and_then(|index: usize| list.get_mut(index));
            let entry = entry.ok_or_else(|| {
                refuse(&format!("`{last}` is no entry of a list of {length}, which are counted from 0"))
            })?;
            *entry = parse(value).map_err(|message| refuse(&message))?;
        }
    }
    Ok(())
}

/// Names of the tables in a table.
pub(super) fn names(table: &Table, key: &str) -> Vec<String> {
    table.get(key).and_then(Value::as_table).map_or(Vec::new(), |of| of.keys().cloned().collect())
}

/// The fault of an override that named a body that the file does not have, where that makes a body without all that one needs: `key` is what is wrong with it.
pub(super) fn of_nobody(key: &str, bodies: &[String], overrides: &[String]) -> Option<Error> {
    let name = key.strip_prefix("body.")?.split('.').next()?;
    if bodies.iter().any(|body| body == name) {
        return None;
    }
    let is_of = |argument: &&String| argument.trim_start().starts_with(&format!("body.{name}."));
    let argument = overrides.iter().find(is_of)?.clone();
    let known: Vec<&str> = bodies.iter().map(String::as_str).collect();
    let others = match (nearest(name, &known), &known[..]) {
        (_, []) => "and no other; a file has bodies".into(),
        (Some(meant), _) => format!("did you mean `{meant}`? There are: {}", known.join(", ")),
        (None, _) => format!("there are: {}", known.join(", ")),
    };
    Some(Error::Override { argument, message: format!("no body is called {name}; {others}") })
}

/// The table at a dotted path; entries of lists are given by their number.
pub(super) fn table_at<'a>(table: &'a mut Table, path: &str) -> Option<&'a mut Table> {
    let names: Vec<&str> = path.split('.').filter(|name| !name.is_empty()).collect();
    match descend(table, &names, false)? {
        Place::Table(table) => Some(table),
        Place::List(_) => None,
    }
}

enum Place<'a> {
    Table(&'a mut Table),
    List(&'a mut Vec<Value>),
}

fn descend<'a>(table: &'a mut Table, names: &[&str], create: bool) -> Option<Place<'a>> {
    let mut place = Place::Table(table);
    for name in names {
        let value = match place {
            Place::Table(table) if create => table.entry(*name).or_insert_with(|| Value::Table(Table::new())),
            Place::Table(table) => table.get_mut(*name)?,
            Place::List(list) => list.get_mut(name.parse::<usize>().ok()?)?,
        };
        place = match value {
            Value::Table(table) => Place::Table(table),
            Value::Array(list) => Place::List(list),
            _ => return None,
        };
    }
    Some(place)
}

/// Parses a TOML value; a word that is none is a string.
///
/// # Errors
///
/// What is wrong with a list, a table or a text in quotes.
fn parse(value: &str) -> Result<Value, String> {
    match format!("value = {value}").parse::<Table>() {
        Ok(mut table) if table.len() == 1 => Ok(table.remove("value").unwrap_or_else(|| value.into())),
        Err(error) if value.starts_with(['[', '{', '"', '\'']) => {
            Err(format!("its value is none of TOML: {}", words::of_value(error.message())))
        }
        _ => Ok(value.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(text: &str, argument: &str) -> Result<Table, Error> {
        let mut table = text.parse().unwrap();
        apply(&mut table, argument).map(|()| table)
    }

    #[test]
    fn values_are_toml_and_bare_words_are_strings() {
        let table = after("a.b = 1", "a.b=2.5").unwrap();
        assert_eq!(table["a"]["b"], Value::Float(2.5));
        let table = after("", "x.y.z=../hull.stl").unwrap();
        assert_eq!(table["x"]["y"]["z"].as_str(), Some("../hull.stl"));
        let table = after("", "side={ kind = \"wall\" }").unwrap();
        assert_eq!(table["side"]["kind"].as_str(), Some("wall"));
    }

    #[test]
    fn entries_of_lists_go_by_number_and_an_empty_value_removes() {
        let table = after("[[gauge]]\nname = 'a'\n[[gauge]]\nname = 'b'", "gauge.1.name=c").unwrap();
        assert_eq!((&table["gauge"][0]["name"], &table["gauge"][1]["name"]), (&"a".into(), &"c".into()));
        assert_eq!(after("cells = [3, 4]", "cells.1=9").unwrap()["cells"][1], Value::Integer(9));
        assert!(!after("a = 1", "a=").unwrap().contains_key("a"));
    }

    #[test]
    fn invalid_overrides_are_rejected_with_the_argument() {
        for argument in [
            "a.b",
            "=3",
            "a..b=3",
            "number.x=3",
            "list.7=3",
            "list.x.y=3",
            "number=[1, 2",
            "list.0={ a = }",
            "list=[99999999999999999999, 3]",
        ] {
            let message = after("number = 1\nlist = [1, 2]", argument).unwrap_err().to_string();
            assert!(message.starts_with(&format!("--set {argument}: ")), "{message}");
        }
    }
}
