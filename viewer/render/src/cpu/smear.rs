//! What water mirrors, spread along the columns of the picture by slopes that are too fine to be seen. The twin of `smear.wgsl`.

use std::ops::Range;

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
    /// Spreads each texel of a part of a picture of so many rows: where nothing is seen, what is seen nearest above and below tells how far.
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
                if near >> part & 1 > 0 {
                    let reaches = column.reaches([x, row], reaches[row * width + x], search);
                    *texel = column.light([x, row], reaches).into();
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
    /// How far the light that comes to a texel from above and from below is spread, in rows, where any comes: by what is seen there, or nearest to it on that
    /// side and as far as that reaches.
    fn reaches(&self, [x, row]: [usize; 2], own: u8, search: usize) -> [Option<f32>; 2] {
        if own > 0 {
            return [Some(reach_of(own, self.farthest)); 2];
        }
        let (cell, cells) = (row / TOGETHER, self.codes.len() / self.width);
        let nearest = |cell_at: &dyn Fn(usize) -> Option<usize>| {
            let code =
                |k| cell_at(k).filter(|cell| *cell < cells).map_or(0, |at| self.codes[at * self.width + x]);
            let (k, code) = (0..=search).map(|k| (k, code(k))).find(|(_, code)| *code > 0)?;
            let reach = reach_of(code, self.farthest);
            ((k.saturating_sub(1) * TOGETHER) as f32 <= reach).then_some(reach)
        };
        [nearest(&|k| cell.checked_sub(k)), nearest(&|k| Some(cell + k))]
    }

    /// Light that comes to a texel from within some rows above and below it; nothing is beyond the first and the last row.
    fn light(&self, [x, row]: [usize; 2], [above, below]: [Option<f32>; 2]) -> Vec4 {
        let first = |taps: usize| row.saturating_sub(taps)..row;
        let last = |taps: usize| row..(row + taps + 1).min(self.height);
        let middle = row as f32 + 0.5;
        let of_side = |reach: f32, rows: &dyn Fn(usize) -> Range<usize>, side: f32| {
            let length = 2.0 * reach + 1.0;
            if reach < TOGETHER as f32 {
                // The outermost ones in part.
                let weight = |at: usize| (reach + 1.0 - at.abs_diff(row) as f32).clamp(0.0, 1.0);
                let of = |at: usize| Vec4::from(self.from[at * self.width + x]) * weight(at);
                return rows(reach.ceil() as usize).map(of).sum::<Vec4>() / length;
            }
            // The means of rows together, linear between the sums above them.
            (self.sum_above(x, middle + side * 0.5 * length) - self.sum_above(x, middle)) * (side / length)
        };
        let above = above.map_or(Vec4::ZERO, |reach| of_side(reach, &first, -1.0));
        above + below.map_or(Vec4::ZERO, |reach| of_side(reach, &last, 1.0))
    }

    fn sum_above(&self, x: usize, row: f32) -> Vec4 {
        let cells = self.codes.len() / self.width;
        let at = (row / TOGETHER as f32).clamp(0.0, cells as f32);
        let cell = (at as usize).min(cells - 1);
        let [above, below] = [cell, cell + 1].map(|cell| self.sums[cell * self.width + x]);
        above + (below - above) * (at - cell as f32)
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
        covers((0..ROWS).map(|row| if seen.contains(&row) { reach(row) } else { 0 }).collect())
    }

    /// Covers of the rows of a picture, of which those are seen that have a reach.
    fn covers(reaches: Vec<u8>) -> Vec<f32> {
        let texels = reaches.iter().map(|code| [f32::from(u8::from(*code > 0)); 4]).collect();
        let parts = Parts(reaches.iter().map(|code| u64::from(*code > 0)).collect());
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

    /// A wall far behind a boat, whose bottom is its waterline: the light of the one goes on to where the other begins.
    #[test]
    fn an_image_does_not_end_the_light_of_one_above_it() {
        let code = |reach| code_of(reach, ROWS as f32 * FURTHEST);
        let image = |boat: Range<usize>| {
            let reaches = (0..ROWS).map(|row| {
                if row < 40 {
                    code(48.0)
                } else if boat.contains(&row) {
                    code(0.0)
                } else {
                    0
                }
            });
            covers(reaches.collect())
        };
        let (alone, behind) = (image(0..0), image(70..90));
        assert!(
            alone[69] > 0.1 && alone[45..].windows(2).all(|pair| pair[1] <= pair[0]),
            "{:?}",
            &alone[40..]
        );
        // Of rows that are taken together the last have a part of what begins there.
        for row in 40..64 {
            assert!((behind[row] - alone[row]).abs() < 0.01, "{row}: {} for {}", behind[row], alone[row]);
        }
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
