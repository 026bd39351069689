//! The program: exit codes, messages, files.

mod air;
mod bodies;
mod check;
mod commands;
mod endings;
mod entry;
mod films;
mod hydrostatics;
mod input;
mod interruptions;
mod joints;
mod reference;
mod resume;
mod tow;
#[cfg(feature = "window")]
mod window;
