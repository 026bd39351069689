//! Parts of a hull of other materials, as its scenario gives them.

use glam::DVec3;
use hydro_forces::{Coefficients, Hull, Material};

use super::Error;
use super::placing::wrong;
use super::scenario::{Body, Scenario};

/// The hull with the materials of its parts; as it is if it has none.
pub(super) fn with_parts(hull: Hull, scenario: &Scenario, name: &str, body: &Body) -> Result<Hull, Error> {
    if body.part.is_empty() {
        return Ok(hull);
    }
    let centroid = |t: usize| hull.triangle(t).into_iter().sum::<DVec3>() / 3.0;
    let mut of_triangle = vec![0u16; hull.triangle_count()];
    for (t, material) in of_triangle.iter_mut().enumerate() {
        // Later parts win; 0 is the body's own material.
        *material = body.part.iter().rposition(|part| part.contains(centroid(t))).map_or(0, |p| p as u16 + 1);
    }
    if let Some(empty) = (1..=body.part.len() as u16).find(|part| !of_triangle.contains(part)) {
        let [low, high] = (0..hull.triangle_count())
            .map(centroid)
            .fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[low, high], c| [low.min(c), high.max(c)]);
        let message = format!(
            "holds no triangle that a later part has not; their centroids lie from [{}, {}, {}] to [{}, {}, {}] m",
            low.x, low.y, low.z, high.x, high.y, high.z
        );
        return Err(wrong(scenario, name, &format!("part.{}", empty - 1), message));
    }
    let own = Coefficients { drag: body.drag, lift: body.lift, alpha: body.alpha };
    let parts =
        body.part.iter().map(|part| Coefficients { drag: part.drag, lift: part.lift, alpha: part.alpha });
    let materials: Result<Vec<Material>, _> = std::iter::once(own).chain(parts).map(Material::new).collect();
    materials
        .and_then(|materials| hull.with_materials(&materials, &of_triangle))
        .map_err(|source| Error::Hull { body: name.into(), source })
}
