//! Meshes of bodies.

mod files;
mod hulls;
