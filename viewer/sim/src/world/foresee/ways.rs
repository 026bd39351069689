//! Ways of bodies over the bed: those of carriages, and those of bodies that start under power.

use glam::{DVec2, DVec3};
use hydro_forces::{Angles, Launch};
use rigid_sim::RigidBody;

use super::limit::beyond;
use crate::Error;
use crate::bodies::{Bodies, Body};
use crate::coupling::{Clearance, Projection};
use crate::scenario::Scenario;
use crate::water::Water;

/// Least drag coefficient of a hull, that of its waves and its friction.
pub(super) const MIN_DRAG: f64 = 0.1;

/// Greatest number of cells of a way that are looked at.
const MOST_STEPS: f64 = 1e5;

/// What makes water under a towed hull again.
pub(in crate::world) const DEEPER: &str =
    "take deeper water (water.level_m), a body that draws less, or another way (position_m, heading_deg)";

/// Warnings of towed bodies that come over ground which leaves them less of the depth than the flow is computed with, on their way
/// at the height that they start at.
///
/// # Errors
/// Where a body meets the ground.
pub(in crate::world) fn paths(
    scenario: &Scenario,
    (water, projection): (&Water, &Projection),
    bodies: &mut Bodies,
) -> Result<Vec<String>, Error> {
    let (cells, least) = (water.fluid.cells(), scenario.coupling.mode.least_fraction());
    let mut warnings = Vec::new();
    let Bodies { all, rigid, .. } = bodies;
    for body in all {
        let rigid = &rigid[body.handle];
        let Some(afloat) = body.afloat() else { continue };
        let Some(start) = projection.clearance((body, rigid), water) else { continue };
        let Some((ahead, tow)) = afloat.towing.as_ref().map(|towing| towing.course()) else { continue };
        // Of the start `check` has its own warning.
        let mut is_warned = start.part() < least;
        let end_m = tow.covered_m(scenario.duration_s);
        let steps = (end_m / cells.cell_size_m).ceil();
        let points = projection.keel((body, rigid), cells);
        let is_level = scenario.heights.is_none();
        let ways = (1..).map(f64::from).take_while(|step| *step <= steps && !is_level);
        for way_m in ways.map(|step| end_m.min(step * cells.cell_size_m)) {
            let moved = points.iter().map(|&(at_m, z_m)| (at_m + ahead * way_m, z_m));
            let inside =
                moved.filter(|(at_m, _)| at_m.cmpge(DVec2::ZERO).all() && at_m.cmple(cells.size_m()).all());
            let under = inside.map(|(at_m, z_m)| Clearance::under(water, at_m, z_m));
            let Some(worst) =
                under.reduce(Clearance::less).filter(|worst| worst.part() < least.max(f64::MIN_POSITIVE))
            else {
                continue;
            };
            let Clearance { left_m, depth_m, .. } = worst;
            let place = format!(
                "{way_m:.3} m along its way, t = {:.3} s, {}",
                tow.time_to_cover_s(way_m),
                worst.place(cells)
            );
            if left_m <= 0.0 {
                let message = format!(
                    "there is no water left under the hull {place}: it reaches {:.3} m under the bed of water {depth_m:.3} m deep; {DEEPER}, or \
                     end the run before (duration_s, or --until)",
                    -left_m
                );
                return Err(Error::of_body(scenario, &body.name, "tow", message));
            }
            if !std::mem::replace(&mut is_warned, true) {
                warnings.push(format!(
                    "body.{}.tow: only {left_m:.3} m of the {depth_m:.3} m of water will be left under the hull {place}; the flow there is \
                     computed as if {:.3} m were left; {DEEPER}",
                    body.name,
                    least * depth_m
                ));
            }
        }
        if let Some(afloat) = body.afloat_mut() {
            afloat.warned.over_ground = is_warned;
        }
    }
    Ok(warnings)
}

/// Warnings of bodies under power, not steered, that from where they start, or are let go, come straight to ground, or to water that they are too fast for.
pub(super) fn launches(scenario: &Scenario, water: &Water, bodies: &Bodies) -> Vec<String> {
    if scenario.heights.is_none() {
        return Vec::new();
    }
    let all = bodies.iter().filter_map(|(body, rigid)| Some((body, rigid, scenario.body.get(&*body.name)?)));
    all.filter_map(|(body, rigid, given)| {
        let joints = scenario.joint.iter().filter(|joint| body.name == *joint.body);
        let lines = given.mooring.iter().map(|line| line.released_at_s);
        let released = joints.map(|joint| joint.released_at_s).chain(lines);
        let free_s = released.map(|at_s| at_s.unwrap_or(f64::INFINITY)).fold(0.0, f64::max);
        launch(scenario, water, (body, rigid, given.drag), free_s)
    })
    .collect()
}

fn launch(
    scenario: &Scenario,
    water: &Water,
    (body, rigid, drag): (&Body, &RigidBody, f64),
    free_s: f64,
) -> Option<String> {
    let afloat = body.afloat()?;
    let propeller = afloat.propeller.as_ref()?;
    let part = propeller.schedule.iter().map(|point| point.thrust).reduce(f64::max).unwrap_or(1.0);
    let thrust_n = propeller.thrust_n * part;
    if thrust_n <= 0.0 || propeller.schedule.iter().any(|point| point.angle_deg != 0.0) {
        return None;
    }
    let (fluid, cells) = (&water.fluid, water.fluid.cells());
    let ahead = DVec2::from_angle(Angles::of(rigid.rotation()).heading_deg.to_radians());
    let side = ahead.perp();
    let corners: Vec<DVec3> =
        body.mesh.vertices.iter().map(|v| rigid.origin_m() + rigid.rotation() * v.as_dvec3()).collect();
    let range = |along: &dyn Fn(DVec3) -> f64| {
        let all = corners.iter().map(|corner| along(*corner));
        all.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
    };
    let center_m = rigid.center_of_mass_m();
    let [_, bow_m] = range(&|corner| (corner - center_m).truncate().dot(ahead));
    let [port_m, starboard_m] = range(&|corner| corner.truncate().dot(side));
    let [keel_m, _] = range(&|corner| corner.z);
    let draft_m = fluid.still_level_m - keel_m;
    if draft_m <= 0.0 {
        return None;
    }
    let area_m2 = draft_m * (starboard_m - port_m);
    let drag_kg_m = 0.5 * water.density_kg_m3 * drag.max(MIN_DRAG) * area_m2;
    let launch = Launch { thrust_n, mass_kg: rigid.mass_properties().mass_kg, drag_kg_m };
    let bow_at_m = center_m.truncate() + ahead * bow_m;
    let start_m = fluid.still_depth_at_m(bow_at_m);
    // From where lines held it until then.
    let lasts_s = (scenario.duration_s - free_s).max(0.0);
    let steps = (launch.way_m(lasts_s) / cells.cell_size_m).min(MOST_STEPS) as u32;
    let ways = (1..=steps).map(|step| f64::from(step) * cells.cell_size_m);
    let on_grid = |at_m: &DVec2| at_m.cmpge(DVec2::ZERO).all() && at_m.cmple(cells.size_m()).all();
    let places = ways.map(|way_m| (way_m, bow_at_m + ahead * way_m)).take_while(|(_, at_m)| on_grid(at_m));
    let mut shallower = places.filter(|(_, at_m)| fluid.still_depth_at_m(*at_m) < start_m);
    shallower.find_map(|(way_m, at_m)| {
        let depth_m = fluid.still_depth_at_m(at_m);
        let time_s = launch.time_to_cover_s(way_m);
        let at_s = free_s + time_s;
        let place = format!("{way_m:.1} m ahead, t = {at_s:.1} s, at [{:.3}, {:.3}] m", at_m.x, at_m.y);
        let what = if depth_m <= draft_m {
            format!("it comes to ground {place}, where the water is {depth_m:.3} m deep and it draws {draft_m:.3} m")
        } else {
            let beyond = beyond(water, launch.speed_m_s(time_s), depth_m)?;
            format!("{place}, the water is {depth_m:.3} m deep, and by its thrust and drag it comes there at {beyond}")
        };
        Some(format!(
            "body.{}.propeller: {what}: let it start elsewhere or on another heading (position_m, heading_deg), steer it (propeller.schedule), \
             take a smaller thrust_n, or end the run before",
            body.name
        ))
    })
}
