use std::path::PathBuf;

use crate::bounded;

/// A fault of a scenario: the file, the key, and what would be right.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Neither a shipped scenario nor a file.
    #[error("{name}: neither a file nor a shipped scenario; {right}")]
    NotFound {
        /// The name given.
        name: String,
        /// Names that exist.
        right: String,
    },
    /// The file is a mesh.
    #[error(
        "{name}: a mesh and no scenario; open a scenario in the window, and drop the mesh on it or type its path on the page Scenarios, or give it \
         to a body of a scenario: body.NAME.mesh = \"{name}\""
    )]
    Mesh {
        /// The name given.
        name: String,
    },
    /// The file cannot be read.
    #[error("{}: cannot be read: {source}", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// Cause.
        source: std::io::Error,
    },
    /// The file is not TOML.
    #[error("{file}: not TOML: {message}")]
    Syntax {
        /// The file.
        file: String,
        /// Line, column, and the expected syntax.
        message: String,
    },
    /// An override is not `key.path=value`, or its path does not exist.
    #[error("--set {argument}: {message}")]
    Override {
        /// The override as given.
        argument: String,
        /// The remedy.
        message: String,
    },
    /// A key is unknown, missing, of another type, or its value is out of range.
    #[error("{file}: {key}: {}", bounded::visible(message))]
    Key {
        /// The file.
        file: String,
        /// The key with its path, such as `body.boat.mass_kg`.
        key: String,
        /// The fault and its remedy.
        message: String,
    },
}

#[cfg(test)]
mod tests {
    use crate::scenario::Scenario;

    #[test]
    fn a_mesh_in_place_of_a_scenario_is_told_where_it_goes() {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().join("hull.STL").to_string_lossy().into_owned();
        std::fs::write(&name, "solid hull\nendsolid hull\n").unwrap();
        let said = Scenario::load(&name, &[]).unwrap_err().to_string();
        for part in ["a mesh and no scenario", "page Scenarios", &format!("body.NAME.mesh = \"{name}\"")] {
            assert!(said.contains(part), "{said} does not say {part:?}");
        }
    }
}
