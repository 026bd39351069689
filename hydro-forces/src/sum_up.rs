use pulp::{Simd, WithSimd};

use crate::WaterSurface;
use crate::blocks::Block;
use crate::immersion::{Immersion, Samples};
use crate::reals::LANES;
use crate::report::Report;
use crate::sums::{LaneSums, Sums};

/// Blocks that are summed lane by lane before the lanes are added up. Their number, and with it the
/// order of all sums, is the same on all machines and for any number of threads.
pub(crate) const CHUNK: usize = 256;

/// Blocks whose water is sampled before their forces are computed: a sample takes long to arrive, but
/// several are under way at a time.
const TOGETHER: usize = 16;

/// The sum over a chunk of triangles, compiled for each instruction set and run on the best.
///
/// Nothing here is generic but the instruction set: it is compiled once, in this crate. The calls
/// through `dyn` are one for eight triangles.
pub(crate) struct SumUp<'a, 'r, 'f> {
    pub(crate) immersion: &'a Immersion<'a>,
    pub(crate) surface: &'a dyn WaterSurface,
    pub(crate) chunk: &'a [Block],
    pub(crate) report: &'r mut Report<'f>,
}

impl SumUp<'_, '_, '_> {
    pub(crate) fn run(self) -> Sums {
        match pulp::Arch::new() {
            pulp::Arch::Scalar => self.with_simd(pulp::Scalar128b),
            #[allow(unreachable_patterns, reason = "on some machines there is no other")]
            arch => arch.dispatch(self),
        }
    }
}

impl WithSimd for SumUp<'_, '_, '_> {
    type Output = Sums;

    #[inline(always)]
    fn with_simd<I: Simd>(self, simd: I) -> Sums {
        let Self { immersion, surface, chunk, report } = self;
        let (up, dry_above) = (immersion.frame.up(), immersion.dry_above());
        let has_dynamics = immersion.has_dynamics();
        let (mut sums, mut lanes) = (Sums::default(), LaneSums::default());
        let mut samples: [Samples; TOGETHER] = Default::default();
        let mut wet = chunk.iter().filter(|block| block.lowest(up) < dry_above);
        loop {
            let mut blocks = [&chunk[0]; TOGETHER];
            let mut count = 0;
            for block in wet.by_ref().take(TOGETHER) {
                immersion.sample(simd, surface, block, &mut samples[count]);
                blocks[count] = block;
                count += 1;
            }
            for (block, samples) in blocks[..count].iter().zip(&samples) {
                for part in 0..LANES / I::F64_LANES {
                    let wetness = immersion.depths(simd, samples, block, part, &mut sums.skipped);
                    if wetness.reached.any() {
                        let wetted = immersion.wet(simd, wetness, block, part);
                        lanes.add(&wetted, part, has_dynamics);
                        report.tell(&wetted, &samples.at_m, &block.triangles, part);
                    }
                }
            }
            if count < TOGETHER {
                break;
            }
        }
        sums.add_lanes(&lanes);
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        for (cut, pressure, lift) in
            [(Cut::Centroid, Pressure::Exact, Lift::Exact), (Cut::Corners, Pressure::Paper, Lift::Paper)]
        {
            let model = ForceModel::new(Water::default(), Coefficients { drag: 0.5, lift: 0.3, alpha: 0.8 })
                .unwrap()
                .cut(cut)
                .pressure(pressure)
                .lift(lift);
            let immersion = Immersion::new(&model, &hull, &motion, &surface, 0.1).unwrap();
            let with = |run: &dyn Fn(SumUp<'_, '_, '_>) -> Sums| {
                let mut told = Vec::<Exchange>::new();
                let mut keep = |several: &[Exchange]| told.extend_from_slice(several);
                let report = &mut Report::Exchanges(&mut keep);
                let sums =
                    run(SumUp { immersion: &immersion, surface: &surface, chunk: hull.blocks(), report });
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
