//! What users give: scenarios in TOML and their checks, meshes from files, generated hulls.
//!
//! No module imports one that imports it: `bounded`, `reworded`, `hulls`, `mesh_file`, `scenario`.

pub mod bounded;
pub mod hulls;
pub mod mesh_file;
mod reworded;
pub mod scenario;

/// The example of the README is tested with the crate's documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
