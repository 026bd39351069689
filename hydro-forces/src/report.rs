use glam::{DVec2, DVec3};
use pulp::Simd;

use crate::blocks::Block;
use crate::immersion::{Immersion, Wetted};
use crate::reals::{LANES, Lanes, three};
use crate::sum_up::SumUp;
use crate::sums::Sums;
use crate::{Exchange, TriangleForce, WaterSurface};

/// Who wants to know what the water does to single triangles.
pub(crate) enum Report<'f> {
    Nobody,
    /// Called with what goes back into the water, up to eight triangles at a time.
    Exchanges(&'f mut dyn FnMut(&[Exchange])),
    Triangles(Triangles<'f>),
}

/// Hears of every register of triangles. Each listener has its own loop over the triangles, which then
/// computes and keeps in registers what it needs.
pub(crate) trait Listener {
    /// `wetted` is the `part`-th register of a block whose water was sampled at `sample_m` and whose
    /// triangles have the indices `triangles`.
    fn tell<I: Simd>(
        &mut self,
        wetted: &Wetted<I>,
        sample_m: &[Lanes; 2],
        triangles: &[u32; LANES],
        part: usize,
    );
}

/// Told nothing.
pub(crate) struct Nobody;

/// Told what goes back into the water, up to eight triangles at a time.
pub(crate) struct Given<'f> {
    each: &'f mut dyn FnMut(&[Exchange]),
    several: [Exchange; LANES],
}

/// Told all there is to know of each triangle.
pub(crate) struct Triangles<'f> {
    pub(crate) origin_m: DVec3,
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
        chunk: &[Block],
    ) -> Sums {
        match self {
            Self::Nobody => SumUp { immersion, surface, chunk, listener: &mut Nobody }.run(),
            Self::Exchanges(each) => {
                SumUp { immersion, surface, chunk, listener: &mut Given::new(&mut **each) }.run()
            }
            Self::Triangles(listener) => SumUp { immersion, surface, chunk, listener }.run(),
        }
    }
}

impl Listener for Nobody {
    #[inline(always)]
    fn tell<I: Simd>(&mut self, _: &Wetted<I>, _: &[Lanes; 2], _: &[u32; LANES], _: usize) {}
}

impl<'f> Given<'f> {
    pub(crate) fn new(each: &'f mut dyn FnMut(&[Exchange])) -> Self {
        Self { each, several: Default::default() }
    }
}

impl Listener for Given<'_> {
    #[inline(always)]
    fn tell<I: Simd>(
        &mut self,
        wetted: &Wetted<I>,
        sample_m: &[Lanes; 2],
        triangles: &[u32; LANES],
        part: usize,
    ) {
        let reached = wetted.reached_area().to_lanes(part);
        let [x, y] = [wetted.exchange[0].to_lanes(part), wetted.exchange[1].to_lanes(part)];
        let mut count = 0;
        for l in part * I::F64_LANES..(part + 1) * I::F64_LANES {
            // What is not reached is written over.
            self.several[count] = Exchange {
                triangle: triangles[l] as usize,
                sample_m: DVec2::new(sample_m[0][l], sample_m[1][l]),
                force_n: DVec2::new(x[l], y[l]),
            };
            count += usize::from(reached[l] > 0.0);
        }
        (self.each)(&self.several[..count]);
    }
}

impl Listener for Triangles<'_> {
    #[inline(always)]
    fn tell<I: Simd>(
        &mut self,
        wetted: &Wetted<I>,
        sample_m: &[Lanes; 2],
        triangles: &[u32; LANES],
        part: usize,
    ) {
        let at = |v: &[Lanes; 3], l: usize| DVec3::new(v[0][l], v[1][l], v[2][l]);
        let reached = wetted.reached_area().to_lanes(part);
        let [a, b, c] = wetted.corner;
        let centroid = three!(axis => ((a[axis] + b[axis] + c[axis]) * (1.0 / 3.0)).to_lanes(part));
        let wet_centroid = three!(axis => wetted.load.wet_centroid[axis].to_lanes(part));
        let area_vector = three!(axis => wetted.area_vector[axis].to_lanes(part));
        let area = wetted.area.to_lanes(part);
        let (share, depth) = (wetted.load.part.area.to_lanes(part), wetted.load.part.depth.to_lanes(part));
        let moment = three!(axis => wetted.load.part.force_moment[axis].to_lanes(part));
        let dynamic = three!(axis => wetted.dynamic[axis].to_lanes(part));
        let exchange = [wetted.exchange[0].to_lanes(part), wetted.exchange[1].to_lanes(part)];
        for l in part * I::F64_LANES..(part + 1) * I::F64_LANES {
            if reached[l] <= 0.0 {
                continue;
            }
            let wet = share[l] > 0.0;
            let middle = if wet { at(&wet_centroid, l) } else { at(&centroid, l) };
            let application = if depth[l] > 0.0 { at(&moment, l) / depth[l] } else { middle };
            (self.each)(&TriangleForce {
                triangle: triangles[l] as usize,
                hydrostatic_n: at(&area_vector, l) * (-self.weight * depth[l]),
                application_m: self.origin_m + application,
                dynamic_n: at(&dynamic, l),
                wet_centroid_m: self.origin_m + middle,
                wet_area_m2: area[l] * share[l],
                pressure_pa: if wet { self.weight * depth[l] / share[l] } else { 0.0 },
                exchange_n: DVec2::new(exchange[0][l], exchange[1][l]),
                sample_m: DVec2::new(sample_m[0][l], sample_m[1][l]),
            });
        }
    }
}
