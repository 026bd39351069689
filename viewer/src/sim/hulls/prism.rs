use glam::{Vec2, Vec3};

use super::Mesh;

/// An upright prism over an outline, standing on `z = 0`: floor and top are fans about the outline's mean point.
///
/// The outline runs counter-clockwise and is seen whole from its mean point, as that of a column or a propeller is.
pub fn prism(outline: &[Vec2], height_m: f32) -> Mesh {
    let n = outline.len() as u32;
    let middle = outline.iter().sum::<Vec2>() / n as f32;
    let level = |z: f32| outline.iter().map(move |point| point.extend(z));
    let vertices: Vec<Vec3> =
        level(0.0).chain(level(height_m)).chain([middle.extend(0.0), middle.extend(height_m)]).collect();
    let [floor, top] = [2 * n, 2 * n + 1];
    let triangles = (0..n).flat_map(|a| {
        let b = (a + 1) % n;
        [[floor, b, a], [top, n + a, n + b], [a, b, n + b], [a, n + b, n + a]]
    });
    Mesh { vertices, triangles: triangles.collect() }
}

/// Whether [`prism`] can stand on an outline: at least three points, counter-clockwise, all in sight of their mean.
pub fn is_star_shaped(outline: &[Vec2]) -> bool {
    let middle = outline.iter().sum::<Vec2>() / outline.len() as f32;
    let turns = |k: usize| (outline[k] - middle).perp_dot(outline[(k + 1) % outline.len()] - middle);
    outline.len() >= 3 && (0..outline.len()).all(|k| turns(k) > 0.0)
}

/// Outline of a propeller of `blades` blades between two radii, leaning back against a counter-clockwise turn by
/// `skew` of the angle between two blades; `points` a blade.
pub fn propeller(radius_m: f32, hub_radius_m: f32, blades: u32, skew: f32, points: u32) -> Vec<Vec2> {
    let pitch = std::f32::consts::TAU / blades as f32;
    (0..blades * points)
        .map(|k| {
            let part = (k % points) as f32 / points as f32;
            // A blade is a hump whose crest lies `skew` before the middle of its pitch.
            let crest = 0.5 - skew;
            let along = if part < crest { part / crest } else { (1.0 - part) / (1.0 - crest) };
            let hump = (0.5 * std::f32::consts::PI * along).sin().powi(4);
            let angle = pitch * ((k / points) as f32 + part);
            Vec2::from_angle(angle) * (hub_radius_m + (radius_m - hub_radius_m) * hump)
        })
        .collect()
}
