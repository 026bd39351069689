//! The program: exit codes, messages, files.

mod commands;
mod endings;
mod hydrostatics;
mod input;
