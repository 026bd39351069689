//! Blocks that are wet all over: most of a hull, and the cheapest.

use pulp::Simd;

use super::{Sampled, Spread, Wet, Wetness, Wetted};
use crate::blocks::Block;
use crate::immersion::LARGE;
use crate::load::Load;
use crate::reals::{LANES, Reals, Vectors, dot, three};
use crate::rise::Rise;
use crate::sum_up::Reached;
use crate::sums::LaneSums;
use crate::{Cut, ForceModel, Hull, Pressure};

/// Sizes of a hull that the still level may lie away from it for blocks to be taken as a whole: from further
/// away the level would lose digits.
const FAR: f64 = 1e3;

/// Whether [`Spread::base`] may be found: the pressure acts where it does.
pub(super) fn has_base(model: &ForceModel, hull: &Hull, still_level: f64) -> bool {
    let (centre, radius) = hull.bounding_sphere();
    model.pressure == Pressure::Exact && still_level.abs() < FAR * (centre.length() + radius)
}

/// A level that is the same for a whole block: the still level if it lies above the block, else that of the
/// body's origin.
pub(crate) struct Base {
    pub(crate) level: f64,
    pub(crate) over_still: bool,
}

/// What is known at once of triangles that are wet all over.
pub(crate) struct Whole<I: Simd> {
    pub(crate) area: Reals<I>,
    dynamic: Vectors<I>,
    pub(crate) exchange: [Reals<I>; 2],
}

impl<I: Simd> Spread<'_, I> {
    /// The base that the level over a block is counted from if all of it is wet and the still level cuts
    /// none of it; it lies between the heights `low` and `high`.
    #[inline(always)]
    pub(crate) fn base(&self, [low, high]: [f64; 2], water: Sampled<'_>) -> Option<Base> {
        let (under_still, over_still) = (high <= self.still, self.still <= low);
        if !self.has_base || !(under_still || over_still) {
            return None;
        }
        let (top, large) = (Reals::splat(self.simd, high), Reals::splat(self.simd, LARGE));
        for part in 0..LANES / I::F64_LANES {
            let [_, u, v] = three!(k => Reals::load(self.simd, &water.0[k], part));
            let [a, b, c] = self.levels(water, part);
            // Not where one is not a number: `min` and `max` may pass it by, the sum does not.
            let (lowest, highest) = (a.min(b).min(c), a.max(b).max(c));
            let known = large.above(a + b + c).and(large.above(highest));
            let wet = (lowest - self.origin_m[2]).above(top).and(known);
            if !wet.and(large.above(u * u)).and(large.above(v * v)).all() {
                return None;
            }
        }
        let [under, over] = self.bases();
        Some(if under_still { under } else { over })
    }

    /// The base of blocks under the still level and that of blocks above it.
    #[inline(always)]
    pub(crate) fn bases(&self) -> [Base; 2] {
        [Base { level: self.still, over_still: false }, Base { level: 0.0, over_still: true }]
    }

    /// As [`wet`](Self::wet) for a block with a base, whose integrals under the base are not added to `sums`.
    #[inline(always)]
    pub(crate) fn whole(
        &self,
        base: &Base,
        water: Sampled<'_>,
        &Reached { block, corners, .. }: &Reached<'_>,
        part: usize,
        sums: &mut LaneSums,
    ) -> Whole<I> {
        let [_, u, v] = three!(k => Reals::load(self.simd, &water.0[k], part));
        let (a, centroid) = (block.area_vectors(self.simd, part), block.centroids(self.simd, part));
        let (up, base_level) = (self.axes[2], Reals::splat(self.simd, base.level));
        let base_depth = base_level - dot(up, centroid);
        let levels = self.levels(water, part);
        let rises = three!(k => levels[k] - self.origin_m[2] - base_level);
        let nz = dot(up, a);
        let rise = match self.model.cut {
            Cut::Centroid => {
                sums.add_rise((rises[0], base_depth), centroid, (a, nz), part);
                rises[0]
            }
            Cut::Corners => {
                let rise = Rise::new(self.simd, rises, corners.load(self.simd, part), centroid);
                sums.add_uneven_rise(&rise, (base_level, up), (a, nz), part);
                rise.mean
            }
        };
        let excess = if base.over_still { rise + base_depth } else { rise };
        let pull = excess * self.pull;
        let mut exchange = three!(k => a[k] * pull);
        let mut dynamic = [Reals::splat(self.simd, 0.0); 3];
        let area = block.areas(self.simd, part);
        let wet = Wet { area_vector: a, area, centroid };
        if let Some(force) = self.dynamic(&wet, self.stream([u, v]), (&block.materials, part)) {
            dynamic = force;
            sums.add_dynamic(centroid, dynamic, part);
            exchange = three!(k => exchange[k] + dynamic[k]);
        }
        let [x, y, _] = self.axes;
        Whole { area, dynamic, exchange: [dot(x, exchange), dot(y, exchange)] }
    }

    /// All that is known of a register of a block with a base; only for those who want to be told.
    #[inline(always)]
    pub(crate) fn tell_all(
        &self,
        wetness: Wetness<I>,
        block: &Block,
        part: usize,
        whole: Whole<I>,
    ) -> Wetted<I> {
        Wetted {
            corner: wetness.corner,
            area_vector: block.area_vectors(self.simd, part),
            area: whole.area,
            reached: wetness.reached,
            dynamic: whole.dynamic,
            exchange: whole.exchange,
            load: Load::plain(self.simd, &wetness, self.model),
        }
    }
}
