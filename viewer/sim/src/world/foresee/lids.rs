//! Rigid lids on water of little viscosity.

use lbm_core::Collision;

use crate::bodies::Bodies;
use crate::water::Water;

/// Relaxation time from which on velocities beside a lid that alternate from cell to cell were not seen to grow.
const STABLE_TAU: f64 = 0.53;

/// Warning of a lid on water whose moments without a part in the flow relax as slowly as its stress.
pub(super) fn warning(water: &Water, bodies: &Bodies) -> Option<String> {
    let collision = water.fluid.lattice.collision();
    let tau = collision.tau();
    if matches!(collision, Collision::CentralMoments { .. }) || tau >= STABLE_TAU {
        return None;
    }
    let (body, _) = bodies.iter().find(|(body, _)| body.is_lid())?;
    Some(format!(
        "solver.tau = {tau}: along the sides of body.{}, which is a rigid lid, velocities that alternate from cell to cell may grow until the flow breaks; \
         take solver.collision = \"central-moments\", a tau of {STABLE_TAU} or more, or coupling.hull = \"soft\"",
        body.name
    ))
}
