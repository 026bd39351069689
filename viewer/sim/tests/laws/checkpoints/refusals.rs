//! What is no checkpoint of a world is refused, and changes nothing.

use proptest::prelude::*;
use viewer_sim::scenario::Scenario;
use viewer_sim::{Checkpoint, CheckpointError, World};

use super::{Case, file};
use crate::setup::{boxed, pool};

/// A small world with bodies of every kind, its scenario and a checkpoint.
fn small() -> (Scenario, World, Vec<u8>) {
    let tow = boxed("towed", "[4.0, 3.0]", "tow = { speed_m_s = 0.8, ramp_s = 1.0 }");
    let drive = boxed("turns", "[8.0, 3.0, 1.0]", "motion = { turn_deg_s = 20.0, ramp_s = 0.3 }");
    let text = pool(&[tow, drive].concat()).replace("[40, 24]", "[24, 12]");
    let case = Case::parse("small", &text);
    let mut world = case.world();
    case.run(&mut world, 30);
    let bytes = file(&world);
    (case.scenario, world, bytes)
}

#[test]
fn a_checkpoint_of_another_scenario_is_refused() {
    let (scenario, world, bytes) = small();
    let refused = |change: &dyn Fn(&mut Scenario)| {
        let mut other = scenario.clone();
        change(&mut other);
        let mut other = World::new(&other).unwrap();
        let before = file(&other);
        assert!(matches!(other.load(&bytes[..]), Err(CheckpointError::OtherScenario)));
        assert!(file(&other) == before);
    };
    refused(&|scenario| scenario.solver.tau = 0.61);
    refused(&|scenario| *scenario.body.get_mut("towed").unwrap().mass_kg.as_mut().unwrap() += 1.0);
    refused(&|scenario| scenario.water.density_kg_m3 = 1025.0);
    refused(&|scenario| scenario.view.forces = true);
    // It may end at another time, and be another file.
    let mut longer = scenario.clone();
    longer.duration_s *= 2.0;
    longer.origin.name = "elsewhere.toml".into();
    let mut other = World::new(&longer).unwrap();
    other.load(&bytes[..]).unwrap();
    assert!(file(&other) == file(&world));
    let message = CheckpointError::OtherScenario.to_string();
    assert!(message.contains("its meshes") && message.contains("the version of the program"), "{message}");
}

/// A mesh file with another corner is another scenario.
#[test]
fn a_checkpoint_with_other_meshes_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mesh = folder.path().join("hull.obj");
    let corners = |top: f64| {
        format!(
            "v -1 -1 0\nv 1 -1 0\nv -1 1 0\nv 1 1 0\nv -1 -1 {top}\nv 1 -1 {top}\nv -1 1 {top}\nv 1 1 {top}\n\
             f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n"
        )
    };
    std::fs::write(&mesh, corners(1.0)).unwrap();
    let body = format!(
        "[body.boat]\nmesh = {:?}\nmass_kg = 1000.0\nposition_m = [6.0, 6.0]\n",
        mesh.display().to_string()
    );
    let case = Case::parse("mesh", &pool(&body));
    let bytes = file(&case.world());
    case.world().load(&bytes[..]).unwrap();
    std::fs::write(&mesh, corners(1.1)).unwrap();
    assert!(matches!(case.world().load(&bytes[..]), Err(CheckpointError::OtherScenario)));
}

#[test]
fn one_changed_bit_is_noticed_wherever_it_is() {
    let (scenario, _, bytes) = small();
    let mut world = World::new(&scenario).unwrap();
    let before = file(&world);
    for place in (0..60).chain((60..bytes.len()).step_by(509)).chain(bytes.len() - 60..bytes.len()) {
        for bit in [1, 128] {
            let mut damaged = bytes.clone();
            damaged[place] ^= bit;
            assert!(world.load(&damaged[..]).is_err(), "byte {place}");
        }
    }
    for length in (0..bytes.len()).step_by(997).chain(bytes.len() - 9..bytes.len()) {
        let error = world.load(&bytes[..length]).unwrap_err();
        assert!(matches!(error, CheckpointError::CutShort), "{length} bytes: {error}");
    }
    assert!(file(&world) == before, "a refused checkpoint changes nothing");
    let mut other = bytes.clone();
    other[8] += 1;
    let message = world.load(&other[..]).unwrap_err().to_string();
    assert!(message.contains("of version 23, this program reads version 22"), "{message}");
    other[0] = b'X';
    assert!(matches!(world.load(&other[..]), Err(CheckpointError::OtherKind)));
    // What comes after it is not read.
    let more = [&bytes[..], b"more"].concat();
    let rest = &mut &more[..];
    world.load(&mut *rest).unwrap();
    assert_eq!(*rest, b"more");
}

/// A checkpoint with these bytes inside, and the checksum that belongs to them: as someone would write it who means harm.
fn sealed(body: &[u8]) -> Vec<u8> {
    let head = [&b"ESTELAWD"[..], &22u32.to_le_bytes(), &(body.len() as u64).to_le_bytes()].concat();
    let mix = |sum: u64, word: u64| {
        let mixed = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 32
    };
    let sum = |sum: u64, bytes: &[u8]| {
        let words = bytes.chunks(8).map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        });
        let sum = words.fold(mix(sum, bytes.len() as u64), mix);
        if bytes.len().is_multiple_of(8) { mix(sum, 0) } else { sum }
    };
    let seal = sum(sum(0, &head), body);
    [&head[..], body, &seal.to_le_bytes()].concat()
}

/// Beyond the checksum: bytes are changed and the checksum is made to fit. The world refuses, or it steps on; it does not panic.
#[test]
fn hostile_checkpoints_are_refused_or_harmless() {
    let (scenario, world, bytes) = small();
    let body = &bytes[20..bytes.len() - 8];
    assert!(sealed(body) == bytes, "the seal is that of the program");
    let expected = file(&world);
    let populations = 9 * 24 * 12 * 4;
    let mut other = World::new(&scenario).unwrap();
    let mut refused = 0;
    // The fingerprint, steps and count, some populations, and every byte of all that comes after them.
    let places = (0..24).chain((24..24 + populations).step_by(1013)).chain(24 + populations..body.len());
    for place in places {
        for value in [0, 1, 0x7f, 0xff] {
            let mut hostile = body.to_vec();
            if hostile[place] == value {
                continue;
            }
            hostile[place] = value;
            match other.load(&sealed(&hostile)[..]) {
                Err(_) => refused += 1,
                // A flow that is lost ends with a report.
                Ok(()) if place % 7 == 0 => drop(other.step()),
                Ok(()) => {}
            }
        }
    }
    assert!(refused > 500, "{refused}");
    other.load(&bytes[..]).unwrap();
    assert!(file(&other) == expected, "after all that the world is as good as new");
}

proptest! {
    #[test]
    fn random_bytes_are_refused(body in prop::collection::vec(any::<u8>(), 0..4000)) {
        prop_assert!(Checkpoint::read(&body[..]).is_err());
        prop_assert!(Checkpoint::read(&sealed(&body)[..]).is_err());
    }

    #[test]
    fn random_flips_are_refused(flips in prop::collection::vec((any::<prop::sample::Index>(), 1u8..), 1..9)) {
        static SMALL: std::sync::LazyLock<Vec<u8>> = std::sync::LazyLock::new(|| small().2);
        let mut bytes = SMALL.clone();
        flips.iter().for_each(|(place, bits)| bytes[place.index(SMALL.len())] ^= bits);
        if bytes != *SMALL {
            prop_assert!(Checkpoint::read(&bytes[..]).is_err());
        }
    }
}
