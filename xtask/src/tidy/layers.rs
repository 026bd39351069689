//! Which words a layer's code must not contain.

use std::path::Path;

use super::files::sources;

/// Folder, words, and why they must not stand in its code. Comments may say them.
const FORBIDDEN: [(&str, &[&str], &str); 5] = [
    ("lbm-core/src", &["body", "bodies", "hull"], "lbm-core never names a body"),
    (
        "hydro-forces/src",
        &["lattice", "lbm_core", "rigid_sim"],
        "hydro-forces names neither a lattice nor rigid-sim",
    ),
    ("rigid-sim/src", &["lattice", "lbm_core", "hydro_forces", "water"], "rigid-sim knows no water"),
    ("viewer/src/sim", &["winit", "wgpu", "softbuffer"], "viewer::sim knows no window and no GPU"),
    (
        "mask-raster/src",
        &["lattice", "lbm_core", "rigid_sim"],
        "mask-raster knows neither lattice nor bodies' motion",
    ),
];

pub(super) fn check(root: &Path, breaches: &mut Vec<String>) -> Result<(), String> {
    for (folder, words, why) in FORBIDDEN {
        for (path, text) in sources(&root.join(folder))? {
            for (number, line) in text.lines().enumerate() {
                if let Some(word) = words.iter().find(|word| says(line, word)) {
                    let place = path.strip_prefix(root).unwrap_or(&path).display().to_string();
                    breaches.push(format!("{place}:{}: `{word}`, but {why}", number + 1));
                }
            }
        }
    }
    Ok(())
}

/// Whether the code of a line contains `word` as a whole word, in any case.
fn says(line: &str, word: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default().to_lowercase();
    code.split(|c: char| !c.is_alphanumeric() && c != '_')
        .any(|token| token == word || token.split('_').any(|part| part == word))
}

#[cfg(test)]
mod tests {
    use super::says;

    #[test]
    fn words_count_in_code_and_not_in_comments() {
        assert!(says("let body = 1;", "body"));
        assert!(says("fn move_body() {}", "body"));
        assert!(says("use lbm_core::Lattice;", "lbm_core"));
        assert!(says("struct Body;", "body"));
        assert!(!says("// a body", "body"));
        assert!(!says("let nobody = 1;", "body"));
    }
}
