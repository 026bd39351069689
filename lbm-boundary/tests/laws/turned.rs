//! No direction is preferred: the result of a turned set-up is the turned result.

use crate::setups::Cross;
use lbm_boundary::{Boundary, Mask, Refill, Side, SideKind, Slip, Wall};
use lbm_core::d2q9::Q;
use lbm_core::{Lattice, Units};
use proptest::prelude::*;

const N: usize = 32;

/// Sides in counter-clockwise order: a quarter turn takes each to the next.
const AROUND: [Side; 4] = [Side::East, Side::North, Side::West, Side::South];

/// A cross that rotates and drifts in a basin.
#[derive(Debug, Clone)]
struct SetUp {
    wall: Wall,
    /// Kinds of the sides, in the order of [`AROUND`].
    sides: [SideKind; 4],
    refill: Refill,
    place: [f64; 2],
    drift_m_s: [f64; 2],
    /// Angular velocity, rad per step.
    turn: f64,
}

impl SetUp {
    fn closed() -> Self {
        let sides = [SideKind::Wall(Wall::NO_SLIP); 4];
        let (place, drift_m_s) = ([14.25, 15.75], [0.0; 2]);
        Self { wall: Wall::NO_SLIP, sides, refill: Refill::Equilibrium, place, drift_m_s, turn: 0.02 }
    }
}

/// Populations after some steps of the set-up turned by `quarters` right angles, turned back; 0 in solids.
fn run(set_up: &SetUp, quarters: usize, steps: usize) -> Vec<[f32; Q]> {
    let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
    let mut lattice = Lattice::builder(N, N, units).build().unwrap();
    let middle = 0.5 * N as f64;
    let turned = |v: [f64; 2]| (0..quarters).fold(v, |[x, y], _| [-y, x]);
    let turn = |place: [f64; 2]| turned(place.map(|c| c - middle)).map(|c| c + middle);
    let mut cross = Cross::new(turn(set_up.place), 7.0, 2.25);
    cross.angle += std::f64::consts::FRAC_PI_2 * quarters as f64;
    cross.motion.linvel_m_s = turned(set_up.drift_m_s);
    cross.motion.angvel_rad_s = set_up.turn * units.lattice_speed_m_s();
    let distance = |_: u16, _: [f64; 2], _: [f64; 2]| 0.3;
    let first = cross.labels(N, N);
    let mut builder =
        Boundary::builder().solids(&first).solid_wall(set_up.wall).refill(set_up.refill).distance(&distance);
    for (k, kind) in set_up.sides.iter().enumerate() {
        builder = builder.side(AROUND[(k + quarters) % 4], *kind);
    }
    let mut boundary = builder.build(&lattice).unwrap();
    for _ in 0..steps {
        cross.advance(units.time_step_s());
        let labels = cross.labels(N, N);
        let mask = Mask::new(&labels).distance(&distance);
        boundary.move_solids(&mut lattice, &mask, &[(1, cross.motion)]).unwrap();
        boundary.apply(&mut lattice);
        assert!(lattice.step());
    }
    let labels = cross.labels(N, N);
    let place = |k: usize| {
        let [x, y] = turn([(k % N) as f64 + 0.5, (k / N) as f64 + 0.5]);
        (x as usize, y as usize)
    };
    (0..N * N)
        .map(place)
        .map(|(i, j)| {
            let f = lattice.populations(lattice.layout().site(i as isize, j as isize));
            let direction = |q: usize| if q == 0 { 0 } else { (q - 1 + 2 * quarters) % 8 + 1 };
            std::array::from_fn(|q| if labels[j * N + i] == 0 { f[direction(q)] } else { 0.0 })
        })
        .collect()
}

fn largest(populations: &[[f32; Q]]) -> f32 {
    populations.iter().flatten().fold(0.0, |a, f| a.max(f.abs()))
}

fn difference(a: &[[f32; Q]], b: &[[f32; Q]]) -> f32 {
    let pairs = a.iter().flatten().zip(b.iter().flatten());
    pairs.fold(0.0, |most, (a, b)| if (a - b).abs() <= most { most } else { (a - b).abs() })
}

/// Equality to the bit: sums over a cell's directions are symmetric, and those over cells are taken in `f64`.
#[test]
fn turning_the_set_up_turns_the_result() {
    let plain = run(&SetUp::closed(), 0, 300);
    assert!(largest(&plain) > 1e-3, "the cross moves the water: {}", largest(&plain));
    for quarters in 1..4 {
        let difference = difference(&plain, &run(&SetUp::closed(), quarters, 300));
        assert!(difference == 0.0, "{quarters} quarter turns: {difference}");
    }
}

#[test]
fn threads_do_not_change_a_bit() {
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| run(&SetUp::closed(), 0, 300))
    };
    let one = with(1);
    assert!(one == with(2) && one == with(4));
}

fn wall() -> impl Strategy<Value = Wall> {
    let slip = || prop_oneof![Just(Slip::NoSlip), Just(Slip::FreeSlip)];
    prop_oneof![
        slip().prop_map(Wall::HalfWay),
        slip().prop_map(Wall::OnGrid),
        Just(Wall::Modified),
        Just(Wall::Interpolated(Slip::NoSlip)),
        Just(Wall::Interpolated(Slip::FreeSlip)),
        Just(Wall::Extrapolated),
    ]
}

fn side() -> impl Strategy<Value = SideKind> {
    let at_rest = prop_oneof![
        Just(Wall::NO_SLIP),
        Just(Wall::FREE_SLIP),
        Just(Wall::OnGrid(Slip::NoSlip)),
        Just(Wall::Modified),
    ];
    let velocity = -0.3..0.3f64;
    prop_oneof![
        at_rest.prop_map(SideKind::Wall),
        velocity.clone().prop_map(|velocity_m_s| SideKind::Inflow { velocity_m_s, level_m: None }),
        (-5.0..5.0f64).prop_map(|discharge_m3_s| SideKind::Discharge { discharge_m3_s, ramp_s: 1.0 }),
        (0.97..1.03f64).prop_map(|depth_m| SideKind::Level { level_m: depth_m }),
        velocity.prop_map(|velocity_m_s| SideKind::Characteristic { level_m: 1.0, velocity_m_s }),
        Just(SideKind::Outflow),
        Just(SideKind::Sponge { width_m: 5.0 }),
    ]
}

fn set_up() -> impl Strategy<Value = SetUp> {
    let places = prop::array::uniform2(14.0..18.0f64);
    let drifts = prop::array::uniform2(-0.2..0.2f64);
    (wall(), prop::array::uniform4(side()), any::<bool>(), places, drifts, -0.02..0.02f64).prop_map(
        |(wall, sides, non_equilibrium, place, drift_m_s, turn)| {
            let refill = if non_equilibrium { Refill::NonEquilibrium } else { Refill::Equilibrium };
            SetUp { wall, sides, refill, place, drift_m_s, turn }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Walls and sides of every kind, and corners of all of them. Some of their sums depend on the order of directions, which
    /// leaves rounding errors of populations of order 1.
    #[test]
    fn no_direction_is_preferred_by_any_wall_or_side(set_up in set_up()) {
        let plain = run(&set_up, 0, 60);
        prop_assert!(largest(&plain).is_finite());
        for quarters in 1..4 {
            let turned = run(&set_up, quarters, 60);
            let difference = difference(&plain, &turned);
            prop_assert!(difference <= 2e-6, "{quarters} quarter turns: {difference} of {}", largest(&plain));
        }
    }
}
