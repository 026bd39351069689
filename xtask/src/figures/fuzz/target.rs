//! What is fuzzed: how files of each kind are changed, how they are read, and what an error must say.

use std::path::Path;

use clap::ValueEnum;
use lbm_core::{Georeference, GrayScale, HeightMap};
use png::BitDepth;
use serde_json::json;
use toml::Value;
use viewer::commands::{Selection, check};
use viewer::sim::hulls::{Mesh, cuboid, speedboat, sphere};
use viewer::sim::scenario::{Scenario, shipped};
use viewer::sim::{World, memory, mesh_file};

use super::bytes;
use super::checkpoints;
use super::frames;
use super::outcome::{LARGE, Outcome, SMALL, scenario_message};
use super::png as chunked;
use super::random::Random;
use super::replays;
use super::scenarios::{AHEAD, EITHER, EVERY_FILE, EVERY_HULL, EVERY_KEY};
use super::seeds::{ASC, SPARSE, ascii_stl, binary_stl, coarser, container, gltf, obj, png};
use super::tables;
use super::tree::{self, Vocabulary};

/// Kinds of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    /// Scenarios: read, set up and described as `estela check` does, some of them stepped.
    Scenario,
    /// STL, binary and ASCII.
    Stl,
    Obj,
    /// glTF as JSON.
    Gltf,
    /// glTF in its binary container.
    Glb,
    /// Height maps in ESRI's text format.
    Asc,
    /// Height maps as grayscale pictures.
    Png,
    /// Checkpoints, gone on from.
    Checkpoint,
    /// Replays, and what was done in them.
    Replay,
    /// Tables that scenarios name, and records that are drawn.
    Table,
}

/// The inputs of a target: seeds, read once, and their parts.
pub(super) struct Inputs {
    target: Target,
    seeds: Vec<Vec<u8>>,
    /// The seeds as trees of keys, where they have such.
    trees: Vec<Value>,
    vocabulary: Vocabulary,
}

impl Target {
    pub(super) fn extension(self) -> &'static str {
        match self {
            Self::Scenario => "toml",
            Self::Stl => "stl",
            Self::Obj => "obj",
            Self::Gltf => "gltf",
            Self::Glb => "glb",
            Self::Asc => "asc",
            Self::Png => "png",
            Self::Checkpoint => "estela",
            Self::Replay => "replay",
            Self::Table => "csv",
        }
    }

    /// Its name on the command line.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Scenario => "scenario",
            Self::Checkpoint => "checkpoint",
            Self::Replay => "replay",
            Self::Table => "table",
            _ => self.extension(),
        }
    }

    /// Number of inputs in a run of all targets, of each hundred; reading a scenario takes longest.
    pub(super) fn weight(self) -> u64 {
        match self {
            Self::Scenario => 6,
            Self::Stl | Self::Obj | Self::Gltf | Self::Glb => 14,
            Self::Asc => 28,
            Self::Png => 10,
            Self::Checkpoint | Self::Replay => 2,
            Self::Table => 2,
        }
    }

    /// Sound files of every form.
    pub(super) fn seeds(self) -> Vec<Vec<u8>> {
        let meshes = [cuboid(2.0, 1.0, 0.5), speedboat(6.0, 2.0, 1.0), sphere(1.0, 1)];
        let each = |write: fn(&Mesh) -> Vec<u8>| meshes.iter().map(write).collect();
        match self {
            Self::Scenario => shipped::names()
                .into_iter()
                .filter_map(shipped::text)
                .chain([EVERY_KEY, EVERY_HULL, EVERY_FILE, EITHER, AHEAD])
                .map(|text| coarser(text).into_bytes())
                .collect(),
            Self::Stl => meshes.iter().flat_map(|mesh| [binary_stl(mesh), ascii_stl(mesh)]).collect(),
            Self::Obj => each(obj),
            Self::Gltf => meshes
                .iter()
                .map(|mesh| gltf(mesh).0.to_string().into_bytes())
                .chain([SPARSE.into()])
                .collect(),
            Self::Glb => each(|mesh| {
                let (mut document, buffer) = gltf(mesh);
                document["buffers"][0] = json!({"byteLength": buffer.len()});
                container(&document.to_string(), &buffer)
            }),
            Self::Asc => vec![ASC.into(), ASC.replace("corner", "center").to_uppercase().into()],
            Self::Png => {
                vec![png(BitDepth::Sixteen), png(BitDepth::Eight)]
            }
            Self::Checkpoint => checkpoints::runs().iter().map(|run| run.checkpoint.clone()).collect(),
            Self::Replay => replays::seeds(),
            Self::Table => tables::seeds(),
        }
    }
}

impl Inputs {
    pub(super) fn of(target: Target) -> Self {
        let seeds = target.seeds();
        let mut vocabulary = Vocabulary::default();
        let trees: Vec<Value> = match target {
            Target::Scenario | Target::Gltf | Target::Glb | Target::Checkpoint | Target::Replay => {
                seeds.iter().filter_map(|seed| target.tree(seed)).map(|(tree, _)| tree).collect()
            }
            _ => Vec::new(),
        };
        trees.iter().for_each(|tree| vocabulary.add(tree));
        vocabulary.sort();
        Self { target, seeds, trees, vocabulary }
    }

    /// The input of a number.
    pub(super) fn input(&self, seed: u64, number: u64) -> Vec<u8> {
        let mut random = Random::of(seed, number);
        let random = &mut random;
        let mut input = self.seeds[random.below(self.seeds.len())].clone();
        let as_text = |input: &[u8]| String::from_utf8_lossy(input).into_owned();
        match self.target {
            Target::Checkpoint | Target::Replay if !random.one_in(8) && random.one_in(2) => {
                input = frames::change(random, &input);
            }
            Target::Scenario | Target::Gltf | Target::Glb | Target::Checkpoint | Target::Replay
                if !random.one_in(5) =>
            {
                let at = random.below(self.trees.len());
                let (mut tree, rest) =
                    (self.trees[at].clone(), self.target.tree(&self.seeds[at]).map(|(_, rest)| rest));
                tree::change(random, &self.vocabulary, &mut tree);
                input = self.target.text(&tree, &rest.unwrap_or_default());
            }
            Target::Scenario | Target::Gltf => {
                if random.one_in(2) {
                    input = bytes::change_words(random, &as_text(&input)).into_bytes();
                } else {
                    bytes::change(random, &mut input);
                }
            }
            Target::Obj | Target::Asc | Target::Table if !random.one_in(4) => {
                input = bytes::change_words(random, &as_text(&input)).into_bytes();
            }
            Target::Stl if input.starts_with(b"solid") && !random.one_in(4) => {
                input = bytes::change_words(random, &as_text(&input)).into_bytes();
            }
            Target::Png if !random.one_in(4) => input = chunked::change(random, &input),
            _ => bytes::change(random, &mut input),
        }
        input
    }
}

impl Target {
    /// The tree of keys of an input, and what follows it in the file.
    pub(super) fn tree(self, input: &[u8]) -> Option<(Value, Vec<u8>)> {
        match self {
            Self::Scenario => {
                Some((Value::Table(std::str::from_utf8(input).ok()?.parse().ok()?), Vec::new()))
            }
            Self::Gltf => Some((serde_json::from_slice(input).ok()?, Vec::new())),
            Self::Glb => {
                let length = u32::from_le_bytes(input.get(12..16)?.try_into().ok()?) as usize;
                let document = serde_json::from_slice(input.get(20..20 + length)?).ok()?;
                Some((document, input.get(20 + length + 8..)?.into()))
            }
            Self::Checkpoint => checkpoints::tree(input),
            Self::Replay => replays::tree(input),
            _ => None,
        }
    }

    /// The input of a tree of keys and what follows it.
    pub(super) fn text(self, tree: &Value, rest: &[u8]) -> Vec<u8> {
        match self {
            Self::Scenario => toml::to_string(tree).unwrap_or_default().into_bytes(),
            Self::Glb => container(&serde_json::to_string(tree).unwrap_or_default(), rest),
            Self::Checkpoint => checkpoints::text(tree, rest),
            Self::Replay => replays::text(tree, rest),
            _ => serde_json::to_string(tree).unwrap_or_default().into_bytes(),
        }
    }

    /// Reads an input, which was written to a file.
    ///
    /// # Errors
    ///
    /// With what is wrong with an error message.
    pub(super) fn read(self, path: &Path, input: &[u8], number: u64) -> Result<Outcome, String> {
        let name = path.display().to_string();
        match self {
            Self::Scenario => {
                let selection = Selection { scenario: name.clone(), ..Selection::default() };
                let loaded = Scenario::load(&name, &[]);
                if loaded.as_ref().is_ok_and(|scenario| {
                    memory::needed_bytes(scenario, memory::Triangles::default()) > LARGE
                }) {
                    return Ok(Outcome::Large);
                }
                match check(&selection) {
                    Ok(_) => {}
                    Err(failure) => return scenario_message(&failure.to_string(), &name),
                }
                if number.is_multiple_of(4)
                    && let Ok(scenario) = loaded
                    && let Ok(mut world) = World::new(&scenario)
                    && scenario.grid.cells.iter().product::<usize>().max(world.hull_triangles().of_bodies)
                        <= SMALL
                {
                    (0..3).for_each(|_| drop(world.step()));
                }
                Ok(Outcome::Read)
            }
            Self::Stl | Self::Obj | Self::Gltf | Self::Glb => match mesh_file::read(path, 1.0) {
                Ok((mesh, repairs)) => {
                    repairs.notes();
                    sound(&mesh)
                }
                Err(error) => mesh_message(&error.to_string(), &name),
            },
            Self::Asc => match std::str::from_utf8(input) {
                Err(_) => Ok(Outcome::Refused),
                Ok(text) => height_map(HeightMap::parse_asc(text), "line "),
            },
            Self::Png => {
                let place = Georeference { corner_m: [0.0; 2], cell_size_m: 1.0 };
                height_map(HeightMap::read_png(path, GrayScale { black_m: 0.0, white_m: 1.0 }, place), &name)
            }
            Self::Checkpoint => checkpoints::read(input),
            Self::Replay => replays::read(path),
            Self::Table => tables::read(input),
        }
    }
}

/// A mesh that was read must be one: finite, closed in volume, with indices that exist.
fn sound(mesh: &Mesh) -> Result<Outcome, String> {
    let finite = mesh.vertices.iter().all(|vertex| vertex.is_finite());
    let known = mesh.triangles.iter().flatten().all(|i| (*i as usize) < mesh.vertices.len());
    match finite && known && mesh.volume_m3() > 0.0 {
        true => Ok(Outcome::Read),
        false => Err("the mesh that was read is none".into()),
    }
}

fn height_map(read: Result<HeightMap, lbm_core::Error>, must_say: &str) -> Result<Outcome, String> {
    match read {
        Ok(map) => {
            let [columns, rows] = map.size();
            let _ = (map.cell_m(columns - 1, rows - 1), map.height_m(0.5, 0.5));
            Ok(Outcome::Read)
        }
        Err(error) => {
            let message = error.to_string();
            // What stands in the header is named by its key.
            let says = message.contains(must_say) || message.contains("height map");
            if says { Ok(Outcome::Refused) } else { Err(format!("message without its place: {message}")) }
        }
    }
}

/// The message of a mesh file names it, and where it is malformed the place.
fn mesh_message(message: &str, name: &str) -> Result<Outcome, String> {
    const PLACES: [&str; 8] = ["line ", "header", "chunk", "[", "scene", "asset", "extensions", "more than"];
    let rest = message.strip_prefix(name);
    let place = |rest: &str| {
        rest.split_once(" file: ").is_none_or(|(_, fault)| PLACES.iter().any(|place| fault.contains(place)))
    };
    let shown = message.len() < 2000 && !message.chars().any(char::is_control);
    match rest.is_some_and(place) && shown {
        true => Ok(Outcome::Refused),
        false => Err(format!("message without its place: {message}")),
    }
}

#[cfg(test)]
mod tests {
    use viewer::commands::{KeyFormat, keys};

    use super::super::worker::{Folder, copy_beside};
    use super::*;

    /// Keys that are not in the seeds are found by chance alone.
    #[test]
    fn the_seeds_of_scenarios_have_every_key() {
        let known = Inputs::of(Target::Scenario).vocabulary.keys;
        let text = keys("", KeyFormat::Text).unwrap();
        let keys = text.lines().filter(|line| !line.starts_with(' '));
        let paths: Vec<&str> = keys.filter_map(|line| line.split_once("  (")).map(|(path, _)| path).collect();
        assert!(paths.len() > 150, "{text}");
        for path in paths {
            let leaf = path.rsplit('.').next().unwrap_or_default();
            assert!(known.iter().any(|key| key == leaf), "no seed has {path}");
        }
    }

    /// A scenario whose seed is refused is changed from something that no reader gets behind.
    #[test]
    fn the_seeds_of_scenarios_are_sound() {
        let folder = Folder::create().unwrap();
        copy_beside(folder.path()).unwrap();
        for seed in Target::Scenario.seeds() {
            let path = folder.path().join("seed.toml");
            std::fs::write(&path, &seed).unwrap();
            let checked = check(&Selection { scenario: path.display().to_string(), ..Selection::default() });
            assert!(checked.is_ok(), "{}{}", String::from_utf8_lossy(&seed), checked.unwrap_err());
        }
    }
}
