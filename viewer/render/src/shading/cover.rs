//! What is seen of hulls in the water beside them: a bright line where it meets them, and the sky that they hide.
//!
//! Skylight comes to a place at some depth through a disc of about that radius on the surface above it (Snell's window, weighted by the
//! cosine). What hulls cover of the disc is dark. One radius is taken for a picture, the depth of the water in which its hulls float.

use glam::Vec2;
use pulp::Simd;
use rayon::prelude::*;

use super::lanes::Lanes;

/// Texels from a waterline over which its nearness falls.
pub(super) const CONTACT: f32 = 2.5;
/// Half the width of the line where water meets a hull, m, and its strength.
pub(super) const LINE_M: f32 = 0.09;
pub(super) const LINE: f32 = 0.5;

/// The channels of places without water, of the nearness of a waterline, and of the cover.
const DRY: usize = 1;
const NEAR: usize = 2;
const COVER: usize = 3;
/// Texels of the radius, at most.
pub(super) const FARTHEST: usize = 32;
/// Half of those from which on every other one is enough.
const SMOOTH: usize = 6;

/// How bright the line of a waterline of some nearness is, where texels have a size, for pixels of a footprint, 0..=1: as wide as a pixel
/// where it is finer.
#[inline(always)]
pub(super) fn waterline<S: Simd>(nearness: Lanes<S>, texel_m: f32, lod: Lanes<S>) -> Lanes<S> {
    let reach_m = CONTACT * texel_m;
    let finest_m = LINE_M.min(0.5 * reach_m);
    let sharp = 1.0 / (lod * 1.2).max(finest_m).min(reach_m);
    let off = ((1.0 - nearness) * reach_m * sharp).min(1.0);
    (1.0 - off.square()).square() * (sharp * finest_m)
}

/// Marks the texels near a part of a waterline, whose ends are in texels: 255 on it, and evenly down to 0 at [`CONTACT`].
pub(super) fn mark_contact(texels: &mut [[u8; 4]], [width, height]: [usize; 2], [from, to]: [Vec2; 2]) {
    let low = (from.min(to) - CONTACT - 0.5).max(Vec2::ZERO).as_uvec2();
    let high = (from.max(to) + CONTACT + 0.5).max(Vec2::ZERO).as_uvec2();
    let along = to - from;
    let length_squared = along.length_squared().max(1e-12);
    for j in low.y as usize..(high.y as usize).min(height) {
        for i in low.x as usize..(high.x as usize).min(width) {
            let away = Vec2::new(i as f32, j as f32) + 0.5 - from;
            let nearest = along * (away.dot(along) / length_squared).clamp(0.0, 1.0);
            let off_squared = away.distance_squared(nearest);
            if off_squared < CONTACT * CONTACT {
                let near = ((1.0 - off_squared.sqrt() / CONTACT) * 255.0) as u8;
                let texel = &mut texels[j * width + i][NEAR];
                *texel = near.max(*texel);
            }
        }
    }
}

/// Writes the fraction of the surface within about `reach` texels of each texel that hulls cover: a box twice, of half the width.
pub(super) fn spread(texels: &mut [[u8; 4]], [width, height]: [usize; 2], reach: usize) {
    // Where it is far, of every other texel: it is as smooth as that.
    let apart = if reach >= 2 * SMOOTH { 2 } else { 1 };
    let half = reach.div_ceil(2 * apart);
    let [columns, lines] = [width, height].map(|texels| texels.div_ceil(apart));
    let sampled = texels.chunks(width).step_by(apart);
    let mut plane: Vec<u8> =
        sampled.flat_map(|row| row.iter().step_by(apart).map(|texel| texel[DRY])).collect();
    let mut next = vec![0; plane.len()];
    for _ in 0..2 {
        let rows = next.par_chunks_mut(columns).zip(plane.par_chunks(columns));
        rows.for_each(|(to, from)| along(from, to, half));
        across(&next, &mut plane, [columns, lines], half);
    }
    for (j, row) in texels.chunks_mut(width).enumerate() {
        let covers = &plane[j / apart * columns..][..columns];
        for (some, cover) in row.chunks_mut(apart).zip(covers) {
            some.iter_mut().for_each(|texel| texel[COVER] = *cover);
        }
    }
}

/// The factor of a sum over so many texels on either side, in 1/65536.
fn share(half: usize) -> u32 {
    65_536 / (2 * half as u32 + 1)
}

/// Means along a row; nothing is beyond its ends.
fn along(from: &[u8], to: &mut [u8], half: usize) {
    let of = |k: usize| from.get(k).map_or(0, |value| u32::from(*value));
    let mut sum: u32 = (0..half).map(of).sum();
    for (k, to) in to.iter_mut().enumerate() {
        sum += of(k + half);
        *to = ((sum * share(half) + 32_768) >> 16) as u8;
        sum -= k.checked_sub(half).map_or(0, of);
    }
}

/// Means across rows; nothing is beyond the first and the last.
fn across(from: &[u8], to: &mut [u8], [width, height]: [usize; 2], half: usize) {
    let mut sums = vec![0_u32; width];
    let row = |j: usize| &from[j * width..][..width];
    let enter = |sums: &mut [u32], j: usize| {
        sums.iter_mut().zip(row(j)).for_each(|(sum, value)| *sum += u32::from(*value));
    };
    (0..half.min(height)).for_each(|j| enter(&mut sums, j));
    for (j, to) in to.chunks_mut(width).enumerate() {
        if j + half < height {
            enter(&mut sums, j + half);
        }
        to.iter_mut().zip(&sums).for_each(|(to, sum)| *to = ((sum * share(half) + 32_768) >> 16) as u8);
        if let Some(j) = j.checked_sub(half) {
            sums.iter_mut().zip(row(j)).for_each(|(sum, value)| *sum -= u32::from(*value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_sky_is_hidden_at_the_side_of_a_long_hull_and_none_far_from_it() {
        let (size, reach) = ([60, 90], 12);
        let mut texels: Vec<[u8; 4]> =
            (0..60 * 90).map(|k| [0, if k % 60 < 30 { 255 } else { 0 }, 7, 0]).collect();
        spread(&mut texels, size, reach);
        let at = |i: usize| f32::from(texels[45 * 60 + i][3]) / 255.0;
        assert!((0.5 * (at(29) + at(30)) - 0.5).abs() < 0.01, "{} {}", at(29), at(30));
        assert!(at(30 - reach - 1) > 0.99 && at(30 + reach + 1) == 0.0);
        assert!((20..44).all(|i| at(i) <= at(i - 1)), "it falls away from the hull");
        assert!(texels.iter().all(|texel| texel[2] == 7), "nothing else is changed");
    }

    #[test]
    fn what_hulls_cover_is_theirs() {
        let mut texels = vec![[0; 4]; 80 * 70];
        (30..40).for_each(|j| (20..33).for_each(|i| texels[j * 80 + i][1] = 255));
        spread(&mut texels, [80, 70], 10);
        let sum: f32 = texels.iter().map(|texel| f32::from(texel[3])).sum();
        assert!((sum / (130.0 * 255.0) - 1.0).abs() < 0.02, "{sum}");
    }
}
