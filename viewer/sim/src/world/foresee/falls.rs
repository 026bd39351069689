//! Bodies that fall on to the water, and those that their thrust makes faster than the lattice.

use glam::DVec3;
use hydro_forces::{Fall, Launch};
use rigid_sim::{Anchor, JointKind, RigidBody};

use crate::bodies::{Bodies, Body, Joint};
use crate::scenario::{CouplingMode, Propeller, Scenario};
use crate::water::Water;

/// Warnings of bodies that fall from where they start.
pub(super) fn falls(scenario: &Scenario, water: &Water, bodies: &Bodies) -> Vec<String> {
    if scenario.coupling.mode != CouplingMode::Conservative {
        return Vec::new();
    }
    let end_s = scenario.duration_s;
    bodies.iter().filter_map(|(body, rigid)| fall(water, (bodies, end_s), (body, rigid))).collect()
}

/// Whether a joint holds a body that falls to the end; a rope that is slack for longer does not.
fn is_held((bodies, end_s): (&Bodies, f64), body: &Body, falls_m: f64) -> bool {
    let mut to_end = bodies.joints.iter().filter(|joint| joint.holds_until(end_s));
    to_end.any(|Joint { handle, joint, .. }| {
        let is_on = |anchor: &Anchor| matches!(anchor, Anchor::Body(of, _) if *of == body.handle);
        let slack_m = match (joint.kind, bodies.rigid.joint_ends_m(*handle)) {
            (JointKind::Rope { length_m }, Some([a, b])) => length_m - a.distance(b),
            _ => 0.0,
        };
        joint.anchors.iter().any(is_on) && slack_m < falls_m
    })
}

/// Where the water under a body that strikes it ([`Fall`]) leaves faster than waves, `√(g h)`, no wave takes it away: it piles up at the rim,
/// and leaves none under the hull.
fn fall(
    water: &Water,
    (bodies, end_s): (&Bodies, f64),
    (body, rigid): (&Body, &RigidBody),
) -> Option<String> {
    let afloat = body.afloat()?;
    let [low, high] = body.extent_m(rigid);
    let falls_m = low.z - water.fluid.still_level_m;
    if falls_m <= 0.0 || afloat.towing.is_some() || is_held((bodies, end_s), body, falls_m) {
        return None;
    }
    let gravity_m_s2 = water.fluid.lattice.units().gravity_m_s2();
    let strikes_m_s = (2.0 * gravity_m_s2 * falls_m + rigid.linvel_m_s().z.powi(2)).sqrt();
    let [length_m, beam_m] = own_extent_m(body);
    let area_m2 = body.hull.hull.volume_m3() / (high.z - low.z);
    // As of a rectangle of the same shape and its mean area.
    let part = (area_m2 / (length_m * beam_m)).sqrt();
    let (rim_m, half_width_m) = (2.0 * (length_m + beam_m) * part, 0.5 * length_m.min(beam_m) * part);
    let depth_m = water.fluid.still_depth_at_m(rigid.center_of_mass_m().truncate());
    let mass_kg = rigid.mass_properties().mass_kg;
    let fall = Fall { strikes_m_s, mass_kg, area_m2, rim_m, half_width_m };
    let pushed_m_s = fall.efflux_m_s(water.density_kg_m3, depth_m);
    let waves_m_s = water.fluid.lattice.units().wave_speed_m_s(depth_m);
    (pushed_m_s > waves_m_s).then(|| {
        let times = (waves_m_s / pushed_m_s).powi(2);
        format!(
            "body.{}.position_m: it falls {falls_m:.3} m and strikes the water with {strikes_m_s:.1} m/s; {area_m2:.2} m² of hull push the {depth_m:.3} m of \
             water under it out at {pushed_m_s:.1} m/s, faster than waves take it away, {waves_m_s:.2} m/s, and the run may end there: let it fall by at \
             most {:.2} m, or take deeper water, or a lighter or smaller body",
            body.name,
            falls_m * times
        )
    })
}

/// Length and beam of a body in its own frame, m.
fn own_extent_m(body: &Body) -> [f64; 2] {
    let vertices = body.mesh.vertices.iter().map(|v| v.as_dvec3());
    let empty = [DVec3::INFINITY, DVec3::NEG_INFINITY];
    let [low, high] = vertices.fold(empty, |[low, high], at| [low.min(at), high.max(at)]);
    (high - low).truncate().to_array()
}

/// Angle by which the thrust of a propeller may turn its body in a step from rest, rad.
const MOST_TURN_RAD: f64 = 0.5;

/// Warnings of bodies that their thrust makes faster than the lattice before they have crossed the domain, or turns about at once.
pub(super) fn thrusts(scenario: &Scenario, water: &Water, bodies: &Bodies) -> Vec<String> {
    let all =
        bodies.iter().filter_map(|(body, rigid)| Some((body, rigid, scenario.body.get(&*body.name)?.drag)));
    all.filter_map(|(body, rigid, drag)| thrust(scenario, water, (body, rigid, drag))).collect()
}

/// Greatest angle by which the thrust of a schedule turns a body in a step from rest, rad: `|I⁻¹ (r × F)| Δt²`.
fn turn_rad(propeller: &Propeller, rigid: &RigidBody, step_s: f64) -> f64 {
    let mass = rigid.mass_properties();
    let arm_m = DVec3::from_array(propeller.position_m) - mass.center_m;
    let points = propeller.schedule.iter().map(|point| [point.thrust, point.angle_deg]);
    let all = points.chain(propeller.schedule.is_empty().then_some([1.0, 0.0]));
    let turns = all.map(|[thrust, angle_deg]| {
        let [ahead_n, across_n] = propeller.force_at(thrust, angle_deg);
        (mass.inertia_kg_m2.inverse() * arm_m.cross(DVec3::new(ahead_n, across_n, 0.0))).length()
    });
    turns.fold(0.0, f64::max) * step_s * step_s
}

fn thrust(
    scenario: &Scenario,
    water: &Water,
    (body, rigid, drag): (&Body, &RigidBody, f64),
) -> Option<String> {
    let propeller = body.afloat().filter(|afloat| afloat.towing.is_none())?.propeller.as_ref()?;
    let part = propeller.schedule.iter().map(|point| point.thrust.abs()).reduce(f64::max).unwrap_or(1.0);
    let (thrust_n, mass_kg) = (propeller.thrust_n * part, rigid.mass_properties().mass_kg);
    let draft_m = water.fluid.still_level_m - body.extent_m(rigid)[0].z;
    if thrust_n <= 0.0 || draft_m <= 0.0 {
        return None;
    }
    let area_m2 = draft_m * own_extent_m(body)[1];
    let drag_kg_m = 0.5 * water.density_kg_m3 * drag.max(super::ways::MIN_DRAG) * area_m2;
    let (step_s, lattice_speed_m_s) = (scenario.time_step_s(), scenario.lattice_speed_m_s());
    let launch = Launch { thrust_n, mass_kg, drag_kg_m };
    let [width_m, height_m] = scenario.size_m();
    let end_s = scenario.duration_s.min(launch.time_to_cover_s(width_m.hypot(height_m)));
    let (turns_rad, speed_m_s) = (turn_rad(propeller, rigid, step_s), launch.speed_m_s(end_s));
    let most_n = thrust_n * (MOST_TURN_RAD / turns_rad).min((lattice_speed_m_s / speed_m_s).powi(2));
    if turns_rad > MOST_TURN_RAD {
        return Some(format!(
            "body.{}.propeller.thrust_n: {thrust_n} N at its propeller.position_m turn the body by {turns_rad:.1} rad in a step of {step_s:.3} s from rest, \
             which no step follows: take at most {most_n:.3e} N, or a position nearer to its center of mass and larger radii of gyration_m",
            body.name
        ));
    }
    let whatever = match scenario.coupling.mode {
        CouplingMode::None => return None,
        CouplingMode::Paper => "",
        CouplingMode::Conservative => ", whatever its race_radius_m",
    };
    (speed_m_s > lattice_speed_m_s).then(|| {
        format!(
            "body.{}.propeller.thrust_n: {thrust_n} N bring its {mass_kg} kg to {speed_m_s:.1} m/s against its drag, and to {:.1} m/s in the first step: the \
             lattice carries {lattice_speed_m_s:.1} m/s{whatever}: take at most {most_n:.3e} N, or a smaller solver.gravity_number",
            body.name,
            thrust_n / mass_kg * step_s
        )
    })
}
