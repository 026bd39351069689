//! Sizes of source files and folders, test programs, comments of scenarios, places of `unsafe`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::workspace::{MEMBERS, place, sources, with_extension};

/// Longest file; a longer one needs an entry in the list below.
const LINES: usize = 400;

/// Most sources in a folder; more are hard to survey. The tests of a crate, one file for each law, are not counted.
const FILES: usize = 16;

/// Most fields of the world: more of them are parts of one thing.
const FIELDS: usize = 10;

/// Files that may be longer, with the reason.
const LONG: [(&str, &str); 0] = [];

/// Modules that may contain `unsafe`, with the reason.
const UNSAFE: [(&str, &str); 0] = [];

pub(super) fn check(root: &Path, breaches: &mut Vec<String>) -> Result<(), String> {
    let (mut shaders, mut rooms) = (Vec::new(), BTreeSet::new());
    for (member, _) in MEMBERS {
        let sources = sources(&root.join(member))?;
        let sources: Vec<(String, String)> =
            sources.into_iter().map(|(path, text)| (place(root, &path), text)).collect();
        for (place, text) in &sources {
            check_source(place, text, breaches);
            if member == "viewer/sim" {
                check_world(place, text, breaches);
            }
        }
        if member != "xtask" {
            rooms.extend(rooms_of(member, sources.iter().map(|(place, _)| place.as_str())));
        }
        check_folders(sources.iter().map(|(place, _)| place.as_str()), breaches);
        check_tests(sources.iter().map(|(place, _)| place.as_str()), breaches);
        let found = with_extension(&root.join(member), "wgsl")?;
        shaders.extend(found.iter().map(|(path, _)| place(root, path)));
    }
    let path = root.join("ARCHITECTURE.md");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    check_architecture(&text, &shaders, |named| root.join(named).exists(), breaches);
    check_rooms(&text, rooms.iter().map(|(src, room)| (src.as_str(), room.as_str())), breaches);
    for (path, text) in with_extension(&root.join("viewer/input/scenarios"), "toml")? {
        check_scenario(&place(root, &path), &text, breaches);
    }
    Ok(())
}

/// The length of a source, and whether it may contain `unsafe`.
fn check_source(place: &str, text: &str, breaches: &mut Vec<String>) {
    let lines = text.lines().count();
    if lines > LINES && !LONG.iter().any(|(file, _)| *file == place) {
        breaches.push(format!("{place}: {lines} lines; split it, or give the reason in xtask's list"));
    }
    if text.lines().any(is_unsafe) && !UNSAFE.iter().any(|(file, _)| *file == place) {
        breaches.push(format!("{place}: `unsafe` outside the modules in xtask's list"));
    }
}

/// How many fields the world has.
fn check_world(place: &str, text: &str, breaches: &mut Vec<String>) {
    let Some((_, fields)) = text.split_once("pub struct World {\n") else { return };
    let is_field = |line: &&str| !line.trim_start().starts_with("//") && line.contains(": ");
    let fields = fields.lines().take_while(|line| *line != "}").filter(is_field).count();
    if fields > FIELDS {
        breaches.push(format!("{place}: `World` has {fields} fields, and at most {FIELDS} can be surveyed; put together what is one thing"));
    }
}

/// Whether the code of a line contains `unsafe` outside comments and strings.
fn is_unsafe(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    let mut words =
        code.split('"').step_by(2).flat_map(|code| code.split(|c: char| !c.is_alphanumeric() && c != '_'));
    words.any(|word| word == "unsafe")
}

/// How many of the sources at `places` lie in one folder.
fn check_folders<'a>(places: impl Iterator<Item = &'a str>, breaches: &mut Vec<String>) {
    let mut folders: BTreeMap<&str, usize> = BTreeMap::new();
    for (folder, _) in places.filter_map(|place| place.rsplit_once('/')) {
        if !folder.contains("/tests") {
            *folders.entry(folder).or_insert(0) += 1;
        }
    }
    for (folder, files) in folders.into_iter().filter(|(_, files)| *files > FILES) {
        breaches.push(format!("{folder}: {files} sources; group them, or merge those that are one idea"));
    }
}

/// Tests beside the program of their crate, `tests/laws/main.rs`: each would be linked as a program of its own.
fn check_tests<'a>(places: impl Iterator<Item = &'a str>, breaches: &mut Vec<String>) {
    for place in places.filter(|place| !place.contains("/src/")) {
        let Some((_, file)) = place.split_once("/tests/") else { continue };
        let beside = !file.contains('/');
        if beside || file.ends_with("/main.rs") && file != "laws/main.rs" {
            breaches.push(format!("{place}: a test program beside tests/laws; make it a module of that"));
        }
    }
}

/// Checks that every shader is in the table of twins, and that every path that `architecture` names is there.
fn check_architecture(
    architecture: &str,
    shaders: &[String],
    is_there: impl Fn(&str) -> bool,
    breaches: &mut Vec<String>,
) {
    let is_path = |word: &&str| MEMBERS.iter().any(|(member, _)| word.starts_with(&format!("{member}/")));
    // Every second piece between backticks is quoted.
    for named in architecture.split('`').skip(1).step_by(2).filter(is_path) {
        if !is_there(named) {
            breaches.push(format!("ARCHITECTURE.md: names {named}, which is not there"));
        }
    }
    let places = architecture.split("## Where to look").nth(1).unwrap_or_default();
    let is_source = |word: &&str| word.ends_with(".rs") || word.ends_with(".wgsl");
    for named in places.split('`').skip(1).step_by(2).filter(|word| is_source(word) && !is_path(word)) {
        breaches.push(format!(
            "ARCHITECTURE.md, Where to look: {named} must be a path from the workspace's root"
        ));
    }
    for place in shaders {
        if !architecture.contains(&format!("`{place}`")) {
            breaches.push(format!("{place}: not in the table of twins in ARCHITECTURE.md"));
        }
    }
}

/// The rooms of a member, which are the folders of its sources, by the folder that they lie in.
fn rooms_of<'a>(member: &str, places: impl Iterator<Item = &'a str>) -> BTreeSet<(String, String)> {
    let src = format!("{member}/src");
    let room = |place: &str| {
        let (room, _) = place.strip_prefix(&src)?.strip_prefix('/')?.split_once('/')?;
        Some((src.clone(), room.into()))
    };
    places.filter_map(room).collect()
}

/// Checks that the list of each crate's folders, `**CRATE/src**`, names all of its rooms.
fn check_rooms<'a>(
    architecture: &str,
    rooms: impl Iterator<Item = (&'a str, &'a str)>,
    breaches: &mut Vec<String>,
) {
    for (src, room) in rooms {
        let list = architecture.split_once(&format!("\n**{src}**")).map_or("", |(_, list)| list);
        // Up to the next list, or the next chapter.
        let end = ["\n**", "\n#"].into_iter().filter_map(|next| list.find(next)).min();
        if !list[..end.unwrap_or(list.len())].contains(&format!("`{room}/`")) {
            breaches.push(format!("{src}/{room}: no room of {src} in ARCHITECTURE.md"));
        }
    }
}

fn check_scenario(place: &str, text: &str, breaches: &mut Vec<String>) {
    if !text.starts_with('#') {
        breaches.push(format!("{place}: a scenario begins with a comment that says what it is"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::breaches;

    #[test]
    fn long_sources_are_found() {
        let lines = |count: usize| breaches(|out| check_source("a.rs", &"x;\n".repeat(count), out));
        assert!(lines(LINES).is_empty());
        assert!(lines(LINES + 1)[0].contains("401 lines"), "{:?}", lines(LINES + 1));
    }

    #[test]
    fn a_world_of_many_parts_is_found() {
        let world = |fields: usize| {
            let fields = "    /// A: part.\n    pub(super) a: Part,\n".repeat(fields);
            format!("/// A world.\npub struct World {{\n{fields}}}\n\nstruct Part {{\n    b: u8,\n}}\n")
        };
        let found = |fields: usize| breaches(|out| check_world("a.rs", &world(fields), out));
        assert!(found(FIELDS).is_empty() && found(FIELDS + 1)[0].contains("11 fields"));
    }

    #[test]
    fn unsafe_code_is_found_and_the_word_in_comments_and_strings_is_not() {
        let found = |text: &str| breaches(|out| check_source("a.rs", text, out)).len();
        assert_eq!(found("fn f() {\n    unsafe { g() }\n}\n"), 1);
        assert_eq!(found("let a = unsafe{ g(\"x\") };\n"), 1);
        assert_eq!(found("// unsafe\nlet a = \"unsafe\";\n#![forbid(unsafe_code)]\n"), 0);
    }

    #[test]
    fn crowded_folders_are_found_but_for_tests() {
        let files = |folder: &str, count: usize| {
            let places: Vec<String> = (0..count).map(|k| format!("{folder}/{k}.rs")).collect();
            breaches(|out| check_folders(places.iter().map(String::as_str), out))
        };
        assert!(files("viewer/sim/src", FILES).is_empty());
        assert!(files("viewer/sim/src", FILES + 1)[0].starts_with("viewer/sim/src: 17 sources"));
        assert!(files("viewer/tests/laws", FILES + 1).is_empty());
    }

    #[test]
    fn a_second_test_program_is_found() {
        let places =
            ["a/tests/laws/main.rs", "a/tests/laws/waves.rs", "a/src/tests/gpu.rs", "a/tests/memory.rs"];
        let found = breaches(|out| check_tests(places.into_iter(), out));
        assert!(found.len() == 1 && found[0].starts_with("a/tests/memory.rs: "), "{found:?}");
        assert_eq!(breaches(|out| check_tests(["a/tests/gpu/main.rs"].into_iter(), out)).len(), 1);
    }

    #[test]
    fn missing_places_and_shaders_without_a_twin_are_found() {
        let shaders = ["viewer/src/a.wgsl", "viewer/src/b.wgsl"].map(String::from);
        let text = "`viewer/src/a.wgsl`, `viewer/src/gone.rs`, `estela/other`, viewer/src/not-quoted.rs";
        let found = breaches(|out| check_architecture(text, &shaders, |named| !named.contains("gone"), out));
        assert_eq!(found.len(), 2, "{found:?}");
        let text = "`a.rs` ## Where to look `viewer/src/a.rs`, `b.rs`, `b`";
        let short = breaches(|out| check_architecture(text, &[], |_| true, out));
        assert!(short.len() == 1 && short[0].contains("look: b.rs must be a path"), "{short:?}");
        assert!(
            found[0].contains("viewer/src/gone.rs") && found[1].contains("viewer/src/b.wgsl"),
            "{found:?}"
        );
    }

    #[test]
    fn rooms_that_are_not_listed_are_found() {
        let places =
            ["a/src/lib.rs", "a/src/one/mod.rs", "a/src/one/deep/b.rs", "a/src/two/c.rs", "a/tests/d/e.rs"];
        let rooms = rooms_of("a", places.into_iter());
        assert!(rooms.iter().map(|(_, room)| room.as_str()).eq(["one", "two"]), "{rooms:?}");
        let found = |text: &str| {
            let rooms = rooms.iter().map(|(src, room)| (src.as_str(), room.as_str()));
            breaches(|out| check_rooms(text, rooms, out))
        };
        assert!(found("\n**a/src**\n\n| `one/`, `two/` | both |\n").is_empty());
        for other in
            ["\n**a/src**: `one/`.\n\n**b/src**: `two/`.\n", "\n**a/src**: `one/`.\n\n## More\n\n`two/`"]
        {
            assert_eq!(found(other), ["a/src/two: no room of a/src in ARCHITECTURE.md"], "{other}");
        }
        assert_eq!(found("").len(), 2);
    }

    #[test]
    fn scenarios_without_a_comment_are_found() {
        assert!(breaches(|out| check_scenario("a.toml", "# A dam.\ntitle = 1\n", out)).is_empty());
        assert_eq!(breaches(|out| check_scenario("a.toml", "title = 1\n# A dam.\n", out)).len(), 1);
    }
}
