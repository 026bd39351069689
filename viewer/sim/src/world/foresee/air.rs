//! Bodies that go through the air faster than its lattice carries.

use lbm_core::outflow_speed_m_s;
use rigid_sim::RigidBody;

use crate::bodies::{Bodies, Body, Kind, Solid};
use crate::scenario::{Air, Scenario};

/// Warnings of driven bodies, and of those that start fast or fall from high, that end the run.
pub(super) fn warnings(scenario: &Scenario, bodies: &Bodies) -> Vec<String> {
    let Some(air) = &scenario.air else { return Vec::new() };
    let waiting = bodies.waiting().map(|(body, rigid, _)| (body, rigid));
    let all = bodies.iter().chain(waiting);
    all.filter_map(|(body, rigid)| warning(scenario, air, body, rigid)).collect()
}

fn warning(scenario: &Scenario, air: &Air, body: &Body, rigid: &RigidBody) -> Option<String> {
    let [low, high] = body.extent_m(rigid);
    let (key, reaches_m_s) = match &body.kind {
        Kind::Solid(Solid::Driven(driven)) => {
            let center_m = rigid.center_of_mass_m();
            let radius_m = (high - center_m).max(center_m - low).truncate().length();
            ("motion", driven.drive.fastest_m_s(radius_m, f64::INFINITY))
        }
        Kind::Solid(Solid::Fixed) => return None,
        Kind::Afloat(_) => {
            // At the water, without drag.
            let falls_m = (low.z - scenario.water.level_m).max(0.0);
            let (starts_m_s, gains_m_s) =
                (rigid.linvel_m_s().length(), outflow_speed_m_s(falls_m, scenario.water.gravity_m_s2));
            let key = if gains_m_s > starts_m_s { "position_m" } else { "velocity_m_s" };
            (key, starts_m_s.hypot(gains_m_s))
        }
    };
    let carries_m_s = air.carries_m_s(scenario.time_step_s());
    (reaches_m_s > carries_m_s).then(|| {
        format!(
            "body.{}.{key}: it goes with up to {reaches_m_s:.3} m/s; through the air, whose lattice carries {carries_m_s:.3} m/s, the run ends then: \
             let it go slower, or give an air.fastest_flow_m_s of at least {:.3}",
            body.name,
            (1e3 * Air::fastest_for_m_s(reaches_m_s)).ceil() * 1e-3
        )
    })
}
