use pulp::{Simd, WithSimd};

use crate::blocks::{Block, Chunk, Corners, GROUP};
use crate::immersion::Immersion;
use crate::moments::Moments;
use crate::reals::{LANES, Lanes};
use crate::report::{Listener, Place};
use crate::spread::Spread;
use crate::sums::{LaneSums, Sums};
use crate::{Cut, WaterSurface};

/// Blocks that are summed lane by lane before the lanes are added up. Their number, and with it the
/// order of all sums, is the same on all machines and for any number of threads.
pub(crate) const CHUNK: usize = 64;

/// Blocks whose water is sampled before their forces are computed: a sample takes long to arrive, but
/// several are under way at a time.
pub(crate) const TOGETHER: usize = 16;

/// The sum over a chunk of triangles: which blocks are dry, which wet all over and which are cut is found anew in each call,
/// by the boxes around them. A class kept from the step before would have to be proved by the same comparison; what coherence
/// saves lies in the order of the triangles, neighbours in space side by side, so that the water cuts few blocks of a fine
/// hull and all others are of one class at once.
///
/// Compiled for each instruction set and run on the best.
///
/// Nothing here is generic but the instruction set and the listener: it is compiled once, in this crate.
/// The calls through `dyn` are few: the water is asked for sixteen blocks at a time.
pub(crate) struct SumUp<'a, L> {
    pub(crate) immersion: &'a Immersion<'a>,
    pub(crate) surface: &'a dyn WaterSurface,
    pub(crate) chunk: Chunk<'a>,
    pub(crate) water: &'a mut Water,
    pub(crate) listener: &'a mut L,
}

impl<L: Listener> SumUp<'_, L> {
    pub(crate) fn run(self) -> Sums {
        match pulp::Arch::new() {
            pulp::Arch::Scalar => self.with_simd(pulp::Scalar128b),
            #[allow(unreachable_patterns, reason = "on some machines there is no other")]
            arch => arch.dispatch(self),
        }
    }
}

impl<L: Listener> WithSimd for SumUp<'_, L> {
    type Output = Sums;

    #[inline(always)]
    fn with_simd<I: Simd>(self, simd: I) -> Sums {
        let Self { immersion, surface, chunk, water, listener } = self;
        let spread = Spread::new(simd, immersion, surface);
        let (up, dry_above) = (immersion.frame.up(), immersion.dry_above());
        let (mut sums, mut lanes) = (Sums::default(), LaneSums::default());
        // Which base each block is counted from, under the still level or above it.
        let mut bases = [None; CHUNK];
        let nowhere =
            Reached { index: 0, heights: [0.0; 2], block: &chunk.blocks[0], corners: &chunk.corners[0] };
        let mut next = 0;
        while next < chunk.blocks.len() {
            let (mut batch, mut count) = ([nowhere; TOGETHER], 0);
            while count < TOGETHER && next < chunk.blocks.len() {
                let heights = chunk.bounds[next].along(up);
                if heights[0] < dry_above {
                    let (block, corners) = (&chunk.blocks[next], &chunk.corners[next]);
                    batch[count] = Reached { index: next, heights, block, corners };
                    count += 1;
                }
                next += 1;
            }
            let batch = &batch[..count];
            water.sample(&spread, immersion.model.cut, surface, batch);
            for (n, one) in batch.iter().enumerate() {
                let &Reached { index, heights, block, .. } = one;
                let levels = (&water.samples[n], &water.corner_levels[n]);
                let sample_m = &water.at_m[n];
                let base = spread.base(heights, levels);
                bases[index] = base.as_ref().map(|base| base.over_still);
                for part in 0..LANES / I::F64_LANES {
                    let place = Place { n, part, block, sample_m };
                    match &base {
                        Some(base) => {
                            let whole = spread.whole(base, levels, one, part, &mut lanes);
                            listener.tell(whole.area, whole.exchange, &place);
                            if L::WANTS_ALL {
                                let wetness = spread.wetness(levels, one, part, &mut sums.skipped);
                                let wetted = spread.tell_all(wetness, block, part, whole);
                                listener.tell_all(&immersion.frame, &wetted, &place);
                            }
                        }
                        None => {
                            let wetness = spread.wetness(levels, one, part, &mut sums.skipped);
                            if wetness.reached.any() {
                                let wetted = spread.wet(&wetness, surface, block, part, &mut lanes);
                                listener.tell(wetted.reached_area(), wetted.exchange, &place);
                                listener.tell_all(&immersion.frame, &wetted, &place);
                            }
                        }
                    }
                }
            }
            listener.end(batch, &water.at_m);
        }
        let moments = whole_moments(simd, &chunk, &bases);
        let (centre, _) = immersion.hull.bounding_sphere();
        for (moments, base) in moments.iter().zip(spread.bases()) {
            sums.add_columns(&moments.under(base.level, up, centre), up, base.over_still);
        }
        sums.add_lanes(&lanes, up);
        sums
    }
}

/// A block that the water or the still level may reach.
#[derive(Clone, Copy)]
pub(crate) struct Reached<'a> {
    /// Which of the chunk it is.
    index: usize,
    /// The lowest and the highest that a corner may lie.
    heights: [f64; 2],
    pub(crate) block: &'a Block,
    pub(crate) corners: &'a Corners,
}

/// The moments of the blocks that have a base under the still level and above it; `bases` says which.
#[inline(always)]
fn whole_moments<I: Simd>(simd: I, chunk: &Chunk<'_>, bases: &[Option<bool>; CHUNK]) -> [Moments; 2] {
    let mut sums = [Moments::ZERO; 2];
    for ((group, each), bases) in
        chunk.groups.iter().zip(chunk.moments.chunks(GROUP)).zip(bases.chunks(GROUP))
    {
        let bases = &bases[..each.len()];
        if bases.iter().all(|base| *base == bases[0]) {
            if let Some(over_still) = bases[0] {
                sums[usize::from(over_still)].add(simd, group);
            }
            continue;
        }
        for (moments, base) in each.iter().zip(bases) {
            if let Some(over_still) = *base {
                sums[usize::from(over_still)].add(simd, moments);
            }
        }
    }
    sums
}

/// The water under blocks of triangles.
#[derive(Default)]
#[repr(align(64))]
pub(crate) struct Water {
    /// World plan position of the centroids, where the water is sampled.
    at_m: [[Lanes; 2]; TOGETHER],
    /// Level there and velocity.
    samples: [[Lanes; 3]; TOGETHER],
    /// World plan position of the corners and the levels there, if it is they that cut.
    corners_m: [[[Lanes; 2]; 3]; TOGETHER],
    corner_levels: [[Lanes; 3]; TOGETHER],
}

impl Water {
    #[inline(always)]
    fn sample<I: Simd>(
        &mut self,
        spread: &Spread<'_, I>,
        cut: Cut,
        surface: &dyn WaterSurface,
        batch: &[Reached<'_>],
    ) {
        let count = batch.len();
        for (reached, at_m) in batch.iter().zip(&mut self.at_m) {
            spread.centroids(reached.block, at_m);
        }
        surface.sample_lanes(&self.at_m[..count], &mut self.samples[..count]);
        if cut == Cut::Corners {
            for (reached, at_m) in batch.iter().zip(&mut self.corners_m) {
                spread.corners(reached.corners, at_m);
            }
            let (at_m, levels) = (&self.corners_m[..count], &mut self.corner_levels[..count]);
            surface.level_lanes(at_m.as_flattened(), levels.as_flattened_mut());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Batch, Given};
    use crate::{Coefficients, Cut, Exchange, ForceModel, GriddedSurface, Hull, Lift, Motion};
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

    /// Of a ball afloat, with as many triangles as a hundred small bodies have.
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
        let chunks = (0..blocks.chunk_count(CHUNK)).map(|k| blocks.chunk(k, CHUNK));
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
            let immersion = Immersion::new(&model, &hull, &motion, &surface, 0.1).unwrap();
            let with = |run: &dyn Fn(SumUp<'_, Given<'_>>) -> Sums| {
                let mut told = Vec::<Exchange>::new();
                let mut keep = |several: &[Exchange]| told.extend_from_slice(several);
                let listener = &mut Given { each: &mut keep, batch: &mut Batch::default() };
                let (chunk, water) = (hull.blocks().chunk(0, CHUNK), &mut super::Water::default());
                let sums = run(SumUp { immersion: &immersion, surface: &surface, chunk, water, listener });
                (sums, told)
            };
            let want = with(&|sum_up| sum_up.run());
            assert_eq!(with(&|sum_up| sum_up.with_simd(pulp::Scalar)), want);
            assert_eq!(with(&|sum_up| sum_up.with_simd(pulp::Scalar128b)), want);
            #[cfg(target_arch = "x86_64")]
            if let Some(simd) = pulp::x86::V3::try_new() {
                assert_eq!(with(&|sum_up| pulp::Simd::vectorize(simd, sum_up)), want);
            }
        }
    }
}
