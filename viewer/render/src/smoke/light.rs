//! What smoke leaves of the sun's rays.

use glam::{Vec2, Vec3};
use rayon::prelude::*;

use super::volume::Volume;

/// Planes that are read and written at once where the values of a plane lie apart: those that share a cache line.
const PLANES: usize = 8;

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
    let planes = if axis == 2 { 1 } else { PLANES };
    let plane = |step: usize| if away[axis] > 0.0 { 1 + step } else { n - step };
    // Extinction, then optical depth: by `v`, plane, `u`.
    let mut depths = vec![0.0f32; nv * planes * nu];
    for start in (0..n).step_by(planes) {
        let count = planes.min(n - start);
        // The values of these planes at each `v`.
        let (chunk, first) =
            if axis == 2 { (strides[1], plane(start) * strides[2]) } else { (strides[2], 0) };
        let place = |t: usize, a: usize| {
            a * strides[u] + if axis == 2 { 0 } else { plane(start + t) * strides[axis] }
        };
        let of_planes = (0..nu).flat_map(|a| (0..count).map(move |t| (t, a)));
        let values = volume.values[first..].par_chunks_exact(chunk);
        depths.par_chunks_exact_mut(planes * nu).zip(values).for_each(|(depths, values)| {
            of_planes.clone().for_each(|(t, a)| depths[t * nu + a] = values[place(t, a)][0]);
        });
        for t in 0..count {
            let rows = here[line..].par_chunks_exact_mut(line);
            depths.par_chunks_exact_mut(planes * nu).zip(rows).enumerate().for_each(|(b, (depths, row))| {
                let from = (from_v + b) * line + from_u;
                let (low, high) = (&before[from..][..nu + 1], &before[from + line..][..nu + 1]);
                let (depths, row) = (&mut depths[t * nu..][..nu], &mut row[1..][..nu]);
                for a in 0..nu {
                    let half = 0.5 * length * depths[a];
                    let [near, far] = [[low[a], low[a + 1]], [high[a], high[a + 1]]];
                    let near = weights[0] * near[0] + weights[1] * near[1];
                    depths[a] = near + (weights[2] * far[0] + weights[3] * far[1]) + half;
                    row[a] = depths[a] + half;
                }
            });
            std::mem::swap(&mut before, &mut here);
        }
        let values = volume.values[first..].par_chunks_exact_mut(chunk);
        depths.par_chunks_exact(planes * nu).zip(values).for_each(|(depths, values)| {
            of_planes.clone().for_each(|(t, a)| {
                let depth = depths[t * nu + a];
                values[place(t, a)][1] = if depth > 0.0 { (-depth).exp() } else { 1.0 };
            });
        });
    }
    // Beyond the last planes as in them.
    let index = |plane: usize, a: usize, b: usize| plane * strides[axis] + a * strides[u] + b * strides[v];
    for (at, from) in [(0, 1), (n + 1, n)] {
        for (a, b) in (0..nv).flat_map(|b| (0..nu).map(move |a| (a, b))) {
            volume.values[index(at, a, b)][1] = volume.values[index(from, a, b)][1];
        }
    }
}
