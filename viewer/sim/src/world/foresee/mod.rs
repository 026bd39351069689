//! Warnings of flows that the method does not carry, before the first step: their speeds by simple theory, held against the largest
//! stable Froude number. And of bodies that are faster than the air that they are in carries, that fall on to the water, that their thrust makes too
//! fast, and of joints that what they hold cannot keep.

mod air;
mod columns;
mod driven;
mod falls;
mod gauges;
mod joints;
mod limit;
mod makers;
mod periodic;
mod rounding;
mod section;
mod streams;
mod viscosity;
mod waves;
mod ways;

use glam::{DQuat, DVec2};
use hydro_forces::race_m_s;
use hydro_forces::slender::Sections;
use lbm_core::surge_m_s;
use rigid_sim::RigidBody;

use crate::bodies::{Bodies, Body};
use crate::scenario::{CouplingMode, Scenario};
use crate::water::Water;
pub(super) use joints::{REMEDY, in_words, misfit};
use limit::beyond;
use section::Section;
pub(super) use ways::{DEEPER, paths};

/// Intervals between the sections of a towed hull, by which its ends are looked at.
const SECTIONS: usize = 100;

/// Warnings of dam breaks, streams, levels at sides, thrust and bodies that meet, of a world that is set up.
pub(super) fn warnings(scenario: &Scenario, water: &Water, bodies: &Bodies) -> Vec<String> {
    let spreads_races = scenario.coupling.mode == CouplingMode::Conservative;
    let races = bodies.iter().filter(|_| spreads_races).filter_map(|(body, rigid)| {
        race(water, body, water.fluid.still_depth_at_m(rigid.center_of_mass_m().truncate()))
    });
    let sides = (0..4).filter_map(|n| bore(scenario, water, n));
    let mut warnings: Vec<String> =
        columns::warning(scenario, water, bodies).into_iter().chain(sides).chain(races).collect();
    warnings.extend(streams::warnings(scenario, water));
    warnings.extend(driven::warnings(scenario, water, bodies));
    warnings.extend(ways::launches(scenario, water, bodies));
    warnings.extend(air::warnings(scenario, bodies));
    warnings.extend(falls::falls(scenario, water, bodies));
    warnings.extend(falls::thrusts(scenario, water, bodies));
    warnings.extend(joints::warnings(scenario, bodies));
    warnings.extend(periodic::warnings(scenario));
    warnings.extend(makers::warnings(scenario));
    warnings.extend(makers::soft_hulls(scenario));
    warnings.extend(waves::warnings(scenario, water, bodies));
    warnings.extend(gauges::warnings(scenario, water, bodies));
    warnings.extend(viscosity::warning(scenario.coupling.mode, water, bodies));
    warnings.extend(rounding::warnings(scenario, water));
    warnings.extend(drained(scenario, water, bodies));
    warnings
}

/// Warning of bodies afloat that displace more water than there is.
fn drained(scenario: &Scenario, water: &Water, bodies: &Bodies) -> Option<String> {
    let fluid = &water.fluid;
    let depth_m = |cell: usize| fluid.still_level_m - f64::from(fluid.bed_m(cell));
    let wet = (0..fluid.solid.len()).filter(|cell| !fluid.solid[*cell]);
    let there_m3 = wet.map(depth_m).sum::<f64>() * fluid.lattice.units().cell_area_m2();
    let displaced_m3 = |(body, _, rigid): &(&Body, _, &RigidBody)| {
        (rigid.mass_properties().mass_kg / water.density_kg_m3).min(body.hull.hull.volume_m3())
    };
    let all_m3: f64 = bodies.afloat().map(|of| displaced_m3(&of)).sum();
    if all_m3 <= there_m3 {
        return None;
    }
    let (largest, ..) = bodies.afloat().max_by(|a, b| displaced_m3(a).total_cmp(&displaced_m3(b)))?;
    let key = match scenario.copies.get(&*largest.name) {
        Some(of) => format!("body.{of}.repeat"),
        None => format!("body.{}", largest.name),
    };
    Some(format!(
        "{key}: the {} bodies afloat displace {all_m3:.1} m³ at their drafts, where there are {there_m3:.1} m³ of water: they pile up, and the water under them \
         runs out; take fewer, lighter or smaller ones, or more water (grid.cells, water.level_m)",
        bodies.afloat().count()
    ))
}

/// Warnings of bodies that start through the water too fast, by the forces at the start.
pub(super) fn starts(water: &Water, bodies: &Bodies) -> Vec<String> {
    bodies.iter().filter_map(|(body, rigid)| start(water, body, rigid)).collect()
}

/// The fastest flow behind what comes in from a side whose level changes within the time in which a wave crosses the domain and returns. A
/// slower change fills the domain as it goes.
fn bore(scenario: &Scenario, water: &Water, n: usize) -> Option<String> {
    let ((name, side), axis) = (scenario.sides.named()[n], n / 2);
    let first = if n.is_multiple_of(2) { 0 } else { scenario.grid.cells[axis] - 1 };
    let depth_m = |level_m: f64| Section::at(water, [axis, first], level_m, level_m).depth_m();
    let units = water.fluid.lattice.units();
    let still_m = water.fluid.still_level_m;
    let return_s = 2.0 * scenario.size_m()[axis] / units.wave_speed_m_s(depth_m(still_m));
    let times_s = side.series().and_then(|series| series.level_m.is_some().then_some(&series.time_s))?;
    let level_m = |time_s: f64| if time_s < 0.0 { Some(still_m) } else { side.level_m(time_s) };
    let of_change = |time_s: f64| {
        let (before_m, after_m) = (level_m(time_s - return_s)?, side.level_m(time_s)?);
        let speed_m_s = surge_m_s(depth_m(before_m), depth_m(after_m), units.gravity_m_s2()).abs();
        Some((speed_m_s / units.wave_speed_m_s(depth_m(after_m)), speed_m_s, after_m, before_m, time_s))
    };
    let changes = times_s.iter().filter(|time_s| **time_s >= 0.0).filter_map(|time_s| of_change(*time_s));
    let (_, speed_m_s, after_m, before_m, time_s) = changes.reduce(|a, b| if b.0 > a.0 { b } else { a })?;
    let beyond = beyond(water, speed_m_s, depth_m(after_m))?;
    Some(format!(
        "sides.{name}.series.level_m: from {before_m:.4} to {after_m:.4} m within {return_s:.1} s before t = {time_s:.3} s, less than a wave takes \
         to the other side and back, drives water at {beyond}: let it change by less, or over a longer time"
    ))
}

/// The speed at which a body afloat starts through the water that it lies in, or at which its square end is towed through it.
fn start(water: &Water, body: &Body, rigid: &RigidBody) -> Option<String> {
    let afloat = body.afloat()?;
    if body.hull.forces.submerged_volume_m3 <= 0.0 {
        return None;
    }
    let at_m = rigid.center_of_mass_m().truncate();
    let (eta_m, flow_m_s) = water.sample(at_m);
    let depth_m = water.fluid.depth_at_m(at_m, eta_m);
    let through = |velocity_m_s: DVec2| beyond(water, (velocity_m_s - flow_m_s).length(), depth_m);
    if let Some(towing) = &afloat.towing {
        let (ahead, tow) = towing.course();
        let beyond = through(ahead * tow.speed_m_s)?;
        let rotation = DQuat::from_rotation_z(-ahead.to_angle()) * rigid.rotation();
        let waterline_m = water.fluid.still_level_m - rigid.origin_m().z;
        let sections = Sections::cut(&body.hull.hull, rotation, waterline_m, SECTIONS).ok()?;
        return (!sections.tapers_off()).then(|| {
            format!(
                "body.{}.tow.speed_m_s: its square end goes through the water at {beyond}: tow it slower, or take a hull whose ends taper off",
                body.name
            )
        });
    }
    let beyond = through(rigid.linvel_m_s().truncate())?;
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
