//! Blocks that are submerged as a whole: most of a hull, and the cheapest.

use pulp::Simd;

use super::batch::{BlockWater, ReachedBlock};
use super::depths::Submergence;
use super::input::LARGE;
use super::integrals::RiseIntegrals;
use super::pressure::PressureIntegrals;
use super::register::{RegisterForces, RegisterKernel, WetArea};
use super::sums::LaneSums;
use crate::Cut;
use crate::hull::Block;
use crate::simd::{LANES, Reals, Vectors, dot, three};

/// The level below which the moments of a whole block are integrated: the still level if it lies above the block, else
/// the height of the body's origin.
pub(super) struct BaseLevel {
    pub(super) level: f64,
    /// Whether the block lies above the still level.
    pub(super) above_still: bool,
}

/// Forces on a register of a submerged block.
pub(super) struct SubmergedForces<S: Simd> {
    pub(super) area: Reals<S>,
    dynamic: Vectors<S>,
    pub(super) exchange: [Reals<S>; 2],
}

impl<S: Simd> RegisterKernel<'_, S> {
    /// The base level of a block with corners at heights from `low` to `high`; `None` unless the whole block is below the
    /// surface and the still level does not cut it.
    #[inline(always)]
    pub(super) fn base_level(&self, [low, high]: [f64; 2], water: BlockWater<'_>) -> Option<BaseLevel> {
        let (below_still, above_still) = (high <= self.still_level, self.still_level <= low);
        if !self.takes_whole_blocks || !(below_still || above_still) {
            return None;
        }
        let (top, large) = (Reals::splat(self.simd, high), Reals::splat(self.simd, LARGE));
        for part in 0..LANES / S::F64_LANES {
            let [_, u, v] = three!(k => Reals::load(self.simd, &water.at_centroids[k], part));
            let [a, b, c] = self.levels(water, part);
            // `min` and `max` may ignore NaN; the sum does not.
            let (lowest, highest) = (a.min(b).min(c), a.max(b).max(c));
            let known = large.above(a + b + c).and(large.above(highest));
            let wet = (lowest - self.origin_m[2]).above(top).and(known);
            if !wet.and(large.above(u * u)).and(large.above(v * v)).all() {
                return None;
            }
        }
        let [below, above] = self.base_levels();
        Some(if below_still { below } else { above })
    }

    /// The base levels of blocks below the still level and of those above it.
    #[inline(always)]
    pub(super) fn base_levels(&self) -> [BaseLevel; 2] {
        [
            BaseLevel { level: self.still_level, above_still: false },
            BaseLevel { level: 0.0, above_still: true },
        ]
    }

    /// Computes the forces on a register of a submerged block. Adds to `sums` all integrals but those below the base
    /// level, which are added for the whole block from its moments.
    #[inline(always)]
    pub(super) fn submerged_forces(
        &self,
        base: &BaseLevel,
        water: BlockWater<'_>,
        &ReachedBlock { block, corners, .. }: &ReachedBlock<'_>,
        part: usize,
        sums: &mut LaneSums,
    ) -> SubmergedForces<S> {
        let [_, u, v] = three!(k => Reals::load(self.simd, &water.at_centroids[k], part));
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
                let rise = RiseIntegrals::new(self.simd, rises, corners.load(self.simd, part), centroid);
                sums.add_uneven_rise(&rise, (base_level, up), (a, nz), part);
                rise.mean
            }
        };
        let excess = if base.above_still { rise + base_depth } else { rise };
        let pull = excess * self.minus_exchanged_weight;
        let mut exchange = three!(k => a[k] * pull);
        let mut dynamic = [Reals::splat(self.simd, 0.0); 3];
        let area = block.areas(self.simd, part);
        let wet = WetArea { area_vector: a, area, centroid };
        if let Some(force) = self.dynamic(&wet, self.horizontal_flow([u, v]), (&block.materials, part)) {
            dynamic = force;
            sums.add_dynamic(centroid, dynamic, part);
            exchange = three!(k => exchange[k] + dynamic[k]);
        }
        SubmergedForces { area, dynamic, exchange: self.to_plan(exchange) }
    }

    /// Completes the forces on a register of a submerged block with the pressure on each triangle, for listeners that need
    /// it.
    #[inline(always)]
    pub(super) fn complete(
        &self,
        t: &Submergence<S>,
        block: &Block,
        part: usize,
        forces: SubmergedForces<S>,
    ) -> RegisterForces<S> {
        RegisterForces {
            corners: t.corners,
            area_vector: block.area_vectors(self.simd, part),
            area: forces.area,
            reached: t.reached,
            dynamic: forces.dynamic,
            exchange: forces.exchange,
            pressure: PressureIntegrals::uncut(self.simd, t, self.model),
        }
    }
}
