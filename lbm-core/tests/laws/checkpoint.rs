//! A resumed run continues with the same bits; files that are not checkpoints of the lattice are refused.

use crate::common::{pair_with, wrap};
#[cfg(feature = "half")]
use lbm_core::Storage;
use lbm_core::{Collision, Forces, Lattice, Policy, Units};

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
        let in_memory = second.state();
        for _ in 0..2 {
            run(&mut second, 13);
            assert_eq!(second.steps(), first.steps());
            assert_eq!(second.state_hash(), first.state_hash());
            assert_ne!(second.state_hash(), saved);
            second.restore(&in_memory).unwrap();
            assert_eq!((second.state_hash(), second.steps() as usize), (saved, steps));
        }
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
    std::fs::write(&path, [&whole[..], &[0]].concat()).unwrap();
    let message = lattice.load(&path).unwrap_err().to_string();
    assert!(message.ends_with("it goes on behind its end"), "{message}");
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
        builder().collision(Collision::Trt { tau: 0.6, magic: 0.25 }).build().unwrap(),
        builder().policy(Policy::AdaptViscosity).build().unwrap(),
        #[cfg(feature = "half")]
        builder().storage(Storage::Half).build().unwrap(),
        builder().ideal_gas().build().unwrap(),
    ] {
        let message = other.load(&path).unwrap_err().to_string();
        assert!(message.contains("other units, collision, rest depth, bed, forces or storage"), "{message}");
    }
    let sloping = |slope: f64| builder().bed_m(move |x, _| slope * x).build().unwrap();
    sloping(0.01).save(&path).unwrap();
    sloping(0.01).load(&path).unwrap();
    let blown = Forces { wind_m2_s2: [1e-4, 0.0], ..Forces::default() };
    for mut other in [sloping(0.011), builder().bed_m(bed).forces(blown).build().unwrap()] {
        assert!(other.load(&path).is_err(), "another bed or other forces");
    }
    // The bed just beyond the grid, which determines the slope of the cells along its edge.
    let mut other = builder().bed_m(bed).periodic_bed([true, false]).build().unwrap();
    assert!(other.load(&path).is_err(), "another bed beyond the grid");
    let message = Lattice::builder(36, 21, units).build().unwrap().load(&path).unwrap_err().to_string();
    assert!(message.ends_with("it has 37 × 21 cells, the lattice 36 × 21"), "{message}");
}

#[test]
fn a_state_of_another_shape_is_refused() {
    let mut lattice = waves(BGK);
    let mut state = lattice.state();
    state.populations.pop();
    let message = lattice.restore(&state).unwrap_err().to_string();
    assert_eq!(message, format!("populations: {} values, expected {}", 37 * 21 * 9 - 1, 37 * 21 * 9));
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let message = waves(BGK).save(std::path::Path::new("/nowhere/state.lbm")).unwrap_err().to_string();
    assert!(message.starts_with("/nowhere/state.lbm: "), "{message}");
}

/// FNV-1a, 64 bits: from its published definition.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[test]
fn the_file_is_laid_out_as_documented() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state.lbm");
    let mut lattice = waves(BGK);
    run(&mut lattice, 5);
    assert_eq!(lattice.steps(), 5);
    lattice.save(&path).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let (head, rest) = bytes.split_at(36);
    let (populations, hash) = rest.split_at(rest.len() - 8);
    assert_eq!(&head[..8], b"ESTELALB");
    assert_eq!([8, 12, 16].map(|at| u32::from_le_bytes(head[at..at + 4].try_into().unwrap())), [2, 37, 21]);
    assert_eq!(u64::from_le_bytes(head[28..].try_into().unwrap()), 5);
    let mut floats = populations.chunks_exact(4).map(|f| f32::from_le_bytes(f.try_into().unwrap()));
    for j in 0..21 {
        for q in 0..9 {
            for i in 0..37 {
                assert_eq!(floats.next(), Some(lattice.population(q, lattice.layout().site(i, j))));
            }
        }
    }
    assert_eq!(floats.next(), None);
    assert_eq!(u64::from_le_bytes(hash.try_into().unwrap()), fnv1a(&bytes[..bytes.len() - 8]));
    let state = [&5u64.to_le_bytes()[..], populations].concat();
    assert_eq!(lattice.state_hash(), fnv1a(&state));
}

/// Names in the program may change; a change of the hashed numbers would require another version.
#[test]
fn the_fingerprint_is_made_of_numbers_in_a_fixed_order() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state.lbm");
    let units = Units::new(2.0, 0.25, 8.0).unwrap();
    let fingerprint = |lattice: Lattice| {
        lattice.save(&path).unwrap();
        u64::from_le_bytes(std::fs::read(&path).unwrap()[20..28].try_into().unwrap())
    };
    let hash = |singles: [f32; 2], kind: [u8; 2], doubles: [f64; 3], rest: &[u8]| {
        let mut bytes = [2.0f64, 0.25, 8.0].map(f64::to_le_bytes).concat();
        bytes.push(0);
        bytes.extend(singles.map(f32::to_le_bytes).concat());
        bytes.extend(kind);
        bytes.extend(doubles.map(f64::to_le_bytes).concat());
        bytes.extend(rest);
        fnv1a(&bytes)
    };
    let builder = || Lattice::builder(1, 1, units).rest_depth_m(2.0);
    assert_eq!(
        fingerprint(builder().collision(BGK).build().unwrap()),
        hash([0.25, 1.0], [0, 0], [0.6, 0.0, 0.0], &[0])
    );
    let adapted =
        || builder().collision(BGK).policy(Policy::AdaptViscosity).smagorinsky(0.25).steps_per_traversal(5);
    assert_eq!(fingerprint(adapted().build().unwrap()), hash([0.25, 1.0], [0, 1], [0.6, 0.0, 0.25], &[0]));
    #[cfg(feature = "half")]
    assert_eq!(
        fingerprint(adapted().storage(Storage::Half).build().unwrap()),
        hash([0.25, 1.0], [0, 1], [0.6, 0.0, 0.25], &[1, 5])
    );
    let central = Collision::CentralMoments { tau: 0.55, bulk_tau: 0.75 };
    let forces = Forces { acceleration_m_s2: [0.5, -1.0], wind_m2_s2: [16.0, 32.0], ..Forces::default() };
    // Without rotation the cosine minus 1 is −0.
    let uneven = [0.015625, -0.03125, -0.0, 0.0, 0.25, 0.5, 0.0];
    let depths = [1.0f32, 1.0, 0.5, 0.5, 1.0, 1.0, 0.5, 0.5, 1.0, 1.0, 0.5, 0.5];
    let rest: Vec<u8> = uneven.into_iter().chain(depths).flat_map(f32::to_le_bytes).collect();
    let beach = Lattice::builder(2, 1, units)
        .rest_depth_m(2.0)
        .collision(central)
        .forces(forces)
        .bed_m(|x, _| if x > 2.0 { 1.0 } else { 0.0 });
    assert_eq!(
        fingerprint(beach.build().unwrap()),
        hash([0.25, 1.0], [2, 0], [0.55, 0.75, 0.0], &[&[0], &rest[..]].concat())
    );
}

/// A reader that has the earlier file open still reads all of it: the new file has replaced its name, not its contents.
#[test]
fn a_save_replaces_the_file_and_does_not_write_over_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state.lbm");
    let mut lattice = waves(BGK);
    lattice.save(&path).unwrap();
    let before = std::fs::read(&path).unwrap();
    let mut open = std::fs::File::open(&path).unwrap();
    run(&mut lattice, 2);
    lattice.save(&path).unwrap();
    let mut still_there = Vec::new();
    std::io::Read::read_to_end(&mut open, &mut still_there).unwrap();
    assert!(still_there == before, "the earlier file has changed");
    assert!(std::fs::read(&path).unwrap() != before);
}

#[test]
fn another_version_is_refused_by_its_number() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state.lbm");
    let mut lattice = waves(BGK);
    lattice.save(&path).unwrap();
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[8] = 1;
    let end = bytes.len() - 8;
    let hash = fnv1a(&bytes[..end]);
    bytes[end..].copy_from_slice(&hash.to_le_bytes());
    std::fs::write(&path, &bytes).unwrap();
    let message = lattice.load(&path).unwrap_err().to_string();
    assert!(message.ends_with("it is of version 1, this program reads version 2"), "{message}");
}

/// Viscosity, eddy viscosity and forces change between two steps: the lattice goes on as one that was built with them does from the
/// same state, with the same bits.
#[test]
fn a_lattice_with_other_parameters_goes_on_as_one_built_with_them() {
    let units = Units::from_gravity_number(0.5, 2.0, 0.15, 9.81).unwrap();
    let windy = |wind: f64| Forces { wind_m2_s2: [wind, 0.0], manning_s_m13: 0.03, ..Forces::default() };
    let built = |collision: Collision, eddies: f64, wind: f64| {
        let builder = Lattice::builder(30, 20, units).rest_depth_m(2.0).collision(collision);
        builder.smagorinsky(eddies).forces(windy(wind)).build().unwrap()
    };
    let central = Collision::CentralMoments { tau: 0.6, bulk_tau: 0.8 };
    let mut matters = false;
    for (collision, other) in
        [(BGK, Collision::Bgk { tau: 0.9 }), (central, Collision::CentralMoments { tau: 0.9, bulk_tau: 0.8 })]
    {
        let mut first = built(collision, 0.1, 1e-4);
        first.set_cell_m(9, 9, 2.3, [0.3, -0.2]);
        run(&mut first, 10);
        let state = first.state();
        let mut second = built(other, 0.2, 3e-4);
        second.restore(&state).unwrap();
        first.set_tau(0.9).unwrap();
        first.set_smagorinsky(0.2).unwrap();
        first.set_forces(&windy(3e-4)).unwrap();
        assert_eq!(first.stable_froude(2.0), second.stable_froude(2.0));
        run(&mut first, 20);
        run(&mut second, 20);
        assert_eq!(first.state_hash(), second.state_hash());
        let hash = first.state_hash();
        assert!(first.set_tau(0.5).is_err() && first.set_smagorinsky(0.7).is_err());
        assert!(first.set_forces(&windy(f64::NAN)).is_err());
        assert_eq!((first.collision(), first.smagorinsky(), first.state_hash()), (other, Some(0.2), hash));
        // A row of streams from rest to Froude 1: how many are beyond the limit.
        let beyond = |lattice: &mut Lattice| {
            (0..30).for_each(|i| lattice.set_cell_m(i, 3, 2.0, [0.15 * i as f64, 0.0]));
            lattice.check(|_| true).unwrap().beyond
        };
        let [changed, new] = [&mut first, &mut second].map(beyond);
        assert_eq!(changed, new);
        matters |= changed != beyond(&mut built(collision, 0.1, 1e-4));
    }
    assert!(matters, "central moments are stable at all speeds here, BGK is not");
    let mut plain = Lattice::builder(30, 20, units).rest_depth_m(2.0).build().unwrap();
    assert!(plain.set_smagorinsky(0.1).is_err() && plain.set_forces(&windy(1e-4)).is_err());
}
