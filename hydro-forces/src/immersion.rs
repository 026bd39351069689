use pulp::Simd;

use crate::blocks::Block;
use crate::dynamics::drag_and_lift;
use crate::material::shares;
use crate::motion::BodyFrame;
use crate::reals::{LANES, Lanes, Mask, Reals, Vectors, cross, dot, splat, three};
use crate::sums::LaneSums;
use crate::wet::{Depths, WetPart};
use crate::{Cut, ForceModel, Hull, Motion, Pressure, WaterSurface};

/// Beyond this, in m or m/s, values are taken as not finite: their squares must be.
const LARGE: f64 = 1e100;

/// A hull in the water.
pub(crate) struct Immersion<'a> {
    pub(crate) model: &'a ForceModel,
    pub(crate) hull: &'a Hull,
    pub(crate) frame: BodyFrame,
    still_level_m: f64,
    /// What neither the surface nor the still level reaches, m: triangles above are dry.
    dry_above_m: f64,
}

/// How deep triangles lie in the water.
pub(crate) struct Wetness<I: Simd> {
    corner: [Vectors<I>; 3],
    depths: [Reals<I>; 3],
    still_depths: [Reals<I>; 3],
    current: [Reals<I>; 2],
    /// Where the water or the still level reaches.
    pub(crate) reached: Mask<I>,
    /// Where all of a triangle is wet and the still level cuts none of it.
    is_plain: Mask<I>,
}

/// Triangles in the water; world axes about the body's origin.
pub(crate) struct Wetted<I: Simd> {
    pub(crate) corner: [Vectors<I>; 3],
    /// Area of the whole triangle times its normal, and its length.
    pub(crate) area_vector: Vectors<I>,
    pub(crate) area: Reals<I>,
    pub(crate) load: Load<I>,
    /// Where the water or the still level reaches.
    pub(crate) reached: Mask<I>,
    /// Drag, lift and friction, N.
    pub(crate) dynamic: Vectors<I>,
    /// What goes back into the water, N.
    pub(crate) exchange: [Reals<I>; 2],
}

impl<I: Simd> Wetted<I> {
    /// The area of the triangles that one of both levels reaches, 0 for the others.
    #[inline(always)]
    pub(crate) fn reached_area(&self) -> Reals<I> {
        self.reached.or_zero(self.area)
    }
}

/// What the pressure does to triangles.
pub(crate) struct Load<I: Simd> {
    pub(crate) part: WetPart<I>,
    /// Centroid of the wet part; the origin where there is none.
    pub(crate) wet_centroid: Vectors<I>,
    /// ∫ d dA and ∫ d x dA less those under the still level, over the area.
    pub(crate) excess: Reals<I>,
    pub(crate) excess_moment: Vectors<I>,
}

impl<I: Simd> Load<I> {
    /// Of triangles that are all plain.
    #[inline(always)]
    fn plain(simd: I, t: &Wetness<I>, pressure: Pressure) -> Self {
        let (zero, one) = (Reals::splat(simd, 0.0), Reals::splat(simd, 1.0));
        let here = Depths { corners: t.corner, depths: t.depths };
        let part = WetPart::whole(simd, here, one, pressure);
        let depths = three!(k => t.depths[k] - t.still_depths[k].max(zero));
        let more = WetPart::whole(simd, Depths { depths, ..here }, one, pressure);
        Self { wet_centroid: part.first_moment, part, excess: more.depth, excess_moment: more.force_moment }
    }

    /// Of any triangles; the same bits as [`plain`](Self::plain) of those that are.
    #[inline(always)]
    fn cut(simd: I, t: &Wetness<I>, pressure: Pressure) -> Self {
        let plain = Self::plain(simd, t, pressure);
        let part = WetPart::clipped(simd, Depths { corners: t.corner, depths: t.depths }, pressure);
        let still = WetPart::clipped(simd, Depths { corners: t.corner, depths: t.still_depths }, pressure);
        let per_area = Reals::splat(simd, 1.0) / part.area.max(Reals::splat(simd, f64::MIN_POSITIVE));
        Self {
            wet_centroid: three!(k => part.first_moment[k] * per_area),
            excess: t.is_plain.select(plain.excess, part.depth - still.depth),
            excess_moment: three!(k => {
                t.is_plain.select(plain.excess_moment[k], part.force_moment[k] - still.force_moment[k])
            }),
            part,
        }
    }
}

impl<'a> Immersion<'a> {
    /// `None` if the motion or the still level is not finite, or too large to square.
    pub(crate) fn new(
        model: &'a ForceModel,
        hull: &'a Hull,
        motion: &Motion,
        surface: &dyn WaterSurface,
        still_level_m: f64,
    ) -> Option<Self> {
        let frame = BodyFrame::new(motion)?;
        let (centre, radius) = hull.bounding_sphere();
        let speed = frame.linvel.abs().max_element() + frame.angvel.abs().max_element();
        let bounded = speed * (1.0 + centre.length() + radius) < LARGE
            && frame.origin_m.abs().max_element() < LARGE
            && still_level_m.is_finite()
            && still_level_m < LARGE;
        let still_level_m = still_level_m.max(-LARGE);
        let plan = frame.plan(centre);
        // The margins cover the rounding of positions and of the level itself.
        let reach = radius * (1.0 + 1e-9) + 1e-12 * plan.abs().max_element();
        let highest = surface.highest_level_m(plan - reach, plan + reach);
        let dry_above_m = if highest.is_nan() {
            f64::INFINITY
        } else {
            (highest + 1e-12 * highest.abs()).max(still_level_m)
        };
        bounded.then_some(Self { model, hull, frame, still_level_m, dry_above_m })
    }

    /// Whether there are forces beside the hydrostatic ones.
    pub(crate) fn has_dynamics(&self) -> bool {
        self.model.has_dynamics() || !self.hull.materials().is_empty()
    }

    /// Whether all of the hull is dry.
    pub(crate) fn is_dry(&self) -> bool {
        let (centre, radius) = self.hull.bounding_sphere();
        let margin = 1e-9 * radius + 1e-12 * self.frame.origin_m.z.abs();
        self.frame.height(centre) - radius - margin >= self.dry_above_m
    }

    /// What lies above this along [`BodyFrame::up`] from the body's origin is dry, m.
    pub(crate) fn dry_above(&self) -> f64 {
        self.dry_above_m - self.frame.origin_m.z + 1e-15 * self.frame.origin_m.z.abs()
    }

    /// World plan positions of the centroids of a block.
    #[inline(always)]
    pub(crate) fn centroids<I: Simd>(&self, simd: I, block: &Block, at_m: &mut [Lanes; 2]) {
        let third = Reals::splat(simd, 1.0 / 3.0);
        for part in 0..LANES / I::F64_LANES {
            let corner = self.body_corners(simd, block, part);
            let sum = three!(axis => corner[0][axis] + corner[1][axis] + corner[2][axis]);
            for axis in 0..2 {
                let origin = Reals::splat(simd, self.frame.origin_m[axis]);
                let along = dot(splat(simd, self.frame.axes[axis]), sum);
                along.mul_add(third, origin).store(&mut at_m[axis], part);
            }
        }
    }

    /// World plan positions of the corners of a block.
    #[inline(always)]
    pub(crate) fn corners<I: Simd>(&self, simd: I, block: &Block, at_m: &mut [[Lanes; 2]; 3]) {
        for part in 0..LANES / I::F64_LANES {
            let corner = self.body_corners(simd, block, part);
            for k in 0..3 {
                for axis in 0..2 {
                    let along = dot(splat(simd, self.frame.axes[axis]), corner[k]);
                    let origin = Reals::splat(simd, self.frame.origin_m[axis]);
                    (along + origin).store(&mut at_m[k][axis], part);
                }
            }
        }
    }

    /// Corners of the `part`-th register of a block, body axes.
    #[inline(always)]
    fn body_corners<I: Simd>(&self, simd: I, block: &Block, part: usize) -> [Vectors<I>; 3] {
        three!(k => three!(axis => block.corner(simd, 3 * k + axis, part)))
    }

    /// The `part`-th register of a block, and where it is wet or would be under the still level.
    ///
    /// `skipped` counts the triangles for which the water is not finite; they are taken as dry.
    #[inline(always)]
    pub(crate) fn depths<I: Simd>(
        &self,
        simd: I,
        water: &[Lanes; 3],
        corner_levels: &[Lanes; 3],
        block: &Block,
        part: usize,
        skipped: &mut usize,
    ) -> Wetness<I> {
        let axes = three!(k => splat(simd, self.frame.axes[k]));
        let body = self.body_corners(simd, block, part);
        let corner = three!(k => three!(axis => dot(axes[axis], body[k])));
        let [level, u, v] = three!(k => Reals::load(simd, &water[k], part));
        let (level, current) = match self.model.cut {
            Cut::Centroid => ([level; 3], [u, v]),
            Cut::Corners => (three!(k => Reals::load(simd, &corner_levels[k], part)), [u, v]),
        };
        let (zero, large) = (Reals::splat(simd, 0.0), Reals::splat(simd, LARGE));
        // Comparisons with NaN are false.
        let fast = [current[0] * current[0], current[1] * current[1]];
        let known = large
            .above(level[0])
            .and(large.above(level[1]))
            .and(large.above(level[2]))
            .and(large.above(fast[0]))
            .and(large.above(fast[1]));
        if !known.all() {
            let known = known.or_zero(large).to_lanes(part);
            *skipped += (part * I::F64_LANES..(part + 1) * I::F64_LANES)
                .filter(|&l| known[l] == 0.0 && block.triangles[l] != Block::NONE)
                .count();
        }
        let far_below = -large;
        let origin = Reals::splat(simd, self.frame.origin_m.z);
        let level = three!(k => known.select((level[k] - origin).max(far_below), far_below));
        let still = known.select(Reals::splat(simd, self.still_level_m) - origin, far_below);
        let current = [known.or_zero(current[0]), known.or_zero(current[1])];
        let depths = three!(k => level[k] - corner[k][2]);
        let still_depths = three!(k => still - corner[k][2]);
        let (shallow, deep) =
            (depths[0].min(depths[1]).min(depths[2]), depths[0].max(depths[1]).max(depths[2]));
        let still_shallow = still_depths[0].min(still_depths[1]).min(still_depths[2]);
        let still_deep = still_depths[0].max(still_depths[1]).max(still_depths[2]);
        // Neither above zero nor below: the still level touches.
        let cut_by_still = still_deep.above(zero).and(zero.above(still_shallow));
        Wetness {
            corner,
            depths,
            still_depths,
            current,
            reached: deep.max(still_deep).above(zero),
            is_plain: shallow.above(zero).and(cut_by_still.not()),
        }
    }

    /// All integrals over a register of triangles, added to `sums`.
    #[inline(always)]
    pub(crate) fn wet<I: Simd>(
        &self,
        simd: I,
        wetness: Wetness<I>,
        block: &Block,
        part: usize,
        sums: &mut LaneSums,
    ) -> Wetted<I> {
        let Self { model, .. } = *self;
        let Wetness { corner, current, reached, is_plain, .. } = wetness;
        let edges = [three!(k => corner[1][k] - corner[0][k]), three!(k => corner[2][k] - corner[0][k])];
        let twice = cross(edges[0], edges[1]);
        let area_vector = three!(k => twice[k] * 0.5);
        let area = block.areas(simd, part);
        // Added at once, in both cases: what is added need not be kept.
        let load;
        if is_plain.all() {
            load = Load::plain(simd, &wetness, model.pressure);
            sums.add_load(&load, area_vector, area, part);
        } else {
            load = Load::cut(simd, &wetness, model.pressure);
            sums.add_load(&load, area_vector, area, part);
        }
        let weight = model.water.density_kg_m3 * model.water.gravity_m_s2;
        let pull = load.excess * -weight;
        let mut wetted = Wetted {
            corner,
            area_vector,
            area,
            reached,
            dynamic: [Reals::splat(simd, 0.0); 3],
            exchange: [area_vector[0] * pull, area_vector[1] * pull],
            load,
        };
        if let Some(dynamic) = self.dynamic(simd, &wetted, current, block, part) {
            wetted.dynamic = dynamic;
            sums.add_dynamic(wetted.load.wet_centroid, dynamic, part);
            for k in 0..2 {
                wetted.exchange[k] = wetted.exchange[k] + dynamic[k];
            }
        }
        wetted
    }

    /// Drag, lift and friction, N; `None` where no triangle of the register feels any.
    #[inline(always)]
    fn dynamic<I: Simd>(
        &self,
        simd: I,
        t: &Wetted<I>,
        current: [Reals<I>; 2],
        block: &Block,
        part: usize,
    ) -> Option<Vectors<I>> {
        let Self { model, hull, frame, .. } = *self;
        if !self.has_dynamics() {
            return None;
        }
        // ω × x + v − current
        let (w, x) = (splat(simd, frame.angvel), t.load.wet_centroid);
        let drift = splat(simd, frame.linvel);
        let drift = [drift[0] - current[0], drift[1] - current[1], drift[2]];
        let velocity = three!(k => {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            w[j].mul_sub_from(x[i], w[i].mul_add(x[j], drift[k]))
        });
        let wet_vector = three!(k => t.area_vector[k] * t.load.part.area);
        let wet_area = t.area * t.load.part.area;
        // Half of a hull, roughly, moves away from the water in front of it and feels friction alone.
        let enters = dot(wet_vector, velocity).above(Reals::splat(simd, 0.0)).any();
        if !enters && model.friction.is_none() {
            return None;
        }
        let shares = match hull.materials() {
            [] => model.shares(simd),
            materials => shares(simd, materials, &block.materials, (wet_vector, wet_area, velocity), part),
        };
        let mut dynamic = drag_and_lift(simd, wet_vector, wet_area, velocity, shares, model.lift);
        if let Some(friction) = &model.friction {
            let rubbing = friction.force(simd, wet_vector, wet_area, velocity, part);
            dynamic = three!(k => dynamic[k] + rubbing[k]);
        }
        Some(three!(k => dynamic[k] * (0.5 * model.water.density_kg_m3)))
    }
}
