//! Bodies that go through the air faster than its lattice carries.

use glam::DVec3;
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
            ("motion", driven.drive.full_motion().fastest_m_s(radius_m))
        }
        Kind::Solid(Solid::Fixed) => return None,
        Kind::Afloat(_) => {
            // At the water, without drag.
            let falls_m = (low.z - scenario.water.depth_m).max(0.0);
            let velocity: DVec3 = rigid.linvel_m_s();
            let gained = 2.0 * scenario.water.gravity_m_s2 * falls_m;
            let key = if gained > velocity.length_squared() { "position_m" } else { "velocity_m_s" };
            (key, (velocity.length_squared() + gained).sqrt())
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
