//! What is saved goes on as if nothing had happened; what is not a checkpoint of the lattice is refused.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{pair_with, wrap};
use lbm_core::{Collision, Lattice, Units};

const BGK: Collision = Collision::Bgk { tau: 0.6 };

fn waves(collision: Collision) -> Lattice {
    pair_with(37, 21, collision, &[[0.02, 0.3, 0.03, -0.02]]).0
}

fn run(lattice: &mut Lattice, steps: usize) {
    for _ in 0..steps {
        wrap(lattice);
        assert!(lattice.step());
    }
}

#[test]
fn a_resumed_run_has_the_bits_of_one_that_was_never_stopped() {
    let folder = tempfile::tempdir().unwrap();
    for (steps, collision) in [(10, BGK), (11, Collision::CentralMoments { tau: 0.52, bulk_tau: 0.8 })] {
        let path = folder.path().join("state.lbm");
        let mut first = waves(collision);
        run(&mut first, steps);
        first.save(&path).unwrap();
        let saved = first.state_hash();
        run(&mut first, 13);
        let mut second = waves(collision);
        second.load(&path).unwrap();
        assert_eq!(second.state_hash(), saved);
        run(&mut second, 13);
        assert_eq!(second.steps(), first.steps());
        assert_eq!(second.state_hash(), first.state_hash());
        assert_ne!(second.state_hash(), saved);
    }
    let files = folder.path().read_dir().unwrap().count();
    assert_eq!(files, 1, "a second save replaces the first and leaves nothing else behind");
}

#[test]
fn one_changed_bit_is_noticed_wherever_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state.lbm");
    let mut lattice = waves(BGK);
    run(&mut lattice, 3);
    lattice.save(&path).unwrap();
    let whole = std::fs::read(&path).unwrap();
    let before = lattice.state_hash();
    for place in (0..40).chain((40..whole.len()).step_by(997)).chain(whole.len() - 8..whole.len()) {
        let mut damaged = whole.clone();
        damaged[place] ^= 4;
        std::fs::write(&path, &damaged).unwrap();
        assert!(lattice.load(&path).is_err(), "byte {place}");
    }
    std::fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    let message = lattice.load(&path).unwrap_err().to_string();
    assert!(message.ends_with("cannot go on from this checkpoint: it is cut short"), "{message}");
    assert_eq!(lattice.state_hash(), before, "a refused checkpoint changes nothing");
}

#[test]
fn a_lattice_built_differently_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state.lbm");
    waves(BGK).save(&path).unwrap();
    let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
    let bed = |x: f64, _: f64| 0.01 * x;
    let builder = || Lattice::builder(37, 21, units).collision(BGK);
    builder().build().unwrap().load(&path).unwrap();
    for mut other in [
        builder().collision(Collision::Bgk { tau: 0.61 }).build().unwrap(),
        builder().smagorinsky(0.1).build().unwrap(),
        builder().rest_depth_m(1.1).build().unwrap(),
        builder().bed_m(bed).build().unwrap(),
    ] {
        let message = other.load(&path).unwrap_err().to_string();
        assert!(message.contains("other units, collision, rest depth, bed or forces"), "{message}");
    }
    let message = Lattice::builder(36, 21, units).build().unwrap().load(&path).unwrap_err().to_string();
    assert!(message.ends_with("it has 37 × 21 cells, the lattice 36 × 21"), "{message}");
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let message = waves(BGK).save(std::path::Path::new("/nowhere/state.lbm")).unwrap_err().to_string();
    assert!(message.starts_with("/nowhere/state.lbm: "), "{message}");
}
