use lbm_core::d2q9::{C, W};

/// Equilibria of `N` cells: their depths, velocities, squared speeds, and pressures `g / 6 (h² − h_ref²)`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Equilibrium<const N: usize> {
    eta: [f32; N],
    pub(super) h: [f32; N],
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
        Self { eta, h, u, v, squared, pressure }
    }

    /// The same with the pressure that populations on links between cells of the rest depths `ends` have at these elevations, with the half of
    /// the bed's force that they get as they leave either end: `g / 6 η (η + d + d')`.
    ///
    /// The momentum stays that of the depths of the cells themselves: with those of the other ends an outflow over ridges is unstable.
    #[inline(always)]
    pub(super) fn on_links(mut self, gravity: f32, ends: [&[f32; N]; 2]) -> Self {
        for l in 0..N {
            self.pressure[l] = gravity / 6.0 * self.eta[l] * (self.eta[l] + (ends[0][l] + ends[1][l]));
        }
        self
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
