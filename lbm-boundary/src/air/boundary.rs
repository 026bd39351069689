use std::ops::Range;

use lbm_core::Air;

use super::ledger::AirLedger;
use super::side::beyond;
use crate::spec::{AirSide, AirSideKind};

/// The sides, solids and sources of air with smoke.
///
/// A time step is [`Self::apply`], then [`Air::step`].
///
/// Walls and solids are half-way bounce-back: no slip for the gas, and no smoke passes. A population that would enter from
/// beyond two sides is a wall's if one of them is a wall. Solids are at rest.
///
/// ```
/// use lbm_boundary::{AirBoundary, AirSide, AirSideKind};
/// use lbm_core::{Air, Ends};
///
/// let mut air = Air::builder([16, 16, 24]).buoyancy(1e-4).ends([Ends::Given; 3]).build()?;
/// let mut boundary = AirBoundary::builder()
///     .side(AirSide::Top, AirSideKind::Open { concentration: 0.0 })
///     .source([8, 8, 3], 0.1)
///     .build(&mut air)?;
/// let mut given = 0.0;
/// for _ in 0..200 {
///     boundary.apply(&mut air);
///     assert!(air.step());
///     given += boundary.ledger().total().smoke;
/// }
/// assert!((air.totals(|_| true).smoke - given).abs() < 1e-6 * given);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct AirBoundary {
    pub(super) kinds: [AirSideKind; 6],
    pub(super) walls: Vec<Walls>,
    pub(super) open: Vec<OpenCell>,
    pub(super) links: Vec<OpenLink>,
    /// Solid cells from which populations enter the air.
    pub(super) rims: Vec<[isize; 3]>,
    pub(super) sources: Vec<([isize; 3], f32)>,
    pub(super) ledger: AirLedger,
    /// `Σ C` of the air.
    pub(super) smoke: f64,
}

/// What the air and the sources do not determine of the state of an [`AirBoundary`].
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AirBoundaryState {
    /// The smoke that is in the air by the books.
    pub smoke: f64,
}

/// Links across walls in one direction that have one account: slots of the populations that leave and of those that enter.
#[derive(Debug, Clone)]
pub(super) struct Walls {
    pub(super) account: usize,
    /// Direction in which populations enter.
    pub(super) q: usize,
    pub(super) links: Vec<[usize; 2]>,
}

/// A cell inside an open side, and the links of the ghost cells before it.
#[derive(Debug, Clone)]
pub(super) struct OpenCell {
    pub(super) side: AirSide,
    pub(super) inside: [isize; 3],
    pub(super) links: Range<usize>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct OpenLink {
    /// Direction in which the population enters.
    pub(super) q: usize,
    pub(super) leaves: usize,
    pub(super) enters: usize,
}

impl AirBoundary {
    /// Lets the sources give their smoke, then writes every population that enters the air in the next step, and books it.
    ///
    /// # Panics
    /// If the air has not the cells of that for which the boundary was built.
    pub fn apply(&mut self, air: &mut Air) {
        self.ledger.accounts.fill(Default::default());
        self.ledger.sources = self.sources.iter().map(|&(cell, rate)| air.add(cell, rate)).sum();
        self.rims.iter().for_each(|&cell| air.set_populations(cell, [0.0; Air::POPULATIONS]));
        for Walls { account, q, links } in &self.walls {
            let values = air.values_mut();
            let mut sum = 0.0;
            for &[leaves, enters] in links {
                let f = values[leaves];
                values[enters] = f;
                sum += f64::from(f);
            }
            self.ledger.accounts[*account].pass(*q, sum, sum);
        }
        for OpenCell { side, inside, links } in &self.open {
            let mut f = air.populations(*inside);
            let moments = air.moments_of(&f);
            let there = air.settled(beyond(self.kinds[side.index()], *side, moments));
            let here = air.settled(moments);
            (0..Air::POPULATIONS).for_each(|q| f[q] += there[q] - here[q]);
            let values = air.values_mut();
            let account = &mut self.ledger.accounts[side.index()];
            for &OpenLink { q, leaves, enters } in &self.links[links.clone()] {
                values[enters] = f[q];
                account.pass(q, f[q].into(), values[leaves].into());
            }
        }
        self.smoke += self.ledger.total().smoke;
        self.ledger.buoyancy = air.buoyancy() * self.smoke;
    }

    /// The books of the last step.
    pub fn ledger(&self) -> &AirLedger {
        &self.ledger
    }

    /// The present state.
    pub fn state(&self) -> AirBoundaryState {
        AirBoundaryState { smoke: self.smoke }
    }

    /// Goes to a state of this boundary, or of one that was built alike.
    pub fn restore(&mut self, state: AirBoundaryState) {
        self.smoke = state.smoke;
    }
}
