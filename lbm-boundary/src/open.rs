use lbm_core::d2q9::Q;
use lbm_core::equilibrium::deviation_equilibrium;
use lbm_core::{Lattice, Moments, Site};

use crate::Side;
use crate::side_checks::side_cells;

/// The water beyond an open side, in lattice units.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Beyond {
    /// That of the cell inside.
    Same,
    /// A given velocity or that of the cell inside, and a given depth or that of the cell inside.
    Driven { velocity: Option<[f32; 2]>, depth: Option<f64> },
    /// The still water of the reference state, whose deviations are zero.
    Still,
    /// Open water: incoming characteristics are its own. `celerity` is `√(g h)`; `inward` the unit vector into the grid.
    Characteristic { velocity: [f64; 2], celerity: f64, inward: [f64; 2] },
}

impl Beyond {
    /// Populations beyond the side, next to the water cell `inside`: the equilibrium of the water there and the
    /// non-equilibrium part of the cell.
    pub(crate) fn populations(&self, lattice: &Lattice, inside: Site) -> [f32; Q] {
        let h_ref = lattice.rest_depth(inside);
        let deviation = |depth: f64| (depth - f64::from(h_ref)) as f32;
        match *self {
            Self::Same => lattice.populations(inside),
            Self::Still => [0.0; Q],
            Self::Driven { velocity, depth } => {
                let m = lattice.moments(inside);
                let velocity = velocity.unwrap_or([m.u, m.v]);
                extrapolated(lattice, inside, m, depth.map_or(m.eta, deviation), velocity)
            }
            Self::Characteristic { velocity, celerity, inward: [nx, ny] } => {
                let m = lattice.moments(inside);
                let g = f64::from(lattice.gravity());
                let own = [m.u, m.v].map(f64::from);
                let outwards = |[u, v]: [f64; 2]| -(u * nx + v * ny);
                let leaving = outwards(own) + 2.0 * (g * f64::from(m.h)).sqrt();
                let entering = outwards(velocity) - 2.0 * celerity;
                let normal = 0.5 * (leaving + entering);
                let c = 0.25 * (leaving - entering);
                let from = if normal > 0.0 { own } else { velocity };
                let along = from[1] * nx - from[0] * ny;
                let [u, v] = [-normal * nx - along * ny, -normal * ny + along * nx].map(|c| c as f32);
                extrapolated(lattice, inside, m, deviation(c * c / g), [u, v])
            }
        }
    }
}

fn extrapolated(lattice: &Lattice, inside: Site, m: Moments, eta: f32, [u, v]: [f32; 2]) -> [f32; Q] {
    let (g, h_ref) = (lattice.gravity(), lattice.rest_depth(inside));
    let here = deviation_equilibrium(g, h_ref, m.eta, m.u, m.v);
    let there = deviation_equilibrium(g, h_ref, eta, u, v);
    let f = lattice.populations(inside);
    std::array::from_fn(|q| there[q] + (f[q] - here[q]))
}

/// A discharge through a side.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Inlet {
    pub(crate) side: Side,
    /// Volume a step.
    pub(crate) discharge: f64,
    pub(crate) ramp_steps: f64,
}

impl Inlet {
    /// The water beyond in the lattice's next step: what makes the discharge of that time in the side's present section.
    /// `labels` is `[ny][nx]`, 0 for water.
    pub(crate) fn beyond(&self, lattice: &Lattice, labels: &[u16]) -> Beyond {
        let (nx, ny) = (lattice.layout().nx(), lattice.layout().ny());
        let site = |k: usize| lattice.layout().site((k % nx) as isize, (k / nx) as isize);
        let section: f64 = side_cells(self.side, nx, ny)
            .filter(|&k| labels[k] == 0)
            .map(|k| f64::from(lattice.moments(site(k)).h))
            .sum();
        let risen = ((lattice.steps() + 1) as f64 / self.ramp_steps.max(1.0)).min(1.0);
        let speed = if section > 0.0 { self.discharge * risen / section } else { 0.0 };
        Beyond::Driven { velocity: Some(self.side.inward().map(|n| (n * speed) as f32)), depth: None }
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
        let beyond = Beyond::Driven { velocity: Some([0.08, 0.0]), depth }.populations(&lattice, inside);
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
