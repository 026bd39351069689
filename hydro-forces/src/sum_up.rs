use glam::DVec2;
use pulp::{Simd, WithSimd};

use crate::lanes::{LANES, Lane, LaneSums};
use crate::sums::Sums;
use crate::triangle::{Immersion, NotFinite};
use crate::{Exchange, WaterSurface};

/// The sum over all triangles, compiled for each instruction set and run on the best.
pub(crate) struct SumUp<'a, S: ?Sized, F> {
    pub(crate) immersion: &'a Immersion<'a, S>,
    pub(crate) dry_above: f64,
    pub(crate) sums: &'a mut Sums,
    pub(crate) each: &'a mut F,
}

impl<S: WaterSurface + ?Sized, F: FnMut(&Exchange)> WithSimd for SumUp<'_, S, F> {
    type Output = ();

    #[inline(always)]
    fn with_simd<I: Simd>(mut self, simd: I) {
        let immersion = self.immersion;
        let triangles = immersion.hull.triangle_count();
        let in_blocks = if immersion.fits_lanes() { triangles - triangles % LANES } else { 0 };
        let mut lane_sums = LaneSums::default();
        for start in (0..in_blocks).step_by(LANES) {
            let Some(mut block) = immersion.block(simd, start, self.dry_above) else { continue };
            if block.lanes.contains(&Lane::Whole) {
                immersion.add_whole(simd, start, &mut block, &mut lane_sums);
            }
            for l in 0..LANES {
                match block.lanes[l] {
                    Lane::Dry => {}
                    Lane::Whole => (self.each)(&Exchange {
                        triangle: start + l,
                        sample_m: DVec2::new(block.sample_m[0][l], block.sample_m[1][l]),
                        force_n: DVec2::new(block.exchange_n[0][l], block.exchange_n[1][l]),
                    }),
                    Lane::Other => self.one(start + l),
                }
            }
        }
        for index in in_blocks..triangles {
            self.one(index);
        }
        self.sums.add_lanes(&lane_sums);
    }
}

impl<S: WaterSurface + ?Sized, F: FnMut(&Exchange)> SumUp<'_, S, F> {
    /// A triangle by itself, cut where the water cuts it.
    #[inline(never)]
    fn one(&mut self, index: usize) {
        let Immersion { frame, model, .. } = *self.immersion;
        match self.immersion.wet(index, self.dry_above) {
            Ok(None) => {}
            Ok(Some(t)) => {
                self.sums.add(&t, frame.up());
                let force_n = frame.to_world(t.exchange(&model.water)).truncate();
                (self.each)(&Exchange { triangle: index, sample_m: t.sample_m, force_n });
            }
            Err(NotFinite) => self.sums.skipped += 1,
        }
    }
}
