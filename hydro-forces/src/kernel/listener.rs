use glam::{DVec2, DVec3};
use pulp::Simd;

use super::batch::{BATCH, ReachedBlock};
use super::register::RegisterForces;
use crate::hull::Block;
use crate::motion::BodyFrame;
use crate::results::ExchangeList;
use crate::simd::{LANES, Lanes, Vectors, three};
use crate::{Exchange, TriangleForce};

/// Receives the forces on single triangles. The loop over the triangles is compiled for each listener, and so computes
/// and keeps in registers only what that listener needs.
pub(super) trait Listener {
    /// Whether [`triangles`](Self::triangles) does anything.
    const TAKES_TRIANGLES: bool;

    /// Receives drag, lift and friction on the register at `place`, world axes.
    fn exchange<S: Simd>(&mut self, dynamic: Vectors<S>, place: &Place<'_>);

    /// Receives all forces on the register at `place`.
    fn triangles<S: Simd>(&mut self, frame: &BodyFrame, forces: &RegisterForces<S>, place: &Place<'_>);

    /// Ends a batch of `blocks`, whose water was sampled at `samples_m`.
    fn end_batch(&mut self, blocks: &[ReachedBlock<'_>], samples_m: &[[Lanes; 2]; BATCH]);
}

/// A register of one of the blocks of a batch.
pub(super) struct Place<'a> {
    /// Index of the block in the batch, and of the register in the block.
    pub(super) n: usize,
    pub(super) part: usize,
    pub(super) block: &'a Block,
    /// Where the block's water was sampled.
    pub(super) samples_m: &'a [Lanes; 2],
}

/// Takes nothing: for the sums alone.
pub(super) struct NoListener;

/// Takes the exchanged forces.
pub(super) struct ExchangeListener<'f> {
    /// Receives those that are not zero in the order of the triangles in the hull's blocks.
    pub(super) exchanges: &'f mut ExchangeList,
    pub(super) batch: &'f mut ExchangeBatch,
}

/// Takes all forces on each triangle.
pub(super) struct TriangleListener<'f> {
    /// ρ g.
    pub(super) weight: f64,
    pub(super) each: &'f mut dyn FnMut(&TriangleForce),
}

/// Exchanged forces of a batch of blocks.
#[repr(align(64))]
pub(super) struct ExchangeBatch {
    /// Zero but between the first register of a batch and its end.
    force_n: [[Lanes; 2]; BATCH],
}

impl Default for ExchangeBatch {
    fn default() -> Self {
        Self { force_n: [[[0.0; LANES]; 2]; BATCH] }
    }
}

impl Listener for NoListener {
    const TAKES_TRIANGLES: bool = false;

    #[inline(always)]
    fn exchange<S: Simd>(&mut self, _: Vectors<S>, _: &Place<'_>) {}

    #[inline(always)]
    fn triangles<S: Simd>(&mut self, _: &BodyFrame, _: &RegisterForces<S>, _: &Place<'_>) {}

    #[inline(always)]
    fn end_batch(&mut self, _: &[ReachedBlock<'_>], _: &[[Lanes; 2]; BATCH]) {}
}

impl Listener for ExchangeListener<'_> {
    const TAKES_TRIANGLES: bool = false;

    #[inline(always)]
    fn exchange<S: Simd>(&mut self, dynamic: Vectors<S>, &Place { n, part, .. }: &Place<'_>) {
        for axis in 0..2 {
            dynamic[axis].store(&mut self.batch.force_n[n][axis], part);
        }
    }

    #[inline(always)]
    fn triangles<S: Simd>(&mut self, _: &BodyFrame, _: &RegisterForces<S>, _: &Place<'_>) {}

    #[inline(always)]
    fn end_batch(&mut self, blocks: &[ReachedBlock<'_>], samples_m: &[[Lanes; 2]; BATCH]) {
        let force_n = &mut self.batch.force_n;
        let to = self.exchanges.room(LANES * blocks.len());
        let mut count = 0;
        for (n, ReachedBlock { block, .. }) in blocks.iter().enumerate() {
            let ([x, y], [force_x, force_y]) = (&samples_m[n], &force_n[n]);
            // Triangles that move away from the water have none, and lie side by side.
            let mut some: u32 =
                (0..LANES).map(|l| u32::from((force_x[l] != 0.0) | (force_y[l] != 0.0)) << l).sum();
            while some != 0 {
                let l = some.trailing_zeros() as usize;
                to[count] = Exchange {
                    triangle: block.triangles[l] as usize,
                    sample_m: DVec2::new(x[l], y[l]),
                    force_n: DVec2::new(force_x[l], force_y[l]),
                };
                count += 1;
                some &= some - 1;
            }
            force_n[n] = [[0.0; LANES]; 2];
        }
        self.exchanges.keep(count);
    }
}

impl Listener for TriangleListener<'_> {
    const TAKES_TRIANGLES: bool = true;

    #[inline(always)]
    fn exchange<S: Simd>(&mut self, _: Vectors<S>, _: &Place<'_>) {}

    #[inline(always)]
    fn triangles<S: Simd>(&mut self, frame: &BodyFrame, forces: &RegisterForces<S>, place: &Place<'_>) {
        let &Place { part, block, samples_m, .. } = place;
        let at = |v: &[Lanes; 3], l: usize| DVec3::new(v[0][l], v[1][l], v[2][l]);
        let reached = forces.reached_area().to_lanes(part);
        let [a, b, c] = forces.corners;
        let centroid = three!(axis => ((a[axis] + b[axis] + c[axis]) * (1.0 / 3.0)).to_lanes(part));
        let wet_centroid = three!(axis => forces.wet_centroid[axis].to_lanes(part));
        let area_vector = three!(axis => forces.area_vector[axis].to_lanes(part));
        let area = forces.area.to_lanes(part);
        let integrals = &forces.wet;
        let (fraction, head) = (integrals.area.to_lanes(part), integrals.head.to_lanes(part));
        let moment = three!(axis => integrals.head_moment[axis].to_lanes(part));
        let dynamic = three!(axis => forces.dynamic[axis].to_lanes(part));
        for l in part * S::F64_LANES..(part + 1) * S::F64_LANES {
            if reached[l] <= 0.0 {
                continue;
            }
            let wet = fraction[l] > 0.0;
            let middle = if wet { at(&wet_centroid, l) } else { at(&centroid, l) };
            let application = if head[l] > 0.0 { at(&moment, l) / head[l] } else { middle };
            (self.each)(&TriangleForce {
                triangle: block.triangles[l] as usize,
                hydrostatic_n: frame.to_world(at(&area_vector, l) * (-self.weight * head[l])),
                application_m: frame.point_to_world(application),
                dynamic_n: at(&dynamic, l),
                wet_centroid_m: frame.point_to_world(middle),
                wet_area_m2: area[l] * fraction[l],
                pressure_pa: if wet { self.weight * head[l] / fraction[l] } else { 0.0 },
                sample_m: DVec2::new(samples_m[0][l], samples_m[1][l]),
            });
        }
    }

    #[inline(always)]
    fn end_batch(&mut self, _: &[ReachedBlock<'_>], _: &[[Lanes; 2]; BATCH]) {}
}
