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

#[cfg(test)]
mod tests {
    use super::*;
    use lbm_core::Units;

    /// Beyond a driven side the water has the driven moments and the stress of the water inside.
    #[test]
    fn a_driven_side_takes_its_stress_from_inside() {
        let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
        let mut lattice = Lattice::builder(4, 4, units).build().unwrap();
        let inside = lattice.layout().site(0, 2);
        lattice.set_equilibrium(inside, 0.02, 0.05, 0.01);
        let strained = lattice.population(2, inside) + 0.003;
        lattice.set_population(2, inside, strained);
        let opposed = lattice.population(6, inside) + 0.003;
        lattice.set_population(6, inside, opposed);

        let depth = Some(f64::from(lattice.reference_depth()) + 0.04);
        let beyond = Beyond::Driven { velocity: [0.08, 0.0], depth }.populations(&lattice, inside);
        let stress = |f: [f32; Q], eta: f32, u: f32, v: f32| {
            let eq = deviation_equilibrium(lattice.gravity(), lattice.reference_depth(), eta, u, v);
            (f[2] - eq[2]) + (f[6] - eq[6]) - (f[4] - eq[4]) - (f[8] - eq[8])
        };
        let m = lattice.moments(inside);
        let within = stress(lattice.populations(inside), m.eta, m.u, m.v);
        assert!(within > 0.005);
        assert!((stress(beyond, 0.04, 0.08, 0.0) - within).abs() < 1e-6);
        assert!((beyond.iter().sum::<f32>() - 0.04).abs() < 1e-6);
    }
}
