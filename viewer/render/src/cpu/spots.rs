//! Places to be shaded, side by side with the instructions of this machine.

use glam::{Vec3, Vec4};
use pulp::Simd;

use crate::shading::{Facing, Lanes, Lanes3, MOST, Scenery, Work, dispatch, times};

/// A direction in the sky, in a pixel.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    /// Column of the pixel.
    pub(super) x: usize,
    /// Fraction of the pixel.
    pub(super) fraction: f32,
    pub(super) direction: Vec3,
}

/// Places on the water, in pixels of one row.
#[derive(Default)]
pub(super) struct Water {
    columns: Vec<f32>,
    /// Fractions of the pixels.
    fractions: Vec<f32>,
    /// Distances along the camera's direction, m.
    distances_m: Vec<f32>,
}

impl Water {
    pub(super) fn push(&mut self, x: usize, fraction: f32, distance_m: f32) {
        self.columns.push(x as f32);
        self.fractions.push(fraction);
        self.distances_m.push(distance_m);
    }

    fn clear(&mut self) {
        self.columns.clear();
        self.fractions.clear();
        self.distances_m.clear();
    }
}

/// A place on a solid surface.
#[derive(Clone, Copy)]
pub(super) struct Solid {
    /// Column of the pixel.
    pub(super) x: usize,
    /// Fraction of the pixel.
    pub(super) fraction: f32,
    pub(super) position: Vec3,
    pub(super) normal: Vec3,
    pub(super) paint: Vec4,
    /// Ways to the samples beside and below it, m, where it stands for the four samples of a pixel, and 0 where it does not.
    pub(super) spread: [Vec3; 2],
}

/// Those of one row of pixels.
#[derive(Default)]
pub(super) struct Spots {
    pub(super) water: Water,
    pub(super) sky: Vec<Spot>,
    pub(super) solids: Vec<Solid>,
}

impl Spots {
    pub(super) fn clear(&mut self) {
        self.water.clear();
        self.sky.clear();
        self.solids.clear();
    }

    /// Adds the light of all to the sums of their pixels, which are in a row of a picture of a size.
    pub(super) fn shade(&mut self, scenery: &Scenery, size: [usize; 2], row: usize, sums: &mut [Vec3]) {
        let Water { columns, distances_m, fractions } = &mut self.water;
        // Whole vectors: the last ones are not seen.
        columns.resize(fractions.len().next_multiple_of(MOST), 0.0);
        distances_m.resize(columns.len(), 1.0);
        dispatch(Shade { spots: self, scenery, size, row, sums });
    }
}

struct Shade<'a> {
    spots: &'a Spots,
    scenery: &'a Scenery<'a>,
    size: [usize; 2],
    row: usize,
    sums: &'a mut [Vec3],
}

impl Work for Shade<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { spots, scenery, size, row, sums } = self;
        let camera = &scenery.lighting.camera;
        let [width, height] = size.map(|n| n as f32);
        let down = row as f32 + 0.5;
        let aside = camera.upward * (1.0 - 2.0 * (down / height));
        let Water { columns, fractions, distances_m } = &spots.water;
        for (k, fractions) in fractions.chunks(Lanes::<S>::COUNT).enumerate() {
            let first = k * Lanes::<S>::COUNT;
            let column = Lanes::first(simd, &columns[first..]) + 0.5;
            let distance = Lanes::first(simd, &distances_m[first..]);
            let right = column / Lanes::splat(simd, width) * 2.0 - 1.0;
            let aside = times(camera.across, right) + aside;
            let at = if camera.parallel {
                aside + (camera.eye_m) + times(camera.forward, distance)
            } else {
                (aside + camera.forward) * distance + camera.eye_m
            };
            let light = scenery.shade_water(at, [column, Lanes::splat(simd, down)]).clamp01();
            for (k, fraction) in fractions.iter().enumerate() {
                sums[columns[first + k] as usize] += light.lane(k) * *fraction;
            }
        }
        for some in spots.sky.chunks(Lanes::<S>::COUNT) {
            let light = scenery.shade_sky(Lanes3::from_fn(simd, |k| of(some, k).direction));
            some.iter().enumerate().for_each(|(k, spot)| sums[spot.x] += light.lane(k) * spot.fraction);
        }
        for some in spots.solids.chunks(Lanes::<S>::COUNT) {
            let light = scenery.shade_solids(&side_by_side(simd, some)).clamp01();
            some.iter().enumerate().for_each(|(k, spot)| sums[spot.x] += light.lane(k) * spot.fraction);
        }
    }
}

/// One of some, the last where there are fewer.
#[inline(always)]
fn of<T>(some: &[T], k: usize) -> &T {
    &some[k.min(some.len() - 1)]
}

/// Places side by side, the last once more where there are fewer than lanes.
#[inline(always)]
pub(super) fn side_by_side<S: Simd>(simd: S, some: &[Solid]) -> Facing<S> {
    let spread =
        [Lanes3::from_fn(simd, |k| of(some, k).spread[0]), Lanes3::from_fn(simd, |k| of(some, k).spread[1])];
    Facing {
        position: Lanes3::from_fn(simd, |k| of(some, k).position),
        outward: Lanes3::from_fn(simd, |k| of(some, k).normal),
        paint: Lanes3::from_fn(simd, |k| of(some, k).paint.truncate()),
        gloss: Lanes::from_fn(simd, |k| of(some, k).paint.w),
        spread: some.iter().any(|solid| solid.spread != [Vec3::ZERO; 2]).then_some(spread),
    }
}
