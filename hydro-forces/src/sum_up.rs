use pulp::{Simd, WithSimd};

use crate::WaterSurface;
use crate::blocks::Block;
use crate::immersion::Immersion;
use crate::reals::LANES;
use crate::report::Report;
use crate::sums::{LaneSums, Sums};

/// Blocks that are summed lane by lane before the lanes are added up. Their number, and with it the
/// order of all sums, is the same on all machines and for any number of threads.
pub(crate) const CHUNK: usize = 256;

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
        for block in chunk {
            if block.lowest(up) >= dry_above {
                continue;
            }
            let placed = immersion.place(simd, surface, block);
            for part in 0..LANES / I::F64_LANES {
                let wetness = immersion.depths(simd, &placed, part, &block.triangles, &mut sums.skipped);
                if wetness.reached.any() {
                    let wetted = immersion.wet(simd, wetness, block, part);
                    lanes.add(&wetted, part, has_dynamics);
                    report.tell(&wetted, &placed.sample_m, &block.triangles, part);
                }
            }
        }
        sums.add_lanes(&lanes);
        sums
    }
}
