//! Bilinear values of textures at places side by side.

use glam::{Mat4, Vec4};
use pulp::Simd;

use super::lanes::{Lanes, MOST, whole};
use super::tiles::{Bordered, PATTERN, PATTERN_BYTES, RIPPLE, RIPPLES, Stepped};

/// Curvatures of the ripples at places in the sides of their tile, bilinear.
#[inline(always)]
pub(super) fn ripple_curvatures<S: Simd>(u: Lanes<S>, v: Lanes<S>) -> [Lanes<S>; 3] {
    type Texels = Bordered<RIPPLES, 4>;
    let Stepped { bytes, step } = &RIPPLE.curvatures;
    let (texels, _) = bytes.0[..Texels::LENGTH].as_chunks::<4>();
    let texels = &texels[..Texels::LENGTH / 4];
    let (places, s, t) = wrapped_place::<S, RIPPLES, 4>(u, v);
    let mut corners = [[0; MOST]; 4];
    for k in 0..Lanes::<S>::COUNT {
        let place = places[k] as usize & Texels::LAST;
        corners[0][k] = u32::from_le_bytes(texels[place]);
        corners[1][k] = u32::from_le_bytes(texels[place + 1]);
        corners[2][k] = u32::from_le_bytes(texels[place + Texels::STRIDE]);
        corners[3][k] = u32::from_le_bytes(texels[place + Texels::STRIDE + 1]);
    }
    let zero = f32::from(Stepped::<4>::ZERO);
    [
        (between(&corners, 0, s, t) - zero) * *step,
        (between(&corners, 1, s, t) - zero) * *step,
        (between(&corners, 2, s, t) - zero) * *step,
    ]
}

/// Slopes of the ripples at places in the sides of their tile, bilinear.
#[inline(always)]
pub(super) fn ripple_slopes<S: Simd>(u: Lanes<S>, v: Lanes<S>) -> [Lanes<S>; 2] {
    type Texels = Bordered<RIPPLES, 2>;
    let Stepped { bytes, step } = &RIPPLE.slopes;
    let bytes = &bytes.0[..Texels::LENGTH];
    let (places, s, t) = wrapped_place::<S, RIPPLES, 2>(u, v);
    // Two texels side by side.
    let (mut south, mut north) = ([0; MOST], [0; MOST]);
    for k in 0..Lanes::<S>::COUNT {
        let place = 2 * (places[k] as usize & Texels::LAST);
        south[k] = word(bytes, place);
        north[k] = word(bytes, place + 2 * Texels::STRIDE);
    }
    let simd = s.simd();
    let zero = f32::from(Stepped::<2>::ZERO);
    let x_south = Lanes::byte(simd, &south, 0).lerp(Lanes::byte(simd, &south, 2), s);
    let x_north = Lanes::byte(simd, &north, 0).lerp(Lanes::byte(simd, &north, 2), s);
    let y_south = Lanes::byte(simd, &south, 1).lerp(Lanes::byte(simd, &south, 3), s);
    let y_north = Lanes::byte(simd, &north, 1).lerp(Lanes::byte(simd, &north, 3), s);
    [(x_south.lerp(x_north, t) - zero) * *step, (y_south.lerp(y_north, t) - zero) * *step]
}

/// A channel of the patterns, 0..=1, at places in their sides.
#[inline(always)]
pub(super) fn wrapped_channel<S: Simd>(channel: usize, u: Lanes<S>, v: Lanes<S>) -> Lanes<S> {
    type Texels = Bordered<PATTERN, 1>;
    let bytes = &PATTERN_BYTES[channel].0[..Texels::LENGTH];
    let (places, s, t) = wrapped_place::<S, PATTERN, 1>(u, v);
    let mut words = [0; MOST];
    for k in 0..Lanes::<S>::COUNT {
        let place = places[k] as usize & Texels::LAST;
        let south = u16::from_le_bytes([bytes[place], bytes[place + 1]]);
        let place = place + Texels::STRIDE;
        let north = u16::from_le_bytes([bytes[place], bytes[place + 1]]);
        words[k] = u32::from(south) | u32::from(north) << 16;
    }
    let simd = s.simd();
    let south = Lanes::byte(simd, &words, 0).lerp(Lanes::byte(simd, &words, 1), s);
    let north = Lanes::byte(simd, &words, 2).lerp(Lanes::byte(simd, &words, 3), s);
    south.lerp(north, t) * (1.0 / 255.0)
}

/// Places in sides of a texture that repeats: those of texels, and how far they are towards the next ones along x and y.
#[inline(always)]
fn wrapped_place<S: Simd, const SIDE: usize, const N: usize>(
    u: Lanes<S>,
    v: Lanes<S>,
) -> ([u32; MOST], Lanes<S>, Lanes<S>) {
    let simd = u.simd();
    let (x, y) = (u * SIDE as f32, v * SIDE as f32);
    let ((column, left), (row, down)) = (x.whole_below(), y.whole_below());
    // The side is a power of two, and a row one texel longer.
    let within = simd.splat_u32s(SIDE as u32 - 1);
    let (column, row) = (simd.and_u32s(column, within), simd.and_u32s(row, within));
    let rows = simd.wrapping_dyn_shl_u32s(row, simd.splat_u32s(SIDE.trailing_zeros()));
    let mut places = [0; MOST];
    let (vectors, _) = S::as_mut_simd_u32s(&mut places);
    vectors[0] = simd.add_u32s(simd.add_u32s(rows, row), column);
    (places, x - left, y - down)
}

/// Four bytes from a place on.
#[inline(always)]
fn word(bytes: &[u8], place: usize) -> u32 {
    u32::from_le_bytes([bytes[place], bytes[place + 1], bytes[place + 2], bytes[place + 3]])
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

/// Bilinear values at places in texels of a texture of a width, from 0 to the last; beyond as at the edge.
#[inline(always)]
pub(super) fn gather<S: Simd, const N: usize>(
    texels: &[[f32; N]],
    [width, height]: [usize; 2],
    x: Lanes<S>,
    y: Lanes<S>,
) -> [Lanes<S>; N] {
    // At the last texel all the way from the one before, if there is one.
    let last = [width, height].map(|n| number(n.saturating_sub(2)));
    let (left, down) = (x.floor().min(last[0]), y.floor().min(last[1]));
    let (s, t) = (x - left, y - down);
    let (mut columns, mut rows) = ([0; MOST], [0; MOST]);
    left.store_whole(&mut columns);
    down.store_whole(&mut rows);
    let (s, t) = (s.as_slice(), t.as_slice());
    let north = if height > 1 { width } else { 0 };
    let mut all = [[0.0; MOST]; 4];
    // Written out: what the compiler does not inline is compiled for the least of machines.
    let mut first = 0;
    while first < Lanes::<S>::COUNT {
        let mut values = [Vec4::ZERO; 4];
        for n in 0..Lanes::<S>::COUNT.min(4) {
            let k = first + n;
            let at = whole(rows[k]) * width + whole(columns[k]);
            let ([a, b], [c, d]) = (pair(texels, at), pair(texels, at + north));
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

/// A number of texels.
// Of 64 bits, the conversion takes a branch and many instructions more.
#[inline(always)]
pub(super) fn number(texels: usize) -> f32 {
    texels as u32 as f32
}

/// A texel and the next one; of the last one nothing comes next.
#[inline(always)]
fn pair<const N: usize>(texels: &[[f32; N]], at: usize) -> [Vec4; 2] {
    match texels.get(at..).and_then(<[_]>::first_chunk) {
        Some([here, next]) => [padded(here), padded(next)],
        None => [padded(&texels[at]); 2],
    }
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

#[cfg(test)]
mod tests {
    use super::super::tiles::PATTERNS;
    use super::*;

    /// Bilinear value of a texture that repeats, by its definition.
    fn repeating(side: usize, u: f32, v: f32, texel: impl Fn(usize) -> f32) -> f32 {
        let [x, y] = [u, v].map(|c| c.rem_euclid(1.0) * side as f32);
        let (i, j) = (x as usize, y as usize);
        let (s, t) = (x - x.floor(), y - y.floor());
        let at = |i: usize, j: usize| texel(j % side * side + i % side);
        let south = at(i, j) * (1.0 - s) + at(i + 1, j) * s;
        south * (1.0 - t) + (at(i, j + 1) * (1.0 - s) + at(i + 1, j + 1) * s) * t
    }

    #[test]
    fn textures_that_repeat_are_bilinear_and_without_a_seam() {
        let simd = pulp::Scalar128b;
        let (slopes, curvatures) = (RIPPLE.slopes.values(), RIPPLE.curvatures.values());
        let places = (0..400).map(|k| [0.377 * k as f32 - 70.0, 0.0391 * k as f32 - 8.0]);
        for [u, v] in places.chain([[0.999, 0.5], [0.5, 0.9999], [-1e-9, 0.25], [0.25, -1e-9], [1.0, 1.0]]) {
            let [x, y] = [u, v].map(|c| Lanes::splat(simd, c));
            for channel in 0..4 {
                let got = wrapped_channel(channel, x, y).as_slice()[3];
                let expected = repeating(PATTERN, u, v, |k| f32::from(PATTERNS[k][channel]) / 255.0);
                assert!((got - expected).abs() < 2e-3, "{u}, {v}: {got} for {expected}");
            }
            for (c, got) in ripple_slopes(x, y).iter().enumerate() {
                let (got, expected) = (got.as_slice()[3], repeating(RIPPLES, u, v, |k| slopes[k][c]));
                assert!((got - expected).abs() < 1e-4, "{u}, {v}: {got} for {expected}");
            }
            for (c, got) in ripple_curvatures(x, y).iter().enumerate() {
                let expected = repeating(RIPPLES, u, v, |k| curvatures[k][c]);
                assert!((got.as_slice()[3] - expected).abs() < 2e-3, "{u}, {v}: {got:?} for {expected}");
            }
        }
    }
}
