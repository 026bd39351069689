//! Pressure of still water on walls.
//!
//! Populations are deviations from the still water of their own cell, so that what walls exchange with the water lacks the pressure of that. A
//! link from a cell of rest depth `d` to one of `d'` carries the pressure of the depth in its middle, `w_q g / 3 (½ (d + d'))²`: with the elevation's
//! part, `w_q g / 3 η (η + d + d')` (`open::Around`), that is `w_q g / 3 (η + ½ (d + d'))²` at any level. Along the face of a cell the links of three cells
//! make Simpson's rule of it, one sixth at either corner and two thirds in the middle: exact where the bed is a plane, for moments, too. So
//! a solid of any cells is pushed by `g ∫ d ∇d` over just these cells. What the cell's own still water lacks to it the bed gives the water.

use lbm_core::d2q9::{C, W};
use lbm_core::{Lattice, Site};

/// Sum of the two populations at rest on the link from the cell `water` in direction `s`, across the wall.
pub(super) fn pair(lattice: &Lattice, water: Site, s: usize) -> f64 {
    let of_cell = 2.0 * f64::from(W[s]) * f64::from(lattice.reference_population(1, water));
    if lattice.is_sloping() { of_cell + f64::from(W[s]) * beyond_cell(lattice, water, s) } else { of_cell }
}

/// `Σ e_s (f_q + f_s)` of the populations at rest over links of a cell, whose directions are the bits of `adjacency`.
#[inline]
pub(crate) fn impulse_at_rest(lattice: &Lattice, water: Site, adjacency: u8) -> [f64; 2] {
    let of_cell = 2.0 * f64::from(lattice.reference_population(1, water));
    let mut sum = WEIGHTS[usize::from(adjacency)].map(|weight| of_cell * f64::from(weight));
    if lattice.is_sloping() {
        for s in (1..=8).filter(|s| adjacency >> (s - 1) & 1 == 1) {
            let more = f64::from(W[s]) * beyond_cell(lattice, water, s);
            (0..2).for_each(|axis| sum[axis] += f64::from(C[s][axis]) * more);
        }
    }
    sum
}

/// By how much the pressure in the middle of a link is more than in its cell, without the weight.
fn beyond_cell(lattice: &Lattice, water: Site, s: usize) -> f64 {
    let [here, there] =
        [water, lattice.layout().neighbor(water, s)].map(|site| f64::from(lattice.rest_depth(site)));
    let more = 0.5 * (there - here);
    f64::from(lattice.gravity()) / 3.0 * more * (here + here + more)
}

/// `Σ w e` over the links of a cell, by its adjacency.
static WEIGHTS: [[f32; 2]; 256] = weights();

const fn weights() -> [[f32; 2]; 256] {
    let mut sums = [[0.0; 2]; 256];
    let mut k = 0;
    while k < 8 * sums.len() {
        let (adjacency, s) = (k / 8, k % 8 + 1);
        if adjacency >> (s - 1) & 1 == 1 {
            sums[adjacency][0] += W[s] * C[s][0] as f32;
            sums[adjacency][1] += W[s] * C[s][1] as f32;
        }
        k += 1;
    }
    sums
}
