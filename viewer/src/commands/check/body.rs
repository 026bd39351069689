use std::fmt::Write;

use glam::{DQuat, DVec3};
use hydro_forces::Hull;
use hydro_forces::equilibrium::{self, Particulars};

use crate::commands::terminal::{significant, stem};
use crate::sim::BodyReading;
use crate::sim::hulls::Mesh;
use crate::sim::scenario::{Afloat, Body, Freedom, Kind, Scenario};

/// Heel or trim from which a start is told to be tilted: as much as is shown.
const LEAST_TILT_DEG: f64 = 0.05;

/// Whether two bodies are copies of one: they differ in number, position and heading alone.
pub(super) fn is_copy((name, body): (&str, &Body), (other_name, other): (&str, &Body)) -> bool {
    let Body { position_m, heading_deg, .. } = body.clone();
    stem(name) == stem(other_name) && Body { position_m, heading_deg, ..other.clone() } == *body
}

/// Describes a body and how it floats; of copies the first, with the name of the last.
pub(super) fn describe(
    text: &mut String,
    scenario: &Scenario,
    body: &Body,
    (state, mesh, hull): (&BodyReading, &Mesh, &Hull),
    last_copy: Option<&str>,
) -> std::fmt::Result {
    let name = match last_copy {
        Some(last) => format!("{} to {last}, alike, of which {0}", state.name),
        None => state.name.to_string(),
    };
    let [low, high] = mesh.bounds_m();
    let size = high - low;
    writeln!(
        text,
        "body      {name}: {} triangles, {:.3} × {:.3} × {:.3} m, {} m³",
        mesh.triangles.len(),
        size.x,
        size.y,
        size.z,
        significant(mesh.volume_m3())
    )?;
    let density = scenario.water.density_kg_m3;
    writeln!(
        text,
        "          {}{} kg full displacement, draft {:.3} m, {} m³ under water{}",
        body.mass_kg.map_or(String::new(), |_| format!("{} kg of ", body.total_mass_kg())),
        significant(mesh.volume_m3() * density),
        state.draft_m,
        significant(state.submerged_volume_m3),
        match body.kind() {
            Kind::Fixed(_) => ", held in place".into(),
            Kind::Driven(..) => ", driven".into(),
            Kind::Afloat(Afloat { tow: Some(tow), .. }) if tow.frees(Freedom::Surge) => ", on a rail".into(),
            Kind::Afloat(Afloat { tow: Some(tow), .. }) => format!(", towed at {} m/s", tow.speed_m_s),
            Kind::Afloat(_) => String::new(),
        }
    )?;
    let center = body.total_center_m(mesh.centroid_m());
    write!(text, "          center of mass {} in the mesh", vector(center))?;
    let is_afloat = matches!(body.kind(), Kind::Afloat(_));
    let upright =
        equilibrium::particulars(hull, center, body.total_mass_kg() / density, DQuat::IDENTITY).ok();
    if let Some(Particulars { center_of_buoyancy_m, .. }) = upright {
        write!(text, ", of buoyancy {} upright", vector(center_of_buoyancy_m))?;
        let aside = (center - center_of_buoyancy_m).truncate().length();
        // A hundredth of the length makes a visible trim. No warning: the body starts in the pose that follows, and where there is none
        // near the upright, `placing.rs` warns.
        if is_afloat && aside > 0.01 * f64::from(size.x.max(size.y)) {
            write!(text, ": {aside:.3} m apart")?;
        }
    }
    // Rounded here, as "-0.0" is no heading.
    let heading_deg = (10.0 * state.heading_deg).round() / 10.0 + 0.0;
    write!(text, "\n          at {} m, heading {heading_deg:.1}°", vector(state.position_m))?;
    if is_afloat && state.heel_deg.abs().max(state.trim_deg.abs()) >= LEAST_TILT_DEG {
        tilt(text, state)?;
        let gm_m = upright.map_or(0.0, |at| at.gm_transverse_m.min(at.gm_longitudinal_m));
        if gm_m < 0.0 {
            write!(text, ", as it is not stable upright (metacentric height {gm_m:.3} m)")?;
        }
    }
    let leaves = body.removed_at_s.map_or(String::new(), |at_s| format!(", removed at {at_s} s"));
    writeln!(text, "{leaves}")
}

/// Heel and trim, if there are any.
fn tilt(text: &mut String, state: &BodyReading) -> std::fmt::Result {
    let angles =
        [("heel", state.heel_deg, ["port", "starboard"]), ("trim", state.trim_deg, ["bow down", "bow up"])];
    for (name, angle_deg, ways) in angles {
        if angle_deg.abs() >= LEAST_TILT_DEG {
            write!(text, ", {name} {:.1}° {}", angle_deg.abs(), ways[usize::from(angle_deg > 0.0)])?;
        }
    }
    Ok(())
}

fn vector(v: DVec3) -> String {
    format!("[{:.4}, {:.4}, {:.4}]", v.x, v.y, v.z)
}
