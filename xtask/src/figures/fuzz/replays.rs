//! Replays, changed behind checksums that fit.

use std::path::Path;

use glam::{DVec2, DVec3};
use hydro_forces::waves::Splash;
use toml::Value;
use viewer::sim::scenario::{Origin, Scenario};
use viewer::sim::{Deed, Helm, Pull, Replay, World, memory};

use super::frames::{Frame, frames};
use super::outcome::{LARGE, Outcome, SMALL};

/// Small water with a body that can be steered and one that can be pulled.
const POOL: &str = r#"
title = "pool"
duration_s = 1
grid = { cells = [14, 10], cell_size_m = 1.0 }
water = { level_m = 2.0 }
[body.boat]
hull = { kind = "box", length_m = 2.0, beam_m = 1.5, depth_m = 1.0 }
mass_kg = 1400.0
position_m = [3.0, 6.0, 2.3]
propeller = { position_m = [-0.9, 0.0, 0.1], thrust_n = 100.0 }
[body.raft]
hull = { kind = "box", length_m = 2.0, beam_m = 1.5, depth_m = 1.0 }
mass_kg = 1500.0
position_m = [9.0, 4.0]
"#;

/// Steps of a world in which deeds are done.
const STEPS: u64 = 4;

/// A replay with a deed of every kind, and one without any.
///
/// # Panics
/// If they cannot be written.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let origin = Origin { name: "pool.toml".into(), folder: None };
    let scenario = Scenario::parse(POOL, origin, &[]).unwrap_or_else(|error| panic!("{error}"));
    let helm = Helm { thrust: Some(0.5), angle_deg: Some(-10.0) };
    let pull = Pull {
        body: "raft".into(),
        body_point_m: DVec3::new(0.5, 0.0, 0.2),
        target_m: DVec3::new(8.0, 5.0, 2.5),
    };
    let splash = Splash { center_m: DVec2::new(6.0, 3.0), radius_m: 2.0, froude: 0.2 };
    let deeds = vec![
        (0, Deed::Steer { body: "boat".into(), helm }),
        (1, Deed::Pull(Some(pull))),
        (1, Deed::Splash(splash)),
        (3, Deed::Pull(None)),
    ];
    let path = std::env::temp_dir().join(format!("estela-seed-{}.replay", std::process::id()));
    let seed = |deeds| {
        let replay = Replay { scenario: scenario.clone(), deeds, steps: STEPS };
        let written = replay.write(&path).map_err(|error| error.to_string());
        let read = written.and_then(|()| std::fs::read(&path).map_err(|error| error.to_string()));
        read.unwrap_or_else(|error| panic!("a replay to fuzz: {error}"))
    };
    let seeds = vec![seed(deeds), seed(Vec::new())];
    let _ = std::fs::remove_file(&path);
    seeds
}

/// The first text of some bytes, which its length is before, and what follows.
fn text_first(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<8>()?;
    rest.split_at_checked(u64::from_le_bytes(*length) as usize)
}

fn with_length(text: &[u8]) -> Vec<u8> {
    [&(text.len() as u64).to_le_bytes(), text].concat()
}

/// The scenario of a replay as a tree; kind and version, name, and deeds.
pub(super) fn tree(replay: &[u8]) -> Option<(Value, Vec<u8>)> {
    let Frame { head, body } = frames(replay).into_iter().next()?;
    let (name, rest) = text_first(&body)?;
    let (scenario, deeds) = text_first(rest)?;
    let tree = std::str::from_utf8(scenario).ok()?.parse().ok()?;
    Some((Value::Table(tree), [&head[..], &with_length(name), deeds].concat()))
}

/// The replay of such a tree.
pub(super) fn text(tree: &Value, rest: &[u8]) -> Vec<u8> {
    let Some((head, rest)) = rest.split_first_chunk() else { return Vec::new() };
    let Some((name, deeds)) = text_first(rest) else { return Vec::new() };
    let scenario = toml::to_string(tree).unwrap_or_default();
    let body = [&with_length(name), &with_length(scenario.as_bytes()), deeds].concat();
    Frame { head: *head, body }.sealed()
}

/// Reads a replay and, where its world is small, does what was done in it.
pub(super) fn read(path: &Path) -> Result<Outcome, String> {
    let replay = match Replay::read(path) {
        Ok(replay) => replay,
        Err(error) => {
            let message = error.to_string();
            let shown =
                message.len() < 5000 && !message.chars().any(|letter| letter.is_control() && letter != '\n');
            return match shown && message.starts_with(&format!("{}: ", path.display())) {
                true => Ok(Outcome::Refused),
                false => Err(format!("message without its file: {message}")),
            };
        }
    };
    if memory::needed_bytes(&replay.scenario, memory::Triangles::default()) > LARGE {
        return Ok(Outcome::Large);
    }
    let Ok(mut world) = World::new(&replay.scenario) else { return Ok(Outcome::Refused) };
    if replay.scenario.grid.cells.iter().product::<usize>().max(world.hull_triangles().of_bodies) <= SMALL {
        replay.play(&mut world, replay.steps.min(STEPS));
        // Those of later steps, too.
        replay.deeds.iter().take(16).for_each(|(_, deed)| deed.act_on(&mut world));
        let _ = world.step();
    }
    Ok(Outcome::Read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_read_and_come_out_of_their_trees() {
        let folder = std::env::temp_dir().join(format!("estela-replays-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("seed.replay");
        for seed in seeds() {
            let (scenario, rest) = tree(&seed).unwrap();
            for bytes in [&seed, &text(&scenario, &rest)] {
                std::fs::write(&path, bytes).unwrap();
                assert_eq!(read(&path), Ok(Outcome::Read));
            }
            let sealed: Vec<u8> = frames(&seed).iter().flat_map(Frame::sealed).collect();
            assert!(sealed == seed, "the checksum is not that of the program");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
