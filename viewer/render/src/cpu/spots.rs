//! Places to be shaded, side by side with the instructions of this machine.

use glam::{Vec3, Vec4};
use pulp::Simd;

use crate::shading::{Facing, Lanes, Lanes3, MOST, Scenery, Work, dispatch, times};

/// Places in pixels of one row: on the water, or in the sky.
#[derive(Default)]
pub(super) struct Row {
    columns: Vec<f32>,
    /// Fractions of the pixels.
    fractions: Vec<f32>,
    /// Distances along the camera's direction, m; of the sky without meaning.
    distances_m: Vec<f32>,
    count: usize,
}

impl Row {
    pub(super) fn push(&mut self, x: usize, fraction: f32, distance_m: f32) {
        let at = self.count;
        self.reserve(1);
        (self.columns[at], self.fractions[at], self.distances_m[at]) = (x as f32, fraction, distance_m);
        self.count += 1;
    }

    /// Adds whole pixels side by side from a column on, at these distances times a factor.
    pub(super) fn push_run(&mut self, x: usize, distances_m: &[f32], factor: f32) {
        self.reserve(distances_m.len());
        let run = self.count..self.count + distances_m.len();
        self.columns[run.clone()].iter_mut().zip(x..).for_each(|(column, x)| *column = x as f32);
        self.fractions[run.clone()].fill(1.0);
        let to = self.distances_m[run.clone()].iter_mut();
        to.zip(distances_m).for_each(|(to, distance_m)| *to = distance_m * factor);
        self.count = run.end;
    }

    /// Makes room for more: whole vectors, of which the last ones are not seen.
    fn reserve(&mut self, more: usize) {
        if self.count + more > self.columns.len() {
            let room = (2 * (self.count + more)).next_multiple_of(MOST);
            self.columns.resize(room, 0.0);
            self.fractions.resize(room, 0.0);
            self.distances_m.resize(room, 1.0);
        }
    }

    /// Fills the last vector with the last place: what a vector does for all of its lanes follows from this row alone, not from those before.
    fn fill_last(&mut self) {
        let end = self.count.next_multiple_of(MOST).min(self.columns.len());
        if let Some(last) = self.count.checked_sub(1) {
            for lanes in [&mut self.columns, &mut self.distances_m] {
                let value = lanes[last];
                lanes[self.count..end].fill(value);
            }
        }
    }

    /// Columns and distances side by side, the first at `from`; the last ones may be the last one again.
    #[inline(always)]
    fn side_by_side<S: Simd>(&self, simd: S, from: usize) -> [Lanes<S>; 2] {
        [Lanes::first(simd, &self.columns[from..]), Lanes::first(simd, &self.distances_m[from..])]
    }

    /// Adds light, of the places from one on, to the sums of their pixels.
    #[inline(always)]
    fn add<S: Simd>(&self, from: usize, light: Lanes3<S>, sums: &mut [Vec4]) {
        let count = Lanes::<S>::COUNT.min(self.count - from);
        let places = self.columns[from..from + count].iter().zip(&self.fractions[from..from + count]);
        for (light, (column, fraction)) in light.all().iter().zip(places) {
            sums[*column as usize] += *light * *fraction;
        }
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
    pub(super) water: Row,
    pub(super) sky: Row,
    pub(super) solids: Vec<Solid>,
}

impl Spots {
    pub(super) fn clear(&mut self) {
        self.water.count = 0;
        self.sky.count = 0;
        self.solids.clear();
    }

    /// Adds the light of all to the sums of their pixels, which are in a row of a picture of a size.
    pub(super) fn shade(&mut self, scenery: &Scenery, size: [usize; 2], row: usize, sums: &mut [Vec4]) {
        self.water.fill_last();
        self.sky.fill_last();
        dispatch(Shade { spots: self, scenery, size, row, sums });
    }
}

struct Shade<'a> {
    spots: &'a Spots,
    scenery: &'a Scenery<'a>,
    size: [usize; 2],
    row: usize,
    sums: &'a mut [Vec4],
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
        for from in (0..spots.water.count).step_by(Lanes::<S>::COUNT) {
            let [column, distance] = spots.water.side_by_side(simd, from);
            let aside = times(camera.across, to_the_right(column, width)) + aside;
            let at = if camera.parallel {
                aside + (camera.eye_m) + times(camera.forward, distance)
            } else {
                (aside + camera.forward) * distance + camera.eye_m
            };
            let light = scenery.shade_water(at, [column + 0.5, Lanes::splat(simd, down)]).clamp01();
            spots.water.add(from, light, sums);
        }
        for from in (0..spots.sky.count).step_by(Lanes::<S>::COUNT) {
            let [column, _] = spots.sky.side_by_side(simd, from);
            let direction = if camera.parallel {
                Lanes3::splat(simd, camera.forward)
            } else {
                times(camera.across, to_the_right(column, width)) + aside + camera.forward
            };
            spots.sky.add(from, scenery.shade_sky(direction), sums);
        }
        for some in spots.solids.chunks(Lanes::<S>::COUNT) {
            let light = scenery.shade_solids(&side_by_side(simd, some)).clamp01();
            let light = light.all();
            some.iter().zip(&light).for_each(|(spot, light)| sums[spot.x] += *light * spot.fraction);
        }
    }
}

/// Places of the middles of columns, from −1 at the left edge to 1.
// A function, for a closure is compiled for the least of machines.
#[inline(always)]
fn to_the_right<S: Simd>(column: Lanes<S>, width: f32) -> Lanes<S> {
    (column + 0.5) * (2.0 / width) - 1.0
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
