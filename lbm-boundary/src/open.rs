use lbm_core::Lattice;
use lbm_core::Site;
use lbm_core::d2q9::Q;
use lbm_core::equilibrium::deviation_equilibrium;

/// The water beyond an open side, in lattice units.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Beyond {
    /// That of the cell inside.
    Same,
    /// A given velocity, and a given depth or that of the cell inside.
    Driven { velocity: [f32; 2], depth: Option<f64> },
    /// The still water of the reference state, whose deviations are zero.
    Still,
}

impl Beyond {
    /// Populations beyond the side, next to the water cell `inside`.
    pub(crate) fn populations(&self, lattice: &Lattice, inside: Site) -> [f32; Q] {
        match *self {
            Self::Same => lattice.populations(inside),
            Self::Still => [0.0; Q],
            Self::Driven { velocity: [u, v], depth } => {
                let m = lattice.moments(inside);
                let (g, h_ref) = (lattice.gravity(), lattice.rest_depth(inside));
                let eta = depth.map(|h| (h - f64::from(h_ref)) as f32);
                let here = deviation_equilibrium(g, h_ref, m.eta, m.u, m.v);
                let there = deviation_equilibrium(g, h_ref, eta.unwrap_or(m.eta), u, v);
                let f = lattice.populations(inside);
                std::array::from_fn(|q| there[q] + (f[q] - here[q]))
            }
        }
    }
}
