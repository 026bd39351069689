use glam::Vec3;

use super::Mesh;

/// A box of 12 triangles, standing on `z = 0` about `x = y = 0`.
pub fn cuboid(length_m: f32, beam_m: f32, depth_m: f32) -> Mesh {
    let corner = |i: u32| {
        let pick = |bit: u32| if i & bit == 0 { 0.0 } else { 1.0 };
        Vec3::new((pick(1) - 0.5) * length_m, (pick(2) - 0.5) * beam_m, pick(4) * depth_m)
    };
    // Each side as the corners of its square, counter-clockwise from outside: bit 1 is x, bit 2 is y, bit 4 is z.
    let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    Mesh {
        vertices: (0..8).map(corner).collect(),
        triangles: sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect(),
    }
}
