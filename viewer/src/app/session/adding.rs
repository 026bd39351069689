//! Bodies that are put on the water of a running session: they become part of its text, which starts anew.

use std::path::Path;

use glam::DVec2;

use super::command::NewBody;
use super::engine::Engine;
use super::text;
use crate::sim::mesh_file;
use crate::sim::scenario::Scenario;

/// Length of a box over the shorter side of the water.
const BOX: f64 = 0.1;
/// Sizes of meshes: the fewest cells, and the greatest part of the shorter side of the water.
const FEWEST_CELLS: f64 = 4.0;
const GREATEST: f64 = 1.0 / 3.0;
/// Mass of a mesh over that of the water that it displaces as a whole.
const DENSITY: f64 = 0.5;

impl Engine {
    /// Puts a body at a place on the water and starts anew with it. What is no mesh is said, and what runs goes on.
    pub(super) fn add(&mut self, body: &NewBody, at_m: DVec2) {
        let made = self.changes_for(body, at_m).and_then(|(changes, note)| {
            // What was changed while it ran stays, too.
            let live = self.history.parameters().filter(|(now, first)| *now != first.value);
            let live: Vec<String> = live.map(|(now, first)| format!("{}={now:?}", first.key)).collect();
            let changed = [self.changes.as_slice(), &live, &changes].concat();
            let text = text::with_changes(&self.text, &changed)?;
            let scenario = Scenario::parse(&text, self.scenario.origin.clone(), &[]);
            let scenario = scenario.map_err(|error| error.to_string())?;
            let new = Self::new(&scenario, &[]).map_err(|error| error.to_string())?;
            Ok((Self { text: text.into(), file: self.file.clone(), ..new }, note))
        });
        let (made, note) = made.map_or_else(|why| (Err(why), String::new()), |(new, note)| (Ok(new), note));
        let is_made = made.is_ok();
        self.take_over(made);
        if is_made {
            self.note(false, note);
        }
    }

    /// Keys of the body, as for `--set`, and what is said of it.
    fn changes_for(&self, body: &NewBody, at_m: DVec2) -> Result<(Vec<String>, String), String> {
        let density_kg_m3 = self.scenario.water.density_kg_m3;
        let [width_m, height_m] = self.scenario.size_m();
        let shorter_m = width_m.min(height_m);
        let (stem, hull, mass_kg, said) = match body {
            NewBody::Box => {
                let least_m = FEWEST_CELLS * self.scenario.grid.cell_size_m;
                let draft_m = 0.25 * self.scenario.still_depth_m(at_m.x, at_m.y);
                let length_m = (BOX * shorter_m).max(least_m);
                let [beam_m, depth_m] = [0.5 * length_m, (0.5 * length_m).min(2.0 * draft_m)];
                let hull = format!(
                    "hull={{ kind = \"box\", length_m = {length_m:?}, beam_m = {beam_m:?}, depth_m = {depth_m:?} }}"
                );
                let mass_kg = DENSITY * length_m * beam_m * depth_m * density_kg_m3;
                ("box".to_owned(), vec![hull], mass_kg, format!("{length_m:.2} m long"))
            }
            NewBody::Mesh(file) => {
                let path = std::path::absolute(file).map_err(|error| format!("{file}: {error}"))?;
                let read = |scale| mesh_file::read(&path, scale).map_err(|error| error.to_string());
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
                let keys =
                    vec![format!("mesh={:?}", path.to_string_lossy()), format!("mesh_scale={scale:?}")];
                (name, keys, DENSITY * mesh.volume_m3() * density_kg_m3, said)
            }
        };
        let is_free = |name: &String| !self.scenario.body.contains_key(name);
        let mut names = std::iter::once(stem.clone()).chain((2..).map(|n| format!("{stem}-{n}")));
        let name = names.find(is_free).unwrap_or(stem);
        let note = format!(
            "body.{name}: {said}, {mass_kg:.4} kg; the run starts anew with it, Ctrl Z takes it back"
        );
        let keys = hull
            .into_iter()
            .chain([format!("mass_kg={mass_kg:?}"), format!("position_m=[{:?}, {:?}]", at_m.x, at_m.y)]);
        Ok((keys.map(|key| format!("body.{name}.{key}")).collect(), note))
    }

    /// The power of ten nearest to 1 by which a size suits the water; where none does, what takes it to the box's size.
    fn scale_of(&self, size: f64, shorter_m: f64) -> f64 {
        let suits = FEWEST_CELLS * self.scenario.grid.cell_size_m..=GREATEST * shorter_m;
        let powers = [1.0, 0.1, 10.0, 0.01, 100.0, 0.001, 1000.0];
        powers.into_iter().find(|scale| suits.contains(&(scale * size))).unwrap_or(BOX * shorter_m / size)
    }
}
