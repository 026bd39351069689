//! Water that a body broke: it is laid still, and the body taken out.

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec2;
use hydro_forces::race_m_s;
use lbm_core::d2q9::depth_and_momentum;
use lbm_core::{Moments, Trouble};
use rigid_sim::RigidBody;

use super::TAKEN_OUT;
use crate::bodies::Body;
use crate::name::Name;
use crate::scenario::CouplingMode;
use crate::water::Cells;
use crate::world::World;
use crate::world::report::StepReport;

/// Cells by which what a body does to the water spreads beyond its hull and its race in the step in which it breaks.
const REACH_CELLS: f64 = 4.0;

/// Most that the level of water which is laid still is off the still level, over its depth at rest.
const MOST_CHANGE: f64 = 0.75;

/// A body that moves faster than waves, or whose race does.
struct Wild {
    /// Number among the bodies that are there.
    number: usize,
    name: Name,
    center_m: DVec2,
    /// Distance from there within which it may have broken the water.
    reach_m: f64,
    /// The speed that is too high, as text.
    why: String,
}

impl Wild {
    fn reaches(&self, cell: usize, cells: Cells) -> bool {
        cells.center_m(cell as u32).distance(self.center_m) < self.reach_m
    }
}

impl World {
    /// After a sweep that left cells out of the range of the method: where all of them are near bodies afloat that are faster than waves, or whose race
    /// is, reports these to be taken out, and lays the water around them still, at such a level that it is even once they are gone. Returns the
    /// trouble of water that no body broke, or that cannot be laid still.
    ///
    /// The momentum that this takes is external ([`crate::MomentumBalance`]), the energy counts as that of drag ([`crate::Dissipation`]).
    pub(in crate::world) fn lay_broken_water(&mut self, report: &mut StepReport) -> Option<Trouble> {
        let trouble = self.water.fluid.trouble()?;
        let cells = self.water.fluid.cells();
        let mut broken = self.broken_cells();
        broken.insert(trouble.cell[1] * cells.nx + trouble.cell[0]);
        let mut culprits = self.wild_bodies();
        culprits.retain(|wild| broken.iter().any(|&cell| wild.reaches(cell, cells)));
        let laid = broken
            .iter()
            .all(|&cell| culprits.iter().any(|wild| wild.reaches(cell, cells)))
            .then(|| self.around(&culprits))
            .and_then(|laid| self.even(&laid, &culprits).map(|even| (laid, even)));
        let Some((laid, even)) = laid else { return Some(self.under_hull(trouble)) };
        self.lay_still(&laid, &even);
        let ([i, j], time_s) = (trouble.cell, self.clock.step_end_s());
        for Wild { name, why, .. } in culprits {
            self.findings.warn(format!(
                "body.{name}: {why}, it broke the water in cell [{i}, {j}] at t = {time_s:.3} s, which was laid still around it ({} cells); {TAKEN_OUT}",
                laid.len()
            ));
            report.quarantined.push(name.to_string());
        }
        None
    }

    /// The water cells of no depth, faster than the lattice, or without numbers.
    fn broken_cells(&self) -> BTreeSet<usize> {
        let fluid = &self.water.fluid;
        let is_sound = |Moments { h, u, v, .. }: Moments| h > 0.0 && h.is_finite() && u * u + v * v < 1.0;
        let water = (0..fluid.solid.len()).filter(|&cell| !fluid.solid[cell]);
        water.filter(|&cell| !is_sound(self.moments(cell))).collect()
    }

    fn moments(&self, cell: usize) -> Moments {
        let fluid = &self.water.fluid;
        fluid.lattice.moments(fluid.cells().site(&fluid.lattice, cell))
    }

    /// Bodies afloat that act on the water, and are faster than waves at their place, or their race is.
    fn wild_bodies(&self) -> Vec<Wild> {
        if self.coupling.mode == CouplingMode::None {
            return Vec::new();
        }
        self.bodies.iter().enumerate().filter_map(|(number, of)| self.wild(number, of)).collect()
    }

    fn wild(&self, number: usize, (body, rigid): (&Body, &RigidBody)) -> Option<Wild> {
        // One that is towed goes as its carriage does.
        let afloat = body.afloat().filter(|afloat| !afloat.is_outside && afloat.towing.is_none())?;
        let fluid = &self.water.fluid;
        let center_m = rigid.center_of_mass_m().truncate();
        let depth_m = fluid.still_depth_at_m(center_m);
        let waves_m_s = fluid.lattice.units().wave_speed_m_s(depth_m);
        let radius_m = body.hull.hull.bounding_sphere().1;
        let speed_m_s = rigid.linvel_m_s().length();
        let rim_m_s = speed_m_s + radius_m * rigid.angvel_rad_s().length();
        // By rims alone no thrust acts on the water.
        let race_radius_m = match self.coupling.mode {
            CouplingMode::Conservative => afloat.race_radius_m,
            CouplingMode::Paper | CouplingMode::None => 0.0,
        };
        let race_m_s = match race_radius_m {
            0.0 => 0.0,
            _ => race_m_s(afloat.thrust.force_n.length(), self.water.density_kg_m3, race_radius_m, depth_m),
        };
        let (what, fast_m_s) = if rim_m_s > race_m_s {
            ("the fastest of it moves", rim_m_s)
        } else {
            ("its race runs", race_m_s)
        };
        (fast_m_s > waves_m_s).then(|| Wild {
            number,
            name: body.name.clone(),
            center_m,
            reach_m: radius_m
                + race_radius_m
                + speed_m_s * self.clock.time_step_s
                + REACH_CELLS * fluid.cells().cell_size_m,
            why: format!("{what} at {fast_m_s:.3} m/s, faster than waves, {waves_m_s:.3} m/s"),
        })
    }

    /// The water cells that bodies reach, in order.
    fn around(&self, bodies: &[Wild]) -> Vec<usize> {
        let fluid = &self.water.fluid;
        let cells = fluid.cells();
        let water = (0..fluid.solid.len()).filter(|&cell| !fluid.solid[cell]);
        water.filter(|&cell| bodies.iter().any(|wild| wild.reaches(cell, cells))).collect()
    }

    /// Elevations of cells, in cells, that keep their water and make it even once bodies are gone; `None` where that leaves no water, or has no
    /// number.
    fn even(&self, laid: &[usize], without: &[Wild]) -> Option<Vec<f64>> {
        let per_meter = 1.0 / self.cell_size_m();
        // What the second half of the step and the removal are to take from the head.
        let (cover, grid) = (self.coupling.cover(&self.water.fluid.solid), self.water.fluid.cells());
        let half = |cell| -0.5 * f64::from(cover.mean_change_m(cell, [grid.nx, grid.ny])) * per_meter;
        let mut due: BTreeMap<usize, f64> = laid.iter().map(|&cell| (cell, half(cell))).collect();
        let displace = self.coupling.mode == CouplingMode::Conservative;
        for wet in without.iter().filter(|_| displace).flat_map(|wild| self.projection.wet_of(wild.number)) {
            due.entry(wet.index as usize).and_modify(|due| *due += f64::from(wet.thickness_m) * per_meter);
        }
        let left = laid.iter().map(|&cell| f64::from(self.moments(cell).eta)).sum::<f64>();
        let mean = (left - due.values().sum::<f64>()) / laid.len() as f64;
        let is_sound = |(&cell, due): (&usize, &f64)| {
            let Moments { eta, h, .. } = self.moments(cell);
            let still = f64::from(h - eta);
            (-MOST_CHANGE..=MOST_CHANGE).contains(&(mean / still)) && still + mean + due > 0.0
        };
        due.iter().all(is_sound).then(|| due.values().map(|due| mean + due).collect())
    }

    /// Lays the water of cells still at elevations with the same sum, in cells.
    fn lay_still(&mut self, laid: &[usize], even: &[f64]) {
        let energy_j = |world: &Self| {
            let [kinetic, potential] = world.water.fluid.energy_m5_s2(world.coupling.thickness_m());
            world.water.density_kg_m3 * (kinetic + potential)
        };
        let before_j = self.books.measured.map(|_| energy_j(self));
        let Self { water, books, .. } = self;
        let cells = water.fluid.cells();
        let lattice = &mut water.fluid.lattice;
        let to_n_s = water.density_kg_m3 * lattice.units().to_momentum_m4_s(1.0);
        // What rounding leaves of one goes to the next.
        let mut left = 0.0;
        for (&cell, &even) in laid.iter().zip(even) {
            let site = cells.site(lattice, cell);
            let [_, x, y] = depth_and_momentum(lattice.populations(site)).map(f64::from);
            let impulse_n_s = DVec2::new(x, y) * to_n_s;
            books.momentum.external_n_s -= impulse_n_s;
            books.momentum.exchanged_n_s += impulse_n_s.length();
            books.angular.external_n_m_s -= cells.moment(cell as u32, impulse_n_s);
            lattice.set_equilibrium(site, (even + left) as f32, 0.0, 0.0);
            left += even - f64::from(lattice.eta(site));
        }
        if let Some(before_j) = before_j {
            let lost_j = before_j - energy_j(self);
            self.books.measured.iter_mut().for_each(|measured| measured.sums.drag_j += lost_j);
        }
    }
}
