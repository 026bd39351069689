//! Pressure of water at rest over a bed that differs from link to link.
//!
//! Above or below the still level, water at rest sends `w_q g η / 6 (η + D)` along a link, with the sum `D` of the rest depths of its two ends
//! (`open::Around`). Walls make what enters along one link of what passes others: where the sums of these differ from its own, the difference
//! is added, `g η / 6 (w_q D − Σ w_s D_s)`. Half-way bounce-back, which uses the link itself, needs none.

use lbm_core::d2q9::{OPPOSITE, W};
use lbm_core::{Lattice, Site};

use super::link::{HALF_WAY, Link, Rule};
use super::{direction, entering::WaterCell};
use crate::ledger::Owner;

/// What a link adds to the population that it copies: with the mean elevation of its cell and the one that the population is of, what two
/// populations that a mirror exchanges get is the same with opposite signs.
#[inline]
pub(crate) fn lift(gravity: f32, bed: f32, etas: [f32; 2]) -> f32 {
    gravity / 6.0 * bed * (0.5 * (etas[0] + etas[1]))
}

impl Link {
    /// The link with the difference of its weighted sum of rest depths from that of what its population is made of.
    pub(super) fn over(self, lattice: &Lattice, water: Site) -> Self {
        if !lattice.is_sloping() || self.owner == Owner::Periodic {
            return self;
        }
        let sum = |q: usize, from: Site| {
            let depths = [from, lattice.layout().neighbor(from, q)].map(|site| lattice.rest_depth(site));
            W[q] * (depths[0] + depths[1])
        };
        let q = usize::from(self.q);
        let own = sum(q, self.origin);
        let bed = match self.rule {
            Rule::Copy { from, q } => own - sum(usize::from(q), from),
            Rule::Interpolated { next, .. } => own - sum(OPPOSITE[q], next),
            Rule::Extrapolated { .. } => own - sum(q, water),
            Rule::Modified { opposite, ahead, behind, along_x } => {
                let t = direction::along(q, along_x);
                own - (sum(OPPOSITE[q], opposite) - 0.5 * (sum(t, ahead) - sum(OPPOSITE[t], behind)))
            }
            Rule::Open(_) | Rule::Gap(_) | Rule::Undriven { .. } | Rule::Rest => 0.0,
        };
        Self { bed, ..self }
    }

    /// What it adds to the population that enters the cell `water`.
    #[inline]
    pub(super) fn lift(&self, lattice: &Lattice, water: &WaterCell<'_>) -> f32 {
        let (share, there) = match self.rule {
            Rule::Copy { from, .. } => (1.0, lattice.eta(from)),
            Rule::Interpolated { distance, .. } if distance < 0.5 => (1.0 - 2.0 * distance, water.eta),
            Rule::Interpolated { distance, .. } => (1.0 - 0.5 / distance, water.eta),
            _ => (1.0, water.eta),
        };
        lift(lattice.gravity(), share * self.bed, [water.eta, there])
    }

    /// By how much the pressure at a wall with a link distance is more than in the middle of the link, for both populations: the bed
    /// between the two gives it to the water, and the wall has as much of it.
    pub(crate) fn beyond_middle(&self, lattice: &Lattice, water: &WaterCell<'_>) -> f64 {
        let (Rule::Interpolated { distance, .. } | Rule::Extrapolated { distance, .. }) = self.rule else {
            return 0.0;
        };
        if distance == HALF_WAY || !lattice.is_sloping() {
            return 0.0;
        }
        let drop = f64::from(lattice.rest_depth(self.origin)) - f64::from(water.rest_depth);
        let [middle, wall] =
            [HALF_WAY, distance].map(|distance| f64::from(water.h) + f64::from(distance) * drop);
        let weight = f64::from(W[usize::from(self.q)]);
        weight * f64::from(lattice.gravity()) / 3.0 * (wall - middle) * (wall + middle)
    }
}
