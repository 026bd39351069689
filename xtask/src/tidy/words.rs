//! Which words a layer's code must not contain, and how words are spelled.

use std::path::Path;

use super::workspace::{MEMBERS, place, sources, with_extension};

/// Folder, words, and why they must not stand in its code. Comments are exempt.
const FORBIDDEN: [(&str, &[&str], &str); 7] = [
    ("lbm-core/src", &["body", "bodies", "hull"], "lbm-core never names a body"),
    (
        "hydro-forces/src",
        &["lattice", "lbm_core", "rigid_sim"],
        "hydro-forces names neither a lattice nor rigid-sim",
    ),
    ("rigid-sim/src", &["lattice", "lbm_core", "hydro_forces", "water"], "rigid-sim knows no water"),
    ("viewer/sim/src", &["winit", "wgpu", "softbuffer", "egui"], "viewer::sim knows no window and no GPU"),
    ("viewer/input/src", &["winit", "wgpu", "softbuffer", "egui"], "viewer::sim knows no window and no GPU"),
    ("viewer/src/staging", &["render"], "viewer::staging fills scenes and does not draw them"),
    (
        "mask-raster/src",
        &["lattice", "lbm_core", "rigid_sim"],
        "mask-raster knows neither lattice nor bodies' motion",
    ),
];

/// British spellings, each with the American one, which all crates use, in comments too.
const SPELLINGS: [(&str, &str); 15] = [
    ("metre", "meter"),
    ("labelled", "labeled"),
    ("rasteris", "rasteriz"),
    ("normalis", "normaliz"),
    ("vectoris", "vectoriz"),
    ("linearis", "lineariz"),
    ("optimise", "optimize"),
    ("centre", "center"),
    ("colour", "color"),
    ("neighbour", "neighbor"),
    ("grey", "gray"),
    ("behaviour", "behavior"),
    ("modelled", "modeled"),
    ("modelling", "modeling"),
    ("cancelled", "canceled"),
];

/// Beginnings of absolute paths that are there on one machine.
const MACHINES: [&str; 4] = ["\"/tmp/", "\"/home/", "\"/root/", "\"/Users/"];

pub(super) fn check(root: &Path, breaches: &mut Vec<String>) -> Result<(), String> {
    for (folder, words, why) in FORBIDDEN {
        for (path, text) in sources(&root.join(folder))? {
            for (number, line) in text.lines().enumerate() {
                if let Some(word) = words.iter().find(|word| says(line, word)) {
                    let place = place(root, &path);
                    breaches.push(format!("{place}:{}: `{word}`, but {why}", number + 1));
                }
            }
        }
    }
    let folders = MEMBERS.map(|(member, _)| member).into_iter().chain(["docs"]);
    for folder in folders {
        for extension in ["rs", "wgsl", "toml", "md"] {
            for (path, text) in with_extension(&root.join(folder), extension)? {
                check_spelling(&place(root, &path), &text, breaches);
                check_paths(&place(root, &path), &text, breaches);
            }
        }
    }
    for name in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "Cargo.toml"] {
        let path = root.join(name);
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{name}: {error}"))?;
        check_spelling(name, &text, breaches);
    }
    Ok(())
}

fn check_paths(place: &str, text: &str, breaches: &mut Vec<String>) {
    // The lists have to name them.
    if place.ends_with("tidy/words.rs") {
        return;
    }
    for (line, number) in text.lines().zip(1..) {
        if let Some(path) = MACHINES.iter().find(|path| line.contains(**path)) {
            breaches.push(format!("{place}:{number}: {path}…\" is on one machine: take a temporary folder"));
        }
    }
}

fn check_spelling(place: &str, text: &str, breaches: &mut Vec<String>) {
    // The lists have to name them.
    if place.ends_with("tidy/words.rs") {
        return;
    }
    for (line, british, american) in misspelled(text) {
        breaches.push(format!("{place}:{line}: `{british}` is spelled `{american}` here"));
    }
}

/// Lines, from 1, with a British spelling and the American one.
fn misspelled(text: &str) -> impl Iterator<Item = (usize, &'static str, &'static str)> {
    text.lines().zip(1..).flat_map(|(line, number)| {
        let line = line.to_lowercase();
        let found = SPELLINGS.iter().filter(move |(british, _)| line.contains(british));
        found.map(move |&(british, american)| (number, british, american))
    })
}

/// Whether the code of a line contains `word` as a whole word, in any case.
fn says(line: &str, word: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default().to_lowercase();
    code.split(|c: char| !c.is_alphanumeric() && c != '_')
        .any(|token| token == word || token.split('_').any(|part| part == word))
}

#[cfg(test)]
mod tests {
    use super::{check_paths, misspelled, says};
    use crate::tidy::breaches;

    #[test]
    fn words_count_in_code_and_not_in_comments() {
        assert!(says("let body = 1;", "body"));
        assert!(says("fn move_body() {}", "body"));
        assert!(says("use lbm_core::Lattice;", "lbm_core"));
        assert!(says("struct Body;", "body"));
        assert!(!says("// a body", "body"));
        assert!(!says("let nobody = 1;", "body"));
    }

    #[test]
    fn files_of_one_machine_are_found() {
        let text = "let a = 1;\npicture.save(\"/tmp/a.png\");\nlet b = \"tmp/b\";\n";
        let found = breaches(|found| check_paths("a.rs", text, found));
        assert_eq!(found, ["a.rs:2: \"/tmp/…\" is on one machine: take a temporary folder"]);
    }

    #[test]
    fn words_are_spelled_one_way() {
        let found: Vec<_> = misspelled("let center = 1;\n// The Centres of neighbors.\n").collect();
        assert_eq!(found, [(2, "centre", "center")]);
    }
}
