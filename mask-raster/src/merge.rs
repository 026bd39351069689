//! Bodies laid over each other.

use crate::mask::{CellBox, Layers};
use crate::raster::{LANES, with_lanes};
use crate::tile::Tile;
use pulp::{Simd, WithSimd};
use rayon::prelude::*;
use std::ops::Range;

/// Rows of cells that a thread works on at a time.
const BAND: usize = 16;

/// Blanks the `dirty` columns of each row of cells in `layers`, `width` samples a row, and lays the tiles over each other
/// there.
pub(crate) fn merge(
    width: usize,
    samples_per_side: usize,
    layers: &mut Layers,
    dirty: &[Range<usize>],
    (tiles, boxes): (&[Tile], &[CellBox]),
) {
    let mut members = vec![Vec::new(); dirty.len().div_ceil(BAND)];
    for (k, cells) in boxes.iter().enumerate().filter(|(_, cells)| !cells.y.is_empty()) {
        for band in &mut members[cells.y.start / BAND..=(cells.y.end - 1) / BAND] {
            band.push(k);
        }
    }
    let samples = BAND * samples_per_side * width;
    let Layers { label, top_m, bottom_m } = layers;
    let bands = label
        .par_chunks_mut(samples)
        .zip(top_m.par_chunks_mut(samples))
        .zip(bottom_m.par_chunks_mut(samples));
    let bands = bands.zip(dirty.par_chunks(BAND)).zip(members).enumerate();
    bands.for_each(|(k, ((((label, top_m), bottom_m), dirty), members))| {
        if dirty.iter().any(|columns| !columns.is_empty()) {
            let first_row = k * BAND * samples_per_side;
            with_lanes(Band {
                first_row,
                width,
                samples_per_side,
                label,
                top_m,
                bottom_m,
                dirty,
                members,
                tiles,
                boxes,
            });
        }
    });
}

/// Some rows of the mask.
struct Band<'a> {
    first_row: usize,
    width: usize,
    samples_per_side: usize,
    label: &'a mut [u16],
    top_m: &'a mut [f32],
    bottom_m: &'a mut [f32],
    dirty: &'a [Range<usize>],
    members: Vec<usize>,
    tiles: &'a [Tile],
    boxes: &'a [CellBox],
}

impl WithSimd for Band<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self {
            first_row,
            width,
            samples_per_side: n,
            label,
            top_m,
            bottom_m,
            dirty,
            members,
            tiles,
            boxes,
        } = self;
        for (row, columns) in (0..dirty.len() * n).map(|row| (row, &dirty[row / n])) {
            let range = row * width + columns.start * n..row * width + columns.end * n;
            label[range.clone()].fill(0);
            top_m[range.clone()].fill(f32::NEG_INFINITY);
            bottom_m[range].fill(f32::INFINITY);
        }
        for k in members {
            let (tile, own) = (&tiles[k], boxes[k].label);
            let clip = tile.on_grid();
            let (from, to) = (clip.y0 as usize, clip.y1 as usize);
            for y in from.max(first_row)..to.min(first_row + dirty.len() * n) {
                let row = y - first_row;
                let columns = &dirty[row / n];
                let (x0, x1) =
                    ((clip.x0 as usize).max(columns.start * n), (clip.x1 as usize).min(columns.end * n));
                if x0 >= x1 {
                    continue;
                }
                let range = row * width + x0..row * width + x1;
                let (top, bottom) = tile.row(y as i32);
                let part = x0 - clip.x0 as usize..x1 - clip.x0 as usize;
                let below = (&mut label[range.clone()], &mut top_m[range.clone()], &mut bottom_m[range]);
                lay_over(own, (&top[part.clone()], &bottom[part]), below);
            }
        }
    }
}

/// Gives the samples where `bottom` is lower to the body.
///
/// Eight at a time; the last eight may begin among those before, for doing it twice changes nothing.
#[inline(always)]
fn lay_over(
    own: u16,
    (top, bottom): (&[f32], &[f32]),
    (label, top_m, bottom_m): (&mut [u16], &mut [f32], &mut [f32]),
) {
    let samples = label.len();
    if samples < LANES {
        for k in 0..samples {
            if bottom[k] < bottom_m[k] {
                (label[k], top_m[k], bottom_m[k]) = (own, top[k], bottom[k]);
            }
        }
        return;
    }
    let mut first = 0;
    loop {
        let eight = first..first + LANES;
        let (top, bottom) = (&top[eight.clone()], &bottom[eight.clone()]);
        let (label, top_m, bottom_m) =
            (&mut label[eight.clone()], &mut top_m[eight.clone()], &mut bottom_m[eight]);
        for k in 0..LANES {
            let wins = bottom[k] < bottom_m[k];
            label[k] = if wins { own } else { label[k] };
            top_m[k] = if wins { top[k] } else { top_m[k] };
            bottom_m[k] = if wins { bottom[k] } else { bottom_m[k] };
        }
        if first + LANES == samples {
            return;
        }
        first = (first + LANES).min(samples - LANES);
    }
}
