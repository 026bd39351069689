use glam::{Vec2, Vec3};

use super::Mesh;

/// A box of 12 triangles, standing on `z = 0` about `x = y = 0`.
pub fn cuboid(length_m: f32, beam_m: f32, depth_m: f32) -> Mesh {
    let corner = |i: u32| {
        let pick = |bit: u32| if i & bit == 0 { 0.0 } else { 1.0 };
        Vec3::new((pick(1) - 0.5) * length_m, (pick(2) - 0.5) * beam_m, pick(4) * depth_m)
    };
    // Each side as the corners of its square, counter-clockwise from outside: bit 1 is x, bit 2 is y, bit 4 is z.
    let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    Mesh {
        vertices: (0..8).map(corner).collect(),
        triangles: sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect(),
    }
}

/// An upright prism over an outline, standing on `z = 0`: bottom and top are fans about the outline's mean point.
///
/// The outline runs counter-clockwise and is star-shaped about its mean point ([`is_star_shaped`]).
pub fn prism(outline: &[Vec2], height_m: f32) -> Mesh {
    let n = outline.len() as u32;
    let mean = outline.iter().sum::<Vec2>() / n as f32;
    let level = |z: f32| outline.iter().map(move |point| point.extend(z));
    let vertices: Vec<Vec3> =
        level(0.0).chain(level(height_m)).chain([mean.extend(0.0), mean.extend(height_m)]).collect();
    let [floor, top] = [2 * n, 2 * n + 1];
    let triangles = (0..n).flat_map(|a| {
        let b = (a + 1) % n;
        [[floor, b, a], [top, n + a, n + b], [a, b, n + b], [a, n + b, n + a]]
    });
    Mesh { vertices, triangles: triangles.collect() }
}

/// Whether an outline has at least three points, counter-clockwise, all visible from their mean point.
pub fn is_star_shaped(outline: &[Vec2]) -> bool {
    let mean = outline.iter().sum::<Vec2>() / outline.len() as f32;
    let turns = |k: usize| (outline[k] - mean).perp_dot(outline[(k + 1) % outline.len()] - mean);
    outline.len() >= 3 && (0..outline.len()).all(|k| turns(k) > 0.0)
}

/// Outline of a propeller of `blades` blades between two radii, `points` per blade. The blades lean clockwise by the
/// fraction `skew` of the angle between two of them.
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
