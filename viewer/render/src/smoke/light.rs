//! What smoke leaves of the sun's rays.

use glam::{Vec2, Vec3};
use rayon::prelude::*;

use super::volume::Volume;

/// Finds the fraction of the sunlight that reaches the center of each cell: plane by plane away from the sun, across the axis along which its
/// rays are steepest. The optical depth at a center is that where the ray comes through the plane before, bilinear, and half of the two
/// extinctions for the way between:
///
/// ```text
/// D = Σ w D' + ½ l (σ + Σ w σ') = Σ w G' + ½ l σ,   G = D + ½ l σ
/// ```
///
/// of the four values around in the plane before, by their weights `w`. Nothing is before the first one, whose centers lie half a cell inside.
pub(super) fn shine(volume: &mut Volume, sun: Vec3) {
    let steep = sun.abs();
    let axis = if steep.x >= steep.y.max(steep.z) {
        0
    } else if steep.y >= steep.z {
        1
    } else {
        2
    };
    // Across the axis; along the second one values lie furthest apart.
    let [u, v] = [[1, 2], [0, 2], [0, 1]][axis];
    let away = -sun / steep[axis];
    let padded = volume.cells.map(|n| n + 2);
    let strides = [1, padded[0], padded[0] * padded[1]];
    let (n, [nu, nv]) = (volume.cells[axis], [padded[u], padded[v]]);
    let way = Vec2::new(away[u], away[v]);
    let length = way.extend(1.0).length();
    // The four values around where the ray through (0, 0) comes from, and their weights: alike for all.
    let base = (-way).floor();
    let part = -way - base;
    let weights =
        [(1.0 - part.x) * (1.0 - part.y), part.x * (1.0 - part.y), (1.0 - part.x) * part.y, part.x * part.y];
    let [from_u, from_v] = base.to_array().map(|at| (1.0 + at) as usize);
    // `G` of the plane before and of this one, with nothing around them.
    let line = nu + 2;
    let mut before = vec![0.0f32; line * (nv + 2)];
    let mut here = before.clone();
    for step in 0..n {
        let plane = strides[axis] * if away[axis] > 0.0 { 1 + step } else { n - step };
        // The values of the plane at each `v`.
        let (first, within) = if axis == 2 { (plane, 0) } else { (0, plane) };
        let values = volume.values[first..].par_chunks_exact_mut(strides[v]);
        let rows = here[line..].par_chunks_exact_mut(line);
        values.zip(rows).take(nv).enumerate().for_each(|(b, (values, row))| {
            let from = (from_v + b) * line + from_u;
            let (low, high) = (&before[from..][..nu + 1], &before[from + line..][..nu + 1]);
            let row = &mut row[1..][..nu];
            let column =
                values[within..].iter_mut().step_by(strides[u]).take(nu).map(|value| value.each_mut());
            for (a, [extinction, sunlight]) in column.enumerate() {
                let half = 0.5 * length * *extinction;
                let near = weights[0] * low[a] + weights[1] * low[a + 1];
                let depth = near + (weights[2] * high[a] + weights[3] * high[a + 1]) + half;
                row[a] = depth + half;
                *sunlight = if depth > 0.0 { (-depth).exp() } else { 1.0 };
            }
        });
        std::mem::swap(&mut before, &mut here);
    }
    // Beyond the last planes as in them.
    let index = |plane: usize, a: usize, b: usize| plane * strides[axis] + a * strides[u] + b * strides[v];
    for (at, from) in [(0, 1), (n + 1, n)] {
        for (a, b) in (0..nv).flat_map(|b| (0..nu).map(move |a| (a, b))) {
            volume.values[index(at, a, b)][1] = volume.values[index(from, a, b)][1];
        }
    }
}
