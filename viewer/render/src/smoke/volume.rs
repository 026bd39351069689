//! Extinction and sunlight on a grid, and where there is none.

use glam::{Vec2, Vec3, Vec4};
use rayon::prelude::*;

use crate::scene::Smoke;

/// Cells along the edge of a block, of which the greatest extinction is known.
pub(super) const BLOCK: usize = 8;

/// Optical depth of a cell below which it holds no smoke that is seen: 256 of them take less than a thousandth of the light.
const FAINT: f32 = 4e-6;

/// Error of the optical depth along a block up to which steps are longer than a cell: less than a step of a byte.
const COARSE: f32 = 0.004;

/// Part of a change of the sunlight that counts as one of the smoke: it is smooth, for it is a sum along the sun's rays.
const SMOOTH_LIGHT: f32 = 0.25;

/// Smoke of a scene as rays find it.
///
/// Values stand at the centers of cells, and once more around them, so that all eight values around any place in the box exist.
#[derive(Debug)]
pub(super) struct Volume {
    /// Corner of the box, m.
    pub(super) corner_m: Vec3,
    pub(super) cell_m: f32,
    /// Cells of the box along each axis.
    pub(super) cells: [usize; 3],
    /// Optical depth of a cell's edge, and the fraction of the sunlight that reaches its center, `[nz + 2][ny + 2][nx + 2]`, x fastest.
    pub(super) values: Vec<[f32; 2]>,
    /// Length of a ray's steps in each block, in cells: 1, 2, 4 or 8; 0 where neither it nor the values around it hold any smoke; x fastest.
    pub(super) steps: Vec<u8>,
    pub(super) blocks: [usize; 3],
}

impl Volume {
    /// The smoke of a scene, all of it in full sunlight; none where nothing is seen of it.
    pub(super) fn new(smoke: &Smoke) -> Option<Self> {
        let cells = smoke.cells;
        let [nx, ny, nz] = cells;
        if nx * ny * nz == 0 || smoke.concentration.len() != nx * ny * nz {
            return None;
        }
        let factor = smoke.extinction_1_m * smoke.cell_size_m;
        let depth = |concentration: f32| {
            let depth = concentration * factor;
            if depth > FAINT { depth } else { 0.0 }
        };
        let [px, py, pz] = cells.map(|n| n + 2);
        let clamped = |at: usize, n: usize| at.clamp(1, n) - 1;
        let mut values = vec![[0.0, 1.0]; px * py * pz];
        values.par_chunks_exact_mut(px * py).enumerate().for_each(|(k, plane)| {
            for (j, row) in plane.chunks_exact_mut(px).enumerate() {
                let start = (clamped(k, nz) * ny + clamped(j, ny)) * nx;
                let from = &smoke.concentration[start..start + nx];
                row[1..=nx].iter_mut().zip(from).for_each(|(value, of)| value[0] = depth(*of));
                row[0][0] = row[1][0];
                row[nx + 1][0] = row[nx][0];
            }
        });
        values.par_iter().any(|value| value[0] > 0.0).then(|| Self {
            corner_m: smoke.corner_m,
            cell_m: smoke.cell_size_m,
            cells,
            values,
            steps: Vec::new(),
            blocks: cells.map(|n| n.div_ceil(BLOCK)),
        })
    }

    /// Finds how long a ray's steps may be in each block: the longest ones over which what changes in it adds up to no more than `COARSE`.
    pub(super) fn find_steps(&mut self) {
        let [bx, by, _] = self.blocks;
        let [px, py, _] = self.cells.map(|n| n + 2);
        let block = |at: usize| {
            let [a, b, c] = [at % bx, at / bx % by, at / (bx * by)].map(|at| at * BLOCK);
            // With the values around it, which reach into it.
            let range = |from: usize, n: usize| from..(from + BLOCK + 2).min(n + 2);
            let [mut low, mut high] = [Vec2::INFINITY, Vec2::ZERO];
            for (k, j) in range(c, self.cells[2]).flat_map(|k| range(b, self.cells[1]).map(move |j| (k, j))) {
                let row = (k * py + j) * px;
                for value in &self.values[row..][range(a, self.cells[0])] {
                    let value = Vec2::from_array(*value);
                    (low, high) = (low.min(value), high.max(value));
                }
            }
            if high[0] == 0.0 {
                return 0;
            }
            let contrast = high[0] - low[0] + SMOOTH_LIGHT * high[0] * (high[1] - low[1]);
            [8, 4, 2].into_iter().find(|&length| contrast * f32::from(length) <= COARSE).unwrap_or(1)
        };
        self.steps = (0..self.blocks.iter().product()).into_par_iter().map(block).collect();
    }

    /// Optical depth a cell and sunlight at a place in cells from the corner, trilinear.
    #[inline(always)]
    pub(super) fn sample(&self, at: Vec3) -> [f32; 2] {
        let [nx, ny, nz] = self.cells;
        let (px, py) = (nx + 2, ny + 2);
        let most = Vec3::new(nx as f32, ny as f32, nz as f32) + 0.999_9;
        let place = (at + 0.5).max(Vec3::ZERO).min(most);
        // Not negative, so that it is rounded down.
        let (i, j, k) = (place.x as i32, place.y as i32, place.z as i32);
        let part = place - Vec3::new(i as f32, j as f32, k as f32);
        let first = (k as usize * py + j as usize) * px + i as usize;
        let line = |row: usize| {
            let two = &self.values[row..row + 2];
            Vec4::new(two[0][0], two[0][1], two[1][0], two[1][1])
        };
        let mix = |a: Vec4, b: Vec4, part: f32| a + (b - a) * part;
        let low = mix(line(first), line(first + px), part.y);
        let high = mix(line(first + px * py), line(first + px * (py + 1)), part.y);
        let [depth, sun, next_depth, next_sun] = mix(low, high, part.z).to_array();
        [depth + (next_depth - depth) * part.x, sun + (next_sun - sun) * part.x]
    }

    /// Where a ray from `from` along `way`, both in cells, is in the box: from and to, in ways; `None` where it misses it. The way is
    /// [`moving`] along each axis.
    #[inline]
    pub(super) fn crossing(&self, from: Vec3, way: Vec3) -> Option<[f32; 2]> {
        let size = Vec3::from_array(self.cells.map(|n| n as f32));
        let inverse = way.recip();
        let (a, b) = (-from * inverse, (size - from) * inverse);
        let enters = a.min(b).max_element().max(0.0);
        let leaves = a.max(b).min_element();
        (enters < leaves).then_some([enters, leaves])
    }

    /// A place in cells from the corner.
    #[inline]
    pub(super) fn in_cells(&self, place_m: Vec3) -> Vec3 {
        (place_m - self.corner_m) / self.cell_m
    }
}

/// A ray's way, along each axis a little at least, so that its inverse is a number.
#[inline(always)]
pub(super) fn moving(way: Vec3) -> Vec3 {
    Vec3::select(way.abs().cmplt(Vec3::splat(1e-9)), Vec3::splat(1e-9), way)
}
