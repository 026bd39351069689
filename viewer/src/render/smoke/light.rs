//! What smoke leaves of the sun's rays.

use glam::{Vec2, Vec3};
use rayon::prelude::*;

use super::volume::Volume;

/// Finds the fraction of the sunlight that reaches the center of each cell: plane by plane away from the sun, across the axis along which its
/// rays are steepest. The optical depth at a center is that where the ray comes through the plane before, bilinear, and half of the two
/// extinctions for the way between.
pub(super) fn shine(volume: &mut Volume, sun: Vec3) {
    let steep = sun.abs();
    let axis = if steep.x >= steep.y.max(steep.z) {
        0
    } else if steep.y >= steep.z {
        1
    } else {
        2
    };
    let [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    let away = -sun / steep[axis];
    let padded = volume.cells.map(|n| n + 2);
    let strides = [1, padded[0], padded[0] * padded[1]];
    let (n, [nu, nv]) = (volume.cells[axis], [padded[u], padded[v]]);
    let way = Vec2::new(away[u], away[v]);
    let length = way.extend(1.0).length();
    // Of the plane before: optical depth to the sun, and that of a cell.
    let mut before = vec![[0.0f32; 2]; nu * nv];
    let mut here = before.clone();
    let index = |plane: usize, a: usize, b: usize| plane * strides[axis] + a * strides[u] + b * strides[v];
    for step in 0..n {
        let plane = if away[axis] > 0.0 { 1 + step } else { n - step };
        let values = &volume.values;
        here.par_chunks_exact_mut(nu).enumerate().for_each(|(b, row)| {
            for (a, of) in row.iter_mut().enumerate() {
                let own = values[index(plane, a, b)][0];
                let from = Vec2::new(a as f32, b as f32) - way;
                let [depth, other] = before_at(&before, [nu, nv], from);
                // The first centers lie half a cell inside.
                let (other, length) = if step == 0 { (own, 0.5 * length) } else { (other, length) };
                *of = [depth + 0.5 * (own + other) * length, own];
            }
        });
        for (at, [depth, _]) in here.iter().enumerate() {
            volume.values[index(plane, at % nu, at / nu)][1] = (-depth).exp();
        }
        std::mem::swap(&mut before, &mut here);
    }
    // Beyond the last planes as in them.
    for (at, from) in [(0, 1), (n + 1, n)] {
        for (a, b) in (0..nv).flat_map(|b| (0..nu).map(move |a| (a, b))) {
            volume.values[index(at, a, b)][1] = volume.values[index(from, a, b)][1];
        }
    }
}

/// The values of a plane at a place, bilinear; nothing beyond its edges.
#[inline]
fn before_at(plane: &[[f32; 2]], [nu, nv]: [usize; 2], at: Vec2) -> [f32; 2] {
    let base = at.floor();
    let part = at - base;
    let value = |a: f32, b: f32| {
        let inside = a >= 0.0 && b >= 0.0 && a < nu as f32 && b < nv as f32;
        if inside { plane[b as usize * nu + a as usize] } else { [0.0; 2] }
    };
    let mut sum = [0.0; 2];
    for (a, wa) in [(base.x, 1.0 - part.x), (base.x + 1.0, part.x)] {
        for (b, wb) in [(base.y, 1.0 - part.y), (base.y + 1.0, part.y)] {
            let of = value(a, b);
            (0..2).for_each(|c| sum[c] += wa * wb * of[c]);
        }
    }
    sum
}
