//! The graph of imports of a crate.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::paths::{Paths, Written};

type Module = Vec<String>;

/// Which module imports which.
#[derive(Debug)]
pub(super) struct Graph {
    modules: BTreeSet<Module>,
    /// Pairs of modules, with a path as it is written.
    imports: BTreeSet<(Module, Module, String)>,
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
    /// From the path of each module and its source.
    pub(super) fn new(files: Vec<(Module, &str)>) -> Self {
        let files: BTreeMap<Module, Paths> = files
            .into_iter()
            .filter(|(module, _)| module.iter().all(|name| name != "tests"))
            .map(|(module, text)| (module, Paths::of(text)))
            .collect();
        let mut imports = BTreeSet::new();
        for (module, paths) in &files {
            for path in &paths.used {
                if let Some(target) = resolve(&files, module, path, 0)
                    && target != *module
                {
                    let written = format!("{} has {}", module.join("::"), path.join("::"));
                    imports.insert((module.clone(), target, written));
                }
            }
        }
        Self { modules: files.into_keys().collect(), imports }
    }

    /// Imports between the nodes of a folder, each with an example.
    pub(super) fn edges(&self, folder: &[String]) -> Vec<(String, String, String)> {
        let depth = folder.len();
        let mut edges: BTreeMap<(String, String), String> = BTreeMap::new();
        for (from, to, written) in &self.imports {
            let both_below = from.starts_with(folder) && to.starts_with(folder);
            if let (true, Some(from), Some(to)) = (both_below, from.get(depth), to.get(depth))
                && from != to
            {
                edges.entry((from.clone(), to.clone())).or_insert_with(|| written.clone());
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

/// The module that a path written in `module` leads to: through re-exports, to where the name comes from. `None` for what
/// belongs to other crates.
fn resolve(files: &BTreeMap<Module, Paths>, module: &Module, path: &Written, depth: usize) -> Option<Module> {
    if depth > 8 {
        return None;
    }
    let mut at = module.clone();
    let mut rest = path.as_slice();
    match rest.first()?.as_str() {
        "crate" => at.clear(),
        "self" => {}
        "super" => {
            at.pop();
        }
        // A child of the module, or another crate.
        name => {
            let child: Module = at.iter().cloned().chain([name.to_string()]).collect();
            if !files.contains_key(&child) {
                return None;
            }
            at = child;
        }
    }
    rest = &rest[1..];
    while let Some((name, after)) = rest.split_first() {
        if name == "super" {
            at.pop();
        } else {
            let child: Module = at.iter().cloned().chain([name.clone()]).collect();
            if files.contains_key(&child) {
                at = child;
            } else {
                let exported =
                    files.get(&at).and_then(|paths| paths.exported.iter().find(|(n, _)| n == name));
                return match exported {
                    Some((_, source)) => resolve(files, &at, source, depth + 1).or(Some(at)),
                    None => Some(at),
                };
            }
        }
        rest = after;
    }
    Some(at)
}
