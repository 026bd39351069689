use std::fmt::Write;

use glam::{DQuat, DVec3};
use hydro_forces::{Hull, equilibrium, submerged};

use crate::commands::terminal::{significant, stem};
use crate::sim::BodyReading;
use crate::sim::hulls::Mesh;
use crate::sim::scenario::{Afloat, Body, Kind, Scenario};

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
    (state, mesh): (&BodyReading, &Mesh),
    last_copy: Option<&str>,
) -> std::fmt::Result {
    let name = match last_copy {
        Some(last) => format!("{} to {last}, alike, of which {0}", state.name),
        None => state.name.clone(),
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
        "          {} kg of {} kg full displacement, draft {:.3} m, {} m³ under water{}",
        body.total_mass_kg(),
        significant(mesh.volume_m3() * density),
        state.draft_m,
        significant(state.submerged_volume_m3),
        match body.kind() {
            Kind::Fixed(_) => ", held in place".into(),
            Kind::Driven(..) => ", driven".into(),
            Kind::Afloat(Afloat { tow: Some(tow), .. }) => format!(", towed at {} m/s", tow.speed_m_s),
            Kind::Afloat(_) => String::new(),
        }
    )?;
    let center = body.total_center_m(mesh.centroid_m());
    write!(text, "          center of mass {} in the mesh", vector(center))?;
    if let Some(buoyancy) = center_of_buoyancy_m(mesh, body.total_mass_kg() / density) {
        write!(text, ", of buoyancy {} upright", vector(buoyancy))?;
        let aside = (center - buoyancy).truncate().length();
        // A hundredth of the length makes a visible trim. No warning: the body starts in the pose that follows, and where there is none
        // near the upright, `placing.rs` warns.
        if aside > 0.01 * f64::from(size.x.max(size.y)) && matches!(body.kind(), Kind::Afloat(_)) {
            let BodyReading { heel_deg, trim_deg, .. } = state;
            write!(
                text,
                ": {aside:.3} m apart, so it starts at {heel_deg:.1}° of heel and {trim_deg:.1}° of trim"
            )?;
        }
    }
    let leaves = body.removed_at_s.map_or(String::new(), |at_s| format!(", removed at {at_s} s"));
    writeln!(text, "\n          at {} m, heading {:.1}°{leaves}", vector(state.position_m), state.heading_deg)
}

/// Center of buoyancy of the upright floating mesh, in its own frame; `None` if it sinks.
fn center_of_buoyancy_m(mesh: &Mesh, volume_m3: f64) -> Option<DVec3> {
    let hull = Hull::new(&mesh.vertices, &mesh.triangles).ok()?;
    let waterline_m = equilibrium::float_waterline(&hull, DQuat::IDENTITY, volume_m3).ok()?;
    submerged(&hull, DQuat::IDENTITY, waterline_m).ok()?.center_of_buoyancy_m
}

fn vector(v: DVec3) -> String {
    format!("[{:.4}, {:.4}, {:.4}]", v.x, v.y, v.z)
}
