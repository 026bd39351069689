//! The crates of the workspace, and which may depend on which.

use std::path::Path;

use super::workspace::{MEMBERS, package};
use crate::shell::cargo;

/// Dependencies that must be optional in a leaf crate.
const HEAVY: [&str; 4] = ["wgpu", "winit", "serde", "softbuffer"];

pub(super) fn check(root: &Path, breaches: &mut Vec<String>) -> Result<(), String> {
    check_members(tree(&["--workspace", "--depth=0"])?, breaches);
    for (name, may_know) in MEMBERS {
        let plain = dependencies(&package(name), "--no-default-features")?;
        // The program `figures` of xtask, behind a feature that is off by default, may know all crates.
        let features = if name == "xtask" { "--features=" } else { "--all-features" };
        let full = dependencies(&package(name), features)?;
        check_dependencies(name, may_know, &plain, &full, breaches);
        let folder = root.join(name);
        let path = folder.join("Cargo.toml");
        let manifest =
            std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        check_lints(name, &manifest, breaches);
        if name != "xtask" {
            // Parts of a crate are shown by its examples.
            let has_example = name.contains('/')
                || folder.join("examples").read_dir().is_ok_and(|mut entries| entries.next().is_some());
            let there = |file: &str| folder.join(file).exists();
            let licenses = there("LICENSE-APACHE") && there("LICENSE-MIT");
            check_use_alone(name, [there("README.md"), has_example, licenses], breaches);
        }
    }
    Ok(())
}

fn check_members(mut members: Vec<String>, breaches: &mut Vec<String>) {
    members.sort();
    let mut expected = MEMBERS.map(|(folder, _)| package(folder));
    expected.sort();
    if members != expected {
        breaches.push(format!("Cargo.toml: the members are {members:?}, not those of ARCHITECTURE.md"));
    }
}

/// Checks the direct dependencies of a crate: `plain` without features, `full` with all.
fn check_dependencies(
    name: &str,
    may_know: &[&str],
    plain: &[String],
    full: &[String],
    breaches: &mut Vec<String>,
) {
    for dependency in
        full.iter().filter(|dependency| MEMBERS.iter().any(|(member, _)| package(member) == **dependency))
    {
        if !may_know.contains(&dependency.as_str()) {
            breaches.push(format!("{name}/Cargo.toml: must not depend on {dependency}"));
        }
    }
    if may_know.len() < 2 {
        for dependency in plain.iter().filter(|dependency| HEAVY.contains(&dependency.as_str())) {
            breaches.push(format!("{name}/Cargo.toml: {dependency} must be optional in a leaf crate"));
        }
    }
}

fn check_lints(name: &str, manifest: &str, breaches: &mut Vec<String>) {
    if !manifest.contains("\n[lints]\nworkspace = true\n") {
        breaches.push(format!("{name}/Cargo.toml: does not take the workspace's lints"));
    }
    if manifest.contains("[[test]]") {
        breaches.push(format!("{name}/Cargo.toml: has test programs besides tests/laws, which cargo finds"));
    }
}

/// A crate that is useful alone has a README, an example and, for its package, the licenses.
fn check_use_alone(name: &str, are_there: [bool; 3], breaches: &mut Vec<String>) {
    for (place, is_there) in
        ["README.md", "examples/", "LICENSE-APACHE or LICENSE-MIT"].into_iter().zip(are_there)
    {
        if !is_there {
            breaches.push(format!("{name}: {place} is missing"));
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::breaches;

    #[test]
    fn members_are_those_of_the_architecture() {
        let names = || MEMBERS.iter().rev().map(|(folder, _)| package(folder));
        assert!(breaches(|out| check_members(names().collect(), out)).is_empty());
        for wrong in [names().skip(1).collect::<Vec<_>>(), names().chain(["more".into()]).collect()] {
            assert_eq!(breaches(|out| check_members(wrong, out)).len(), 1);
        }
    }

    #[test]
    fn dependencies_on_other_crates_are_found() {
        let found = |dependencies: &[&str]| {
            let full: Vec<String> = dependencies.iter().map(|name| name.to_string()).collect();
            breaches(|out| check_dependencies("lbm-boundary", &["lbm-core"], &[], &full, out))
        };
        assert!(found(&["lbm-core", "glam", "wgpu"]).is_empty());
        let wrong = found(&["lbm-core", "rigid-sim"]);
        assert_eq!(wrong, ["lbm-boundary/Cargo.toml: must not depend on rigid-sim"]);
    }

    #[test]
    fn heavy_dependencies_of_leaf_crates_are_found() {
        let plain = ["glam".to_string(), "wgpu".to_string()];
        let found = |may_know| breaches(|out| check_dependencies("a", may_know, &plain, &plain, out));
        assert_eq!(found(&[]), ["a/Cargo.toml: wgpu must be optional in a leaf crate"]);
        assert!(found(&["lbm-core", "rigid-sim"]).is_empty());
    }

    #[test]
    fn manifests_without_the_lints_are_found() {
        let lints = "[package]\n\n[lints]\nworkspace = true\n";
        assert!(breaches(|out| check_lints("a", lints, out)).is_empty());
        assert_eq!(breaches(|out| check_lints("a", "[package]\n\n[lints.rust]\n", out)).len(), 1);
        let tests = format!("{lints}[[test]]\nname = \"more\"\n");
        assert_eq!(breaches(|out| check_lints("a", &tests, out)).len(), 1);
    }

    #[test]
    fn what_is_missing_of_a_crate_is_found() {
        let missing = |are_there| breaches(|out| check_use_alone("a", are_there, out));
        assert!(missing([true; 3]).is_empty());
        assert_eq!(missing([false, true, true]), ["a: README.md is missing"]);
        assert_eq!(missing([true, false, true]), ["a: examples/ is missing"]);
        assert_eq!(missing([true, true, false]), ["a: LICENSE-APACHE or LICENSE-MIT is missing"]);
    }
}
