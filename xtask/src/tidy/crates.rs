//! Which crates there are, and which may know which.

use std::path::Path;

use toml::Table;

/// Every member and the members it may depend on.
const MEMBERS: [(&str, &[&str]); 7] = [
    ("lbm-core", &[]),
    ("lbm-boundary", &["lbm-core"]),
    ("mask-raster", &[]),
    ("hydro-forces", &[]),
    ("rigid-sim", &[]),
    ("viewer", &["lbm-core", "lbm-boundary", "mask-raster", "hydro-forces", "rigid-sim"]),
    ("xtask", &["lbm-core", "lbm-boundary", "hydro-forces"]),
];

/// What leaf crates take only as an optional dependency.
const HEAVY: [&str; 4] = ["wgpu", "winit", "serde", "softbuffer"];

pub(super) fn check(root: &Path, breaches: &mut Vec<String>) -> Result<(), String> {
    let workspace = manifest(&root.join("Cargo.toml"))?;
    let members = workspace.get("workspace").and_then(|w| w.get("members")).and_then(|m| m.as_array());
    let listed: Vec<&str> = members.into_iter().flatten().filter_map(|member| member.as_str()).collect();
    if listed != MEMBERS.map(|(name, _)| name) {
        breaches.push(format!("Cargo.toml: the members are {listed:?}, not the seven of ARCHITECTURE.md"));
    }
    for (name, may_know) in MEMBERS {
        check_crate(&root.join(name), name, may_know, breaches)?;
    }
    Ok(())
}

fn check_crate(
    folder: &Path,
    name: &str,
    may_know: &[&str],
    breaches: &mut Vec<String>,
) -> Result<(), String> {
    let manifest = manifest(&folder.join("Cargo.toml"))?;
    let empty = Table::new();
    let dependencies = manifest.get("dependencies").and_then(|d| d.as_table()).unwrap_or(&empty);
    for (dependency, how) in dependencies {
        let is_member = MEMBERS.iter().any(|(member, _)| member == dependency);
        if is_member && !may_know.contains(&dependency.as_str()) {
            breaches.push(format!("{name}/Cargo.toml: depends on {dependency}, of which it must not know"));
        }
        let optional = how.get("optional").and_then(|o| o.as_bool()).unwrap_or(false);
        if may_know.len() < 2 && HEAVY.contains(&dependency.as_str()) && !optional {
            breaches.push(format!("{name}/Cargo.toml: {dependency} must be optional in a leaf crate"));
        }
    }
    if manifest.get("lints").and_then(|l| l.get("workspace")).and_then(|w| w.as_bool()) != Some(true) {
        breaches.push(format!("{name}/Cargo.toml: does not take the workspace's lints"));
    }
    if name != "xtask" {
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

fn manifest(path: &Path) -> Result<Table, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    text.parse().map_err(|error| format!("{}: {error}", path.display()))
}
