//! Which folder imports which: no circles, and the layers of `viewer`.
//!
//! A crate is a tree of modules. Within each folder its files, its own `mod.rs` (`lib.rs`, `main.rs`) and its subfolders are
//! the nodes of a graph. An import is an edge, from the node that holds the importing file to the node that holds the file
//! with the imported item: `use` is followed through re-exports and private imports to where the item is defined. `mod` lines
//! are no imports, and re-exports are none unless the file itself uses the name. A folder's own file is a node only for the
//! items in it: to import the folder as a whole is no import of its `mod.rs`. What is compiled for tests alone is left out.
//!
//! Calls are no edges. The methods of a type may lie in several files of a folder, as those of `World` do in `world/step.rs` and
//! `world/motion.rs`: each imports the type, none imports another, and which file a method is called from is free. Such a type is
//! one thing that was too long for one file. Any other item that two of its files need, such as what their methods return, has a file of
//! its own.
//!
//! A circle that a folder takes part in is a breach; one of files of the same folder needs a reason in [`DEFENDED`]. So a
//! `mod.rs` that uses its children holds nothing that they import: what both need goes to a file of its own.

mod graph;
mod paths;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use graph::Graph;

use super::workspace::{MEMBERS, place, sources};

/// Circles of files in one folder, with the reason: the folder, its files in alphabetical order, why.
const DEFENDED: [(&str, &[&str], &str); 0] = [];

/// All rooms of `viewer/src`, its folders and the files beside them, and which others each may import.
const LAYERS: [(&str, &[&str]); 3] =
    [("staging", &[]), ("app", &["staging"]), ("commands", &["staging", "app"])];

pub(super) fn check(root: &Path, breaches: &mut Vec<String>) -> Result<(), String> {
    for (member, _) in MEMBERS {
        let folder = root.join(member).join("src");
        let files: Vec<(String, String)> =
            sources(&folder)?.into_iter().map(|(path, text)| (place(&folder, &path), text)).collect();
        for (program, files) in programs(&files) {
            let graph = Graph::new(files);
            breaches.extend(
                graph
                    .globs()
                    .iter()
                    .map(|glob| format!("{member}/src/{program}: {glob}: name what is imported")),
            );
            for circle in graph.circles() {
                let defended = DEFENDED.iter().any(|(folder, files, _)| {
                    circle.folder == *folder && !circle.has_folder && circle.nodes == *files
                });
                if !defended {
                    let place = format!("{member}/src/{program}");
                    breaches.push(format!("{}: {circle}", place.trim_end_matches('/')));
                }
            }
            if member == "viewer" {
                layers(&graph, breaches);
            }
        }
    }
    Ok(())
}

/// The modules of each library or program of a package, by the folder of its root, such as `figures/`: every folder with a
/// `lib.rs` or `main.rs` is one. A `main.rs` beside a `lib.rs` is left out: it imports the library as another crate.
fn programs(files: &[(String, String)]) -> BTreeMap<&str, Vec<(Vec<String>, &str)>> {
    let root = |file| ["lib.rs", "main.rs"].iter().find_map(|name| folder_of(file, name));
    let roots: BTreeSet<&str> = files.iter().filter_map(|(file, _)| root(file)).collect();
    let mut programs: BTreeMap<&str, Vec<_>> = BTreeMap::new();
    for (file, text) in files {
        let has_library = |root| files.iter().any(|(other, _)| folder_of(other, "lib.rs") == Some(root));
        if folder_of(file, "main.rs").is_some_and(has_library) {
            continue;
        }
        // A folder sorts before those in it.
        if let Some(root) = roots.iter().rev().find(|root| file.starts_with(**root)) {
            programs.entry(root).or_default().push((module(&file[root.len()..]), text.as_str()));
        }
    }
    programs
}

/// The folder of a file, with its last `/`, if that is the file's name.
fn folder_of<'a>(file: &'a str, name: &str) -> Option<&'a str> {
    file.strip_suffix(name).filter(|folder| folder.is_empty() || folder.ends_with('/'))
}

/// The path of the module in a file, such as `["sim", "world"]`; that of the crate is empty.
fn module(file: &str) -> Vec<String> {
    let mut path: Vec<String> = file.trim_end_matches(".rs").split('/').map(String::from).collect();
    if path.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        path.pop();
    }
    path
}

/// Rooms of `viewer` that [`LAYERS`] does not list, and imports between rooms that it does not allow. What the crate's own file has
/// is imported by none and imports none: through it every room would reach every other.
fn layers(graph: &Graph, breaches: &mut Vec<String>) {
    let allowed: BTreeMap<&str, &[&str]> = LAYERS.into_iter().collect();
    for room in graph.rooms().into_iter().filter(|room| !allowed.contains_key(room)) {
        breaches.push(format!(
            "viewer/src: {room} is no room of LAYERS: list what it may import, and who may import it"
        ));
    }
    for (from, to, example) in graph.edges(&[]) {
        if !allowed.get(from.as_str()).is_some_and(|may| may.contains(&to.as_str())) {
            breaches.push(format!("viewer/src: {from} must not import {to}: {example}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(files: &[(&str, &str)]) -> Graph {
        Graph::new(
            files
                .iter()
                .map(|(file, text)| (module(file), text.to_string()))
                .collect::<Vec<_>>()
                .iter()
                .map(|(m, t)| (m.clone(), t.as_str()))
                .collect(),
        )
    }

    fn circles(files: &[(&str, &str)]) -> Vec<String> {
        graph(files).circles().map(|circle| circle.to_string()).collect()
    }

    #[test]
    fn imports_of_all_names_are_found() {
        let globs =
            |text: &str| graph(&[("lib.rs", "mod a; mod b;"), ("a.rs", text), ("b.rs", "")]).globs().len();
        assert_eq!(globs("use crate::b::*;"), 1);
        assert_eq!(globs("use super::{b::*};"), 1);
        assert_eq!(globs("use std::fmt::*; use crate::b::One; #[cfg(test)] mod tests { use super::*; }"), 0);
    }

    #[test]
    fn a_circle_between_folders_is_found() {
        let found = circles(&[
            ("lib.rs", "mod a; mod b;"),
            ("a/mod.rs", "mod one;"),
            ("a/one.rs", "use crate::b::Two;"),
            ("b/mod.rs", "mod two; pub use two::Two;"),
            ("b/two.rs", "use crate::a::one::One;"),
        ]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("a -> b") && found[0].contains("b -> a"), "{found:?}");
    }

    #[test]
    fn a_circle_is_found_through_a_third_folder_and_through_names_of_the_crate() {
        let found = circles(&[
            ("lib.rs", "mod a; mod b; mod c; pub use a::{One, deep::Inner as Renamed};"),
            ("a/mod.rs", "pub mod deep; use crate::b;"),
            ("a/deep.rs", ""),
            ("b/mod.rs", "use crate::c::{self, Three};"),
            ("c/mod.rs", "fn f() -> crate::Renamed { todo!() }"),
        ]);
        assert_eq!(found.len(), 1, "{found:?}");
    }

    #[test]
    fn a_circle_is_found_through_another_name_of_the_crate() {
        for path in ["own::a::One", "::own::a::One", "crate::r#a::One"] {
            let use_of_one = format!("r##\"\"#\"##; fn f() {{ {path}::new() }}");
            let found = circles(&[
                ("lib.rs", "extern crate self as own; mod a; mod b;"),
                ("a/mod.rs", "/* /* */ */ use crate::b::Two;"),
                ("b/mod.rs", &use_of_one),
            ]);
            assert_eq!(found.len(), 1, "{path}: {found:?}");
        }
    }

    #[test]
    fn a_circle_of_subfolders_is_found() {
        let found = circles(&[
            ("lib.rs", "mod sim;"),
            ("sim/mod.rs", "mod water; mod world;"),
            ("sim/water/mod.rs", "use super::world::World;"),
            ("sim/world/mod.rs", "use crate::sim::water::Water;"),
        ]);
        assert_eq!(found.len(), 1, "{found:?}");
    }

    #[test]
    fn a_folder_and_its_own_file_are_a_circle_if_each_uses_an_item_of_the_other() {
        let child = ("a/one.rs", "use super::Shared;");
        let found = |own| circles(&[("lib.rs", "mod a;"), ("a/mod.rs", own), child]);
        let circle = found("mod one; pub struct Shared; fn f() { one::g() }");
        assert_eq!(circle.len(), 1, "{circle:?}");
        assert!(circle[0].contains("in a of mod.rs, one"), "{circle:?}");
        // A re-export that the file itself uses is an import.
        assert_eq!(found("mod one; pub use one::One; pub struct Shared(One);").len(), 1);
        assert_eq!(found("mod one; pub use one::One; pub struct Shared;").len(), 0);
        // The parent imports what the child finds in it.
        assert_eq!(found("mod one; use crate::Shared; fn f() { one::g() }").len(), 0);
    }

    #[test]
    fn the_root_and_a_module_are_a_circle_if_each_uses_an_item_of_the_other() {
        let root = "mod a; pub struct Shared; fn f() { a::g() }";
        assert_eq!(circles(&[("lib.rs", root), ("a.rs", "use crate::Shared;")]).len(), 1);
        assert_eq!(circles(&[("lib.rs", root), ("a.rs", "use crate::a;")]).len(), 0);
    }

    #[test]
    fn private_imports_lead_to_where_the_item_is_defined() {
        let found = circles(&[
            ("lib.rs", "mod a; mod b;"),
            ("a/mod.rs", "mod one; use crate::b::Two;"),
            ("a/one.rs", "fn f(two: super::Two) {}"),
            ("b.rs", "use crate::a::one::One;"),
        ]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("a -> b"), "{found:?}");
        let edges = graph(&[
            ("lib.rs", "mod a; mod b;"),
            ("a/mod.rs", "mod one; use crate::b::Two;"),
            ("a/one.rs", "fn f(two: super::Two) {}"),
            ("b.rs", ""),
        ])
        .edges(&["a".into()]);
        assert!(edges.is_empty(), "{edges:?}");
    }

    #[test]
    fn modules_of_tests_are_left_out_and_code_after_them_is_not() {
        let found =
            |b| circles(&[("lib.rs", "mod a; mod b;"), ("a/mod.rs", "use crate::b::Two;"), ("b/mod.rs", b)]);
        assert_eq!(found("#[cfg(test)]\nmod tests { use crate::a::One; }").len(), 0);
        assert_eq!(found("#[cfg(test)]\nmod tests { fn f() { g() } }\nuse crate::a::One;").len(), 1);
        let planted = ("b/planted.rs", "use crate::a::One;");
        let found = |b| {
            circles(&[
                ("lib.rs", "mod a; mod b;"),
                ("a/mod.rs", "use crate::b::Two;"),
                ("b/mod.rs", b),
                planted,
            ])
        };
        assert_eq!(found("#[cfg(test)] mod planted;").len(), 0);
        assert_eq!(found("mod planted;").len(), 1);
    }

    #[test]
    fn every_program_has_a_root_of_its_own() {
        let files = [
            ("main.rs", "mod shell; mod task;"),
            ("shell.rs", ""),
            ("task.rs", ""),
            ("figures/main.rs", "#[path = \"../shell.rs\"] mod shell; mod a; mod b;"),
            ("figures/a/mod.rs", "use crate::b::Two; use crate::shell::run;"),
            ("figures/b/mod.rs", "use crate::a::One;"),
        ]
        .map(|(file, text)| (file.to_string(), text.to_string()));
        let programs = programs(&files);
        assert_eq!(programs.keys().copied().collect::<Vec<_>>(), ["", "figures/"]);
        let found: Vec<_> = programs
            .into_values()
            .flat_map(|files| Graph::new(files).circles().collect::<Vec<_>>())
            .collect();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].nodes, ["a", "b"]);
        let both = ["lib.rs", "main.rs", "a.rs"].map(|file| (file.to_string(), String::new()));
        assert_eq!(super::programs(&both)[""].len(), 2);
    }

    #[test]
    fn what_is_no_circle_is_not_reported() {
        let none = circles(&[
            ("lib.rs", "mod a; mod b; pub use a::One; pub use b::Two;"),
            (
                "a/mod.rs",
                "mod one; pub use one::One; // use crate::b::Two;\n/// [`crate::b::Two`]\nconst TEXT: &str = \"crate::b::Two\";",
            ),
            (
                "a/one.rs",
                "use std::fmt; use super::fmt;\n#[cfg(test)]\nmod tests {\n    use crate::Two;\n}\n",
            ),
            ("b/mod.rs", "use crate::One;"),
        ]);
        assert!(none.is_empty(), "{none:?}");
    }

    #[test]
    fn rooms_of_the_viewer_import_downwards() {
        let mut breaches = Vec::new();
        let files = [
            ("lib.rs", "pub mod app; pub mod commands; pub mod staging;"),
            ("staging/mod.rs", "use crate::commands::Tracks;"),
            ("commands/mod.rs", "pub use crate::app::Tracks;\nuse crate::app::View;"),
            ("app/mod.rs", ""),
        ];
        layers(&graph(&files), &mut breaches);
        // The name comes from the room `app`, through `commands`.
        assert_eq!(breaches.len(), 1, "{breaches:?}");
        assert!(breaches[0].contains("staging must not import"), "{breaches:?}");
    }

    #[test]
    fn a_room_that_is_not_listed_is_a_breach() {
        let found = |files: &[(&str, &str)]| {
            let mut breaches = Vec::new();
            layers(&graph(files), &mut breaches);
            breaches
        };
        // Through a file, through a folder, and through the crate's own file.
        for (glue, listed) in [("glue.rs", 1), ("glue/mod.rs", 1), ("glue/deep.rs", 1), ("lib.rs", 0)] {
            let name = if glue == "glue/deep.rs" { "glue::deep" } else { "glue" };
            let import = if glue == "lib.rs" {
                "use crate::View;".into()
            } else {
                format!("use crate::{name}::View;")
            };
            let mut files = vec![
                ("lib.rs", "mod staging; mod glue; mod app;"),
                ("staging/mod.rs", &import),
                ("app/mod.rs", "pub struct Inner;"),
            ];
            let held = "use crate::app::Inner; pub struct View(Inner);";
            if glue == "lib.rs" {
                files[0].1 = "mod staging; mod app; use app::Inner; pub struct View(Inner);";
            } else {
                files.push((glue, held));
            }
            let found = found(&files);
            let unlisted = found.iter().filter(|breach| breach.contains("glue is no room of LAYERS")).count();
            assert_eq!(unlisted, listed, "{glue}: {found:?}");
            assert!(found.len() > listed, "{glue}: {found:?}");
        }
        // A room that imports nothing and that none imports is none either.
        assert_eq!(found(&[("lib.rs", "mod glue;"), ("glue.rs", "")]).len(), 1);
        let listed = [
            ("lib.rs", "mod app; mod staging;"),
            ("app/mod.rs", "use crate::staging::write;"),
            ("staging.rs", ""),
        ];
        assert!(found(&listed).is_empty(), "{:?}", found(&listed));
    }
}
