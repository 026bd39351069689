//! The water that a body's added mass and radiated waves answer to.

use glam::DVec3;
use hydro_forces::radiation::Flow;
use hydro_forces::waves::Sea;
use hydro_forces::{Forces, WaterSurface};

/// Simulated water with waves by formula on it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stream<'a, S> {
    /// The simulated water, heights above the still level.
    pub(super) fluid: S,
    /// The waves, heights above the still level.
    pub(super) sea: &'a Sea,
    /// Height of the still level above the bed, m.
    pub(super) still_m: f64,
}

impl<S: WaterSurface> Stream<'_, S> {
    /// Velocity and acceleration of the undisturbed water at a body's centre of buoyancy, world axes; at its centre of
    /// mass (m, above the bed) where it is dry.
    ///
    /// There the force of the water's pressure is that of its acceleration: only with the same acceleration does added
    /// mass leave a small body in the water's own path. Depth counts from the local surface, as in the pressure. The
    /// acceleration of the simulated water is left out, because it is also that of the waves that the body makes by its
    /// own.
    pub(super) fn around(&self, forces: &Forces, centre_of_mass_m: DVec3) -> Flow {
        // Forces count heights from the still level already.
        let centre_m = forces.centre_of_buoyancy_m.unwrap_or(centre_of_mass_m - DVec3::Z * self.still_m);
        let place_m = centre_m.truncate();
        let water = self.fluid.sample(place_m);
        let at_m = centre_m - DVec3::Z * (water.level_m + self.sea.level_m(place_m));
        Flow {
            velocity_m_s: water.velocity_m_s.extend(0.0) + self.sea.velocity_m_s(at_m),
            acceleration_m_s2: self.sea.acceleration_m_s2(at_m),
        }
    }
}
