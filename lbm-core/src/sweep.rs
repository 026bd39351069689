//! The fused sweep: every cell pulls the nine populations that stream into it, relaxes them, and stores the result.
//!
//! The sweep knows no boundary and takes no branch. Whoever handles boundaries writes the populations that enter the
//! fluid from solids and through the sides into those cells beforehand: the "dummies" of Dottori et al. §2, step 2.

use rayon::prelude::*;

use crate::d2q9::{C, OPPOSITE, Q, W};
use crate::layout::{LANES, Layout};

/// Rows that one task handles at least: small grids are not worth splitting further.
pub(crate) const ROWS_PER_TASK: usize = 16;

/// What the collision needs to know, in lattice units.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Relaxation {
    pub(crate) omega: f32,
    pub(crate) gravity: f32,
    pub(crate) reference_depth: f32,
}

/// Streams and collides all rows of `from` into `to`.
///
/// Returns whether every cell came out with a positive depth and a speed below the lattice's: the usual answer, so
/// that a search for the cell in trouble is rare. The result does not depend on the number of threads.
pub(crate) fn stream_collide(layout: &Layout, from: &[f32], to: &mut [f32], relaxation: Relaxation) -> bool {
    let row_len = layout.row_len();
    let interior = &mut to[row_len..(layout.ny() + 1) * row_len];
    interior
        .par_chunks_exact_mut(row_len)
        .with_min_len(ROWS_PER_TASK)
        .enumerate()
        .map(|(j, row)| {
            let sources: [&[f32]; Q] = std::array::from_fn(|q| {
                let start = ((j + 1) as isize - C[q][1] as isize) as usize * row_len
                    + q * layout.stride()
                    + (LANES as isize - C[q][0] as isize) as usize;
                &from[start..start + layout.nx()]
            });
            stream_collide_row(sources, row, layout, relaxation)
        })
        .reduce(|| true, |a, b| a & b)
}

fn stream_collide_row(
    sources: [&[f32]; Q],
    row: &mut [f32],
    layout: &Layout,
    relaxation: Relaxation,
) -> bool {
    let nx = layout.nx();
    let mut sane = true;
    for x in (0..nx).step_by(LANES) {
        let n = LANES.min(nx - x);
        // Lanes beyond the row hold water at rest.
        let mut f = [[0.0f32; LANES]; Q];
        if n == LANES {
            for q in 0..Q {
                f[q].copy_from_slice(&sources[q][x..x + LANES]);
            }
        } else {
            for q in 0..Q {
                f[q][..n].copy_from_slice(&sources[q][x..x + n]);
            }
        }
        sane &= collide_bgk(&mut f, relaxation);
        for (q, line) in row.chunks_exact_mut(layout.stride()).enumerate() {
            let target = &mut line[LANES + x..LANES + x + n];
            if n == LANES {
                target.copy_from_slice(&f[q]);
            } else {
                target.copy_from_slice(&f[q][..n]);
            }
        }
    }
    sane
}

/// Relaxes the populations of `LANES` cells (Lazo et al. Eq. 1 without its force).
#[inline]
fn collide_bgk(f: &mut [[f32; LANES]; Q], r: Relaxation) -> bool {
    let keep = 1.0 - r.omega;
    let mut sane = [true; LANES];
    for l in 0..LANES {
        let east = f[1][l] + f[2][l] + f[8][l];
        let west = f[4][l] + f[5][l] + f[6][l];
        let north = f[2][l] + f[3][l] + f[4][l];
        let south = f[6][l] + f[7][l] + f[8][l];
        let eta = f[0][l] + (east + west) + (f[3][l] + f[7][l]);
        let (hu, hv) = (east - west, north - south);
        let h = r.reference_depth + eta;
        let inverse = 1.0 / h;
        let (u, v) = (hu * inverse, hv * inverse);
        let u2 = u * u + v * v;
        sane[l] = (h > 0.0) & (u2 < 1.0);

        let pressure = r.gravity / 6.0 * eta * (h + r.reference_depth);
        let even = pressure - h * u2 * (1.0 / 6.0);
        for q in 1..5 {
            let eu = C[q][0] as f32 * u + C[q][1] as f32 * v;
            let symmetric = (even + h * eu * eu * 0.5) * W[q] * r.omega;
            let odd = h * eu * (W[q] / 3.0 * r.omega);
            f[q][l] = keep * f[q][l] + (symmetric + odd);
            f[OPPOSITE[q]][l] = keep * f[OPPOSITE[q]][l] + (symmetric - odd);
        }
        restore_moments(f, l, eta, hu, hv);
    }
    sane.iter().all(|&s| s)
}

/// Gives cell `l` back the depth and the momentum it had before its collision.
///
/// The weights of the equilibrium are no binary fractions, so a collision gains or loses a few digits of momentum, the
/// same in every step of a steady stream: 10⁵ steps would add up to a per cent. Here the axis populations take what the
/// diagonal ones leave of the momentum, and the rest population what the moving ones leave of the depth.
#[inline]
fn restore_moments(f: &mut [[f32; LANES]; Q], l: usize, eta: f32, hu: f32, hv: f32) {
    let (north_east, north_west) = (f[2][l], f[4][l]);
    let (south_west, south_east) = (f[6][l], f[8][l]);
    let along_x = hu - ((north_east + south_east) - (north_west + south_west));
    let along_y = hv - ((north_east + north_west) - (south_east + south_west));
    f[1][l] = 0.5 * (f[1][l] + f[5][l] + along_x);
    f[5][l] = f[1][l] - along_x;
    f[3][l] = 0.5 * (f[3][l] + f[7][l] + along_y);
    f[7][l] = f[3][l] - along_y;
    let diagonal = (north_east + south_west) + (north_west + south_east);
    f[0][l] = eta - (diagonal + (f[1][l] + f[5][l]) + (f[3][l] + f[7][l]));
}
