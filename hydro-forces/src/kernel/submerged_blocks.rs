//! Blocks that are submerged as a whole: most of a hull, and the cheapest.

use pulp::Simd;

use super::batch::{BlockWater, ReachedBlock};
use super::depths::Submergence;
use super::input::LARGE;
use super::integrals::{RiseIntegrals, WetIntegrals};
use super::register::{RegisterForces, RegisterKernel, WetArea};
use super::sums::LaneSums;
use crate::Cut;
use crate::hull::Block;
use crate::simd::{LANES, Reals, Vectors, dot, three};

/// Forces on a register of a submerged block.
pub(super) struct SubmergedForces<S: Simd> {
    pub(super) area: Reals<S>,
    /// World axes.
    pub(super) dynamic: Vectors<S>,
}

impl<S: Simd> RegisterKernel<'_, S> {
    /// Whether a block with corners up to the height `high` is taken as a whole, below the surface.
    #[inline(always)]
    pub(super) fn is_submerged(&self, high: f64, water: BlockWater<'_>) -> bool {
        if !self.takes_whole_blocks {
            return false;
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
                return false;
            }
        }
        true
    }

    /// Computes the forces on a register of a submerged block. Adds to `sums` all integrals but those below the height of the
    /// hull's center, which are added for the whole block from its moments.
    #[inline(always)]
    pub(super) fn submerged_forces(
        &self,
        water: BlockWater<'_>,
        &ReachedBlock { block, corners, .. }: &ReachedBlock<'_>,
        part: usize,
        sums: &mut LaneSums,
    ) -> SubmergedForces<S> {
        let [_, u, v] = three!(k => Reals::load(self.simd, &water.at_centroids[k], part));
        let (a, centroid) = (block.area_vectors(self.simd, part), block.centroids(self.simd, part));
        let (up, center_height) = (self.axes[2], self.center_height);
        let levels = self.levels(water, part);
        let rises = three!(k => levels[k] - self.origin_m[2] - center_height);
        let nz = dot(up, a);
        match self.model.cut {
            Cut::Centroid => {
                let center_depth = center_height - dot(up, centroid);
                sums.add_rise((rises[0], center_depth), centroid, (a, nz), part);
            }
            Cut::Corners => {
                let rise = RiseIntegrals::new(self.simd, rises, corners.load(self.simd, part), centroid);
                sums.add_uneven_rise(&rise, (center_height, up), (a, nz), part);
            }
        }
        let mut dynamic = [Reals::splat(self.simd, 0.0); 3];
        let area = block.areas(self.simd, part);
        let wet = WetArea { area_vector: a, area, centroid };
        if let Some(force) = self.dynamic(&wet, self.horizontal_flow([u, v]), (&block.materials, part)) {
            dynamic = force;
            sums.add_dynamic(centroid, dynamic, part);
        }
        SubmergedForces { area, dynamic: self.to_world(dynamic) }
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
        let one = Reals::splat(self.simd, 1.0);
        let wet = WetIntegrals::whole(self.simd, t.at_rest(), one, self.model.pressure);
        RegisterForces {
            corners: t.corners,
            area_vector: block.area_vectors(self.simd, part),
            area: forces.area,
            reached: t.reached,
            dynamic: forces.dynamic,
            wet_centroid: wet.first_moment,
            wet,
        }
    }
}
