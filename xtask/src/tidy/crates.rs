//! Which crates there are, and which may know which.

use std::path::Path;

use super::MEMBERS;
use crate::shell::cargo;

/// What leaf crates take only as an optional dependency.
const HEAVY: [&str; 4] = ["wgpu", "winit", "serde", "softbuffer"];

pub(super) fn check(root: &Path, breaches: &mut Vec<String>) -> Result<(), String> {
    let mut members = tree(&["--workspace", "--depth=0"])?;
    members.sort();
    let mut expected = MEMBERS.map(|(name, _)| name.to_string());
    expected.sort();
    if members != expected {
        breaches.push(format!("Cargo.toml: the members are {members:?}, not the seven of ARCHITECTURE.md"));
    }
    for (name, may_know) in MEMBERS {
        check_crate(root, name, may_know, breaches)?;
    }
    Ok(())
}

fn check_crate(root: &Path, name: &str, may_know: &[&str], breaches: &mut Vec<String>) -> Result<(), String> {
    // As it is without features, and, but for the program `figures` of xtask, with all.
    let plain = dependencies(name, "--no-default-features")?;
    let full = if name == "xtask" { plain.clone() } else { dependencies(name, "--all-features")? };
    for dependency in full.iter().filter(|dependency| MEMBERS.iter().any(|(member, _)| member == dependency))
    {
        if !may_know.contains(&dependency.as_str()) {
            breaches.push(format!("{name}/Cargo.toml: depends on {dependency}, of which it must not know"));
        }
    }
    if may_know.len() < 2 {
        for dependency in plain.iter().filter(|dependency| HEAVY.contains(&dependency.as_str())) {
            breaches.push(format!("{name}/Cargo.toml: {dependency} must be optional in a leaf crate"));
        }
    }
    let path = root.join(name).join("Cargo.toml");
    let manifest = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    if !manifest.contains("\n[lints]\nworkspace = true\n") {
        breaches.push(format!("{name}/Cargo.toml: does not take the workspace's lints"));
    }
    if name != "xtask" {
        let folder = root.join(name);
        let has_example =
            folder.join("examples").read_dir().is_ok_and(|mut entries| entries.next().is_some());
        for (what, there) in [("README.md", folder.join("README.md").exists()), ("examples/", has_example)] {
            if !there {
                breaches.push(format!("{name}: {what} is missing"));
            }
        }
    }
    Ok(())
}

/// Direct dependencies of a member, not those of its tests.
fn dependencies(member: &str, features: &str) -> Result<Vec<String>, String> {
    let mut names =
        tree(&["--package", member, "--depth=1", "--edges=normal,build", "--target=all", features])?;
    names.retain(|name| name != member);
    Ok(names)
}

/// Names of the packages that `cargo tree` lists.
fn tree(arguments: &[&str]) -> Result<Vec<String>, String> {
    let mut command = cargo(&["tree", "--quiet", "--prefix=none", "--format={p}"]);
    let output = command.args(arguments).output().map_err(|error| format!("`cargo tree`: {error}"))?;
    if !output.status.success() {
        return Err(format!("`cargo tree` failed:\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().filter_map(|line| line.split_whitespace().next()).map(String::from).collect())
}
