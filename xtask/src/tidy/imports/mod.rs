//! Which folder imports which: no circles, and the layers of `viewer`.
//!
//! A crate is a tree of modules. Within each folder its files and subfolders are the nodes of a graph, and an import from
//! anywhere below one to anywhere below another is an edge. A circle that a folder takes part in is a breach; one of files
//! of the same folder needs a reason in [`DEFENDED`]. Re-exports and `mod` lines are no imports; an import of a re-exported
//! name counts for the module that it comes from. Tests are left out.

mod graph;
mod paths;

use std::collections::BTreeMap;
use std::path::Path;

use graph::Graph;

use super::files::sources;
use super::{MEMBERS, place};

/// Circles of files in one folder, with the reason: the folder, its files in alphabetical order, why.
const DEFENDED: [(&str, &[&str], &str); 0] = [];

/// The rooms of `viewer/src`, and which others each may import.
const LAYERS: [(&str, &[&str]); 6] = [
    ("sim", &[]),
    ("scene", &[]),
    ("render", &["scene"]),
    ("staging", &["sim", "scene"]),
    ("app", &["sim", "scene", "staging", "render"]),
    ("commands", &["sim", "scene", "staging", "render", "app"]),
];

pub(super) fn check(root: &Path, breaches: &mut Vec<String>) -> Result<(), String> {
    for (member, _) in MEMBERS {
        let folder = root.join(member).join("src");
        let files = sources(&folder)?;
        let files = files.iter().map(|(path, text)| (module(&place(&folder, path)), text.as_str()));
        let graph = Graph::new(files.collect());
        for circle in graph.circles() {
            let defended = DEFENDED.iter().any(|(folder, files, _)| {
                circle.folder == *folder && !circle.has_folder && circle.nodes == *files
            });
            if !defended {
                breaches.push(format!("{member}/src: {circle}"));
            }
        }
        if member == "viewer" {
            layers(&graph, breaches);
        }
    }
    Ok(())
}

/// The path of the module in a file, such as `["sim", "world"]`; that of the crate is empty.
fn module(file: &str) -> Vec<String> {
    let mut path: Vec<String> = file.trim_end_matches(".rs").split('/').map(String::from).collect();
    if path.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        path.pop();
    }
    path
}

/// Imports between the rooms of `viewer` that [`LAYERS`] does not allow.
fn layers(graph: &Graph, breaches: &mut Vec<String>) {
    let allowed: BTreeMap<&str, &[&str]> = LAYERS.into_iter().collect();
    for (from, to, example) in graph.edges(&[]) {
        let (Some(may), true) = (allowed.get(from.as_str()), allowed.contains_key(to.as_str())) else {
            continue;
        };
        if !may.contains(&to.as_str()) {
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
            ("lib.rs", "pub mod sim; pub mod render; pub mod scene;"),
            ("sim/mod.rs", "use crate::render::Scene;"),
            ("render/mod.rs", "pub use crate::scene::Scene;\nuse crate::scene::View;"),
            ("scene/mod.rs", ""),
        ];
        layers(&graph(&files), &mut breaches);
        // The name comes from the room `scene`, through `render`.
        assert_eq!(breaches.len(), 1, "{breaches:?}");
        assert!(breaches[0].contains("sim must not import"), "{breaches:?}");
    }
}
