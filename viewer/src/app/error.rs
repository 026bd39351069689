/// Why the window did not open, or closed early.
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no screen, or the program may not use it.
    #[error(
        "no display to open a window on ({reason}); `estela render` draws the scenario into files without one"
    )]
    NoDisplay {
        /// What the window system said.
        reason: String,
    },
    /// The window system refused something.
    #[error("the window failed: {reason}")]
    Window {
        /// What it said.
        reason: String,
    },
    /// The scenario could not be set up.
    #[error(transparent)]
    World(#[from] crate::sim::Error),
    /// There is nothing to draw with.
    #[error(transparent)]
    Render(#[from] crate::render::Error),
}
