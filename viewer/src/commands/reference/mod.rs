//! What the program tells about itself: keys of scenario files, shipped files, completions, man page.

mod files;
mod keys;
mod shell;

pub use files::{new, show};
pub use keys::keys;
pub use shell::{completions, man};
