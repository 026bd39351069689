//! The mask of all bodies, composited from their tiles.

use super::blocks::Blocks;
use super::layers::{CellBox, Layers, NO_BOTTOM, NO_TOP};
use crate::draw::Tile;
use crate::raster::{LANES, Lanes, with_lanes};
use pulp::{Simd, WithSimd};
use rayon::prelude::*;
use std::ops::Range;

/// Fewest rows of cells, and fewest samples, that are worth a task of their own.
const BAND_ROWS: usize = 16;
const BAND_SAMPLES: usize = 1 << 12;

/// Redraws the `dirty` part of `layers`, which have `nx` cells a row with `n × n` samples each: clears it and composites the tiles
/// there, in their order. Each sample goes to the tile with the lowest bottom, of equal ones to the first.
///
/// Rows of tiles are composited whole, beyond the dirty columns too: what is not dirty shows the tiles already, and compositing
/// them again changes nothing. `members` is memory for what lies in each band of rows.
pub(crate) fn merge(
    (nx, n): (usize, usize),
    layers: &mut Layers,
    (dirty, members): (&Blocks, &mut Vec<Vec<usize>>),
    (tiles, boxes): (&[Tile], &[CellBox]),
) {
    let band = (BAND_SAMPLES / (nx * n * n)).max(BAND_ROWS);
    let samples = band * nx * n * n;
    let Layers { label, top_m, bottom_m } = layers;
    members.resize_with(label.len().div_ceil(samples), Vec::new);
    members.iter_mut().for_each(Vec::clear);
    for (k, cells) in boxes.iter().enumerate().filter(|(_, cells)| !cells.y.is_empty()) {
        for members in &mut members[cells.y.start / band..=(cells.y.end - 1) / band] {
            members.push(k);
        }
    }
    let layers = label
        .par_chunks_mut(samples)
        .zip(top_m.par_chunks_mut(samples))
        .zip(bottom_m.par_chunks_mut(samples));
    layers.zip(&*members).enumerate().for_each(|(k, (((label, top_m), bottom_m), members))| {
        let rows = k * band..k * band + label.len() / (nx * n * n);
        with_lanes(Band { rows, nx, n, label, top_m, bottom_m, dirty, members, tiles, boxes });
    });
}

/// A band of rows of cells, to be redrawn.
struct Band<'a> {
    rows: Range<usize>,
    nx: usize,
    n: usize,
    label: &'a mut [u16],
    top_m: &'a mut [f32],
    bottom_m: &'a mut [f32],
    dirty: &'a Blocks,
    /// Indices of the tiles that lie in the band.
    members: &'a [usize],
    tiles: &'a [Tile],
    boxes: &'a [CellBox],
}

impl WithSimd for Band<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { rows, nx, n, label, top_m, bottom_m, dirty, members, tiles, boxes } = self;
        // Samples `x0..x1` of row `row`, as indices into the band.
        let samples = |row: usize, x0: usize, x1: usize| {
            let start = (row - rows.start * n) * nx * n;
            start + x0..start + x1
        };
        for j in rows.clone() {
            for columns in dirty.runs(j) {
                for row in j * n..(j + 1) * n {
                    let run = samples(row, columns.start * n, columns.end * n);
                    label[run.clone()].fill(0);
                    top_m[run.clone()].fill(NO_TOP);
                    bottom_m[run].fill(NO_BOTTOM);
                }
            }
        }
        for &k in members {
            let (tile, cells) = (&tiles[k], &boxes[k]);
            let (clip, bits) = (tile.on_grid(), dirty.bits(cells));
            for j in cells.y.start.max(rows.start)..cells.y.end.min(rows.end) {
                if !dirty.meets(j, bits) {
                    continue;
                }
                for row in (j * n).max(clip.y0 as usize)..((j + 1) * n).min(clip.y1 as usize) {
                    let run = samples(row, clip.x0 as usize, clip.x1 as usize);
                    let target = (&mut label[run.clone()], &mut top_m[run.clone()], &mut bottom_m[run]);
                    composite_row(simd, cells.label, tile.row(row as i32), target);
                }
            }
        }
    }
}

/// Assigns to the body the samples of a row where its bottom is lower than the one there.
///
/// Works on eight samples at a time; the last eight may overlap those before, since repeating it changes nothing.
#[inline(always)]
fn composite_row<S: Simd>(
    simd: S,
    own: u16,
    reach_m: &[[f32; 2]],
    (label, top_m, bottom_m): (&mut [u16], &mut [f32], &mut [f32]),
) {
    let samples = label.len();
    if samples < LANES {
        for k in 0..samples {
            let [up_m, down_m] = reach_m[k];
            if -down_m < bottom_m[k] {
                (label[k], top_m[k], bottom_m[k]) = (own, up_m, -down_m);
            }
        }
        return;
    }
    let (yes, no) = (Lanes::splat(simd, f32::from_bits(u32::MAX)), Lanes::splat(simd, 0.0));
    let mut first = 0;
    loop {
        let eight = first..first + LANES;
        let label = &mut label[eight.clone()];
        // Assignments: a copy of slices is a call.
        let numbers: &[f32; 2 * LANES] =
            reach_m[eight.clone()].as_flattened().first_chunk().expect("two numbers a sample");
        let (mut top, mut bottom) = ([0.0; LANES], [0.0; LANES]);
        for k in 0..LANES {
            top[k] = numbers[2 * k];
        }
        for k in 0..LANES {
            bottom[k] = -numbers[2 * k + 1];
        }
        let (top, bottom) = (Lanes::new(simd, top), Lanes::new(simd, bottom));
        let (to_top, to_bottom) = (vector(&mut top_m[eight.clone()]), vector(&mut bottom_m[eight]));
        let (old_top, old_bottom) = (Lanes::new(simd, *to_top), Lanes::new(simd, *to_bottom));
        let wins = bottom.less_than(old_bottom);
        // Bits instead of branches, which would be mispredicted at the outline of every body.
        let wins_bits = wins.select(yes, no).to_bits();
        for k in 0..LANES {
            label[k] ^= (label[k] ^ own) & wins_bits[k] as u16;
        }
        *to_top = wins.select(top, old_top).to_array();
        *to_bottom = wins.select(bottom, old_bottom).to_array();
        if first + LANES == samples {
            return;
        }
        first = (first + LANES).min(samples - LANES);
    }
}

#[inline(always)]
fn vector(samples: &mut [f32]) -> &mut [f32; LANES] {
    samples.first_chunk_mut().expect("a whole vector")
}
