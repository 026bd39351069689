//! Groups of covered cells between which water passes: `λ` of one group has nothing to do with that of another.

use super::cell::{LidCell, LidStall};
use super::links::{Ends, Water};
use super::system::{System, Unsolved};
use crate::d2q9::{OPPOSITE, Q, depth_and_momentum};
use crate::lattice::Lattice;

/// Largest residual volume of a cell, root mean square: this part of what `λ` has to move,
const RELATIVE: f64 = 1e-5;
/// or this part of the rest depth.
const ABSOLUTE: f64 = 1e-9;

/// Most times in a step that cells are sorted into those that touch the lid and those that do not.
const MOST_SORTINGS: usize = 12;

/// Cells of a [`super::Lid`] between which water passes, and their equations: those under one hull, or under several that lie against each other.
#[derive(Debug, Default)]
pub struct LidGroup {
    /// Numbers of the cells among those of the lid, in order.
    cells: Vec<u32>,
    /// The place of each on the grid, `[i, j]`.
    at: Vec<[usize; 2]>,
    system: System,
    /// `λ`, and 0 for the water beside.
    lambda: Vec<f64>,
    /// Elevation that `λ` has to move.
    right: Vec<f64>,
    /// Thickness of the lid.
    thickness: Vec<f64>,
    rest_depth: f64,
    /// Iterations by which `λ` was found in the last step, or why it was not.
    found: Option<Result<usize, LidStall>>,
}

/// What groups need of a lid: one value a cell.
pub(super) struct OfLid<'a> {
    pub(super) nx: usize,
    pub(super) cells: &'a [LidCell],
    pub(super) places: &'a [u32],
    pub(super) links: &'a [[u32; Q - 1]],
    pub(super) ends: &'a [Ends],
    pub(super) water: &'a [Water],
    /// Number of each in its group.
    pub(super) local: &'a [u32],
}

impl LidGroup {
    /// Goes to other cells of the lid.
    pub(super) fn gather(&mut self, cells: &[u32], of_lid: &OfLid<'_>) {
        let OfLid { nx, places, links, ends, water, local, .. } = *of_lid;
        self.cells.clear();
        self.cells.extend_from_slice(cells);
        self.system.clear();
        self.at.clear();
        self.thickness.clear();
        let open = cells.len() as u32;
        for n in cells.iter().map(|n| *n as usize) {
            let neighbors = links[n].map(|next| local.get(next as usize).map_or(open, |k| *k));
            let covered = f64::from(of_lid.cells[n].covered).clamp(f64::MIN_POSITIVE, 1.0);
            self.system.push((1.0 - covered) / covered, neighbors, ends[n].conductances);
            self.at.push([places[n] as usize % nx, places[n] as usize / nx]);
            self.thickness.push(water[n].thickness);
        }
        self.rest_depth = cells.first().map_or(1.0, |n| water[*n as usize].rest_depth);
    }

    /// Numbers of the group's cells among those of [`super::Lid::cells`], in order.
    pub fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// The `λ` by which water answers a lid whose thickness accelerates by `rates` (cells per step², one value for each
    /// of [`Self::cells`], 0 or any where water does not touch it): `λ` beside what it is otherwise.
    ///
    /// With the lid's motions `b = Σ_k q_k ψ_k` and the answers `φ_k` to `ψ_k`, the water's added mass is `g Σ ψ_j φ_k`, per density.
    ///
    /// # Arguments
    /// `lambda`: a guess, replaced by the result. `relative`: largest residual as a fraction of `rates`, root mean square.
    ///
    /// # Errors
    /// [`LidStall`], as [`super::Lid::press`].
    ///
    /// # Panics
    /// If there is not one value for each cell.
    pub fn answer(&mut self, rates: &[f64], lambda: &mut Vec<f64>, relative: f64) -> Result<(), LidStall> {
        assert_eq!([rates.len(), lambda.len()], [self.cells.len(); 2], "one value for each covered cell");
        let free = (0..rates.len()).filter(|&n| !self.system.given[n]);
        let squares: f64 = free.map(|n| rates[n] * rates[n]).sum();
        if squares == 0.0 {
            // Nothing moves the water that touches the lid; a guess other than this would have no residual to be measured by.
            lambda.fill(0.0);
            return Ok(());
        }
        for (part, _) in lambda.iter_mut().zip(&self.system.given).filter(|(_, given)| **given) {
            *part = 0.0;
        }
        lambda.push(0.0);
        let tolerance = relative * (squares / rates.len().max(1) as f64).sqrt();
        let solved = self.system.solve(rates, lambda, tolerance);
        lambda.pop();
        solved.map(drop).map_err(|unsolved| self.stall(unsolved))
    }

    /// Finds `λ` and the cells that touch the lid: see [`Self::found`].
    ///
    /// # Arguments
    /// `cells`, `water`, `ends`, and `lambda` and `apart` of the step before: of all cells of the lid.
    pub(super) fn press(
        &mut self,
        lattice: &Lattice,
        (cells, water, ends): (&[LidCell], &[Water], &[Ends]),
        (lambda, apart): (&[f64], &[bool]),
    ) {
        let layout = lattice.layout();
        self.lambda.clear();
        self.right.clear();
        for (k, n) in self.cells.iter().map(|n| *n as usize).enumerate() {
            let [eta, _, _] = depth_and_momentum(std::array::from_fn(|q| {
                let from = layout.neighbor(cells[n].site, OPPOSITE[q]);
                f64::from(lattice.population(q, from))
            }));
            // Of what a link passes at both ends.
            let pushed = depth_and_momentum(std::array::from_fn(|q| match q {
                0 => 0.0,
                _ => 2.0 * ends[n].leaving[q - 1] + ends[n].at_rest[q - 1],
            }))[0];
            self.right.push(eta - f64::from(cells[n].level) + water[n].half_change - pushed);
            self.lambda.push(lambda[n]);
            self.system.given[k] = apart[n];
        }
        self.lambda.push(0.0);
        self.found = Some(self.search().map_err(|unsolved| self.stall(unsolved)));
    }

    /// Number of iterations by which `λ` was found in the last step.
    pub(super) fn found(&self) -> Result<usize, LidStall> {
        self.found.unwrap_or(Ok(0))
    }

    fn search(&mut self) -> Result<usize, Unsolved> {
        let squares: f64 = self.right.iter().map(|elevation| elevation * elevation).sum();
        let count = self.cells.len().max(1) as f64;
        let tolerance = (RELATIVE * (squares / count).sqrt()).max(ABSOLUTE * self.rest_depth);
        let mut iterations = 0;
        for _ in 0..MOST_SORTINGS {
            for n in (0..self.cells.len()).filter(|n| self.system.given[*n]) {
                self.lambda[n] = -self.thickness[n];
            }
            iterations += self.system.solve(&self.right, &mut self.lambda, tolerance)?;
            if !self.sort(tolerance) {
                break;
            }
        }
        Ok(iterations)
    }

    /// Lets water that would hang on the lid leave it, and takes in what has come up to it. Returns whether there was any.
    fn sort(&mut self, tolerance: f64) -> bool {
        let mut changed = false;
        for n in 0..self.cells.len() {
            let apart = if self.system.given[n] {
                self.right[n] - self.system.left(n, &self.lambda) <= tolerance
            } else {
                self.lambda[n] < -self.thickness[n]
            };
            changed |= std::mem::replace(&mut self.system.given[n], apart) != apart;
        }
        changed
    }

    /// Tells the lid what was found.
    pub(super) fn scatter(&self, (lambda, apart): (&mut [f64], &mut [bool])) {
        for (k, n) in self.cells.iter().map(|n| *n as usize).enumerate() {
            (lambda[n], apart[n]) = (self.lambda[k], self.system.given[k]);
        }
    }

    fn stall(&self, Unsolved { cell, residual, iterations }: Unsolved) -> LidStall {
        LidStall { cell: self.at[cell], excess: residual, iterations }
    }
}
