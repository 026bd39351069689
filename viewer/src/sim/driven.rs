//! Bodies whose motion is prescribed, and what is said of solids before a run.

use glam::{DVec2, DVec3, Vec3};
use lbm_core::Units;
use rigid_sim::{RigidBody, World as Bodies};

use super::floating::Floating;
use super::scenario::{Drive, Scenario, Side, Water};
use super::solids::Solids;
use super::world::World;

impl World {
    /// Gives the driven bodies the velocities that they have at a time.
    pub(super) fn drive_bodies(&mut self, time_s: f64) {
        for float in &self.floating {
            let Some(drive) = float.drive else { continue };
            let share = drive.share(time_s);
            let rigid = &mut self.bodies[float.handle];
            let linvel = DVec2::from_array(drive.velocity_m_s) * share;
            let angvel = DVec3::Z * (drive.turn_deg_s.to_radians() * share);
            let driven = rigid.set_linvel(linvel.extend(0.0)).and(rigid.set_angvel(angvel));
            debug_assert!(driven.is_ok(), "velocities were checked when the scenario was read");
        }
    }
}

/// What the user should know of solids before a run: those that the water does not feel, that are too fast for it, or that
/// run into a side that brings in water.
pub(super) fn warnings(
    scenario: &Scenario,
    units: &Units,
    solids: &Solids,
    (floating, bodies): (&[Floating], &Bodies),
) -> Vec<String> {
    let mut warnings = Vec::new();
    for (float, body) in floating.iter().zip(scenario.body.values()).filter(|(float, _)| float.solid) {
        let reach = Reach::new(float, &bodies[float.handle]);
        if !solids.labels.contains(&float.label) {
            let [along_x, along_y] = (reach.high - reach.low).to_array();
            warnings.push(format!(
                "body.{}: covers no cell, so the water does not feel it; from above it is {along_x:.3} × {along_y:.3} m, a cell \
                 {} m: take smaller cells or a larger body",
                float.name, scenario.grid.cell_size_m
            ));
        }
        let Some(drive) = float.drive else { continue };
        let place = [body.position_m.x_m, body.position_m.y_m];
        let messages =
            [too_fast(scenario, units, &drive, &reach, place), runs_in(scenario, &drive, &reach, place)];
        warnings
            .extend(messages.into_iter().flatten().map(|text| format!("body.{}.motion: {text}", float.name)));
    }
    warnings
}

/// How far a body reaches from its centre of mass, seen from above, m.
struct Reach {
    low: DVec2,
    high: DVec2,
    radius: f64,
}

impl Reach {
    fn new(float: &Floating, rigid: &RigidBody) -> Self {
        let centre = rigid.centre_of_mass_m() - rigid.origin_m();
        let arm = |v: &Vec3| (rigid.rotation() * v.as_dvec3() - centre).truncate();
        let start = Self { low: DVec2::INFINITY, high: DVec2::NEG_INFINITY, radius: 0.0 };
        float.vertices.iter().map(arm).fold(start, |reach, arm| Self {
            low: reach.low.min(arm),
            high: reach.high.max(arm),
            radius: reach.radius.max(arm.length()),
        })
    }
}

/// Compares the fastest point of a driven wall, and the water that passes it, with what the scheme is stable at.
///
/// Water that passes the flanks of a round body moves with `2 u − U` in potential flow, in a stream `u` round a body that
/// moves with `U`.
fn too_fast(
    scenario: &Scenario,
    units: &Units,
    drive: &Drive,
    reach: &Reach,
    [x_m, y_m]: [f64; 2],
) -> Option<String> {
    let Water { depth_m, gravity_m_s2, .. } = scenario.water;
    let column = scenario.water.column.iter().rfind(|column| column.contains(x_m, y_m));
    let stream = DVec2::from_array(column.map_or([0.0; 2], |column| column.velocity_m_s));
    let wall_m_s = drive.fastest_m_s(reach.radius);
    let flank_m_s = (2.0 * stream - DVec2::from_array(drive.velocity_m_s)).length();
    let froude = scenario.solver.operator().stable_froude(units.gravity_number(depth_m));
    let limit_m_s = froude * (gravity_m_s2 * depth_m).sqrt();
    let (what, speed_m_s) = match wall_m_s >= flank_m_s {
        true => ("its fastest point moves", wall_m_s),
        false => ("the water at its flanks moves", flank_m_s),
    };
    (speed_m_s > limit_m_s).then(|| {
        format!(
            "{what} with {speed_m_s:.3} m/s; at {depth_m} m of depth this scheme is stable up to {limit_m_s:.3} m/s (Froude \
             number {froude:.2}): drive it slower, or take a larger solver.tau, a smaller solver.gravity_number or \
             solver.collision = \"central-moments\""
        )
    })
}

/// Whether a driven body comes to a side that brings in water within the run: the gap before it closes, and the water that
/// goes on coming has nowhere to go.
fn runs_in(scenario: &Scenario, drive: &Drive, reach: &Reach, [x_m, y_m]: [f64; 2]) -> Option<String> {
    let [width, height] = scenario.size_m();
    let [u, v] = drive.velocity_m_s;
    // A body that turns sweeps all of its circle.
    let [low, high] = match drive.turn_deg_s == 0.0 {
        true => [-reach.low, reach.high],
        false => [DVec2::splat(reach.radius); 2],
    };
    let ways = [
        ("west", x_m - low.x, -u),
        ("east", width - x_m - high.x, u),
        ("south", y_m - low.y, -v),
        ("north", height - y_m - high.y, v),
    ];
    scenario.sides.named().into_iter().zip(ways).find_map(|((name, side), (_, gap_m, towards_m_s))| {
        let comes_in = match side {
            Side::Inflow { velocity_m_s, .. } => *velocity_m_s > 0.0,
            Side::Discharge { discharge_m3_s, .. } => *discharge_m3_s > 0.0,
            _ => false,
        };
        // The ramp costs half of its time.
        let at_s = gap_m.max(0.0) / towards_m_s + 0.5 * drive.ramp_s;
        (comes_in && towards_m_s > 0.0 && at_s < scenario.duration_s).then(|| {
            format!(
                "it comes to the {name} side at about t = {at_s:.2} s, where water comes in that then has nowhere to go: the run \
                 becomes unstable there; end it before, or take kind = \"characteristic\" for the side"
            )
        })
    })
}
