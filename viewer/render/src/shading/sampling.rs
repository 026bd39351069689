//! Bilinear values of textures at places side by side.

use pulp::Simd;

use super::lanes::{Lanes, MOST, index};
use super::tiles::{PATTERN, PATTERNS};

/// A texture that repeats at places in its sides, bilinear.
#[inline(always)]
pub(super) fn wrapped<S: Simd, const N: usize>(
    texels: &[[f32; N]],
    side: usize,
    u: Lanes<S>,
    v: Lanes<S>,
) -> [Lanes<S>; N] {
    let (x, y) = (u.fract() * side as f32, v.fract() * side as f32);
    gather(texels, x, y, |i, j| repeated(i, j, side))
}

#[inline(always)]
fn repeated(i: usize, j: usize, side: usize) -> [usize; 4] {
    let (i, j) = (i & (side - 1), j & (side - 1));
    let (east, north) = ((i + 1) & (side - 1), (j + 1) & (side - 1));
    [j * side + i, j * side + east, north * side + i, north * side + east]
}

/// A channel of the patterns, 0..=1, at places in their sides.
#[inline(always)]
pub(super) fn wrapped_channel<S: Simd>(channel: usize, u: Lanes<S>, v: Lanes<S>) -> Lanes<S> {
    let patterns = &**PATTERNS;
    let (x, y) = (u.fract() * PATTERN as f32, v.fract() * PATTERN as f32);
    let (left, down) = (x.floor(), y.floor());
    let (s, t) = (x - left, y - down);
    let (left, down) = (left.as_slice(), down.as_slice());
    let mut corners = [[0.0; MOST]; 4];
    for k in 0..Lanes::<S>::COUNT {
        let [a, b, c, d] = repeated(index(left[k]), index(down[k]), PATTERN);
        corners[0][k] = f32::from(patterns[a][channel]);
        corners[1][k] = f32::from(patterns[b][channel]);
        corners[2][k] = f32::from(patterns[c][channel]);
        corners[3][k] = f32::from(patterns[d][channel]);
    }
    between(&corners, s, t) * (1.0 / 255.0)
}

/// Bilinear values between four corners.
// A function, for a closure is compiled for the least of machines.
#[inline(always)]
pub(super) fn between<S: Simd>(corners: &[[f32; MOST]; 4], s: Lanes<S>, t: Lanes<S>) -> Lanes<S> {
    let simd = s.simd();
    let south = Lanes::load(simd, &corners[0]).lerp(Lanes::load(simd, &corners[1]), s);
    let north = Lanes::load(simd, &corners[2]).lerp(Lanes::load(simd, &corners[3]), s);
    south.lerp(north, t)
}

/// Grain in a tile of some side, m, as far as pixels of a footprint, m, show it.
#[inline(always)]
pub(super) fn grain<S: Simd>(x: Lanes<S>, y: Lanes<S>, side: f32, lod: Lanes<S>) -> Lanes<S> {
    if !lod.any_below(side * 0.2) {
        return lod.like(0.0);
    }
    let fine = wrapped_channel(1, x * (1.0 / side), y * (1.0 / side)) - 0.5;
    fine * (1.0 - lod.smoothstep(side * 0.02, side * 0.2))
}

/// Bilinear values at places in texels, of the four that `corners` gives.
#[inline(always)]
pub(super) fn gather<S: Simd, const N: usize>(
    texels: &[[f32; N]],
    x: Lanes<S>,
    y: Lanes<S>,
    corners: impl Fn(usize, usize) -> [usize; 4],
) -> [Lanes<S>; N] {
    let (left, down) = (x.floor(), y.floor());
    let (s, t) = (x - left, y - down);
    let (left, down) = (left.as_slice(), down.as_slice());
    let (s, t) = (s.as_slice(), t.as_slice());
    let mut all = [[0.0; MOST]; N];
    // Written out: what the compiler does not inline is compiled for the least of machines.
    for k in 0..Lanes::<S>::COUNT {
        let [a, b, c, d] = corners(index(left[k]), index(down[k]));
        let (a, b, c, d) = (&texels[a], &texels[b], &texels[c], &texels[d]);
        for n in 0..N {
            let (south, north) = (a[n] + (b[n] - a[n]) * s[k], c[n] + (d[n] - c[n]) * s[k]);
            all[n][k] = south + (north - south) * t[k];
        }
    }
    let mut lanes = [x; N];
    for n in 0..N {
        lanes[n] = Lanes::load(x.simd(), &all[n]);
    }
    lanes
}
