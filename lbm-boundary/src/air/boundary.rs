use lbm_core::Air;
use rayon::prelude::*;

use super::around::{Around, Walls};
use super::ledger::{AirExchange, AirLedger};
use super::open::OpenRun;
use crate::Error;

/// The sides, solids and sources of air with smoke.
///
/// A time step is [`Self::apply`], then [`Air::step`].
///
/// Walls and solids are half-way bounce-back: no slip for the gas, and no smoke passes. Nothing passes between solids that touch at an edge. A population that would enter from
/// beyond two sides is a wall's if one of them is a wall. Solids rest, or [move](Self::move_solids).
///
/// Open sides and inflows of the gas are non-equilibrium extrapolation (Guo, Zheng, Shi 2002): the equilibrium of the air beyond the side,
/// and what differs from equilibrium in the cell inside it. Beyond an open side air is at rest: what leaves does so against its pressure, what
/// enters has lost as much of it as Bernoulli's law says, and brings no momentum along the side where the flow is uniform. An inflow takes the
/// density of the cell inside, so the mass of the air is bounded only where some side is open. [`Self::start_winds`] lets winds blow from the start.
///
/// Smoke passes a side with the flow, `C u` a step: with the concentration inside where air leaves and
/// with that beyond the side where it enters. None diffuses through.
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
    pub(super) around: Around,
    pub(super) walls: Vec<Walls>,
    pub(super) open: Vec<OpenRun>,
    /// Solid cells from which populations enter the air.
    pub(super) rims: Vec<[isize; 3]>,
    pub(super) sources: Vec<([isize; 3], f32)>,
    pub(super) ledger: AirLedger,
    /// What the air gained since the last step where solids moved, by account.
    pub(super) moved: Vec<AirExchange>,
    /// `Σ C` of the air.
    pub(super) smoke: f64,
    /// Kept from step to step: slots and values of populations that return at edges.
    pub(super) at_edges: Vec<(usize, f32)>,
}

/// State of an [`AirBoundary`] that does not follow from the air and the sources.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AirBoundaryState {
    /// The smoke that is in the air by the books.
    pub smoke: f64,
}

impl AirBoundary {
    /// Lets the sources give their smoke, then writes every population that enters the air in the next step, and books it: those of open sides on all
    /// threads of the current rayon pool, with the same bits for any number of them.
    ///
    /// # Panics
    /// If the air has not the cells of that for which the boundary was built.
    pub fn apply(&mut self, air: &mut Air) {
        self.ledger.accounts.fill(AirExchange::default());
        self.moved.drain(..).zip(&mut self.ledger.accounts).for_each(|(moved, account)| account.add(&moved));
        self.ledger.sources = self.sources.iter().map(|&(cell, rate)| air.add(cell, rate)).sum();
        self.rims.iter().for_each(|&cell| air.set_populations(cell, [0.0; Air::POPULATIONS]));
        for Walls { account, q, links, terms, .. } in self.walls.iter().filter(|walls| !walls.at_edges) {
            let values = air.values_mut();
            let (mut left, mut entered) = (0.0, 0.0);
            for &[leaves, enters] in links {
                let f = values[leaves];
                values[enters] = f;
                left += f64::from(f);
            }
            for (&[leaves, enters], term) in links.iter().zip(terms) {
                let f = values[leaves] + term;
                values[enters] = f;
                entered += f64::from(f);
            }
            let entered = if terms.is_empty() { left } else { entered };
            self.ledger.accounts[*account].pass(*q, entered, left);
        }
        let (kinds, before) = (&self.around.kinds, &*air);
        self.open.par_iter_mut().for_each(|run| run.compute(kinds, before));
        for run in &self.open {
            run.enter(air.values_mut());
            run.gained
                .iter()
                .zip(&mut self.ledger.accounts)
                .for_each(|(gained, account)| account.add(gained));
        }
        self.return_at_edges(air);
        self.smoke += self.ledger.total().smoke;
        self.ledger.buoyancy = air.buoyancy() * self.smoke;
    }

    /// Returns what goes past edges at which solids meet, once nothing reads any more what leaves there.
    fn return_at_edges(&mut self, air: &mut Air) {
        self.at_edges.clear();
        let values = air.values_mut();
        for Walls { account, q, links, terms, .. } in self.walls.iter().filter(|walls| walls.at_edges) {
            let terms = terms.iter().copied().chain(std::iter::repeat(0.0));
            let (mut left, mut entered) = (0.0, 0.0);
            for (&[leaves, enters], term) in links.iter().zip(terms) {
                let f = values[leaves];
                left += f64::from(f);
                entered += f64::from(f + term);
                self.at_edges.push((enters, f + term));
            }
            self.ledger.accounts[*account].pass(*q, entered, left);
        }
        self.at_edges.iter().for_each(|&(enters, f)| values[enters] = f);
    }

    /// Replaces the sources: cells, and the concentration that each gains in a step.
    ///
    /// # Errors
    /// [`Error::Source`] for one outside the air or with a rate that is not finite; the sources are as before then.
    pub fn set_sources(&mut self, sources: impl IntoIterator<Item = ([usize; 3], f64)>) -> Result<(), Error> {
        self.sources =
            sources.into_iter().map(|source| self.around.source(source)).collect::<Result<_, _>>()?;
        Ok(())
    }

    /// The books of the last step.
    pub fn ledger(&self) -> &AirLedger {
        &self.ledger
    }

    /// The present state.
    pub fn state(&self) -> AirBoundaryState {
        AirBoundaryState { smoke: self.smoke }
    }

    /// Restores a state of this boundary, or of one that was built alike.
    pub fn restore(&mut self, state: AirBoundaryState) {
        self.smoke = state.smoke;
    }
}
