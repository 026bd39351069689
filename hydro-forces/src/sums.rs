use glam::DVec3;
use pulp::Simd;

use crate::immersion::Load;
use crate::motion::BodyFrame;
use crate::reals::{Lanes, Reals, Vectors, cross, three};
use crate::{Forces, Motion, Water};

/// Sums over the triangles of a hull; world axes, moments about the body's origin.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Sums {
    wet_area: f64,
    /// ∫ d n dA and ∫ d x × n dA: the hydrostatic force and moment over −ρ g.
    pressure: DVec3,
    pressure_moment: DVec3,
    /// The same less that under the still level: the horizontal force, the moment about z.
    excess: DVec3,
    dynamic: DVec3,
    dynamic_moment: DVec3,
    /// ∫ x dV over the submerged volume.
    volume_moment: DVec3,
    pub(crate) skipped: usize,
}

/// The numbers of [`Sums`], lane by lane.
#[derive(Default)]
#[repr(align(64))]
pub(crate) struct LaneSums {
    wet_area: Lanes,
    pressure: [Lanes; 3],
    pressure_moment: [Lanes; 3],
    excess: [Lanes; 3],
    dynamic: [Lanes; 3],
    dynamic_moment: [Lanes; 3],
    /// ∫ (x, y, (z + level) / 2) d nz dA.
    column_moment: [Lanes; 3],
}

impl LaneSums {
    /// The submerged volume is that of the water columns between surface and hull: the divergence
    /// theorem with the field `(z − level) ẑ`, which vanishes on the surface, gives ∫ dV = −∫ d nz dA;
    /// with x, y and (z + level) / 2 as further factors it gives the first moments.
    #[inline(always)]
    pub(crate) fn add_load<I: Simd>(
        &mut self,
        load: &Load<I>,
        area_vector: Vectors<I>,
        area: Reals<I>,
        part: usize,
    ) {
        let (a, wet) = (area_vector, &load.part);
        area.add_product_to(wet.area, &mut self.wet_area, part);
        let above = wet.depth_squared * 0.5 + wet.depth_moment[2];
        let column = [wet.depth_moment[0], wet.depth_moment[1], above];
        for axis in 0..3 {
            a[axis].add_product_to(wet.depth, &mut self.pressure[axis], part);
            column[axis].add_product_to(a[2], &mut self.column_moment[axis], part);
        }
        add_cross(wet.force_moment, a, &mut self.pressure_moment, part);
        a[0].add_product_to(load.excess, &mut self.excess[0], part);
        a[1].add_product_to(load.excess, &mut self.excess[1], part);
        let moment = load.excess_moment[1].mul_sub_from(a[0], load.excess_moment[0] * a[1]);
        moment.add_to(&mut self.excess[2], part);
    }

    /// `force` acts at `at`.
    #[inline(always)]
    pub(crate) fn add_dynamic<I: Simd>(&mut self, at: Vectors<I>, force: Vectors<I>, part: usize) {
        for axis in 0..3 {
            force[axis].add_to(&mut self.dynamic[axis], part);
        }
        add_cross(at, force, &mut self.dynamic_moment, part);
    }
}

/// Adds `a × b`.
#[inline(always)]
fn add_cross<I: Simd>(a: Vectors<I>, b: Vectors<I>, sum: &mut [Lanes; 3], part: usize) {
    let product = cross(a, b);
    for axis in 0..3 {
        product[axis].add_to(&mut sum[axis], part);
    }
}

impl Sums {
    /// Adds what was summed lane by lane.
    pub(crate) fn add_lanes(&mut self, lanes: &LaneSums) {
        let sum = |lanes: &Lanes| lanes.iter().sum::<f64>();
        let vector = |lanes: &[Lanes; 3]| DVec3::from_array(three!(axis => sum(&lanes[axis])));
        self.wet_area += sum(&lanes.wet_area);
        self.pressure += vector(&lanes.pressure);
        self.pressure_moment += vector(&lanes.pressure_moment);
        self.excess += vector(&lanes.excess);
        self.dynamic += vector(&lanes.dynamic);
        self.dynamic_moment += vector(&lanes.dynamic_moment);
        self.volume_moment -= vector(&lanes.column_moment);
    }

    /// Adds the sums over other triangles.
    pub(crate) fn add(&mut self, other: &Self) {
        self.wet_area += other.wet_area;
        self.pressure += other.pressure;
        self.pressure_moment += other.pressure_moment;
        self.excess += other.excess;
        self.dynamic += other.dynamic;
        self.dynamic_moment += other.dynamic_moment;
        self.volume_moment += other.volume_moment;
        self.skipped += other.skipped;
    }

    pub(crate) fn total(&self, frame: &BodyFrame, motion: &Motion, water: &Water) -> Forces {
        let weight = water.density_kg_m3 * water.gravity_m_s2;
        let arm = frame.origin_m - motion.reference_m;
        let force_n = self.dynamic - self.pressure * weight;
        let torque = self.dynamic_moment - self.pressure_moment * weight;
        let exchange = (self.dynamic - self.excess * weight).truncate();
        let exchange_torque_z = self.dynamic_moment.z - self.excess.z * weight;
        let submerged_volume_m3 = -self.pressure.z;
        Forces {
            force_n,
            torque_n_m: torque + arm.cross(force_n),
            dynamic_n: self.dynamic,
            wet_area_m2: self.wet_area,
            submerged_volume_m3,
            centre_of_buoyancy_m: (submerged_volume_m3 > 0.0)
                .then(|| frame.origin_m + self.volume_moment / submerged_volume_m3),
            exchange_force_n: exchange,
            exchange_torque_z_n_m: exchange_torque_z + arm.truncate().perp_dot(exchange),
            skipped_triangles: self.skipped,
        }
    }
}
