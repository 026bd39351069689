//! Driven bodies that meet solids on their way: they go on through them, and through walls.

use glam::DVec2;

use crate::bodies::{Bodies, Body, Kind, Solid};
use crate::scenario::{Drive, Scenario, Side};
use crate::water::Water;

/// Greatest number of positions of a way that are looked at.
const MOST_STEPS: f64 = 10_000.0;

/// Greatest number of cells in positions that are looked at, of all bodies.
const MOST_LOOKS: f64 = 3e8;

/// Warnings of driven bodies that meet another solid, or a wall of the domain, within the duration.
pub(super) fn warnings(scenario: &Scenario, water: &Water, bodies: &Bodies) -> Vec<String> {
    let all: Vec<Way<'_>> =
        bodies.all.iter().filter_map(|body| Way::of(scenario, water, bodies, body)).collect();
    let cells: usize = all.iter().map(|way| way.rim_m.len()).sum();
    let most = (MOST_LOOKS / (cells * all.len()).max(1) as f64).clamp(1.0, MOST_STEPS);
    all.iter().filter_map(|way| way.meets(scenario, water, (bodies, &all), most)).collect()
}

/// The way of a driven body.
struct Way<'a> {
    body: &'a Body,
    drive: &'a Drive,
    center_m: DVec2,
    /// Cells at its rim, about its center at the start, m.
    rim_m: Vec<DVec2>,
}

/// How far a body has gone, m, and the direction of its x axis of the start.
struct Moved {
    way_m: DVec2,
    turn: DVec2,
}

impl<'a> Way<'a> {
    fn of(scenario: &Scenario, water: &Water, bodies: &Bodies, body: &'a Body) -> Option<Self> {
        let Kind::Solid(Solid::Driven(driven)) = &body.kind else { return None };
        let (cells, labels) = (water.fluid.cells(), &water.solids.labels);
        let [nx, ny] = scenario.grid.cells;
        let is_own = |k: usize| labels.get(k) == Some(&body.label);
        let is_rim = |k: &usize| {
            let [i, j] = [k % nx, k / nx];
            let edges = [i == 0, i + 1 == nx, j == 0, j + 1 == ny];
            is_own(*k)
                && (edges.contains(&true)
                    || ![k - 1, k + 1, k - nx, k + nx].map(is_own).iter().all(|own| *own))
        };
        let center_m = bodies.rigid[body.handle].center_of_mass_m().truncate();
        let rim = (0..nx * ny).filter(is_rim);
        let rim_m: Vec<DVec2> = rim.map(|k| cells.center_m(k as u32) - center_m).collect();
        (!rim_m.is_empty()).then_some(Self { body, drive: &driven.drive, center_m, rim_m })
    }

    /// Where it has gone at a time, and its turn.
    fn moved(&self, time_s: f64) -> Moved {
        let (way_m, turned_rad) = self.drive.moved(time_s);
        Moved { way_m: DVec2::from_array(way_m), turn: DVec2::from_angle(turned_rad) }
    }

    /// Where a place is that moves with it, given about its center at the start.
    fn to_world(&self, arm_m: DVec2, moved: &Moved) -> DVec2 {
        self.center_m + moved.way_m + moved.turn.rotate(arm_m)
    }

    /// The place at the start of what moves with it.
    fn to_start(&self, at_m: DVec2, moved: &Moved) -> DVec2 {
        self.center_m + DVec2::new(moved.turn.x, -moved.turn.y).rotate(at_m - self.center_m - moved.way_m)
    }

    fn meets(
        &self,
        scenario: &Scenario,
        water: &Water,
        (bodies, all): (&Bodies, &[Way<'_>]),
        most: f64,
    ) -> Option<String> {
        let (cells, labels) = (water.fluid.cells(), &water.solids.labels);
        let size_m = cells.size_m();
        let radius_m = self.rim_m.iter().map(|arm| arm.length()).fold(0.0, f64::max);
        let end_s = self.body.removed_at_s.unwrap_or(f64::INFINITY).min(scenario.duration_s);
        let (from_s, fastest_m_s) = (self.drive.starts_at_s, self.drive.fastest_m_s(radius_m, end_s));
        // One that only turns comes to no other place after a whole turn, but others may.
        let step_s = (cells.cell_size_m / fastest_m_s).max((end_s - from_s) / most);
        let label_at = |at_m: DVec2| {
            let is_inside = at_m.cmpge(DVec2::ZERO).all() && at_m.cmplt(size_m).all();
            if is_inside { labels.get(cells.at(at_m)).copied().unwrap_or_default() } else { 0 }
        };
        let is_there = |label: u16, time_s: f64| {
            let other = &bodies.all[usize::from(label) - 1];
            label != self.body.label && other.removed_at_s.is_none_or(|at_s| time_s < at_s)
        };
        let is_fixed =
            |label: u16| matches!(bodies.all[usize::from(label) - 1].kind, Kind::Solid(Solid::Fixed));
        let met_at = |time_s: f64| {
            let moved = self.moved(time_s);
            let others = all.iter().filter(|other| is_there(other.body.label, time_s));
            let others: Vec<(&Way<'_>, Moved)> = others.map(|other| (other, other.moved(time_s))).collect();
            self.rim_m.iter().find_map(|arm_m| {
                let at_m = self.to_world(*arm_m, &moved);
                let fixed = Some(label_at(at_m))
                    .filter(|label| *label > 0 && is_fixed(*label) && is_there(*label, time_s));
                let driven = || {
                    let mut at = others
                        .iter()
                        .map(|(other, moved)| (other.body.label, label_at(other.to_start(at_m, moved))));
                    at.find(|(label, found)| label == found).map(|(label, _)| label)
                };
                let body = fixed
                    .or_else(driven)
                    .map(|label| format!("body.{}", bodies.all[usize::from(label) - 1].name));
                body.or_else(|| wall_at(scenario, at_m, size_m, cells.cell_size_m))
                    .map(|what| (what, time_s, at_m))
            })
        };
        // What it meets from the start on is told of by its overlap.
        if met_at(0.0).is_some() {
            return None;
        }
        let mut steps = (1..).map(|step| end_s.min(from_s + f64::from(step) * step_s));
        let count = ((end_s - from_s) / step_s).ceil().clamp(0.0, most) as usize;
        let (what, time_s, at_m) = steps.by_ref().take(count).find_map(met_at)?;
        Some(format!(
            "body.{}.motion: it meets {what} at t = {time_s:.2} s, at [{:.3}, {:.3}] m, and goes on through it; before, the water between them has \
             to get out of a narrowing gap: end the run sooner, drive it elsewhere, or take one of them out of the world (removed_at_s)",
            self.body.name, at_m.x, at_m.y
        ))
    }
}

/// The wall of the domain that a cell of a body at a place is in, if any.
fn wall_at(scenario: &Scenario, at_m: DVec2, size_m: DVec2, cell_m: f64) -> Option<String> {
    let beyond = [-at_m.x, at_m.x - size_m.x, -at_m.y, at_m.y - size_m.y];
    let mut sides = scenario.sides.named().into_iter().zip(beyond);
    let wall = sides
        .find(|((_, side), beyond_m)| matches!(side, Side::Wall(_)) && *beyond_m > 0.0 && *beyond_m < cell_m);
    wall.map(|((name, _), _)| format!("the wall sides.{name}"))
}
