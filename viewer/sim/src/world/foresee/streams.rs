//! Streams that sides prescribe: over crests and through narrows, and into basins that they cannot leave; wind.

use lbm_core::{specific_energy_m, subcritical_froude, wind_setup_m};

use super::limit::beyond;
use super::section::Section;
use crate::scenario::{Scenario, Side};
use crate::water::Water;

/// Change of the mean level over the run, as a fraction of the depth, up to which there is no warning.
const CHANGE: f64 = 0.5;

/// Warnings of streams, of basins that fill or run dry, and of wind.
pub(super) fn warnings(scenario: &Scenario, water: &Water) -> Vec<String> {
    let along = (0..2).filter_map(|axis| narrows(scenario, water, axis));
    let wind = (0..2).filter_map(|axis| wind(scenario, water, axis));
    let braked = (0..4).filter_map(|n| braked(scenario, n));
    along.chain(filling(scenario, water)).chain(wind).chain(braked).collect()
}

/// Names of the axes.
const AXES: [char; 2] = ['x', 'y'];

/// A side with its name.
type Named<'a> = (&'static str, &'a Side);

/// The two sides across an axis, and the two along it.
fn across(scenario: &Scenario, axis: usize) -> [[Named<'_>; 2]; 2] {
    let [west, east, south, north] = scenario.sides.named();
    if axis == 0 { [[west, east], [south, north]] } else { [[south, north], [west, east]] }
}

/// Whether no water passes a side but what is prescribed.
fn is_shut((_, side): &Named<'_>) -> bool {
    matches!(side, Side::Wall(_) | Side::Periodic {} | Side::Inflow { .. } | Side::Discharge { .. })
}

/// The water that comes in through a side at a time, m³/s, with the area of its section, m².
fn discharge_m3_s(side: &Side, time_s: f64, area_m2: f64) -> Option<f64> {
    let given = side.discharge_m3_s(time_s);
    let risen = match side {
        Side::Discharge { ramp_s, .. } if time_s < *ramp_s => time_s / ramp_s,
        _ => 1.0,
    };
    given.map(|given| given * risen).or_else(|| Some(side.velocity_m_s(time_s)? * area_m2))
}

/// Warning of a stream along an axis that is nearly as fast as its waves in its narrowest section, or faster.
fn narrows(scenario: &Scenario, water: &Water, axis: usize) -> Option<String> {
    let [ends, banks] = across(scenario, axis);
    if !banks.iter().all(|(_, side)| matches!(side, Side::Wall(_) | Side::Periodic {})) {
        return None;
    }
    let is_open = |(_, side): Named<'_>| !matches!(side, Side::Wall(_) | Side::Periodic {});
    let units = water.fluid.lattice.units();
    let still_m = water.fluid.still_level_m;
    let (length_m, dx) = (scenario.size_m()[axis], units.cell_size_m());
    let sections = scenario.grid.cells[axis];
    let streams = [(0, 0, 1), (1, sections - 1, 0)].into_iter().filter_map(|(end, first, other)| {
        let ((name, side), beyond) = (ends[end], ends[other]);
        let time_s = side.fastest_s();
        let level_m = side.level_m(time_s).or_else(|| beyond.1.level_m(time_s)).unwrap_or(still_m);
        let area_m2 = Section::at(water, [axis, first], level_m, level_m).area_m2;
        let steady_m3_s =
            discharge_m3_s(side, time_s.max(scenario.duration_s.min(ramp_s(side))), area_m2)?.abs();
        if !is_open(beyond) || steady_m3_s == 0.0 {
            return None;
        }
        // A side that holds the level sends the wave of a stream that begins back with its level below the still one, and as fast again.
        let still_depth_m = Section::at(water, [axis, first], still_m, still_m).depth_m();
        let return_s = 2.0 * length_m / units.wave_speed_m_s(still_depth_m);
        let holds = matches!(beyond.1, Side::Level { .. }) && scenario.water.column.is_empty();
        let early = (1.0 - ramp_s(side).max(time_s) / return_s).max(0.0);
        let swing = if holds && is_shut(&(name, side)) { early } else { 0.0 };
        let most_m3_s = steady_m3_s * (1.0 + swing);
        let speed_m_s = most_m3_s / area_m2;
        let energy_level_m = specific_energy_m(level_m, speed_m_s, units.gravity_m_s2());
        Some((name, most_m3_s, level_m, energy_level_m, swing))
    });
    let (name, given_m3_s, level_m, energy_level_m, swing) =
        streams.reduce(|a, b| if b.1 > a.1 { b } else { a })?;
    let all = (0..sections).map(|along| (along, Section::at(water, [axis, along], level_m, energy_level_m)));
    let (along, narrowest) = all.reduce(|a, b| if b.1.most_m3_s < a.1.most_m3_s { b } else { a })?;
    if narrowest.area_m2 == 0.0 {
        return None;
    }
    let froude = subcritical_froude(given_m3_s / narrowest.most_m3_s);
    let depth_m = narrowest.area_m2 / narrowest.width_m;
    let stable = water.fluid.lattice.stable_froude(depth_m);
    let of = if swing > 0.0 { ", with the wave that comes back while the stream begins," } else { "" };
    (froude > stable).then(|| {
        format!(
            "sides.{name}: {given_m3_s:.1} m³/s{of} come to a section at {} = {:.3} m, {:.3} m wide and {depth_m:.3} m deep, that at the head of the \
             stream passes at most {:.1} m³/s: the flow over a crest or through a gap is then as fast as its waves. They pass it at Froude number \
             {froude:.2} or more, where this solver is stable up to {stable:.2}: take less water, or a deeper or wider section",
            AXES[axis],
            (along as f64 + 0.5) * dx,
            narrowest.width_m,
            narrowest.most_m3_s
        )
    })
}

/// Warning of a stream that one side keeps up, always one way, into or out of a sponge at the other.
fn braked(scenario: &Scenario, n: usize) -> Option<String> {
    let sides = scenario.sides.named();
    let ((name, side), (opposite, beyond)) = (sides[n], sides[n ^ 1]);
    if !matches!(beyond, Side::Sponge { .. }) {
        return None;
    }
    let flow = |time_s: &f64| side.velocity_m_s(*time_s).or_else(|| side.discharge_m3_s(*time_s));
    let flows = side.times_s().iter().map(flow).collect::<Option<Vec<f64>>>()?;
    let last =
        flows.last().copied().filter(|last| *last != 0.0 && flows.iter().all(|flow| flow * last >= 0.0))?;
    let key = match (side, side.series()) {
        (Side::Discharge { .. }, None) => "discharge_m3_s",
        (_, None) => "velocity_m_s",
        (..) => "series",
    };
    let (goes, turns) = if last > 0.0 { ("into", "rises") } else { ("out of", "falls") };
    let velocity = match side.velocity_m_s(0.0) {
        Some(_) => format!("velocity_m_s = {}", -last),
        None => "the velocity_m_s of the stream".into(),
    };
    Some(format!(
        "sides.{name}.{key}: the stream goes {goes} the sponge opposite (sides.{opposite}.kind), which brings all water to rest at the still level: \
         it is held up there, and the level before it {turns} until it is driven through; let it pass with sides.{opposite} = {{ kind = \"characteristic\" }}, \
         level_m = {} and {velocity}",
        scenario.water.level_m
    ))
}

/// Time over which the flow at a side rises.
fn ramp_s(side: &Side) -> f64 {
    if let Side::Discharge { ramp_s, .. } = side { *ramp_s } else { 0.0 }
}

/// Warning of water that comes in and cannot leave, or leaves and is not replaced, over the duration.
fn filling(scenario: &Scenario, water: &Water) -> Option<String> {
    let sides = scenario.sides.named();
    let units = water.fluid.lattice.units();
    if !sides.iter().all(is_shut) {
        return None;
    }
    let end_s = scenario.duration_s;
    let of_side = |n: usize| {
        let (name, side) = sides[n];
        let axis = n / 2;
        let first = if n.is_multiple_of(2) { 0 } else { scenario.grid.cells[axis] - 1 };
        let still_m = water.fluid.still_level_m;
        let still = Section::at(water, [axis, first], still_m, still_m);
        let at = |time_s: f64| {
            let higher_m = side.level_m(time_s).map_or(0.0, |level_m| level_m - still_m);
            discharge_m3_s(side, time_s, (still.area_m2 + still.width_m * higher_m).max(0.0))
        };
        let given = side.times_s().iter().copied().chain([ramp_s(side)]);
        let mut times_s: Vec<f64> = given.filter(|time_s| *time_s < end_s).chain([0.0, end_s]).collect();
        times_s.sort_by(f64::total_cmp);
        let parts = times_s.windows(2).map(|pair| {
            let [from_s, to_s] = [pair[0], pair[1]];
            Some(0.5 * (at(from_s)? + at(to_s)?) * (to_s - from_s))
        });
        Some((name, parts.sum::<Option<f64>>()?))
    };
    let (name, volume_m3) = (0..4).filter_map(of_side).reduce(|a, b| (a.0, a.1 + b.1))?;
    let dx = units.cell_size_m();
    let area_m2 = water.fluid.solid.iter().filter(|solid| !**solid).count() as f64 * dx * dx;
    let rise_m = volume_m3 / area_m2;
    let depth_m = scenario.depth_m();
    (rise_m.abs() > CHANGE * depth_m).then(|| {
        let (what, turns) = if rise_m > 0.0 { ("come in and cannot leave", "rises") } else { ("leave and are not replaced", "falls") };
        format!(
            "sides.{name}: {:.0} m³ of water {what} within {end_s} s, in which the level {turns} by {:.3} m, where the water is {depth_m} m deep: \
             let it {} at another side (kind = \"level\", \"characteristic\" or \"outflow\"), or end the run sooner",
            volume_m3.abs(),
            rise_m.abs(),
            if rise_m > 0.0 { "leave" } else { "come in" }
        )
    })
}

/// Warning of a wind that lays the end of a basin dry that it blows from, or drives water round and round.
fn wind(scenario: &Scenario, water: &Water, axis: usize) -> Option<String> {
    let wind = scenario.wind.as_ref()?;
    let stress_m2_s2 = wind.stress_m2_s2(scenario.water.density_kg_m3).ok()?[axis].abs();
    let [ends, _] = across(scenario, axis);
    let (length_m, gravity_m_s2) = (scenario.size_m()[axis], scenario.water.gravity_m_s2);
    let depth_m =
        scenario.water.level_m - scenario.heights.as_ref().map_or(0.0, |heights| heights.range_m[1]);
    let key = "wind.speed_m_s";
    if ends.iter().all(|(_, side)| matches!(side, Side::Periodic {})) {
        let speed_m_s = stress_m2_s2 * scenario.duration_s / depth_m;
        let beyond = beyond(water, speed_m_s, depth_m).filter(|_| scenario.friction.is_none())?;
        return Some(format!(
            "{key}: along {} nothing holds the water that it drives, by the end of the run at {beyond}: take less wind, or a bed that \
             holds it (friction.manning_s_m13)",
            AXES[axis]
        ));
    }
    let setup_m = wind_setup_m(stress_m2_s2, length_m, depth_m, gravity_m_s2);
    (ends.iter().all(is_shut) && setup_m > depth_m).then(|| {
        format!(
            "{key}: along {} it sets the water up by {setup_m:.3} m from end to end, and the end that it blows from may fall by as much while it \
             rises, where the water is {depth_m:.3} m deep and may be laid dry: take less wind, or deeper water",
            AXES[axis]
        )
    })
}
