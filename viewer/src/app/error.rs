/// Reason for which the window did not open, or closed early.
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no screen, or the program may not use it.
    #[error(
        "no display to open a window on ({reason}); `estela render` draws the scenario into files without one"
    )]
    NoDisplay {
        /// Report of the window system.
        reason: String,
    },
    /// The window system reported an error.
    #[error("the window failed: {reason}")]
    Window {
        /// Report of the window system.
        reason: String,
    },
    /// The scenario could not be set up.
    #[error(transparent)]
    World(#[from] crate::sim::Error),
    /// A file is no replay.
    #[error(transparent)]
    Replay(#[from] crate::sim::ReplayError),
    /// No device can draw the pictures.
    #[error(transparent)]
    Render(#[from] crate::render::Error),
}

impl Error {
    pub(super) fn window(reason: impl ToString) -> Self {
        Self::Window { reason: reason.to_string() }
    }
}
