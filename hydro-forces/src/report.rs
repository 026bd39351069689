use glam::{DVec2, DVec3};
use pulp::Simd;

use crate::blocks::{Block, Chunk};
use crate::immersion::Immersion;
use crate::motion::BodyFrame;
use crate::reals::{LANES, Lanes, Reals, three};
use crate::spread::Wetted;
use crate::sum_up::{Reached, SumUp, TOGETHER, Water};
use crate::sums::Sums;
use crate::{Exchange, TriangleForce, WaterSurface};

/// Who wants to know what the water does to single triangles.
pub(crate) enum Report<'f> {
    Nobody,
    /// Called with what goes back into the water, many triangles at a time.
    Exchanges(&'f mut dyn FnMut(&[Exchange])),
    Triangles(Triangles<'f>),
}

/// Hears of every register of triangles. Each listener has its own loop over the triangles, which then
/// computes and keeps in registers what it needs.
pub(crate) trait Listener {
    /// Whether [`tell_all`](Self::tell_all) does anything.
    const WANTS_ALL: bool;

    /// What goes back into the water from the register at `place`; where it is reached the area is above 0.
    fn tell<I: Simd>(&mut self, reached_area: Reals<I>, exchange: [Reals<I>; 2], place: &Place<'_>);

    /// All that is known of the register at `place`.
    fn tell_all<I: Simd>(&mut self, frame: &BodyFrame, wetted: &Wetted<I>, place: &Place<'_>);

    /// Those were all of `blocks`, whose water was sampled at `sample_m`.
    fn end(&mut self, blocks: &[Reached<'_>], sample_m: &[[Lanes; 2]; TOGETHER]);
}

/// A register of one of several blocks.
pub(crate) struct Place<'a> {
    /// Which block it is of up to [`TOGETHER`], and which register of it.
    pub(crate) n: usize,
    pub(crate) part: usize,
    pub(crate) block: &'a Block,
    /// Where the block's water was sampled.
    pub(crate) sample_m: &'a [Lanes; 2],
}

/// Told nothing.
pub(crate) struct Nobody;

/// Told what goes back into the water.
pub(crate) struct Given<'f> {
    pub(crate) each: &'f mut dyn FnMut(&[Exchange]),
    pub(crate) batch: &'f mut Batch,
}

/// What goes back into the water from the triangles of some blocks.
#[repr(align(64))]
pub(crate) struct Batch {
    /// The forces, and the areas of those that the water reaches.
    force_n: [[Lanes; 2]; TOGETHER],
    reached: [Lanes; TOGETHER],
    several: [Exchange; LANES * TOGETHER],
}

impl Default for Batch {
    fn default() -> Self {
        Self {
            force_n: [[[0.0; LANES]; 2]; TOGETHER],
            reached: [[0.0; LANES]; TOGETHER],
            several: [Exchange::default(); LANES * TOGETHER],
        }
    }
}

/// Memory that is used from chunk to chunk: to clear it each time takes as long as some triangles.
#[derive(Default)]
pub(crate) struct Scratch {
    water: Water,
    batch: Batch,
}

/// Told all there is to know of each triangle.
pub(crate) struct Triangles<'f> {
    /// ρ g.
    pub(crate) weight: f64,
    pub(crate) each: &'f mut dyn FnMut(&TriangleForce),
}

impl Report<'_> {
    /// The sum over a chunk of triangles, told to whom it concerns.
    pub(crate) fn sum_up(
        &mut self,
        immersion: &Immersion<'_>,
        surface: &dyn WaterSurface,
        chunk: Chunk<'_>,
        Scratch { water, batch }: &mut Scratch,
    ) -> Sums {
        match self {
            Self::Nobody => SumUp { immersion, surface, chunk, water, listener: &mut Nobody }.run(),
            Self::Exchanges(each) => {
                let listener = &mut Given { each: &mut **each, batch };
                SumUp { immersion, surface, chunk, water, listener }.run()
            }
            Self::Triangles(listener) => SumUp { immersion, surface, chunk, water, listener }.run(),
        }
    }
}

impl Listener for Nobody {
    const WANTS_ALL: bool = false;

    #[inline(always)]
    fn tell<I: Simd>(&mut self, _: Reals<I>, _: [Reals<I>; 2], _: &Place<'_>) {}

    #[inline(always)]
    fn tell_all<I: Simd>(&mut self, _: &BodyFrame, _: &Wetted<I>, _: &Place<'_>) {}

    #[inline(always)]
    fn end(&mut self, _: &[Reached<'_>], _: &[[Lanes; 2]; TOGETHER]) {}
}

impl Listener for Given<'_> {
    const WANTS_ALL: bool = false;

    #[inline(always)]
    fn tell<I: Simd>(
        &mut self,
        reached_area: Reals<I>,
        exchange: [Reals<I>; 2],
        &Place { n, part, .. }: &Place<'_>,
    ) {
        reached_area.store(&mut self.batch.reached[n], part);
        for axis in 0..2 {
            exchange[axis].store(&mut self.batch.force_n[n][axis], part);
        }
    }

    #[inline(always)]
    fn tell_all<I: Simd>(&mut self, _: &BodyFrame, _: &Wetted<I>, _: &Place<'_>) {}

    #[inline(always)]
    fn end(&mut self, blocks: &[Reached<'_>], sample_m: &[[Lanes; 2]; TOGETHER]) {
        let Batch { force_n, reached, several } = &mut *self.batch;
        let mut count = 0;
        for (n, Reached { block, .. }) in blocks.iter().enumerate() {
            let ([x, y], [force_x, force_y]) = (&sample_m[n], &force_n[n]);
            let exchange = |l: usize| Exchange {
                triangle: block.triangles[l] as usize,
                sample_m: DVec2::new(x[l], y[l]),
                force_n: DVec2::new(force_x[l], force_y[l]),
            };
            if reached[n].iter().all(|area| *area > 0.0) {
                for (l, to) in several[count..][..LANES].iter_mut().enumerate() {
                    *to = exchange(l);
                }
                count += LANES;
            } else {
                for l in 0..LANES {
                    // What is not reached is written over.
                    several[count] = exchange(l);
                    count += usize::from(reached[n][l] > 0.0);
                }
            }
            reached[n] = [0.0; LANES];
        }
        (self.each)(&several[..count]);
    }
}

impl Listener for Triangles<'_> {
    const WANTS_ALL: bool = true;

    #[inline(always)]
    fn tell<I: Simd>(&mut self, _: Reals<I>, _: [Reals<I>; 2], _: &Place<'_>) {}

    #[inline(always)]
    fn tell_all<I: Simd>(&mut self, frame: &BodyFrame, wetted: &Wetted<I>, place: &Place<'_>) {
        let &Place { part, block, sample_m, .. } = place;
        let at = |v: &[Lanes; 3], l: usize| DVec3::new(v[0][l], v[1][l], v[2][l]);
        let reached = wetted.reached_area().to_lanes(part);
        let [a, b, c] = wetted.corner;
        let centroid = three!(axis => ((a[axis] + b[axis] + c[axis]) * (1.0 / 3.0)).to_lanes(part));
        let wet_centroid = three!(axis => wetted.load.wet_centroid[axis].to_lanes(part));
        let area_vector = three!(axis => wetted.area_vector[axis].to_lanes(part));
        let area = wetted.area.to_lanes(part);
        let (share, head) = (wetted.load.part.area.to_lanes(part), wetted.load.part.head.to_lanes(part));
        let moment = three!(axis => wetted.load.part.head_moment[axis].to_lanes(part));
        let dynamic = three!(axis => wetted.dynamic[axis].to_lanes(part));
        let exchange = [wetted.exchange[0].to_lanes(part), wetted.exchange[1].to_lanes(part)];
        for l in part * I::F64_LANES..(part + 1) * I::F64_LANES {
            if reached[l] <= 0.0 {
                continue;
            }
            let wet = share[l] > 0.0;
            let middle = if wet { at(&wet_centroid, l) } else { at(&centroid, l) };
            let application = if head[l] > 0.0 { at(&moment, l) / head[l] } else { middle };
            (self.each)(&TriangleForce {
                triangle: block.triangles[l] as usize,
                hydrostatic_n: frame.to_world(at(&area_vector, l) * (-self.weight * head[l])),
                application_m: frame.point_to_world(application),
                dynamic_n: frame.to_world(at(&dynamic, l)),
                wet_centroid_m: frame.point_to_world(middle),
                wet_area_m2: area[l] * share[l],
                pressure_pa: if wet { self.weight * head[l] / share[l] } else { 0.0 },
                exchange_n: DVec2::new(exchange[0][l], exchange[1][l]),
                sample_m: DVec2::new(sample_m[0][l], sample_m[1][l]),
            });
        }
    }

    #[inline(always)]
    fn end(&mut self, _: &[Reached<'_>], _: &[[Lanes; 2]; TOGETHER]) {}
}
