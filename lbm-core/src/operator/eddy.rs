use super::{Collision, Conserved};
use crate::Error;
use crate::engine::Float;

/// `2 τ − 1` that a slow stream needs to be stable, over its Froude number.
pub(crate) const EXCESS_PER_FROUDE: f64 = 0.08;

/// The rate ω at which the shear stress of a cell relaxes.
pub(crate) trait EddyViscosity: Copy + Sync {
    /// Whether it differs from cell to cell, and takes long to compute.
    const VARIES: bool;

    /// `ω / (3 h)` of a cell, given its depth times the non-equilibrium stress `h Σ e e (f − f_eq)` as `[xx, yy, xy]`, which takes no
    /// division.
    fn third_per_depth<R: Float>(&self, cell: Conserved<R>, weighted_stress: [R; 3]) -> R;

    /// ω, from [`Self::third_per_depth`].
    #[inline(always)]
    fn omega<R: Float>(&self, cell: Conserved<R>, third_per_depth: R) -> R {
        (cell.h * 3.0) * third_per_depth
    }
}

/// Rate ω of a constant viscosity.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Constant(pub(crate) f32);

impl EddyViscosity for Constant {
    const VARIES: bool = false;

    #[inline(always)]
    fn third_per_depth<R: Float>(&self, cell: Conserved<R>, _: [R; 3]) -> R {
        cell.h.splat(self.0 * (1.0 / 3.0)) / cell.h
    }

    #[inline(always)]
    fn omega<R: Float>(&self, cell: Conserved<R>, _: R) -> R {
        cell.h.splat(self.0)
    }
}

/// Smagorinsky's eddy viscosity `(C Δx)² √(2 S S)` on top of that of `tau` (Hou et al. 1996):
/// `τ_t = ½ (τ + √(τ² + 18 √2 C² √(Π Π) / h))`, with the strain of the non-equilibrium stress Π of the cell itself.
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

/// Checks Smagorinsky's constant `C` of an eddy viscosity `(C Δx)² √(2 S S)`.
///
/// # Errors
/// [`Error::OutOfRange`] and [`Error::NotFinite`] unless it is 0 to ½.
pub fn check_smagorinsky(constant: f64) -> Result<(), Error> {
    let valid = (0.0..=0.5).contains(&constant);
    Error::require(valid, "Smagorinsky constant", constant, "0 (none) to 0.5; 0.1 to 0.2 is usual")
}

/// `18 √2 C²`.
pub(crate) fn smagorinsky_factor(constant: f64) -> f32 {
    (18.0 * std::f64::consts::SQRT_2 * constant * constant) as f32
}

/// `1 / τ_t`, given `√(Π Π) / h`.
#[inline(always)]
pub(crate) fn smagorinsky_omega<R: Float>(stress: R, factor: f32, tau: f32) -> R {
    let root = (stress * factor + tau * tau).sqrt();
    stress.splat(2.0) / (root + tau)
}

impl EddyViscosity for Smagorinsky {
    const VARIES: bool = true;

    /// `2/3 / (τ h + √(τ² h² + 18 √2 C² √(h Π h Π)))`
    #[inline(always)]
    fn third_per_depth<R: Float>(&self, cell: Conserved<R>, [xx, yy, xy]: [R; 3]) -> R {
        let magnitude = ((xx * xx + yy * yy) + (xy * xy) * 2.0).sqrt();
        let time = cell.h * self.tau;
        let root = (magnitude * self.factor + time * time).sqrt();
        cell.h.splat(2.0 / 3.0) / (root + time)
    }
}

/// Another eddy viscosity, with a relaxation time of at least [`Collision::min_tau`] at the cell's Froude number.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AdaptedViscosity<E> {
    pub(crate) inner: E,
    /// 1/g.
    pub(crate) per_gravity: f32,
}

impl<E: EddyViscosity> EddyViscosity for AdaptedViscosity<E> {
    const VARIES: bool = true;

    #[inline(always)]
    fn third_per_depth<R: Float>(&self, cell: Conserved<R>, weighted_stress: [R; 3]) -> R {
        let Conserved { h, hu, hv, .. } = cell;
        let inverse = h.splat(1.0) / h;
        let speed_squared = (hu * hu + hv * hv) * (inverse * inverse);
        let froude_squared = speed_squared * (inverse * self.per_gravity);
        let slow = froude_squared.sqrt() * EXCESS_PER_FROUDE as f32;
        let fast = froude_squared * froude_squared;
        let m = slow.max(fast);
        // 2 / (1 + min(m, 1/m)) with one division.
        let sum = m + 1.0;
        let max_omega = ((sum - m.min(inverse.splat(1.0))) * 2.0) / sum;
        let third_per_depth = self.inner.third_per_depth(cell, weighted_stress);
        (max_omega * (1.0 / 3.0) * inverse).min(third_per_depth)
    }
}

impl Collision {
    /// The shortest relaxation time that [`crate::Policy::AdaptViscosity`] gives a cell of this Froude number: for BGK
    /// `½ + ½ min(m, 1/m)` with `m = max(Fr⁴, 0.08 Fr)`, `None` for the other operators.
    ///
    /// At gravity numbers up to 0.2 it makes every uniform stream below Froude number 1 stable, however short τ is: slow
    /// streams need a viscosity in proportion to their speed, fast ones more. Beyond Froude number 1 viscosity amplifies
    /// the waves that the lattice cannot represent, so it decreases again: a cell that is too fast for a while survives.
    ///
    /// TRT gains nothing by a longer even relaxation time as long as the odd one stays; central moments need none: at
    /// gravity numbers from 0.05 to 0.1 they are stable up to Froude number 0.98 with τ as short as 0.505.
    pub fn min_tau(&self, froude: f64) -> Option<f64> {
        let m = froude.powi(4).max(EXCESS_PER_FROUDE * froude);
        self.is_adaptable().then(|| 0.5 + 0.5 * m.min(1.0 / m))
    }

    /// Whether [`crate::Policy::AdaptViscosity`] works with it.
    pub(crate) fn is_adaptable(&self) -> bool {
        matches!(self, Self::Bgk { .. })
    }
}
