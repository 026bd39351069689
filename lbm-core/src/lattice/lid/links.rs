//! Water of the cells under a lid and beside it, and what its populations exchange on links.

use super::super::covered::{Neighbor, end};
use super::super::{Cover, Lattice};
use crate::d2q9::{C, OPPOSITE, Q, W, depth_and_momentum};

/// Water of a cell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Water {
    /// The lattice's elevation, without the half of the change that has been added in this step.
    pub(super) eta: f64,
    /// Head `h`, without that too.
    pub(super) head: f64,
    /// Column `w`.
    pub(super) column: f64,
    /// Rest depth `d`.
    pub(super) rest_depth: f64,
    /// Thickness `b` of the cover.
    pub(super) thickness: f64,
    /// Volume that is added after the step, as much as was before it ([`Cover::mean_change_m`]).
    pub(super) half_change: f64,
    /// Velocity `m / w`, and its weight in the mean of a link ([`Lattice::begin_covered`]).
    velocity: [f64; 2],
    weight: f64,
}

impl Water {
    /// The water of a cell of the grid after the boundaries, by which what leaves it towards a corner at which solids meet is in the slot of what the cell
    /// beyond gets back.
    pub(super) fn of(lattice: &Lattice, cell: usize, cover: &Cover<'_>) -> Self {
        let layout = lattice.layout();
        let size @ [nx, _] = [layout.nx(), layout.ny()];
        let at @ [i, j] = [cell % nx, cell / nx];
        let site = layout.site(i as isize, j as isize);
        let mut f = lattice.populations(site);
        for q in (1..Q).filter(|q| C[*q][0] * C[*q][1] != 0) {
            if let Neighbor::BeyondCorner = Neighbor::of(cover.solid, size, at, q) {
                f[q] = lattice.population(OPPOSITE[q], layout.neighbor(site, q));
            }
        }
        let per_meter = (1.0 / lattice.units().cell_size_m()) as f32;
        let thickness = cover.thickness_m[cell] * per_meter;
        let half_change = 0.5 * cover.mean_change_m(cell, size) * per_meter;
        let moments = lattice.moments_of(site, f, -1.0);
        let column = lattice.covered_column(site, thickness, moments.h, [0.0; 2]);
        let head = [lattice.rest_depth(site), moments.eta - half_change];
        let [_, weight, ..] = end(head, thickness, [0.0; 2]);
        Self {
            eta: f64::from(moments.eta) - f64::from(half_change),
            head: f64::from(moments.h) - f64::from(half_change),
            column: f64::from(column),
            rest_depth: f64::from(lattice.rest_depth(site)),
            thickness: f64::from(thickness),
            half_change: f64::from(half_change),
            velocity: [moments.u, moments.v].map(|u| f64::from(u * moments.h / column)),
            weight: f64::from(weight),
        }
    }

    /// Momentum of viscosity on the link `q` to another cell, at both ends away from themselves: `⅓ w_q (e_q · ū) (η(x + e_q) − η)`.
    pub(super) fn drawn(&self, there: &Self, q: usize) -> f64 {
        let along = |of: &Self| {
            of.weight * (of.velocity[0] * f64::from(C[q][0]) + of.velocity[1] * f64::from(C[q][1]))
        };
        let mean = (along(self) + along(there)) / (self.weight + there.weight);
        f64::from(W[q]) / 3.0 * mean * (there.eta - self.eta)
    }
}

/// Number of no cell: that to which no water passes.
pub(super) const NONE: u32 = u32::MAX;

/// What the links of a covered cell in the directions 1 to 8 do, with the opposite at their other ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ends {
    /// `A` of [`super::system::System`], 0 where no water passes.
    pub(super) conductances: [f64; Q - 1],
    /// The same without the lid, those of the water at rest at the level of the cell's group, also towards solids and sides.
    pub(super) still: [f64; Q - 1],
    /// Push of the lattice's elevation: on populations that leave the cell, for which that at rest makes up,
    pub(super) leaving: [f64; Q - 1],
    /// volume that passes from rest to rest,
    pub(super) at_rest: [f64; Q - 1],
    /// and on populations that leave the cell, the same at both ends: see [`Water::drawn`].
    pub(super) drawn: [f64; Q - 1],
}

impl Ends {
    /// Those of a cell with these links, all water by number; `level` is that of its group.
    pub(super) fn of(
        cell: usize,
        links: &[u32; Q - 1],
        water: &[Water],
        (gravity, level): (f64, f64),
    ) -> Self {
        let none = [0.0; Q - 1];
        let mut ends = Self { conductances: none, still: none, leaving: none, at_rest: none, drawn: none };
        let here = &water[cell];
        for q in 1..Q {
            let per_depth = f64::from(W[q]) / 6.0 * gravity;
            let still = here.rest_depth + level;
            ends.still[q - 1] = per_depth * 2.0 * still;
            let Some(there) = water.get(links[q - 1] as usize) else { continue };
            let conductance = per_depth * (here.column + there.column);
            ends.conductances[q - 1] = conductance;
            ends.still[q - 1] = per_depth * (still + there.rest_depth + level);
            let of_head = per_depth * (here.head + there.head);
            ends.leaving[q - 1] = (conductance - of_head) * (here.eta - there.eta);
            ends.at_rest[q - 1] = of_head * (here.eta - there.eta);
            ends.drawn[q - 1] = here.drawn(there, q);
        }
        ends
    }
}

/// What the populations of a cell gain.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gain {
    /// Of the moving populations; the one at rest makes up for them.
    pub(super) added: [f64; Q],
    pub(super) volume: f64,
    /// What is not the momentum of the lid in it.
    pub(super) not_of_lid: [f64; 2],
}

impl Gain {
    /// That of a covered cell by the pushes on its links and by `λ`.
    pub(super) fn covered(n: usize, links: &[u32; Q - 1], ends: &Ends, lambda: &[f64]) -> Self {
        let mut gain = Self { added: [0.0; Q], volume: 0.0, not_of_lid: [0.0; 2] };
        for (k, there) in links.iter().enumerate().filter(|(_, there)| **there != NONE) {
            let there = lambda.get(*there as usize);
            let difference = lambda[n] - there.unwrap_or(&0.0);
            gain.added[k + 1] = ends.leaving[k] + ends.conductances[k] * difference + ends.drawn[k];
            gain.volume -= ends.at_rest[k];
            // The part of the water's own pressure, at both ends where the other one is beside the lid; what two covered cells draw is between them.
            let own = ends.still[k] * difference;
            let not_of_lid = if there.is_some() { own + ends.drawn[k] } else { 2.0 * own };
            (0..2).for_each(|axis| gain.not_of_lid[axis] += not_of_lid * f64::from(C[k + 1][axis]));
        }
        gain
    }

    /// That of a cell beside the lid, by the covered cells to which its links lead.
    pub(super) fn beside(links: &[u32; Q - 1], ends: &[Ends], lambda: &[f64]) -> Self {
        let mut gain = Self { added: [0.0; Q], volume: 0.0, not_of_lid: [0.0; 2] };
        for (k, n) in links.iter().enumerate().filter(|(_, n)| **n != NONE) {
            let (ends, back) = (&ends[*n as usize], OPPOSITE[k + 1] - 1);
            let leaving = ends.leaving[back] + ends.conductances[back] * lambda[*n as usize];
            gain.added[k + 1] = ends.drawn[back] - leaving;
            gain.volume += ends.at_rest[back];
        }
        gain
    }

    /// Adds it to the populations of the cell, and takes what the moving ones get from the one at rest, which gains the volume. Returns what the moving ones gained, with the rounding
    /// of each. What rounding takes from the volume goes to the diagonal ones, which have more digits than the one at rest.
    pub(super) fn add_to(&self, f: &mut [f32; Q]) -> [f64; Q] {
        let put = |f: &mut f32, added: f64| {
            let before = f64::from(*f);
            *f = (before + added) as f32;
            f64::from(*f) - before
        };
        let mut gained = [0.0; Q];
        for q in 1..Q {
            gained[q] = put(&mut f[q], self.added[q]);
        }
        let [moving, ..] = depth_and_momentum(gained);
        let rest = f64::from(f[0]) - moving + self.volume;
        f[0] = rest as f32;
        let lost = rest - f64::from(f[0]);
        for q in (1..Q).filter(|q| C[*q][0] * C[*q][1] != 0) {
            gained[q] += put(&mut f[q], 0.25 * lost);
        }
        gained
    }
}
