//! How long the steps of rays may be.

use glam::Vec2;

use super::volume::{BLOCK, Volume};

/// Error of the optical depth along a block up to which steps are longer than a cell: less than a step of a byte.
const COARSE: f32 = 0.004;

/// Part of a change of the sunlight that counts as one of the smoke: it is smooth, for it is a sum along the sun's rays.
const SMOOTH_LIGHT: f32 = 0.25;

/// Optical depth of a step up to which smoke and light along it may be taken for those in its middle wherever they change evenly.
const THIN: f32 = 0.25;

/// Values along the edge of a block with those around it, which reach into it.
const EDGE: usize = BLOCK + 2;

/// Values of a block, x fastest.
type Values = [[[f32; EDGE]; EDGE]; EDGE];

impl Volume {
    /// Length of a ray's steps in a block, in cells: the longest one whose error adds up to no more than `COARSE` in it; 0 where
    /// there is no smoke.
    ///
    /// With smoke and light as in the middle of a step of length `l`, the error is `l³ / 24` of their second derivative along the ray, and `l² / 3`
    /// of it on the way through eight cells. Where they change by little at all, that is the bound.
    pub(super) fn steps_in(&self, block: [usize; 3]) -> u8 {
        let [a, b, c] = block.map(|at| at * BLOCK);
        let [px, py, pz] = self.cells.map(|n| n + 2);
        let [mut low, mut high] = [Vec2::INFINITY, Vec2::ZERO];
        let range = |from: usize, n: usize| from..(from + EDGE).min(n);
        for (k, j) in range(c, pz).flat_map(|k| range(b, py).map(move |j| (k, j))) {
            for value in &self.values[(k * py + j) * px..][range(a, px)] {
                let value = Vec2::from_array(*value);
                (low, high) = (low.min(value), high.max(value));
            }
        }
        if high[0] == 0.0 {
            return 0;
        }
        let contrast = high[0] - low[0] + SMOOTH_LIGHT * high[0] * (high[1] - low[1]);
        let even = |length: u8| contrast * f32::from(length) <= COARSE;
        if even(BLOCK as u8) {
            return BLOCK as u8;
        }
        let thin = |length: u8| high[0] * f32::from(length) <= THIN;
        let bend = if thin(2) { self.bend([a, b, c]) } else { f32::INFINITY };
        let smooth = |length: u8| thin(length) && bend * f32::from(length).powi(2) <= 3.0 * COARSE;
        [8, 4, 2].into_iter().find(|&length| even(length) || smooth(length)).unwrap_or(1)
    }

    /// Greatest second derivative, along any direction, of the optical depth of cells and of what they take of the sun's light, in a block that
    /// begins with these values.
    fn bend(&self, [a, b, c]: [usize; 3]) -> f32 {
        let [px, py, pz] = self.cells.map(|n| n + 2);
        let mut depth: Values = [[[0.0; EDGE]; EDGE]; EDGE];
        let mut lit = depth;
        for k in 0..EDGE {
            for j in 0..EDGE {
                // Beyond the last values as they are.
                let row = ((c + k).min(pz - 1) * py + (b + j).min(py - 1)) * px;
                for i in 0..EDGE {
                    let [of, sun] = self.values[row + (a + i).min(px - 1)];
                    (depth[k][j][i], lit[k][j][i]) = (of, of * sun);
                }
            }
        }
        bend_of(&depth).max(bend_of(&lit))
    }
}

/// The bound `max ∂²f/∂x_i² + 2 max ∂²f/∂x_i∂x_j` of a second derivative along a direction, by differences.
fn bend_of(f: &Values) -> f32 {
    const N: usize = EDGE - 1;
    let [mut along, mut across] = [[0.0f32; EDGE]; 2];
    let widen = |most: &mut f32, value: f32| *most = most.max(value.abs());
    for k in 0..EDGE {
        for j in 0..EDGE {
            let row = &f[k][j];
            for i in 1..N {
                widen(&mut along[i], row[i - 1] - 2.0 * row[i] + row[i + 1]);
            }
            if (1..N).contains(&j) {
                let (before, after) = (&f[k][j - 1], &f[k][j + 1]);
                for i in 0..EDGE {
                    widen(&mut along[i], before[i] - 2.0 * row[i] + after[i]);
                }
            }
            if (1..N).contains(&k) {
                let (below, above) = (&f[k - 1][j], &f[k + 1][j]);
                for i in 0..EDGE {
                    widen(&mut along[i], below[i] - 2.0 * row[i] + above[i]);
                }
            }
            if j < N {
                let next = &f[k][j + 1];
                for i in 0..N {
                    widen(&mut across[i], row[i] - row[i + 1] - next[i] + next[i + 1]);
                }
            }
            if k < N {
                let above = &f[k + 1][j];
                for i in 0..N {
                    widen(&mut across[i], row[i] - row[i + 1] - above[i] + above[i + 1]);
                }
                if j < N {
                    let (next, beyond) = (&f[k][j + 1], &f[k + 1][j + 1]);
                    for i in 0..EDGE {
                        widen(&mut across[i], row[i] - next[i] - above[i] + beyond[i]);
                    }
                }
            }
        }
    }
    let most = |of: [f32; EDGE]| of.into_iter().fold(0.0, f32::max);
    most(along) + 2.0 * most(across)
}
