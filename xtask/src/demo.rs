//! The first thing a newcomer runs.

use crate::shell::{cargo, run};

const RELEASE: [&str; 7] = ["run", "--release", "--quiet", "--package", "viewer", "--bin", "estela"];

/// Shows a scenario in a window, or draws it into `target/demo` where there is no display.
pub(crate) fn demo(scenario: &str, pictures: bool) -> Result<(), String> {
    // A file is meant from where the user stands; what runs below starts in the workspace's root.
    let file = std::path::absolute(scenario).ok().filter(|path| path.is_file());
    let scenario = file.as_ref().and_then(|path| path.to_str()).unwrap_or(scenario);
    run(cargo(&["build", "--release", "--package", "viewer"]))?;
    let estela = |arguments: &[&str]| run(cargo(&[&RELEASE[..], &["--"], arguments].concat()));
    if !pictures && has_display() {
        match estela(&["open", scenario]) {
            Ok(()) => return Ok(()),
            Err(error) => eprintln!("{error}\nno window; drawing pictures instead"),
        }
    }
    estela(&["render", scenario, "--out", "target/demo"])
}

fn has_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}
