//! Hulls as rigid lids on the water: heads under them, their loads on the bodies, and the inertia of the water there.

use glam::{DVec2, DVec3};
use hydro_forces::Load;
use hydro_forces::radiation::{LidBody, LidInertia, thickness_rates};
use lbm_core::{Lattice, Lid, LidCell, LidStall};
use mask_raster::WetCell;

use super::displacement::Displacement;
use super::impulses::Impulse;
use super::lid_body::{as_lid, others};
use super::projection::Projection;
use crate::sim::bodies::{Bodies, Kind};
use crate::sim::checkpoint::Error;
use crate::sim::codec::coded;
use crate::sim::scenario::Heights;
use crate::sim::water::{Cells, Water};

/// Largest residual of the water's answer to unit accelerations: it only has to be near the true one.
const OF_ANSWERS: f64 = 1e-2;

/// The lids of all bodies afloat.
#[derive(Debug)]
pub(crate) struct Lids {
    cells: Cells,
    lid: Lid,
    under: Vec<LidCell>,
    /// Number of each cell of `under` on the grid, and the range of its `owners`.
    places: Vec<(u32, std::ops::Range<u32>)>,
    owners: Vec<Owner>,
    /// `λ` of each cell, `[ny][nx]`, m; 0 beside lids.
    head_m: Vec<f32>,
    /// Horizontal force of the last step on each body, N, and its moment about the vertical through the center of mass, N m.
    loads: Vec<(DVec2, f64)>,
    /// Sum of the magnitudes of the forces of all cells.
    exchanged_n: f64,
    /// What the bed gave the water by `λ` in the last step.
    pub(super) of_bed: Impulse,
    inertia: LidInertia,
    /// The water's answer to a unit acceleration of each motion of each body: cells and heads, in order.
    answers: Vec<Vec<(u32, f64)>>,
    /// The motion whose answer is brought up to date next.
    next: usize,
    rates: Vec<f64>,
    guess: Vec<f64>,
}

/// The lids between two steps.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LidsState {
    /// Cells under lids, and `λ` there, m.
    heads_m: Vec<(u32, f32)>,
    /// Of each such cell in lattice units, and whether its water does not touch the lid.
    last: Vec<(u32, (f64, bool))>,
    loads: Vec<(DVec2, f64)>,
    exchanged_n: f64,
    matrix: Vec<Vec<f64>>,
    /// Force and moment on each body that the water is about to answer with.
    expected: Vec<(DVec3, DVec3)>,
    answers: Vec<Vec<(u32, f64)>>,
    next: usize,
}

coded!(LidsState { heads_m, last, loads, exchanged_n, matrix, expected, answers, next });

/// A body over a cell of a lid.
#[derive(Debug, Clone, Copy)]
struct Owner {
    /// Its number in the order of names.
    body: u32,
    /// The part of the cell that it covers.
    covered: f32,
}

impl Lids {
    pub(crate) fn new(cells: Cells, lattice: &Lattice) -> Self {
        Self {
            cells,
            lid: Lid::new(lattice),
            under: Vec::new(),
            places: Vec::new(),
            owners: Vec::new(),
            head_m: vec![0.0; cells.nx * cells.ny],
            loads: Vec::new(),
            exchanged_n: 0.0,
            of_bed: Impulse::default(),
            inertia: LidInertia::new(0),
            answers: Vec::new(),
            next: 0,
            rates: Vec::new(),
            guess: Vec::new(),
        }
    }

    pub(super) fn state(&self) -> LidsState {
        LidsState {
            heads_m: self.places.iter().map(|(cell, _)| (*cell, self.head_m[*cell as usize])).collect(),
            last: self.lid.state().iter().map(|&(cell, head, apart)| (cell, (head, apart))).collect(),
            loads: self.loads.clone(),
            exchanged_n: self.exchanged_n,
            matrix: self.inertia.matrix().to_vec(),
            expected: self.inertia.expected().iter().map(|load| (load.force_n, load.torque_n_m)).collect(),
            answers: self.answers.clone(),
            next: self.next,
        }
    }

    /// Goes to a state; the owners of cells are found again in the next step.
    pub(super) fn restore(&mut self, state: &LidsState) -> Result<(), Error> {
        let LidsState { heads_m, last, loads, exchanged_n, matrix, expected, answers, next } = state;
        let cells = self.head_m.len();
        let on_grid = heads_m.iter().map(|(cell, _)| cell).chain(last.iter().map(|(cell, _)| cell));
        let in_order = heads_m.is_sorted_by(|(a, _), (b, _)| a < b)
            && last.is_sorted_by(|(a, _), (b, _)| a < b)
            && answers.iter().all(|answer| answer.is_sorted_by(|(a, _), (b, _)| a < b));
        if !in_order || !on_grid.into_iter().all(|cell| (*cell as usize) < cells) {
            return Err(Error::state("cells of lids are not in order, or beyond the grid"));
        }
        let expected: Vec<Load> =
            expected.iter().map(|&(force_n, torque_n_m)| Load { force_n, torque_n_m }).collect();
        let motions = self.inertia.motions();
        let fits = answers.len() == motions && loads.len() == self.loads.len() && *next < motions.max(1);
        if !fits || !self.inertia.restore(matrix, &expected) {
            return Err(Error::state("lids of another number of bodies"));
        }
        for (cell, _) in self.places.drain(..) {
            self.head_m[cell as usize] = 0.0;
        }
        for &(cell, head_m) in heads_m {
            self.head_m[cell as usize] = head_m;
            self.places.push((cell, 0..0));
        }
        let last: Vec<_> = last.iter().map(|&(cell, (head, apart))| (cell, head, apart)).collect();
        self.lid.restore(&last);
        self.owners.clear();
        self.loads.clone_from(loads);
        self.exchanged_n = *exchanged_n;
        self.answers.clone_from(answers);
        self.next = *next;
        Ok(())
    }

    /// `λ` of each cell, m: part of the head that is not in the lattice.
    pub(crate) fn head_m(&self) -> &[f32] {
        &self.head_m
    }

    /// Whether a cell of the grid was under a lid in the last step.
    pub(super) fn covers(&self, cell: u32) -> bool {
        self.places.binary_search_by_key(&cell, |(cell, _)| *cell).is_ok()
    }

    /// Adds `λ` to the lattice's level of each cell.
    pub(crate) fn add_heads(&self, eta_m: &mut [f32]) {
        for (cell, _) in &self.places {
            eta_m[*cell as usize] += self.head_m[*cell as usize];
        }
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
        self.inertia = LidInertia::new(count);
        self.answers = vec![Vec::new(); self.inertia.motions()];
        self.cover((projection, displacement), bodies, water);
        (0..self.inertia.motions())
            .try_for_each(|motion| self.find_answer(motion, displacement, bodies, water))
    }

    /// Keeps the water of a step of the lattice in the space under the bodies, after the boundaries and before the sweep.
    pub(crate) fn press(
        &mut self,
        (projection, displacement): (&Projection, &Displacement),
        bodies: &Bodies,
        water: &mut Water,
        time_step_s: f64,
    ) -> Result<(), LidStall> {
        self.cover((projection, displacement), bodies, water);
        self.loads.iter_mut().for_each(|load| *load = (DVec2::ZERO, 0.0));
        self.exchanged_n = 0.0;
        self.of_bed = Impulse::default();
        self.lid.press(&mut water.fluid.lattice)?;
        let units = water.fluid.lattice.units();
        let per_step = water.density_kg_m3 * units.to_momentum_m4_s(1.0) / time_step_s;
        let properties =
            hydro_forces::Water { density_kg_m3: water.density_kg_m3, gravity_m_s2: units.gravity_m_s2() };
        let found = self.lid.heads().iter().zip(self.lid.momenta());
        for ((cell, owners), (head, momentum)) in self.places.iter().zip(found) {
            self.head_m[*cell as usize] = units.to_meters(*head) as f32;
            // Of `−g w ∇λ`, which the water gains, a sloping bed gives its part by its own pressure; the rest is the hull's.
            let of_bed_n = match water.fluid.heights.as_deref() {
                None => DVec2::ZERO,
                Some(Heights { bed_m, .. }) => {
                    let (here, solid) = (bed_m[*cell as usize], &water.fluid.solid);
                    let slope =
                        self.cells.gradient(*cell, here, |at| if solid[at] { here } else { bed_m[at] });
                    let slope = DVec2::from_array(slope.map(f64::from));
                    properties.slope_force_n(slope, units.to_meters(*head), units.cell_area_m2())
                }
            };
            self.of_bed.linear_n_s += of_bed_n * time_step_s;
            self.of_bed.angular_n_m_s += self.cells.moment(*cell, of_bed_n) * time_step_s;
            let force_n = DVec2::from_array(*momentum) * -per_step + of_bed_n;
            self.exchanged_n += force_n.length();
            let owners = &self.owners[owners.start as usize..owners.end as usize];
            let covered: f32 = owners.iter().map(|owner| owner.covered).sum();
            for owner in owners {
                let force_n = force_n * f64::from(owner.covered / covered);
                let center_m = bodies.rigid[bodies.all[owner.body as usize].handle].center_of_mass_m();
                let load = &mut self.loads[owner.body as usize];
                load.0 += force_n;
                load.1 += (self.cells.center_m(*cell) - center_m.truncate()).perp_dot(force_n);
            }
        }
        if self.answers.is_empty() || self.under.is_empty() {
            return Ok(());
        }
        let motion = self.next;
        self.next = (motion + 1) % self.answers.len();
        self.find_answer(motion, displacement, bodies, water)
    }

    /// Loads the bodies with the horizontal force of the last step, and with what the water is about to answer to their
    /// accelerations by all loads so far. Returns the sum of the magnitudes of the horizontal impulses, cell by cell, N s.
    pub(crate) fn load(&mut self, bodies: &mut Bodies, time_step_s: f64) -> f64 {
        let gravity_m_s2 = bodies.rigid.gravity_m_s2;
        let mut exchanged_n = self.exchanged_n;
        for (body, (force_n, torque_n_m)) in bodies.all.iter().zip(&self.loads) {
            let rigid = &mut bodies.rigid[body.handle];
            rigid.add_force(force_n.extend(0.0));
            rigid.add_torque(DVec3::Z * *torque_n_m);
        }
        let rigids = || bodies.all.iter().map(|body| (body, &bodies.rigid[body.handle]));
        let others: Vec<Load> = rigids()
            .map(|(body, rigid)| match body.kind {
                Kind::Afloat(_) => others(rigid, gravity_m_s2),
                Kind::Solid(_) => Load::default(),
            })
            .collect();
        let of_lids: Vec<LidBody> = rigids().map(|(_, rigid)| as_lid(rigid)).collect();
        let added = self.inertia.step(&of_lids, &others);
        for (body, Load { force_n, torque_n_m }) in bodies.all.iter().zip(added) {
            let rigid = &mut bodies.rigid[body.handle];
            rigid.add_force(force_n);
            rigid.add_torque(torque_n_m);
            exchanged_n += force_n.truncate().length();
        }
        exchanged_n * time_step_s
    }

    /// Forgets a body that was removed: it is owed nothing, and the water does not answer its motions.
    pub(super) fn forget(&mut self, body: usize) {
        self.inertia.forget(body);
        self.loads[body] = (DVec2::ZERO, 0.0);
        self.answers[6 * body..6 * body + 6].iter_mut().for_each(Vec::clear);
    }

    /// Horizontal impulse that the bodies are owed: what the water got from the lids in the last step, less the answer that the bodies already
    /// expect.
    pub(crate) fn owed(&self, bodies: &Bodies, time_step_s: f64) -> Impulse {
        let mut owed = Impulse::default();
        let loads = self.loads.iter().zip(self.inertia.expected());
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
        let at = self.places.binary_search_by_key(&cell, |(cell, _)| *cell).ok()?;
        self.owners.get(self.places[at].1.start as usize).map(|owner| owner.body as usize)
    }

    /// Lists the cells under lids: where bodies that reach through the still level cover water.
    fn cover(
        &mut self,
        (projection, displacement): (&Projection, &Displacement),
        bodies: &Bodies,
        water: &Water,
    ) {
        for (cell, _) in self.places.drain(..) {
            self.head_m[cell as usize] = 0.0;
        }
        self.under.clear();
        self.owners.clear();
        let fluid = &water.fluid;
        let still_level_m = fluid.still_level_m as f32;
        let per_meter = (1.0 / self.cells.cell_size_m) as f32;
        let (thickness_m, mut changes) =
            (displacement.thickness_m(), displacement.changes().iter().peekable());
        for WetCell { index, label, .. } in &projection.wet {
            let body = usize::from(*label) - 1;
            let acts =
                matches!(&bodies.all[body].kind, Kind::Afloat(afloat) if afloat.is_lid && !afloat.is_outside);
            if fluid.solid[*index as usize] || !acts {
                continue;
            }
            let covered = projection.mask.pierced(*index, *label, still_level_m);
            if covered == 0.0 {
                continue;
            }
            let owner = self.owners.len() as u32;
            self.owners.push(Owner { body: body as u32, covered });
            if let Some((cell, owners)) = self.places.last_mut()
                && cell == index
            {
                owners.end = owner + 1;
                if let Some(cell) = self.under.last_mut() {
                    cell.covered = (cell.covered + covered).min(1.0);
                }
                continue;
            }
            while changes.next_if(|(cell, _)| cell < index).is_some() {}
            let change_m = changes.next_if(|(cell, _)| cell == index).map_or(0.0, |(_, change)| *change);
            self.places.push((*index, owner..owner + 1));
            self.under.push(LidCell {
                site: self.cells.site(&fluid.lattice, *index as usize),
                covered,
                thickness: thickness_m[*index as usize] * per_meter,
                change: 0.5 * change_m * per_meter,
            });
        }
        self.lid.cover(&fluid.lattice, &self.under, &fluid.solid);
    }

    /// Finds how the water answers a unit acceleration of one motion of one body, and its loads on all bodies.
    fn find_answer(
        &mut self,
        motion: usize,
        displacement: &Displacement,
        bodies: &Bodies,
        water: &Water,
    ) -> Result<(), LidStall> {
        let lattice = &water.fluid.lattice;
        // Of each owner of a cell: how its motions change the thickness.
        let still_m = water.fluid.still_level_m;
        let mut loads = vec![0.0; self.inertia.motions()];
        // A body whose table has the waves of heave, roll and pitch moves the lid by none of these.
        let acts = |body: u32, motion: usize| {
            let is_level =
                matches!(&bodies.all[body as usize].kind, Kind::Afloat(afloat) if afloat.is_level());
            !(is_level && (2..5).contains(&motion))
        };
        let changes: Vec<[f64; 6]> = self
            .places
            .iter()
            .flat_map(|(cell, owners)| owners.clone().map(move |owner| (*cell, owner)))
            .map(|(cell, owner)| {
                let owner = self.owners[owner as usize];
                let center_m = bodies.rigid[bodies.all[owner.body as usize].handle].center_of_mass_m();
                let thickness_m = displacement.thickness_m();
                let here = thickness_m[cell as usize];
                let slope = self.cells.gradient(cell, here, |at| thickness_m[at]).map(f64::from);
                let at_m = self.cells.center_m(cell).extend(still_m - 0.5 * f64::from(here));
                let rates = thickness_rates(f64::from(owner.covered), slope, at_m - center_m);
                std::array::from_fn(|motion| if acts(owner.body, motion) { rates[motion] } else { 0.0 })
            })
            .collect();
        let (body, axis) = ((motion / 6) as u32, motion % 6);
        self.rates.clear();
        self.guess.clear();
        let mut known = self.answers[motion].iter().peekable();
        for (cell, owners) in &self.places {
            let of_body = owners.clone().filter(|owner| self.owners[*owner as usize].body == body);
            self.rates.push(of_body.map(|owner| changes[owner as usize][axis]).sum());
            while known.next_if(|(of, _)| of < cell).is_some() {}
            self.guess.push(known.next_if(|(of, _)| of == cell).map_or(0.0, |(_, head)| *head));
        }
        self.lid.answer(lattice, &self.rates, &mut self.guess, OF_ANSWERS)?;
        let answer = &mut self.answers[motion];
        answer.clear();
        let units = lattice.units();
        let to_kg = water.density_kg_m3 * units.cell_size_m().powi(3) * f64::from(lattice.gravity());
        for ((cell, owners), head) in self.places.iter().zip(&self.guess) {
            answer.push((*cell, *head));
            for owner in owners.clone() {
                let first = 6 * self.owners[owner as usize].body as usize;
                for (load, rate) in loads[first..].iter_mut().zip(changes[owner as usize]) {
                    *load += to_kg * rate * head;
                }
            }
        }
        self.inertia.set(motion, &loads);
        Ok(())
    }
}
