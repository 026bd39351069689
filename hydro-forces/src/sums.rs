use glam::DVec3;

use crate::lanes::{LaneSums, Lanes};
use crate::motion::BodyFrame;
use crate::triangle::Wetted;
use crate::{Forces, Motion, Water};

/// Sums over the triangles of a hull, in body axes, moments about the body's origin.
#[derive(Default)]
pub(crate) struct Sums {
    wet_area: f64,
    /// ∫ d n dA and ∫ d x × n dA: the hydrostatic force and moment over −ρ g.
    pressure: DVec3,
    pressure_moment: DVec3,
    /// The same less that under the still level.
    disturbance: DVec3,
    disturbance_moment: DVec3,
    dynamic: DVec3,
    dynamic_moment: DVec3,
    /// ∫ x dV over the submerged volume.
    volume_moment: DVec3,
    pub(crate) skipped: usize,
}

impl Sums {
    /// `up` is the world's z axis in body axes.
    ///
    /// The submerged volume is that of the water columns between surface and hull: the divergence
    /// theorem with the field `(z − level) ẑ`, which vanishes on the surface, gives ∫ dV = −∫ d nz dA;
    /// with x, y and (z + level) / 2 as further factors it gives the first moments.
    #[inline(always)]
    pub(crate) fn add(&mut self, t: &Wetted, up: DVec3) {
        let a = t.area_vector;
        self.wet_area += t.wet_area;
        self.pressure += a * t.part.depth;
        self.pressure_moment += t.part.force_moment.cross(a);
        self.disturbance += a * (t.part.depth - t.still.depth);
        self.disturbance_moment += (t.part.force_moment - t.still.force_moment).cross(a);
        self.dynamic += t.dynamic;
        self.dynamic_moment += t.wet_centroid.cross(t.dynamic);
        self.volume_moment -= (t.part.depth_moment + up * (t.part.depth_squared / 2.0)) * a.dot(up);
    }

    /// Adds what was summed lane by lane.
    pub(crate) fn add_lanes(&mut self, lanes: &LaneSums) {
        let sum = |lanes: &Lanes| lanes.iter().sum::<f64>();
        let vector = |lanes: &[Lanes; 3]| DVec3::from_array([0, 1, 2].map(|axis| sum(&lanes[axis])));
        self.wet_area += sum(&lanes.wet_area);
        self.pressure += vector(&lanes.pressure);
        self.pressure_moment += vector(&lanes.pressure_moment);
        self.disturbance += vector(&lanes.disturbance);
        self.disturbance_moment += vector(&lanes.disturbance_moment);
        self.dynamic += vector(&lanes.dynamic);
        self.dynamic_moment += vector(&lanes.dynamic_moment);
        self.volume_moment += vector(&lanes.volume_moment);
    }

    pub(crate) fn total(&self, frame: &BodyFrame, motion: &Motion, water: &Water) -> Forces {
        let weight = water.density_kg_m3 * water.gravity_m_s2;
        let arm = frame.origin_m - motion.reference_m;
        let force_n = frame.to_world(self.dynamic - self.pressure * weight);
        let torque = frame.to_world(self.dynamic_moment - self.pressure_moment * weight);
        let exchange = frame.to_world(self.dynamic - self.disturbance * weight);
        let exchange_torque = frame.to_world(self.dynamic_moment - self.disturbance_moment * weight);
        let submerged_volume_m3 = -self.pressure.dot(frame.up());
        Forces {
            force_n,
            torque_n_m: torque + arm.cross(force_n),
            dynamic_n: frame.to_world(self.dynamic),
            wet_area_m2: self.wet_area,
            submerged_volume_m3,
            centre_of_buoyancy_m: (submerged_volume_m3 > 0.0)
                .then(|| frame.point_to_world(self.volume_moment / submerged_volume_m3)),
            exchange_force_n: exchange.truncate(),
            exchange_torque_z_n_m: exchange_torque.z + arm.truncate().perp_dot(exchange.truncate()),
            skipped_triangles: self.skipped,
        }
    }
}
