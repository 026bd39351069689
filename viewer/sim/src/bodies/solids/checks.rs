//! Checks of solids before a run: too fast for the lattice or the scheme, too small for the grid, in the way of an outflow.

use glam::{DVec2, Vec3};
use lbm_boundary::{Motion, flanks};
use lbm_core::Units;
use rigid_sim::RigidBody;

use super::gaps::gaps;
use crate::Error;
use crate::bodies::body::{Body, Kind, Solid};
use crate::scenario::{Drive, Scenario, Side};

/// Warnings of solids that stand in the water and cover no cell, leave gaps, or are too fast for the scheme; `labels` are those of the solid over each cell.
///
/// # Errors
/// [`Error::Solid`] for one that enters through an outflow, or will be faster than the boundaries allow.
pub(crate) fn warnings<'a>(
    scenario: &Scenario,
    units: &Units,
    labels: &[u16],
    bodies: impl Iterator<Item = (&'a Body, &'a RigidBody)>,
) -> Result<Vec<String>, Error> {
    let mut warnings = Vec::new();
    for ((body, rigid), (_, given)) in bodies.zip(scenario.bodies()) {
        let Kind::Solid(solid) = &body.kind else { continue };
        if !body.is_wall() {
            continue;
        }
        let reach = Reach::new(body, rigid);
        if !labels.contains(&body.label) {
            let [along_x, along_y] = (reach.high - reach.low).to_array();
            warnings.push(format!(
                "body.{}: covers no cell, so it has no effect on the water; from above it is {along_x:.3} × {along_y:.3} m, a cell \
                 {} m: take smaller cells or a larger body",
                body.name, scenario.grid.cell_size_m
            ));
        }
        warnings.extend(gaps(scenario.grid.cell_size_m, (labels, scenario.grid.cells[0]), body, rigid));
        let Solid::Driven(driven) = solid else { continue };
        let (drive, at_m) = (&driven.drive, [given.position_m.x_m, given.position_m.y_m]);
        if let Some(source) = through_outflow(scenario, body.label, drive, &reach, at_m) {
            return Err(Error::Solid { body: body.name.to_string(), source });
        }
        if let Some(source) = beyond_lattice(scenario, units, body.label, drive, &reach, at_m) {
            return Err(Error::Solid { body: body.name.to_string(), source });
        }
        warnings.extend(
            drains_flanks(scenario, drive, &reach, at_m)
                .map(|text| format!("body.{}.motion: {text}", body.name)),
        );
        let too_fast = too_fast(scenario, units, drive, &reach, at_m);
        warnings.extend(too_fast.map(|text| format!("body.{}.motion: {text}", body.name)));
    }
    Ok(warnings)
}

/// Extent of a body about its center of mass, seen from above, m.
struct Reach {
    low: DVec2,
    high: DVec2,
    radius: f64,
}

impl Reach {
    fn new(body: &Body, rigid: &RigidBody) -> Self {
        let center = rigid.center_of_mass_m() - rigid.origin_m();
        let arm = |v: &Vec3| (rigid.rotation() * v.as_dvec3() - center).truncate();
        let start = Self { low: DVec2::INFINITY, high: DVec2::NEG_INFINITY, radius: 0.0 };
        body.mesh.vertices.iter().map(arm).fold(start, |reach, arm| Self {
            low: reach.low.min(arm),
            high: reach.high.max(arm),
            radius: reach.radius.max(arm.length()),
        })
    }
}

/// Error of a driven body whose wall will be faster than [`lbm_boundary::MAX_SPEED`]; it names the cell beside its fastest
/// point, as if that were to the east at the start.
fn beyond_lattice(
    scenario: &Scenario,
    units: &Units,
    label: u16,
    drive: &Drive,
    reach: &Reach,
    at_m: [f64; 2],
) -> Option<lbm_boundary::Error> {
    let cell_m = scenario.grid.cell_size_m;
    // The limit holds in the water cells beside the wall too.
    let radius_m = reach.radius + 1.5 * cell_m;
    let speed_m_s = drive.fastest_m_s(radius_m, scenario.duration_s);
    let limit_m_s = units.to_m_s(lbm_boundary::MAX_SPEED);
    let cell = [[at_m[0] + radius_m, at_m[1]], scenario.size_m()];
    let cell = [0, 1].map(|axis| (cell[0][axis].clamp(0.0, cell[1][axis] - 0.5 * cell_m) / cell_m) as usize);
    (speed_m_s > limit_m_s).then_some(lbm_boundary::Error::TooFast { label, cell, speed_m_s, limit_m_s })
}

/// Warning of a driven body that may drain the water at its flanks ([`flanks`]).
fn drains_flanks(scenario: &Scenario, drive: &Drive, reach: &Reach, at_m: [f64; 2]) -> Option<String> {
    let (depth_m, gravity_m_s2) = (scenario.still_depth_m(at_m[0], at_m[1]), scenario.water.gravity_m_s2);
    let stream = stream_m_s(scenario, at_m);
    let meets_m_s = |motion: Motion| {
        let linvel_m_s = [0, 1].map(|axis| motion.linvel_m_s[axis] - stream[axis]);
        Motion { linvel_m_s, ..motion }.fastest_m_s(reach.radius)
    };
    let speed_m_s = most_of(drive, meets_m_s);
    let lower_m = flanks::drawdown_m(speed_m_s, gravity_m_s2);
    (lower_m > depth_m).then(|| {
        format!(
            "it meets the water with up to {speed_m_s:.3} m/s, which at the flanks of a round body draws it down by \
             {lower_m:.3} m; the water is {depth_m} m deep and may be laid dry: drive it slower than {:.3} m/s",
            flanks::draining_speed_m_s(depth_m, gravity_m_s2)
        )
    })
}

/// The greatest of a speed that motions bring about.
fn most_of(drive: &Drive, speed_m_s: impl Fn(Motion) -> f64) -> f64 {
    drive.extremes(f64::INFINITY).map(speed_m_s).fold(0.0, f64::max)
}

/// Velocity of the water at a position at the start, m/s.
fn stream_m_s(scenario: &Scenario, [x_m, y_m]: [f64; 2]) -> [f64; 2] {
    let column = scenario.water.column.iter().rfind(|column| column.contains(x_m, y_m));
    column.map_or([0.0; 2], |column| column.velocity_m_s)
}

/// Warning of a driven wall whose fastest point, or the water at its [`flanks`], is faster than the scheme is stable at.
fn too_fast(
    scenario: &Scenario,
    units: &Units,
    drive: &Drive,
    reach: &Reach,
    at_m: [f64; 2],
) -> Option<String> {
    let depth_m = scenario.still_depth_m(at_m[0], at_m[1]);
    let wall_m_s = drive.fastest_m_s(reach.radius, f64::INFINITY);
    let stream = stream_m_s(scenario, at_m);
    let flank_m_s = most_of(drive, |motion| {
        let [u, v] = flanks::velocity_m_s(stream, motion.linvel_m_s);
        u.hypot(v)
    });
    let froude = scenario.solver.operator().stable_froude(units.gravity_number(depth_m));
    let limit_m_s = froude * units.wave_speed_m_s(depth_m);
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

/// Instants of a run at which a body with a schedule is looked at.
const INSTANTS: u32 = 1000;

/// Error of a driven body that will enter through an outflow, with the cell where it would (see
/// [`lbm_boundary::SideKind::Outflow`]).
fn through_outflow(
    scenario: &Scenario,
    label: u16,
    drive: &Drive,
    reach: &Reach,
    at_m: [f64; 2],
) -> Option<lbm_boundary::Error> {
    let (size, cell_m) = (scenario.size_m(), scenario.grid.cell_size_m);
    // A turning body sweeps its whole circle.
    let (low, high) = match drive.extremes(scenario.duration_s).all(|motion| motion.angvel_rad_s == 0.0) {
        true => (reach.low, reach.high),
        false => (DVec2::splat(-reach.radius), DVec2::splat(reach.radius)),
    };
    let (from, to) = (DVec2::from_array(at_m) + low, DVec2::from_array(at_m) + high);
    let outflows = scenario.sides.named().into_iter().zip(lbm_boundary::Side::ALL);
    outflows.filter(|((_, side), _)| matches!(side, Side::Outflow {})).find_map(|(_, side)| {
        let inward = side.inward();
        let normal = usize::from(inward[0] == 0.0);
        let along = 1 - normal;
        let inwards_m_s = |motion: Motion| {
            inward[normal] * motion.linvel_m_s[normal] + motion.angvel_rad_s.abs() * reach.radius
        };
        // Distances of its front and its back outside the domain.
        let (front_m, back_m) = match inward[normal] > 0.0 {
            true => (-to[normal], -from[normal]),
            false => (from[normal] - size[normal], to[normal] - size[normal]),
        };
        // It is across the side and goes inwards.
        let is_across = |time_s: f64| {
            let way_m = inward[normal] * drive.moved(time_s).0[normal];
            front_m <= way_m && way_m < back_m && inwards_m_s(drive.motion(time_s)) > 0.0
        };
        let enters = if drive.schedule.is_empty() {
            // The ramp delays the arrival by half its duration.
            let speed_m_s = inwards_m_s(drive.motion(f64::INFINITY));
            let arrival_s = front_m.max(0.0) / speed_m_s + drive.starts_at_s + 0.5 * drive.ramp_s;
            speed_m_s > 0.0 && back_m > 0.0 && arrival_s < scenario.duration_s
        } else {
            (0..=INSTANTS).any(|n| is_across(scenario.duration_s * f64::from(n) / f64::from(INSTANTS)))
        };
        let ends = [from[along], to[along]].map(|end| end.clamp(0.0, size[along]));
        (enters && ends[0] < ends[1]).then(|| {
            let mut cell = [(0.5 * (ends[0] + ends[1]) / cell_m) as usize; 2];
            cell[normal] =
                if inward[normal] > 0.0 { 0 } else { (size[normal] / cell_m).round() as usize - 1 };
            lbm_boundary::Error::EntersThroughOutflow { label, side, cell }
        })
    })
}
