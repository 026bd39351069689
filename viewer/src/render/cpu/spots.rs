//! Places to be shaded, eight side by side with the instructions of this machine.

use glam::{Vec2, Vec3, Vec4};

use crate::render::shading::{Facing, LANES, Lanes, Lanes3, Scenery};

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

/// What eight of them are: the last once more where there are fewer.
#[inline(always)]
fn eight<T, U: Copy + Default>(some: &[T], of: impl Fn(&T) -> U) -> [U; LANES] {
    let mut all = [U::default(); LANES];
    for k in 0..LANES {
        all[k] = of(&some[k.min(some.len() - 1)]);
    }
    all
}

impl Spots {
    pub(super) fn clear(&mut self) {
        self.water.clear();
        self.sky.clear();
        self.solids.clear();
    }

    /// Adds the light of all to the sums of their pixels.
    pub(super) fn shade(&self, scenery: &Scenery, sums: &mut [Vec3]) {
        pulp::Arch::new().dispatch(Shade { spots: self, scenery, sums });
    }
}

struct Shade<'a> {
    spots: &'a Spots,
    scenery: &'a Scenery<'a>,
    sums: &'a mut [Vec3],
}

impl pulp::WithSimd for Shade<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        let Self { spots, scenery, sums } = self;
        for some in spots.water.chunks(LANES) {
            let at = Lanes3::from_array(eight(some, |spot| spot.position));
            let pixel = [Lanes(eight(some, |spot| spot.pixel.x)), Lanes(eight(some, |spot| spot.pixel.y))];
            let light = scenery.shade_water(at, pixel).to_array();
            some.iter()
                .zip(light)
                .for_each(|(spot, light)| sums[spot.x] += light.clamp(Vec3::ZERO, Vec3::ONE) * spot.fraction);
        }
        for some in spots.sky.chunks(LANES) {
            let light = scenery.shade_sky(Lanes3::from_array(eight(some, |spot| spot.position))).to_array();
            some.iter().zip(light).for_each(|(spot, light)| sums[spot.x] += light * spot.fraction);
        }
        for some in spots.solids.chunks(LANES) {
            let light = scenery.shade_solids(&solid_lanes(some)).to_array();
            some.iter()
                .zip(light)
                .for_each(|(spot, light)| sums[spot.x] += light.clamp(Vec3::ZERO, Vec3::ONE) * spot.fraction);
        }
    }
}

/// Up to eight places side by side.
#[inline(always)]
pub(super) fn solid_lanes(some: &[Solid]) -> Facing {
    Facing {
        position: Lanes3::from_array(eight(some, |spot| spot.position)),
        outward: Lanes3::from_array(eight(some, |spot| spot.normal)),
        paint: Lanes3::from_array(eight(some, |spot| spot.paint.truncate())),
        gloss: Lanes(eight(some, |spot| spot.paint.w)),
    }
}
