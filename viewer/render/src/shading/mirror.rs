//! Pictures of bodies that are seen in the water: of those above it, which it mirrors, and of those below it, through its surface.

use glam::Vec4;
use pulp::Simd;

use super::lanes::{Lanes, MOST, index};
use super::sampling::{number, spread};

/// Pixels of a picture along the side of a texel.
pub(crate) const COARSE: usize = 1;

/// Part of the picture's height over which what is mirrored is spread at most.
pub(crate) const FURTHEST: f32 = 0.125;
/// Rows whose mean is taken where light is spread over more of them.
pub(crate) const TOGETHER: usize = 8;
/// Half the height over which slopes too fine to be seen spread what is mirrored, over its height above the water and the sine of the
/// ray's elevation: such a slope turns the ray by twice its angle. As much as that of slopes of [`ROUGHNESS`], half of it along the ray,
/// even over √3 of their root.
pub(super) const SMEAR: f32 = 0.232;
/// The least sine of an elevation.
pub(super) const LEAST_SINE: f32 = 0.05;

/// Greatest of the numbers that stand for reaches, but for one.
pub(crate) const CODES: f32 = 254.0;

/// The number that stands for a reach in rows, of at most so many; 0 stands for nothing.
pub(crate) fn code_of(reach: f32, farthest: f32) -> u8 {
    (1.5 + CODES * (reach / farthest).clamp(0.0, 1.0)) as u8
}

/// The reach for which a number stands, in rows.
pub(crate) fn reach_of(code: u8, farthest: f32) -> f32 {
    f32::from(code.saturating_sub(1)) * (farthest / CODES)
}

/// A picture of bodies as they are seen in level water.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mirror {
    /// Texels of the picture to the left of the first and above it: only the box around the bodies is kept.
    pub(crate) first: [usize; 2],
    /// Texels across and down; none where nothing is seen.
    pub(crate) size: [usize; 2],
    /// Light, weighted by what the bodies cover, and that fraction.
    pub(crate) texels: Vec<[f32; 4]>,
    /// Where something is seen.
    pub(crate) seen: Parts,
}

impl Mirror {
    /// Texels across and down for a picture of some pixels.
    pub(crate) fn size_for(pixels: [usize; 2]) -> [usize; 2] {
        pixels.map(|n| n.div_ceil(COARSE))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.texels.is_empty()
    }

    /// Light and cover at places in pixels, bilinear; 0 where nothing is seen.
    #[inline(always)]
    pub(super) fn at<S: Simd>(&self, column: Lanes<S>, row: Lanes<S>) -> [Lanes<S>; 4] {
        let [width, height] = self.size;
        let x = column * (1.0 / COARSE as f32) - (0.5 + number(self.first[0]));
        let y = row * (1.0 / COARSE as f32) - (0.5 + number(self.first[1]));
        let away = (-x).greater(x - number(width - 1)).greater(-y).greater(y - number(height - 1));
        if !away.any_below(1.0) || !self.seen.shows(self.size, x.ends(), y.ends()) {
            return [column.like(0.0); 4];
        }
        let (left, down) = (x.floor(), y.floor());
        let (s, t) = (x - left, y - down);
        let (left, down, away) = (left.as_slice(), down.as_slice(), away.as_slice());
        let (s, t) = (s.as_slice(), t.as_slice());
        let mut all = [[0.0; MOST]; 4];
        let mut first = 0;
        while first < Lanes::<S>::COUNT {
            let mut values = [Vec4::ZERO; 4];
            for n in 0..Lanes::<S>::COUNT.min(4) {
                let k = first + n;
                if away[k] >= 1.0 {
                    continue;
                }
                // One more, so that it is not negative.
                let (i, j) = (index(left[k] + 1.0), index(down[k] + 1.0));
                let texel = |i: usize, j: usize| {
                    let inside = i > 0 && j > 0 && i <= width && j <= height;
                    if inside { Vec4::from_array(self.texels[(j - 1) * width + i - 1]) } else { Vec4::ZERO }
                };
                let (a, b, c, d) = (texel(i, j), texel(i + 1, j), texel(i, j + 1), texel(i + 1, j + 1));
                let (south, north) = (a + (b - a) * s[k], c + (d - c) * s[k]);
                values[n] = south + (north - south) * t[k];
            }
            spread(values, &mut all, first);
            first += 4;
        }
        let simd = column.simd();
        [
            Lanes::load(simd, &all[0]),
            Lanes::load(simd, &all[1]),
            Lanes::load(simd, &all[2]),
            Lanes::load(simd, &all[3]),
        ]
    }
}

/// Parts of a picture, most of which are empty: for each row of texels a bit for each that is not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parts(pub(crate) Vec<u64>);

impl Parts {
    /// The bit for a column of texels, of so many.
    #[inline(always)]
    pub(crate) fn part(width: usize, column: usize) -> u32 {
        (column >> Self::side(width).trailing_zeros()) as u32
    }

    /// Texels of a part of a row.
    fn side(width: usize) -> usize {
        width.div_ceil(64).next_power_of_two()
    }

    /// Becomes the parts of a picture with texels of so many a row; `nothing` is what all bits of texels are in which nothing is.
    pub(crate) fn find(&mut self, width: usize, texels: &[[u8; 4]], nothing: [u8; 4]) {
        let bits = u32::from_ne_bytes(nothing);
        let is_any = |texels: &[[u8; 4]]| {
            texels.iter().fold(0, |all, texel| all | u32::from_ne_bytes(*texel)) & bits != 0
        };
        self.0.clear();
        self.0.extend(texels.chunks_exact(width).map(|row| {
            let parts = row.chunks(Self::side(width)).enumerate();
            parts.fold(0, |all, (part, texels)| all | u64::from(is_any(texels)) << part)
        }));
    }

    /// Whether there is something between two columns and two rows, or beside them, of a picture of a size.
    #[inline(always)]
    pub(crate) fn shows(
        &self,
        [width, height]: [usize; 2],
        [left, right]: [f32; 2],
        [top, bottom]: [f32; 2],
    ) -> bool {
        let last = [(width - 1) as f32, (height - 1) as f32];
        let [from, to] = [(left - 1.0).clamp(0.0, last[0]), (right + 1.0).clamp(0.0, last[0])];
        let bits = (u64::MAX << Self::part(width, from as usize))
            & (u64::MAX >> (63 - Self::part(width, to as usize)));
        let [top, bottom] = [(top - 1.0).clamp(0.0, last[1]), (bottom + 1.0).clamp(0.0, last[1])];
        self.0.get(top as usize..=bottom as usize).is_none_or(|rows| rows.iter().any(|part| part & bits != 0))
    }
}

#[cfg(test)]
mod tests {
    use super::super::lighting::ROUGHNESS;
    use super::*;

    #[test]
    fn what_is_mirrored_is_spread_by_the_slopes_that_make_the_glint() {
        let rms = (ROUGHNESS / 2.0).sqrt();
        assert!((SMEAR - 2.0 * rms * 3.0_f32.sqrt()).abs() < 1e-3, "{}", 2.0 * rms * 3.0_f32.sqrt());
        let farthest = 67.5;
        for reach in [0.0, 0.3, 11.0, 67.5, 90.0] {
            let read = reach_of(code_of(reach, farthest), farthest);
            assert!((read - reach.min(farthest)).abs() < 0.14, "{read} for {reach}");
        }
    }

    #[test]
    fn a_box_shows_what_the_whole_picture_does() {
        let whole_size = [24, 16];
        let inside = |i: usize, j: usize| (7..13).contains(&i) && (5..9).contains(&j);
        let texel = |i: usize, j: usize| {
            if inside(i, j) { [0.1 * i as f32, 0.2 * j as f32, 0.3, 1.0] } else { [0.0; 4] }
        };
        let texels = |first: [usize; 2], size: [usize; 2]| {
            (0..size[0] * size[1]).map(|k| texel(first[0] + k % size[0], first[1] + k / size[0])).collect()
        };
        let mirror = |first, size: [usize; 2]| {
            let texels: Vec<[f32; 4]> = texels(first, size);
            let bit = |(k, texel): (usize, &[f32; 4])| u64::from(texel[3] > 0.0) << Parts::part(size[0], k);
            let bits = |row: &[[f32; 4]]| row.iter().enumerate().map(bit).fold(0, |all, bit| all | bit);
            let seen = Parts(texels.chunks(size[0]).map(bits).collect());
            Mirror { first, size, texels, seen }
        };
        let (whole, part) = (mirror([0, 0], whole_size), mirror([7, 5], [6, 4]));
        let mut seen = 0;
        for k in 0..100 * 70 {
            let (x, y) = (-0.6 + 0.25 * (k % 100) as f32, -0.6 + 0.25 * (k / 100) as f32);
            let [of_whole, of_part] = [&whole, &part].map(|mirror| {
                mirror
                    .at(Lanes::splat(pulp::Scalar, x), Lanes::splat(pulp::Scalar, y))
                    .map(|c| c.as_slice()[0])
            });
            assert!(
                of_whole.iter().zip(&of_part).all(|(a, b)| (a - b).abs() < 1e-5),
                "{x}, {y}: {of_whole:?} {of_part:?}"
            );
            seen += usize::from(of_part[3] > 0.5);
        }
        assert!(seen > 300, "{seen}");
    }
}
