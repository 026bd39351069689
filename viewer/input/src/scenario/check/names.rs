//! Names of bodies, joints, gauges and transects.

use std::collections::HashSet;

use super::ranges::{Wrong, wrong};
use crate::bounded;

/// Greatest number of letters of a name.
const MAX_NAME: usize = 100;

/// As much of a name as messages show.
pub(super) fn shown(name: &str) -> String {
    bounded::shown(name, MAX_NAME)
}

/// Names stand in tables, in messages and in the names of files.
pub(super) fn check(key: &str, name: &str) -> Result<(), Wrong> {
    let letters = name.chars().count();
    if (1..=MAX_NAME).contains(&letters) && !name.chars().any(char::is_control) {
        return Ok(());
    }
    let shown = shown(name);
    wrong(
        key,
        format!("`{shown}`; a name must have 1 to {MAX_NAME} letters, none of them a control character"),
    )
}

/// Whether the names of gauges, transects or joints can be shown, each once.
pub(super) fn own<'a>(kind: &str, names: impl Iterator<Item = &'a str>) -> Result<(), Wrong> {
    let mut earlier = HashSet::new();
    for (i, name) in names.enumerate() {
        check(&format!("{kind}.{i}.name"), name)?;
        if !earlier.insert(name) {
            let message = format!("`{name}` is taken; each {kind} needs a name of its own");
            return wrong(format!("{kind}.{i}.name"), message);
        }
    }
    Ok(())
}
