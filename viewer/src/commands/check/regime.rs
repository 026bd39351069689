//! Which theory holds for each body afloat: its size beside the depth, its waves, its speed, the canal that it is in.

use std::fmt::Write;

use glam::{DQuat, DVec2, DVec3};
use hydro_forces::regime::{Afloat, WaveLength, limiting_froude};
use hydro_forces::{ForceModel, ForceOptions, Hull, Motion, Plane, Water, equilibrium, submerged};

use crate::commands::terminal::significant;
use crate::sim::hulls::Mesh;
use crate::sim::scenario::{Body, CouplingMode, Radiation, Scenario, Side};
use crate::sim::{BodyReading, World};

/// Speed that is none: fields hold single precision.
const LEAST_M_S: f64 = 1e-5;

/// Describes the regime of a body afloat; says nothing of one that has no floating pose.
pub(super) fn describe(
    text: &mut String,
    (scenario, world): (&Scenario, &World),
    (body, label, state): (&Body, u16, &BodyReading),
    (mesh, hull): (&Mesh, &Hull),
) -> std::fmt::Result {
    let Some(rest) = AtRest::new(scenario, body, mesh, hull) else { return Ok(()) };
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
                .to_owned()
        }
        _ => advice((scenario.coupling.mode, world.is_lid(state.label)), of, waves, body.radiation.as_ref()),
    };
    writeln!(text, "          {advice}")?;
    if let Some((speed_m_s, source)) = speed((scenario, world), (body, state), &rest) {
        writeln!(
            text,
            "          at {} m/s through the water ({source}) Froude number {} of the depth, {} of the length; the flow past it {}, H/L {}",
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
struct AtRest<'a> {
    hull: &'a Hull,
    /// Level of the water above the hull's origin, m.
    waterline_m: f64,
    afloat: Afloat,
}

impl<'a> AtRest<'a> {
    fn new(scenario: &Scenario, body: &Body, mesh: &Mesh, hull: &'a Hull) -> Option<Self> {
        let volume_m3 = body.total_mass_kg() / scenario.water.density_kg_m3;
        let waterline_m = equilibrium::float_waterline(hull, DQuat::IDENTITY, volume_m3).ok()?;
        let under = submerged(hull, DQuat::IDENTITY, waterline_m).ok()?;
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
            model.forces(self.hull, &motion, &Plane::flat(self.waterline_m), ForceOptions::default());
        Some(-forces.dynamic_n.x).filter(|drag| *drag > 0.0)
    }
}

/// What should be given of the added mass and the waves of heave, roll and pitch.
fn advice(
    (mode, is_lid): (CouplingMode, bool),
    of: &Afloat,
    waves: WaveLength,
    radiation: Option<&Radiation>,
) -> String {
    let has_table = radiation.is_some_and(|given| given.coefficients.is_some());
    let has_mass = radiation.is_some_and(|given| given.estimate.is_some() || given.added_mass.is_some());
    let of_own = |added_m3: f64| format!("{} times its own mass", significant(added_m3 / of.volume_m3));
    let long = of_own(of.long_wave_added_m3());
    match (mode, waves) {
        (_, _) if has_table && is_lid => {
            "radiation.coefficients makes the waves of heave, roll and pitch, and the simulated water none of them: right if \
             they are of this depth; the lid lies as the body does at rest, and waves that come meet it there"
                .into()
        }
        (_, _) if has_table => {
            "radiation.coefficients makes the waves of heave, roll and pitch, and the simulated water none of them: right if \
             they are of this depth"
                .into()
        }
        (CouplingMode::Conservative, _) if is_lid && has_mass => format!(
            "radiation's added mass counts twice: coupling.hull = \"lid\" has {long} in heave, and that of roll and pitch; leave it \
             out, or give radiation.coefficients (a table), beside which the lid has none"
        ),
        (CouplingMode::Conservative, WaveLength::Short) if is_lid => format!(
            "coupling.hull = \"lid\" has the added mass of long waves, {long} in heave{}: give radiation.coefficients (a \
             table), beside which the lid has none in heave, roll and pitch",
            of.short_wave_added_m3().map_or(String::new(), |short| format!(", and not {}", of_own(short)))
        ),
        (CouplingMode::Conservative, _) if is_lid => {
            format!("the simulated water has these waves, and under the lid {long} as added mass: no radiation is needed")
        }
        (CouplingMode::Conservative, WaveLength::Short) if has_mass => {
            "radiation has the added mass; the damping is that of long waves: radiation.coefficients would have the right one"
                .into()
        }
        (CouplingMode::Conservative, WaveLength::Short) => {
            "lacks the added mass of such waves, and damps heave, roll and pitch as long ones do: give radiation.coefficients \
             (a table), or at least radiation.estimate = \"ellipsoid\""
                .into()
        }
        (CouplingMode::Conservative, _) => format!(
            "the simulated water has these waves, but not {long}, which they add to it in heave: take coupling.hull = \"lid\", which has \
             that{}; without, fast heave, roll and pitch are wrong",
            if has_mass { ", and leave radiation out" } else { "" }
        ),
        (_, _) if has_mass => {
            "radiation has the added mass, and nothing the waves: radiation.coefficients would have them".into()
        }
        (_, _) => {
            "has neither added mass nor waves of its own in this coupling.mode: give radiation.coefficients (a table), or at \
             least radiation.estimate = \"ellipsoid\""
                .into()
        }
    }
}

/// Greatest speed through the water that the scenario tells of, m/s, and where it comes from.
fn speed(
    (scenario, world): (&Scenario, &World),
    (body, state): (&Body, &BodyReading),
    rest: &AtRest<'_>,
) -> Option<(f64, &'static str)> {
    let [x, y, _] = state.position_m.to_array();
    let [nx, ny] = world.cells();
    let place = |at_m: f64, n: usize| ((at_m / world.cell_size_m()).max(0.0) as usize).min(n - 1);
    let (fields, cell) = (world.fields(), place(y, ny) * nx + place(x, nx));
    let current_m_s = DVec2::new(f64::from(fields.u_m_s[cell]), f64::from(fields.v_m_s[cell]));
    if let Some(tow) = &body.tow {
        let over_ground_m_s = DVec2::from_angle(state.heading_deg.to_radians()) * tow.speed_m_s;
        let speed_m_s = (over_ground_m_s - current_m_s).length();
        return Some((speed_m_s, "towed")).filter(|(speed, _)| *speed > LEAST_M_S);
    }
    let [u, v, _] = body.velocity_m_s;
    let start = ((DVec2::new(u, v) - current_m_s).length(), "at the start");
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
        .filter(|(speed, _)| *speed > LEAST_M_S)
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
    Some(largest_m2 / (across_m * scenario.depth_m())).filter(|blockage| *blockage > 0.0)
}
