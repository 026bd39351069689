//! Coverage by definition: every sample against three exact edge functions.

use glam::Vec3;

/// A sample coordinate in 1/256 of the pitch, rounded to nearest, ties to even.
pub(crate) fn snap(x: f32) -> i128 {
    (f64::from(x) * 256.0).round_ties_even() as i128
}

/// Barycentric weights at the center of sample `(i, j)` if the triangle covers it.
///
/// A sample on an edge is moved by an infinitesimal ε in x and by ε² in y, which decides every tie.
pub(crate) fn weights(triangle: [Vec3; 3], i: i32, j: i32) -> Option<[f64; 3]> {
    let p = triangle.map(|v| (snap(v.x), snap(v.y)));
    let s = (i128::from(i) * 256 + 128, i128::from(j) * 256 + 128);
    let cross = |a: (i128, i128), b: (i128, i128), c: (i128, i128)| {
        (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
    };
    let area = cross(p[0], p[1], p[2]);
    if area == 0 {
        return None;
    }
    let mut weights = [0.0; 3];
    for k in 0..3 {
        let (a, b) = (p[(k + 1) % 3], p[(k + 2) % 3]);
        let e = cross(a, b, s);
        let signs = [e, a.1 - b.1, b.0 - a.0].map(|term| (term * area.signum()).signum());
        if signs.into_iter().find(|&sign| sign != 0) != Some(1) {
            return None;
        }
        weights[k] = e as f64 / area as f64;
    }
    Some(weights)
}

/// Top and bottom of a mesh in sample coordinates at sample `(i, j)`.
pub(crate) fn heights(vertices: &[Vec3], triangles: &[[u32; 3]], i: i32, j: i32) -> Option<(f64, f64)> {
    let mut range: Option<(f64, f64)> = None;
    for triangle in triangles {
        let v = triangle.map(|k| vertices[k as usize]);
        if let Some(w) = weights(v, i, j) {
            let z: f64 = (0..3).map(|k| w[k] * f64::from(v[k].z)).sum();
            let (top, bottom) = range.unwrap_or((z, z));
            range = Some((top.max(z), bottom.min(z)));
        }
    }
    range
}
