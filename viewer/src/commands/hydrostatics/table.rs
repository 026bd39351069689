use std::fmt::Write;

use super::numbers::{Curve, Numbers};
use crate::commands::terminal::significant;

/// The numbers as a table of text.
pub(super) fn of(numbers: &Numbers) -> String {
    let mut text = String::new();
    append(&mut text, numbers).expect("a string takes all text");
    text
}

fn append(text: &mut String, n: &Numbers) -> std::fmt::Result {
    let [length, beam, depth] = n.size_m;
    writeln!(text, "mesh                  {}", n.mesh)?;
    writeln!(
        text,
        "                      {} triangles in {} part{}, {length:.3} × {beam:.3} × {depth:.3} m",
        n.triangles,
        n.parts,
        if n.parts == 1 { "" } else { "s" }
    )?;
    writeln!(text, "mass                  {} kg", n.mass_kg)?;
    writeln!(
        text,
        "  of full displacement  {} kg ({} m³ in {} kg/m³)",
        significant(n.full_volume_m3 * n.density_kg_m3),
        significant(n.full_volume_m3),
        n.density_kg_m3
    )?;
    let assumed = if n.center_of_mass_assumed { ", the mesh's centroid for want of --com" } else { "" };
    writeln!(text, "center of mass G      {} m{assumed}", vector(n.center_of_mass_m))?;
    writeln!(text, "\nafloat")?;
    let rows = [
        ("draft", n.draft_m, "m"),
        ("heel to starboard", n.heel_deg, "°"),
        ("trim, bow up", n.trim_deg, "°"),
        ("displacement", n.displaced_volume_m3, "m³"),
        ("wet area", n.wet_area_m2, "m²"),
        ("waterplane area", n.waterplane_area_m2, "m²"),
        ("KB", n.kb_m, "m"),
        ("KG", n.kg_m, "m"),
        ("BM transverse", n.bm_transverse_m, "m"),
        ("BM longitudinal", n.bm_longitudinal_m, "m"),
        ("GM transverse", n.gm_transverse_m, "m"),
        ("GM longitudinal", n.gm_longitudinal_m, "m"),
        ("GM least", n.gm_least_m, "m"),
    ];
    for (name, value, unit) in rows {
        writeln!(text, "  {name:<20}{value:>12.4} {unit}")?;
    }
    writeln!(text, "  center of buoyancy  {} m", vector(n.center_of_buoyancy_m))?;
    writeln!(text, "  center of flotation {} m", vector(n.center_of_flotation_m))?;
    n.curve.as_ref().map_or(Ok(()), |curve| righting(text, curve))
}

fn righting(text: &mut String, curve: &Curve) -> std::fmt::Result {
    writeln!(text, "\n   heel °       GZ m     trim °    draft m")?;
    for arm in curve.arms.iter().step_by(2) {
        writeln!(
            text,
            "{:>9.0} {:>10.4} {:>10.3} {:>10.4}",
            arm.heel_deg, arm.gz_m, arm.trim_deg, arm.draft_m
        )?;
    }
    writeln!(
        text,
        "greatest GZ {:.4} m at {:.0}°; rests at {}; stability vanishes at {}",
        curve.greatest_gz_m,
        curve.greatest_gz_at_deg,
        angle(curve.steady_deg, "no heel to starboard"),
        angle(curve.vanishing_deg, "no heel up to 180°")
    )
}

fn angle(degrees: Option<f64>, none: &str) -> String {
    degrees.map_or(none.into(), |degrees| format!("{degrees:.2}°"))
}

fn vector([x, y, z]: [f64; 3]) -> String {
    format!("[{x:.4}, {y:.4}, {z:.4}]")
}
