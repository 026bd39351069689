//! A world continues from a checkpoint with the same bits as without; what is no checkpoint of it is refused and changes nothing.

use proptest::prelude::*;
use viewer::sim::scenario::{Origin, Scenario, shipped};
use viewer::sim::{Checkpoint, CheckpointError, Helm, World};

/// A scenario and what is done before some steps.
struct Case {
    name: String,
    scenario: Scenario,
    /// Helms that are given before steps.
    helms: &'static [(u64, Option<Helm>)],
}

impl Case {
    fn parse(name: &str, text: &str) -> Self {
        let origin = Origin { name: name.into(), folder: None };
        let scenario = Scenario::parse(text, origin, &[]).unwrap_or_else(|error| panic!("{error}"));
        Self { name: name.into(), scenario, helms: &[] }
    }

    fn world(&self) -> World {
        World::new(&self.scenario).unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    fn run(&self, world: &mut World, until: u64) {
        while world.steps() < until {
            if let Some((_, helm)) = self.helms.iter().find(|(step, _)| *step == world.steps()) {
                world.steer(*helm);
            }
            world.step();
        }
    }

    /// Worlds that were saved after some steps go on as the one that was not, on any number of threads.
    fn holds(&self, steps: &[u64], end: u64) -> World {
        let mut world = self.world();
        let mut saved = Vec::new();
        for &step in steps {
            self.run(&mut world, step);
            saved.push((step, file(&world), seen(&world), world.checkpoint()));
        }
        self.run(&mut world, end);
        let (at_end, seen_at_end) = (file(&world), seen(&world));
        for (k, (step, bytes, before, checkpoint)) in saved.iter().enumerate() {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1 + 2 * (k % 2)).build().unwrap();
            pool.install(|| {
                let place = format!("{}, saved at step {step}", self.name);
                let mut other = self.world();
                other.load(&bytes[..]).unwrap_or_else(|error| panic!("{place}: {error}"));
                assert_eq!(seen(&other), *before, "{place}");
                assert!(file(&other) == *bytes, "{place}: it saves something else than it loaded");
                self.run(&mut other, end);
                assert_eq!(seen(&other), seen_at_end, "{place}");
                assert!(file(&other) == at_end, "{place}: the state at the end differs");
                // Back in place, as the window may go.
                other.restore(checkpoint).unwrap();
                assert_eq!(seen(&other), *before, "{place}, back in place");
                assert!(file(&other) == *bytes, "{place}, back in place");
            });
        }
        // And from the end back to the first, and on.
        let (step, bytes, before, checkpoint) = &saved[0];
        world.restore(checkpoint).unwrap();
        assert!(
            seen(&world) == *before && file(&world) == *bytes,
            "{}: back from the end to {step}",
            self.name
        );
        self.run(&mut world, end);
        assert!(file(&world) == at_end, "{}: from {step} on again", self.name);
        world
    }
}

fn file(world: &World) -> Vec<u8> {
    let mut bytes = Vec::new();
    world.save(&mut bytes).unwrap();
    bytes
}

/// All that a user sees of a world, to the bit.
fn seen(world: &World) -> String {
    let fields = world.fields();
    let water = [&fields.eta_m, &fields.u_m_s, &fields.v_m_s].into_iter().flatten();
    let cells = water.fold(0u64, |sum, x| (sum ^ u64::from(x.to_bits())).wrapping_mul(0x100_0000_01b3));
    let labels = world.labels().iter().fold(0u64, |sum, label| sum.wrapping_mul(31) + u64::from(*label));
    let solid = world.solid().iter().filter(|solid| **solid).count();
    let mut levels = Vec::new();
    world.write_levels(&mut levels);
    let level: f64 = levels.iter().map(|level| f64::from(*level)).sum();
    let surfaces = world.surfaces().map(|surface| {
        (surface.rotation, surface.origin_m, surface.pressure_pa.map(<[f32]>::to_vec), surface.forces)
    });
    format!(
        "t {} water {cells} {level} labels {labels} solid {solid}\nbodies {:?}\nsurfaces {:?}\ngauges {:?}\n\
         wet {:?}\nforces {:?}\nmass {:?}\nmomentum {:?}\nFroude {} warnings {:?}",
        world.time_s(),
        world.bodies().collect::<Vec<_>>(),
        surfaces.collect::<Vec<_>>(),
        world.gauges().collect::<Vec<_>>(),
        world.wet_section(),
        world.forces_on_water_n().collect::<Vec<_>>(),
        world.mass(),
        world.momentum(),
        world.max_froude(),
        world.warnings(),
    )
}

#[test]
fn every_shipped_scenario_continues_with_the_same_bits() {
    for name in shipped::names() {
        let scenario = Scenario::load(name, &[]).unwrap();
        let case = Case { name: name.into(), scenario, helms: &[] };
        case.holds(&[0, 1, 40, 89], 110);
    }
}

/// A pool of 20 × 12 m.
fn pool(more: &str) -> String {
    format!(
        "title = \"pool\"\nduration_s = 9.0\n[grid]\ncells = [40, 24]\ncell_size_m = 0.5\n[water]\ndepth_m = 2.0\n{more}"
    )
}

fn boxed(name: &str, at: &str, more: &str) -> String {
    format!(
        "[body.{name}]\nhull = {{ kind = \"box\", length_m = 3.0, beam_m = 1.5, depth_m = 1.0 }}\n\
         mass_kg = 2000.0\nposition_m = {at}\n{more}\n"
    )
}

/// A heavy body falls to the ground, turned, onto another one, and rubs along a wall; a third one is thrown against a pier.
#[test]
fn bodies_in_contact_continue_with_the_same_bits() {
    let sinks = "mass_kg = 9000.0\nheading_deg = 20.0\nvelocity_m_s = [0.3, 0.4, -2.0]";
    let heavy = boxed("heavy", "[8.0, 10.7, 1.9]", "").replace("mass_kg = 2000.0", sinks);
    let lower = boxed("lower", "[8.5, 10.5, 0.6]", "").replace("mass_kg = 2000.0", "mass_kg = 9500.0");
    let thrown = boxed("thrown", "[13.0, 5.0, 2.2]", "velocity_m_s = [2.0, 0.2, 0.0]\nheading_deg = 35.0");
    let pier = boxed("pier", "[16.5, 5.5, 1.0]", "fixed = true");
    let case = Case::parse("contacts", &pool(&[heavy, lower, thrown, pier].concat()));
    case.holds(&[3, 30, 61, 120, 150], 190);
}

/// Every kind of memory: radiation, slamming, forces kept within a tolerance, a carriage, driven walls at their outlines.
#[test]
fn all_that_bodies_remember_continues_with_the_same_bits() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("box.csv");
    let lines = "frequency_rad_s,i,j,added_mass,damping\n0.5,3,3,0,4000\n4.5,3,3,0,4000\n5.0,3,3,0,0\ninf,3,3,2000,0\n";
    std::fs::write(&table, lines).unwrap();
    let radiation =
        format!("radiation = {{ coefficients = {:?}, memory_s = 1.0 }}", table.display().to_string());
    let driven = "motion = { velocity_m_s = [0.4, 0.1], turn_deg_s = 12.0, ramp_s = 1.0 }\n\
                  wall = { slip = \"no-slip\", scheme = \"interpolated\" }";
    let bodies = [
        boxed("a-radiates", "[4.0, 3.0, 2.1]", &radiation),
        boxed(
            "b-slams",
            "[4.0, 9.0, 3.2]",
            "velocity_m_s = [0.0, 0.0, -3.0]\nslamming = { bound_m_s2 = 50.0 }",
        ),
        boxed("c-rests", "[16.0, 3.0]", ""),
        boxed("d-towed", "[9.0, 9.0]", "tow = { speed_m_s = 0.8, ramp_s = 1.0 }"),
        boxed("e-driven", "[12.0, 4.0, 1.0]", driven),
        boxed(
            "f-held",
            "[17.0, 9.0, 1.5]",
            "fixed = true\nwall = { slip = \"no-slip\", scheme = \"extrapolated\" }",
        ),
    ];
    let current = "[[water.column]]\nx_m = [0.0, 3.0]\ndepth_m = 2.2\nvelocity_m_s = [0.4, 0.0]\n";
    for (name, coupling) in [
        ("conservative", "[coupling]\nrest_tolerance_m = 1e-4\n[view]\nhull = \"pressure\"\nforces = true\n"),
        ("exchanges by cell", "[coupling]\nrest_tolerance_m = 1e-3\nrefill = \"non-equilibrium\"\n"),
        ("paper", "[coupling]\nmode = \"paper\"\n"),
        (
            "none",
            "[coupling]\nmode = \"none\"\n[[wave]]\nkind = \"airy\"\namplitude_m = 0.1\nlength_m = 5.0\n",
        ),
    ] {
        let case = Case::parse(name, &pool(&[current, coupling, &bodies.concat()].concat()));
        case.holds(&[0, 2, 25, 70, 101], 130);
    }
}

/// Sides that remember: a solid closes on an inflow, beside a sponge.
#[test]
fn a_solid_that_closes_on_a_side_continues_with_the_same_bits() {
    let sides = "[sides]\nwest = { kind = \"inflow\", velocity_m_s = 0.4 }\neast = { kind = \"sponge\", width_m = 4.0 }\n\
                 south = { kind = \"wall\", slip = \"no-slip\", scheme = \"on-grid\" }\n";
    let ram = boxed("ram", "[5.0, 6.0, 1.0]", "motion = { velocity_m_s = [-1.0, 0.0], ramp_s = 0.5 }");
    let swept = boxed("swept", "[17.0, 6.0, 1.0]", "motion = { velocity_m_s = [0.3, 0.3], ramp_s = 0.5 }");
    let case = Case::parse("sides", &pool(&[sides, &ram, &swept].concat()));
    case.holds(&[10, 50, 80, 110], 150);
}

const LOST: f64 = f64::NAN;

/// Its thrust is not a number for a step: it is frozen, and the others go on.
#[test]
fn a_frozen_body_stays_frozen() {
    let propeller = "propeller = { position_m = [-1.2, 0.0, 0.1], thrust_n = 900.0 }";
    let bodies = [
        boxed("boat", "[6.0, 6.0]", propeller),
        boxed("other", "[13.0, 6.0]", "velocity_m_s = [0.5, 0.0, 0.0]"),
    ];
    let mut case =
        Case::parse("frozen", &pool(&["[coupling]\nmode = \"none\"\n", &bodies.concat()].concat()));
    case.helms = &[
        (10, Some(Helm { thrust: 0.5, angle_deg: 10.0 })),
        (40, Some(Helm { thrust: LOST, angle_deg: 0.0 })),
        (41, None),
    ];
    let world = case.holds(&[20, 41, 60], 80);
    assert!(world.warnings().iter().any(|text| text.contains("it was frozen")), "{:?}", world.warnings());
}

/// Too strong a thrust makes the boat faster than the lattice: its radiation is left out from then on.
#[test]
fn radiation_that_was_dropped_stays_so() {
    let keys =
        "propeller = { position_m = [-1.2, 0.0, 0.1], thrust_n = 900.0 }\nradiation.estimate = \"ellipsoid\"";
    let mut case = Case::parse(
        "dropped",
        &pool(&["[coupling]\nmode = \"none\"\n", &boxed("boat", "[6.0, 6.0]", keys)].concat()),
    );
    case.helms = &[(12, Some(Helm { thrust: 1e4, angle_deg: 0.0 })), (16, None)];
    let world = case.holds(&[5, 20, 30], 50);
    assert!(
        world.warnings().iter().any(|text| text.contains("is left out from then")),
        "{:?}",
        world.warnings()
    );
}

/// A driven block that would take the channel's last water is stopped, under a raft that drifts over it.
#[test]
fn a_driven_body_that_was_stopped_stays_so() {
    let channel = "title = \"channel\"\nduration_s = 20.0\ngrid = { cells = [40, 4], cell_size_m = 0.5 }\n\
                   water = { depth_m = 1.0 }\n\
                   [body.block]\nhull = { kind = \"box\", length_m = 20.0, beam_m = 2.0, depth_m = 2.0 }\nmass_kg = 1.0\n\
                   position_m = [9.0, 1.0, 1.0]\nmotion = { velocity_m_s = [0.8, 0.0], ramp_s = 0.2 }\n\
                   wall = { slip = \"no-slip\", scheme = \"interpolated\" }\n";
    let case = Case::parse("stopped", channel);
    let mut world = case.world();
    let stopped = loop {
        if world.step().stopped.is_some() {
            break world.steps();
        }
    };
    case.holds(&[stopped / 2, stopped - 1, stopped, stopped + 20], stopped + 60);
}

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
    refused(&|scenario| scenario.body.get_mut("towed").unwrap().mass_kg += 1.0);
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
    assert!(message.contains("of version 2, this program reads version 1"), "{message}");
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
    let head = [&b"ESTELAWD"[..], &1u32.to_le_bytes(), &(body.len() as u64).to_le_bytes()].concat();
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
        if bytes.len() % 8 == 0 { mix(sum, 0) } else { sum }
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
