//! Whole wet triangles, several at a time.
//!
//! Most triangles of a hull lie wholly under water or wholly above it; only those at the waterline
//! are cut, and go the scalar way of [`wet`](Immersion::wet). The number of lanes is the same on all
//! machines, and with it the order of the sums.

use glam::{DVec2, DVec3};
use pulp::Simd;

use crate::dynamics::SMALLEST_SINE;
use crate::reals::{Reals, cross, dot, three};
use crate::triangle::Immersion;
use crate::{Cut, Pressure, WaterSample, WaterSurface};

/// Triangles that are worked on at a time: a whole number of every machine's registers.
pub(crate) const LANES: usize = 8;

pub(crate) type Lanes = [f64; LANES];

/// Beyond this, in m or m/s, a triangle is left to the scalar path, which knows what is too large.
const LARGE: f64 = 1e100;

/// The numbers of [`Sums`](crate::sums::Sums), lane by lane.
#[derive(Default)]
pub(crate) struct LaneSums {
    pub(crate) wet_area: Lanes,
    pub(crate) pressure: [Lanes; 3],
    pub(crate) pressure_moment: [Lanes; 3],
    pub(crate) disturbance: [Lanes; 3],
    pub(crate) disturbance_moment: [Lanes; 3],
    pub(crate) dynamic: [Lanes; 3],
    pub(crate) dynamic_moment: [Lanes; 3],
    pub(crate) volume_moment: [Lanes; 3],
}

/// What becomes of the triangle in a lane.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Lane {
    Dry,
    /// Under water with all corners, and not cut by the still level.
    Whole,
    /// Cut, or not finite: not for here.
    Other,
}

/// Triangles side by side, in the water.
pub(crate) struct Block {
    corners: [Lanes; 9],
    /// Heights of the corners, their lowest and their highest.
    heights: [Lanes; 3],
    low: Lanes,
    high: Lanes,
    pub(crate) sample_m: [Lanes; 2],
    /// Depths of the corners, and their excess over those under the still level; 0 unless whole.
    depths: [Lanes; 3],
    excess: [Lanes; 3],
    current: [Lanes; 2],
    /// 1 where the lane is whole, else 0.
    whole: Lanes,
    pub(crate) lanes: [Lane; LANES],
    /// What goes back into the water, world axes; only where the lane is whole.
    pub(crate) exchange_n: [Lanes; 2],
}

impl<S: WaterSurface + ?Sized> Immersion<'_, S> {
    /// Whether the lanes can do what the model asks for.
    pub(crate) fn fits_lanes(&self) -> bool {
        let speed = self.frame.linvel.abs().max_element() + self.frame.angvel.abs().max_element();
        let (centre, radius) = self.hull.bounding_sphere();
        self.model.friction.is_none()
            && (speed * (1.0 + centre.length() + radius)) < LARGE
            && self.still_level_m.abs() < LARGE
    }

    /// Places the triangles from `start` on and finds what becomes of them; `None` if all are dry.
    #[inline(always)]
    pub(crate) fn block<I: Simd>(&self, simd: I, start: usize, dry_above: f64) -> Option<Block> {
        let zero = [0.0; LANES];
        let mut block = Block {
            corners: self.hull.corner_lanes(start),
            heights: [zero; 3],
            low: zero,
            high: zero,
            sample_m: [zero; 2],
            depths: [zero; 3],
            excess: [zero; 3],
            current: [zero; 2],
            whole: zero,
            lanes: [Lane::Dry; LANES],
            exchange_n: [zero; 2],
        };
        let [ahead, port, up] = self.frame.axes;
        let origin = self.frame.origin_m;
        let along = |axis: DVec3, [x, y, z]: [Reals<I>; 3]| x * axis.x + y * axis.y + z * axis.z;
        for part in 0..LANES / I::F64_LANES {
            let corner = three!(k => three!(axis => Reals::load(simd, &block.corners[3 * k + axis], part)));
            let heights = three!(k => along(up, corner[k]) + Reals::splat(simd, origin.z));
            let centroid =
                three!(axis => (corner[0][axis] + corner[1][axis] + corner[2][axis]) * (1.0 / 3.0));
            for k in 0..3 {
                heights[k].store(&mut block.heights[k], part);
            }
            heights[0].min(heights[1]).min(heights[2]).store(&mut block.low, part);
            heights[0].max(heights[1]).max(heights[2]).store(&mut block.high, part);
            (along(ahead, centroid) + Reals::splat(simd, origin.x)).store(&mut block.sample_m[0], part);
            (along(port, centroid) + Reals::splat(simd, origin.y)).store(&mut block.sample_m[1], part);
        }
        if block.low.iter().all(|&z| z >= dry_above) {
            return None;
        }
        for lane in 0..LANES {
            if block.low[lane] < dry_above {
                self.sample_lane(&mut block, lane);
            }
        }
        Some(block)
    }

    /// Samples the water under a lane and says what becomes of it.
    #[inline(always)]
    fn sample_lane(&self, block: &mut Block, l: usize) {
        let (low, high) = (block.low[l], block.high[l]);
        let WaterSample { level_m, velocity_m_s } =
            self.surface.sample(DVec2::new(block.sample_m[0][l], block.sample_m[1][l]));
        let levels = match self.model.cut {
            Cut::Centroid => [level_m; 3],
            Cut::Corners => three!(k => {
                let [x, y, z] = three!(axis => block.corners[3 * k + axis][l]);
                self.surface.level_m(self.frame.plan(DVec3::new(x, y, z)))
            }),
        };
        let lowest = levels[0].min(levels[1]).min(levels[2]);
        let highest = levels[0].max(levels[1]).max(levels[2]);
        let [u, v] = velocity_m_s.to_array();
        // Comparisons with NaN are false; `min` and `max` drop it, the sum does not.
        let sane = (levels[0] + levels[1] + levels[2]).abs() < LARGE && u.abs() < LARGE && v.abs() < LARGE;
        let still = self.still_level_m;
        if sane && lowest > high && (still > high || still <= low) {
            for k in 0..3 {
                let depth = levels[k] - block.heights[k][l];
                block.depths[k][l] = depth;
                block.excess[k][l] = if still > high { levels[k] - still } else { depth };
            }
            (block.current[0][l], block.current[1][l]) = (u, v);
            block.whole[l] = 1.0;
            block.lanes[l] = Lane::Whole;
        } else if !(sane && highest <= low && still <= low) {
            block.lanes[l] = Lane::Other;
        }
    }

    /// Adds the whole triangles of a block, as [`wet`](Self::wet) and
    /// [`Sums::add`](crate::sums::Sums::add) do one by one.
    #[inline(always)]
    pub(crate) fn add_whole<I: Simd>(&self, simd: I, start: usize, block: &mut Block, sums: &mut LaneSums) {
        let Self { model, frame, hull, .. } = *self;
        let (area_vector, areas) = hull.area_lanes(start);
        let constant = |value: f64| Reals::splat(simd, value);
        let vector = |v: DVec3| [constant(v.x), constant(v.y), constant(v.z)];
        let [ahead, port, up] = [vector(frame.axes[0]), vector(frame.axes[1]), vector(frame.axes[2])];
        let (linvel, angvel) = (vector(frame.linvel), vector(frame.angvel));
        let weight = model.water.density_kg_m3 * model.water.gravity_m_s2;
        let half_density = 0.5 * model.water.density_kg_m3;
        let c = &model.coefficients;
        let has_dynamics = c.drag > 0.0 || c.lift > 0.0;
        let third = 1.0 / 3.0;
        for part in 0..LANES / I::F64_LANES {
            let load = |lanes: &Lanes| Reals::load(simd, lanes, part);
            // Without area a triangle adds nothing.
            let mask = load(&block.whole);
            let a = three!(axis => load(&area_vector[axis]) * mask);
            let area = load(&areas) * mask;
            let corner = three!(k => three!(axis => load(&block.corners[3 * k + axis])));
            let sum = three!(axis => corner[0][axis] + corner[1][axis] + corner[2][axis]);
            let centroid = three!(axis => sum[axis] * third);
            let d = three!(k => load(&block.depths[k]));
            let e = three!(k => load(&block.excess[k]));
            let (d_sum, e_sum) = (d[0] + d[1] + d[2], e[0] + e[1] + e[2]);
            let depth = d_sum * third;
            let depth_moment = three!(axis => (sum[axis] * d_sum
                + corner[0][axis] * d[0] + corner[1][axis] * d[1] + corner[2][axis] * d[2]) * (1.0 / 12.0));
            let depth_squared = (d_sum * d_sum + d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) * (1.0 / 12.0);
            let force_moment = match model.pressure {
                Pressure::Exact => depth_moment,
                Pressure::Paper => three!(axis => centroid[axis] * depth),
            };
            let disturbance_moment = match model.pressure {
                Pressure::Exact => three!(axis => (sum[axis] * e_sum
                    + corner[0][axis] * e[0] + corner[1][axis] * e[1] + corner[2][axis] * e[2]) * (1.0 / 12.0)),
                Pressure::Paper => three!(axis => centroid[axis] * e_sum * third),
            };
            let disturbance = three!(axis => a[axis] * e_sum * third);
            let (pressure_moment, disturbance_moment) =
                (cross(force_moment, a), cross(disturbance_moment, a));
            let plan_area = dot(a, up);
            area.add_to(&mut sums.wet_area, part);
            for axis in 0..3 {
                (a[axis] * depth).add_to(&mut sums.pressure[axis], part);
                pressure_moment[axis].add_to(&mut sums.pressure_moment[axis], part);
                disturbance[axis].add_to(&mut sums.disturbance[axis], part);
                disturbance_moment[axis].add_to(&mut sums.disturbance_moment[axis], part);
                let volume_moment = depth_moment[axis] + up[axis] * depth_squared * 0.5;
                (-(volume_moment * plan_area)).add_to(&mut sums.volume_moment[axis], part);
            }
            let mut exchange = three!(axis => -(disturbance[axis] * weight));

            if has_dynamics {
                let (u, v) = (load(&block.current[0]), load(&block.current[1]));
                let turn = cross(angvel, centroid);
                let velocity = three!(axis => linvel[axis] + turn[axis] - ahead[axis] * u - port[axis] * v);
                let inflow = dot(a, velocity);
                let speed = dot(velocity, velocity).sqrt();
                let effective = (inflow * c.alpha + area * speed * (1.0 - c.alpha)) * half_density;
                let effective = effective.where_above(inflow, constant(0.0));
                let across = cross(a, velocity);
                let across_length = dot(across, across).sqrt();
                let lift = (effective * c.lift / across_length)
                    .where_above(across_length, area * speed * SMALLEST_SINE);
                let side = cross(velocity, across);
                let drag = effective * c.drag;
                let dynamic = three!(axis => -(velocity[axis] * drag + side[axis] * lift));
                let dynamic_moment = cross(centroid, dynamic);
                for axis in 0..3 {
                    dynamic[axis].add_to(&mut sums.dynamic[axis], part);
                    dynamic_moment[axis].add_to(&mut sums.dynamic_moment[axis], part);
                    exchange[axis] = exchange[axis] + dynamic[axis];
                }
            }
            dot(ahead, exchange).store(&mut block.exchange_n[0], part);
            dot(port, exchange).store(&mut block.exchange_n[1], part);
        }
    }
}
