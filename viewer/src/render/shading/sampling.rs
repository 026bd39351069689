//! Bilinear values of textures at eight places.

use super::lanes::{LANES, Lanes, index};
use super::tiles::{PATTERN, PATTERNS};

/// A texture that repeats at places in its sides, bilinear.
#[inline(always)]
pub(super) fn wrapped<const N: usize>(texels: &[[f32; N]], side: usize, u: Lanes, v: Lanes) -> [Lanes; N] {
    let (x, y) = (u.fract() * side as f32, v.fract() * side as f32);
    gather(texels, x, y, |i, j| repeated(i, j, side))
}

#[inline(always)]
fn repeated(i: usize, j: usize, side: usize) -> [usize; 4] {
    let [i, j] = [i & (side - 1), j & (side - 1)];
    let (east, north) = ((i + 1) & (side - 1), (j + 1) & (side - 1));
    [j * side + i, j * side + east, north * side + i, north * side + east]
}

/// A channel of the patterns, 0..=1, at places in their sides.
#[inline(always)]
pub(super) fn wrapped_channel(channel: usize, u: Lanes, v: Lanes) -> Lanes {
    let patterns = &**PATTERNS;
    let (x, y) = (u.fract() * PATTERN as f32, v.fract() * PATTERN as f32);
    let mut all = Lanes::ZERO;
    for k in 0..LANES {
        let (left, down) = (x.0[k].floor(), y.0[k].floor());
        let (i, j) = (index(left), index(down));
        let (s, t) = (x.0[k] - left, y.0[k] - down);
        let [a, b, c, d] = repeated(i, j, PATTERN);
        let [a, b, c, d] = [
            f32::from(patterns[a][channel]),
            f32::from(patterns[b][channel]),
            f32::from(patterns[c][channel]),
            f32::from(patterns[d][channel]),
        ];
        let (south, north) = (a + (b - a) * s, c + (d - c) * s);
        all.0[k] = (south + (north - south) * t) * (1.0 / 255.0);
    }
    all
}

/// Grain in a tile of some side, m, as far as pixels of a footprint, m, show it.
#[inline(always)]
pub(super) fn grain(x: Lanes, y: Lanes, side: f32, lod: Lanes) -> Lanes {
    if !lod.any_below(side * 0.2) {
        return Lanes::ZERO;
    }
    let fine = wrapped_channel(1, x * (1.0 / side), y * (1.0 / side)) - 0.5;
    fine * (1.0 - lod.smoothstep(side * 0.02, side * 0.2))
}

/// Bilinear values at places in texels, of the four that `corners` gives.
#[inline(always)]
pub(super) fn gather<const N: usize>(
    texels: &[[f32; N]],
    x: Lanes,
    y: Lanes,
    corners: impl Fn(usize, usize) -> [usize; 4],
) -> [Lanes; N] {
    let mut all = [Lanes::ZERO; N];
    for k in 0..LANES {
        let (left, down) = (x.0[k].floor(), y.0[k].floor());
        let (i, j) = (index(left), index(down));
        let (s, t) = (x.0[k] - left, y.0[k] - down);
        let [a, b, c, d] = corners(i, j);
        let (a, b, c, d) = (&texels[a], &texels[b], &texels[c], &texels[d]);
        for n in 0..N {
            let (south, north) = (a[n] + (b[n] - a[n]) * s, c[n] + (d[n] - c[n]) * s);
            all[n].0[k] = south + (north - south) * t;
        }
    }
    all
}
