//! The coupled world: scenarios, the step that ties water and bodies together, and records of it.

pub mod hulls;
pub mod mesh_file;
pub mod records;
pub mod scenario;
