//! Triangle meshes to cell masks: labels, top and bottom depth, wet section, rim normals.

pub mod raster;
