use pulp::{Simd, WithSimd};

use super::batch::{BATCH, BlockWater, ReachedBlock, WaterSamples};
use super::depths::{CornerDepths, Submergence};
use super::input::{HullInWater, LARGE};
use super::integrals::WetIntegrals;
use super::sums::LaneSums;
use crate::hull::{Block, GroupSet, Points};
use crate::model::{DragLiftCoefficients, coefficients_of_materials, drag_and_lift};
use crate::simd::{LANES, Lanes, Mask, Reals, Vectors, dot, inlined_late, splat, three};
use crate::{Cut, ForceModel, Hull, Pressure, WaterSurface};

/// The force computation on one register of triangles: the numbers of a [`HullInWater`] in all lanes, in body axes about
/// the body's origin.
pub(super) struct RegisterKernel<'a, S: Simd> {
    pub(super) simd: S,
    pub(super) model: &'a ForceModel,
    hull: &'a Hull,
    pub(super) surface: &'a dyn WaterSurface,
    has_dynamics: bool,
    /// Whether blocks that are submerged may be taken as a whole, see [`RegisterKernel::is_submerged`].
    pub(super) takes_whole_blocks: bool,
    /// Whether the surface gives the pressure head and the flow below it itself.
    has_pressure_heads: bool,
    has_flow: bool,
    /// The world's axes.
    pub(super) axes: [Vectors<S>; 3],
    /// World position of the body's origin.
    pub(super) origin_m: Vectors<S>,
    linvel: Vectors<S>,
    angvel: Vectors<S>,
    /// Height of the center of the hull's bounding sphere above the origin.
    pub(super) center_height: Reals<S>,
    coefficients: DragLiftCoefficients<S>,
}

/// Forces on a register of triangles, and what they were computed from.
pub(super) struct RegisterForces<S: Simd> {
    pub(super) corners: [Vectors<S>; 3],
    /// Area of each triangle times its normal, and the area.
    pub(super) area_vector: Vectors<S>,
    pub(super) area: Reals<S>,
    pub(super) wet: WetIntegrals<S>,
    /// Centroid of the wet part; the origin where there is none.
    pub(super) wet_centroid: Vectors<S>,
    /// Triangles that the surface reaches.
    pub(super) reached: Mask<S>,
    /// Drag, lift and friction, world axes, N.
    pub(super) dynamic: Vectors<S>,
}

impl<S: Simd> RegisterForces<S> {
    /// The area of the triangles that the surface reaches, 0 for the others.
    #[inline(always)]
    pub(super) fn reached_area(&self) -> Reals<S> {
        self.reached.or_zero(self.area)
    }
}

/// Area and centroid of the wet parts of a register of triangles.
pub(super) struct WetArea<S: Simd> {
    pub(super) area_vector: Vectors<S>,
    pub(super) area: Reals<S>,
    pub(super) centroid: Vectors<S>,
}

impl<'a, S: Simd> RegisterKernel<'a, S> {
    #[inline(always)]
    pub(super) fn new(simd: S, input: &HullInWater<'a>) -> Self {
        let HullInWater { model, hull, frame, surface, .. } = *input;
        let has_dynamics = model.has_dynamics() || !hull.materials().is_empty();
        let (has_pressure_heads, has_flow) =
            (surface.has_pressure_heads(), has_dynamics && surface.has_flow());
        let (center, _) = hull.bounding_sphere();
        // The moments of whole blocks are those of the exact pressure.
        let has_moments = model.pressure == Pressure::Exact;
        Self {
            simd,
            model,
            hull,
            surface,
            has_dynamics,
            takes_whole_blocks: !has_pressure_heads && !has_flow && has_moments,
            has_pressure_heads,
            has_flow,
            axes: three!(k => splat(simd, frame.axes[k])),
            origin_m: splat(simd, frame.origin_m),
            linvel: splat(simd, frame.linvel),
            angvel: splat(simd, frame.angvel),
            center_height: Reals::splat(simd, frame.up().dot(center)),
            coefficients: model.drag_lift_coefficients(simd),
        }
    }

    /// Samples the water under a batch of blocks.
    #[inline(always)]
    pub(super) fn sample(&self, water: &mut WaterSamples, batch: &[ReachedBlock<'_>]) {
        let count = batch.len();
        debug_assert!(count <= BATCH, "{count} blocks");
        for (reached, at_m) in batch.iter().zip(&mut water.centroids_m) {
            self.centroids(reached.block, at_m);
        }
        let (centroids_m, at_centroids) = (&water.centroids_m[..count], &mut water.at_centroids[..count]);
        if self.model.cut == Cut::Centroid {
            self.surface.sample_lanes(centroids_m, at_centroids);
        } else {
            self.surface.velocity_lanes(centroids_m, at_centroids);
            let levels = water.point_levels.as_flattened();
            for (reached, of_block) in batch.iter().zip(&mut water.corner_levels) {
                for k in 0..3 {
                    for l in 0..LANES {
                        of_block[k][l] = levels[usize::from(reached.points.points[k][l])];
                    }
                }
            }
        }
    }

    /// Samples the levels at groups of the points of a chunk, if they are needed.
    #[inline(always)]
    pub(super) fn sample_points(&self, water: &mut WaterSamples, points: &Points, groups: &GroupSet) {
        if self.model.cut != Cut::Corners {
            return;
        }
        let (points, mut next) = (points.groups(), 0);
        while next < points.len() {
            let (first, mut count) = (next, 0);
            while next < points.len() && count < BATCH && groups.contains(next) {
                self.plan_positions(&points[next], &mut water.points_m[count]);
                count += 1;
                next += 1;
            }
            if count == 0 {
                next += 1;
                continue;
            }
            self.surface.level_lanes(&water.points_m[..count], &mut water.point_levels[first..next]);
        }
    }

    /// World plan positions of the centroids of a block.
    #[inline(always)]
    fn centroids(&self, block: &Block, at_m: &mut [Lanes; 2]) {
        for part in 0..LANES / S::F64_LANES {
            let centroid = block.centroids(self.simd, part);
            for axis in 0..2 {
                (dot(self.axes[axis], centroid) + self.origin_m[axis]).store(&mut at_m[axis], part);
            }
        }
    }

    /// World plan positions of points of the hull.
    #[inline(always)]
    fn plan_positions(&self, points: &[Lanes; 3], at_m: &mut [Lanes; 2]) {
        for part in 0..LANES / S::F64_LANES {
            let point = three!(axis => Reals::load(self.simd, &points[axis], part));
            for axis in 0..2 {
                (dot(self.axes[axis], point) + self.origin_m[axis]).store(&mut at_m[axis], part);
            }
        }
    }

    /// The levels that cut the `part`-th register of a block at each corner, above z = 0.
    #[inline(always)]
    pub(super) fn levels(&self, water: BlockWater<'_>, part: usize) -> [Reals<S>; 3] {
        match self.model.cut {
            Cut::Centroid => [Reals::load(self.simd, &water.at_centroids[0], part); 3],
            Cut::Corners => three!(k => Reals::load(self.simd, &water.corner_levels[k], part)),
        }
    }

    /// How deep the `part`-th register of a block lies below the surface.
    ///
    /// `skipped` counts the triangles for which the water is not finite; they are taken as dry.
    #[inline(always)]
    pub(super) fn submergence(
        &self,
        water: BlockWater<'_>,
        &ReachedBlock { block, corners, .. }: &ReachedBlock<'_>,
        part: usize,
        skipped: &mut usize,
    ) -> Submergence<S> {
        let simd = self.simd;
        let corners = corners.load(simd, part);
        let height = three!(k => dot(self.axes[2], corners[k]));
        let [_, u, v] = three!(k => Reals::load(simd, &water.at_centroids[k], part));
        let level = self.levels(water, part);
        let (zero, large) = (Reals::splat(simd, 0.0), Reals::splat(simd, LARGE));
        // Comparisons with NaN are false.
        let known = large
            .above(level[0])
            .and(large.above(level[1]))
            .and(large.above(level[2]))
            .and(large.above(u * u))
            .and(large.above(v * v));
        if !known.all() {
            let known = known.or_zero(large).to_lanes(part);
            *skipped += (part * S::F64_LANES..(part + 1) * S::F64_LANES)
                .filter(|&l| known[l] == 0.0 && block.triangles[l] != Block::NONE)
                .count();
        }
        let far_below = -large;
        let level = three!(k => known.select((level[k] - self.origin_m[2]).max(far_below), far_below));
        let depths = three!(k => level[k] - height[k]);
        let (shallow, deep) =
            (depths[0].min(depths[1]).min(depths[2]), depths[0].max(depths[1]).max(depths[2]));
        Submergence {
            corners,
            depths,
            velocity: [known.or_zero(u), known.or_zero(v)],
            reached: deep.above(zero),
            uncut: shallow.above(zero),
        }
    }

    /// Computes the forces on a register of triangles and adds all integrals to `sums`.
    #[inline(always)]
    pub(super) fn forces(
        &self,
        t: &Submergence<S>,
        block: &Block,
        part: usize,
        sums: &mut LaneSums,
    ) -> RegisterForces<S> {
        // The same code twice: for an uncut register the compiler knows that the wet fraction is 1 and drops what need
        // not be kept.
        let (corners, pressure) = (t.at_rest(), self.model.pressure);
        if !self.has_pressure_heads && t.uncut.all() {
            let wet = WetIntegrals::whole(self.simd, corners, Reals::splat(self.simd, 1.0), pressure);
            self.add(t, (wet, wet.first_moment), block, part, sums)
        } else {
            let heads = if self.has_pressure_heads { self.pressure_heads(t, part) } else { corners.heads };
            let wet = WetIntegrals::of(self.simd, CornerDepths { heads, ..corners }, pressure);
            self.add(t, (wet, wet.centroid(self.simd)), block, part, sums)
        }
    }

    /// Computes drag, lift and friction; adds them and the pressure to `sums`.
    #[inline(always)]
    fn add(
        &self,
        t: &Submergence<S>,
        (integrals, wet_centroid): (WetIntegrals<S>, Vectors<S>),
        block: &Block,
        part: usize,
        sums: &mut LaneSums,
    ) -> RegisterForces<S> {
        let (a, area) = (block.area_vectors(self.simd, part), block.areas(self.simd, part));
        sums.add_pressure(&integrals, self.axes[2], (a, area), part);
        let mut dynamic = [Reals::splat(self.simd, 0.0); 3];
        let wet = WetArea {
            area_vector: three!(k => a[k] * integrals.area),
            area: area * integrals.area,
            centroid: wet_centroid,
        };
        let flow = match self.has_flow {
            true => self.flow_at_centroids(&wet, t.velocity, part),
            false => self.horizontal_flow(t.velocity),
        };
        if let Some(force) = self.dynamic(&wet, flow, (&block.materials, part)) {
            dynamic = force;
            sums.add_dynamic(wet_centroid, dynamic, part);
        }
        RegisterForces {
            corners: t.corners,
            area_vector: a,
            area,
            reached: t.reached,
            dynamic: self.to_world(dynamic),
            wet: integrals,
            wet_centroid,
        }
    }

    /// A vector in body axes along the world's axes.
    #[inline(always)]
    pub(super) fn to_world(&self, vector: Vectors<S>) -> Vectors<S> {
        three!(k => dot(self.axes[k], vector))
    }

    /// A velocity along the world's x and y in body axes.
    #[inline(always)]
    pub(super) fn horizontal_flow(&self, [u, v]: [Reals<S>; 2]) -> Vectors<S> {
        let [east, north, _] = self.axes;
        three!(k => u.mul_add(east[k], v * north[k]))
    }

    /// Drag, lift and friction, N, in water that moves at `flow`; `None` if no triangle of the register has any.
    #[inline(always)]
    pub(super) fn dynamic(
        &self,
        wet: &WetArea<S>,
        flow: Vectors<S>,
        (materials, part): (&[u16; LANES], usize),
    ) -> Option<Vectors<S>> {
        if !self.has_dynamics {
            return None;
        }
        let WetArea { area_vector: a, area, centroid: x } = *wet;
        // ω × x + v − flow
        let w = self.angvel;
        let velocity = three!(k => {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            w[j].mul_sub_from(x[i], w[i].mul_add(x[j], self.linvel[k])) - flow[k]
        });
        // Roughly half of a hull moves away from the water in front of it and has friction alone.
        let enters = dot(a, velocity).above(Reals::splat(self.simd, 0.0)).any();
        if !enters && self.model.friction.is_none() {
            return None;
        }
        Some(inlined_late(self.simd, DynamicForce { kernel: self, a, area, velocity, materials, part }))
    }
}

/// Drag, lift and friction of a register of wet areas.
struct DynamicForce<'k, 'a, S: Simd> {
    kernel: &'k RegisterKernel<'a, S>,
    /// Area vectors and areas of the wet parts.
    a: Vectors<S>,
    area: Reals<S>,
    /// Relative to the water.
    velocity: Vectors<S>,
    materials: &'k [u16; LANES],
    part: usize,
}

impl<S: Simd> WithSimd for DynamicForce<'_, '_, S> {
    type Output = Vectors<S>;

    #[inline(always)]
    fn with_simd<I: Simd>(self, _: I) -> Vectors<S> {
        let Self { kernel: &RegisterKernel { simd, model, hull, .. }, a, area, velocity, part, .. } = self;
        let coefficients = match hull.materials() {
            [] => self.kernel.coefficients,
            of => coefficients_of_materials(simd, of, self.materials, (a, area, velocity), part)
                .times_half_density(model.water.density_kg_m3),
        };
        let mut dynamic = drag_and_lift(simd, a, area, velocity, coefficients, model.lift);
        if let Some(friction) = &model.friction {
            let half_density = 0.5 * model.water.density_kg_m3;
            let friction = friction.force(simd, a, area, velocity, part);
            dynamic = three!(k => dynamic[k] + friction[k] * half_density);
        }
        dynamic
    }
}
