use super::cli::Options;
use super::failure::Failure;

/// Opens a window on a scenario; returns when it is closed.
///
/// # Errors
///
/// [`Failure`] with the key that is wrong, or where there is no window to open.
pub fn open(options: &Options) -> Result<String, Failure> {
    let scenario = options.selection.load()?;
    let name = &scenario.origin.name;
    Err(Failure::Window(format!(
        "this program was built without a window (feature `window`); `estela render {name}` writes pictures instead"
    )))
}
