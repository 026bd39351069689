//! The program: exit codes, messages, files.

mod bodies;
mod check;
mod commands;
mod endings;
mod films;
mod hydrostatics;
mod input;
mod interruptions;
mod reference;
mod resume;
mod tow;
#[cfg(feature = "window")]
mod window;
