//! Water of the cells under a lid and beside it, and what its populations exchange on links.

use super::super::covered::{Neighbor, end};
use super::super::{Cover, Lattice, Site};
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
        let site = layout.site((cell % nx) as isize, (cell / nx) as isize);
        let mut f = lattice.populations(site);
        for q in 1..Q {
            if let Neighbor::BeyondCorner = neighbor(lattice, site, cover.solid, q) {
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

/// The other end of the link `q` of a cell.
pub(super) fn neighbor(lattice: &Lattice, site: Site, is_solid: &[bool], q: usize) -> Neighbor {
    let layout = lattice.layout();
    let (i, j) = layout.cell(site);
    Neighbor::of(is_solid, [layout.nx(), layout.ny()], [i as usize, j as usize], q)
}

/// Changes of populations on the links of a cell in the directions 1 to 8, with the opposite ones at their other ends.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Exchange {
    /// Of those that leave the cell; the one at rest makes up for them.
    pub(super) leaving: [f64; Q - 1],
    /// Volume that passes from rest to rest.
    pub(super) at_rest: [f64; Q - 1],
    /// Of those that leave the cell, and the same at their other ends: see [`Water::drawn`].
    pub(super) drawn: [f64; Q - 1],
}

/// Adds to the moving populations of a cell, and takes the same from the one at rest, which gains `volume`; adds the momentum
/// that the cell gained, with the rounding of each population. What rounding takes from the volume goes to the diagonal populations, which have
/// more digits than the one at rest.
pub(super) fn add(f: &mut [f32; Q], added: [f64; Q], volume: f64, momentum: &mut [f64; 2]) {
    let put = |f: &mut f32, added: f64| {
        let before = f64::from(*f);
        *f = (before + added) as f32;
        f64::from(*f) - before
    };
    let mut gained = [0.0; Q];
    for q in 1..Q {
        gained[q] = put(&mut f[q], added[q]);
    }
    let [moving, ..] = depth_and_momentum(gained);
    let rest = f64::from(f[0]) - moving + volume;
    f[0] = rest as f32;
    let lost = rest - f64::from(f[0]);
    for q in (1..Q).filter(|q| C[*q][0] * C[*q][1] != 0) {
        gained[q] += put(&mut f[q], 0.25 * lost);
    }
    let [_, x, y] = depth_and_momentum(gained);
    momentum[0] += x;
    momentum[1] += y;
}
