//! Where sources give their smoke and their particles.

use glam::DVec3;
use lbm_boundary::Particle;

use super::Air;
use super::sources::Source;
use crate::scenario;

impl Air {
    /// Whether a place is in the air.
    pub(super) fn holds(&self, place_m: DVec3) -> bool {
        place_m.cmpge(self.corner_m).all() && place_m.cmple(self.end_m()).all()
    }

    /// Says that a place is outside the air.
    pub(super) fn outside(&self, at_m: DVec3) -> String {
        let (from_m, to_m) = (self.corner_m, self.end_m());
        format!("at {at_m:.3} m it is outside the air, which reaches from {from_m:.3} m to {to_m:.3} m")
    }

    /// Upper right corner, m.
    pub(super) fn end_m(&self) -> DVec3 {
        self.corner_m + DVec3::from_array(self.cells().map(|n| n as f64)) * self.units.cell_size_m
    }

    /// The cells that a source at a place gives smoke to: those of its ball that hold air.
    pub(super) fn source_cells(&self, source: &Source, at_m: DVec3) -> Vec<[usize; 3]> {
        let ([nx, ny, _], dx) = (self.cells(), self.units.cell_size_m);
        let center = ((at_m - self.corner_m) / dx).to_array();
        let mut cells = scenario::ball(self.cells(), center, source.radius_m / dx);
        cells.retain(|[i, j, k]| self.bodies.labels[(k * ny + j) * nx + i] == 0);
        cells
    }

    /// Brings the sources to where they are; what is outside the air, in a body, or on one that was removed, gives nothing.
    pub(super) fn place_sources(&mut self, point_m: impl Fn(usize, DVec3) -> Option<DVec3>) {
        let mut all = Vec::new();
        for n in 0..self.sources.len() {
            let source = &self.sources[n];
            let Some(at_m) = source.at_m(&point_m) else { continue };
            let cells = if self.holds(at_m) { self.source_cells(source, at_m) } else { Vec::new() };
            let smoke = self.units.to_lattice_rate(self.given.source[n].smoke_m3_s);
            if cells.is_empty() {
                self.miss("source", n, at_m);
            }
            let rate = smoke / cells.len().max(1) as f64;
            all.extend(cells.into_iter().map(|cell| (cell, rate)));
        }
        let set = self.boundary.set_sources(all);
        debug_assert!(set.is_ok(), "cells of the air, and rates that were checked");
    }

    /// Lets the sources give the particles of a step of the world, with the velocity of the air; those in bodies or outside the air
    /// are lost.
    pub(super) fn give_particles(&mut self, point_m: impl Fn(usize, DVec3) -> Option<DVec3>) {
        let steps = self.lattice.steps();
        let time_s = [steps, steps + u64::from(self.steps)].map(|step| self.units.time_step_s * step as f64);
        for (n, at_m) in self.particles.places_m(&point_m).into_iter().enumerate() {
            if let Some(at_m) = at_m.filter(|at_m| self.air_cell(*at_m).is_none()) {
                self.miss("particles", n, at_m);
            }
        }
        for (kind, at_m) in self.particles.arrivals(time_s, point_m) {
            let Some(cell) = self.air_cell(at_m) else { continue };
            let position = self.in_cells(at_m).to_array();
            let velocity = self.lattice.moments(cell.map(|i| i as isize)).velocity.map(f64::from);
            self.particles.all.add(Particle { kind, age: 0, position, velocity });
        }
    }

    /// Warns once of a source that is where there is no air.
    fn miss(&mut self, list: &str, n: usize, at_m: DVec3) {
        let key = format!("air.{list}.{n}");
        if self.warned.contains(&key) {
            return;
        }
        let why =
            if self.holds(at_m) { format!("at {at_m:.3} m it is in a body") } else { self.outside(at_m) };
        let time_s = self.units.time_step_s * self.lattice.steps() as f64;
        self.warnings.push(format!(
            "{key}: {why} at t = {time_s:.3} s; as long as it is there, what it would give is lost"
        ));
        self.warned.push(key);
    }

    /// What the user should know of the last step.
    pub(crate) fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    /// A place in cells from the corner.
    fn in_cells(&self, at_m: DVec3) -> DVec3 {
        (at_m - self.corner_m) / self.units.cell_size_m
    }

    /// The cell at a place, if there is air.
    fn air_cell(&self, at_m: DVec3) -> Option<[usize; 3]> {
        let (cells, position) = (self.cells(), self.in_cells(at_m).to_array());
        let is_inside = (0..3).all(|a| (0.0..cells[a] as f64).contains(&position[a]));
        let [i, j, k] = position.map(|at| at as usize);
        (is_inside && self.bodies.labels[(k * cells[1] + j) * cells[0] + i] == 0).then_some([i, j, k])
    }
}
