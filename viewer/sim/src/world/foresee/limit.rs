//! The largest Froude number that the solver is stable at.

use crate::water::Water;

/// How much faster a flow is than what is stable, as text, if it is.
pub(super) fn beyond(water: &Water, speed_m_s: f64, depth_m: f64) -> Option<String> {
    let lattice = &water.fluid.lattice;
    let froude = speed_m_s / lattice.units().wave_speed_m_s(depth_m);
    let stable = lattice.stable_froude(depth_m);
    (froude > stable).then(|| {
        format!(
            "{speed_m_s:.1} m/s, Froude number {froude:.2}, where this solver is stable up to {stable:.2}"
        )
    })
}
