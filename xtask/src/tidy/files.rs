//! Sizes of source files and folders, comments of scenarios, places of `unsafe`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{MEMBERS, place};

/// Longest file; a longer one needs an entry in the list below.
const LINES: usize = 400;

/// Most sources in a folder; more are hard to survey. Tests of a crate, one a law, are not counted.
const FILES: usize = 16;

/// Files that may be longer, with the reason.
const LONG: [(&str, &str); 0] = [];

/// Modules that may contain `unsafe`, with the reason.
const UNSAFE: [(&str, &str); 0] = [];

pub(super) fn check(root: &Path, breaches: &mut Vec<String>) -> Result<(), String> {
    for (member, _) in MEMBERS {
        let mut folders = BTreeMap::new();
        for (path, text) in sources(&root.join(member))? {
            let place = place(root, &path);
            if let Some((folder, _)) = place.rsplit_once('/')
                && !folder.contains("/tests")
            {
                *folders.entry(folder.to_string()).or_insert(0) += 1;
            }
            let lines = text.lines().count();
            if lines > LINES && !LONG.iter().any(|(file, _)| *file == place) {
                breaches
                    .push(format!("{place}: {lines} lines; split it, or give the reason in xtask's list"));
            }
            let is_unsafe = |line: &str| {
                let code = line.split("//").next().unwrap_or_default();
                !code.contains('"') && code.split_whitespace().any(|word| word == "unsafe")
            };
            if text.lines().any(is_unsafe) && !UNSAFE.iter().any(|(file, _)| *file == place) {
                breaches.push(format!("{place}: `unsafe` outside the modules in xtask's list"));
            }
        }
        for (folder, files) in folders.into_iter().filter(|(_, files)| *files > FILES) {
            breaches.push(format!("{folder}: {files} sources; group them, or merge those that are one idea"));
        }
    }
    check_architecture(root, breaches)?;
    for (path, text) in with_extension(&root.join("scenarios"), "toml")? {
        let place = place(root, &path);
        if !text.starts_with('#') {
            breaches.push(format!("{place}: a scenario begins with a comment that says what it is"));
        }
    }
    Ok(())
}

/// Every shader is in the table of twins, and every path that ARCHITECTURE.md names is there.
fn check_architecture(root: &Path, breaches: &mut Vec<String>) -> Result<(), String> {
    let path = root.join("ARCHITECTURE.md");
    let table = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let is_path = |word: &&str| MEMBERS.iter().any(|(member, _)| word.starts_with(&format!("{member}/")));
    // Every second piece between backticks is quoted.
    for named in table.split('`').skip(1).step_by(2).filter(is_path) {
        if !root.join(named).exists() {
            breaches.push(format!("ARCHITECTURE.md: names {named}, which is not there"));
        }
    }
    for (member, _) in MEMBERS {
        for (path, _) in with_extension(&root.join(member), "wgsl")? {
            let place = place(root, &path);
            if !table.contains(&format!("`{place}`")) {
                breaches.push(format!("{place}: not in the table of twins in ARCHITECTURE.md"));
            }
        }
    }
    Ok(())
}

/// All Rust sources below a folder with their texts.
pub(super) fn sources(folder: &Path) -> Result<Vec<(PathBuf, String)>, String> {
    with_extension(folder, "rs")
}

/// All files below a folder with an extension, with their texts.
pub(super) fn with_extension(folder: &Path, extension: &str) -> Result<Vec<(PathBuf, String)>, String> {
    let fail = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut found = Vec::new();
    let mut entries: Vec<_> = folder.read_dir().map_err(fail)?.collect::<Result<_, _>>().map_err(fail)?;
    entries.sort_by_key(|entry| entry.path());
    for entry in entries {
        let path = entry.path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "target") {
                found.extend(with_extension(&path, extension)?);
            }
        } else if path.extension().is_some_and(|e| e == extension) {
            let text =
                std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            found.push((path, text));
        }
    }
    Ok(found)
}
