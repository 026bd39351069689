//! Initial position of a body: in the domain, clear of the bed, in its equilibrium pose.

use glam::{DQuat, DVec2, DVec3, Vec3};
use hydro_forces::{Hull, equilibrium};
use rigid_sim::MassProperties;

use crate::Error;
use crate::scenario::{Afloat, Body, Freedom, Joint, JointKind, Kind, Scenario, Water};

/// Warnings of a center of mass outside of the hull and of a propeller far from it.
pub(super) fn far_off(name: &str, body: &Body, vertices: &[Vec3]) -> Vec<String> {
    let [low, high] = vertices
        .iter()
        .map(|v| v.as_dvec3())
        .fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[low, high], v| [low.min(v), high.max(v)]);
    let outside =
        |point: DVec3, margin: DVec3| point.cmplt(low - margin).any() || point.cmpgt(high + margin).any();
    let center = body.center_of_mass_m.map(DVec3::from_array);
    let propeller = body.propeller.as_ref().map(|propeller| DVec3::from_array(propeller.position_m));
    let about = format!("which reaches from {low:.3} to {high:.3} m in its own frame");
    [
        center
            .filter(|center| outside(*center, DVec3::ZERO))
            .map(|center| format!("body.{name}.center_of_mass_m: {center:.3} is outside the hull, {about}")),
        propeller
            .filter(|at| outside(*at, 0.25 * (high - low)))
            .map(|at| format!("body.{name}.propeller.position_m: {at:.3} is far from the hull, {about}")),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Cells that a hull must be long for the water to tell where it is.
const LONG_ENOUGH: f64 = 2.0;

/// Warning of a body afloat that is smaller than the cells, unless it is fixed to another one above the water to the end; `lowest_m` is the height
/// of its lowest point above the datum.
pub(super) fn too_small(
    scenario: &Scenario,
    name: &str,
    body: &Body,
    vertices: &[Vec3],
    lowest_m: f64,
) -> Option<String> {
    let holds = |joint: &Joint| {
        let is_on = joint.body == name || joint.to.as_deref() == Some(name);
        let to_end = joint.released_at_s.is_none_or(|at_s| at_s >= scenario.duration_s);
        joint.kind == JointKind::Fixed && is_on && to_end
    };
    if lowest_m > scenario.water.level_m && scenario.joint.iter().any(holds) {
        return None;
    }
    let along = |axis: usize| {
        let [low, high] = vertices
            .iter()
            .fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], v| [low.min(v[axis]), high.max(v[axis])]);
        f64::from(high - low)
    };
    let ([length_m, beam_m], cell_m) = ([along(0), along(1)], scenario.grid.cell_size_m);
    let longest_m = length_m.max(beam_m);
    let leaf = if body.mesh.is_some() { "mesh_scale" } else { "hull" };
    (longest_m < LONG_ENOUGH * cell_m && body.is_afloat()).then(|| {
        format!(
            "body.{name}.{leaf}: {length_m:.3} × {beam_m:.3} m on cells of {cell_m} m: smaller than the cells resolve, so that the water has no more of it than its weight and its drag; take a \
             grid.cell_size_m of at most {:.3} m, or is its size right?",
            longest_m / LONG_ENOUGH
        )
    })
}

/// The bounding box of the corners of a hull.
///
/// # Errors
/// If the hull is longer or wider than the domain, or out of all proportion higher.
pub(super) fn fits(
    scenario: &Scenario,
    name: &str,
    body: &Body,
    corners: impl Iterator<Item = DVec3>,
) -> Result<[DVec3; 2], Error> {
    let (low, high) = corners.fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(a, b), c| (a.min(c), b.max(c)));
    let ([width, height], size) = (scenario.size_m(), high - low);
    let leaf = if body.mesh.is_some() { "mesh_scale" } else { "hull" };
    let highest = HIGHEST * (width + height);
    if size.z > highest {
        let message = format!(
            "the hull is {:.3} m high; it must be at most {highest:.3} m, ten times the size of the domain",
            size.z
        );
        return Err(Error::of_body(scenario, name, leaf, message));
    }
    if size.x <= width && size.y <= height {
        return Ok([low, high]);
    }
    let hint = if body.mesh.is_some() { " (0.001 for a mesh in millimeters)" } else { "" };
    let message = format!(
        "the hull is {:.3} × {:.3} m and does not fit the domain of {width} × {height} m; take a smaller one{hint}, or a greater domain (grid.cells)",
        size.x, size.y
    );
    Err(Error::of_body(scenario, name, leaf, message))
}

/// Height of the center of mass, raised where the water is too shallow for the body to float.
///
/// # Errors
/// If the hull does not lie within the domain, with the box that it needs.
pub(super) fn place(
    scenario: &Scenario,
    name: &str,
    body: &Body,
    (vertices, triangles, mass): (&[Vec3], &[[u32; 3]], &MassProperties),
    (rotation, z_m): (DQuat, f64),
    warnings: &mut Vec<String>,
) -> Result<f64, Error> {
    let center = DVec3::new(body.position_m.x_m, body.position_m.y_m, z_m);
    let corners: Vec<DVec3> =
        vertices.iter().map(|v| center + rotation * (v.as_dvec3() - mass.center_m)).collect();
    let [low, high] = fits(scenario, name, body, corners.iter().copied())?;
    let [width, height] = scenario.size_m();
    let wrong = |leaf: &str, message: String| Error::of_body(scenario, name, leaf, message);
    let most = scenario.water.level_m + HIGHEST * (width + height);
    if high.z > most {
        let message = format!(
            "the hull reaches up to {:.3e} m; at most {most:.3} m, where the water can still be seen",
            high.z
        );
        return Err(wrong("position_m", message));
    }
    let Kind::Afloat(Afloat { tow, .. }) = body.kind() else { return Ok(z_m) };
    if low.x < 0.0 || low.y < 0.0 || high.x > width || high.y > height {
        return Err(wrong(
            "position_m",
            format!(
                "the hull reaches from [{:.3}, {:.3}] to [{:.3}, {:.3}] m, beyond the domain of [0, 0] to [{width}, {height}] m",
                low.x, low.y, high.x, high.y
            ),
        ));
    }
    let part = scenario.coupling.mode.least_fraction();
    let above_bed = |at: DVec3| at.z - scenario.bed_at_m(at.x, at.y);
    let of_corner = |at: DVec3| above_bed(at) - part * scenario.still_depth_m(at.x, at.y);
    let under = over_bed(scenario, &corners, triangles, [low, high]);
    let points = corners.into_iter().chain(under);
    let lowest = points.reduce(|a, b| if of_corner(b) < of_corner(a) { b } else { a }).unwrap_or(center);
    let (depth_m, left_m) = (scenario.still_depth_m(lowest.x, lowest.y), above_bed(lowest));
    let least_m = part * depth_m;
    if left_m >= least_m {
        return Ok(z_m);
    }
    let [i, j] = [lowest.x, lowest.y].map(|c| (c / scenario.grid.cell_size_m).floor());
    let at = format!("at [{:.3}, {:.3}] m, cell [{i}, {j}],", lowest.x, lowest.y);
    let remedy = "take deeper water (water.level_m), or a lighter (mass_kg) or broader body that draws less";
    if left_m <= 0.0 && tow.is_some() {
        let message = format!(
            "there is no water left under the hull: {at} it reaches {:.3} m under the bed of water {depth_m} m deep; {remedy}",
            -left_m
        );
        return Err(wrong("tow", message));
    }
    if left_m >= 0.0 {
        warnings.push(format!(
            "body.{name}: {at} only {:.3} m of the {depth_m} m of water are left under the hull; the flow there is computed as if \
             {least_m:.3} m were left; {remedy}",
            left_m
        ));
        return Ok(z_m);
    }
    if body.position_m.z_m.is_some() {
        let message =
            format!("{at} the hull's lowest point is {:.3} m under the bed; raise it by that", -left_m);
        return Err(wrong("position_m", message));
    }
    warnings.push(format!(
        "body.{name}: the water is too shallow to float in by {:.3} m: {at} it lies aground; to let it float, {remedy}",
        -left_m
    ));
    Ok(z_m - left_m)
}

/// Points of the underside of a hull with these corners, in the box from `low` to `high`, over the cells in which the bed is higher than
/// its lowest corner: there it may touch the ground between its corners.
fn over_bed(
    scenario: &Scenario,
    corners: &[DVec3],
    triangles: &[[u32; 3]],
    [low, high]: [DVec3; 2],
) -> Vec<DVec3> {
    let Some(heights) = &scenario.heights else { return Vec::new() };
    let dx = heights.cell_size_m;
    let range = |axis: usize| {
        let first = (low[axis] / dx - 0.5).ceil().max(0.0) as usize;
        first..((high[axis] / dx + 0.5).floor().max(0.0) as usize).min(heights.cells[axis])
    };
    let cells = range(1).flat_map(|j| range(0).map(move |i| [i, j]));
    let high_cells = cells.filter(|[i, j]| f64::from(heights.bed_m[j * heights.cells[0] + i]) > low.z);
    let underside = |[i, j]: [usize; 2]| {
        let at = DVec2::new(i as f64 + 0.5, j as f64 + 0.5) * dx;
        let heights = triangles.iter().filter_map(|triangle| {
            let [a, b, c] = triangle.map(|corner| corners[corner as usize]);
            let [p, q, r] = [a, b, c].map(|corner| corner.truncate() - at);
            // Twice the areas of the parts into which the point divides the triangle.
            let parts = [q.perp_dot(r), r.perp_dot(p), p.perp_dot(q)];
            let is_inside = parts.iter().all(|part| *part >= 0.0) || parts.iter().all(|part| *part <= 0.0);
            let whole: f64 = parts.iter().sum();
            (is_inside && whole != 0.0).then(|| (parts[0] * a.z + parts[1] * b.z + parts[2] * c.z) / whole)
        });
        heights.reduce(f64::min).map(|z_m| at.extend(z_m))
    };
    high_cells.filter_map(underside).collect()
}

/// Greatest height of a body, over the sum of width and height of the domain.
const HIGHEST: f64 = 10.0;

/// Greatest heel or trim of a start in the equilibrium pose; beyond it a body starts upright.
const STEEPEST_START_DEG: f64 = 30.0;

/// Triangles of a hull up to which it is followed to where it comes to rest, if that is far from upright.
const FOLLOWED_TRIANGLES: usize = 50_000;

/// Metacentric height over the size below which a hull is neutral, as a sphere is: it stays as it is put.
const NEUTRAL: f64 = 1e-5;

/// Warning of a propeller of a body afloat that lies at or above the still level while the body rests in a pose: its
/// rotation and the height of its center of mass.
pub(super) fn dry_propeller(
    name: &str,
    body: &Body,
    mass: &MassProperties,
    (rotation, z_m): (DQuat, f64),
    still_level_m: f64,
) -> Option<String> {
    let at = DVec3::from_array(body.kind().afloat()?.propeller?.position_m);
    let height_m = z_m + (rotation * (at - mass.center_m)).z;
    (height_m >= still_level_m).then(|| {
        let along_z = (rotation * DVec3::Z).z;
        format!(
            "body.{name}.propeller.position_m: {height_m:.3} m above the datum where the body floats at rest, and the still level \
             is at {still_level_m:.3} m: out of the water its thrust is lost; its z must be below {:.3} m, or the body float \
             deeper",
            at.z - (height_m - still_level_m) / along_z
        )
    })
}

/// Rotation of a body in its equilibrium pose, and height of its center of mass above the datum.
pub(super) fn floating_pose(
    body: &Body,
    hull: &Hull,
    mass: &MassProperties,
    scenario: &Scenario,
    name: &str,
    warnings: &mut Vec<String>,
) -> Result<(DQuat, f64), hydro_forces::Error> {
    let Water { level_m, density_kg_m3, .. } = scenario.water;
    let (rotation, waterline_m) = equilibrium_pose(body, hull, mass, density_kg_m3, name, warnings)?;
    Ok((rotation, level_m - waterline_m + (rotation * mass.center_m).z))
}

/// Rotation of a body in its equilibrium pose, and height of the waterline above its origin.
///
/// A body too heavy to float starts submerged to its top; one that is not stable near the upright starts upright.
fn equilibrium_pose(
    body: &Body,
    hull: &Hull,
    mass: &MassProperties,
    density_kg_m3: f64,
    name: &str,
    warnings: &mut Vec<String>,
) -> Result<(DQuat, f64), hydro_forces::Error> {
    let upright = DQuat::from_rotation_z(body.heading_deg.to_radians());
    let volume = (mass.mass_kg / density_kg_m3).min(hull.volume_m3());
    let is_followed = hull.triangle_count() <= FOLLOWED_TRIANGLES;
    let most_deg = if is_followed { f64::INFINITY } else { STEEPEST_START_DEG };
    if volume < hull.volume_m3() && !is_neutral(hull, mass, volume, upright) {
        let pose = equilibrium::float_pose_within(hull, mass.center_m, volume, body.heading_deg, most_deg);
        match pose.transpose() {
            Some(Ok(pose)) if pose.heel_deg.abs().max(pose.trim_deg.abs()) <= STEEPEST_START_DEG => {
                return Ok((pose.rotation, pose.waterline_m));
            }
            // Held as it starts, whatever it would do by itself.
            None if !may_turn(body, Freedom::Roll) && !may_turn(body, Freedom::Pitch) => {}
            Some(Ok(pose)) if !may_reach(body, &pose) => {}
            None => warnings.push(format!(
                "body.{name}: not stable upright, it will tilt by more than {STEEPEST_START_DEG}°; it starts upright"
            )),
            Some(Ok(pose)) => warnings.push(format!(
                "body.{name}: not stable upright, it will come to rest at {:.0}° of heel and {:.0}° of trim",
                pose.heel_deg, pose.trim_deg
            )),
            Some(Err(error)) => warnings.push(format!("body.{name}: {error}; it starts upright")),
        }
    }
    Ok((upright, equilibrium::float_waterline(hull, upright, volume)?))
}

/// Whether a body turns by the forces on it: not one that is fixed, driven, or held by its carriage.
fn may_turn(body: &Body, motion: Freedom) -> bool {
    body.kind().afloat().is_some_and(|Afloat { tow, .. }| tow.is_none_or(|tow| tow.frees(motion)))
}

/// Whether it may get to a pose by the motions in which it is far from upright.
fn may_reach(body: &Body, pose: &equilibrium::FloatPose) -> bool {
    let turns = [(pose.heel_deg, Freedom::Roll), (pose.trim_deg, Freedom::Pitch)];
    turns.iter().all(|(deg, motion)| deg.abs() <= STEEPEST_START_DEG || may_turn(body, *motion))
}

/// Whether a hull is in equilibrium upright, and in any pose near it.
fn is_neutral(hull: &Hull, mass: &MassProperties, volume_m3: f64, upright: DQuat) -> bool {
    let Ok(at) = equilibrium::particulars(hull, mass.center_m, volume_m3, upright) else { return false };
    let slight_m = NEUTRAL * hull.bounding_sphere().1;
    // The lever of weight and buoyancy, upright.
    let lever_m = (at.center_of_buoyancy_m - mass.center_m).truncate().length();
    at.gm_transverse_m.abs().max(at.gm_longitudinal_m.abs()).max(lever_m) < slight_m
}
