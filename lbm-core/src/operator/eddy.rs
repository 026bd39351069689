use super::Conserved;
use crate::real::Real;

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
