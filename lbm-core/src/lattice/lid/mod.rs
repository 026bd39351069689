//! Water under rigid lids, such as hulls: pressures `λ` that keep it in the space under them.

mod cover;
mod links;
mod system;

use super::covered::StressRates;
use super::{Lattice, Site};
use crate::d2q9::{C, OPPOSITE, Q, depth_and_momentum};
use links::{Exchange, Water, add};
use system::{System, Unsolved};

/// Largest residual volume of a cell, root mean square: this part of what `λ` has to move,
const RELATIVE: f64 = 1e-5;
/// or this part of the rest depth.
const ABSOLUTE: f64 = 1e-9;

/// Most times in a step that cells are sorted into those that touch the lid and those that do not.
const MOST_SORTINGS: usize = 12;

/// A cell under a rigid lid. The lid's thickness there, its changes and those beside it are the cover's ([`Lid::cover`]).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LidCell {
    /// The cell.
    pub site: Site,
    /// Covered part of its area, above 0 and at most 1. It should change smoothly, and the thickness with it: the water makes way at once, so that of a part that begins
    /// to grow at full speed as a side along the grid enters the cell, an impulse of `λ` comes.
    pub covered: f32,
    /// Elevation above the still level from which the lid's thickness counts, and `λ`, in lattice units: near that of the water beside the lid.
    pub level: f32,
}

/// Reason for which no `λ` keeps the water in the space under the lid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LidStall {
    /// The covered cell where the water is farthest from it, `[i, j]`.
    pub cell: [usize; 2],
    /// Largest residual, as a depth in cells; NaN where the water's state is not finite.
    pub excess: f64,
    /// Iterations done.
    pub iterations: usize,
}

/// Rigid lids on the water: the head under them is the pressure that leaves just the water there that the lid has room for.
///
/// [`crate::CoveredCell`] describes water under a cover that gives way as a free surface does: its head is what the lattice holds,
/// and it moves at the speed of waves. Under a rigid lid the column is that which the lid leaves, `w = d − b`, at any time (Lannes 2017;
/// Bocchi 2020; Godlewski, Parisot, Sainte-Marie and Wahl 2018). The head there has a part `λ`, beside that of the lattice, by
/// which the flow obeys
///
/// ```text
/// ∂m/∂t + … + g w ∇(η + λ) = 0,    ∇·m = ∂b/∂t        (covered)
/// η = (1 − a) (η + λ)                                  (covered in part, a of the area)
/// ```
///
/// with the lattice's elevation `η` after the step, above the level from which `b` counts ([`LidCell::level`]). A free surface in the rest of a cell stands at the head, so the cell
/// holds `1 − a` of it. The λ of a step acts on links: between cells with the mean column `w̄` the populations that leave both
/// ways change by `∓ ⅓ w_q g w̄ (λ(x + e_q) − λ)`, and those at rest by the opposite, so that no cell gains or loses
/// volume before it streams and each end of a link gains the same momentum. After streaming the elevation is `η* + ⅔ Σ w_q g w̄ (λ(x + e_q) − λ)`
/// with that without λ, `η*`; so `λ` solves
///
/// ```text
/// (1 − a)/a λ − ⅔ Σ_q w_q g w̄ (λ(x + e_q) − λ) = η*,    λ = 0 beside the lid
/// ```
///
/// (`w_q` is [`crate::d2q9::W`]). Solids and sides pass nothing, nor do corners at which solids meet.
///
/// The lattice's own elevation, which ends at the rim of a lid, has to act on the same links in the same way, or `η` beside
/// and `λ` under the rim do not balance. A lattice pushes both ends of a link with the whole head `h̄`, by half of the momentum each, and
/// half of the flow of a step runs at once, before the momentum does the rest; of λ all of it does. So on links of covered cells the
/// populations change by `± ⅓ w_q g (h̄ − w̄) (η(x + e_q) − η)` as they do by λ, and `⅓ w_q g h̄ (η − η(x + e_q))` of volume passes from one end at rest to that
/// at the other. Both together leave `g w̄ ∇(η + λ)` and no more. Without the second one, water under a plate 80 cells long has 3 % too little
/// inertia; with a gradient of η between cells, which [`crate::CoveredCell`] takes, 13 % too much.
/// That `η` is the one of before the step's volume was added, and so is `h̄`: the volume comes without a pressure. With the volume, which the motion of the lid
/// gives, a lid of speed `V` would be dragged by `½ ρ g V Δt ∫ (∂b/∂x)²`, or with it in `h̄` by `½ ρ g V Δt ∫ ∂b/∂x ∂λ/∂x`.
///
/// Where a lid goes with the water, below a head `η + λ` that is not the level of [`LidCell::level`], the head is even, but the elevation `η = (1 − a) (η + λ)` ends
/// at the rim, which a lattice takes for a front of the water that moves. Two of its terms are taken back:
/// - viscosity, which acts on `∇m` of the column `w = d + η − b`. [`Lattice::begin_covered`] makes that of `b` right; on links of covered cells the populations that leave both ways change
///   by `⅓ w_q (e_q · ū) (η(x + e_q) − η)` beside it, with the same mean `ū`, so that `w ∇u` is left;
/// - the equilibrium's pressure, which follows the elevation that passes into λ by a share of ω only. [`Self::finish`] takes the rest,
///   `(1 − ω) g h (η + λ) ∂a/∂t`.
///
/// Without them a lid that waves take along meets a force against them, in water of moderate viscosity some `½ ρ b u²` a meter of its width, at any size of cells.
///
/// What a solution leaves is not lost: the water stays where it is, and the next step moves it.
///
/// Water does not hang on a lid. Where its pressure `λ + b` would be below 0 it leaves the lid: `λ = −b` there, and the elevation is
/// free to fall.
///
/// A step: [`Self::cover`] and [`Self::press`] after the boundaries wrote the populations that enter, then [`Lattice::step`] and [`Self::finish`]. Heads are found
/// by conjugate gradients from those of the step before, on one thread: the same bits for any number of them.
#[derive(Debug)]
pub struct Lid {
    nx: usize,
    cells: Vec<LidCell>,
    /// Water of each.
    water: Vec<Water>,
    /// Push of the lattice's elevation on the links of each.
    pushes: Vec<Exchange>,
    /// Cells of the grid that are under the lid or were, and the elevation that passes into λ there as the lid moves in this step.
    passed: Vec<(u32, f64)>,
    system: System,
    /// The level of each to which walls bear `λ`: the mean [`LidCell::level`] of all cells between which water passes.
    levels: Vec<f64>,
    /// Conductances of each without the lid, those of the water at rest at this level, also towards solids and sides.
    still: Vec<[f64; Q - 1]>,
    /// `λ`, and 0 for the water beside.
    lambda: Vec<f64>,
    right: Vec<f64>,
    /// Momentum that each cell gave the water in the last step.
    momenta: Vec<[f64; 2]>,
    /// Number of each cell of the grid among the covered ones, from 1; 0 outside of [`Self::cover`].
    number: Vec<u32>,
    /// Heads and whether they touch the lid by cell of the grid, in order, of the last step.
    last: Vec<(u32, f64, bool)>,
    iterations: usize,
}

impl Lid {
    /// A lid without cells, on the grid of a lattice.
    pub fn new(lattice: &Lattice) -> Self {
        Self {
            nx: lattice.layout().nx(),
            cells: Vec::new(),
            water: Vec::new(),
            pushes: Vec::new(),
            passed: Vec::new(),
            system: System::default(),
            levels: Vec::new(),
            still: Vec::new(),
            lambda: vec![0.0],
            right: Vec::new(),
            momenta: Vec::new(),
            number: vec![0; lattice.layout().cells()],
            last: Vec::new(),
            iterations: 0,
        }
    }

    /// Presses the water under the lids: the slope of its elevation acts on the column between bed and hull, and `λ` of this step is found and
    /// applied. To be called once after each [`Self::cover`], after the boundaries and before [`Lattice::step`].
    ///
    /// # Errors
    /// [`LidStall`] if there is none, as where a lid pushes on water that has no way out; none is applied then.
    pub fn press(&mut self, lattice: &mut Lattice) -> Result<(), LidStall> {
        let layout = *lattice.layout();
        self.momenta.clear();
        self.momenta.resize(self.cells.len(), [0.0; 2]);
        (0..self.cells.len()).for_each(|n| self.exchange(n, self.pushes[n], lattice));
        self.right.clear();
        let mut squares = 0.0;
        for (cell, water) in self.cells.iter().zip(&self.water) {
            let [eta, _, _] = depth_and_momentum(std::array::from_fn(|q| {
                let from = layout.neighbor(cell.site, OPPOSITE[q]);
                f64::from(lattice.population(q, from))
            }));
            let elevation = eta - f64::from(cell.level) + water.half_change;
            self.right.push(elevation);
            squares += elevation * elevation;
        }
        let count = self.cells.len().max(1) as f64;
        let depth = self.cells.first().map_or(1.0, |cell| f64::from(lattice.rest_depth(cell.site)));
        let tolerance = (RELATIVE * (squares / count).sqrt()).max(ABSOLUTE * depth);
        self.iterations = 0;
        for _ in 0..MOST_SORTINGS {
            for n in (0..self.cells.len()).filter(|n| self.system.given[*n]) {
                self.lambda[n] = -self.water[n].thickness;
            }
            self.iterations += self
                .system
                .solve(&self.right, &mut self.lambda, tolerance)
                .map_err(|unsolved| self.stall(lattice, unsolved))?;
            if !self.sort(tolerance) {
                break;
            }
        }
        self.apply(lattice);
        self.last.clear();
        for (n, cell) in self.cells.iter().enumerate() {
            let (i, j) = layout.cell(cell.site);
            self.last.push((
                (j as usize * self.nx + i as usize) as u32,
                self.lambda[n],
                self.system.given[n],
            ));
        }
        Ok(())
    }

    /// Lets water that would hang on the lid leave it, and takes in what has come up to it. Returns whether there was any.
    fn sort(&mut self, tolerance: f64) -> bool {
        let mut changed = false;
        for n in 0..self.cells.len() {
            let apart = if self.system.given[n] {
                self.right[n] - self.system.left(n, &self.lambda) <= tolerance
            } else {
                self.lambda[n] < -self.water[n].thickness
            };
            changed |= std::mem::replace(&mut self.system.given[n], apart) != apart;
        }
        changed
    }

    fn apply(&mut self, lattice: &mut Lattice) {
        for n in 0..self.cells.len() {
            let (neighbors, conductances) = (&self.system.neighbors[n], &self.system.conductances[n]);
            let difference = |k: usize| self.lambda[n] - self.lambda[neighbors[k] as usize];
            let leaving = std::array::from_fn(|k| conductances[k] * difference(k));
            // The part of the water's own pressure, which a lid has no part in, at both ends where the other one is beside the lid.
            let ends = |k: usize| if neighbors[k] as usize == self.cells.len() { 2.0 } else { 1.0 };
            for k in (0..Q - 1).filter(|k| conductances[*k] > 0.0) {
                let own = self.still[n][k] * difference(k) * ends(k);
                (0..2).for_each(|axis| self.momenta[n][axis] -= own * f64::from(C[k + 1][axis]));
            }
            self.exchange(n, Exchange { leaving, ..Exchange::default() }, lattice);
        }
    }

    /// Changes the populations of a covered cell, and those of water beside the lid at the other ends of its links.
    fn exchange(&mut self, n: usize, Exchange { leaving, at_rest, drawn }: Exchange, lattice: &mut Lattice) {
        let (open, here) = (self.cells.len(), self.cells[n].site);
        let momentum = &mut self.momenta[n];
        let mut added = [0.0; Q];
        for q in 1..Q {
            added[q] = leaving[q - 1] + drawn[q - 1];
            // The water beside the lid has no entry of its own.
            if self.system.neighbors[n][q - 1] as usize == open && self.system.conductances[n][q - 1] > 0.0 {
                let mut beside = [0.0; Q];
                beside[OPPOSITE[q]] = drawn[q - 1] - leaving[q - 1];
                let site = lattice.layout().neighbor(here, q);
                let mut f = lattice.populations(site);
                add(&mut f, beside, at_rest[q - 1], momentum);
                lattice.set_populations(site, f);
            }
        }
        let mut f = lattice.populations(here);
        let [passed, ..] =
            depth_and_momentum(std::array::from_fn(|q| if q == 0 { 0.0 } else { at_rest[q - 1] }));
        add(&mut f, added, -passed, momentum);
        lattice.set_populations(here, f);
        // What two covered cells draw is between them.
        for q in (1..Q).filter(|q| self.system.neighbors[n][q - 1] as usize != open) {
            (0..2).for_each(|axis| momentum[axis] -= drawn[q - 1] * f64::from(C[q][axis]));
        }
    }

    /// Ends a step after [`Lattice::step`]: takes the pressure away that the equilibrium of the lattice has lost with the elevation which passed into λ,
    /// `(1 − ω) g h (η + λ) ∂a/∂t` with the covered part `a`, as the lid moved. No cell's volume or momentum changes.
    pub fn finish(&self, lattice: &mut Lattice) {
        let (rates, nx) = (StressRates::of(lattice), self.nx);
        for &(at, passed) in self.passed.iter().filter(|(_, passed)| *passed != 0.0) {
            let site = lattice.layout().site((at as usize % nx) as isize, (at as usize / nx) as isize);
            let mut f = lattice.populations(site);
            rates.lower(&mut f, lattice.rest_depth(site), lattice.gravity() * passed as f32);
            lattice.set_populations(site, f);
        }
    }

    fn stall(&self, lattice: &Lattice, Unsolved { cell, residual, iterations }: Unsolved) -> LidStall {
        let (i, j) = lattice.layout().cell(self.cells[cell].site);
        LidStall { cell: [i as usize, j as usize], excess: residual, iterations }
    }

    /// Start of the next step's search: cells of the grid in order, each with its last `λ` and whether its water did not touch
    /// the lid.
    pub fn state(&self) -> &[(u32, f64, bool)] {
        &self.last
    }

    /// Restores the [`Self::state`] of a lid on the same grid: what follows has the same bits.
    pub fn restore(&mut self, state: &[(u32, f64, bool)]) {
        self.last = state.to_vec();
    }

    /// Forgets the head under the cells of the grid for which `is_gone`: a lid that was taken away between two steps passes nothing there.
    pub fn forget(&mut self, is_gone: impl Fn(u32) -> bool) {
        self.last.retain(|(cell, ..)| !is_gone(*cell));
    }

    /// The covered cells, as they were given.
    pub fn cells(&self) -> &[LidCell] {
        &self.cells
    }

    /// `λ` of each covered cell in the last step: the head there is this plus the lattice's elevation.
    pub fn lambda(&self) -> &[f64] {
        &self.lambda[..self.cells.len()]
    }

    /// Momentum that the lid over each covered cell gave the water in the last step, along x and y; water beside the lid got
    /// a part of it.
    ///
    /// It is that of `g b ∇(η + λ)`, the part of `−g w ∇λ` that the water's own pressure, `−g d ∇λ`, has not: this one passes momentum
    /// from cell to cell and in all gives none but [`Self::of_walls`] and that of a sloping bed, `g λ ∇d`. Given to the lid, it would draw
    /// hulls that lie at a wall, or side by side, to it and to each other by the whole depth of the water.
    pub fn momenta(&self) -> &[[f64; 2]] {
        &self.momenta
    }

    /// Momentum that solids and sides gave the water of covered cells in the last step by `λ`: number of the cell, direction of the
    /// link, momentum along x and y.
    ///
    /// There is water between a lid and what it lies at, if no wider than a hair: its `λ` presses on both.
    pub fn of_walls(&self) -> impl Iterator<Item = (usize, usize, [f64; 2])> {
        (0..self.cells.len()).flat_map(move |n| {
            let closed = (1..Q).filter(move |q| self.system.conductances[n][q - 1] == 0.0);
            closed.map(move |q| {
                let push = -2.0 * self.still[n][q - 1] * self.lambda[n];
                (n, q, [push * f64::from(C[q][0]), push * f64::from(C[q][1])])
            })
        })
    }

    /// Number of cells under the lid whose water does not touch it.
    pub fn apart(&self) -> usize {
        self.system.given.iter().filter(|given| **given).count()
    }

    /// Iterations of the last [`Self::press`].
    pub fn iterations(&self) -> usize {
        self.iterations
    }

    /// The `λ` by which water answers a lid whose thickness accelerates by `rates` (cells per step², one value for each
    /// covered cell, 0 or any where water does not touch it): `λ` beside what it is otherwise.
    ///
    /// With the lid's motions `b = Σ_k q_k ψ_k` and the answers `φ_k` to `ψ_k`, the water's added mass is `g Σ ψ_j φ_k`, per density.
    ///
    /// # Arguments
    /// `lambda`: a guess, replaced by the result. `relative`: largest residual as a fraction of `rates`, root mean square.
    ///
    /// # Errors
    /// [`LidStall`], as [`Self::press`].
    ///
    /// # Panics
    /// If there is not one value for each covered cell.
    pub fn answer(
        &mut self,
        lattice: &Lattice,
        rates: &[f64],
        lambda: &mut Vec<f64>,
        relative: f64,
    ) -> Result<(), LidStall> {
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
        solved.map(drop).map_err(|unsolved| self.stall(lattice, unsolved))
    }
}
