//! Bodies whose motion is prescribed, and what is said of solids before a run.

use glam::{DVec2, DVec3, Vec3};
use lbm_core::Units;
use rigid_sim::{RigidBody, World as Bodies};

use super::error::Error;
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

/// What the user should know of solids before a run: those that the water does not feel, or that are too fast for it.
///
/// # Errors
/// [`Error::Solid`] for one that comes in through an outflow, or will be faster than the lattice can carry.
pub(super) fn warnings(
    scenario: &Scenario,
    units: &Units,
    solids: &Solids,
    (floating, bodies): (&[Floating], &Bodies),
) -> Result<Vec<String>, Error> {
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
        if let Some(source) = through_outflow(scenario, float.label, &drive, &reach, place) {
            return Err(Error::Solid { body: float.name.to_string(), source });
        }
        if let Some(source) = beyond_lattice(scenario, units, float.label, &drive, &reach, place) {
            return Err(Error::Solid { body: float.name.to_string(), source });
        }
        warnings.extend(
            lays_dry(scenario, &drive, &reach, place)
                .map(|text| format!("body.{}.motion: {text}", float.name)),
        );
        let too_fast = too_fast(scenario, units, &drive, &reach, place);
        warnings.extend(too_fast.map(|text| format!("body.{}.motion: {text}", float.name)));
    }
    Ok(warnings)
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

/// A driven body whose walls will be faster than the lattice carries ([`lbm_boundary::MAX_SPEED`]): the fastest cell beside it,
/// east of its middle, as if it stood there already.
fn beyond_lattice(
    scenario: &Scenario,
    units: &Units,
    label: u16,
    drive: &Drive,
    reach: &Reach,
    place: [f64; 2],
) -> Option<lbm_boundary::Error> {
    let cell_m = scenario.grid.cell_size_m;
    // The water cells beside it move along.
    let radius_m = reach.radius + 1.5 * cell_m;
    let speed_m_s = drive.fastest_m_s(radius_m) * drive.share(scenario.duration_s);
    let limit_m_s = units.to_m_s(lbm_boundary::MAX_SPEED);
    let cell = [[place[0] + radius_m, place[1]], scenario.size_m()];
    let cell = [0, 1].map(|axis| (cell[0][axis].clamp(0.0, cell[1][axis] - 0.5 * cell_m) / cell_m) as usize);
    (speed_m_s > limit_m_s).then_some(lbm_boundary::Error::TooFast { label, cell, speed_m_s, limit_m_s })
}

/// Whether the water at the flanks of a driven body may be laid dry.
///
/// Past a cylinder that moves with `U` against the water potential flow is twice as fast, and by Bernoulli's law `3 U² / 2g`
/// lower: as much as the depth at a Froude number of `√(2/3)`.
fn lays_dry(scenario: &Scenario, drive: &Drive, reach: &Reach, place: [f64; 2]) -> Option<String> {
    let Water { depth_m, gravity_m_s2, .. } = scenario.water;
    let stream = stream(scenario, place);
    let along_m_s = (DVec2::from_array(drive.velocity_m_s) - stream).length();
    let speed_m_s = along_m_s + drive.turn_deg_s.to_radians().abs() * reach.radius;
    let lower_m = 1.5 * speed_m_s * speed_m_s / gravity_m_s2;
    (lower_m > depth_m).then(|| {
        format!(
            "it meets the water with up to {speed_m_s:.3} m/s, which at the flanks of a round body draws it down by \
             {lower_m:.3} m; the water is {depth_m} m deep and may be laid dry: drive it slower than {:.3} m/s",
            (gravity_m_s2 * depth_m / 1.5).sqrt()
        )
    })
}

/// Velocity of the water at a place at the start, m/s.
fn stream(scenario: &Scenario, [x_m, y_m]: [f64; 2]) -> DVec2 {
    let column = scenario.water.column.iter().rfind(|column| column.contains(x_m, y_m));
    DVec2::from_array(column.map_or([0.0; 2], |column| column.velocity_m_s))
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
    place: [f64; 2],
) -> Option<String> {
    let Water { depth_m, gravity_m_s2, .. } = scenario.water;
    let stream = stream(scenario, place);
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

/// A driven body that comes in through a side which only lets water out: the cell where it would is named before the run
/// (see [`lbm_boundary::SideKind::Outflow`]).
fn through_outflow(
    scenario: &Scenario,
    label: u16,
    drive: &Drive,
    reach: &Reach,
    place: [f64; 2],
) -> Option<lbm_boundary::Error> {
    let (size, cell_m) = (scenario.size_m(), scenario.grid.cell_size_m);
    // A body that turns sweeps all of its circle.
    let (low, high) = match drive.turn_deg_s == 0.0 {
        true => (reach.low, reach.high),
        false => (DVec2::splat(-reach.radius), DVec2::splat(reach.radius)),
    };
    let (from, to) = (DVec2::from_array(place) + low, DVec2::from_array(place) + high);
    let outflows = scenario.sides.named().into_iter().zip(lbm_boundary::Side::ALL);
    outflows.filter(|((_, side), _)| matches!(side, Side::Outflow {})).find_map(|(_, side)| {
        let inward = side.inward();
        let normal = usize::from(inward[0] == 0.0);
        let along = 1 - normal;
        let inwards_m_s =
            inward[normal] * drive.velocity_m_s[normal] + drive.turn_deg_s.to_radians().abs() * reach.radius;
        // How far its front and its back lie outside.
        let (front_m, back_m) = match inward[normal] > 0.0 {
            true => (-to[normal], -from[normal]),
            false => (from[normal] - size[normal], to[normal] - size[normal]),
        };
        // The ramp costs half of its time.
        let comes_s = front_m.max(0.0) / inwards_m_s + 0.5 * drive.ramp_s;
        let ends = [from[along], to[along]].map(|end| end.clamp(0.0, size[along]));
        let meets = inwards_m_s > 0.0 && back_m > 0.0 && ends[0] < ends[1];
        (meets && comes_s < scenario.duration_s).then(|| {
            let mut cell = [(0.5 * (ends[0] + ends[1]) / cell_m) as usize; 2];
            cell[normal] =
                if inward[normal] > 0.0 { 0 } else { (size[normal] / cell_m).round() as usize - 1 };
            lbm_boundary::Error::Drained { label, side, cell }
        })
    })
}
