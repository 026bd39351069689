//! What water mirrors, spread along the columns of the picture by slopes that are too fine to be seen. The twin of `smear.wgsl`.

use glam::Vec4;
use rayon::prelude::*;

use crate::shading::{FURTHEST, Mirror, Parts, TOGETHER, reach_of};

/// What a picture of mirrored bodies was before it was smeared; kept for its memory.
#[derive(Default)]
pub(super) struct Smear {
    /// How far each texel is spread, as [`reach_of`] reads it; 0 where nothing is seen.
    pub(super) reaches: Vec<u8>,
    texels: Vec<[f32; 4]>,
    /// Sums of the texels of each column above each [`TOGETHER`] rows, and below the last.
    sums: Vec<Vec4>,
    /// The farthest of the reaches in those rows.
    codes: Vec<u8>,
    seen: Vec<u64>,
}

impl Smear {
    /// Spreads each texel of a part of a picture of so many rows: where nothing is seen, what is seen nearest tells how far.
    pub(super) fn spread(&mut self, mirror: &mut Mirror, rows: usize) {
        let Self { reaches, texels: from, sums, codes, seen } = self;
        let Mirror { size: [width, height], texels, seen: Parts(parts), .. } = mirror;
        let (width, height) = (*width, *height);
        let farthest = (rows as f32 * FURTHEST).max(1.0);
        let cells = height.div_ceil(TOGETHER);
        std::mem::swap(texels, from);
        texels.resize(from.len(), [0.0; 4]);
        seen.clone_from(parts);
        sums.clear();
        sums.resize((cells + 1) * width, Vec4::ZERO);
        codes.clear();
        codes.resize(cells * width, 0);
        for (row, texels) in from.chunks_exact(width).enumerate() {
            let cell = row / TOGETHER;
            let (above, below) = sums[cell * width..].split_at_mut(width);
            if row % TOGETHER == 0 {
                below[..width].copy_from_slice(above);
            }
            if seen[row] == 0 {
                continue;
            }
            below.iter_mut().zip(texels).for_each(|(sum, texel)| *sum += Vec4::from_array(*texel));
            let of_row = codes[cell * width..].iter_mut().zip(&reaches[row * width..][..width]);
            of_row.for_each(|(code, reach)| *code = (*reach).max(*code));
        }
        let most = codes.par_iter().copied().max().unwrap_or(0);
        let search = reach_of(most, farthest) as usize / TOGETHER + 1;
        let (from, sums, codes, seen) = (&*from, &*sums, &*codes, &*seen);
        let column = Column { from, sums, codes, width, height, farthest };
        texels.par_chunks_mut(width).zip(parts).enumerate().for_each(|(row, (texels, parts))| {
            let cell = row / TOGETHER;
            let near = cell.saturating_sub(search) * TOGETHER..((cell + search + 1) * TOGETHER).min(height);
            let near = seen[near].iter().fold(0, |all, row| all | row);
            texels.fill([0.0; 4]);
            for (x, texel) in texels.iter_mut().enumerate() {
                let part = Parts::part(width, x);
                if near >> part & 1 > 0
                    && let Some(reach) = column.reach(x, row, reaches[row * width + x], search)
                {
                    *texel = column.mean(x, row, reach).into();
                    *parts |= u64::from(texel[3] > 0.0) << part;
                }
            }
        });
    }
}

/// Columns of a picture.
struct Column<'a> {
    from: &'a [[f32; 4]],
    sums: &'a [Vec4],
    codes: &'a [u8],
    width: usize,
    height: usize,
    farthest: f32,
}

impl Column<'_> {
    /// How far the light that comes to a texel is spread, in rows: by what is seen there, or nearest to it and as far as that reaches.
    fn reach(&self, x: usize, row: usize, own: u8, search: usize) -> Option<f32> {
        if own > 0 {
            return Some(reach_of(own, self.farthest));
        }
        let (cell, cells) = (row / TOGETHER, self.codes.len() / self.width);
        let of = |cell: usize| self.codes[cell * self.width + x];
        for k in 0..=search {
            let above = cell.checked_sub(k).map_or(0, of);
            let below = if cell + k < cells { of(cell + k) } else { 0 };
            let found = above.max(below);
            if found > 0 {
                let reach = reach_of(found, self.farthest);
                return ((k.saturating_sub(1) * TOGETHER) as f32 <= reach).then_some(reach);
            }
        }
        None
    }

    /// Mean of the texels within some rows of one; nothing is beyond the first and the last row.
    fn mean(&self, x: usize, row: usize, reach: f32) -> Vec4 {
        if reach < TOGETHER as f32 {
            let taps = reach.ceil() as usize;
            let (first, last) = (row.saturating_sub(taps), (row + taps).min(self.height - 1));
            // The outermost ones in part.
            let weight = |at: usize| (reach + 1.0 - at.abs_diff(row) as f32).clamp(0.0, 1.0);
            let of = |at: usize| Vec4::from(self.from[at * self.width + x]) * weight(at);
            return (first..=last).map(of).sum::<Vec4>() / (2.0 * reach + 1.0);
        }
        // The means of rows together, linear between the sums above them.
        let cells = self.codes.len() / self.width;
        let sum_above = |row: f32| {
            let at = (row / TOGETHER as f32).clamp(0.0, cells as f32);
            let cell = (at as usize).min(cells - 1);
            let [above, below] = [cell, cell + 1].map(|cell| self.sums[cell * self.width + x]);
            above + (below - above) * (at - cell as f32)
        };
        let (middle, half) = (row as f32 + 0.5, reach + 0.5);
        (sum_above(middle + half) - sum_above(middle - half)) / (2.0 * half)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shading::code_of;

    const ROWS: usize = 400;

    /// Covers of the rows of a picture in which some rows are seen, each spread as far as it is from a waterline, times `slope`.
    fn smeared(seen: std::ops::Range<usize>, waterline: usize, slope: f32) -> Vec<f32> {
        let farthest = ROWS as f32 * FURTHEST;
        let reach = |row: usize| code_of((row - waterline) as f32 * slope, farthest);
        let reaches = (0..ROWS).map(|row| if seen.contains(&row) { reach(row) } else { 0 }).collect();
        let texels = (0..ROWS).map(|row| [f32::from(u8::from(seen.contains(&row))); 4]).collect();
        let parts = Parts((0..ROWS).map(|row| u64::from(seen.contains(&row))).collect());
        let mut mirror = Mirror { first: [0, 0], size: [1, ROWS], texels, seen: parts };
        Smear { reaches, ..Smear::default() }.spread(&mut mirror, ROWS);
        let bits = mirror.seen.0.iter().zip(&mirror.texels);
        assert!(bits.into_iter().all(|(bit, texel)| *bit == 1 || texel[3] == 0.0), "what is drawn is found");
        mirror.texels.iter().map(|texel| texel[3]).collect()
    }

    #[test]
    fn an_image_is_sharp_where_it_begins_and_fades_where_it_ends() {
        let covers = smeared(50..150, 50, 0.3);
        assert!(covers[..50].iter().sum::<f32>() < 1.0 && covers[..47].iter().all(|cover| *cover == 0.0));
        assert!(covers[51..60].iter().all(|cover| *cover > 0.6), "{:?}", &covers[48..60]);
        assert!(covers[70..110].iter().all(|cover| *cover > 0.99), "{:?}", &covers[70..110]);
        assert!((covers[150] - 0.5).abs() < 0.1, "half of it at its end: {}", covers[150]);
        assert!(covers[185..].iter().all(|cover| *cover == 0.0), "nothing beyond its reach");
        assert!(covers[120..].windows(2).all(|pair| pair[1] <= pair[0] + 1e-3), "it fades evenly");
    }

    #[test]
    fn a_strip_far_from_its_waterline_dissolves_and_keeps_its_light() {
        assert_eq!(smeared(100..104, 100, 0.0).iter().sum::<f32>(), 4.0);
        let strip = smeared(100..104, 20, 0.3);
        assert!(strip.iter().all(|cover| *cover < 0.12), "{strip:?}");
        let sum: f32 = strip.iter().sum();
        assert!((sum - 4.0).abs() < 0.5, "{sum}");
    }
}
