//! Warnings of flows that the method does not carry, before the first step: their speeds by simple theory, held against the largest
//! stable Froude number. Bodies that fall are not among them: an impact takes their speed within its step.

use glam::DVec2;
use hydro_forces::race_m_s;
use lbm_core::{DamBreak, surge_m_s};
use rigid_sim::RigidBody;

use crate::sim::Error;
use crate::sim::bodies::{Bodies, Body};
use crate::sim::coupling::{Clearance, Projection};
use crate::sim::scenario::{Scenario, Side};
use crate::sim::water::Water;

/// What there is of dam breaks, levels at sides and thrust in a world that is set up.
pub(super) fn warnings(scenario: &Scenario, water: &Water, bodies: &Bodies) -> Vec<String> {
    let races = bodies.iter().filter_map(|(body, rigid)| {
        race(water, body, water.fluid.still_depth_at_m(rigid.center_of_mass_m().truncate()))
    });
    let sides = scenario.sides.named().into_iter().zip([0, 0, 1, 1]);
    let sides = sides.filter_map(|((name, side), axis)| bore(water, name, side, scenario.size_m()[axis]));
    dam_break(water).into_iter().chain(sides).chain(races).collect()
}

/// Warnings of bodies that start through the water too fast, by the forces at the start.
pub(super) fn starts(water: &Water, bodies: &Bodies) -> Vec<String> {
    bodies.iter().filter_map(|(body, rigid)| start(water, body, rigid)).collect()
}

/// What makes water under a towed hull again.
pub(super) const DEEPER: &str =
    "take deeper water (water.depth_m), a body that draws less, or another way (position_m, heading_deg)";

/// Warnings of towed bodies that come over ground which leaves them less of the depth than the flow is computed with, on their way
/// at the height that they start at.
///
/// # Errors
/// Where a body meets the ground.
pub(super) fn paths(
    scenario: &Scenario,
    (water, projection): (&Water, &Projection),
    bodies: &mut Bodies,
) -> Result<Vec<String>, Error> {
    let (cells, least) = (water.fluid.cells(), scenario.coupling.mode.least_part());
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

/// How much faster a flow is than what is stable, as text, if it is.
fn beyond(water: &Water, speed_m_s: f64, depth_m: f64) -> Option<String> {
    let lattice = &water.fluid.lattice;
    let froude = speed_m_s / lattice.units().wave_speed_m_s(depth_m);
    let stable = lattice.stable_froude(depth_m);
    (froude > stable).then(|| {
        format!(
            "{speed_m_s:.1} m/s, Froude number {froude:.2}, where this solver is stable up to {stable:.2}"
        )
    })
}

/// The greatest jump of the initial level beside the depth.
fn dam_break(water: &Water) -> Option<String> {
    let fluid = &water.fluid;
    let lattice = &fluid.lattice;
    let [nx, ny] = [lattice.layout().nx(), lattice.layout().ny()];
    let depth_m = |k: usize| lattice.cell_m(k % nx, k / nx).depth_m;
    let wet = |k: &usize| !fluid.solid[*k];
    let pairs = (0..nx * ny).filter(wet).flat_map(|k| {
        let east = (k % nx + 1 < nx).then_some(k + 1);
        let north = (k / nx + 1 < ny).then_some(k + nx);
        east.into_iter().chain(north).filter(wet).map(move |beside| [k, beside])
    });
    let level_m = |k: usize| depth_m(k) + f64::from(fluid.bed_m(k));
    // Depths on both sides over the bed of the lower water.
    let depths_m = |[high, low]: [usize; 2]| [level_m(high) - f64::from(fluid.bed_m(low)), depth_m(low)];
    let ratio = |[a, b]: [usize; 2]| {
        let pair = if level_m(a) > level_m(b) { [a, b] } else { [b, a] };
        let [deep_m, shallow_m] = depths_m(pair);
        (deep_m / shallow_m, pair)
    };
    let (_, pair) = pairs.map(ratio).reduce(|a, b| if b.0 > a.0 { b } else { a })?;
    let ([deep_m, shallow_m], shallow) = (depths_m(pair), pair[1]);
    let dam = DamBreak::new(deep_m, shallow_m, lattice.units().gravity_m_s2()).ok()?;
    let beyond = beyond(water, dam.speed_m_s(), dam.depth_m())?;
    Some(format!(
        "water.column: {deep_m:.4} m of water beside {shallow_m:.4} m, at cell {:?}, runs at {beyond}: let it fall onto deeper water, or \
         raise solver.tau",
        [shallow % nx, shallow / nx]
    ))
}

/// The fastest flow behind what comes in from a side whose level changes within the time in which a wave crosses the domain, `length_m`,
/// and returns. A slower change fills the domain as it goes.
fn bore(water: &Water, name: &str, side: &Side, length_m: f64) -> Option<String> {
    let units = water.fluid.lattice.units();
    let still_m = water.fluid.still_level_m;
    let return_s = 2.0 * length_m / units.wave_speed_m_s(still_m);
    let times_s = side.series().and_then(|series| series.depth_m.is_some().then_some(&series.time_s))?;
    let depth_m = |time_s: f64| if time_s < 0.0 { Some(still_m) } else { side.depth_m(time_s) };
    let of_change = |time_s: f64| {
        let (before_m, after_m) = (depth_m(time_s - return_s)?, side.depth_m(time_s)?);
        let speed_m_s = surge_m_s(before_m, after_m, units.gravity_m_s2()).abs();
        Some((speed_m_s / units.wave_speed_m_s(after_m), speed_m_s, after_m, before_m, time_s))
    };
    let changes = times_s.iter().filter(|time_s| **time_s >= 0.0).filter_map(|time_s| of_change(*time_s));
    let (_, speed_m_s, after_m, before_m, time_s) = changes.reduce(|a, b| if b.0 > a.0 { b } else { a })?;
    let beyond = beyond(water, speed_m_s, after_m)?;
    Some(format!(
        "sides.{name}.series.depth_m: from {before_m:.4} to {after_m:.4} m within {return_s:.1} s before t = {time_s:.3} s, less than a wave takes \
         to the other side and back, drives water at {beyond}: let it change by less, or over a longer time"
    ))
}

/// The speed at which a body afloat starts through the water that it lies in.
fn start(water: &Water, body: &Body, rigid: &RigidBody) -> Option<String> {
    let afloat = body.afloat()?;
    if afloat.towing.is_some() || body.hull.forces.submerged_volume_m3 <= 0.0 {
        return None;
    }
    let at_m = rigid.center_of_mass_m().truncate();
    let (eta_m, flow_m_s) = water.sample(at_m);
    let depth_m = water.fluid.depth_at_m(at_m, eta_m);
    let speed_m_s = (rigid.linvel_m_s().truncate() - flow_m_s).length();
    let beyond = beyond(water, speed_m_s, depth_m)?;
    Some(format!(
        "body.{}.velocity_m_s: it starts through the water at {beyond}: start slower, and let a propeller or a tow bring it to its speed",
        body.name
    ))
}

/// The race of a propeller at its greatest thrust.
fn race(water: &Water, body: &Body, depth_m: f64) -> Option<String> {
    let afloat = body.afloat()?;
    let propeller = afloat.propeller.as_ref()?;
    let part = propeller.schedule.iter().map(|point| point.thrust.abs()).reduce(f64::max).unwrap_or(1.0);
    let (thrust_n, radius_m) = (propeller.thrust_n * part, afloat.race_radius_m);
    let speed_m_s = race_m_s(thrust_n, water.density_kg_m3, radius_m, depth_m);
    let beyond = beyond(water, speed_m_s, depth_m)?;
    Some(format!(
        "body.{}.propeller: {thrust_n} N drive a race of radius {radius_m:.4} m at {beyond}: take a smaller thrust_n or a greater \
         race_radius_m",
        body.name
    ))
}
