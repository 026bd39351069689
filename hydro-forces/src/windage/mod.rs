//! The force of the wind on the part of a hull above the water.

use glam::{DMat3, DVec2, DVec3};

use crate::impact::mean_fraction_at_power;
use crate::{Hull, Load, Motion, clip_triangle};

/// Kármán's constant.
const KARMAN: f64 = 0.4;

/// Height at which winds are given, m.
const GIVEN_AT_M: f64 = 10.0;

/// A steady wind over water, by the logarithmic profile of its stress on the water.
///
/// `w(z) = W (1 + √C_D / κ · ln(z / 10 m))` at the height `z` above the water, with `κ = 0.4` and the drag coefficient `C_D` of the surface, which makes the friction velocity
/// `√C_D W`; none below the height `10 m · exp(−κ / √C_D)`, where that is 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wind {
    /// Velocity 10 m above the water, m/s.
    pub velocity_m_s: DVec2,
    /// Drag coefficient of the water's surface to the wind at that height.
    pub surface_drag: f64,
    /// Density of the air, kg/m³.
    pub density_kg_m3: f64,
}

impl Wind {
    /// Velocity at a height above the water, m/s.
    pub fn velocity_at(&self, height_m: f64) -> DVec2 {
        let part = 1.0 + self.surface_drag.sqrt() / KARMAN * (height_m / GIVEN_AT_M).ln();
        // The logarithm of 0 is −∞, and that of what is below no number.
        self.velocity_m_s * part.max(0.0)
    }

    /// Force and moment of the wind on the part of a hull above a water level, with its drag `coefficient` `C`.
    ///
    /// `½ ρ C |w| w` on each unit of area that the dry part shows to the wind: `Σ ½ ρ C (−n · w) w A` over its triangles with the outward normals `n` that face the wind, cut at the level,
    /// with the velocity `w` of the air relative to the hull at the middle of the dry part of each. On a convex hull in even wind that is `½ ρ C A |w| w` of its projected area `A`; what lies in the lee of
    /// other parts of a hull counts as if it did not. Air at rest brakes a hull that moves.
    ///
    /// ```
    /// use hydro_forces::glam::{DQuat, DVec2, DVec3, Vec3};
    /// use hydro_forces::{Hull, Motion, Wind};
    ///
    /// // A sail of 2 × 3 m, 1 m above the water, across the wind.
    /// let corners = [[0.0, 0.0], [2.0, 0.0], [2.0, 3.0], [0.0, 3.0]].map(|[y, z]| Vec3::new(0.0, y, z));
    /// let sail = Hull::new(&corners, &[[0, 2, 1], [0, 3, 2]])?;
    /// let even = Wind { velocity_m_s: DVec2::new(8.0, 0.0), surface_drag: 0.0, density_kg_m3: 1.225 };
    /// let load = even.load(&sail, &Motion::at_rest(DQuat::IDENTITY, DVec3::Z), 0.0, 1.2);
    /// assert!((load.force_n.x - 0.5 * 1.225 * 1.2 * 6.0 * 64.0).abs() < 1e-9);
    /// # Ok::<(), hydro_forces::Error>(())
    /// ```
    pub fn load(&self, hull: &Hull, motion: &Motion, level_m: f64, coefficient: f64) -> Load {
        self.load_and_power(hull, motion, level_m, coefficient).0
    }

    /// Mean of [`Self::load`] over a step of `dt` seconds on a body that it alone turns back or takes along, [`crate::mean_fraction`] with the power in the air `−Σ f · w` of all parts: what is light
    /// comes to the speed of the wind and not beyond it. `motion` is about the center of mass, and `inertia_kg_m2` too, along world axes.
    pub fn mean_load(
        &self,
        (hull, motion): (&Hull, &Motion),
        level_m: f64,
        coefficient: f64,
        (mass_kg, inertia_kg_m2): (f64, DMat3),
        dt: f64,
    ) -> Load {
        let (load, power_w) = self.load_and_power(hull, motion, level_m, coefficient);
        let part = mean_fraction_at_power(&load, power_w, mass_kg, inertia_kg_m2, dt);
        Load { force_n: load.force_n * part, torque_n_m: load.torque_n_m * part }
    }

    /// The load, and its power on the hull as the air sees that, W.
    fn load_and_power(&self, hull: &Hull, motion: &Motion, level_m: f64, coefficient: f64) -> (Load, f64) {
        let (center_m, radius_m) = hull.bounding_sphere();
        let (mut load, mut power_w) = (Load::default(), 0.0);
        let top_m = (motion.translation_m + motion.rotation * center_m).z + radius_m;
        if coefficient == 0.0 || top_m <= level_m {
            return (load, power_w);
        }
        let place = |at_m: DVec3| motion.translation_m + motion.rotation * at_m;
        for triangle in 0..hull.triangle_count() {
            let corners_m = hull.triangle(triangle).map(place);
            // What is above the level is as deep below it seen from above.
            clip_triangle(corners_m, corners_m.map(|at_m| at_m.z - level_m), |dry| {
                let [a, b, c] = dry.corners_m;
                let (middle_m, twice_area) = ((a + b + c) / 3.0, (b - a).cross(c - a));
                let air_m_s = self.velocity_at(middle_m.z - level_m).extend(0.0);
                let past_m_s = air_m_s - motion.velocity_at(middle_m);
                let inflow_m3_s = -0.5 * twice_area.dot(past_m_s);
                if inflow_m3_s > 0.0 {
                    let force_n = past_m_s * (0.5 * self.density_kg_m3 * coefficient * inflow_m3_s);
                    load.force_n += force_n;
                    load.torque_n_m += (middle_m - motion.reference_m).cross(force_n);
                    power_w -= force_n.dot(past_m_s);
                }
            });
        }
        (load, power_w)
    }
}
