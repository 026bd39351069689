//! Transects: lines through which volume and energy of the water are recorded.

use glam::DVec2;
use lbm_core::Region;

use super::passage::Passage;
use super::side_line::SideLine;
use crate::checkpoint;
use crate::codec::coded;
use crate::coupling::Coupling;
use crate::name::Name;
use crate::scenario::{self, Scenario, Side};
use crate::water::{Fields, Fluid, Water};

/// Steps between two looks at what passes the sides. Waves of 8 cells, the shortest that a lattice carries well, take 20 steps for a period.
const STEPS_AT_SIDES: u64 = 4;

/// The transects of a scenario, and one along each side that water passes.
#[derive(Debug)]
pub(in crate::world) struct Transects {
    given: Vec<Transect>,
    at_sides: Vec<SideLine>,
}

/// Sums of transects and sides between two steps.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::world) struct TransectsState {
    passages: Vec<[[f64; 2]; 2]>,
    came_m3: Vec<f64>,
}

coded!(TransectsState { passages, came_m3 });

impl Transects {
    pub(in crate::world) fn new(scenario: &Scenario, water: &Water) -> Self {
        let is_open = |(_, side): &(&str, &Side)| !matches!(side, Side::Wall(_) | Side::Periodic {});
        let at_sides = scenario.sides.named().into_iter().filter(is_open);
        let at_sides = at_sides.map(|(name, side)| SideLine::new(name, side, &water.fluid));
        let given = scenario.transect.iter().map(|given| Transect::new(given, water)).collect();
        Self { given, at_sides: at_sides.collect() }
    }

    fn passages(&self) -> impl Iterator<Item = &Passage> {
        let given = self.given.iter().map(|line| &line.passage);
        given.chain(self.at_sides.iter().map(|line| &line.passage))
    }

    /// Reads the water after a step, and adds what passed.
    pub(in crate::world) fn record(
        &mut self,
        (water, coupling): (&Water, &Coupling),
        step: u64,
        time_step_s: f64,
    ) {
        self.given.iter_mut().for_each(|line| line.record(water, coupling, time_step_s));
        self.at_sides.iter_mut().for_each(|line| line.count(&water.fluid));
        if step.is_multiple_of(STEPS_AT_SIDES) {
            let time_s = STEPS_AT_SIDES as f64 * time_step_s;
            self.at_sides.iter_mut().for_each(|line| line.record(water, coupling, time_s));
        }
    }

    /// The lines along sides that are read after a step.
    fn read_at_sides(&self, step: u64) -> &[SideLine] {
        if step.is_multiple_of(STEPS_AT_SIDES) { &self.at_sides } else { &[] }
    }

    /// The single cells of which it reads the fields after a step, some more than once.
    pub(super) fn cells(&self, nx: usize, step: u64) -> impl Iterator<Item = usize> {
        let points = self.given.iter().flat_map(|line| &line.points).flat_map(Point::cells);
        let columns = self.read_at_sides(step).iter().filter(move |line| line.region(nx).is_none());
        points.chain(columns.flat_map(SideLine::cells))
    }

    /// The rows of cells of which it reads the fields besides.
    pub(super) fn regions(&self, nx: usize, step: u64) -> impl Iterator<Item = Region> {
        self.read_at_sides(step).iter().filter_map(move |line| line.region(nx))
    }

    /// What passes each, and what has passed; of sides, what came in since then.
    pub(in crate::world) fn state(&self) -> TransectsState {
        TransectsState {
            passages: self.passages().map(Passage::state).collect(),
            came_m3: self.at_sides.iter().map(|line| line.came_m3).collect(),
        }
    }

    /// Whether a state is one of as many transects.
    pub(in crate::world) fn check(&self, state: &TransectsState) -> Result<(), checkpoint::Error> {
        let sides = self.at_sides.len();
        if [state.passages.len(), state.came_m3.len()] == [self.given.len() + sides, sides] {
            return Ok(());
        }
        Err(checkpoint::Error::state("it has another number of transects"))
    }

    pub(in crate::world) fn restore(&mut self, TransectsState { passages, came_m3 }: &TransectsState) {
        self.at_sides.iter_mut().zip(came_m3).for_each(|(line, came_m3)| line.came_m3 = *came_m3);
        let given = self.given.iter_mut().map(|line| &mut line.passage);
        let all = given.chain(self.at_sides.iter_mut().map(|line| &mut line.passage));
        all.zip(passages).for_each(|(passage, state)| passage.restore(*state));
    }

    /// Those of the scenario.
    pub(in crate::world) fn read(&self) -> impl ExactSizeIterator<Item = TransectReading> {
        self.given.iter().map(Transect::read)
    }

    /// Energy that came in through the sides until a step, less what left, J; `fields` are those after it.
    pub(in crate::world) fn through_sides_j<'a>(
        &self,
        of: (&Water, &Coupling),
        (step, time_step_s): (u64, f64),
        fields: impl FnOnce() -> &'a Fields,
    ) -> f64 {
        let since = step % STEPS_AT_SIDES;
        if since == 0 {
            return self.at_sides.iter().map(|line| line.passage.passed[1]).sum();
        }
        let (fields, time_s) = (fields(), since as f64 * time_step_s);
        self.at_sides.iter().map(|line| line.until(&line.passes(fields, of), time_s)[1]).sum()
    }
}

/// A line across the water with a name.
#[derive(Debug)]
struct Transect {
    name: Name,
    /// Middles of pieces at most a cell long.
    points: Vec<Point>,
    /// Normal to the left of the way along the line, as long as a piece, m.
    normal_m: DVec2,
    passage: Passage,
}

/// A place in the water.
#[derive(Debug)]
struct Point {
    /// The cells around it, with weights; in place of those without one the nearest.
    around: [(usize, f64); 4],
    /// The cell that it lies in.
    cell: usize,
    still_depth_m: f64,
}

impl Point {
    fn new(at_m: DVec2, fluid: &Fluid) -> Self {
        let still_depth_m = fluid.still_depth_at_m(at_m);
        let mut around = fluid.grid.weights(at_m);
        if let Some((nearest, _)) = around.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)) {
            around.iter_mut().filter(|(_, weight)| *weight == 0.0).for_each(|(cell, _)| *cell = nearest);
        }
        Self { around, cell: fluid.cells().at(at_m), still_depth_m }
    }

    /// The cells that its values come from.
    fn cells(&self) -> impl Iterator<Item = usize> {
        let first = self.around[0].0;
        self.around
            .into_iter()
            .enumerate()
            .filter(move |(k, (cell, _))| *k == 0 || *cell != first)
            .map(|(_, (cell, _))| cell)
    }
}

/// Flow through a transect; positive to the left of the way along it.
#[derive(Debug, Clone, PartialEq)]
pub struct TransectReading {
    /// Name in the scenario.
    pub name: Name,
    /// Volume a second, m³/s.
    pub discharge_m3_s: f64,
    /// Energy a second, `ρ ∫ (g η + ½ u²) h u · n ds`, W: that of waves, and what a stream carries.
    pub power_w: f64,
    /// Volume since the start, m³.
    pub volume_m3: f64,
    /// Energy since the start, J.
    pub energy_j: f64,
}

impl Transect {
    fn new(given: &scenario::Transect, water: &Water) -> Self {
        let [from_m, to_m] = [given.from_m, given.to_m].map(DVec2::from_array);
        let way_m = to_m - from_m;
        let pieces = (way_m.length() / water.fluid.cells().cell_size_m).ceil().max(1.0);
        let middle_of = |n: usize| from_m + way_m * ((n as f64 + 0.5) / pieces);
        Self {
            name: given.name.as_str().into(),
            points: (0..pieces as usize).map(|n| Point::new(middle_of(n), &water.fluid)).collect(),
            normal_m: way_m.perp() / pieces,
            passage: Passage::default(),
        }
    }

    fn record(&mut self, water: &Water, coupling: &Coupling, time_s: f64) {
        let (surface, thickness_m) = (water.fluid.surface(), coupling.thickness_m());
        let gravity_m_s2 = water.fluid.lattice.units().gravity_m_s2();
        let mut now = [0.0; 2];
        for Point { around, cell, still_depth_m } in &self.points {
            let sample = surface.mean(around);
            let eta_m = sample.level_m;
            // Under a hull the water has the rest of the head.
            let depth_m = still_depth_m + eta_m - f64::from(thickness_m[*cell]);
            let power_w_m = sample.power_w_m(depth_m, water.density_kg_m3, gravity_m_s2);
            now[0] += depth_m * sample.velocity_m_s.dot(self.normal_m);
            now[1] += power_w_m.dot(self.normal_m);
        }
        self.passage.add(now, time_s);
    }

    fn read(&self) -> TransectReading {
        let [[discharge_m3_s, power_w], [volume_m3, energy_j]] = self.passage.state();
        TransectReading { name: self.name.clone(), discharge_m3_s, power_w, volume_m3, energy_j }
    }
}
