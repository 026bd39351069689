//! The simulated water: lattice, boundaries, and its fields in SI.

use std::sync::{Arc, OnceLock};

use glam::DVec2;
use hydro_forces::{GriddedSurface, SurfaceGrid};
use lbm_boundary::{Boundary, Exchange, Mask, Side, WallDistance};
use lbm_core::{Impulse, Impulses, Lattice, Region, Stability, Trouble};

use super::around::Around;
use super::cells::Cells;
use super::fields::{AllFields, Fields, Read};
use super::pools::{Ground, Pools};
use super::slow_levels::{Memory, STEPS_PER_LOOK, Sample as SlowLevel, Seen, SlowLevels};
use super::solids::Solids;
use crate::Error;
use crate::scenario::{self, Forcing, Heights, MadeWaves, Scenario, Sides};

/// The lattice with its boundaries and fields.
#[derive(Debug)]
pub(crate) struct Fluid {
    pub(crate) lattice: Lattice,
    pub(crate) boundary: Boundary,
    /// Surface and velocity of the cells that a step reads; those of all cells if [`Self::has_all_fields`].
    pub(crate) fields: Fields,
    pub(crate) has_all_fields: bool,
    /// The fields of all cells where they are not.
    pub(crate) all_fields: AllFields,
    /// Whether a cell is inside a body that is fixed or driven.
    pub(crate) solid: Vec<bool>,
    /// The grid as forces sample it.
    pub(crate) grid: SurfaceGrid,
    /// Still level: height of the surface at rest above the datum, m.
    pub(crate) still_level_m: f64,
    /// What solids part of it, once somebody has asked.
    pub(super) pools: OnceLock<Pools>,
    /// The levels of the water without its waves.
    pub(super) slow_levels: SlowLevels,
    /// Memory for what they are found of.
    look_memory: Memory,
    /// Heights of the bed; none of a flat one.
    pub(crate) heights: Option<Arc<Heights>>,
    /// Sides whose values change over time.
    changing: Vec<(Side, scenario::Side, MadeWaves)>,
    /// Height from which the lattice measures depths, that of the lowest cell of the bed, m.
    lowest_m: f64,
    /// What is at its sides.
    pub(crate) sides: Sides,
    /// What acts on it.
    pub(crate) forcing: Forcing,
}

impl Fluid {
    /// The water of a scenario at its start, around solids that stand where they were rasterized last.
    pub(crate) fn new(scenario: &Scenario, solids: &Solids) -> Result<Self, Error> {
        let [nx, ny] = scenario.grid.cells;
        let dx = scenario.grid.cell_size_m;
        let grid = SurfaceGrid::new(nx, ny, dx, DVec2::ZERO).map_err(Error::Surface)?;
        let units = scenario.units()?;
        let (still_level_m, lowest_m) = (scenario.water.level_m, scenario.lowest_m());
        let mut builder = Lattice::builder(nx, ny, units).rest_depth_m(still_level_m - lowest_m);
        builder = builder.collision(scenario.solver.operator()).policy(scenario.solver.policy.into());
        builder = builder.smagorinsky(scenario.solver.smagorinsky).forces(scenario.forcing().forces()?);
        let heights = scenario.heights.clone();
        if let Some(heights) = &heights {
            let sides = [&scenario.sides.west, &scenario.sides.south];
            let periodic = sides.map(|side| matches!(side, scenario::Side::Periodic {}));
            builder = builder.bed_m(|x, y| heights.in_cell_m(x, y) - lowest_m).periodic_bed(periodic);
        }
        let mut lattice = builder.build()?;
        let streams = scenario.water.column.iter().map(|column| {
            let flows = heights.is_none() && column.velocity_m_s != [0.0; 2];
            flows.then(|| lattice.stream_m(still_level_m, column.level_m, column.velocity_m_s)).transpose()
        });
        let streams = streams.collect::<Result<Vec<_>, _>>()?;
        for j in 0..ny {
            for i in 0..nx {
                let [x, y] = [i, j].map(|k| (k as f64 + 0.5) * dx);
                let mut columns = scenario.water.column.iter().zip(&streams);
                match columns.rfind(|(column, _)| column.contains(x, y)) {
                    None => {}
                    Some((_, Some(stream))) => {
                        lattice.set_populations(lattice.layout().site(i as isize, j as isize), *stream);
                    }
                    Some((column, None)) => {
                        let bed_m = heights.as_ref().map_or(0.0, |heights| heights.in_cell_m(x, y));
                        lattice.set_cell_m(i, j, column.level_m - bed_m, column.velocity_m_s);
                    }
                }
            }
        }
        let labels = &solids.labels;
        let mut builder = Boundary::builder().solids(labels).motions(&solids.motions);
        builder = builder.refill(scenario.coupling.refill.into());
        for (label, (_, body)) in (1..).zip(scenario.bodies()) {
            if let Some(wall) = body.kind().wall() {
                builder = builder.wall_of(label, wall.into());
            }
        }
        let distance = solids.distance();
        if let Some(distance) = &distance {
            builder = builder.distance(distance as WallDistance<'_>);
        }
        let sides = Side::ALL.into_iter().zip(scenario.sides.named().map(|(_, side)| side));
        for (side, given) in sides.clone() {
            builder =
                builder.side(side, given.kind_at(given.fastest_s(), lowest_m, scenario.water.gravity_m_s2));
        }
        let changing = sides.filter(|(_, given)| given.series().is_some() || given.wave().is_some());
        let changing = changing.map(|(side, given)| (side, given.clone(), MadeWaves::default())).collect();
        let names = scenario.bodies().into_iter().map(|(name, _)| name);
        let boundary = builder.build(&lattice).map_err(|error| Error::of_boundary(error, names))?;
        let fields = Fields::zeros(nx * ny);
        let solid = labels.iter().map(|&label| label != 0).collect();
        let sides = scenario.sides.clone();
        let mut fluid = Self {
            lattice,
            boundary,
            fields,
            has_all_fields: true,
            all_fields: AllFields::default(),
            solid,
            grid,
            still_level_m,
            pools: OnceLock::new(),
            slow_levels: SlowLevels::default(),
            look_memory: Memory::default(),
            heights,
            changing,
            lowest_m,
            sides,
            forcing: scenario.forcing(),
        };
        let mut fields = std::mem::take(&mut fluid.fields);
        fluid.write_fields(&mut fields);
        fluid.fields = fields;
        Ok(fluid)
    }

    /// Positions of the cells.
    pub(crate) fn cells(&self) -> Cells {
        Cells::of(&self.lattice)
    }

    /// Moves the solids to where they were rasterized last.
    pub(crate) fn move_solids(&mut self, solids: &Solids) -> Result<(), lbm_boundary::Error> {
        let distance = solids.distance();
        let distance = distance.as_ref().map(|distance| distance as WallDistance<'_>);
        let Solids { labels, removed, changed, .. } = solids;
        let mask = Mask { labels, removed, changed: *changed, distance };
        let moved = self.boundary.move_solids(&mut self.lattice, &mask, &solids.motions)?;
        if moved.covered + moved.uncovered > 0 {
            self.mark_solid_cells();
        }
        Ok(())
    }

    /// Sets which cells are solid to those of the boundary.
    pub(super) fn mark_solid_cells(&mut self) {
        for (solid, label) in self.solid.iter_mut().zip(self.boundary.labels()) {
            *solid = *label != 0;
        }
        self.pools.take();
    }

    /// What solids part of the water.
    fn pools(&self) -> &Pools {
        self.pools.get_or_init(|| {
            let Cells { nx, ny, cell_size_m: cell_m } = self.cells();
            let wraps = [&self.sides.west, &self.sides.south];
            Pools::find(&Ground {
                size: [nx, ny],
                cell_m,
                solid: &self.solid,
                wraps: wraps.map(|side| matches!(side, scenario::Side::Periodic {})),
                still_level_m: self.still_level_m,
                bed_m: self.heights.as_ref().map(|heights| &heights.bed_m[..]),
            })
        })
    }

    fn seen(&self, time_s: f64) -> Seen<'_> {
        let imposed_m = self.sides.named().map(|(_, side)| {
            // Sponges bring the water back to the still level.
            let is_still = matches!(side, scenario::Side::Sponge { .. });
            side.level_m(time_s).map(|level_m| level_m - self.still_level_m).or(is_still.then_some(0.0))
        });
        let held = self.sides.named().map(|(_, side)| matches!(side, scenario::Side::Level { .. }));
        Seen { pools: self.pools(), lattice: &self.lattice, solid: &self.solid, imposed_m, held }
    }

    /// Looks at the levels of the water without its waves, at a time after a number of steps, if that is due; says whether it was.
    pub(crate) fn look_at_levels(&mut self, (time_s, time_step_s): (f64, f64), steps: u64) -> bool {
        if !self.slow_levels.is_due(steps) {
            return false;
        }
        let (mut levels, mut memory) =
            (std::mem::take(&mut self.slow_levels), std::mem::take(&mut self.look_memory));
        levels.look(self.seen(time_s), &mut memory, STEPS_PER_LOOK as f64 * time_step_s);
        (self.slow_levels, self.look_memory) = (levels, memory);
        true
    }

    /// The slow level of the water within a distance of a position along both axes, m; none where no water is, or it was not looked at yet.
    pub(crate) fn slow_level(&self, around: (DVec2, f64), time_step_s: f64) -> Option<SlowLevel> {
        self.slow_levels.sample(around, self.cells(), STEPS_PER_LOOK as f64 * time_step_s)
    }

    /// The water around hulls, which have a thickness in its cells.
    pub(crate) fn around<'a>(&'a self, thickness_m: &'a [f32]) -> Around<'a> {
        Around { lattice: &self.lattice, still_level_m: self.still_level_m, solid: &self.solid, thickness_m }
    }

    /// Energy of the room in the water that removed solids give back as they move to where they were rasterized last, `½ g h²` by their area and the density, of its depth `h` at rest, m⁵/s².
    pub(crate) fn left_room_m5_s2(&self, solids: &Solids) -> f64 {
        if !solids.are_leaving() {
            return 0.0;
        }
        let units = self.lattice.units();
        let cells = self.boundary.labels().iter().zip(&solids.labels).enumerate();
        let left = cells.filter(|(_, (was, is))| **is == 0 && solids.is_removed(**was));
        let sum_m2: f64 = left.map(|(k, _)| (self.still_level_m - f64::from(self.bed_m(k))).powi(2)).sum();
        0.5 * units.gravity_m_s2() * sum_m2 * units.cell_area_m2()
    }

    /// Stops all solids where they are.
    pub(crate) fn stop_solids(&mut self) {
        let labels = self.boundary.labels().to_vec();
        let stopped = self.boundary.move_solids(&mut self.lattice, &Mask::new(&labels), &[]);
        debug_assert!(stopped.is_ok(), "solids at rest in their own cells are valid");
    }

    /// Writes the fields of all cells, under hulls of the head; returns the largest Froude number of the water.
    pub(crate) fn write_fields(&self, fields: &mut Fields) -> f64 {
        let layout = self.lattice.layout();
        let everything = Region::new(0..layout.nx(), 0..layout.ny());
        let [eta_m, u_m_s, v_m_s] = fields.each().map(|field| {
            field.resize(layout.cells(), 0.0);
            &mut field[..]
        });
        self.lattice.write_fields(everything, [eta_m, u_m_s, v_m_s], &self.solid)
    }

    /// Brings the fields of these regions and single cells up to date with the lattice, under hulls with the head; those of other cells are
    /// not to be read. Returns the largest Froude number in the regions.
    pub(crate) fn refresh_fields_in(&mut self, (regions, cells): Read<'_>) -> f64 {
        let Self { lattice, fields, solid, .. } = self;
        if cfg!(debug_assertions) {
            fields.each().into_iter().for_each(|field| field.fill(f32::NAN));
        }
        lattice.write_fields_at(cells, fields.each().map(|field| &mut field[..]));
        let in_region =
            |region: &Region| lattice.write_fields(*region, fields.each().map(|field| &mut field[..]), solid);
        regions.iter().map(in_region).fold(0.0, f64::max)
    }

    /// Changes what acts on it; an error leaves it as it was.
    pub(crate) fn set_forcing(&mut self, forcing: Forcing) -> Result<(), lbm_core::Error> {
        self.lattice.set_forces(&forcing.forces()?)?;
        self.forcing = forcing;
        Ok(())
    }

    /// Changes the values of a side that do not change over time; an error leaves it as it was.
    pub(crate) fn set_side(
        &mut self,
        side: Side,
        given: &scenario::Side,
        time_s: f64,
    ) -> Result<(), lbm_boundary::Error> {
        let kind = given.kind_at(time_s, self.lowest_m, self.lattice.units().gravity_m_s2());
        self.boundary.set_side(&self.lattice, side, kind)?;
        let changing = self.changing.iter_mut().filter(|(of, ..)| *of == side);
        changing.for_each(|(_, old, made)| (*old, *made) = (given.clone(), MadeWaves::default()));
        Ok(())
    }

    /// Sets the sides whose values change over time to those of a time.
    pub(crate) fn set_sides(&mut self, time_s: f64) {
        let Self { changing, boundary, lattice, lowest_m, .. } = self;
        for (side, given, made) in changing {
            // The values were checked; a side that solids have closed keeps its last ones.
            let kind = given.kind_with(made, time_s, *lowest_m, lattice.units().gravity_m_s2());
            drop(boundary.set_side(lattice, *side, kind));
        }
    }

    /// Height of the surface above the datum in a cell, under a hull the head, m.
    pub(crate) fn level_m(&self, cell: usize) -> f32 {
        self.still_level_m as f32 + self.fields.eta_m[cell]
    }

    /// Height of the surface above the bed in a cell, under a hull the head, m.
    pub(crate) fn depth_m(&self, cell: usize) -> f32 {
        self.level_m(cell) - self.bed_m(cell)
    }

    /// Height of the bed in a cell, m.
    pub(crate) fn bed_m(&self, cell: usize) -> f32 {
        self.heights.as_ref().map_or(0.0, |heights| heights.bed_m[cell])
    }

    /// Height of the bed at a position, m.
    pub(crate) fn bed_at_m(&self, at_m: DVec2) -> f64 {
        self.heights.as_ref().map_or(0.0, |heights| heights.at_m(at_m.x, at_m.y))
    }

    /// Depth of the still water at a position, m.
    pub(crate) fn still_depth_at_m(&self, at_m: DVec2) -> f64 {
        self.still_level_m - self.bed_at_m(at_m)
    }

    /// Depth of water of an elevation at a position, m.
    pub(crate) fn depth_at_m(&self, at_m: DVec2, eta_m: f64) -> f64 {
        self.still_level_m + eta_m - self.bed_at_m(at_m)
    }

    /// Half of what the bed gives the water in a step ([`Lattice::bed_impulse`]).
    pub(crate) fn bed_impulse(&self) -> Impulse {
        self.lattice.bed_impulse(&self.solid)
    }

    /// What walls, sides and solids give still water in a step, and the bed the opposite of ([`Boundary::impulse_at_rest`]).
    pub(crate) fn impulse_at_rest(&self) -> Exchange {
        // Over a level bed it is zero.
        self.heights.as_ref().map_or_else(Exchange::default, |_| self.boundary.impulse_at_rest(&self.lattice))
    }

    /// What wind, rotation and friction gave the water in the last step ([`Lattice::impulses`]).
    pub(crate) fn impulses(&self) -> Impulses {
        self.lattice.impulses(&self.solid)
    }

    /// The surface and the water's velocity, for forces: its levels are elevations.
    pub(crate) fn surface(&self) -> GriddedSurface<'_> {
        self.fields.surface(self.grid)
    }

    /// Volume under the surface, the volume displaced by bodies included, m³.
    pub(crate) fn head_m3(&self) -> f64 {
        self.lattice.units().to_m3(self.lattice.totals(|cell| !self.solid[cell]).mass)
    }

    /// Volume owed: water that moving solids took and have not yet returned, m³.
    pub(crate) fn owed_m3(&self) -> f64 {
        self.lattice.units().to_m3(self.boundary.owed_mass())
    }

    /// Momentum of the water per unit density, m⁴/s: that of the lattice, which under hulls is that of the column.
    pub(crate) fn momentum_m4_s(&self) -> DVec2 {
        let momentum = self.lattice.totals(|cell| !self.solid[cell]).momentum;
        DVec2::from_array(momentum.map(|c| self.lattice.units().to_momentum_m4_s(c)))
    }

    /// Its moment about the vertical through the middle of the domain, m⁵/s.
    pub(crate) fn angular_momentum_m5_s(&self) -> f64 {
        let units = self.lattice.units();
        let moment = self.lattice.totals(|cell| !self.solid[cell]).angular_momentum;
        units.to_meters(units.to_momentum_m4_s(moment))
    }

    /// Kinetic and potential energy of the water per unit density under bodies of a thickness, `[ny][nx]`, m; m⁵/s².
    pub(crate) fn energy_m5_s2(&self, thickness_m: &[f32]) -> [f64; 2] {
        let units = self.lattice.units();
        let per_meter = (1.0 / units.cell_size_m()) as f32;
        let energy = self.lattice.energy(|cell| !self.solid[cell], |cell| thickness_m[cell] * per_meter);
        [energy.kinetic, energy.potential].map(|of| units.to_energy_m5_s2(of))
    }

    /// Stability of the flow in the open, where no body displaces water: `thickness_m`, `[ny][nx]`, is 0; or the cell at which the
    /// run has to end.
    pub(crate) fn check(&self, thickness_m: &[f32]) -> Result<Stability, Trouble> {
        self.lattice.check(|cell| !self.solid[cell] && thickness_m[cell] == 0.0)
    }

    /// Largest Froude number of the flow in the open, as [`Self::check`] takes it.
    pub(crate) fn max_froude(&self, thickness_m: &[f32]) -> f64 {
        self.lattice.max_froude(|cell| !self.solid[cell] && thickness_m[cell] == 0.0)
    }

    /// The water cell at which the flow has left the range of the method, if any.
    pub(crate) fn trouble(&self) -> Option<Trouble> {
        self.lattice.trouble(|cell| !self.solid[cell])
    }
}
