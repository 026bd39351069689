use super::{Conserved, EddyViscosity};
use crate::real::Real;
use crate::stability::LEAST_PER_FROUDE;

/// A relaxation time no shorter than [`crate::Collision::least_tau`] of the cell's Froude number, on top of whatever
/// else sets it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LeastViscosity<E> {
    pub(crate) inner: E,
    /// 1/g.
    pub(crate) per_gravity: f32,
}

impl<E: EddyViscosity> EddyViscosity for LeastViscosity<E> {
    #[inline(always)]
    fn omega<R: Real>(&self, cell: Conserved<R>, inverse: R, stress: [R; 3]) -> R {
        let Conserved { hu, hv, .. } = cell;
        let speed_squared = (hu * hu + hv * hv) * (inverse * inverse);
        let froude_squared = speed_squared * (inverse * self.per_gravity);
        let slow = froude_squared.sqrt() * LEAST_PER_FROUDE as f32;
        let fast = froude_squared * froude_squared;
        let more = slow.max(fast);
        // 2 / (1 + min(m, 1/m)) with one division.
        let sum = more + 1.0;
        let most = ((sum - more.min(inverse.splat(1.0))) * 2.0) / sum;
        most.min(self.inner.omega(cell, inverse, stress))
    }
}
