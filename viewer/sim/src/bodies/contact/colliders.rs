//! What of a body touches others: its convex hull, or convex parts of its mesh.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use glam::Vec3;
use rigid_sim::Collider;

use crate::Error;
use crate::codec::{Coded, checksum};
use crate::hulls::Mesh;
use crate::scenario::{Body, Hull, Scenario, Touch};

/// Volume over that of the convex hull below which a mesh file is far from convex: its parts touch others, unless its body says otherwise.
const FAR: f64 = 0.8;

/// Meshes whose parts are kept for the life of the process.
const MOST_KEPT: usize = 64;

/// Parts by mesh.
type Known = BTreeMap<[u64; 2], Result<Vec<Collider>, rigid_sim::Error>>;

static KNOWN: Mutex<Known> = Mutex::new(BTreeMap::new());

/// The colliders of a body with a mesh; appends to `warnings`.
///
/// # Errors
/// If the mesh has no hull, or its body asks for parts and it is not a few of them.
pub(in crate::bodies) fn colliders(
    scenario: &Scenario,
    (name, given): (&str, &Body),
    mesh: &Mesh,
    warnings: &mut Vec<String>,
) -> Result<Vec<Collider>, Error> {
    let (vertices, triangles) = (&mesh.vertices, &mesh.triangles);
    let hull = || {
        let hull = Collider::convex_hull(vertices);
        hull.map(|hull| vec![hull]).map_err(|source| match source {
            rigid_sim::Error::DegenerateHull { .. } => too_flat(scenario, (name, given), mesh),
            source => Error::Body { body: name.into(), source },
        })
    };
    let is_far = || Collider::convexity(vertices, triangles).is_ok_and(|convexity| convexity < FAR);
    let in_parts =
        given.collider.map_or_else(|| given.mesh.is_some() && is_far(), |touch| touch == Touch::Parts);
    if !in_parts {
        return hull();
    }
    match parts(mesh) {
        Ok(parts) => Ok(parts),
        Err(error) if given.collider.is_some() => {
            Err(Error::of_body(scenario, name, "collider", format!("\"parts\": {error}")))
        }
        Err(error) => {
            warnings.push(format!(
                "body.{name}.collider: {error}; its convex hull touches other bodies, also over its hollows; collider = \"hull\" says so"
            ));
            hull()
        }
    }
}

/// The error of a hull that spans no volume by the precision of its shape, with the key of its least size.
fn too_flat(scenario: &Scenario, (name, given): (&str, &Body), mesh: &Mesh) -> Error {
    let (low, high) =
        mesh.vertices.iter().fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(a, b), v| (a.min(*v), b.max(*v)));
    let sizes_m = (high - low).to_array();
    let [thin, long] = [f32::min, f32::max].map(|of| sizes_m.into_iter().reduce(of).unwrap_or_default());
    let axis = sizes_m.iter().position(|size_m| *size_m == thin).unwrap_or_default();
    let leaf = match &given.hull {
        Some(Hull::Box { .. } | Hull::Parabolic { .. } | Hull::Speedboat { .. }) => {
            ["hull.length_m", "hull.beam_m", "hull.depth_m"][axis]
        }
        Some(Hull::Prism { .. } | Hull::Propeller { .. }) if axis == 2 => "hull.height_m",
        Some(_) => "hull",
        None => "mesh",
    };
    let message = format!(
        "{thin} m beside {long} m is too thin for the shape by which it touches others; take a thicker body"
    );
    Error::of_body(scenario, name, leaf, message)
}

/// The parts of a mesh, found once.
fn parts(mesh: &Mesh) -> Result<Vec<Collider>, rigid_sim::Error> {
    let mut bytes = Vec::new();
    mesh.vertices.iter().for_each(|vertex| vertex.to_array().encode(&mut bytes));
    u32::encode_all(mesh.triangles.as_flattened(), &mut bytes);
    let key = [0, 1].map(|seed| checksum(seed, &bytes));
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(parts) = known().get(&key) {
        return parts.clone();
    }
    let parts = Collider::convex_parts(&mesh.vertices, &mesh.triangles);
    let mut known = known();
    if known.len() >= MOST_KEPT {
        known.clear();
    }
    known.insert(key, parts.clone());
    parts
}
