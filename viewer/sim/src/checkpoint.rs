//! Errors of checkpoints.

/// Reason for which a checkpoint was refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The checkpoint could not be read.
    #[error("it cannot be read: {0}")]
    Read(std::io::Error),
    /// The bytes do not begin as those of a checkpoint do.
    #[error("it is no checkpoint of this kind")]
    OtherKind,
    /// The checkpoint was written by another version of the program.
    #[error("it is of version {version}, this program reads version {reads}")]
    Version {
        /// Version of the checkpoint.
        version: u32,
        /// The version that is read.
        reads: u32,
    },
    /// The checkpoint is shorter than it says.
    #[error("it is cut short")]
    CutShort,
    /// The checksum is not that of the bytes.
    #[error("it is damaged: its checksum does not match")]
    Damaged,
    /// The world is one of another scenario, or the scenario's meshes or bed have changed.
    #[error(
        "it is of another scenario: the values of the scenario, its meshes, its bed, its coefficients and the version of the program \
         must be those with which it was written"
    )]
    OtherScenario,
    /// The checkpoint holds what no world of the scenario can have.
    #[error("it is no state of the world: {0}")]
    State(String),
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::UnexpectedEof => Self::CutShort,
            _ => Self::Read(error),
        }
    }
}

impl Error {
    /// A state that a part of the world refuses.
    pub fn state(error: impl std::fmt::Display) -> Self {
        Self::State(error.to_string())
    }
}
