//! Bodies, ground and walls of a scenario at its start.

use glam::{DQuat, DVec3};
use hydro_forces::{Hull, Load, Restored, Waterplane};
use rigid_sim::{BodyHandle, MassProperties, RigidBody, RigidBodyBuilder, Static, rise_m};

use super::afloat::{Afloat, Filter, Helm, RestPose, Warned};
use super::body::{Body, Driven, Kind, Solid, Standing};
use super::body_surface::TriangleDetail;
use super::hull::WetHull;
use super::model::SlammingModel;
use super::placing::{dry_propeller, place, too_small};
use super::radiation::{Radiation, Start};
use super::shape::Shape;
use super::towing::{Towing, leaves};
use crate::Error;
use crate::scenario::{self, CouplingMode, Heights, Scenario, Side, UnderHull};
use crate::water::MeanLevel;

/// Builds the body of a number of a scenario, and its rigid body; appends to `warnings`.
pub(super) fn body(
    scenario: &Scenario,
    shape: &Shape,
    (index, name, given): (usize, &str, &scenario::Body),
    warnings: &mut Vec<String>,
) -> Result<(Body, RigidBody), Error> {
    let still_level_m = scenario.water.level_m;
    let start_eta_m = scenario.start_level_m(given.position_m.x_m, given.position_m.y_m) - still_level_m;
    let (mesh, mass) = (shape.mesh.clone(), shape.mass);
    let (vertices, triangles) = (&mesh.vertices[..], &mesh.triangles[..]);
    warnings.extend(shape.warnings.iter().map(|rest| format!("body.{name}{rest}")));
    let hull_error = |source| Error::Hull { body: name.into(), source };
    let body_error = |source| Error::Body { body: name.into(), source };

    let pose = shape.pose(given.heading_deg).map(|(rotation, z_m)| (rotation, z_m + start_eta_m));
    let upright = DQuat::from_rotation_z(given.heading_deg.to_radians());
    let (rotation, z_m) = match (given.position_m.z_m, pose) {
        (Some(z_m), _) => (upright, z_m),
        (None, Some(pose)) => pose,
        (None, None) => (upright, still_level_m + start_eta_m),
    };
    let z_m = place(scenario, name, given, (vertices, triangles, &mass), (rotation, z_m), warnings)?;
    let dry = pose.and_then(|pose| dry_propeller(name, given, &mass, pose, still_level_m + start_eta_m));
    let warned = Warned { propeller_out: dry.is_some(), ..Warned::default() };
    warnings.extend(dry);
    let center_m = DVec3::new(given.position_m.x_m, given.position_m.y_m, z_m);
    let corners = vertices.iter().map(|v| center_m + rotation * (v.as_dvec3() - mass.center_m));
    let lowest_m = corners.clone().map(|at| at.z).fold(f64::INFINITY, f64::min);
    warnings.extend(too_small(scenario, name, given, vertices, lowest_m));
    warnings.extend(leaves(scenario, name, given, corners));
    let slamming = SlammingModel::new(scenario, given, mass.mass_kg).map_err(hull_error)?;
    let start = Start { vertices, rotation, height_m: z_m - still_level_m - start_eta_m };
    let full_kg = shape.hull.volume_m3() * scenario.water.density_kg_m3;
    let is_light = full_kg > LIGHT * mass.mass_kg;
    // A carriage holds one that is light.
    let gives_way = is_light && given.tow.is_none() && given.is_afloat();
    let are_lids = scenario.coupling.hull == UnderHull::Lid;
    let is_lid = are_lids && !gives_way;
    warnings.extend((are_lids && gives_way).then(|| too_light(name, mass.mass_kg, full_kg)));
    let radiation = Radiation::new(scenario, (name, given), &mass, &start)?;
    let radiates = radiation.as_ref().filter(|_| scenario.coupling.mode == CouplingMode::Conservative);
    warnings.extend(radiates.and_then(|radiation| radiation.counts_twice(name, is_lid)));
    let rest_pose = radiates.filter(|radiation| radiation.has_memory()).map(|_| {
        let (rotation, z_m) = pose.unwrap_or((rotation, z_m));
        RestPose::new(rotation, z_m - start_eta_m)
    });
    let half_width = vertices.iter().map(|v| f64::from(v.y.abs())).fold(0.0, f64::max);
    let own_m_s = DVec3::from_array(given.velocity_m_s);
    let (builder, linvel, angvel, kind) = match given.kind() {
        scenario::Kind::Afloat(scenario::Afloat { tow, propeller, .. }) => {
            let towing = tow.map(|tow| Towing::new(tow, given.heading_deg, rotation, z_m));
            // One that enters later falls in from where it touches the water.
            let lift_m = (still_level_m + start_eta_m - lowest_m).max(0.0);
            let start_m = if given.enters_at_s.is_some() { z_m + lift_m } else { z_m };
            let linvel = own_m_s + towing.as_ref().map_or(DVec3::ZERO, Towing::start_m_s);
            let afloat = Afloat {
                propeller: propeller.cloned(),
                helm: Helm::default(),
                thrust: Load::default(),
                wind_drag: given.wind_drag(),
                wind: Load::default(),
                coriolis_n: DVec3::ZERO,
                losses: [Load::default(); 2],
                waves: Load::default(),
                pull: Load::default(),
                added: Load::default(),
                towing,
                race_radius_m: propeller.and_then(|p| p.race_radius_m).unwrap_or(half_width),
                may_be_stiff: !is_lid
                    && radiation.is_none()
                    && tow.is_none()
                    && (is_light || may_be_stiff(scenario, &shape.hull, &mass)),
                is_light,
                is_lid,
                filter: (shape.is_upright && (is_lid || !is_light)).then_some(if is_lid {
                    Filter::Spline
                } else {
                    Filter::Even
                }),
                reach_m: (start_m - still_level_m + rise_m(linvel.z, scenario.water.gravity_m_s2)).max(0.0),
                radiation,
                rest_pose,
                mean_level: MeanLevel::at(start_eta_m),
                is_outside: false,
                warned,
            };
            (RigidBodyBuilder::dynamic(), linvel, DVec3::ZERO, Kind::Afloat(Box::new(afloat)))
        }
        scenario::Kind::Fixed(_) => {
            (RigidBodyBuilder::kinematic(), DVec3::ZERO, DVec3::ZERO, Kind::Solid(Solid::Fixed))
        }
        scenario::Kind::Driven(drive, _) => {
            let driven = Driven { drive: drive.clone(), has_left: false, is_stopped: false };
            let (linvel, angvel) = driven.greatest_velocities();
            (RigidBodyBuilder::kinematic(), linvel, angvel, Kind::Solid(Solid::Driven(driven)))
        }
    };
    let rigid = shape
        .colliders
        .iter()
        .fold(builder, |builder, collider| builder.collider(collider.clone()))
        .mass_properties(mass)
        .center_of_mass(center_m)
        .rotation(rotation)
        .linvel(linvel)
        .angvel(angvel)
        .build()
        .map_err(body_error)?;
    let acts_back = matches!(kind, Kind::Afloat(_)) && scenario.coupling.mode == CouplingMode::Conservative;
    let body = Body {
        name: name.into(),
        label: (index + 1) as u16,
        handle: BodyHandle::new(index, 0),
        mesh,
        color: given.color.unwrap_or_default(),
        waterline_m: shape.waterline_m,
        fittings: given.fittings,
        look: shape.look.clone(),
        hull: WetHull::new(
            (shape.hull.clone(), shape.surface.clone()),
            shape.model,
            slamming,
            (TriangleDetail::new(&scenario.view), acts_back),
        ),
        kind,
        standing: Standing::Wall,
        is_removed: false,
        removed_at_s: given.removed_at_s,
        lost_at_s: None,
        force_n: DVec3::ZERO,
        torque_n_m: DVec3::ZERO,
    };
    Ok((body, rigid))
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
