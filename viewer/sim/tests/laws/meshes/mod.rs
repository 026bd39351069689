//! Meshes of bodies.

mod broken;
mod files;
mod hulls;
mod parts;
mod walls;
