//! Laws of pictures and of the program as a user meets it, on whole scenarios.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod pictures;
mod program;
mod regressions;
mod setup;
