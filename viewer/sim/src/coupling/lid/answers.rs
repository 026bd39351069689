//! How water under rigid lids answers the accelerations of the bodies over it.

use hydro_forces::radiation::{LidInertia, thickness_rates};
use lbm_core::d2q9::gradient;
use lbm_core::{Lid, LidGroup, LidStall};
use rayon::prelude::*;

use super::under::Under;
use crate::bodies::Bodies;
use crate::coupling::displacement::Displacement;
use crate::water::{Cells, Water};

/// Motions of a body: along and about x, y, z.
const MOTIONS: usize = 6;

/// Largest residual of the water's answer to unit accelerations: it only has to be near the true one.
const RELATIVE: f64 = 1e-2;

/// The answers of each group of cells ([`LidGroup`]) to one motion after the other are brought up to date in turn, one in a step; all of a body at once where the cells
/// that it covers have become more or fewer by this part since then, as where it strikes the water.
const SUDDEN: f64 = 0.2;

/// Part of the largest `λ` of an answer below which it is none: bodies farther off have no part in it.
const NEGLIGIBLE: f64 = 1e-3;

/// Cells under lids from which on several threads find answers.
const MIN_CELLS: usize = 256;

/// The water's inertia to all bodies.
#[derive(Debug)]
pub(super) struct Answers {
    pub(super) inertia: LidInertia,
    /// The water's answer to a unit acceleration of each motion of each body: cells and `λ`, in order.
    pub(super) lambdas: Vec<Vec<(u32, f64)>>,
    /// Number of steps, by which motions are brought up to date in turn.
    pub(super) turn: u64,
    /// Cells under each body when all of its answers were found at once, or last in turn.
    pub(super) covered: Vec<f64>,
    memory: Memory,
}

/// What is found in a step.
#[derive(Debug, Default)]
struct Memory {
    /// Bodies over the groups of cells, group after group, each in order, and where each ends.
    bodies: Vec<u32>,
    ends: Vec<usize>,
    /// Area that each body covers, in cells.
    covered: Vec<f64>,
    /// Motions that are brought up to date, in order.
    due: Vec<usize>,
    /// One of each group.
    tasks: Vec<Task>,
    /// Motions, and the groups and their numbers there of what was found.
    found: Vec<(usize, usize, usize)>,
    loads: Vec<(u32, [f64; MOTIONS])>,
}

/// The search for answers of a group of cells.
#[derive(Debug)]
struct Task {
    /// Changes of the thickness by the motions of each body over each cell.
    changes: Vec<[f64; MOTIONS]>,
    rates: Vec<f64>,
    lambda: Vec<f64>,
    /// The first so many were found in this step; the others are memory.
    found: Vec<Found>,
    count: usize,
    result: Result<(), LidStall>,
}

impl Default for Task {
    fn default() -> Self {
        Self {
            changes: Vec::new(),
            rates: Vec::new(),
            lambda: Vec::new(),
            found: Vec::new(),
            count: 0,
            result: Ok(()),
        }
    }
}

/// Where the answers are sought: the cells under the lid, what bodies displace, the bodies, and the water.
pub(super) struct Scene<'a> {
    pub(super) grid: &'a Cells,
    pub(super) under: &'a Under,
    pub(super) displacement: &'a Displacement,
    pub(super) bodies: &'a Bodies,
    pub(super) water: &'a Water,
}

/// What one group of cells answers to a motion.
#[derive(Debug, Default)]
struct Found {
    motion: usize,
    lambdas: Vec<(u32, f64)>,
    /// Loads with the opposite sign on the bodies that have any.
    loads: Vec<(u32, [f64; MOTIONS])>,
}

impl Answers {
    /// Creates the answers of a number of bodies, all unknown.
    pub(super) fn new(bodies: usize) -> Self {
        let lambdas = vec![Vec::new(); MOTIONS * bodies];
        let (covered, memory) = (vec![0.0; bodies], Memory::default());
        Self { inertia: LidInertia::new(bodies), lambdas, turn: 0, covered, memory }
    }

    /// Makes room for one more body, whose answers are unknown.
    pub(super) fn welcome(&mut self) {
        self.inertia.push();
        self.lambdas.resize(self.lambdas.len() + MOTIONS, Vec::new());
        self.covered.push(0.0);
    }

    /// Forgets a body that was removed.
    pub(super) fn forget(&mut self, body: usize) {
        self.inertia.forget(body);
        self.lambdas[MOTIONS * body..MOTIONS * (body + 1)].iter_mut().for_each(Vec::clear);
    }

    /// Finds all answers.
    pub(super) fn start(&mut self, lid: &mut Lid, scene: &Scene<'_>) -> Result<(), LidStall> {
        self.memory.look(lid, scene);
        self.covered.clone_from(&self.memory.covered);
        self.memory.due.clear();
        self.memory.due.extend(0..self.lambdas.len());
        self.find(lid, scene)
    }

    /// Brings the next answer of each group up to date, and all to bodies that cover many more cells than before, or fewer.
    pub(super) fn update(&mut self, lid: &mut Lid, scene: &Scene<'_>) -> Result<(), LidStall> {
        self.memory.look(lid, scene);
        self.memory.due.clear();
        for group in 0..self.memory.ends.len() {
            let bodies = self.memory.bodies_of(group);
            let motion = (self.turn % (MOTIONS * bodies.len()) as u64) as usize;
            let (body, axis) = (bodies[motion / MOTIONS] as usize, motion % MOTIONS);
            if axis + 1 == MOTIONS {
                self.covered[body] = self.memory.covered[body];
            }
            self.memory.due.push(MOTIONS * body + axis);
        }
        self.turn = self.turn.wrapping_add(1);
        let Memory { covered, due, .. } = &mut self.memory;
        for (body, (now, then)) in covered.iter().zip(&mut self.covered).enumerate() {
            if (now - *then).abs() > SUDDEN * now.max(*then) {
                *then = *now;
                due.extend(MOTIONS * body..MOTIONS * (body + 1));
            }
        }
        due.sort_unstable();
        due.dedup();
        self.find(lid, scene)
    }

    /// Finds how the water answers unit accelerations of the motions that are due, and its loads on all bodies.
    fn find(&mut self, lid: &mut Lid, scene: &Scene<'_>) -> Result<(), LidStall> {
        let (is_large, lambdas) = (lid.cells().len() >= MIN_CELLS, &self.lambdas);
        let groups = lid.groups_mut();
        let mut tasks = std::mem::take(&mut self.memory.tasks);
        tasks.resize_with(groups.len().max(tasks.len()), Task::default);
        let answer = |(k, (group, task)): (usize, (&mut LidGroup, &mut Task))| {
            let due = self.memory.bodies_of(k).iter().flat_map(|body| motions_of(&self.memory.due, *body));
            task.result = task.run(scene, group, due, lambdas);
        };
        if is_large {
            groups.par_iter_mut().zip(&mut tasks).enumerate().for_each(answer);
        } else {
            groups.iter_mut().zip(&mut tasks).enumerate().for_each(answer);
        }
        let Memory { due, found, loads, .. } = &mut self.memory;
        found.clear();
        for (k, task) in tasks[..groups.len()].iter().enumerate() {
            task.result?;
            found.extend((0..task.count).map(|n| (task.found[n].motion, k, n)));
        }
        // What several groups answer to the same motion, as those under the hulls of a catamaran, in their order.
        found.sort_unstable();
        let mut found = found.iter().peekable();
        for &motion in &*due {
            let lambdas = &mut self.lambdas[motion];
            lambdas.clear();
            loads.clear();
            while let Some(&(_, k, n)) = found.next_if(|(of, ..)| *of == motion) {
                let found = &tasks[k].found[n];
                lambdas.extend_from_slice(&found.lambdas);
                found.loads.iter().for_each(|(body, load)| add_load(loads, *body, *load));
            }
            lambdas.sort_unstable_by_key(|(cell, _)| *cell);
            self.inertia.set(motion / MOTIONS, motion % MOTIONS, loads);
        }
        self.memory.tasks = tasks;
        Ok(())
    }
}

impl Memory {
    /// Finds the bodies over each group of cells, and what they cover.
    fn look(&mut self, lid: &Lid, Scene { under, bodies, .. }: &Scene<'_>) {
        self.bodies.clear();
        self.ends.clear();
        for group in lid.groups() {
            let start = self.bodies.len();
            for owner in group.cells().iter().flat_map(|n| under.at(*n as usize).1) {
                if self.bodies[start..].last() != Some(&owner.body)
                    && !self.bodies[start..].contains(&owner.body)
                {
                    self.bodies.push(owner.body);
                }
            }
            self.bodies[start..].sort_unstable();
            self.ends.push(self.bodies.len());
        }
        self.covered.clear();
        self.covered.resize(bodies.all.len(), 0.0);
        for owner in under.places().flat_map(|(_, owners)| owners) {
            self.covered[owner.body as usize] += f64::from(owner.covered);
        }
    }

    /// Bodies over a group of cells: at least one, as the cells are those under bodies.
    fn bodies_of(&self, group: usize) -> &[u32] {
        let start = group.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bodies[start..self.ends[group]]
    }
}

impl Task {
    /// Finds what a group of cells answers to motions of bodies over it, from guesses.
    fn run(
        &mut self,
        scene: &Scene<'_>,
        group: &mut LidGroup,
        motions: impl Iterator<Item = usize>,
        guesses: &[Vec<(u32, f64)>],
    ) -> Result<(), LidStall> {
        let Self { changes, rates, lambda, found, count, .. } = self;
        *count = 0;
        let mut motions = motions.peekable();
        if motions.peek().is_none() {
            return Ok(());
        }
        scene.changes(group, changes);
        let lattice = &scene.water.fluid.lattice;
        let to_kg =
            scene.water.density_kg_m3 * lattice.units().cell_size_m().powi(3) * f64::from(lattice.gravity());
        let place = |n: &u32| scene.under.at(*n as usize);
        for motion in motions {
            let (body, axis) = ((motion / MOTIONS) as u32, motion % MOTIONS);
            rates.clear();
            lambda.clear();
            let (mut known, mut of_cell) = (guesses[motion].iter().peekable(), changes.iter());
            for (cell, owners) in group.cells().iter().map(place) {
                let of_owners = owners.iter().zip(of_cell.by_ref());
                rates.push(
                    of_owners.filter(|(owner, _)| owner.body == body).map(|(_, change)| change[axis]).sum(),
                );
                while known.next_if(|(of, _)| *of < cell).is_some() {}
                lambda.push(known.next_if(|(of, _)| *of == cell).map_or(0.0, |(_, lambda)| *lambda));
            }
            group.answer(rates, lambda, RELATIVE)?;
            if *count == found.len() {
                found.push(Found::default());
            }
            let Found { motion: of, lambdas, loads } = &mut found[*count];
            *count += 1;
            *of = motion;
            lambdas.clear();
            loads.clear();
            let least = NEGLIGIBLE * lambda.iter().fold(0.0_f64, |most, lambda| most.max(lambda.abs()));
            let mut of_cell = changes.iter();
            for ((cell, owners), &lambda) in group.cells().iter().map(place).zip(&*lambda) {
                let of_owners = owners.iter().zip(of_cell.by_ref());
                if lambda.abs() > least {
                    lambdas.push((cell, lambda));
                    of_owners.for_each(|(owner, rates)| {
                        add_load(loads, owner.body, rates.map(|rate| to_kg * rate * lambda));
                    });
                } else {
                    of_owners.for_each(drop);
                }
            }
        }
        Ok(())
    }
}

impl Scene<'_> {
    /// Finds how the motions of each body over each cell of a group change the thickness.
    fn changes(&self, group: &LidGroup, changes: &mut Vec<[f64; MOTIONS]>) {
        let Self { grid, under, displacement, bodies, water } = self;
        let still_level_m = water.fluid.still_level_m;
        // A body whose table has the waves of heave, roll and pitch moves the lid by none of these.
        let acts = |body: u32, motion: usize| {
            let is_at_rest =
                bodies.all[body as usize].afloat().is_some_and(|afloat| afloat.displaces_at_rest());
            !(is_at_rest && (2..5).contains(&motion))
        };
        let thickness_m = displacement.thickness_m();
        changes.clear();
        for (cell, owners) in group.cells().iter().map(|n| under.at(*n as usize)) {
            let here = thickness_m[cell as usize];
            // Between a hull and what it lies at there is water, and the hull ends.
            let beside = grid.around(cell).map(|at| match at.filter(|at| !water.fluid.solid[*at]) {
                Some(at) => thickness_m[at],
                None => -here,
            });
            let slope = gradient(beside, grid.cell_size_m).map(f64::from);
            for owner in owners {
                let body = &bodies.all[owner.body as usize];
                let center_m = bodies.rigid[body.handle].center_of_mass_m();
                let level_m = still_level_m + body.mean_eta_m();
                let at_m = grid.center_m(cell).extend(level_m - 0.5 * f64::from(here));
                let rates = thickness_rates(f64::from(owner.covered), slope, at_m - center_m);
                changes.push(std::array::from_fn(
                    |motion| {
                        if acts(owner.body, motion) { rates[motion] } else { 0.0 }
                    },
                ));
            }
        }
    }
}

/// Motions of a body among these, which are in order.
fn motions_of(due: &[usize], body: u32) -> impl Iterator<Item = usize> {
    let own = MOTIONS * body as usize..MOTIONS * (body as usize + 1);
    let first = due.partition_point(|motion| *motion < own.start);
    due[first..].iter().copied().take_while(move |motion| own.contains(motion))
}

fn add_load(loads: &mut Vec<(u32, [f64; MOTIONS])>, body: u32, load: [f64; MOTIONS]) {
    match loads.iter_mut().find(|(of, _)| *of == body) {
        Some((_, sum)) => (0..MOTIONS).for_each(|k| sum[k] += load[k]),
        None => loads.push((body, load)),
    }
}
