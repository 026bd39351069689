//! Bodies, ground and walls of a scenario at its start.

use std::sync::Arc;

use glam::{DQuat, DVec3, Vec3};
use hydro_forces::{Hull, Load, Restored, Waterplane, equilibrium};
use rigid_sim::{BodyHandle, Collider, MassProperties, RigidBody, RigidBodyBuilder, Static, rise_m};

use super::afloat::{Afloat, Helm, Level, Warned};
use super::body::{Body, Driven, Kind, Solid};
use super::body_surface::TriangleDetail;
use super::hull::WetHull;
use super::model::{SlammingModel, force_model, with_materials};
use super::placing::{dry_propeller, far_off, fits, floating_pose, place, too_small};
use super::radiation::{Radiation, Start};
use super::towing::{Towing, leaves};
use crate::sim::Error;
use crate::sim::hulls::{self, Mesh};
use crate::sim::scenario::{self, CouplingMode, Heights, Scenario, Side, UnderHull};

/// Longest edge of the triangles that forces are computed on, in cells.
const MAX_EDGE_CELLS: f64 = 2.0;

/// Greatest number of triangles that a surface is refined to, at least: with so many a step takes a second.
const MAX_REFINED: f64 = 1e6;

/// Builds the body of a scenario that follows `before`, and its rigid body; appends to `warnings`.
pub(super) fn body(
    scenario: &Scenario,
    (before, name, given): (&[Body], &str, &scenario::Body),
    warnings: &mut Vec<String>,
) -> Result<(Body, RigidBody), Error> {
    let still_level_m = scenario.water.depth_m;
    let read = scenario.body_mesh(name)?;
    warnings.extend(read.notes.iter().map(|note| format!("body.{name}: {note}")));
    let upright = DQuat::from_rotation_z(given.heading_deg.to_radians());
    // Before the mesh is refined to the size of cells.
    fits(scenario, name, given, read.mesh.vertices.iter().map(|v| upright * v.as_dvec3()))?;
    // The water is sampled once a triangle: one that spans many cells would miss their waves.
    let refined = match (given.kind(), scenario.coupling.mode) {
        (scenario::Kind::Afloat(_), CouplingMode::Conservative | CouplingMode::None) => {
            refined(scenario, name, given, &read.mesh)?
        }
        _ => read.mesh.clone(),
    };
    let (vertices, triangles) = (&read.mesh.vertices, &read.mesh.triangles);
    let hull_error = |source| Error::Hull { body: name.into(), source };
    let body_error = |source| Error::Body { body: name.into(), source };

    let hull = Hull::new(&refined.vertices, &refined.triangles).map_err(hull_error)?;
    // It floats as its mesh does, which is found sooner with fewer triangles.
    let coarse = match refined.triangles.len() > triangles.len() {
        true => Some(Hull::new(vertices, triangles).map_err(hull_error)?),
        false => None,
    };
    let hull = with_materials(hull, scenario, name, given)?;
    let at_rest = coarse.as_ref().unwrap_or(&hull);
    let model = force_model(scenario, given, vertices).map_err(hull_error)?;
    let mass = mass_properties(given, vertices, triangles, name, warnings).map_err(|source| {
        match (given.gyration_m, &source) {
            (Some(_), rigid_sim::Error::ImpossibleInertia { .. }) => {
                Error::of_body(scenario, name, "gyration_m", source.to_string())
            }
            _ => body_error(source),
        }
    })?;
    warnings.extend(far_off(name, given, vertices));

    let (rotation, z_m) = match given.position_m.z_m {
        Some(z_m) => (upright, z_m),
        None => floating_pose(given, at_rest, &mass, scenario, name, warnings).map_err(hull_error)?,
    };
    let z_m = place(scenario, name, given, (vertices, triangles, &mass), (rotation, z_m), warnings)?;
    let pose = match given.position_m.z_m {
        None => Some((rotation, z_m)),
        // Its equilibrium pose is looked up for the propeller and for radiation alone, and may not exist.
        Some(_) if given.propeller.is_none() && given.radiation.is_none() => None,
        Some(_) => floating_pose(given, at_rest, &mass, scenario, name, &mut Vec::new()).ok(),
    };
    let dry = pose.and_then(|pose| dry_propeller(name, given, &mass, pose, still_level_m));
    let warned = Warned { propeller_out: dry.is_some(), ..Warned::default() };
    warnings.extend(dry);
    let center_m = DVec3::new(given.position_m.x_m, given.position_m.y_m, z_m);
    let corners = vertices.iter().map(|v| center_m + rotation * (v.as_dvec3() - mass.center_m));
    let lowest_m = corners.clone().map(|at| at.z).fold(f64::INFINITY, f64::min);
    warnings.extend(too_small(scenario, name, given, vertices, lowest_m));
    warnings.extend(leaves(scenario, name, given, corners));
    let displaced_m3 = mass.mass_kg / scenario.water.density_kg_m3;
    let waterline_m = given.kind().afloat().and_then(|_| waterline_m(at_rest, displaced_m3));
    let slamming = SlammingModel::new(scenario, given, mass.mass_kg).map_err(hull_error)?;
    let start = Start { vertices, rotation, height_m: z_m - still_level_m };
    let full_kg = hull.volume_m3() * scenario.water.density_kg_m3;
    let is_light = full_kg > LIGHT * mass.mass_kg;
    // A carriage holds one that is light.
    let gives_way = is_light && given.tow.is_none() && given.kind().afloat().is_some();
    let are_lids = scenario.coupling.hull == UnderHull::Lid;
    let is_lid = are_lids && !gives_way;
    warnings.extend((are_lids && gives_way).then(|| too_light(name, mass.mass_kg, full_kg)));
    let radiation = Radiation::new(scenario, (name, given), &mass, &start)?;
    let radiates = radiation.as_ref().filter(|_| scenario.coupling.mode == CouplingMode::Conservative);
    warnings.extend(radiates.and_then(|radiation| radiation.counts_twice(name, is_lid)));
    let level = radiates.filter(|radiation| radiation.has_memory()).map(|_| {
        let (rotation, z_m) = pose.unwrap_or((rotation, z_m));
        Level::new(rotation, z_m)
    });
    let half_width = vertices.iter().map(|v| f64::from(v.y.abs())).fold(0.0, f64::max);
    let own_m_s = DVec3::from_array(given.velocity_m_s);
    let (builder, linvel, angvel, kind) = match given.kind() {
        scenario::Kind::Afloat(scenario::Afloat { tow, propeller, .. }) => {
            let towing = tow.map(|tow| Towing::new(tow, given.heading_deg, rotation, z_m));
            let linvel = own_m_s + towing.as_ref().map_or(DVec3::ZERO, Towing::start_m_s);
            let afloat = Afloat {
                propeller: propeller.cloned(),
                helm: Helm::default(),
                thrust: Load::default(),
                pull: Load::default(),
                towing,
                race_radius_m: propeller.and_then(|p| p.race_radius_m).unwrap_or(half_width),
                may_be_stiff: !is_lid
                    && radiation.is_none()
                    && tow.is_none()
                    && (is_light || may_be_stiff(scenario, &hull, &mass)),
                is_light,
                is_lid,
                reach_m: (z_m - still_level_m + rise_m(linvel.z, scenario.water.gravity_m_s2)).max(0.0),
                radiation,
                level,
                is_outside: false,
                warned,
            };
            (RigidBodyBuilder::dynamic(), linvel, DVec3::ZERO, Kind::Afloat(Box::new(afloat)))
        }
        scenario::Kind::Fixed(_) => {
            (RigidBodyBuilder::kinematic(), DVec3::ZERO, DVec3::ZERO, Kind::Solid(Solid::Fixed))
        }
        scenario::Kind::Driven(drive, _) => {
            let driven = Driven { drive, has_left: false, is_stopped: false };
            let (linvel, angvel) = driven.full_velocities();
            (RigidBodyBuilder::kinematic(), linvel, angvel, Kind::Solid(Solid::Driven(driven)))
        }
    };
    let rigid = builder
        .mass_properties(mass)
        .center_of_mass(center_m)
        .rotation(rotation)
        .linvel(linvel)
        .angvel(angvel)
        .collider(Collider::convex_hull(vertices).map_err(body_error)?)
        .build()
        .map_err(body_error)?;
    let index = before.len();
    let (mesh, surface, hull) = match twin(scenario, given, (&read.mesh, &refined), before) {
        Some(twin) => (twin.mesh.clone(), twin.hull.mesh.clone(), twin.hull.hull.clone()),
        None => (read.mesh.into(), refined.into(), Arc::new(hull)),
    };
    let body = Body {
        name: name.into(),
        label: (index + 1) as u16,
        handle: BodyHandle::new(index, 0),
        mesh,
        color: given.color.unwrap_or_default(),
        waterline_m,
        fittings: given.fittings,
        hull: WetHull::new((hull, surface), model, slamming, TriangleDetail::new(&scenario.view)),
        kind,
        is_removed: false,
        removed_at_s: given.removed_at_s,
        force_n: DVec3::ZERO,
        torque_n_m: DVec3::ZERO,
    };
    Ok((body, rigid))
}

/// A body with the same hull among those `before`, whose memory both use: that of a hundred copies does not fit a cache. Pictures
/// know fittings by the mesh they are on, and of hulls with parts the laws are not compared.
fn twin<'a>(
    scenario: &Scenario,
    given: &scenario::Body,
    (mesh, refined): (&Mesh, &Mesh),
    before: &'a [Body],
) -> Option<&'a Body> {
    let is_plain = |given: &scenario::Body| given.part.is_empty();
    let is_plain_by_name = |name: &str| scenario.body.get(name).is_some_and(is_plain);
    let is_same = |body: &&Body| {
        body.fittings == given.fittings
            && body.mesh.is(mesh)
            && body.hull.mesh.is(refined)
            && is_plain_by_name(&body.name)
    };
    before.iter().find(is_same).filter(|_| is_plain(given))
}

/// Height of the water above the origin of a hull that floats upright and displaces a volume, m; `None` where it cannot.
fn waterline_m(hull: &Hull, volume_m3: f64) -> Option<f32> {
    let floats = volume_m3 < hull.volume_m3();
    let waterline_m = equilibrium::float_waterline(hull, DQuat::IDENTITY, volume_m3).ok();
    waterline_m.filter(|_| floats).map(|waterline_m| waterline_m as f32)
}

/// The mesh with triangles of at most two cells.
///
/// # Errors
/// If there would be too many.
fn refined(scenario: &Scenario, name: &str, body: &scenario::Body, mesh: &Mesh) -> Result<Mesh, Error> {
    let longest_m = (MAX_EDGE_CELLS * scenario.grid.cell_size_m) as f32;
    let least = hulls::least_refined(mesh, longest_m);
    if least > MAX_REFINED.max(mesh.triangles.len() as f64) {
        let leaf = if body.mesh.is_some() { "mesh" } else { "hull" };
        let message = format!(
            "its surface takes at least {least:.0} triangles of {longest_m} m, two cells; at most {MAX_REFINED:.0} can be \
             computed: make it smaller, or grid.cell_size_m larger"
        );
        return Err(Error::of_body(scenario, name, leaf, message));
    }
    Ok(hulls::refine(mesh, longest_m))
}

/// Warning of a body that is too light to be a rigid lid, by its full displacement.
fn too_light(name: &str, mass_kg: f64, full_kg: f64) -> String {
    format!(
        "body.{name}.mass_kg: {mass_kg} kg of {full_kg:.4e} kg full displacement are too light for a rigid lid, less than a tenth; the water \
         under it gives way, as under coupling.hull = \"soft\""
    )
}

/// Full displacement over mass beyond which a body pushed under would leap as its buoyancy alone has it, without the water that goes with it.
const LIGHT: f64 = 10.0;

/// Whether a waterplane as large as the hull could be would lift it too stiffly for the time step. Under a rigid lid the inertia of
/// the water goes with the body.
fn may_be_stiff(scenario: &Scenario, hull: &Hull, mass: &MassProperties) -> bool {
    let (_, radius_m) = hull.bounding_sphere();
    let largest = Restored {
        mass_kg: mass.mass_kg,
        inertia_kg_m2: mass.inertia_kg_m2,
        waterplane: Waterplane::disc(radius_m),
        weight_n_m3: scenario.water.density_kg_m3 * scenario.water.gravity_m_s2,
        ..Restored::default()
    };
    largest.is_stiff(scenario.time_step_s())
}

/// Mass properties of the evenly filled mesh, with the scenario's center of mass and radii of gyration where given.
fn mass_properties(
    body: &scenario::Body,
    vertices: &[Vec3],
    triangles: &[[u32; 3]],
    name: &str,
    warnings: &mut Vec<String>,
) -> Result<MassProperties, rigid_sim::Error> {
    let filled = MassProperties::from_mesh(vertices, triangles, body.mass_kg).or_else(|error| {
        warnings.push(format!("body.{name}: {error}; its mass fills the convex hull instead"));
        MassProperties::from_convex_hull(vertices, body.mass_kg)
    })?;
    let center = body.center_of_mass_m.map_or(filled.center_m, DVec3::from_array);
    let bare = match body.gyration_m {
        Some(radii) => MassProperties::from_gyration(DVec3::from_array(radii), center, body.mass_kg)?,
        None => filled.with_center(center),
    };
    let load = |mass: MassProperties, load: &scenario::PointMass| {
        mass.with_point_mass(load.mass_kg, DVec3::from_array(load.position_m))
    };
    Ok(body.load.iter().fold(bare, load))
}

/// The ground and the walls that bodies can touch.
pub(super) fn walls(scenario: &Scenario) -> Vec<Static> {
    let [width, height] = scenario.size_m();
    let planes = [
        (&scenario.sides.west, DVec3::ZERO, DVec3::X),
        (&scenario.sides.east, DVec3::new(width, 0.0, 0.0), DVec3::NEG_X),
        (&scenario.sides.south, DVec3::ZERO, DVec3::Y),
        (&scenario.sides.north, DVec3::new(0.0, height, 0.0), DVec3::NEG_Y),
    ];
    let walls = planes.into_iter().filter(|(side, ..)| matches!(side, Side::Wall { .. }));
    let ground = match scenario.heights.as_deref() {
        None => Static::ground(0.0),
        Some(Heights { cells, cell_size_m, bed_m, .. }) => {
            Static::terrain(*cells, *cell_size_m, bed_m.clone())
        }
    };
    walls.map(|(_, point, normal)| Static::half_space(point, normal)).chain([ground]).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::bodies::Bodies;
    use crate::sim::scenario::Origin;

    /// A copy shares; another shape, fittings, which pictures know by the mesh, or parts, whose laws differ, do not.
    #[test]
    fn copies_share_their_hull_and_others_do_not() {
        let text = "title = \"pool\"\nduration_s = 1\ngrid = { cells = [60, 30], cell_size_m = 1 }\nwater.depth_m = 3\n\
                    body.a = { hull = { kind = \"box\", length_m = 4, beam_m = 2, depth_m = 1 }, mass_kg = 3000, position_m = [5, 5, 3] }\n\
                    body.b = { hull = { kind = \"box\", length_m = 4, beam_m = 2, depth_m = 1 }, mass_kg = 2000, position_m = [15, 5, 3] }\n\
                    body.c = { hull = { kind = \"box\", length_m = 4, beam_m = 2.5, depth_m = 1 }, mass_kg = 3000, position_m = [25, 5, 3] }\n\
                    body.d = { hull = { kind = \"box\", length_m = 4, beam_m = 2, depth_m = 1 }, mass_kg = 3000, position_m = [35, 5, 3], fittings = \"motorboat\" }\n\
                    body.e = { hull = { kind = \"box\", length_m = 4, beam_m = 2, depth_m = 1 }, mass_kg = 3000, position_m = [45, 5, 3], part = [{ from_m = [-9, -9, -9], to_m = [0, 9, 9], drag = 1 }] }\n\
                    body.f = { hull = { kind = \"box\", length_m = 4, beam_m = 2, depth_m = 1 }, mass_kg = 3000, position_m = [55, 5, 3] }\n";
        let scenario = Scenario::parse(text, Origin { name: "pool".into(), folder: None }, &[]).unwrap();
        let all = Bodies::new(&scenario, &mut Vec::new()).unwrap().all;
        let owner = |body: &Body| all.iter().position(|other| Arc::ptr_eq(&other.hull.hull, &body.hull.hull));
        let owners: Vec<_> = all.iter().map(|body| owner(body).unwrap()).collect();
        assert_eq!(owners, [0, 0, 2, 3, 4, 0]);
        let of_mesh =
            |body: &Body| all.iter().position(|other| Arc::ptr_eq(&other.mesh.vertices, &body.mesh.vertices));
        assert_eq!(all.iter().map(|body| of_mesh(body).unwrap()).collect::<Vec<_>>(), owners);
    }
}
