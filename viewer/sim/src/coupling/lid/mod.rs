//! Hulls as rigid lids on the water: pressures `λ` under them, their loads on the bodies, and the inertia of the water there.

mod answers;
mod body;
mod under;

use glam::{DVec2, DVec3};
use hydro_forces::Load;
use hydro_forces::radiation::{LidBlock, LidBody};
use lbm_core::d2q9::C;
use lbm_core::{Lattice, Lid, LidStall};
use mask_raster::WetCell;

use self::answers::{Answers, Scene};
use self::body::{as_lid, others};
use self::under::Under;
use super::displacement::Displacement;
use super::impulses::Impulse;
use super::projection::Projection;
use crate::bodies::Bodies;
use crate::checkpoint::Error;
use crate::codec::coded;
use crate::scenario::Heights;
use crate::water::{Cells, Water};

/// The lids of all bodies afloat.
#[derive(Debug)]
pub(crate) struct Lids {
    cells: Cells,
    lid: Lid,
    under: Under,
    /// `λ` of each cell, `[ny][nx]`, m; 0 beside lids.
    lambda_m: Vec<f32>,
    /// Horizontal force of the last step on each body, N, and its moment about the vertical through the center of mass, N m.
    loads: Vec<(DVec2, f64)>,
    /// Sum of the magnitudes of the forces of all cells.
    exchanged_n: f64,
    /// What the bed gave the water by `λ` in the last step.
    pub(super) of_bed: Impulse,
    /// What sides and solids did.
    pub(super) of_walls: Impulse,
    answers: Answers,
    /// Memory: bodies as lids, and all other loads on them.
    of_bodies: Vec<LidBody>,
    others: Vec<Load>,
}

/// The lids between two steps.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LidsState {
    /// Cells under lids, and `λ` there, m.
    lambdas_m: Vec<(u32, f32)>,
    /// Values of each such cell in lattice units, and whether its water does not touch the lid.
    last: Vec<(u32, (f64, bool))>,
    loads: Vec<(DVec2, f64)>,
    exchanged_n: f64,
    /// Blocks of the water's inertia, of each body and those beside it.
    inertia: Vec<Vec<(u32, [[f64; 6]; 6])>>,
    /// Force and moment on each body that the water is about to answer with.
    expected: Vec<(DVec3, DVec3)>,
    answers: Vec<Vec<(u32, f64)>>,
    turn: u64,
    /// Cells under each body, by which sudden changes are known.
    covered: Vec<f64>,
}

coded!(LidsState { lambdas_m, last, loads, exchanged_n, inertia, expected, answers, turn, covered });

impl Lids {
    pub(crate) fn new(cells: Cells, lattice: &Lattice) -> Self {
        Self {
            cells,
            lid: Lid::new(lattice),
            under: Under::default(),
            lambda_m: vec![0.0; cells.nx * cells.ny],
            loads: Vec::new(),
            exchanged_n: 0.0,
            of_bed: Impulse::default(),
            of_walls: Impulse::default(),
            answers: Answers::new(0),
            of_bodies: Vec::new(),
            others: Vec::new(),
        }
    }

    pub(super) fn state(&self) -> LidsState {
        let rows = self.answers.inertia.rows().iter();
        LidsState {
            lambdas_m: self.under.places().map(|(cell, _)| (cell, self.lambda_m[cell as usize])).collect(),
            last: self.lid.state().iter().map(|&(cell, lambda, apart)| (cell, (lambda, apart))).collect(),
            loads: self.loads.clone(),
            exchanged_n: self.exchanged_n,
            inertia: rows.map(|row| row.iter().map(|block| (block.other, block.matrix)).collect()).collect(),
            expected: self
                .answers
                .inertia
                .expected()
                .iter()
                .map(|load| (load.force_n, load.torque_n_m))
                .collect(),
            answers: self.answers.lambdas.clone(),
            turn: self.answers.turn,
            covered: self.answers.covered.clone(),
        }
    }

    /// Goes to a state in which so many bodies are in the world or were; the owners of cells are found again in the next step.
    pub(super) fn restore(&mut self, state: &LidsState, present: usize) -> Result<(), Error> {
        let LidsState { lambdas_m, last, loads, exchanged_n, inertia, expected, answers, turn, covered } =
            state;
        let cells = self.lambda_m.len();
        let on_grid = lambdas_m.iter().map(|(cell, _)| cell).chain(last.iter().map(|(cell, _)| cell));
        let in_order = lambdas_m.is_sorted_by(|(a, _), (b, _)| a < b)
            && last.is_sorted_by(|(a, _), (b, _)| a < b)
            && answers.iter().all(|answer| answer.is_sorted_by(|(a, _), (b, _)| a < b));
        if !in_order || !on_grid.into_iter().all(|cell| (*cell as usize) < cells) {
            return Err(Error::state("cells of lids are not in order, or beyond the grid"));
        }
        if loads.len() != self.loads.len() && loads.len() == present {
            (self.loads, self.answers) = (vec![(DVec2::ZERO, 0.0); present], Answers::new(present));
        }
        let expected: Vec<Load> =
            expected.iter().map(|&(force_n, torque_n_m)| Load { force_n, torque_n_m }).collect();
        let rows: Vec<Vec<LidBlock>> = inertia
            .iter()
            .map(|row| row.iter().map(|&(other, matrix)| LidBlock { other, matrix }).collect())
            .collect();
        let bodies = self.loads.len();
        let fits = answers.len() == self.answers.lambdas.len() && [loads.len(), covered.len()] == [bodies; 2];
        if !fits || !self.answers.inertia.restore(&rows, &expected) {
            return Err(Error::state("lids of another number of bodies"));
        }
        self.under.places().for_each(|(cell, _)| self.lambda_m[cell as usize] = 0.0);
        lambdas_m.iter().for_each(|(cell, lambda_m)| self.lambda_m[*cell as usize] = *lambda_m);
        self.under.restore(lambdas_m.iter().map(|(cell, _)| *cell));
        let last: Vec<_> = last.iter().map(|&(cell, (lambda, apart))| (cell, lambda, apart)).collect();
        self.lid.restore(&last);
        self.loads.clone_from(loads);
        self.exchanged_n = *exchanged_n;
        self.answers.lambdas.clone_from(answers);
        self.answers.covered.clone_from(covered);
        self.answers.turn = *turn;
        Ok(())
    }

    /// `λ` of each cell, m: part of the head that is not in the lattice.
    pub(crate) fn lambda_m(&self) -> &[f32] {
        &self.lambda_m
    }

    /// Whether a cell of the grid was under a lid in the last step.
    pub(super) fn covers(&self, cell: u32) -> bool {
        self.under.over(cell).is_some()
    }

    /// Adds `λ` to the lattice's level of each cell.
    pub(crate) fn add_heads(&self, eta_m: &mut [f32]) {
        self.under.places().for_each(|(cell, _)| eta_m[cell as usize] += self.lambda_m[cell as usize]);
    }

    /// Takes `λ` of the last step from the level of each cell.
    pub(crate) fn remove_heads(&self, eta_m: &mut [f32]) {
        self.under.places().for_each(|(cell, _)| eta_m[cell as usize] -= self.lambda_m[cell as usize]);
    }

    /// Starts under bodies where they are: finds the inertia of the water.
    pub(crate) fn start(
        &mut self,
        (projection, displacement): (&Projection, &Displacement),
        bodies: &Bodies,
        water: &mut Water,
    ) -> Result<(), LidStall> {
        let count = bodies.all.len();
        self.loads = vec![(DVec2::ZERO, 0.0); count];
        self.answers = Answers::new(count);
        self.cover((projection, displacement), bodies, water);
        let Self { cells: grid, lid, under, answers, .. } = self;
        answers.start(lid, &Scene { grid, under, displacement, bodies, water })
    }

    /// Keeps the water of a step of the lattice in the space under the bodies, after the boundaries and before the sweep.
    pub(crate) fn press(
        &mut self,
        (projection, displacement): (&Projection, &Displacement),
        bodies: &mut Bodies,
        water: &mut Water,
        time_step_s: f64,
    ) -> Result<(), LidStall> {
        self.cover((projection, displacement), bodies, water);
        self.loads.iter_mut().for_each(|load| *load = (DVec2::ZERO, 0.0));
        self.exchanged_n = 0.0;
        (self.of_bed, self.of_walls) = (Impulse::default(), Impulse::default());
        self.lid.press(&mut water.fluid.lattice)?;
        let units = water.fluid.lattice.units();
        let per_step = water.density_kg_m3 * units.to_momentum_m4_s(1.0) / time_step_s;
        let properties =
            hydro_forces::Water { density_kg_m3: water.density_kg_m3, gravity_m_s2: units.gravity_m_s2() };
        let found = self.lid.lambda().iter().zip(self.lid.momenta());
        for ((cell, owners), (lambda, momentum)) in self.under.places().zip(found) {
            self.lambda_m[cell as usize] = units.to_meters(*lambda) as f32;
            // Of the water's own pressure, `−g d ∇λ`, a sloping bed gives a part.
            let of_bed_n = match water.fluid.heights.as_deref() {
                None => DVec2::ZERO,
                Some(Heights { bed_m, .. }) => {
                    let (place, here) = (self.cells.place(cell as usize), bed_m[cell as usize]);
                    let slope = self.cells.gradient(place, here, Some(&water.fluid.solid), |at| bed_m[at]);
                    let slope = DVec2::from_array(slope.map(f64::from));
                    properties.slope_force_n(slope, units.to_meters(*lambda), units.cell_area_m2())
                }
            };
            self.of_bed.linear_n_s += of_bed_n * time_step_s;
            self.of_bed.angular_n_m_s += self.cells.moment(cell, of_bed_n) * time_step_s;
            let force_n = DVec2::from_array(*momentum) * -per_step;
            self.exchanged_n += force_n.length();
            let covered: f32 = owners.iter().map(|owner| owner.covered).sum();
            for owner in owners {
                let force_n = force_n * f64::from(owner.covered / covered);
                let center_m = bodies.rigid[bodies.all[owner.body as usize].handle].center_of_mass_m();
                let load = &mut self.loads[owner.body as usize];
                load.0 += force_n;
                load.1 += (self.cells.center_m(cell) - center_m.truncate()).perp_dot(force_n);
            }
        }
        self.load_walls(bodies, water, time_step_s);
        let Self { cells: grid, lid, under, answers, .. } = self;
        answers.update(lid, &Scene { grid, under, displacement, bodies, water })
    }

    /// Ends the step of the lattice under the lids.
    pub(super) fn finish(&self, lattice: &mut Lattice) {
        self.lid.finish(lattice);
    }

    /// Loads solids that lie at a hull with `λ` under it, and books what they and the sides gave the water.
    fn load_walls(&mut self, bodies: &mut Bodies, water: &Water, time_step_s: f64) {
        let to_n_s = water.density_kg_m3 * water.fluid.lattice.units().to_momentum_m4_s(1.0);
        for (n, q, momentum) in self.lid.of_walls() {
            let (cell, impulse_n_s) = (self.under.place(n), DVec2::from_array(momentum) * to_n_s);
            self.of_walls.linear_n_s += impulse_n_s;
            self.of_walls.angular_n_m_s += self.cells.moment(cell, impulse_n_s);
            let (around, labels) = (self.cells.around(cell), &water.solids.labels);
            let mut push = |q: usize, impulse_n_s: DVec2| {
                if let Some(at) = around[q - 1] {
                    bodies.push_solid(labels[at], self.cells.center_m(cell), -impulse_n_s / time_step_s);
                }
            };
            match around[q - 1] {
                // A corner at which solids meet: the one across x gets what acts along x.
                Some(at) if labels[at] == 0 => {
                    let [x, y] = [if C[q][0] > 0 { 1 } else { 5 }, if C[q][1] > 0 { 3 } else { 7 }];
                    push(x, impulse_n_s * DVec2::X);
                    push(y, impulse_n_s * DVec2::Y);
                }
                _ => push(q, impulse_n_s),
            }
        }
    }

    /// Loads the bodies with the horizontal force of the last step. Returns the sum of the magnitudes of the impulses, cell by cell, N s.
    pub(crate) fn load(&self, bodies: &mut Bodies, time_step_s: f64) -> f64 {
        for (body, (force_n, torque_n_m)) in bodies.all.iter().zip(&self.loads) {
            let rigid = &mut bodies.rigid[body.handle];
            rigid.add_force(force_n.extend(0.0));
            rigid.add_torque(DVec3::Z * *torque_n_m);
        }
        self.exchanged_n * time_step_s
    }

    /// Loads the bodies with what the water is about to answer to their accelerations by all loads so far. Returns the sum of the magnitudes of the
    /// horizontal impulses, N s.
    pub(crate) fn answer(&mut self, bodies: &mut Bodies, time_step_s: f64) -> f64 {
        let gravity_m_s2 = bodies.rigid.gravity_m_s2;
        let mut exchanged_n = 0.0;
        let rigids = || bodies.all.iter().map(|body| (body, &bodies.rigid[body.handle]));
        let Self { answers, of_bodies, others: on_bodies, .. } = self;
        on_bodies.clear();
        on_bodies.extend(
            rigids().map(|(body, rigid)| {
                body.afloat().map_or_else(Load::default, |_| others(rigid, gravity_m_s2))
            }),
        );
        of_bodies.clear();
        of_bodies.extend(rigids().map(|(_, rigid)| as_lid(rigid)));
        let added = answers.inertia.step(of_bodies, on_bodies);
        for (body, &Load { force_n, torque_n_m }) in bodies.all.iter().zip(added) {
            let rigid = &mut bodies.rigid[body.handle];
            rigid.add_force(force_n);
            rigid.add_torque(torque_n_m);
            exchanged_n += force_n.truncate().length();
        }
        exchanged_n * time_step_s
    }

    /// Horizontal force of `λ` on each body in the last step, N.
    pub(super) fn forces_n(&self) -> impl Iterator<Item = DVec2> {
        self.loads.iter().map(|(force_n, _)| *force_n)
    }

    /// Makes room for a body that has entered: the water answers its motions as soon as it covers any.
    pub(super) fn welcome(&mut self) {
        self.loads.push((DVec2::ZERO, 0.0));
        self.answers.welcome();
    }

    /// Takes a body out from over these cells, in order, between two steps.
    pub(super) fn take_out(&mut self, section: &[WetCell]) {
        self.lid.forget(|cell| section.binary_search_by_key(&cell, |wet| wet.index).is_ok());
    }

    /// Forgets a body that was removed: it is owed nothing, and the water does not answer its motions.
    pub(super) fn forget(&mut self, body: usize) {
        self.answers.forget(body);
        self.loads[body] = (DVec2::ZERO, 0.0);
    }

    /// Horizontal impulse that the bodies are owed: what the water got from the lids in the last step, less the answer that the bodies already
    /// expect.
    pub(crate) fn owed(&self, bodies: &Bodies, time_step_s: f64) -> Impulse {
        let mut owed = Impulse::default();
        let loads = self.loads.iter().zip(self.answers.inertia.expected());
        for (body, ((force_n, torque_n_m), expected)) in bodies.all.iter().zip(loads) {
            let rigid = &bodies.rigid[body.handle];
            let (force_n, torque_n_m) =
                (*force_n - expected.force_n.truncate(), torque_n_m - expected.torque_n_m.z);
            let arm_m = rigid.center_of_mass_m().truncate() - self.cells.middle_m();
            owed.linear_n_s += force_n * time_step_s;
            owed.angular_n_m_s += (arm_m.perp_dot(force_n) + torque_n_m) * time_step_s;
        }
        owed
    }

    /// The first body over a cell of the grid, by number.
    pub(crate) fn body_over(&self, [i, j]: [usize; 2]) -> Option<usize> {
        let cell = (j * self.cells.nx + i) as u32;
        self.under.over(cell)?.first().map(|owner| owner.body as usize)
    }

    /// Covers the water under the bodies where they are.
    fn cover(
        &mut self,
        (projection, displacement): (&Projection, &Displacement),
        bodies: &Bodies,
        water: &Water,
    ) {
        self.under.places().for_each(|(cell, _)| self.lambda_m[cell as usize] = 0.0);
        self.under.find(&self.cells, projection, bodies, water);
        self.lid.cover(&water.fluid.lattice, &self.under.cells, &displacement.cover(&water.fluid.solid));
    }
}
