//! Which theory holds for each body afloat: its size beside the depth, its waves, its speed, the canal that it is in.

use std::fmt::Write;

use glam::{DQuat, DVec2, DVec3};
use hydro_forces::regime::{Afloat, WaveLength, limiting_froude};
use hydro_forces::{ForceModel, ForceOptions, Hull, Motion, Plane, Water, equilibrium, submerged};

use crate::commands::terminal::significant;
use crate::sim::hulls::Mesh;
use crate::sim::scenario::{Body, CouplingMode, Radiation, Scenario, Side};
use crate::sim::{BodyState, World};

/// Describes the regime of a body afloat; says nothing of one that has no floating pose.
pub(super) fn describe(
    text: &mut String,
    (scenario, world): (&Scenario, &World),
    (body, label, state): (&Body, u16, &BodyState),
    mesh: &Mesh,
) -> std::fmt::Result {
    let Some(rest) = AtRest::new(scenario, body, mesh) else { return Ok(()) };
    let of = &rest.afloat;
    let (Ok(kh), Ok(heave_rad_s)) = (of.heave_wavenumber_depth(), of.heave_rad_s()) else { return Ok(()) };
    writeln!(
        text,
        "regime    beam {} and draft {} of the depth, length {} of it",
        significant(of.beam_m / of.depth_m),
        significant(of.draft_m / of.depth_m),
        significant(of.length_m / of.depth_m)
    )?;
    let waves = WaveLength::of(kh);
    writeln!(
        text,
        "          heave in about {} s makes {} waves, k H {}",
        significant(std::f64::consts::TAU / heave_rad_s),
        match waves {
            WaveLength::Long => "long",
            WaveLength::Middling => "rather long",
            WaveLength::Short => "short",
        },
        significant(kh)
    )?;
    let advice = match (&body.tow, waves) {
        (Some(_), WaveLength::Short) => {
            "a carriage takes no radiation: squat and trim at a steady speed are right without, fast motions are those of long waves"
        }
        _ => advice(scenario.coupling.mode, waves, body.radiation.as_ref()),
    };
    writeln!(text, "          {advice}")?;
    if let Some((speed_m_s, source)) = speed(scenario, body, &rest) {
        writeln!(
            text,
            "          at {} m/s ({source}) Froude number {} of the depth, {} of the length; the flow past it {}, H/L {}",
            significant(speed_m_s),
            significant(of.depth_froude(speed_m_s)),
            significant(of.length_froude(speed_m_s)),
            match of.under_way() {
                WaveLength::Long => "is shallow",
                WaveLength::Middling => "is roughly shallow",
                WaveLength::Short => "is not shallow: its waves are shorter than the simulated ones",
            },
            significant(of.depth_m / of.length_m)
        )?;
    }
    if let Some(blockage) = blockage(scenario, world, label, state.heading_deg) {
        writeln!(
            text,
            "          fills {} of the canal's section: steady flow past it up to Froude number {} of the depth",
            significant(blockage),
            significant(limiting_froude(blockage))
        )?;
    }
    Ok(())
}

/// A body in still water, upright.
struct AtRest {
    hull: Hull,
    /// Level of the water above the hull's origin, m.
    waterline_m: f64,
    afloat: Afloat,
}

impl AtRest {
    fn new(scenario: &Scenario, body: &Body, mesh: &Mesh) -> Option<Self> {
        let hull = Hull::new(&mesh.vertices, &mesh.triangles).ok()?;
        let volume_m3 = body.total_mass_kg() / scenario.water.density_kg_m3;
        let waterline_m = equilibrium::float_waterline(&hull, DQuat::IDENTITY, volume_m3).ok()?;
        let under = submerged(&hull, DQuat::IDENTITY, waterline_m).ok()?;
        let [low, high] = mesh.bounds_m().map(|corner| corner.as_dvec3());
        let size = high - low;
        let afloat = Afloat {
            length_m: size.x,
            beam_m: size.y,
            draft_m: waterline_m - low.z,
            volume_m3,
            waterplane_m2: under.waterplane_area_m2,
            depth_m: scenario.still_depth_m(body.position_m.x_m, body.position_m.y_m),
            gravity_m_s2: scenario.water.gravity_m_s2,
        };
        Some(Self { hull, waterline_m, afloat })
    }

    /// Drag and lift against the motion ahead at 1 m/s, N, without friction.
    fn drag_n(&self, scenario: &Scenario, body: &Body) -> Option<f64> {
        let water =
            Water { density_kg_m3: scenario.water.density_kg_m3, gravity_m_s2: scenario.water.gravity_m_s2 };
        let model = ForceModel::new(water, body.into()).ok()?;
        let motion = Motion { linvel_m_s: DVec3::X, ..Motion::at_rest(DQuat::IDENTITY, DVec3::ZERO) };
        let forces =
            model.forces(&self.hull, &motion, &Plane::flat(self.waterline_m), ForceOptions::default());
        Some(-forces.dynamic_n.x).filter(|drag| *drag > 0.0)
    }
}

/// What should be given of the added mass and the waves of heave, roll and pitch.
fn advice(mode: CouplingMode, waves: WaveLength, radiation: Option<&Radiation>) -> &'static str {
    let has_table = radiation.is_some_and(|given| given.coefficients.is_some());
    let has_mass = radiation.is_some_and(|given| given.estimate.is_some() || given.added_mass.is_some());
    match (mode, waves) {
        (_, _) if has_table => {
            "radiation.coefficients makes the waves of heave, roll and pitch, and the simulated water none of them: right if \
             they are of this depth"
        }
        (CouplingMode::Conservative, WaveLength::Short) if has_mass => {
            "radiation has the added mass; the damping is that of long waves: radiation.coefficients would have the right one"
        }
        (CouplingMode::Conservative, WaveLength::Short) => {
            "lacks the added mass of such waves, and damps heave, roll and pitch as long ones do: give radiation.coefficients \
             (a table), or at least radiation.estimate = \"ellipsoid\""
        }
        (CouplingMode::Conservative, _) if has_mass => {
            "the simulated water has these waves: radiation may count some of the added mass twice; leave it out or give \
             radiation.coefficients of this depth"
        }
        (CouplingMode::Conservative, _) => "the simulated water has these waves: no radiation is needed",
        (_, _) if has_mass => {
            "radiation has the added mass, and nothing the waves: radiation.coefficients would have them"
        }
        (_, _) => {
            "has neither added mass nor waves of its own in this coupling.mode: give radiation.coefficients (a table), or at \
             least radiation.estimate = \"ellipsoid\""
        }
    }
}

/// Greatest speed that the scenario tells of, m/s, and where it comes from.
fn speed(scenario: &Scenario, body: &Body, rest: &AtRest) -> Option<(f64, &'static str)> {
    if let Some(tow) = &body.tow {
        return Some((tow.speed_m_s, "towed")).filter(|(speed, _)| *speed > 0.0);
    }
    let [u, v, _] = body.velocity_m_s;
    let start = (u.hypot(v), "at the start");
    let by_thrust = body.propeller.as_ref().and_then(|propeller| {
        let fractions = propeller.schedule.iter().map(|point| point.thrust.abs());
        let most = if propeller.schedule.is_empty() { 1.0 } else { fractions.fold(0.0, f64::max) };
        let drag_n = rest.drag_n(scenario, body)?;
        Some((
            (propeller.thrust_n.abs() * most / drag_n).sqrt(),
            "at most, where drag alone balances the thrust",
        ))
    });
    [Some(start), by_thrust]
        .into_iter()
        .flatten()
        .filter(|(speed, _)| *speed > 0.0)
        .max_by(|a, b| a.0.total_cmp(&b.0))
}

/// Largest section of a body across its heading over that of the canal that it is in; `None` unless walls run along it.
fn blockage(scenario: &Scenario, world: &World, label: u16, heading_deg: f64) -> Option<f64> {
    let ahead = DVec2::from_angle(heading_deg.to_radians());
    let [width, height] = scenario.size_m();
    let sides = &scenario.sides;
    // Within 20° of the walls.
    let (walls, across_m) = match ahead.abs() {
        along if along.x > 0.94 => ([&sides.south, &sides.north], height),
        along if along.y > 0.94 => ([&sides.west, &sides.east], width),
        _ => return None,
    };
    if scenario.heights.is_some() || !walls.iter().all(|side| matches!(side, Side::Wall(_))) {
        return None;
    }
    // Sections a cell thick.
    let (dx, [nx, _]) = (world.cell_size_m(), world.cells());
    let mut sections = std::collections::BTreeMap::<i64, f64>::new();
    for wet in world.wet_section().iter().filter(|wet| wet.label == label) {
        let [i, j] = [wet.index as usize % nx, wet.index as usize / nx].map(|k| k as f64 + 0.5);
        let along = (DVec2::new(i, j).dot(ahead)).floor() as i64;
        *sections.entry(along).or_default() += f64::from(wet.thickness_m) * dx;
    }
    let largest_m2 = sections.into_values().fold(0.0, f64::max);
    Some(largest_m2 / (across_m * scenario.water.depth_m)).filter(|blockage| *blockage > 0.0)
}
