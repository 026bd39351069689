//! The uniform cubic B-spline over the values of cells.

use rayon::prelude::*;

/// Writes value and slopes, per cell, of the cubic B-spline at each texel, `PER_CELL` along the edge of a cell, from `values` of cells; `rows` is
/// memory.
pub(crate) fn spline<const PER_CELL: usize, T: Send>(
    values: &[f32],
    [nx, ny]: [usize; 2],
    rows: &mut Vec<[f32; 2]>,
    texels: &mut [T],
    write: impl Fn(usize, usize, [f32; 3], &mut T) + Sync,
) {
    // At a quarter of a cell on either side of a cell's middle: the points of four cells count, from two before.
    let weights: [([f32; 4], [f32; 4]); PER_CELL] = std::array::from_fn(|k| {
        let t = (k as f32 + 0.5) / PER_CELL as f32 + 0.5;
        let [value, slope, _] = weights(t.fract());
        (value, slope)
    });
    let width = nx * PER_CELL;
    rows.resize(width * ny, [0.0; 2]);
    rows.par_chunks_mut(width).zip(values.par_chunks(nx)).for_each(|(row, values)| {
        // Cells from two before to two beyond a cell, and its texels.
        let at = |cells: &[f32; 5], texels: &mut [[f32; 2]; PER_CELL]| {
            for (k, texel) in texels.iter_mut().enumerate() {
                let cells: [f32; 4] = std::array::from_fn(|n| cells[n + k]);
                let sum = |w: &[f32; 4]| (0..4).map(|n| w[n] * cells[n]).sum::<f32>();
                *texel = [sum(&weights[k].0), sum(&weights[k].1)];
            }
        };
        let texels = row.as_chunks_mut::<PER_CELL>().0;
        for (cells, texels) in values.array_windows::<5>().zip(texels.iter_mut().skip(2)) {
            at(cells, texels);
        }
        for i in (0..2.min(nx)).chain(nx.saturating_sub(2).max(2)..nx) {
            at(&std::array::from_fn(|n| values[(i + n).saturating_sub(2).min(nx - 1)]), &mut texels[i]);
        }
    });
    let rows = &*rows;
    texels.par_chunks_mut(width).enumerate().for_each(|(j, texels)| {
        let (of, k) = (j / PER_CELL, j % PER_CELL);
        let [a, b, c, d]: [&[[f32; 2]]; 4] = std::array::from_fn(|n| {
            let line = (of + n + k).saturating_sub(2).min(ny - 1);
            &rows[line * width..][..width]
        });
        let (value, slope) = &weights[k];
        for (i, texel) in texels.iter_mut().enumerate() {
            let of = [a[i], b[i], c[i], d[i]];
            let sum = |w: &[f32; 4], c: usize| (0..4).map(|n| w[n] * of[n][c]).sum::<f32>();
            write(i, j, [sum(value, 0), sum(value, 1), sum(slope, 0)], texel);
        }
    });
}

/// Weights of the four control points about a place `t` of the way from the second to the third, and those of the first and the second
/// derivative.
pub(super) fn weights(t: f32) -> [[f32; 4]; 3] {
    let (t2, t3) = (t * t, t * t * t);
    let value = [
        (1.0 - 3.0 * t + 3.0 * t2 - t3) / 6.0,
        (4.0 - 6.0 * t2 + 3.0 * t3) / 6.0,
        (1.0 + 3.0 * t + 3.0 * t2 - 3.0 * t3) / 6.0,
        t3 / 6.0,
    ];
    let slope = [
        -0.5 * (1.0 - t) * (1.0 - t),
        0.5 * (3.0 * t2 - 4.0 * t),
        0.5 * (-3.0 * t2 + 2.0 * t + 1.0),
        0.5 * t2,
    ];
    [value, slope, [1.0 - t, 3.0 * t - 2.0, 1.0 - 3.0 * t, t]]
}
