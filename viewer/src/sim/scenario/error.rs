use std::path::PathBuf;

/// What is wrong with a scenario: the file, the key, and what would be right.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Neither a shipped scenario nor a file.
    #[error("{name}: neither a file nor a shipped scenario; {right}")]
    NotFound {
        /// What was asked for.
        name: String,
        /// Names that would be right.
        right: String,
    },
    /// The file cannot be read.
    #[error("{}: cannot be read: {source}", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is not TOML.
    #[error("{file}: not TOML: {message}")]
    Syntax {
        /// The file.
        file: String,
        /// Line, column, and what was expected.
        message: String,
    },
    /// An override is not `key.path=value`.
    #[error("--set {argument}: {message}")]
    Override {
        /// The override as given.
        argument: String,
        /// What would be right.
        message: String,
    },
    /// A key is unknown, missing, of another type, or its value is out of range.
    #[error("{file}: {key}: {message}")]
    Key {
        /// The file.
        file: String,
        /// The key with its path, such as `body.boat.mass_kg`.
        key: String,
        /// What is wrong and what would be right.
        message: String,
    },
}
