//! Scenarios whose water has an exact solution, beside which a run can be shown.

use lbm_core::{DamBreak, wind_setup_m};

use super::World;
use super::scenario::{Scenario, Side, Slip};

/// Greatest set-up of the wind, over the depth, for which the level is a straight line: the error of the line is a quarter of this
/// part of the set-up.
const SMALL_SETUP: f64 = 0.01;

/// The exact solution of the shallow-water equations for a scenario: the level along one of its axes, over time.
#[derive(Debug, Clone, PartialEq)]
pub struct Exact {
    /// Axis along which the level changes: 0 for x, 1 for y.
    axis: usize,
    /// Length of the water along it, m.
    length_m: f64,
    solution: Solution,
}

#[derive(Debug, Clone, PartialEq)]
enum Solution {
    /// A dam that was at a place, and whether the water runs towards higher coordinates.
    Dam { dam: DamBreak, at_m: f64, runs_up: bool },
    /// Wind: mean level, and the rise from end to end, negative against the axis.
    Wind { mean_m: f64, rise_m: f64 },
}

/// A run beside its exact solution, along the middle of the water.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ExactReading {
    /// Name of the solution, with its source.
    pub name: &'static str,
    /// Axis along which the level changes: 0 for x, 1 for y.
    pub axis: usize,
    /// Position of the middle line on the other axis, m.
    pub across_m: f64,
    /// Place along the axis, exact level and that of the run, m, in each cell.
    pub points: Vec<[f64; 3]>,
    /// Difference of level that errors are taken as fractions of, m.
    pub scale_m: f64,
    /// Mean magnitude of the error of the level over the cells, m.
    pub mean_error_m: f64,
    /// Greatest magnitude of it, m.
    pub greatest_error_m: f64,
}

impl Exact {
    /// The exact solution of a scenario, if it is known: that of a dam that vanishes as a whole over a level bed (Stoker 1957), valid until
    /// its waves reach an end, or the level that balances a wind along a closed basin, at which the water comes to rest.
    pub fn of(scenario: &Scenario) -> Option<Self> {
        let is_bare = scenario.heights.is_none()
            && scenario.body.is_empty()
            && scenario.wave.is_empty()
            && scenario.coriolis.is_none();
        if !is_bare {
            return None;
        }
        Self::of_dam(scenario).or_else(|| Self::of_wind(scenario))
    }

    fn of_dam(scenario: &Scenario) -> Option<Self> {
        let [column] = &scenario.water.column[..] else { return None };
        if column.velocity_m_s != [0.0; 2] || scenario.wind.is_some() || scenario.friction.is_some() {
            return None;
        }
        let size_m = scenario.size_m();
        let ranges_m = [column.x_m, column.y_m.unwrap_or([0.0, size_m[1]])];
        let spans = |axis: usize| ranges_m[axis][0] <= 0.0 && ranges_m[axis][1] >= size_m[axis];
        let axis = (0..2).find(|axis| spans(1 - axis) && !spans(*axis))?;
        let [from_m, to_m] = ranges_m[axis];
        let (at_m, is_low_end) = match (from_m <= 0.0, to_m >= size_m[axis]) {
            (true, false) => (to_m, true),
            (false, true) => (from_m, false),
            _ => return None,
        };
        let [across, _] = pairs(scenario, axis);
        if !across.iter().all(|side| glides(side)) {
            return None;
        }
        let [low_m, high_m] = [column.level_m, scenario.water.level_m];
        let dam = DamBreak::new(low_m.max(high_m), low_m.min(high_m), scenario.water.gravity_m_s2).ok()?;
        let runs_up = is_low_end == (column.level_m > scenario.water.level_m);
        Some(Self { axis, length_m: size_m[axis], solution: Solution::Dam { dam, at_m, runs_up } })
    }

    fn of_wind(scenario: &Scenario) -> Option<Self> {
        let wind = scenario.wind.filter(|_| scenario.water.column.is_empty())?;
        let stress_m2_s2 = wind.stress_m2_s2(scenario.water.density_kg_m3).ok()?;
        let axis = (0..2).find(|axis| stress_m2_s2[1 - axis].abs() < 1e-9 * stress_m2_s2[*axis].abs())?;
        let [across, along] = pairs(scenario, axis);
        let is_closed = along.iter().all(|side| matches!(side, Side::Wall(_)));
        if !is_closed || !across.iter().all(|side| glides(side)) {
            return None;
        }
        let (length_m, depth_m) = (scenario.size_m()[axis], scenario.water.level_m);
        let rise_m = wind_setup_m(stress_m2_s2[axis], length_m, depth_m, scenario.water.gravity_m_s2);
        let rise_m = rise_m.copysign(stress_m2_s2[axis]);
        let is_small = rise_m.abs() <= SMALL_SETUP * depth_m;
        is_small.then_some(Self { axis, length_m, solution: Solution::Wind { mean_m: depth_m, rise_m } })
    }

    /// Name of the solution, with its source.
    pub fn name(&self) -> &'static str {
        match self.solution {
            Solution::Dam { .. } => "dam break, Stoker 1957",
            Solution::Wind { .. } => "rest under the wind, Dean and Dalrymple 1991",
        }
    }

    /// The level at a place along the axis, m, if it holds at a time, s.
    pub fn level_m(&self, along_m: f64, time_s: f64) -> Option<f64> {
        match &self.solution {
            Solution::Wind { mean_m, rise_m } => Some(mean_m + rise_m * (along_m / self.length_m - 0.5)),
            Solution::Dam { dam, at_m, runs_up } => {
                let room_m = [*at_m, self.length_m - at_m];
                let [behind_m, ahead_m] = if *runs_up { room_m } else { [room_m[1], room_m[0]] };
                let holds =
                    -dam.rarefaction_m_s()[0] * time_s <= behind_m && dam.bore_m_s() * time_s <= ahead_m;
                let x_m = if *runs_up { along_m - at_m } else { at_m - along_m };
                holds.then(|| dam.at(x_m, time_s)[0])
            }
        }
    }

    /// Compares a world of the scenario with the solution. Returns false, with no points, once the solution does not hold any more.
    pub fn read(&self, world: &World, reading: &mut ExactReading) -> bool {
        let cells = world.cells();
        let (dx, eta_m, still_m) = (world.cell_size_m(), &world.fields().eta_m, world.still_level_m());
        let middle = cells[1 - self.axis] / 2;
        reading.points.clear();
        (reading.name, reading.axis, reading.across_m) = (self.name(), self.axis, (middle as f64 + 0.5) * dx);
        for k in 0..cells[self.axis] {
            let cell = if self.axis == 0 { middle * cells[0] + k } else { k * cells[0] + middle };
            let along_m = (k as f64 + 0.5) * dx;
            let Some(exact_m) = self.level_m(along_m, world.time_s()) else { return false };
            reading.points.push([along_m, exact_m, still_m + f64::from(eta_m[cell])]);
        }
        reading.scale_m = match &self.solution {
            Solution::Dam { dam, .. } => dam.deep_m() - dam.shallow_m(),
            Solution::Wind { rise_m, .. } => rise_m.abs(),
        };
        let errors = reading.points.iter().map(|[_, exact_m, run_m]| (run_m - exact_m).abs());
        reading.mean_error_m = errors.clone().sum::<f64>() / reading.points.len() as f64;
        reading.greatest_error_m = errors.fold(0.0, f64::max);
        true
    }
}

/// The two sides along an axis, at its flanks, and those at its ends.
fn pairs(scenario: &Scenario, axis: usize) -> [[&Side; 2]; 2] {
    let sides = &scenario.sides;
    let (x, y) = ([&sides.west, &sides.east], [&sides.south, &sides.north]);
    if axis == 0 { [y, x] } else { [x, y] }
}

/// Whether water slides along a side as if it went on beyond.
fn glides(side: &Side) -> bool {
    match side {
        Side::Periodic {} => true,
        Side::Wall(wall) => wall.slip == Slip::FreeSlip,
        _ => false,
    }
}
