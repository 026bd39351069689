mod asked;
mod whole;

use pulp::Simd;

use crate::blocks::{Block, Corners};
use crate::dynamics::{Shares, drag_and_lift};
use crate::immersion::{Immersion, LARGE};
use crate::load::Load;
use crate::material;
use crate::reals::{LANES, Lanes, Mask, Reals, Vectors, dot, splat, three};
use crate::sum_up::Reached;
use crate::sums::LaneSums;
use crate::wet::Depths;
use crate::{Cut, ForceModel, Hull, WaterSurface};

/// An [`Immersion`] with its numbers in all lanes of a register; body axes about the body's origin.
pub(crate) struct Spread<'a, I: Simd> {
    simd: I,
    model: &'a ForceModel,
    hull: &'a Hull,
    has_dynamics: bool,
    /// Whether blocks may be taken as a whole, see [`Spread::base`].
    has_base: bool,
    /// Whether the surface has heads and a flow of its own.
    has_heads: bool,
    has_flow: bool,
    /// The world's axes.
    axes: [Vectors<I>; 3],
    /// The origin in the world.
    origin_m: Vectors<I>,
    linvel: Vectors<I>,
    angvel: Vectors<I>,
    /// Above the origin.
    still_level: Reals<I>,
    still: f64,
    /// −ρ g.
    pull: Reals<I>,
    shares: Shares<I>,
}

/// The water under a block: level and velocity at the centroids, and levels at the corners if it is they that cut.
pub(crate) type Sampled<'a> = (&'a [Lanes; 3], &'a [Lanes; 3]);

/// How deep triangles lie in the water.
pub(crate) struct Wetness<I: Simd> {
    corner: [Vectors<I>; 3],
    /// How far each corner lies under the water, and would under the still level.
    depths: [Reals<I>; 3],
    still_depths: [Reals<I>; 3],
    /// The level less the still level over each corner.
    rise: [Reals<I>; 3],
    /// Along the world's x and y.
    current: [Reals<I>; 2],
    /// Where the water or the still level reaches.
    pub(crate) reached: Mask<I>,
    /// Where the still level is above all of a triangle.
    pub(crate) under_still: Mask<I>,
    /// Where all of a triangle is wet and the still level cuts none of it.
    pub(crate) is_plain: Mask<I>,
}

impl<I: Simd> Wetness<I> {
    /// Corners and depths.
    #[inline(always)]
    pub(crate) fn wet(&self) -> Depths<I> {
        Depths { corners: self.corner, depths: self.depths, heads: self.depths }
    }

    /// Corners and depths under the still level.
    #[inline(always)]
    pub(crate) fn wet_if_still(&self) -> Depths<I> {
        Depths { corners: self.corner, depths: self.still_depths, heads: self.still_depths }
    }

    /// Corners, and how much deeper each lies than under the still level.
    #[inline(always)]
    pub(crate) fn risen(&self) -> Depths<I> {
        Depths { corners: self.corner, depths: self.rise, heads: self.rise }
    }
}

/// Triangles in the water.
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
    /// What goes back into the water along the world's x and y, N.
    pub(crate) exchange: [Reals<I>; 2],
}

impl<I: Simd> Wetted<I> {
    /// The area of the triangles that one of both levels reaches, 0 for the others.
    #[inline(always)]
    pub(crate) fn reached_area(&self) -> Reals<I> {
        self.reached.or_zero(self.area)
    }
}

/// The wet parts of triangles.
struct Wet<I: Simd> {
    area_vector: Vectors<I>,
    area: Reals<I>,
    centroid: Vectors<I>,
}

/// A register of a block.
struct Triangles<'a, I: Simd> {
    area_vector: Vectors<I>,
    area: Reals<I>,
    materials: &'a [u16; LANES],
    part: usize,
}

impl<'a, I: Simd> Spread<'a, I> {
    #[inline(always)]
    pub(crate) fn new(simd: I, immersion: &Immersion<'a>, surface: &dyn WaterSurface) -> Self {
        let Immersion { model, hull, frame, still_level_m, .. } = *immersion;
        let weight = model.water.density_kg_m3 * model.water.gravity_m_s2;
        let still_level = still_level_m - frame.origin_m.z;
        let has_dynamics = model.has_dynamics() || !hull.materials().is_empty();
        let (has_heads, has_flow) = (surface.has_heads(), has_dynamics && surface.has_flow());
        Self {
            simd,
            model,
            hull,
            has_dynamics,
            has_base: !has_heads && !has_flow && whole::has_base(model, hull, still_level),
            has_heads,
            has_flow,
            axes: three!(k => splat(simd, frame.axes[k])),
            origin_m: splat(simd, frame.origin_m),
            linvel: splat(simd, frame.linvel),
            angvel: splat(simd, frame.angvel),
            still_level: Reals::splat(simd, still_level),
            still: still_level,
            pull: Reals::splat(simd, -weight),
            shares: model.shares(simd),
        }
    }

    /// World plan positions of the centroids of a block.
    #[inline(always)]
    pub(crate) fn centroids(&self, block: &Block, at_m: &mut [Lanes; 2]) {
        for part in 0..LANES / I::F64_LANES {
            let centroid = block.centroids(self.simd, part);
            for axis in 0..2 {
                (dot(self.axes[axis], centroid) + self.origin_m[axis]).store(&mut at_m[axis], part);
            }
        }
    }

    /// World plan positions of the corners of a block.
    #[inline(always)]
    pub(crate) fn corners(&self, corners: &Corners, at_m: &mut [[Lanes; 2]; 3]) {
        for part in 0..LANES / I::F64_LANES {
            let corner = corners.load(self.simd, part);
            for k in 0..3 {
                for axis in 0..2 {
                    let along = dot(self.axes[axis], corner[k]);
                    (along + self.origin_m[axis]).store(&mut at_m[k][axis], part);
                }
            }
        }
    }

    /// The levels that cut the `part`-th register of a block at each corner, above z = 0.
    #[inline(always)]
    fn levels(&self, (water, corner_levels): Sampled<'_>, part: usize) -> [Reals<I>; 3] {
        match self.model.cut {
            Cut::Centroid => [Reals::load(self.simd, &water[0], part); 3],
            Cut::Corners => three!(k => Reals::load(self.simd, &corner_levels[k], part)),
        }
    }

    /// The `part`-th register of a block, and where it is wet or would be under the still level.
    ///
    /// `skipped` counts the triangles for which the water is not finite; they are taken as dry.
    #[inline(always)]
    pub(crate) fn wetness(
        &self,
        water: Sampled<'_>,
        &Reached { block, corners, .. }: &Reached<'_>,
        part: usize,
        skipped: &mut usize,
    ) -> Wetness<I> {
        let simd = self.simd;
        let corner = corners.load(simd, part);
        let height = three!(k => dot(self.axes[2], corner[k]));
        let [_, u, v] = three!(k => Reals::load(simd, &water.0[k], part));
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
            *skipped += (part * I::F64_LANES..(part + 1) * I::F64_LANES)
                .filter(|&l| known[l] == 0.0 && block.triangles[l] != Block::NONE)
                .count();
        }
        let far_below = -large;
        let level = three!(k => known.select((level[k] - self.origin_m[2]).max(far_below), far_below));
        let still_level = known.select(self.still_level, far_below);
        let depths = three!(k => level[k] - height[k]);
        let still_depths = three!(k => still_level - height[k]);
        let (shallow, deep) =
            (depths[0].min(depths[1]).min(depths[2]), depths[0].max(depths[1]).max(depths[2]));
        let still_shallow = still_depths[0].min(still_depths[1]).min(still_depths[2]);
        let still_deep = still_depths[0].max(still_depths[1]).max(still_depths[2]);
        let (under_still, over_still) = (zero.above(still_shallow).not(), still_deep.above(zero).not());
        Wetness {
            corner,
            depths,
            still_depths,
            rise: three!(k => level[k] - still_level),
            current: [known.or_zero(u), known.or_zero(v)],
            reached: deep.max(still_deep).above(zero),
            is_plain: shallow.above(zero).and(under_still.or(over_still)),
            under_still,
        }
    }

    /// All integrals over a register of triangles, added to `sums`.
    #[inline(always)]
    pub(crate) fn wet(
        &self,
        wetness: &Wetness<I>,
        surface: &dyn WaterSurface,
        block: &Block,
        part: usize,
        sums: &mut LaneSums,
    ) -> Wetted<I> {
        let triangles = Triangles {
            area_vector: block.area_vectors(self.simd, part),
            area: block.areas(self.simd, part),
            materials: &block.materials,
            part,
        };
        // Twice the same code: in plain registers the wet share is known to be 1, and what is added need
        // not be kept.
        if !self.has_heads && wetness.is_plain.all() {
            self.add(wetness, Load::plain(self.simd, wetness, self.model), &triangles, surface, sums)
        } else {
            let heads = if self.has_heads { Some(self.heads(wetness, surface, part)) } else { None };
            self.add(wetness, Load::cut(self.simd, wetness, heads, self.model), &triangles, surface, sums)
        }
    }

    /// Drag, lift and exchange; adds them and the load to `sums`.
    #[inline(always)]
    fn add(
        &self,
        wetness: &Wetness<I>,
        load: Load<I>,
        t: &Triangles<'_, I>,
        surface: &dyn WaterSurface,
        sums: &mut LaneSums,
    ) -> Wetted<I> {
        let (a, area) = (t.area_vector, t.area);
        sums.add_load(&load, self.axes[2], (a, area), t.part);
        let pull = load.excess * self.pull;
        let mut exchange = three!(k => a[k] * pull);
        let mut dynamic = [Reals::splat(self.simd, 0.0); 3];
        let wet = Wet {
            area_vector: three!(k => a[k] * load.part.area),
            area: area * load.part.area,
            centroid: load.wet_centroid,
        };
        let stream = match self.has_flow {
            true => self.flow(&wet, wetness.current, surface, t.part),
            false => self.stream(wetness.current),
        };
        if let Some(force) = self.dynamic(&wet, stream, (t.materials, t.part)) {
            dynamic = force;
            sums.add_dynamic(load.wet_centroid, dynamic, t.part);
            exchange = three!(k => exchange[k] + dynamic[k]);
        }
        let [x, y, _] = self.axes;
        Wetted {
            corner: wetness.corner,
            area_vector: a,
            area,
            reached: wetness.reached,
            dynamic,
            exchange: [dot(x, exchange), dot(y, exchange)],
            load,
        }
    }

    /// The velocity of water that moves along the world's x and y alone, in body axes.
    #[inline(always)]
    fn stream(&self, [u, v]: [Reals<I>; 2]) -> Vectors<I> {
        let [east, north, _] = self.axes;
        three!(k => u.mul_add(east[k], v * north[k]))
    }

    /// Drag, lift and friction, N, in water that moves with `stream`; `None` where no triangle of the register feels any.
    #[inline(always)]
    fn dynamic(
        &self,
        wet: &Wet<I>,
        stream: Vectors<I>,
        (materials, part): (&[u16; LANES], usize),
    ) -> Option<Vectors<I>> {
        if !self.has_dynamics {
            return None;
        }
        let Wet { area_vector: a, area, centroid: x } = *wet;
        // ω × x + v − stream
        let w = self.angvel;
        let velocity = three!(k => {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            w[j].mul_sub_from(x[i], w[i].mul_add(x[j], self.linvel[k])) - stream[k]
        });
        // Half of a hull, roughly, moves away from the water in front of it and feels friction alone.
        let enters = dot(a, velocity).above(Reals::splat(self.simd, 0.0)).any();
        if !enters && self.model.friction.is_none() {
            return None;
        }
        let shares = match self.hull.materials() {
            [] => self.shares,
            of => material::shares(self.simd, of, materials, (a, area, velocity), part)
                .of_density(self.model.water.density_kg_m3),
        };
        let mut dynamic = drag_and_lift(self.simd, a, area, velocity, shares, self.model.lift);
        if let Some(friction) = &self.model.friction {
            let half_density = 0.5 * self.model.water.density_kg_m3;
            let rubbing = friction.force(self.simd, a, area, velocity, part);
            dynamic = three!(k => dynamic[k] + rubbing[k] * half_density);
        }
        Some(dynamic)
    }
}
