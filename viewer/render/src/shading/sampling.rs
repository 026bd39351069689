//! Bilinear values of textures at places side by side.

use glam::{Mat4, Vec4};
use pulp::Simd;

use super::lanes::{Lanes, MOST, index};
use super::tiles::{PATTERN, PATTERN_QUADS};

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
    let quads = &*PATTERN_QUADS[channel];
    let (x, y) = (u.fract() * PATTERN as f32, v.fract() * PATTERN as f32);
    // A fraction may be rounded to 1: all the way to the next texel.
    let last = (PATTERN - 1) as f32;
    let (left, down) = (x.floor().min(last), y.floor().min(last));
    let (s, t) = (x - left, y - down);
    let mut places = [0; MOST];
    (down * PATTERN as f32 + left).store_whole(&mut places);
    let mut words = [0; MOST];
    for k in 0..Lanes::<S>::COUNT {
        words[k] = quads[places[k] as usize % (PATTERN * PATTERN)];
    }
    let simd = s.simd();
    let south = Lanes::byte(simd, &words, 0).lerp(Lanes::byte(simd, &words, 1), s);
    let north = Lanes::byte(simd, &words, 2).lerp(Lanes::byte(simd, &words, 3), s);
    south.lerp(north, t) * (1.0 / 255.0)
}

/// Bilinear values of a byte of words at four corners.
// A function, for a closure is compiled for the least of machines.
#[inline(always)]
pub(super) fn between<S: Simd>(corners: &[[u32; MOST]; 4], byte: u32, s: Lanes<S>, t: Lanes<S>) -> Lanes<S> {
    let simd = s.simd();
    let south = Lanes::byte(simd, &corners[0], byte).lerp(Lanes::byte(simd, &corners[1], byte), s);
    let north = Lanes::byte(simd, &corners[2], byte).lerp(Lanes::byte(simd, &corners[3], byte), s);
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
    let mut all = [[0.0; MOST]; 4];
    // Written out: what the compiler does not inline is compiled for the least of machines.
    let mut first = 0;
    while first < Lanes::<S>::COUNT {
        let mut values = [Vec4::ZERO; 4];
        for n in 0..Lanes::<S>::COUNT.min(4) {
            let k = first + n;
            let [a, b, c, d] = corners(index(left[k]), index(down[k]));
            let (a, b) = (padded(&texels[a]), padded(&texels[b]));
            let (c, d) = (padded(&texels[c]), padded(&texels[d]));
            let (south, north) = (a + (b - a) * s[k], c + (d - c) * s[k]);
            values[n] = south + (north - south) * t[k];
        }
        spread(values, &mut all, first);
        first += 4;
    }
    let mut lanes = [x; N];
    for n in 0..N {
        lanes[n] = Lanes::load(x.simd(), &all[n]);
    }
    lanes
}

/// A texel's channels, and 0 for those that it does not have.
#[inline(always)]
fn padded<const N: usize>(texel: &[f32; N]) -> Vec4 {
    let mut all = [0.0; 4];
    all[..N].copy_from_slice(texel);
    Vec4::from_array(all)
}

/// Puts the channels of four values into those of the lanes from `first` on.
#[inline(always)]
pub(super) fn spread(values: [Vec4; 4], lanes: &mut [[f32; MOST]; 4], first: usize) {
    let channels = Mat4::from_cols(values[0], values[1], values[2], values[3]).transpose();
    lanes[0][first..first + 4].copy_from_slice(&channels.x_axis.to_array());
    lanes[1][first..first + 4].copy_from_slice(&channels.y_axis.to_array());
    lanes[2][first..first + 4].copy_from_slice(&channels.z_axis.to_array());
    lanes[3][first..first + 4].copy_from_slice(&channels.w_axis.to_array());
}
