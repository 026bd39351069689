use glam::{DVec3, Vec3};
use pulp::Simd;

use crate::reals::{LANES, Lanes, Reals};

/// Triangles side by side, with a box around them.
#[derive(Debug, Clone)]
#[repr(align(64))]
pub(crate) struct Block {
    /// x, y, z of the first, second and third corner.
    corners: [[f32; LANES]; 9],
    /// Area of each, m²; 0 beyond the last.
    areas: Lanes,
    /// Index of each in the mesh; [`Block::NONE`] beyond the last.
    pub(crate) triangles: [u32; LANES],
    /// Index of each one's material.
    pub(crate) materials: [u16; LANES],
    centre: DVec3,
    half: DVec3,
}

impl Block {
    /// Where there is no triangle: its corners coincide.
    pub(crate) const NONE: u32 = u32::MAX;

    /// The triangles of the mesh that `indices` names, along a Morton curve: neighbours in space lie in
    /// one block, so that most blocks are wholly dry or wholly wet, whatever the order of the mesh.
    pub(crate) fn pack(vertices: &[Vec3], triangles: &[[u32; 3]], mut indices: Vec<u32>) -> Vec<Self> {
        let centroid =
            |t: u32| triangles[t as usize].iter().map(|&v| vertices[v as usize] / 3.0).sum::<Vec3>();
        let (mut min, mut max) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for &t in &indices {
            (min, max) = (min.min(centroid(t)), max.max(centroid(t)));
        }
        let cells_per_m = 1023.0 / (max - min).max_element().max(f32::MIN_POSITIVE);
        indices.sort_by_cached_key(|&t| {
            let [x, y, z] = ((centroid(t) - min) * cells_per_m).to_array().map(|c| spread(c as u32));
            x | y << 1 | z << 2
        });
        indices.chunks(LANES).map(|few| Self::new(vertices, triangles, few)).collect()
    }

    fn new(vertices: &[Vec3], triangles: &[[u32; 3]], few: &[u32]) -> Self {
        let first = vertices[triangles[few[0] as usize][0] as usize];
        let mut block = Self {
            corners: std::array::from_fn(|k| [first[k % 3]; LANES]),
            areas: [0.0; LANES],
            triangles: [Self::NONE; LANES],
            materials: [0; LANES],
            centre: DVec3::ZERO,
            half: DVec3::ZERO,
        };
        let (mut min, mut max) = (first, first);
        for (lane, &index) in few.iter().enumerate() {
            block.triangles[lane] = index;
            let [a, b, c] = triangles[index as usize].map(|v| vertices[v as usize].as_dvec3());
            block.areas[lane] = (b - a).cross(c - a).length() / 2.0;
            for (corner, &v) in triangles[index as usize].iter().enumerate() {
                let vertex = vertices[v as usize];
                (min, max) = (min.min(vertex), max.max(vertex));
                for axis in 0..3 {
                    block.corners[3 * corner + axis][lane] = vertex[axis];
                }
            }
        }
        block.centre = (min.as_dvec3() + max.as_dvec3()) / 2.0;
        block.half = (max.as_dvec3() - min.as_dvec3()) / 2.0;
        block
    }

    /// Coordinate `k % 3` of corner `k / 3` in the `part`-th register, body axes.
    #[inline(always)]
    pub(crate) fn corner<S: Simd>(&self, simd: S, k: usize, part: usize) -> Reals<S> {
        let mut lanes = [0.0; LANES];
        for (lane, corner) in lanes.iter_mut().zip(&self.corners[k]) {
            *lane = f64::from(*corner);
        }
        Reals::load(simd, &lanes, part)
    }

    /// Areas of the `part`-th register.
    #[inline(always)]
    pub(crate) fn areas<S: Simd>(&self, simd: S, part: usize) -> Reals<S> {
        Reals::load(simd, &self.areas, part)
    }

    /// The lowest that a corner may lie along the unit vector `up`, m.
    #[inline(always)]
    pub(crate) fn lowest(&self, up: DVec3) -> f64 {
        let (reach, middle) = (up.abs().dot(self.half), up.dot(self.centre));
        // The margin covers the rounding.
        middle - reach - 1e-12 * (reach + middle.abs())
    }
}

/// The ten lowest bits, three apart.
fn spread(x: u32) -> u32 {
    (0..10).map(|bit| (x.min(1023) >> bit & 1) << (3 * bit)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_share_a_block_and_no_triangle_is_lost() {
        // 16 × 16 tiny triangles on a plane, in an order that jumps about.
        let triangles: Vec<[u32; 3]> = (0..256).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
        let vertices: Vec<Vec3> = (0..256u32)
            .flat_map(|k| {
                let at = Vec3::new((k * 37 % 16) as f32, (k * 59 / 16 % 16) as f32, 0.0);
                [at, at + Vec3::X * 0.1, at + Vec3::Y * 0.1]
            })
            .collect();
        let blocks = Block::pack(&vertices, &triangles, (0..256).collect());
        let mut all: Vec<u32> = blocks.iter().flat_map(|b| b.triangles).collect();
        all.sort_unstable();
        assert_eq!(all, (0..256).collect::<Vec<_>>());
        for block in blocks {
            assert!(block.half.max_element() < 2.5, "{:?}", block.half);
        }
    }

    #[test]
    fn the_lowest_point_is_that_of_the_box() {
        let vertices = [Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 2.0, 3.0), Vec3::new(1.0, 4.0, 2.0)];
        let [block] = &Block::pack(&vertices, &[[0, 1, 2]], vec![0])[..] else { panic!("one block") };
        assert!((block.lowest(DVec3::Z) - 2.0).abs() < 1e-9 && block.lowest(DVec3::Z) <= 2.0);
        assert!((block.lowest(-DVec3::Y) + 4.0).abs() < 1e-9);
    }
}
