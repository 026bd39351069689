//! The first thing a newcomer runs.

use crate::shell::{cargo, run};

/// Shows a scenario in a window, or draws it into `target/demo` where there is no display.
///
/// Where there is no display, the program is built without window and GPU, which are half of what there is to compile; where there is one,
/// without the tree for screen readers, another quarter.
pub(crate) fn demo(scenario: &str, pictures: bool) -> Result<(), String> {
    // Relative paths refer to the user's folder; the commands below start in the workspace's root.
    let file = std::path::absolute(scenario).ok().filter(|path| path.is_file());
    let scenario = file.as_ref().and_then(|path| path.to_str()).unwrap_or(scenario);
    if !pictures && has_display() {
        build(&WINDOW)?;
        match estela(&WINDOW, &["open", scenario]) {
            Ok(()) => return Ok(()),
            Err(error) => eprintln!("{error}\nno window; drawing pictures instead"),
        }
        return estela(&WINDOW, &["render", scenario, "--overwrite", "--out", "target/demo"]);
    }
    eprintln!(
        "Pictures of `{scenario}` will be in target/demo; building the program first, without window and GPU."
    );
    build(&HEADLESS)?;
    estela(&HEADLESS, &["render", scenario, "--overwrite", "--out", "target/demo"])
}

const HEADLESS: [&str; 1] = ["--no-default-features"];
const WINDOW: [&str; 2] = ["--no-default-features", "--features=window,gpu"];
const PROGRAM: [&str; 3] = ["--release", "--package=viewer", "--bin=estela"];

/// Builds the program, with cargo's own progress on the terminal.
fn build(features: &[&str]) -> Result<(), String> {
    run(cargo(&[&["build"], &PROGRAM[..], features].concat()))
}

/// Runs the program that [`build`] has built with the same features.
fn estela(features: &[&str], arguments: &[&str]) -> Result<(), String> {
    run(cargo(&[&["run", "--quiet"], &PROGRAM[..], features, &["--"], arguments].concat()))
}

/// Whether a window can be opened.
pub(crate) fn has_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}
