//! The graph of imports of a crate.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::paths::Paths;

type Module = Vec<String>;

/// The node of a folder's own file: `mod.rs`, `lib.rs` or `main.rs`.
const OWN: &str = "mod.rs";

/// The end of a path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Target {
    module: Module,
    /// Whether it is an item in the module's file, and not the module as a whole.
    is_item: bool,
}

/// Which module imports which.
#[derive(Debug)]
pub(super) struct Graph {
    modules: BTreeSet<Module>,
    /// Modules and what they import, with the path as it is written.
    imports: BTreeSet<(Module, Target, String)>,
    /// Paths of the crate's own of which all names are imported, as they are written.
    globs: Vec<String>,
}

/// Nodes of one folder that import each other, directly or through others.
#[derive(Debug)]
pub(super) struct Circle {
    /// The folder, below `src`; empty for `src` itself.
    pub(super) folder: String,
    /// Its files and subfolders in the circle, in alphabetical order.
    pub(super) nodes: Vec<String>,
    /// Whether one of them is a folder.
    pub(super) has_folder: bool,
    /// The imports within the circle.
    edges: Vec<(String, String, String)>,
}

impl Graph {
    /// Graph from the path of each module and its source.
    pub(super) fn new(files: Vec<(Module, &str)>) -> Self {
        let mut files: BTreeMap<Module, Paths> =
            files.into_iter().map(|(module, text)| (module, Paths::of(text))).collect();
        let below = |(module, paths): (&Module, &Paths)| -> Vec<Module> {
            paths.tests.iter().map(|name| child(module, name)).collect()
        };
        let tests: Vec<Module> = files.iter().flat_map(below).collect();
        files.retain(|module, _| !tests.iter().any(|test| module.starts_with(test)));
        // Another name of the crate is known in all its sources.
        let aliases: Vec<String> = files.values().flat_map(|paths| paths.aliases.clone()).collect();
        let written = files
            .values_mut()
            .flat_map(|Paths { names, used, .. }| names.iter_mut().map(|(_, path)| path).chain(used));
        for first in written.filter_map(|path| path.first_mut()).filter(|first| aliases.contains(first)) {
            *first = "crate".into();
        }
        let mut imports = BTreeSet::new();
        let mut globs = Vec::new();
        for (module, paths) in &files {
            let is_own = |path: &[String]| ["crate", "self", "super"].contains(&path[0].as_str());
            let all = paths.names.iter().filter(|(name, path)| name == "*" && is_own(path));
            globs.extend(all.map(|(_, path)| format!("{} has {}", named(module), path.join("::"))));
            for path in &paths.used {
                if let Some(target) = resolve(&files, module, path, 0)
                    && target.module != *module
                {
                    let written = format!("{} has {}", named(module), path.join("::"));
                    imports.insert((module.clone(), target, written));
                }
            }
        }
        Self { modules: files.into_keys().collect(), imports, globs }
    }

    /// Imports of all names of a module of the crate, outside tests: which ones are meant, and so who imports whom, is not written.
    pub(super) fn globs(&self) -> &[String] {
        &self.globs
    }

    /// The folders of the crate's root, and the files beside its own.
    pub(super) fn rooms(&self) -> BTreeSet<&str> {
        self.modules.iter().filter_map(|module| module.first()).map(String::as_str).collect()
    }

    /// Imports between the nodes of a folder, each with an example.
    pub(super) fn edges(&self, folder: &[String]) -> Vec<(String, String, String)> {
        let node = |module: &Module, is_own: bool| {
            let below = module.strip_prefix(folder)?;
            below.first().cloned().or_else(|| is_own.then(|| OWN.to_string()))
        };
        let mut edges: BTreeMap<(String, String), String> = BTreeMap::new();
        for (from, to, written) in &self.imports {
            if let (Some(from), Some(to)) = (node(from, true), node(&to.module, to.is_item))
                && from != to
            {
                edges.entry((from, to)).or_insert_with(|| written.clone());
            }
        }
        edges.into_iter().map(|((from, to), written)| (from, to, written)).collect()
    }

    /// All circles, folder by folder.
    pub(super) fn circles(&self) -> impl Iterator<Item = Circle> {
        let parents: BTreeSet<&[String]> =
            self.modules.iter().filter_map(|module| module.split_last()).map(|(_, folder)| folder).collect();
        parents.into_iter().flat_map(|folder| self.circles_in(folder))
    }

    fn circles_in(&self, folder: &[String]) -> Vec<Circle> {
        let edges = self.edges(folder);
        let names: BTreeSet<&String> = edges.iter().flat_map(|(from, to, _)| [from, to]).collect();
        let reach: BTreeMap<&String, BTreeSet<&String>> =
            names.iter().map(|name| (*name, reachable(&edges, name))).collect();
        let mut done = BTreeSet::new();
        let mut circles = Vec::new();
        for name in names {
            if done.contains(name) || !reach[name].contains(name) {
                continue;
            }
            let nodes: Vec<String> = reach[name]
                .iter()
                .filter(|other| reach[**other].contains(name))
                .map(|n| n.to_string())
                .collect();
            let is_folder = |node: &String| {
                let path: Module = folder.iter().chain([node]).cloned().collect();
                self.modules.iter().any(|module| module.len() > path.len() && module.starts_with(&path))
            };
            let within =
                |(from, to, _): &&(String, String, String)| nodes.contains(from) && nodes.contains(to);
            circles.push(Circle {
                folder: folder.join("/"),
                has_folder: nodes.iter().any(is_folder),
                edges: edges.iter().filter(within).cloned().collect(),
                nodes: nodes.clone(),
            });
            done.extend(reach[name].iter().filter(|other| reach[**other].contains(name)).copied());
        }
        circles
    }
}

impl fmt::Display for Circle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.folder.is_empty() { "" } else { &format!(" in {}", self.folder) };
        write!(f, "a circle of imports{place} of {}", self.nodes.join(", "))?;
        self.edges.iter().try_for_each(|(from, to, example)| write!(f, "\n    {from} -> {to}: {example}"))
    }
}

/// What can be reached from a node along one edge or more.
fn reachable<'a>(edges: &'a [(String, String, String)], from: &str) -> BTreeSet<&'a String> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(node) = open.pop() {
        for (_, to, _) in edges.iter().filter(|(start, ..)| start == node) {
            if found.insert(to) {
                open.push(to);
            }
        }
    }
    found
}

fn named(module: &[String]) -> String {
    if module.is_empty() { "the crate's root".into() } else { module.join("::") }
}

fn child(module: &[String], name: &str) -> Module {
    module.iter().cloned().chain([name.to_string()]).collect()
}

/// The end of a path written in `module`: through `use`, public or not, to the file that has the item. `None` for what
/// belongs to other crates, and for items of `module` itself that are named without `self`.
fn resolve(
    files: &BTreeMap<Module, Paths>,
    module: &Module,
    path: &[String],
    depth: usize,
) -> Option<Target> {
    if depth > 8 {
        return None;
    }
    let mut at = module.clone();
    let mut rest = path;
    while let Some((name, after)) = rest.split_first() {
        let paths = files.get(&at);
        match name.as_str() {
            "crate" => at.clear(),
            "self" => {}
            "super" => {
                at.pop();
            }
            // Declared with a file in another folder, a module is not among the files.
            name if paths.is_some_and(|paths| paths.children.iter().any(|child| child == name)) => {
                at.push(name.into());
            }
            name => {
                let mut names = paths.iter().flat_map(|paths| &paths.names);
                if let Some((_, source)) = names.find(|(n, _)| n == name && n != "*") {
                    return resolve(files, &at, &[source, after].concat(), depth + 1);
                }
                let is_local = rest.len() < path.len();
                return is_local.then_some(Target { module: at, is_item: true });
            }
        }
        rest = after;
    }
    Some(Target { module: at, is_item: false })
}
