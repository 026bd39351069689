//! Bodies that are put on the water of a running session: it goes on with them, and its text has them from then on.

use std::path::Path;
use std::sync::Arc;

use glam::DVec2;

use super::command::NewBody;
use super::engine::Engine;
use super::opening::KINDS;
use super::snapshot::State;
use super::text;
use super::undo::{Bodies, Undo};
use crate::sim::scenario::Scenario;
use crate::sim::{Exact, mesh_file};

/// Length of a box over the shorter side of the water.
const BOX: f64 = 0.1;
/// Sizes of meshes: the fewest cells, and the greatest part of the shorter side of the water.
const FEWEST_CELLS: f64 = 4.0;
const GREATEST: f64 = 1.0 / 3.0;
/// Cells that are left free between bodies where the place that was asked for is taken.
const GAP: f64 = 1.0;
/// The remedy of a place that does not suit.
const ELSEWHERE: &str = "turn the view to another place and put it in there, or give it body.NAME.position_m in the text (Edit, F2)";
/// Mass of a mesh over that of the water that it displaces as a whole.
const DENSITY: f64 = 0.5;

impl Engine {
    /// Puts a body at a place on the water, or at the nearest one that is free: the run goes on with it, and its scenario has it from this time
    /// on. What is no mesh is said, and what runs goes on.
    pub(super) fn add(&mut self, body: &NewBody, at_m: DVec2) {
        if matches!(self.state, State::Faulty(_)) {
            return self.blame(Some(
                "the run has stopped; go back to its last good state, then put a body in".into(),
            ));
        }
        let added =
            if self.world.steps() == 0 { self.start_with_body(body, at_m) } else { self.let_in(body, at_m) };
        match added {
            Ok(note) => self.note(false, note),
            Err(why) if why.contains("position_m") => self.blame(Some(format!("{why}; {ELSEWHERE}"))),
            Err(why) => self.blame(Some(why)),
        }
    }

    /// Starts anew with a body that is there from the start.
    fn start_with_body(&mut self, body: &NewBody, at_m: DVec2) -> Result<String, String> {
        let (_, changes, note) = self.changes_for(body, at_m)?;
        // What was changed before the first step stays, too.
        let live = self.history.parameters().filter(|(now, first)| *now != first.value);
        let live: Vec<String> = live.map(|(now, first)| format!("{}={now:?}", first.key)).collect();
        let (scenario, text) = self.scenario_with(&[live, changes].concat())?;
        let new = Self::new(&scenario, &[]).map_err(|error| error.to_string())?;
        let file = self.file.clone();
        self.take_over(Ok(Self { text, file, ..new }));
        Ok(format!("{note}; Ctrl Z takes it back"))
    }

    /// Lets a body down on to the water of the running world.
    fn let_in(&mut self, body: &NewBody, at_m: DVec2) -> Result<String, String> {
        let (name, mut changes, note) = self.changes_for(body, at_m)?;
        changes.push(format!("body.{name}.enters_at_s={:?}", self.time_of_entry()));
        let (scenario, text) = self.scenario_with(&changes)?;
        self.world.add(&scenario).map_err(|error| error.to_string())?;
        let before = Bodies {
            step: self.world.steps(),
            deeds: self.history.adopt(&self.world),
            scenario: std::mem::replace(&mut self.scenario, Arc::new(scenario)),
            text: std::mem::replace(&mut self.text, text),
            changes: std::mem::take(&mut self.changes),
        };
        self.undo.push(Undo::Body(Box::new(before)));
        self.went_on();
        let now_s = self.world.time_s();
        Ok(format!(
            "{note}; it enters at t = {now_s:.3} s, as the scenario says from now on, Ctrl Z takes it back"
        ))
    }

    /// Takes back that a body was put in: goes to where it was, and on without it.
    pub(super) fn let_out(&mut self, before: Bodies) -> Result<(), String> {
        let Bodies { step, deeds, scenario, text, changes } = before;
        let now = self.world.steps().min(step);
        let mut world = self.world.with_bodies_of(&scenario).map_err(|error| error.to_string())?;
        self.history
            .leave((now, step, deeds), &mut world, &mut self.foam)
            .map_err(|error| error.to_string())?;
        (self.world, self.scenario, self.text, self.changes) = (world, scenario, text, changes);
        self.history.know(&self.world);
        self.go(State::Paused);
        self.went_on();
        self.arrive(now);
        Ok(())
    }

    /// Brings what follows the world up to date after its bodies were changed.
    fn went_on(&mut self) {
        self.goal = None;
        self.exact = Exact::of(&self.scenario);
        self.curves.forget_after(self.world.steps());
        self.balanced = None;
        self.forget_said();
        self.note_warnings();
    }

    /// The present time as a time of entry, in the order in which bodies were put in at it.
    fn time_of_entry(&self) -> f64 {
        let (time_s, step_s) = (self.world.time_s(), self.world.time_step_s());
        let times_s = self.scenario.body.values().filter_map(|body| body.enters_at_s);
        let same = times_s.filter(|at_s| (at_s - time_s).abs() < 0.5 * step_s);
        same.fold(time_s, |time_s, at_s| time_s.max(at_s + 0.01 * step_s))
    }

    /// The scenario with keys changed, and its text.
    fn scenario_with(&self, changes: &[String]) -> Result<(Scenario, Arc<str>), String> {
        let text = text::with_changes(&self.text, &[self.changes.as_slice(), changes].concat())?;
        let scenario = Scenario::parse(&text, self.scenario.origin.clone(), &[]);
        Ok((scenario.map_err(|error| error.to_string())?, text.into()))
    }

    /// The place nearest to one at which a body that reaches so far along x and y is over water alone: neither over another body nor over the sides
    /// of the water.
    fn room(&self, reach_m: DVec2, at_m: DVec2) -> Option<DVec2> {
        let world = &self.world;
        let ([nx, ny], cell_m) = (world.cells(), world.cell_size_m());
        let mut levels_m = Vec::new();
        world.write_levels(&mut levels_m);
        let is_taken = |k: usize| {
            let is_dry = world.bed_m().is_some_and(|bed_m| levels_m[k] <= bed_m[k]);
            is_dry || world.solid()[k] || world.labels()[k] != 0
        };
        // Taken cells below and to the left of each corner of the grid.
        let mut sums = vec![0u32; (nx + 1) * (ny + 1)];
        for (j, i) in (0..ny).flat_map(|j| (0..nx).map(move |i| (j, i))) {
            let at = j * (nx + 1) + i;
            let (left, below) = (sums[at + nx + 1], sums[at + 1]);
            sums[at + nx + 2] = left + below - sums[at] + u32::from(is_taken(j * nx + i));
        }
        let cells = DVec2::new(nx as f64, ny as f64);
        let is_free = |at_m: DVec2, reach_m: DVec2| {
            let [low, high] = [((at_m - reach_m) / cell_m).floor(), ((at_m + reach_m) / cell_m).ceil()];
            let sum = |x: f64, y: f64| sums[y as usize * (nx + 1) + x as usize];
            low.min_element() >= 0.0
                && high.cmple(cells).all()
                && sum(high.x, high.y) + sum(low.x, low.y) == sum(low.x, high.y) + sum(high.x, low.y)
        };
        if is_free(at_m, reach_m) {
            return Some(at_m);
        }
        let middle_m = |k: usize| (DVec2::new((k % nx) as f64, (k / nx) as f64) + 0.5) * cell_m;
        let apart_m = reach_m + GAP * cell_m;
        let free = (0..nx * ny).map(middle_m).filter(|place_m| is_free(*place_m, apart_m));
        free.min_by(|a, b| a.distance_squared(at_m).total_cmp(&b.distance_squared(at_m)))
    }

    /// The same, with what is said of the place; an error where there is none.
    fn place(&self, name: &str, reach_m: DVec2, at_m: DVec2) -> Result<(DVec2, String), String> {
        let [length_m, beam_m] = (2.0 * reach_m).to_array();
        let place_m = self.room(reach_m, at_m).ok_or_else(|| {
            format!("body.{name}: no place of {length_m:.2} × {beam_m:.2} m is free on the water; take a body away, or make this one smaller in the text (Edit, F2)")
        })?;
        let mut said = format!("at {:.2}, {:.2} m", place_m.x, place_m.y);
        if place_m != at_m {
            said += &format!(", the free place nearest to {:.2}, {:.2} m", at_m.x, at_m.y);
        }
        Ok((place_m, said))
    }

    /// Name of the body, its keys, as for `--set`, and what is said of it.
    fn changes_for(&self, body: &NewBody, at_m: DVec2) -> Result<(String, Vec<String>, String), String> {
        let density_kg_m3 = self.scenario.water.density_kg_m3;
        let [width_m, height_m] = self.scenario.size_m();
        let shorter_m = width_m.min(height_m);
        let (stem, hull, mass_kg, said, (at_m, place)) = match body {
            NewBody::Box => {
                let least_m = FEWEST_CELLS * self.scenario.grid.cell_size_m;
                let length_m = (BOX * shorter_m).max(least_m);
                let beam_m = 0.5 * length_m;
                let place = self.place("box", 0.5 * DVec2::new(length_m, beam_m), at_m)?;
                let draft_m = 0.25 * self.scenario.still_depth_m(place.0.x, place.0.y);
                // Lower than it is wide by so much that it floats upright.
                let depth_m = (0.3 * length_m).min(2.0 * draft_m);
                let hull = format!(
                    "hull={{ kind = \"box\", length_m = {length_m:?}, beam_m = {beam_m:?}, depth_m = {depth_m:?} }}"
                );
                let mass_kg = DENSITY * length_m * beam_m * depth_m * density_kg_m3;
                ("box".to_owned(), vec![hull], mass_kg, format!("{length_m:.2} m long"), place)
            }
            NewBody::Mesh(file) => {
                let path = std::path::absolute(file).map_err(|error| format!("{file}: {error}"))?;
                let read = |scale| {
                    mesh_file::read(&path, scale).map_err(|error| {
                        format!("{error}; mend it or export it again, or drop another file: {KINDS}")
                    })
                };
                let size_m = |mesh: &crate::sim::hulls::Mesh| {
                    let [low, high] = mesh.bounds_m();
                    f64::from((high - low).max_element())
                };
                let scale = self.scale_of(size_m(&read(1.0)?.0), shorter_m);
                let (mesh, repairs) = read(scale)?;
                let name = Path::new(file).file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
                let name: String =
                    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
                let mut said = format!("scaled by {scale}, {:.2} m long", size_m(&mesh));
                repairs.notes().iter().for_each(|note| said += &format!("; {note}"));
                let ([low, high], center) = (mesh.bounds_m(), mesh.centroid_m());
                let reach_m = (high.as_dvec3() - center).max(center - low.as_dvec3()).truncate();
                let place = self.place(&name, reach_m, at_m)?;
                let keys =
                    vec![format!("mesh={:?}", path.to_string_lossy()), format!("mesh_scale={scale:?}")];
                (name, keys, DENSITY * mesh.volume_m3() * density_kg_m3, said, place)
            }
        };
        let is_free = |name: &String| !self.scenario.body.contains_key(name);
        let mut names = std::iter::once(stem.clone()).chain((2..).map(|n| format!("{stem}-{n}")));
        let name = names.find(is_free).unwrap_or(stem);
        let decimals = if mass_kg < 100.0 { 3 } else { 0 };
        let note = format!("body.{name}: {said}, {mass_kg:.decimals$} kg, {place}");
        let keys = hull
            .into_iter()
            .chain([format!("mass_kg={mass_kg:?}"), format!("position_m=[{:?}, {:?}]", at_m.x, at_m.y)]);
        let keys = keys.map(|key| format!("body.{name}.{key}")).collect();
        Ok((name, keys, note))
    }

    /// The power of ten nearest to 1 by which a size suits the water; where none does, what takes it to the box's size.
    fn scale_of(&self, size: f64, shorter_m: f64) -> f64 {
        let suits = FEWEST_CELLS * self.scenario.grid.cell_size_m..=GREATEST * shorter_m;
        let powers = [1.0, 0.1, 10.0, 0.01, 100.0, 0.001, 1000.0];
        powers.into_iter().find(|scale| suits.contains(&(scale * size))).unwrap_or(BOX * shorter_m / size)
    }
}
