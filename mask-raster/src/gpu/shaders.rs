//! The sources of the shaders, concatenated from their parts.

use super::frame::reciprocal_lengths;
use crate::mask::{NO_BOTTOM, NO_TOP};
use crate::raster::SUBSAMPLES;

/// Invocations in a workgroup; the shaders have the name from here.
pub(super) const INVOCATIONS: u32 = 64;

/// A shader module.
#[derive(Debug, Clone, Copy)]
pub(super) enum Shader {
    Canvas,
    Merge,
    Wet,
    Rim,
    Depth,
}

impl Shader {
    /// All shaders.
    #[cfg(test)]
    pub(super) const ALL: [Self; 5] = [Self::Canvas, Self::Merge, Self::Wet, Self::Rim, Self::Depth];

    /// The WGSL source: numbers that stand in Rust, the part common to all shaders, then the shader's own.
    pub(super) fn source(self) -> String {
        let own = match self {
            Self::Canvas => {
                concat!(include_str!("../raster/triangle.wgsl"), include_str!("../draw/canvas.wgsl"))
            }
            Self::Merge => include_str!("../mask/merge.wgsl"),
            Self::Wet => include_str!("../mask/wet.wgsl"),
            Self::Rim => include_str!("../mask/rim.wgsl"),
            Self::Depth => include_str!("depth.wgsl"),
        };
        let table = if matches!(self, Self::Rim) { reciprocal_lengths() } else { String::new() };
        let numbers = format!("const INVOCATIONS = {INVOCATIONS}u;\nconst SUBSAMPLES = {SUBSAMPLES};\n");
        // WGSL has no literals of infinities: these are their bits.
        let bits = [("NO_TOP", NO_TOP), ("NO_BOTTOM", NO_BOTTOM), ("LARGEST", f32::MAX)]
            .map(|(name, number)| format!("const {name} = {}u;\n", number.to_bits()))
            .concat();
        [&numbers, &bits, include_str!("frame.wgsl"), &table, own].concat()
    }
}
