//! How water under rigid lids answers the accelerations of the bodies over it.

use hydro_forces::Load;
use hydro_forces::radiation::{LidInertia, thickness_rates};
use lbm_core::d2q9::gradient;
use lbm_core::{Lid, LidStall};

use super::under::Under;
use crate::bodies::Bodies;
use crate::coupling::displacement::Displacement;
use crate::water::{Cells, Water};

/// Motions of a body: along and about x, y, z.
const MOTIONS: usize = 6;

/// Largest residual of the water's answer to unit accelerations: it only has to be near the true one.
const RELATIVE: f64 = 1e-2;

/// The answers to one motion after the other are brought up to date in turn, one in a step; all of a body at once where the cells
/// that it covers have become more or fewer by this part since then, as where it strikes the water.
const SUDDEN: f64 = 0.2;

/// The water's inertia to all bodies.
#[derive(Debug)]
pub(super) struct Answers {
    pub(super) inertia: LidInertia,
    /// The water's answer to a unit acceleration of each motion of each body: cells and `λ`, in order.
    pub(super) lambdas: Vec<Vec<(u32, f64)>>,
    /// The motion whose answer is brought up to date next.
    pub(super) next: usize,
    /// Cells under each body when all of its answers were found at once, or last in turn.
    pub(super) covered: Vec<f64>,
    rates: Vec<f64>,
    guess: Vec<f64>,
}

/// Where the answers are sought: the lid and the cells under it, what bodies displace, the bodies, and the water.
pub(super) struct Scene<'a> {
    pub(super) grid: &'a Cells,
    pub(super) lid: &'a mut Lid,
    pub(super) under: &'a Under,
    pub(super) displacement: &'a Displacement,
    pub(super) bodies: &'a Bodies,
    pub(super) water: &'a Water,
}

impl Answers {
    /// Creates the answers of a number of bodies, all unknown.
    pub(super) fn new(bodies: usize) -> Self {
        let inertia = LidInertia::new(bodies);
        let lambdas = vec![Vec::new(); inertia.motions()];
        Self { inertia, lambdas, next: 0, covered: vec![0.0; bodies], rates: Vec::new(), guess: Vec::new() }
    }

    /// Makes room for one more body, whose answers are unknown.
    pub(super) fn welcome(&mut self) {
        let more = self.inertia.motions() + MOTIONS;
        let mut matrix = self.inertia.matrix().to_vec();
        matrix.iter_mut().for_each(|row| row.resize(more, 0.0));
        matrix.resize(more, vec![0.0; more]);
        let mut expected = self.inertia.expected().to_vec();
        expected.push(Load::default());
        self.inertia = LidInertia::new(expected.len());
        let grown = self.inertia.restore(&matrix, &expected);
        debug_assert!(grown, "one more body than before");
        self.lambdas.resize(more, Vec::new());
        self.covered.push(0.0);
    }

    /// Forgets a body that was removed.
    pub(super) fn forget(&mut self, body: usize) {
        self.inertia.forget(body);
        self.lambdas[MOTIONS * body..MOTIONS * (body + 1)].iter_mut().for_each(Vec::clear);
    }

    /// Finds all answers.
    pub(super) fn start(&mut self, scene: &mut Scene<'_>) -> Result<(), LidStall> {
        self.covered = covered(scene);
        (0..self.lambdas.len()).try_for_each(|motion| self.find(motion, scene))
    }

    /// Brings the next answer up to date, and all to bodies that cover many more cells than before, or fewer.
    pub(super) fn update(&mut self, scene: &mut Scene<'_>) -> Result<(), LidStall> {
        for (body, now) in covered(scene).into_iter().enumerate() {
            if (now - self.covered[body]).abs() > SUDDEN * now.max(self.covered[body]) {
                self.covered[body] = now;
                (MOTIONS * body..MOTIONS * (body + 1)).try_for_each(|motion| self.find(motion, scene))?;
            }
        }
        if self.lambdas.is_empty() || scene.under.cells.is_empty() {
            return Ok(());
        }
        let motion = self.next;
        self.next = (motion + 1) % self.lambdas.len();
        if self.next.is_multiple_of(MOTIONS) {
            self.covered[motion / MOTIONS] = covered(scene)[motion / MOTIONS];
        }
        self.find(motion, scene)
    }

    /// Finds how the water answers a unit acceleration of one motion of one body, and its loads on all bodies.
    fn find(&mut self, motion: usize, scene: &mut Scene<'_>) -> Result<(), LidStall> {
        let Scene { grid, lid, under, displacement, bodies, water } = scene;
        // Of each body over a cell: how its motions change the thickness.
        let still_level_m = water.fluid.still_level_m;
        let mut loads = vec![0.0; self.inertia.motions()];
        // A body whose table has the waves of heave, roll and pitch moves the lid by none of these.
        let acts = |body: u32, motion: usize| {
            let is_at_rest =
                bodies.all[body as usize].afloat().is_some_and(|afloat| afloat.displaces_at_rest());
            !(is_at_rest && (2..5).contains(&motion))
        };
        let thickness_m = displacement.thickness_m();
        let changes: Vec<[f64; MOTIONS]> = under
            .places()
            .flat_map(|(cell, owners)| owners.iter().map(move |owner| (cell, owner)))
            .map(|(cell, owner)| {
                let body = &bodies.all[owner.body as usize];
                let center_m = bodies.rigid[body.handle].center_of_mass_m();
                let level_m = still_level_m + body.mean_eta_m();
                let here = thickness_m[cell as usize];
                // Between a hull and what it lies at there is water, and the hull ends.
                let beside = grid.around(cell).map(|at| match at.filter(|at| !water.fluid.solid[*at]) {
                    Some(at) => thickness_m[at],
                    None => -here,
                });
                let slope = gradient(beside, grid.cell_size_m).map(f64::from);
                let at_m = grid.center_m(cell).extend(level_m - 0.5 * f64::from(here));
                let rates = thickness_rates(f64::from(owner.covered), slope, at_m - center_m);
                std::array::from_fn(|motion| if acts(owner.body, motion) { rates[motion] } else { 0.0 })
            })
            .collect();
        let (body, axis) = ((motion / MOTIONS) as u32, motion % MOTIONS);
        self.rates.clear();
        self.guess.clear();
        let mut known = self.lambdas[motion].iter().peekable();
        let mut of_cell = changes.iter();
        for (cell, owners) in under.places() {
            let rates = owners.iter().zip(of_cell.by_ref());
            self.rates
                .push(rates.filter(|(owner, _)| owner.body == body).map(|(_, change)| change[axis]).sum());
            while known.next_if(|(of, _)| *of < cell).is_some() {}
            self.guess.push(known.next_if(|(of, _)| *of == cell).map_or(0.0, |(_, lambda)| *lambda));
        }
        lid.answer(&water.fluid.lattice, &self.rates, &mut self.guess, RELATIVE)?;
        let lambdas = &mut self.lambdas[motion];
        lambdas.clear();
        let units = water.fluid.lattice.units();
        let to_kg =
            water.density_kg_m3 * units.cell_size_m().powi(3) * f64::from(water.fluid.lattice.gravity());
        let mut of_cell = changes.iter();
        for ((cell, owners), lambda) in under.places().zip(&self.guess) {
            lambdas.push((cell, *lambda));
            for (owner, rates) in owners.iter().zip(of_cell.by_ref()) {
                let first = MOTIONS * owner.body as usize;
                for (load, rate) in loads[first..].iter_mut().zip(rates) {
                    *load += to_kg * rate * lambda;
                }
            }
        }
        self.inertia.set(motion, &loads);
        Ok(())
    }
}

/// Area that each body covers, in cells.
fn covered(scene: &Scene<'_>) -> Vec<f64> {
    let mut covered = vec![0.0; scene.bodies.all.len()];
    for owner in scene.under.places().flat_map(|(_, owners)| owners) {
        covered[owner.body as usize] += f64::from(owner.covered);
    }
    covered
}
