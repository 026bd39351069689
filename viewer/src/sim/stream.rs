//! The water that a body's added mass and radiated waves answer to.

use glam::DVec3;
use hydro_forces::{Flow, Forces, WaterSurface};

/// Velocity and acceleration of the undisturbed water at a body's centre of buoyancy, world axes; at its centre of mass
/// where it is dry. Heights count from the still level, as in `forces`.
///
/// There the force of the water's pressure is that of its acceleration: only with the same acceleration does added mass leave
/// a small body in the water's own path. Depth counts from the local surface, as in the pressure. The acceleration of the
/// simulated water is left out, because it is also that of the waves that the body makes by its own.
pub(super) fn stream(water: &impl WaterSurface, forces: &Forces, centre_of_mass_m: DVec3) -> Flow {
    let centre_m = forces.center_of_buoyancy_m.unwrap_or(centre_of_mass_m);
    let place_m = centre_m.truncate();
    water.flow(place_m, (water.level_m(place_m) - centre_m.z).max(0.0))
}
