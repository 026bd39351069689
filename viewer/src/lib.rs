//! The coupled world of shallow water and floating bodies.
//!
//! - [`sim`]: scenarios, the world and its step, records.
//! - [`scene`]: what pictures show, as plain data.
//! - [`staging`]: fills scenes and maps from a world.
//! - [`render`]: pictures of a scene, on the CPU or a GPU.
//! - [`commands`]: what the `estela` program does, callable from code and tests.
//! - `app` (feature `window`): the window.

#[cfg(feature = "window")]
pub mod app;
pub mod commands;
pub mod staging;

pub use viewer_render::{self as render, scene};
pub use viewer_sim as sim;

/// The examples of both READMEs, this one and that of the workspace, are tested with the crate's documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../doc/estela.md")]
pub struct Readmes;
