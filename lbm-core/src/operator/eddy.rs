use super::{Collision, Conserved};
use crate::engine::Real;

/// Twice what a relaxation time has to exceed ½ by, over the Froude number of a slow stream.
pub(crate) const LEAST_PER_FROUDE: f64 = 0.08;

/// The rate at which the shear stress of a cell relaxes.
pub(crate) trait EddyViscosity: Copy + Sync {
    /// ω of a cell whose `1/h` is `inverse` and whose non-equilibrium stress `Σ e e (f − f_eq)` is `[xx, yy, xy]`.
    fn omega<R: Real>(&self, cell: Conserved<R>, inverse: R, stress: [R; 3]) -> R;
}

/// The same ω everywhere.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Constant(pub(crate) f32);

impl EddyViscosity for Constant {
    #[inline(always)]
    fn omega<R: Real>(&self, _: Conserved<R>, inverse: R, _: [R; 3]) -> R {
        inverse.splat(self.0)
    }
}

/// Smagorinsky's eddy viscosity `(C Δx)² √(2 S S)` on top of that of `tau` (Hou et al. 1996):
/// `τ_t = ½ (τ + √(τ² + 18 √2 C² √(Π Π) / h))`, the strain taken from the non-equilibrium stress Π of the cell itself.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Smagorinsky {
    pub(crate) tau: f32,
    /// `18 √2 C²`.
    pub(crate) factor: f32,
}

impl Smagorinsky {
    pub(crate) fn new(tau: f64, constant: f64) -> Self {
        Self { tau: tau as f32, factor: smagorinsky_factor(constant) }
    }
}

/// `18 √2 C²`.
pub(crate) fn smagorinsky_factor(constant: f64) -> f32 {
    (18.0 * std::f64::consts::SQRT_2 * constant * constant) as f32
}

impl EddyViscosity for Smagorinsky {
    #[inline(always)]
    fn omega<R: Real>(&self, _: Conserved<R>, inverse: R, stress: [R; 3]) -> R {
        let [xx, yy, xy] = stress;
        let magnitude = ((xx * xx + yy * yy) + (xy * xy) * 2.0).sqrt();
        let root = ((magnitude * inverse) * self.factor + self.tau * self.tau).sqrt();
        inverse.splat(2.0) / (root + self.tau)
    }
}

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

impl Collision {
    /// The relaxation time below which [`crate::Policy::AdaptViscosity`] lets no cell of this Froude number fall: under
    /// BGK `½ + ½ min(m, 1/m)` with `m = max(Fr⁴, 0.08 Fr)`, `None` for the other operators.
    ///
    /// At gravity numbers up to 0.2 it makes every uniform stream below Froude number 1 stable, however short τ is: slow
    /// streams need a viscosity in proportion to their speed, fast ones more. Beyond Froude number 1 viscosity feeds the
    /// waves that the lattice cannot carry, so it falls again: a cell that is too fast for a while survives.
    ///
    /// TRT gains nothing by a longer even relaxation time while the odd one stays; central moments need none: at gravity
    /// numbers from 0.05 to 0.1 they bear streams up to Froude number 0.98 with τ as short as 0.505.
    pub fn least_tau(&self, froude: f64) -> Option<f64> {
        let more = froude.powi(4).max(LEAST_PER_FROUDE * froude);
        self.is_adaptable().then(|| 0.5 + 0.5 * more.min(1.0 / more))
    }

    pub(crate) fn is_adaptable(&self) -> bool {
        matches!(self, Self::Bgk { .. })
    }
}
