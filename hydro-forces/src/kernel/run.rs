use pulp::{Simd, WithSimd};

use super::batch::{BATCH, ReachedBlock, WaterSamples};
use super::input::HullInWater;
use super::listener::{Listener, Place};
use super::register::RegisterKernel;
use super::sums::{LaneSums, Sums};
use crate::hull::{CHUNK, Chunk, GROUP, GroupSet, SurfaceMoments};
use crate::simd::LANES;

/// The sum over a chunk of triangles, compiled for each instruction set with fused multiply-add and run on the best, one number at a
/// time without: registers made of single numbers took as long to compile as all others together.
///
/// Each call classifies the blocks anew by their bounding boxes: dry, submerged as a whole, or cut. A class kept from the
/// step before would have to be confirmed by the same comparison. Coherence is in the order of the triangles instead:
/// neighbors in space lie side by side, so that the water cuts few blocks of a fine hull.
///
/// Only the instruction set and the listener are generic, so that everything is compiled once, in this crate. The calls
/// through `dyn` are few: the water is sampled for [`BATCH`] blocks at a time.
pub(super) struct ChunkSum<'a, L> {
    pub(super) input: &'a HullInWater<'a>,
    pub(super) chunk: Chunk<'a>,
    pub(super) water: &'a mut WaterSamples,
    pub(super) listener: &'a mut L,
}

impl<L: Listener> ChunkSum<'_, L> {
    pub(super) fn run(self) -> Sums {
        pulp::Arch::new().dispatch(self)
    }
}

impl<L: Listener> WithSimd for ChunkSum<'_, L> {
    type Output = Sums;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Sums {
        let Self { input, chunk, water, listener } = self;
        let kernel = RegisterKernel::new(simd, input);
        let (up, dry_above) = (input.frame.up(), input.dry_above());
        let (mut sums, mut lanes) = (Sums::default(), LaneSums::default());
        let mut is_whole = [false; CHUNK];
        let (mut reached, mut count, mut groups) = ([(0, [0.0; 2]); CHUNK], 0, GroupSet::default());
        for index in 0..chunk.blocks.len() {
            let heights = chunk.bounds[index].along(up);
            if heights[0] < dry_above {
                reached[count] = (index, heights);
                groups.add(&chunk.points.of_block(index).groups);
                count += 1;
            }
        }
        kernel.sample_points(water, chunk.points, &groups);
        let describe = |(index, heights): (usize, [f64; 2])| ReachedBlock {
            index,
            heights,
            block: &chunk.blocks[index],
            corners: &chunk.corners[index],
            points: chunk.points.of_block(index),
        };
        for reached in reached[..count].chunks(BATCH) {
            let mut batch = [describe(reached[0]); BATCH];
            for n in 1..reached.len() {
                batch[n] = describe(reached[n]);
            }
            let batch = &batch[..reached.len()];
            kernel.sample(water, batch);
            for (n, reached) in batch.iter().enumerate() {
                let &ReachedBlock { index, heights, block, .. } = reached;
                let (levels, samples_m) = (water.under_block(n), &water.centroids_m[n]);
                is_whole[index] = kernel.is_submerged(heights[1], levels);
                for part in 0..LANES / S::F64_LANES {
                    let place = Place { n, part, block, samples_m };
                    if is_whole[index] {
                        let forces = kernel.submerged_forces(levels, reached, part, &mut lanes);
                        listener.exchange(forces.dynamic, &place);
                        if L::TAKES_TRIANGLES {
                            let t = kernel.submergence(levels, reached, part, &mut sums.skipped);
                            let forces = kernel.complete(&t, block, part, forces);
                            listener.triangles(&input.frame, &forces, &place);
                        }
                    } else {
                        let t = kernel.submergence(levels, reached, part, &mut sums.skipped);
                        if t.reached.any() {
                            let forces = kernel.forces(&t, block, part, &mut lanes);
                            listener.exchange(forces.dynamic, &place);
                            listener.triangles(&input.frame, &forces, &place);
                        }
                    }
                }
            }
            listener.end_batch(batch, &water.centroids_m);
        }
        let moments = moments_of_whole_blocks(simd, &chunk, &is_whole);
        let (center, _) = input.hull.bounding_sphere();
        sums.add_integrals(&moments.below_center(up, center), up);
        sums.add_lanes(&lanes, up);
        sums
    }
}

/// The moments of the blocks that are taken as a whole.
#[inline(always)]
fn moments_of_whole_blocks<S: Simd>(simd: S, chunk: &Chunk<'_>, is_whole: &[bool; CHUNK]) -> SurfaceMoments {
    let mut sum = SurfaceMoments::ZERO;
    for ((group, each), is_whole) in
        chunk.groups.iter().zip(chunk.moments.chunks(GROUP)).zip(is_whole.chunks(GROUP))
    {
        let is_whole = &is_whole[..each.len()];
        if is_whole.iter().all(|whole| *whole) {
            sum.add(simd, group);
            continue;
        }
        for (moments, _) in each.iter().zip(is_whole).filter(|(_, whole)| **whole) {
            sum.add(simd, moments);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::listener::{ExchangeBatch, ExchangeListener};
    use crate::results::ExchangeList;
    use crate::{Coefficients, Cut, ForceModel, GriddedSurface, Hull, Lift, Motion};
    use crate::{Pressure, SurfaceGrid, Water};
    use glam::{DQuat, DVec2, DVec3, Vec3};

    /// A bumpy sheet of 512 triangles through the water, so that registers of every width hold dry, cut
    /// and wet triangles side by side.
    fn sheet() -> Hull {
        let vertices: Vec<Vec3> = (0..17 * 17)
            .map(|k| Vec3::new((k % 17) as f32 - 8.0, (k / 17) as f32 - 8.0, (k as f32 * 1.7).sin()))
            .collect();
        let quads = (0..16 * 16).map(|k| k / 16 * 17 + k % 16);
        let triangles: Vec<_> = quads.flat_map(|a| [[a, a + 1, a + 17], [a + 1, a + 18, a + 17]]).collect();
        Hull::new(&vertices, &triangles).unwrap()
    }

    /// The hull is a ball afloat, with as many triangles as a hundred small bodies have.
    #[test]
    fn the_water_cuts_few_blocks_of_a_fine_hull() {
        let n = 45;
        let point = |i: i32, j: i32| {
            let (a, b) =
                (f64::from(i) * std::f64::consts::TAU / 180.0, f64::from(j) * std::f64::consts::PI / 45.0);
            DVec3::new(a.cos() * b.sin(), a.sin() * b.sin(), b.cos()).as_vec3()
        };
        let vertices: Vec<Vec3> = (0..=n).flat_map(|j| (0..180).map(move |i| point(i, j))).collect();
        let quads =
            (0..n as u32).flat_map(|j| (0..180u32).map(move |i| [180 * j + i, 180 * j + (i + 1) % 180]));
        let triangles: Vec<_> = quads.flat_map(|[a, b]| [[a, a + 180, b], [b, a + 180, b + 180]]).collect();
        let hull = Hull::new(&vertices, &triangles).unwrap();
        let blocks = hull.blocks();
        let chunks = (0..blocks.chunk_count()).map(|k| blocks.chunk(k));
        let heights: Vec<[f64; 2]> =
            chunks.flat_map(|chunk| chunk.bounds.iter().map(|bounds| bounds.along(DVec3::Z))).collect();
        for level in [-0.6, 0.1, 0.5] {
            let cut = heights.iter().filter(|[low, high]| *low < level && level < *high).count();
            println!("{level}: {cut} of {}", heights.len());
            assert!(cut * 10 < heights.len(), "{cut} of {} blocks", heights.len());
        }
    }

    #[test]
    fn every_instruction_set_gives_the_same_bits() {
        let hull = sheet();
        let motion = Motion {
            linvel_m_s: DVec3::new(2.0, 1.0, -1.0),
            angvel_rad_s: DVec3::new(0.1, 0.2, 0.3),
            ..Motion::at_rest(DQuat::from_rotation_x(0.2), DVec3::new(0.3, 0.4, -0.1))
        };
        let field: Vec<f32> = (0..400).map(|k| 0.3 * (k as f32).sin()).collect();
        let grid = SurfaceGrid::new(20, 20, 1.0, DVec2::splat(-10.0)).unwrap();
        let surface = GriddedSurface::new(grid, &field, &field, &field).unwrap();
        for (cut, pressure, lift) in [
            (Cut::Centroid, Pressure::Exact, Lift::Exact),
            (Cut::Corners, Pressure::Exact, Lift::Exact),
            (Cut::Corners, Pressure::Paper, Lift::Paper),
        ] {
            let model = ForceModel::new(Water::default(), Coefficients { drag: 0.5, lift: 0.3, alpha: 0.8 })
                .unwrap()
                .cut(cut)
                .pressure(pressure)
                .lift(lift);
            let input = HullInWater::new(&model, &hull, &motion, &surface).unwrap();
            let with = |run: &dyn Fn(ChunkSum<'_, ExchangeListener<'_>>) -> Sums| {
                let (mut exchanges, mut batch) = (ExchangeList::default(), ExchangeBatch::default());
                let listener = &mut ExchangeListener { exchanges: &mut exchanges, batch: &mut batch };
                let (chunk, water) = (hull.blocks().chunk(0), &mut WaterSamples::default());
                let sums = run(ChunkSum { input: &input, chunk, water, listener });
                (sums, exchanges.as_slice().to_vec())
            };
            let want = with(&|sum| sum.run());
            assert_eq!(with(&|sum| sum.with_simd(pulp::Scalar)), want);
            #[cfg(target_arch = "x86_64")]
            if let Some(simd) = pulp::x86::V3::try_new() {
                assert_eq!(with(&|sum| pulp::Simd::vectorize(simd, sum)), want);
            }
        }
    }
}
