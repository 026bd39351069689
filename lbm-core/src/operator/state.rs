use crate::d2q9::{C, Q, W};
use crate::engine::Float;

/// The pressure as a function of the depth of water, or of the density of a gas.
///
/// Both share one equilibrium, with the pressure `p` at the depth or density `h`:
///
/// ```text
/// fq_eq = w_q ( p / 3 + h e_q·u / 3 + h (e_q·u)² / 2 − h u² / 6 )        f0_eq = h − Σ fq_eq
/// ```
///
/// `½ g h²` gives that of shallow water (Lazo et al. Eq. 2); `h / 3` that of the Navier–Stokes equations (Qian et al.
/// 1992), whose usual weights `1/9` and `1/36` are `w_q / 9`.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum EquationOfState {
    /// `p = ½ g h²`, the pressure of a column of water.
    ShallowWater {
        /// Gravity in lattice units, `g Δt² / Δx`.
        gravity: f32,
    },
    /// `p = ρ / 3`, an ideal gas of constant temperature with the speed of sound `e / √3`: the Navier–Stokes equations of
    /// a nearly incompressible fluid, as long as its speed stays far below that of sound.
    IdealGas,
}

impl EquationOfState {
    /// Gravity in lattice units: 0 for a gas.
    pub fn gravity(self) -> f32 {
        match self {
            Self::ShallowWater { gravity } => gravity,
            Self::IdealGas => 0.0,
        }
    }

    /// `p(h)`.
    #[inline]
    pub fn pressure(self, h: f32) -> f32 {
        Pressure::new(self).above_rest(0.0, h)
    }

    /// `dp/dh`: for water its gravity number `g h / e²`.
    #[inline]
    pub(crate) fn wave_speed_squared(self, h: f32) -> f32 {
        match self {
            Self::ShallowWater { gravity } => gravity * h,
            Self::IdealGas => 1.0 / 3.0,
        }
    }

    /// `f_eq(h, u, v) − f_eq(h_ref, 0, 0)` with `h = h_ref + eta`, without cancellation.
    ///
    /// # Arguments
    /// `h_ref` depth of the reference rest state, `eta` depth above it, `(u, v)` velocity; lattice units.
    #[inline]
    pub fn deviation_equilibrium(self, h_ref: f32, eta: f32, u: f32, v: f32) -> [f32; Q] {
        let h = h_ref + eta;
        let third = Pressure::new(self).above_rest(h_ref, eta) / 3.0;
        let u2 = u * u + v * v;
        let mut f = [0.0; Q];
        for q in 1..Q {
            let eu = C[q][0] as f32 * u + C[q][1] as f32 * v;
            f[q] = W[q] * (third + h * (eu * (1.0 / 3.0) + eu * eu * 0.5 - u2 * (1.0 / 6.0)));
        }
        f[0] = eta - 5.0 * third - h * u2 * (2.0 / 3.0);
        f
    }
}

/// Both equations of state in one formula, for kernels: `p(h) − p(h_ref) = η (a η + (2 a h_ref + b))`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pressure {
    a: f32,
    b: f32,
}

impl Pressure {
    #[inline(always)]
    pub(crate) fn new(state: EquationOfState) -> Self {
        match state {
            EquationOfState::ShallowWater { gravity } => Self { a: 0.5 * gravity, b: 0.0 },
            EquationOfState::IdealGas => Self { a: 0.0, b: 1.0 / 3.0 },
        }
    }

    #[inline(always)]
    pub(crate) fn above_rest<R: Float>(self, rest_depth: R, eta: R) -> R {
        eta * (eta * self.a + (rest_depth * (2.0 * self.a) + self.b))
    }

    /// `p(h_ref + η + dh) − p(h_ref + η)`.
    #[inline(always)]
    pub(crate) fn gained<R: Float>(self, rest_depth: R, eta: R, dh: R) -> R {
        dh * ((eta + eta + dh) * self.a + (rest_depth * (2.0 * self.a) + self.b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gas_has_the_weights_of_the_navier_stokes_lattice() {
        let (rho, u, v) = (1.2f32, 0.05f32, -0.08f32);
        let f = EquationOfState::IdealGas.deviation_equilibrium(0.0, rho, u, v);
        for q in 0..Q {
            let weight = if q == 0 { 4.0 / 9.0 } else { W[q] / 9.0 };
            let cu = C[q][0] as f32 * u + C[q][1] as f32 * v;
            let expected = weight * rho * (1.0 + 3.0 * cu + 4.5 * cu * cu - 1.5 * (u * u + v * v));
            assert!((f[q] - expected).abs() < 1e-7, "direction {q}: {} against {expected}", f[q]);
        }
    }

    #[test]
    fn waves_travel_with_the_slope_of_the_pressure() {
        for state in [EquationOfState::ShallowWater { gravity: 0.15 }, EquationOfState::IdealGas] {
            let slope = (state.pressure(1.01) - state.pressure(0.99)) / 0.02;
            assert!((state.wave_speed_squared(1.0) / slope - 1.0).abs() < 1e-4, "{state:?}");
        }
    }
}
