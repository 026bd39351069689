//! The crates of the workspace, and which may depend on which.

use std::path::Path;

use super::workspace::{MEMBERS, package};
use crate::shell::cargo;

/// The one dependency of xtask without features: a newcomer's first command compiles in a second.
const OF_XTASK: &str = "lexopt";

/// Crates of the workspace that the tests of a member take beside those that it may know.
const OF_TESTS: [(&str, &str); 1] = [("lbm-boundary", "mask-raster")];

/// A dependency that must be optional in a leaf crate.
const OPTIONAL_IN_LEAVES: &str = "serde";

/// Dependencies that must be optional everywhere: what runs without a display and a GPU compiles without them.
const GRAPHICS: [&str; 4] = ["wgpu", "winit", "softbuffer", "egui"];

pub(super) fn check(root: &Path, breaches: &mut Vec<String>) -> Result<(), String> {
    check_members(tree(&["--workspace", "--depth=0"])?, breaches);
    for (name, may_know) in MEMBERS {
        let plain = dependencies(&package(name), "--no-default-features", "normal,build")?;
        // The program `figures` of xtask, behind a feature that is off by default, may know all crates.
        let features = if name == "xtask" { "--features=" } else { "--all-features" };
        let full = dependencies(&package(name), features, "normal,build")?;
        check_dependencies(name, may_know, &plain, &full, breaches);
        check_tests(name, may_know, &dependencies(&package(name), features, "dev")?, breaches);
        let folder = root.join(name);
        let path = folder.join("Cargo.toml");
        let manifest =
            std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        check_lints(name, &manifest, breaches);
        if is_leaf(may_know) {
            check_defaults(name, &manifest, breaches);
        }
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
    for dependency in full.iter().filter(|dependency| is_foreign(dependency, may_know)) {
        breaches.push(format!("{name}/Cargo.toml: must not depend on {dependency}"));
    }
    if name == "xtask" {
        for dependency in plain.iter().filter(|dependency| *dependency != OF_XTASK) {
            breaches.push(format!(
                "{name}/Cargo.toml: {dependency} must be optional: xtask compiles in a second"
            ));
        }
        return;
    }
    for dependency in plain.iter().filter(|dependency| GRAPHICS.contains(&dependency.as_str())) {
        breaches.push(format!(
            "{name}/Cargo.toml: {dependency} must be optional: runs without a display compile without it"
        ));
    }
    if is_leaf(may_know) {
        for dependency in plain.iter().filter(|dependency| *dependency == OPTIONAL_IN_LEAVES) {
            breaches.push(format!("{name}/Cargo.toml: {dependency} must be optional in a leaf crate"));
        }
    }
}

/// Checks the dependencies of a crate's tests: they keep its layer, too.
fn check_tests(name: &str, may_know: &[&str], of_tests: &[String], breaches: &mut Vec<String>) {
    for dependency in of_tests.iter().filter(|dependency| is_foreign(dependency, may_know)) {
        if !OF_TESTS.contains(&(name, dependency)) {
            breaches.push(format!("{name}/Cargo.toml: its tests must not depend on {dependency}"));
        }
    }
}

/// Whether a dependency is a crate of the workspace that a member may not know.
fn is_foreign(dependency: &str, may_know: &[&str]) -> bool {
    MEMBERS.iter().any(|(member, _)| package(member) == dependency) && !may_know.contains(&dependency)
}

fn check_lints(name: &str, manifest: &str, breaches: &mut Vec<String>) {
    if !manifest.contains("\n[lints]\nworkspace = true\n") {
        breaches.push(format!("{name}/Cargo.toml: does not take the workspace's lints"));
    }
    if manifest.contains("[[test]]") {
        breaches.push(format!("{name}/Cargo.toml: has test programs besides tests/laws, which cargo finds"));
    }
}

/// Features of a leaf crate are off by default.
fn check_defaults(name: &str, manifest: &str, breaches: &mut Vec<String>) {
    if manifest.lines().any(|line| line.starts_with("default = ")) {
        breaches.push(format!("{name}/Cargo.toml: features of a leaf crate are off by default"));
    }
}

/// A crate that knows at most one other of the workspace.
fn is_leaf(may_know: &[&str]) -> bool {
    may_know.len() < 2
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

/// Direct dependencies of a member of some kinds.
fn dependencies(member: &str, features: &str, kinds: &str) -> Result<Vec<String>, String> {
    let edges = format!("--edges={kinds}");
    let mut names = tree(&["--package", member, "--depth=1", &edges, "--target=all", features])?;
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
    fn layers_hold_for_tests() {
        let found = |name: &str, may_know: &[&str], dependencies: &[&str]| {
            let of_tests: Vec<String> = dependencies.iter().map(|name| name.to_string()).collect();
            breaches(|out| check_tests(name, may_know, &of_tests, out))
        };
        let wrong = found("viewer/render", &["mask-raster"], &["mask-raster", "viewer-sim", "tempfile"]);
        assert_eq!(wrong, ["viewer/render/Cargo.toml: its tests must not depend on viewer-sim"]);
        assert!(found("lbm-boundary", &["lbm-core"], &["lbm-core", "mask-raster"]).is_empty());
        assert_eq!(found("lbm-core", &[], &["mask-raster"]).len(), 1);
    }

    #[test]
    fn xtask_depends_on_one_crate() {
        let found = |plain: &[&str]| {
            let plain: Vec<String> = plain.iter().map(|name| name.to_string()).collect();
            breaches(|out| check_dependencies("xtask", &[], &plain, &plain, out))
        };
        assert!(found(&["lexopt"]).is_empty());
        let wrong = found(&["lexopt", "rayon"]);
        assert_eq!(wrong, ["xtask/Cargo.toml: rayon must be optional: xtask compiles in a second"]);
    }

    #[test]
    fn dependencies_that_must_be_optional_are_found() {
        let found = |dependency: &str, may_know| {
            let plain = ["glam".to_string(), dependency.to_string()];
            breaches(|out| check_dependencies("a", may_know, &plain, &plain, out))
        };
        assert_eq!(found("serde", &[]), ["a/Cargo.toml: serde must be optional in a leaf crate"]);
        assert!(found("serde", &["lbm-core", "rigid-sim"]).is_empty());
        for may_know in [&[][..], &["lbm-core", "rigid-sim"]] {
            assert_eq!(found("wgpu", may_know).len(), 1);
        }
    }

    #[test]
    fn features_of_leaf_crates_that_are_on_are_found() {
        let found =
            |features: &str| breaches(|out| check_defaults("a", &format!("[features]\n{features}\n"), out));
        assert!(found("half = []").is_empty());
        assert_eq!(
            found("default = [\"half\"]"),
            ["a/Cargo.toml: features of a leaf crate are off by default"]
        );
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
