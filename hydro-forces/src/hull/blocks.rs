use glam::{DVec3, Vec3};
use pulp::Simd;

use super::moments::SurfaceMoments;
use super::points::{MOST_BLOCKS, Points};
use crate::simd::{LANES, Lanes, Reals, Vectors, three};

/// Triangles side by side, body axes: what the forces on wet triangles need.
#[derive(Debug, Clone)]
#[repr(align(64))]
pub(crate) struct Block {
    /// Area times normal of each triangle, m², and the area; 0 beyond the last triangle.
    area_vectors: [Lanes; 3],
    areas: Lanes,
    /// Centroid of each.
    centroids: [Lanes; 3],
    /// Index of each triangle in the mesh; [`Block::NONE`] beyond the last.
    pub(crate) triangles: [u32; LANES],
    /// Index of the material of each triangle.
    pub(crate) materials: [u16; LANES],
}

/// The corners of a block's triangles: x, y, z of the first, second and third.
#[derive(Debug, Clone)]
#[repr(align(32))]
pub(crate) struct Corners([[f32; LANES]; 9]);

/// A box around a block.
#[derive(Debug, Clone)]
pub(crate) struct Bounds {
    center: DVec3,
    half: DVec3,
}

/// The triangles of a hull in blocks. The data of all blocks, of wet blocks and of blocks that the water cuts lie in
/// separate lists, so that only what is needed is fetched from memory.
#[derive(Debug, Clone, Default)]
pub(crate) struct Blocks {
    bounds: Vec<Bounds>,
    blocks: Vec<Block>,
    corners: Vec<Corners>,
    /// The points of each chunk.
    points: Vec<Points>,
    moments: Vec<SurfaceMoments>,
    groups: Vec<SurfaceMoments>,
}

/// A run of blocks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Chunk<'a> {
    pub(crate) bounds: &'a [Bounds],
    pub(crate) blocks: &'a [Block],
    pub(crate) corners: &'a [Corners],
    pub(crate) points: &'a Points,
    /// Moments of the triangles of each block.
    pub(crate) moments: &'a [SurfaceMoments],
    /// Moments of each [`GROUP`] of blocks.
    pub(crate) groups: &'a [SurfaceMoments],
}

/// Blocks that are summed lane by lane before the lanes are added up. Their number, and with it the order of all sums, is
/// the same on all machines and for any number of threads. A multiple of [`GROUP`].
pub(crate) const CHUNK: usize = MOST_BLOCKS;

/// Number of blocks whose moments are also kept as one sum: most of them are submerged together.
pub(crate) const GROUP: usize = 8;

impl Blocks {
    /// Packs the triangles with the given `indices` along a Morton curve: neighbors in space lie in one block, so that most
    /// blocks are wholly dry or wholly submerged, whatever the order of the mesh. The moments are about `hull_center`.
    pub(crate) fn pack(
        vertices: &[Vec3],
        triangles: &[[u32; 3]],
        hull_center: DVec3,
        mut indices: Vec<u32>,
    ) -> Self {
        let centroid =
            |t: u32| triangles[t as usize].iter().map(|&v| vertices[v as usize] / 3.0).sum::<Vec3>();
        let (mut min, mut max) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for &t in &indices {
            (min, max) = (min.min(centroid(t)), max.max(centroid(t)));
        }
        let cells_per_m = 1023.0 / (max - min).max_element().max(f32::MIN_POSITIVE);
        indices.sort_by_cached_key(|&t| {
            let [x, y, z] = ((centroid(t) - min) * cells_per_m).to_array().map(|c| interleave(c as u32));
            x | y << 1 | z << 2
        });
        let mut packed = Self::default();
        for lanes in indices.chunks(LANES) {
            packed.push(vertices, triangles, hull_center, lanes);
        }
        let sum = |of: &[SurfaceMoments]| {
            let mut sum = SurfaceMoments::ZERO;
            of.iter().for_each(|moments| sum.add(pulp::Scalar::new(), moments));
            sum
        };
        packed.groups = packed.moments.chunks(GROUP).map(sum).collect();
        packed.points =
            packed.corners.chunks(CHUNK).map(|of| Points::of(of.iter().map(Corners::places))).collect();
        packed
    }

    fn push(&mut self, vertices: &[Vec3], triangles: &[[u32; 3]], hull_center: DVec3, lanes: &[u32]) {
        let first = vertices[triangles[lanes[0] as usize][0] as usize];
        let mut corners = Corners(std::array::from_fn(|k| [first[k % 3]; LANES]));
        let mut moments = SurfaceMoments::ZERO;
        let mut block = Block {
            area_vectors: [[0.0; LANES]; 3],
            areas: [0.0; LANES],
            centroids: std::array::from_fn(|axis| [f64::from(first[axis]); LANES]),
            triangles: [Block::NONE; LANES],
            materials: [0; LANES],
        };
        let (mut min, mut max) = (first, first);
        for (lane, &index) in lanes.iter().enumerate() {
            block.triangles[lane] = index;
            let [a, b, c] = triangles[index as usize].map(|v| vertices[v as usize].as_dvec3());
            let area_vector = (b - a).cross(c - a) / 2.0;
            let centroid = (a + b + c) / 3.0;
            block.areas[lane] = area_vector.length();
            for axis in 0..3 {
                block.area_vectors[axis][lane] = area_vector[axis];
                block.centroids[axis][lane] = centroid[axis];
            }
            moments.add(pulp::Scalar::new(), &SurfaceMoments::of([a, b, c], hull_center));
            for (corner, &v) in triangles[index as usize].iter().enumerate() {
                let vertex = vertices[v as usize];
                (min, max) = (min.min(vertex), max.max(vertex));
                for axis in 0..3 {
                    corners.0[3 * corner + axis][lane] = vertex[axis];
                }
            }
        }
        let (min, max) = (min.as_dvec3(), max.as_dvec3());
        self.bounds.push(Bounds { center: (min + max) / 2.0, half: (max - min) / 2.0 });
        self.blocks.push(block);
        self.corners.push(corners);
        self.moments.push(moments);
    }

    /// Number of chunks of [`CHUNK`] blocks.
    pub(crate) fn chunk_count(&self) -> usize {
        self.points.len()
    }

    /// The `index`-th chunk.
    pub(crate) fn chunk(&self, index: usize) -> Chunk<'_> {
        let all = index * CHUNK..((index + 1) * CHUNK).min(self.blocks.len());
        let groups = all.start / GROUP..all.end.div_ceil(GROUP);
        Chunk {
            bounds: &self.bounds[all.clone()],
            blocks: &self.blocks[all.clone()],
            corners: &self.corners[all.clone()],
            points: &self.points[index],
            moments: &self.moments[all],
            groups: &self.groups[groups],
        }
    }

    /// The blocks, to set their materials.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        self.blocks.iter_mut()
    }
}

impl Corners {
    /// The first, second and third corner of each triangle.
    pub(super) fn places(&self) -> [[[f32; 3]; LANES]; 3] {
        let at = |corner: usize, lane: usize| std::array::from_fn(|axis| self.0[3 * corner + axis][lane]);
        std::array::from_fn(|corner| std::array::from_fn(|lane| at(corner, lane)))
    }

    /// The corners of the `part`-th register.
    #[inline(always)]
    pub(crate) fn load<S: Simd>(&self, simd: S, part: usize) -> [Vectors<S>; 3] {
        three!(k => three!(axis => self.coordinate(simd, 3 * k + axis, part)))
    }

    #[inline(always)]
    fn coordinate<S: Simd>(&self, simd: S, k: usize, part: usize) -> Reals<S> {
        // One register only: converting the other lanes would be wasted.
        let corners = &self.0[k][part * S::F64_LANES..][..S::F64_LANES];
        let mut lanes = [0.0; LANES];
        // Without `zip`, which is a call.
        for l in 0..S::F64_LANES {
            lanes[l] = f64::from(corners[l]);
        }
        Reals::load(simd, &lanes, 0)
    }
}

impl Block {
    /// Index of a lane without a triangle; its corners coincide.
    pub(crate) const NONE: u32 = u32::MAX;

    /// Area vectors of the `part`-th register.
    #[inline(always)]
    pub(crate) fn area_vectors<S: Simd>(&self, simd: S, part: usize) -> Vectors<S> {
        three!(axis => Reals::load(simd, &self.area_vectors[axis], part))
    }

    /// Centroids of the `part`-th register.
    #[inline(always)]
    pub(crate) fn centroids<S: Simd>(&self, simd: S, part: usize) -> Vectors<S> {
        three!(axis => Reals::load(simd, &self.centroids[axis], part))
    }

    /// Areas of the `part`-th register.
    #[inline(always)]
    pub(crate) fn areas<S: Simd>(&self, simd: S, part: usize) -> Reals<S> {
        Reals::load(simd, &self.areas, part)
    }
}

impl Bounds {
    /// Bounds of the heights of the corners along the unit vector `up`, m.
    #[inline(always)]
    pub(crate) fn along(&self, up: DVec3) -> [f64; 2] {
        let (reach, middle) = (up.abs().dot(self.half), up.dot(self.center));
        // The margin covers the rounding.
        let reach = reach + 1e-12 * (reach + middle.abs());
        [middle - reach, middle + reach]
    }
}

/// The ten lowest bits of `x`, each moved to every third place.
fn interleave(x: u32) -> u32 {
    (0..10).map(|bit| (x.min(1023) >> bit & 1) << (3 * bit)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbors_share_a_block_and_no_triangle_is_lost() {
        // 16 × 16 tiny triangles on a plane, in an order that jumps about.
        let triangles: Vec<[u32; 3]> = (0..256).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
        let vertices: Vec<Vec3> = (0..256u32)
            .flat_map(|k| {
                let at = Vec3::new((k * 37 % 16) as f32, (k * 59 / 16 % 16) as f32, 0.0);
                [at, at + Vec3::X * 0.1, at + Vec3::Y * 0.1]
            })
            .collect();
        let Blocks { bounds, blocks, .. } =
            Blocks::pack(&vertices, &triangles, DVec3::ZERO, (0..256).collect());
        let mut all: Vec<u32> = blocks.iter().flat_map(|b| b.triangles).collect();
        all.sort_unstable();
        assert_eq!(all, (0..256).collect::<Vec<_>>());
        for Bounds { half, .. } in bounds {
            assert!(half.max_element() < 2.5, "{half:?}");
        }
    }

    #[test]
    fn the_ends_of_a_box_hold_all_corners() {
        let vertices = [Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 2.0, 3.0), Vec3::new(1.0, 4.0, 2.0)];
        let Blocks { bounds, .. } = Blocks::pack(&vertices, &[[0, 1, 2]], DVec3::ZERO, vec![0]);
        let [bounds] = &bounds[..] else { panic!("one block") };
        for (up, range) in [(DVec3::Z, [2.0, 3.0]), (-DVec3::Y, [-4.0, -2.0])] {
            let [low, high] = bounds.along(up);
            assert!(low <= range[0] && range[1] <= high);
            assert!((low - range[0]).abs() < 1e-9 && (high - range[1]).abs() < 1e-9);
        }
    }
}
