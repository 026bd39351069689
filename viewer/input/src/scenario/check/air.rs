//! Air: its lattice, sides and sources, before any of it is allocated.

use glam::DVec3;
use lbm_boundary::MAX_AIR_SPEED;

use super::ranges::{TIMES_S, Wrong, count, finite, length, magnitude, place, with_key, within, wrong};
use crate::scenario::{Air, AirSide, Particles, Scenario, Source};

/// Greatest number of sources.
const MAX_SOURCES: usize = 1000;

/// Greatest number of particles at a time.
const MAX_PARTICLES: f64 = 100_000.0;

/// Density of particles over that of the air from which their added mass may be left out.
const DENSE: f64 = 10.0;

/// Speed of a plume of particles over that of the air that the lattice carries up to which it may not be reached: they fall a short way, and
/// land before the plume has its speed.
const STILL_FORMING: f64 = 2.0;

/// Greatest speed of a wind over that which the lattice carries: beside round bodies air is half as fast again, or twice in a plane.
const WIND: f64 = 2.0 / 3.0;

/// Greatest difference of two winds over the speed that the lattice carries: air that they squeeze between them leaves several times faster than
/// either. At a half of it runs go on; at seven tenths one ended.
const MEETING: f64 = 0.5;

/// Most steps of the air in a step of the water.
const MAX_STEPS: u32 = 1000;

/// Greatest volume of smoke that a source gives in a second, m³/s, and greatest concentration.
const GREATEST: f64 = 1e9;

pub(super) fn check(air: &Air, scenario: &Scenario) -> Result<(), Wrong> {
    length("air.cell_size_m", air.cell_size_m)?;
    within("air.fastest_flow_m_s", air.fastest_flow_m_s, [1e-6, 1e6])?;
    let steps = air.steps_a_step(scenario.time_step_s());
    if steps > MAX_STEPS {
        let message = format!(
            "{} m/s take {steps} steps of the air in one of the water; at most {MAX_STEPS} are taken: give larger air.cell_size_m, or a \
             smaller solver.time_step_s",
            air.fastest_flow_m_s
        );
        return wrong("air.fastest_flow_m_s", message);
    }
    magnitude("air.buoyancy_m_s2", &[air.buoyancy_m_s2], 1e3)?;
    within("air.density_kg_m3", air.density_kg_m3, [1e-3, 1e3])?;
    within("air.every_s", air.every_s, TIMES_S)?;
    within("air.extinction_1_m", air.extinction_1_m, [1e-6, 1e6])?;
    if !(0.0..=1.0).contains(&air.albedo) {
        return wrong("air.albedo", format!("{}; it must be 0 to 1", air.albedo));
    }
    lattice(air, scenario)?;
    within_domain(air, scenario)?;
    sides(air, scenario)?;
    count("air.source", air.source.len(), MAX_SOURCES)?;
    (air.source.iter().enumerate()).try_for_each(|(n, source)| self::source(n, source, air, scenario))?;
    count("air.particles", air.particles.len(), MAX_SOURCES)?;
    (air.particles.iter().enumerate()).try_for_each(|(n, of)| particles(n, of, air, scenario))
}

/// The limits of the lattice, each at the key that sets the value.
fn lattice(air: &Air, scenario: &Scenario) -> Result<(), Wrong> {
    let result = air.builder(scenario.time_step_s()).check();
    // Values that the lattice has in its own units, in those of the file.
    if let Err(lbm_core::Error::OutOfRange { what, value, range }) = &result {
        let pushes = what.starts_with("buoyancy");
        let of_file = match air.diffusivity_m2_s {
            _ if pushes => Some(("air.buoyancy_m_s2", air.buoyancy_m_s2, "m/s²", "cells a step²")),
            Some(d) if what.starts_with("diffusivity") => {
                Some(("air.diffusivity_m2_s", d, "m²/s", "cells² a step"))
            }
            _ => None,
        };
        if let Some((key, given, unit, of_lattice)) = of_file {
            let remedy = match pushes {
                true => ": give less, or a larger air.fastest_flow_m_s",
                false if *value > 0.0 => ": give less, or larger cells",
                false => "",
            };
            let message =
                format!("{given} {unit} are {value:.3e} {of_lattice}; the lattice takes {range}{remedy}");
            return wrong(key, message);
        }
    }
    let key = match &result {
        Err(lbm_core::Error::OutOfRange { what, .. } | lbm_core::Error::NotFinite { what }) => match *what {
            "cells along x" => "air.cells.0",
            "cells along y" => "air.cells.1",
            "cells along z" => "air.cells.2",
            "Smagorinsky constant" => "air.smagorinsky",
            // That of the gas, unless it is given.
            what if what.starts_with("diffusivity") && air.diffusivity_m2_s.is_some() => {
                "air.diffusivity_m2_s"
            }
            what if what.starts_with("buoyancy") => "air.buoyancy_m_s2",
            _ => "air.tau",
        },
        _ => "air",
    };
    with_key(key, result)
}

/// The air stands over the water.
fn within_domain(air: &Air, scenario: &Scenario) -> Result<(), Wrong> {
    place("air.from_m", &air.from_m)?;
    let (size, domain) = (air.size_m(), scenario.size_m());
    for (a, axis) in ["x", "y"].into_iter().enumerate() {
        let to_m = air.from_m[a] + size[a];
        // Rounding of the numbers of a file.
        if air.from_m[a] < 0.0 || to_m > domain[a] * (1.0 + 1e-9) {
            let message = format!(
                "along {axis} the air reaches from {} to {to_m} m; it must stand over the water, from 0 to {} m: take other air.cells or \
                 air.cell_size_m",
                air.from_m[a], domain[a]
            );
            return wrong("air.from_m", message);
        }
    }
    Ok(())
}

fn sides(air: &Air, scenario: &Scenario) -> Result<(), Wrong> {
    let named = air.sides.named();
    let units = air.units(scenario.time_step_s());
    let height_m = air.size_m()[2];
    for pair in named.chunks_exact(2) {
        let [(first, one), (second, other)] = [pair[0], pair[1]];
        let [is, not] = [one, other].map(|side| matches!(side, AirSide::Periodic {}));
        if is != not {
            let (is, not) = if is { (first, second) } else { (second, first) };
            let message = format!("must be \"periodic\" too, as air.sides.{is} is");
            return wrong(format!("air.sides.{not}.kind"), message);
        }
    }
    for ((name, side), of) in named.into_iter().zip(lbm_boundary::AirSide::ALL) {
        let key = format!("air.sides.{name}");
        if let AirSide::Inflow { velocity_m_s, .. } = side {
            finite(&format!("{key}.velocity_m_s"), &velocity_m_s)?;
            let fastest = DVec3::from(velocity_m_s).length();
            let carries_m_s = air.carries_m_s(scenario.time_step_s());
            if fastest > WIND * carries_m_s {
                let message = format!(
                    "{fastest:.3} m/s are {:.3} cells a step; the lattice carries {MAX_AIR_SPEED}, {carries_m_s:.4} m/s, and a wind may have two \
                     thirds of it, for round bodies and at edges the air is faster: give an air.fastest_flow_m_s of at least {}",
                    units.to_lattice_velocity(fastest),
                    rounded_up(Air::fastest_for_m_s(fastest / WIND))
                );
                return wrong(format!("{key}.velocity_m_s"), message);
            }
        }
        if let AirSide::Inflow { concentration, .. } | AirSide::Open { concentration } = side {
            let key = format!("{key}.concentration");
            magnitude(&key, &[concentration], GREATEST)?;
            if concentration < 0.0 {
                return wrong(key, format!("{concentration}; it must be 0 or above"));
            }
            let push_m_s2 = (air.buoyancy_m_s2 * concentration).abs();
            let (rises_m_s, carries_m_s) =
                ((push_m_s2 * height_m).sqrt(), air.carries_m_s(scenario.time_step_s()));
            if rises_m_s > carries_m_s {
                let most = carries_m_s.powi(2) / height_m / air.buoyancy_m_s2.abs();
                let message = format!(
                    "smoke of {concentration} would come to about {rises_m_s:.3} m/s over the {height_m} m of the air; the lattice carries {carries_m_s:.3} m/s: give \
                     at most {}, or an air.fastest_flow_m_s of at least {}",
                    rounded_down(most),
                    rounded_up(Air::fastest_for_m_s(rises_m_s))
                );
                return wrong(key, message);
            }
        }
        side.kind(&units).map_or(Ok(()), |kind| with_key(&key, kind.check(of)))?;
    }
    let carries_m_s = air.carries_m_s(scenario.time_step_s());
    through_flow(air, carries_m_s)?;
    meeting(air, MEETING * carries_m_s)
}

/// Winds that meet part again no faster than the lattice carries.
fn meeting(air: &Air, limit_m_s: f64) -> Result<(), Wrong> {
    let winds: Vec<(&str, DVec3)> = (air.sides.named().into_iter())
        .filter_map(|(name, side)| match side {
            AirSide::Inflow { velocity_m_s, .. } => Some((name, DVec3::from(velocity_m_s))),
            AirSide::Wall {} | AirSide::Periodic {} | AirSide::Open { .. } => None,
        })
        .collect();
    for (n, (name, wind)) in winds.iter().enumerate() {
        let Some((other, apart_m_s)) = (winds[..n].iter())
            .map(|(other, of)| (other, of.distance(*wind)))
            .find(|(_, apart_m_s)| *apart_m_s > limit_m_s)
        else {
            continue;
        };
        let message = format!(
            "the winds of {other} and {name} differ by {apart_m_s:.3} m/s; where they meet, what the lattice carries allows {limit_m_s:.3} m/s: give \
             winds that differ less, or an air.fastest_flow_m_s of at least {}",
            rounded_up(Air::fastest_for_m_s(apart_m_s / MEETING))
        );
        return wrong(format!("air.sides.{name}.velocity_m_s"), message);
    }
    Ok(())
}

/// What winds bring in leaves through open sides, no faster than the lattice carries; without one they balance.
fn through_flow(air: &Air, carries_m_s: f64) -> Result<(), Wrong> {
    let size_m = air.size_m();
    let (mut through_m3_s, mut winds_m3_s, mut open_m2, mut windy) = (0.0, 0.0, 0.0, None);
    for ((name, side), of) in air.sides.named().into_iter().zip(lbm_boundary::AirSide::ALL) {
        let area_m2 = size_m[(of.axis() + 1) % 3] * size_m[(of.axis() + 2) % 3];
        match side {
            AirSide::Open { .. } => open_m2 += area_m2,
            AirSide::Inflow { velocity_m_s, .. } => {
                let in_m3_s = -f64::from(of.outwards()) * velocity_m_s[of.axis()] * area_m2;
                through_m3_s += in_m3_s;
                winds_m3_s += in_m3_s.abs();
                windy = windy.or(Some(name));
            }
            AirSide::Wall {} | AirSide::Periodic {} => {}
        }
    }
    let Some(name) = windy else { return Ok(()) };
    let key = format!("air.sides.{name}.velocity_m_s");
    if open_m2 == 0.0 && through_m3_s.abs() > 1e-6 * winds_m3_s {
        let message = format!(
            "the winds of all sides bring {through_m3_s:.3} m³/s in all and no side is open, so the air would become denser or thinner without end: \
             make a side open, or let the winds balance"
        );
        return wrong(key, message);
    }
    let leaves_m_s = through_m3_s.abs() / open_m2;
    if open_m2 > 0.0 && leaves_m_s > carries_m_s {
        let message = format!(
            "the winds of all sides bring {through_m3_s:.3} m³/s in all, which pass the open sides at {leaves_m_s:.3} m/s; the lattice carries \
             {carries_m_s:.3} m/s: give less wind, more open sides, or an air.fastest_flow_m_s of at least {}",
            rounded_up(Air::fastest_for_m_s(leaves_m_s))
        );
        return wrong(key, message);
    }
    Ok(())
}

fn source(n: usize, source: &Source, air: &Air, scenario: &Scenario) -> Result<(), Wrong> {
    let key = format!("air.source.{n}");
    place(&format!("{key}.position_m"), &source.position_m)?;
    if source.radius_m != 0.0 {
        length(&format!("{key}.radius_m"), source.radius_m)?;
    }
    let longest_m = air.size_m().into_iter().fold(0.0, f64::max);
    if source.radius_m > 0.5 * longest_m {
        let message = format!(
            "{}; it must be at most {:.3}, half of the longest side of the air",
            source.radius_m,
            0.5 * longest_m
        );
        return wrong(format!("{key}.radius_m"), message);
    }
    magnitude(&format!("{key}.smoke_m3_s"), &[source.smoke_m3_s], GREATEST)?;
    if let Some(name) = source.body.as_ref().filter(|name| !scenario.body.contains_key(*name)) {
        return wrong(format!("{key}.body"), scenario.no_body(name));
    }
    if source.smoke_m3_s < 0.0 {
        return wrong(format!("{key}.smoke_m3_s"), format!("{}; it must be 0 or above", source.smoke_m3_s));
    }
    air.more_than_carried(n, scenario.time_step_s())
        .map_or(Ok(()), |message| wrong(format!("{key}.smoke_m3_s"), message))
}

impl Air {
    /// Message if the lattice does not carry the smoke of source `n` together with that of sources whose smoke passes it.
    ///
    /// In a turbulent plume `w³ ∝ B / z`: fluxes of buoyancy add up, each weighted by the inverse of the height at which its plume has come.
    ///
    /// # Panics
    /// Unless there is such a source.
    pub fn more_than_carried(&self, n: usize, time_step_s: f64) -> Option<String> {
        let source = &self.source[n];
        let passing =
            self.source.iter().enumerate().filter(|(k, other)| *k != n && other.body == source.body);
        let reaches = |other: &Source| other.ball().reaches(source.ball(), self.buoyancy_m_s2, self);
        let others: f64 = passing.map(|(_, other)| other.smoke_m3_s * reaches(other)).sum();
        let all = Source { smoke_m3_s: source.smoke_m3_s + others, ..source.clone() };
        let (rises, carries) = (all.rises_m_s(self), self.carries_m_s(time_step_s));
        (rises > carries).then(|| {
            let most = source.most_m3_s(self, carries) - others;
            let together = if others > 0.0 { format!(", with the part of {others:.3e} m³/s that other sources add there,") } else { String::new() };
            let less = if most > 0.0 { format!("at most {} m³/s", rounded_down(most)) } else { "those less".into() };
            format!(
                "{} m³/s{together} would rise at about {rises:.3} m/s, {:.3} cells a step; the lattice carries {MAX_AIR_SPEED}, {carries:.3} m/s: \
                 give {less}, or an air.fastest_flow_m_s of at least {}",
                source.smoke_m3_s,
                self.units(time_step_s).to_lattice_velocity(rises),
                rounded_up(Air::fastest_for_m_s(rises))
            )
        })
    }
}

fn particles(n: usize, of: &Particles, air: &Air, scenario: &Scenario) -> Result<(), Wrong> {
    let key = |name: &str| format!("air.particles.{n}.{name}");
    place(&key("position_m"), &of.position_m)?;
    if of.radius_m != 0.0 {
        length(&key("radius_m"), of.radius_m)?;
    }
    if let Some(name) = of.body.as_ref().filter(|name| !scenario.body.contains_key(*name)) {
        return wrong(key("body"), scenario.no_body(name));
    }
    within(&key("per_s"), of.per_s, [1e-6, 1e9])?;
    within(&key("lasts_s"), of.lasts_s, TIMES_S)?;
    // All of a step of the water come at once.
    let step_s = scenario.time_step_s();
    let most: f64 = air.particles.iter().map(|of| of.per_s * of.lasts_s.max(step_s)).sum();
    if most > MAX_PARTICLES {
        let message = format!(
            "{most:.3e} particles at a time with all sources; at most {MAX_PARTICLES}: give less, or a smaller lasts_s"
        );
        return wrong(key("per_s"), message);
    }
    magnitude(&key("kg_s"), &[of.kg_s], GREATEST)?;
    if of.kg_s < 0.0 {
        return wrong(key("kg_s"), format!("{}; it must be 0 or above", of.kg_s));
    }
    within(&key("diameter_m"), of.diameter_m, [1e-9, 1.0])?;
    let densities = [DENSE * air.density_kg_m3, 1e5];
    if !(densities[0]..=densities[1]).contains(&of.density_kg_m3) {
        let [least, most] = densities;
        let message = format!(
            "{}; it must be {least} to {most}: at least ten times that of the air, whose added mass is left out",
            of.density_kg_m3
        );
        return wrong(key("density_kg_m3"), message);
    }
    within(&key("viscosity_pa_s"), of.viscosity_pa_s, [1e-9, 1e3])?;
    if !of.color.iter().all(|value| (0.0..=1.0).contains(value)) {
        return wrong(key("color"), format!("{:?}; each must be 0 to 1", of.color));
    }
    let units = air.units(step_s);
    let falls_m_s = of.falls_m_s(&units, scenario.water.gravity_m_s2);
    let carries_m_s = air.carries_m_s(step_s);
    if falls_m_s > carries_m_s {
        let message = format!(
            "they would fall at {falls_m_s:.3} m/s; the lattice carries {carries_m_s:.3} m/s: give a smaller diameter, or an \
             air.fastest_flow_m_s of at least {}",
            rounded_up(Air::fastest_for_m_s(falls_m_s))
        );
        return wrong(key("diameter_m"), message);
    }
    let gravity_m_s2 = scenario.water.gravity_m_s2;
    let passing = air.particles.iter().enumerate().filter(|(k, other)| *k != n && other.body == of.body);
    let others: f64 = passing.map(|(_, other)| other.kg_s * other.ball().reaches(of.ball(), -1.0, air)).sum();
    let drags_m_s = Particles { kg_s: of.kg_s + others, ..of.clone() }.drags_m_s(air, gravity_m_s2);
    if drags_m_s > STILL_FORMING * carries_m_s {
        let most = of.most_kg_s(air, STILL_FORMING * carries_m_s, gravity_m_s2) - others;
        let together = if others > 0.0 {
            format!(", with the part of {others:.3e} kg/s that other sources add there,")
        } else {
            String::new()
        };
        let less =
            if most > 0.0 { format!("at most {} kg/s", rounded_down(most)) } else { "those less".into() };
        let message = format!(
            "{} kg/s{together} would drag the air down at about {drags_m_s:.3} m/s far below; the lattice carries {carries_m_s:.3} m/s: give {less}, \
             or an air.fastest_flow_m_s of at least {}",
            of.kg_s,
            rounded_up(Air::fastest_for_m_s(drags_m_s / STILL_FORMING))
        );
        return wrong(key("kg_s"), message);
    }
    Ok(())
}

/// A limit from above as a message gives it, which is accepted as it stands there.
fn rounded_down(limit: f64) -> String {
    let digit = 10f64.powf(limit.log10().floor() - 3.0);
    format!("{:.3e}", (limit / digit).floor() * digit)
}

/// A limit from below as a message gives it.
fn rounded_up(limit: f64) -> String {
    format!("{:.3}", (1e3 * limit).ceil() * 1e-3)
}
