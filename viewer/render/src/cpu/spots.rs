//! Places to be shaded, side by side with the instructions of this machine.

use glam::{Vec2, Vec3, Vec4};
use pulp::Simd;

use crate::shading::{Facing, Lanes, Lanes3, Scenery, Work, dispatch};

/// A place on the water, or a direction in the sky, in a pixel.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    /// Column of the pixel.
    pub(super) x: usize,
    /// Fraction of the pixel.
    pub(super) fraction: f32,
    pub(super) position: Vec3,
    /// Middle of the pixel.
    pub(super) pixel: Vec2,
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
}

/// Those of one row of pixels.
#[derive(Default)]
pub(super) struct Spots {
    pub(super) water: Vec<Spot>,
    pub(super) sky: Vec<Spot>,
    pub(super) solids: Vec<Solid>,
}

impl Spots {
    pub(super) fn clear(&mut self) {
        self.water.clear();
        self.sky.clear();
        self.solids.clear();
    }

    /// Adds the light of all to the sums of their pixels.
    pub(super) fn shade(&self, scenery: &Scenery, sums: &mut [Vec3]) {
        dispatch(Shade { spots: self, scenery, sums });
    }
}

struct Shade<'a> {
    spots: &'a Spots,
    scenery: &'a Scenery<'a>,
    sums: &'a mut [Vec3],
}

impl Work for Shade<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { spots, scenery, sums } = self;
        for some in spots.water.chunks(Lanes::<S>::COUNT) {
            let at = Lanes3::from_fn(simd, |k| of(some, k).position);
            let pixel = [
                Lanes::from_fn(simd, |k| of(some, k).pixel.x),
                Lanes::from_fn(simd, |k| of(some, k).pixel.y),
            ];
            let light = scenery.shade_water(at, pixel).clamp01();
            some.iter().enumerate().for_each(|(k, spot)| sums[spot.x] += light.lane(k) * spot.fraction);
        }
        for some in spots.sky.chunks(Lanes::<S>::COUNT) {
            let light = scenery.shade_sky(Lanes3::from_fn(simd, |k| of(some, k).position));
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
    Facing {
        position: Lanes3::from_fn(simd, |k| of(some, k).position),
        outward: Lanes3::from_fn(simd, |k| of(some, k).normal),
        paint: Lanes3::from_fn(simd, |k| of(some, k).paint.truncate()),
        gloss: Lanes::from_fn(simd, |k| of(some, k).paint.w),
    }
}
