//! The points in which the triangles of a chunk have their corners: each is one for all triangles around it.

use std::collections::HashMap;

use crate::simd::{LANES, Lanes};

/// Most blocks of a chunk, that is of blocks with points in common.
pub(super) const MOST_BLOCKS: usize = 64;

/// Most groups of [`LANES`] points that a chunk has: none of its triangles shares a corner.
pub(crate) const POINT_GROUPS: usize = 3 * MOST_BLOCKS;

/// Groups of points: one bit each.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct GroupSet([u64; POINT_GROUPS.div_ceil(64)]);

/// The points of a chunk, in the order in which its blocks first have a corner in them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Points {
    /// x, y, z of eight side by side, body axes; the last group is filled up with its first point.
    groups: Vec<[Lanes; 3]>,
    /// The corners of each block.
    corners: Vec<CornerPoints>,
}

/// The corners of a block as points of its chunk.
#[derive(Debug, Clone, Default)]
pub(crate) struct CornerPoints {
    /// Numbers of the points of the first, second and third corners.
    pub(crate) points: [[u16; LANES]; 3],
    /// The groups that these are in.
    pub(crate) groups: GroupSet,
}

impl Points {
    /// The points of blocks, at most [`MOST_BLOCKS`] of them, with these first, second and third corners.
    pub(super) fn of(blocks: impl ExactSizeIterator<Item = [[[f32; 3]; LANES]; 3]>) -> Self {
        let (mut points, mut numbers) = (Vec::new(), HashMap::new());
        let mut corners = vec![CornerPoints::default(); blocks.len()];
        for (block, CornerPoints { points: of_block, groups }) in blocks.zip(&mut corners) {
            for (corner, of_corner) in of_block.iter_mut().enumerate() {
                for (lane, number) in of_corner.iter_mut().enumerate() {
                    let at = block[corner][lane];
                    *number = *numbers.entry(at.map(f32::to_bits)).or_insert_with(|| {
                        points.push(at);
                        points.len() as u16 - 1
                    });
                    groups.insert(usize::from(*number) / LANES);
                }
            }
        }
        let group = |of: &[[f32; 3]]| {
            std::array::from_fn(|axis| {
                std::array::from_fn(|lane| f64::from(of.get(lane).unwrap_or(&of[0])[axis]))
            })
        };
        Self { groups: points.chunks(LANES).map(group).collect(), corners }
    }

    /// The groups of points.
    pub(crate) fn groups(&self) -> &[[Lanes; 3]] {
        &self.groups
    }

    /// The corners of a block of the chunk.
    pub(crate) fn of_block(&self, index: usize) -> &CornerPoints {
        &self.corners[index]
    }
}

impl GroupSet {
    fn insert(&mut self, group: usize) {
        self.0[group / 64] |= 1 << (group % 64);
    }

    /// Adds the groups of another set.
    #[inline(always)]
    pub(crate) fn add(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word |= other;
        }
    }

    #[inline(always)]
    pub(crate) fn contains(&self, group: usize) -> bool {
        self.0[group / 64] >> (group % 64) & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::super::Hull;
    use super::*;

    /// A sheet of 1,250 triangles, more than two chunks, whose vertices are listed for each triangle anew.
    #[test]
    fn corners_at_one_place_are_one_point() {
        let at = |i: u32, j: u32| Vec3::new(i as f32, j as f32, (i * 7 + j * 3) as f32 % 5.0);
        let quads = (0..25 * 25).map(|k| (k % 25, k / 25));
        let vertices: Vec<Vec3> = quads
            .flat_map(|(i, j)| {
                let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
                [a, b, c, a, c, d]
            })
            .collect();
        let triangles: Vec<[u32; 3]> = (0..1250).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
        let hull = Hull::new(&vertices, &triangles).unwrap();
        let (blocks, mut count) = (hull.blocks(), 0);
        assert_eq!(blocks.chunk_count(), 3);
        for chunk in (0..3).map(|k| blocks.chunk(k)) {
            let groups = chunk.points.groups();
            for (index, corners) in chunk.corners.iter().enumerate() {
                let CornerPoints { points, groups: of_block } = chunk.points.of_block(index);
                let mut wanted = GroupSet::default();
                for (corner, lane) in (0..3).flat_map(|corner| (0..LANES).map(move |lane| (corner, lane))) {
                    let (group, of_group) =
                        (usize::from(points[corner][lane]) / LANES, points[corner][lane] % 8);
                    let found = groups[group].map(|axis| axis[usize::from(of_group)] as f32);
                    assert_eq!(
                        found,
                        corners.places()[corner][lane],
                        "block {index}, corner {corner}, lane {lane}"
                    );
                    assert!(of_block.contains(group));
                    wanted.insert(group);
                }
                assert_eq!(*of_block, wanted, "block {index}");
            }
            count += groups.len() * LANES;
        }
        // There are 26 × 26 places, and those along borders of chunks come again.
        assert!(count < 26 * 26 + 200, "{count} points");
    }
}
