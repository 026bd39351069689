use lbm_core::d2q9::Q;
use lbm_core::{Lattice, Site};

/// Rest depths of the neighbors of `N` cells in directions 1 to 8.
///
/// A population that leaves a cell of rest depth `d` for one of `d'` carries half of the bed's force on the link, `w_q g η / 6 (d' − d)`
/// ([`lbm_core::LatticeBuilder::bed_m`]): with the pressure of water at rest, `w_q g / 6 η (η + 2 d)`, that is `w_q g / 6 η (η + d + d')`, the
/// same from either end. So water at rest keeps its balance with that beyond a side as with that of the grid if populations that enter have it
/// too, and if it is not taken for momentum and stress of the water inside.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Around<const N: usize>(pub(crate) [[f32; N]; Q - 1]);

impl<const N: usize> Around<N> {
    /// `None` if the bed is level around all of the cells.
    pub(crate) fn new(lattice: &Lattice, cells: [Site; N]) -> Option<Self> {
        if !lattice.is_sloping() {
            return None;
        }
        let depth = |q: usize, cell| lattice.rest_depth(lattice.layout().neighbor(cell, q));
        let depths: [[f32; N]; Q - 1] = std::array::from_fn(|k| cells.map(|cell| depth(k + 1, cell)));
        let here = cells.map(|cell| lattice.rest_depth(cell));
        depths.iter().any(|depths| *depths != here).then_some(Self(depths))
    }

    /// Takes the momentum of the half of the bed's force, that the populations of the cells already have, from their elevation and momentum.
    #[inline(always)]
    pub(super) fn take_momentum(&self, gravity: f32, [eta, hu, hv]: &mut [[f32; N]; 3]) {
        let Self([e, ne, n, nw, w, sw, s, se]) = self;
        for l in 0..N {
            let force = gravity / 6.0 * eta[l];
            let [rising, falling] = [0.25 * (ne[l] - sw[l]), 0.25 * (se[l] - nw[l])];
            hu[l] -= force * ((e[l] - w[l]) + (rising + falling));
            hv[l] -= force * ((n[l] - s[l]) + (rising - falling));
        }
    }
}
