use glam::Vec3;

use crate::color::from_srgb;

/// A color in linear light, and its gloss: 0 scatters evenly, 1 is varnished.
pub(crate) type Paint = [f32; 4];

/// A corner of a triangle, as both the CPU and the GPU draw it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "gpu", derive(bytemuck::Pod, bytemuck::Zeroable))]
#[repr(C)]
pub(crate) struct Vertex {
    /// Position in the world, m.
    pub position: [f32; 3],
    /// Unit normal.
    pub normal: [f32; 3],
    /// Color in linear light, and gloss, 0..=1; without meaning for water.
    pub paint: Paint,
}

/// Triangles over shared vertices.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Mesh {
    /// Corners.
    pub vertices: Vec<Vertex>,
    /// Indices into the corners.
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// Empties the mesh and keeps its memory.
    pub(crate) fn clear(&mut self) {
        self.vertices.clear();
        self.triangles.clear();
    }

    /// Appends a flat convex quadrilateral, counter-clockwise seen from outside.
    pub(crate) fn quad(&mut self, corners: [Vec3; 4], paint: Paint) {
        let normal = (corners[2] - corners[0]).cross(corners[3] - corners[1]).normalize_or(Vec3::Z).into();
        let first = self.vertices.len() as u32;
        self.vertices.extend(corners.map(|corner| Vertex { position: corner.into(), normal, paint }));
        self.triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
    }
}

/// Varnished paint from an sRGB color.
pub(crate) fn varnish(color: [f32; 3]) -> Paint {
    let [r, g, b] = light(color);
    [r, g, b, 1.0]
}

/// A surface that scatters light evenly, from an sRGB color.
pub(crate) fn bare(color: [f32; 3]) -> Paint {
    let [r, g, b] = light(color);
    [r, g, b, 0.0]
}

fn light(color: [f32; 3]) -> [f32; 3] {
    color.map(|value| from_srgb(value.clamp(0.0, 1.0)))
}
