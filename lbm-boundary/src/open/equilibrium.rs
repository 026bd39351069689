use lbm_core::d2q9::{C, W};

/// Equilibria of `N` cells: their depths, velocities, squared speeds, and pressures `g / 6 (h² − h_ref²)`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Equilibrium<const N: usize> {
    h: [f32; N],
    u: [f32; N],
    v: [f32; N],
    squared: [f32; N],
    pressure: [f32; N],
}

impl<const N: usize> Equilibrium<N> {
    #[inline(always)]
    pub(super) fn new(gravity: f32, rest_depth: &[f32; N], eta: [f32; N], u: [f32; N], v: [f32; N]) -> Self {
        let (mut h, mut pressure, mut squared) = ([0.0; N], [0.0; N], [0.0; N]);
        for l in 0..N {
            h[l] = rest_depth[l] + eta[l];
            pressure[l] = gravity / 6.0 * eta[l] * (h[l] + rest_depth[l]);
            squared[l] = u[l] * u[l] + v[l] * v[l];
        }
        Self { h, u, v, squared, pressure }
    }

    /// [`lbm_core::equilibrium::deviation_equilibrium`] in direction `q`, which is not that at rest.
    #[inline(always)]
    pub(super) fn population(&self, q: usize) -> [f32; N] {
        let (ex, ey) = (C[q][0] as f32, C[q][1] as f32);
        let mut f = [0.0; N];
        for l in 0..N {
            let eu = ex * self.u[l] + ey * self.v[l];
            let stress = eu * (1.0 / 3.0) + eu * eu * 0.5 - self.squared[l] * (1.0 / 6.0);
            f[l] = W[q] * (self.pressure[l] + self.h[l] * stress);
        }
        f
    }
}
