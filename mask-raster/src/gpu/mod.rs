//! Masks on a GPU: in compute shaders, the twin of [`crate::Rasterizer`] to the bit, and by the graphics pipeline, as the papers
//! draw them.

mod adapter;
mod backend;
mod buffers;
mod depth_pass;
mod depth_pipelines;
mod frame;
mod input;
mod mask;
mod pipelines;
mod rasterizer;
mod readback;
mod shaders;

#[cfg(test)]
mod tests;

pub use adapter::is_software;
pub use backend::Backend;
pub use depth_pass::DepthPass;
pub use mask::GpuMask;
pub use rasterizer::GpuRasterizer;
pub use readback::{MaskReadback, Section, SectionReadback};
