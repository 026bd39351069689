//! Water under rigid lids, such as hulls: pressures `λ` that keep it in the space under them.

mod cell;
mod cover;
mod group;
mod links;
mod members;
mod system;

use rayon::prelude::*;

use super::Lattice;
use super::covered::StressRates;
use crate::d2q9::{C, Q, depth_and_momentum};
pub use cell::{LidCell, LidStall};
pub use group::LidGroup;
use links::{Ends, Gain, NONE, Water};
use members::Members;

/// Cells from which on several threads work: it takes them as long as a thread takes to wake.
const MIN_CELLS: usize = 256;
/// Fewest cells that one of them takes.
const CELLS_PER_TASK: usize = 64;

fn is_large(cells: usize) -> bool {
    cells >= MIN_CELLS
}

/// Fills a list with a value of each cell.
fn fill<T: Send>(list: &mut Vec<T>, cells: usize, of: impl Fn(usize) -> T + Sync + Send) {
    if is_large(cells) {
        (0..cells).into_par_iter().with_min_len(CELLS_PER_TASK).map(of).collect_into_vec(list);
    } else {
        list.clear();
        list.extend((0..cells).map(of));
    }
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
/// by conjugate gradients from those of the step before, of each [`LidGroup`] by itself: hulls far from each other do not change a bit of each other's, and each is found by one thread, so that
/// any number of threads gives the same bits.
#[derive(Debug)]
pub struct Lid {
    nx: usize,
    cells: Vec<LidCell>,
    /// The places of these on the grid, and after them those of the cells beside them that water passes to.
    places: Vec<u32>,
    /// Water of each of these.
    water: Vec<Water>,
    /// The cells at the other ends of each one's links: of those beside only covered ones.
    links: Vec<[u32; Q - 1]>,
    /// The exchange on them, of each covered cell.
    ends: Vec<Ends>,
    /// Cells of the grid that are under the lid or were, and the elevation that passes into λ there as the lid moves in this step.
    passed: Vec<(u32, f64)>,
    /// The groups of this step are the first so many; the others are memory.
    groups: Vec<LidGroup>,
    group_count: usize,
    members: Members,
    /// Memory: numbers of cells in their groups, and what populations gain in a step.
    local: Vec<u32>,
    gains: Vec<Gain>,
    /// The level of each to which walls bear `λ`: the mean [`LidCell::level`] of its group.
    levels: Vec<f64>,
    /// `λ` of each.
    lambda: Vec<f64>,
    /// Whether its water does not touch the lid.
    apart: Vec<bool>,
    /// Momentum that each cell gave the water in the last step.
    momenta: Vec<[f64; 2]>,
    /// Number of each cell of the grid among the `places`, from 1; 0 outside of [`Self::cover`].
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
            places: Vec::new(),
            water: Vec::new(),
            links: Vec::new(),
            ends: Vec::new(),
            passed: Vec::new(),
            groups: Vec::new(),
            group_count: 0,
            members: Members::default(),
            local: Vec::new(),
            gains: Vec::new(),
            levels: Vec::new(),
            lambda: Vec::new(),
            apart: Vec::new(),
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
        let Self { cells, water, ends, groups, group_count, lambda, apart, .. } = self;
        let groups = &mut groups[..*group_count];
        let seen = &*lattice;
        let find = |group: &mut LidGroup| group.press(seen, (cells, water, ends), (lambda, apart));
        if is_large(cells.len()) {
            groups.par_iter_mut().for_each(find);
        } else {
            groups.iter_mut().for_each(find);
        }
        // Of several that have none the first is named.
        self.iterations = groups.iter().try_fold(0, |most, group| Ok(group.found()?.max(most)))?;
        for group in groups {
            group.scatter((lambda, apart));
        }
        self.apply(lattice);
        self.last.clear();
        let heads = self.places.iter().zip(&self.lambda).zip(&self.apart);
        self.last.extend(heads.map(|((place, lambda), apart)| (*place, *lambda, *apart)));
        Ok(())
    }

    /// Changes the populations at both ends of all links by the push of the lattice's elevation and by `λ`.
    fn apply(&mut self, lattice: &mut Lattice) {
        let Self { cells, links, ends, lambda, momenta, gains, places, nx, .. } = self;
        fill(gains, places.len(), |n| match ends.get(n) {
            Some(ends) => Gain::covered(n, &links[n], ends, lambda),
            None => Gain::beside(&links[n], ends, lambda),
        });
        momenta.clear();
        momenta.resize(cells.len(), [0.0; 2]);
        for (n, (place, gain)) in places.iter().map(|place| *place as usize).zip(&*gains).enumerate() {
            let site = lattice.layout().site((place % *nx) as isize, (place / *nx) as isize);
            let mut f = lattice.populations(site);
            let gained = gain.add_to(&mut f);
            lattice.set_populations(site, f);
            if let Some(momentum) = momenta.get_mut(n) {
                let [_, x, y] = depth_and_momentum(gained);
                *momentum = [momentum[0] + x - gain.not_of_lid[0], momentum[1] + y - gain.not_of_lid[1]];
                continue;
            }
            // That of a link belongs to its covered end, and of populations that only rounding changed to any.
            let any = links[n].iter().find(|to| **to != NONE).copied().unwrap_or(NONE);
            for q in (1..Q).filter(|q| gained[*q] != 0.0) {
                let to = if links[n][q - 1] == NONE { any } else { links[n][q - 1] };
                let momentum = &mut momenta[to as usize];
                (0..2).for_each(|axis| momentum[axis] += gained[q] * f64::from(C[q][axis]));
            }
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
        &self.lambda
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
            let closed = (1..Q).filter(move |q| self.links[n][q - 1] == NONE);
            closed.map(move |q| {
                let push = -2.0 * self.ends[n].still[q - 1] * self.lambda[n];
                (n, q, [push * f64::from(C[q][0]), push * f64::from(C[q][1])])
            })
        })
    }

    /// Number of cells under the lid whose water does not touch it.
    pub fn apart(&self) -> usize {
        self.apart.iter().filter(|apart| **apart).count()
    }

    /// Iterations of the last [`Self::press`], the most of any group.
    pub fn iterations(&self) -> usize {
        self.iterations
    }

    /// The groups of cells between which water passes, in the order of their first cells, after each [`Self::cover`].
    pub fn groups(&self) -> &[LidGroup] {
        &self.groups[..self.group_count]
    }

    /// The same, to ask each how its water would answer ([`LidGroup::answer`]).
    pub fn groups_mut(&mut self) -> &mut [LidGroup] {
        &mut self.groups[..self.group_count]
    }
}
