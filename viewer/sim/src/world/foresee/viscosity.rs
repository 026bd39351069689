//! Hulls on water of little viscosity.

use lbm_core::Collision;

use crate::bodies::{Bodies, Body};
use crate::scenario::CouplingMode;
use crate::water::Water;

/// Relaxation time from which on velocities beside a lid that alternate from cell to cell were not seen to grow.
const STABLE_TAU: f64 = 0.53;

/// That from which on flow under any hull was not seen to break with two relaxation times.
const STABLE_TRT_TAU: f64 = 0.55;

/// Warning of hulls beside which the flow may break at the relaxation time of the water.
pub(super) fn warning(mode: CouplingMode, water: &Water, bodies: &Bodies) -> Option<String> {
    let collision = water.fluid.lattice.collision();
    let tau = collision.tau();
    let all = || bodies.iter().map(|(body, _)| body).chain(bodies.waiting().map(|(body, ..)| body));
    let first = |is: fn(&Body) -> bool| all().find(|body| is(body));
    let (body, fails, remedy) = match collision {
        Collision::Trt { .. } if tau < STABLE_TRT_TAU && mode == CouplingMode::Conservative => (
            first(|body| !body.is_solid())?,
            "which floats, the flow may break with two relaxation times, however slow it is",
            format!(
                "solver.collision = \"bgk\" or \"central-moments\", or a tau of {STABLE_TRT_TAU} or more"
            ),
        ),
        Collision::Bgk { .. } if tau < STABLE_TAU => (
            first(Body::is_lid)?,
            "which is a rigid lid, velocities that alternate from cell to cell may grow until the flow breaks",
            format!(
                "solver.collision = \"central-moments\", a tau of {STABLE_TAU} or more, or coupling.hull = \"soft\""
            ),
        ),
        _ => return None,
    };
    Some(format!("solver.tau = {tau}: along the sides of body.{}, {fails}; take {remedy}", body.name))
}
