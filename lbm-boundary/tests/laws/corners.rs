//! Solids that touch at a corner alone leave no way between them.

use crate::setups::{any_wall, assert_booked, units};
use lbm_boundary::{Boundary, Motion, Side, SideKind, Slip, Wall};
use lbm_core::{Collision, Cover, Lattice, Lid, LidCell, Totals};
use proptest::prelude::*;

const N: usize = 40;

/// Where a cell is from the middle of the grid in a frame turned by some degrees.
fn turned(k: usize, degrees: f64) -> [f64; 2] {
    let [x, y] = [k % N, k / N].map(|i| i as f64 + 0.5 - 0.5 * N as f64 + 0.03);
    let (sin, cos) = degrees.to_radians().sin_cos();
    [x * cos + y * sin, y * cos - x * sin]
}

/// A square of four walls, turned by some degrees, as thin as covers a cell of every column or row that it crosses.
fn ring(degrees: f64) -> Vec<u16> {
    let half = 11.0;
    let (sin, cos) = degrees.to_radians().sin_cos();
    let thickness = sin.max(cos) + 1e-6;
    let is_wall = |at: [f64; 2], axis: usize| {
        (at[axis].abs() - half).abs() < 0.5 * thickness && at[1 - axis].abs() < half + 0.5
    };
    let label = |k: usize| {
        let at = turned(k, degrees);
        (0..2).find(|&axis| is_wall(at, axis)).map_or(0, |axis| 1 + axis as u16)
    };
    (0..N * N).map(label).collect()
}

/// Water 1 m deep, inside of the ring 1.3 m.
fn lattice(labels: &[u16], degrees: f64, bed: bool) -> Lattice {
    let slope = if bed { 0.01 } else { 0.0 };
    let bed = move |x: f64, y: f64| slope * (x - 0.5 * y);
    let collision = Collision::CentralMoments { tau: 0.6, bulk_tau: 1.0 };
    let builder = Lattice::builder(N, N, units()).collision(collision).rest_depth_m(1.0).bed_m(bed);
    let mut lattice = builder.steps_per_traversal(4).build().unwrap();
    let inside = |k: usize| turned(k, degrees).iter().all(|at| at.abs() < 11.0);
    for k in (0..N * N).filter(|&k| labels[k] == 0 && inside(k)) {
        let bed_m = bed((k % N) as f64 + 0.5, (k / N) as f64 + 0.5);
        lattice.set_cell_m(k % N, k / N, 1.3 - bed_m, [0.0; 2]);
    }
    lattice
}

fn inside_mass(lattice: &Lattice, labels: &[u16], degrees: f64) -> f64 {
    let inside = |k: usize| turned(k, degrees).iter().all(|at| at.abs() < 11.0);
    lattice.totals(|k| labels[k] == 0 && inside(k)).mass
}

/// Walls hardly a cell thick at any angle hold the water on one side of them, to rounding.
#[test]
fn thin_oblique_walls_hold_water() {
    for degrees in [5.0, 15.0, 30.0, 45.0] {
        for wall in [Wall::NO_SLIP, Wall::FREE_SLIP, Wall::Interpolated(Slip::NoSlip)] {
            let labels = ring(degrees);
            let mut lattice = lattice(&labels, degrees, false);
            let mut boundary = Boundary::builder().solids(&labels).solid_wall(wall).build(&lattice).unwrap();
            let before = inside_mass(&lattice, &labels, degrees);
            for _ in 0..400 {
                boundary.apply(&mut lattice);
                assert!(lattice.step());
            }
            let lost = inside_mass(&lattice, &labels, degrees) + boundary.owed_mass() - before;
            assert!(lost.abs() < 1e-6 * before, "{wall:?} at {degrees}°: {lost} of {before}");
        }
    }
}

/// Several steps in one traversal are single ones.
#[test]
fn steps_beside_oblique_walls_are_single_steps() {
    let labels = ring(45.0);
    let start = || {
        let lattice = lattice(&labels, 45.0, false);
        let boundary = Boundary::builder().solids(&labels).build(&lattice).unwrap();
        (lattice, boundary)
    };
    let ((mut fast, mut of_fast), (mut single, mut of_single)) = (start(), start());
    assert!(of_fast.steps(&mut fast, 8));
    for _ in 0..8 {
        of_single.apply(&mut single);
        assert!(single.step());
    }
    assert_eq!(fast.state_hash(), single.state_hash());
}

/// What the ledger says of them is what the water on both sides got.
#[test]
fn what_oblique_walls_return_is_booked() {
    for degrees in [15.0, 30.0, 45.0] {
        let labels = ring(degrees);
        let mut lattice = lattice(&labels, degrees, false);
        let mut boundary = Boundary::builder().solids(&labels).build(&lattice).unwrap();
        let totals = |lattice: &Lattice| lattice.totals(|k| labels[k] == 0);
        for _ in 0..40 {
            let before = totals(&lattice);
            boundary.apply(&mut lattice);
            assert!(lattice.step());
            assert_booked(&before, &totals(&lattice), boundary.ledger(), 2e-4);
        }
    }
}

/// Water at rest over a slope stays so on both sides of an oblique wall, each at its own level.
#[test]
fn water_at_rest_stays_at_rest_beside_oblique_walls() {
    let labels = ring(45.0);
    let mut lattice = lattice(&labels, 45.0, true);
    let mut boundary = Boundary::builder().solids(&labels).build(&lattice).unwrap();
    for _ in 0..100 {
        boundary.apply(&mut lattice);
        assert!(lattice.step());
    }
    let froude = lattice.max_froude(|k| labels[k] == 0);
    assert!(froude < 2e-6, "{froude}");
}

/// A rigid lid lies over both sides of an oblique wall: neither it nor the water's own head drives any past the wall, and what it gives the water
/// is what it and the wall are booked with.
#[test]
fn a_lid_over_an_oblique_wall_drives_nothing_through_it() {
    let labels = ring(45.0);
    let solid: Vec<bool> = labels.iter().map(|label| *label != 0).collect();
    let is_under = |k: &usize| !solid[*k] && ((k % N) as f64 - 27.0).hypot((k / N) as f64 - 27.0) < 6.0;
    let inside = |k: usize| turned(k, 45.0).iter().all(|at| at.abs() < 11.0);
    for rests in [true, false] {
        let mut lattice = lattice(&labels, 45.0, false);
        let mut boundary = Boundary::builder().solids(&labels).build(&lattice).unwrap();
        let mut lid = Lid::new(&lattice);
        let layout = *lattice.layout();
        let lid_cell = |k: usize| {
            let site = layout.site((k % N) as isize, (k / N) as isize);
            let level = if rests && inside(k) { 0.3 } else { 0.0 };
            LidCell { site, covered: 0.5, level }
        };
        let covered: Vec<LidCell> = (0..N * N).filter(is_under).map(lid_cell).collect();
        let thickness: Vec<f32> = (0..N * N).map(|k| if is_under(&k) { 0.2 } else { 0.0 }).collect();
        let (change, columns) = (vec![0.0; N * N], vec![0..N; N]);
        let cover = Cover { thickness_m: &thickness, change_m: &change, solid: &solid, columns: &columns };
        let totals = |lattice: &Lattice| lattice.totals(|k| labels[k] == 0);
        let before = inside_mass(&lattice, &labels, 45.0);
        for step in 0..200 {
            boundary.apply(&mut lattice);
            lid.cover(&lattice, &covered, &cover);
            let was = totals(&lattice);
            lid.press(&mut lattice).unwrap();
            let is = totals(&lattice);
            let strength: f64 = lid.momenta().iter().map(|[x, y]| x.hypot(*y)).sum();
            for axis in 0..2 {
                let of_walls: f64 = lid.of_walls().map(|(.., momentum)| momentum[axis]).sum();
                let given = of_walls + lid.momenta().iter().map(|momentum| momentum[axis]).sum::<f64>();
                let got = is.momentum[axis] - was.momentum[axis];
                assert!((got - given).abs() < 1e-6 * (1.0 + strength), "step {step}: {got} for {given}");
            }
            assert!(lattice.step());
        }
        let lost = inside_mass(&lattice, &labels, 45.0) - before;
        assert!(lost.abs() < 1e-6 * before, "{lost} of {before}");
        let froude = lattice.max_froude(|k| labels[k] == 0);
        assert!((froude < 1e-4) == rests, "{froude}");
    }
}

/// Water on one side of an oblique wall shears none on the other: viscosity takes from both what it takes from either.
#[test]
fn viscosity_does_not_act_through_oblique_walls() {
    let labels = ring(45.0);
    let solid: Vec<bool> = labels.iter().map(|label| *label != 0).collect();
    let lattice = lattice(&labels, 45.0, false);
    let boundary = Boundary::builder().solids(&labels).build(&lattice).unwrap();
    let (none, columns) = (vec![0.0; N * N], vec![0..0; N]);
    let cover = Cover { thickness_m: &none, change_m: &none, solid: &solid, columns: &columns };
    let power = |moves: &dyn Fn(bool) -> bool| {
        let inside = |k: usize| turned(k, 45.0).iter().all(|at| at.abs() < 11.0);
        let speed = |k: usize| if !solid[k] && moves(inside(k)) { 0.1 } else { 0.0 };
        let u: Vec<f32> = (0..N * N).map(speed).collect();
        boundary.viscous_power(&lattice, [&none, &u, &none], &cover)
    };
    let (both, parts) = (power(&|_| true), power(&|inside| inside) + power(&|inside| !inside));
    assert!(both > 0.0 && (both - parts).abs() < 1e-6 * both, "{both} for {parts}");
}

proptest! {
    /// Any mask of single cells, any walls, at rest or moving: mass and momentum are what the ledger says.
    #[test]
    fn corners_of_any_walls_are_booked(
        solids in prop::collection::vec(prop_oneof![3 => Just(0u16), 1 => 1u16..4], 144),
        walls in prop::array::uniform3(any_wall()),
        speeds in prop::array::uniform3(-0.1f64..0.1),
        periodic in any::<bool>(),
    ) {
        let n = 12;
        prop_assume!(solids.contains(&0));
        let mut lattice = Lattice::builder(n, n, units()).build().unwrap();
        for k in (0..n * n).filter(|&k| solids[k] == 0) {
            let wave = 0.05 * (k as f64).sin();
            lattice.set_cell_m(k % n, k / n, 1.0 + wave, [wave, 0.5 * wave]);
        }
        let motion = |u: f64| Motion { linvel_m_s: [u, 0.3 * u], ..Motion::default() };
        let motions: Vec<_> = (1..4).zip(speeds.map(motion)).collect();
        let mut builder = Boundary::builder().solids(&solids).motions(&motions);
        for (label, wall) in (1..4).zip(walls) {
            builder = builder.wall_of(label, wall);
        }
        for side in [Side::West, Side::East].into_iter().filter(|_| periodic) {
            builder = builder.side(side, SideKind::Periodic);
        }
        let mut boundary = builder.build(&lattice).unwrap();
        let totals = |lattice: &Lattice| -> Totals { lattice.totals(|k| solids[k] == 0) };
        for _ in 0..5 {
            let before = totals(&lattice);
            boundary.apply(&mut lattice);
            prop_assert!(lattice.step());
            let after = totals(&lattice);
            if !periodic {
                assert_booked(&before, &after, boundary.ledger(), 1e-4);
                continue;
            }
            let [sides, solids] = [boundary.ledger().sides(), boundary.ledger().solids()];
            prop_assert!((after.mass - before.mass - sides.mass - solids.mass).abs() < 1e-4);
            for axis in 0..2 {
                let off = after.momentum[axis] - before.momentum[axis] - sides.momentum[axis] - solids.momentum[axis];
                prop_assert!(off.abs() < 1e-4, "momentum {}", off);
            }
        }
    }
}
