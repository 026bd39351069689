//! Energy that viscosity takes, held against what is gone from the water and against theory.

use std::f64::consts::TAU;

use crate::common::wrap;
use lbm_core::d2q9::{C, OPPOSITE};
use lbm_core::{Across, Collision, Cover, Lattice, LatticeBuilder, Policy, Region, Units};

/// Waves are as long as the box, in cells.
const N: usize = 48;
const DEPTH: f64 = 4.0;

/// Velocity along x and y, and elevation, at a phase along x and y.
type Start = fn(f64, f64) -> [f64; 3];

fn shear_wave(_: f64, y: f64) -> [f64; 3] {
    [0.01 * y.sin(), 0.0, 0.0]
}

fn standing_wave(x: f64, _: f64) -> [f64; 3] {
    [0.0, 0.0, 0.005 * DEPTH * x.cos()]
}

/// Its pressure is left out: at this speed it is a thousandth of a standing wave's.
fn taylor_green(x: f64, y: f64) -> [f64; 3] {
    [0.01 * x.sin() * y.cos(), -0.01 * x.cos() * y.sin(), 0.0]
}

fn builder(collision: Collision) -> LatticeBuilder {
    let units = Units::from_gravity_number(1.0, DEPTH, 0.15, 9.81).unwrap();
    Lattice::builder(N, N, units).rest_depth_m(DEPTH).collision(collision)
}

fn water(collision: Collision, eddies: f64, start: impl Fn(f64, f64) -> [f64; 3]) -> Lattice {
    started(builder(collision).smagorinsky(eddies), &start)
}

fn started(builder: LatticeBuilder, start: &dyn Fn(f64, f64) -> [f64; 3]) -> Lattice {
    let mut lattice = builder.build().unwrap();
    for j in 0..N {
        for i in 0..N {
            let [x, y] = [i, j].map(|k| TAU * (k as f64 + 0.5) / N as f64);
            let [u, v, eta] = start(x, y);
            let site = lattice.layout().site(i as isize, j as isize);
            lattice.set_equilibrium(site, eta as f32, u as f32, v as f32);
        }
    }
    lattice
}

/// Power of viscosity in a periodic box without covers, or between walls at its lower and upper side.
fn power(lattice: &Lattice, has_walls: bool) -> f64 {
    let (nx, ny) = (lattice.layout().nx(), lattice.layout().ny());
    let [mut eta, mut u, mut v] = [(); 3].map(|()| vec![0.0; nx * ny]);
    let (none, solid) = (vec![0.0; nx * ny], vec![false; nx * ny]);
    lattice.write_fields(Region::new(0..nx, 0..ny), [&mut eta, &mut u, &mut v], &solid);
    let cover = Cover { thickness_m: &none, change_m: &none, solid: &solid, columns: &vec![0..0; ny] };
    lattice.viscous_power([&eta, &u, &v], &cover, &|cell, q| {
        let [x, y] = [0, 1].map(|axis| C[q][axis] as isize);
        if has_walls && (cell / nx).wrapping_add_signed(y) >= ny {
            return Across::Wall([0.0; 2]);
        }
        let x = (cell % nx).wrapping_add_signed(x).wrapping_add(nx) % nx;
        let y = (cell / nx).wrapping_add_signed(y).wrapping_add(ny) % ny;
        Across::Cell(y * nx + x)
    })
}

fn energy(lattice: &Lattice) -> f64 {
    let energy = lattice.energy(|_| true, |_| 0.0);
    energy.kinetic + energy.potential
}

/// Energy at the start, what is gone after so many steps, and what viscosity took by its power.
fn losses(mut lattice: Lattice, steps: usize) -> [f64; 3] {
    // Stresses that the start lacks take some steps.
    (0..40).for_each(|_| step(&mut lattice));
    let start = energy(&lattice);
    let mut taken = 0.5 * power(&lattice, false);
    for _ in 0..steps {
        step(&mut lattice);
        taken += power(&lattice, false);
    }
    taken -= 0.5 * power(&lattice, false);
    [start, start - energy(&lattice), taken]
}

fn step(lattice: &mut Lattice) {
    wrap(lattice);
    assert!(lattice.step());
}

const OPERATORS: [Collision; 6] = [
    Collision::Bgk { tau: 0.6 },
    Collision::Bgk { tau: 1.0 },
    Collision::Trt { tau: 0.6, magic: 0.25 },
    Collision::Trt { tau: 0.8, magic: 0.1875 },
    Collision::CentralMoments { tau: 0.6, bulk_tau: 1.0 },
    Collision::CentralMoments { tau: 0.6, bulk_tau: 0.6 },
];

/// What the power sums up to is gone, and as fast as theory has it: `E ∝ exp(−2 ν k² t)` of shear, of Taylor–Green `exp(−4 ν k² t)`, of
/// standing waves `exp(−[ν + (τ_b − ½) (⅔ − g h)] k² t)`.
///
/// Left over is the lattice's own error, of second order in the waves' 48 cells: `(2π / 48)² / 6` is 0.3 %. A standing wave has lost in steps what theory has it
/// lose evenly.
#[test]
fn viscosity_takes_what_is_gone() {
    let steps = 300;
    let k = TAU / N as f64;
    for collision in OPERATORS {
        let nu = (collision.tau() - 0.5) / 3.0;
        let bulk_tau = match collision {
            Collision::CentralMoments { bulk_tau, .. } => bulk_tau,
            _ => collision.tau(),
        };
        let along = nu + (bulk_tau - 0.5) * (2.0 / 3.0 - 0.15);
        for (name, start, rate, within) in [
            ("shear", shear_wave as Start, 2.0 * nu, 0.002),
            ("standing", standing_wave, along, 0.03),
            ("Taylor-Green", taylor_green, 4.0 * nu, 0.002),
        ] {
            let [all, gone, taken] = losses(water(collision, 0.0, start), steps);
            let theory = all * (1.0 - (-rate * k * k * steps as f64).exp());
            let case =
                format!("{collision:?} {name}: gone {gone}, taken {taken}, by theory {theory} of {all}");
            assert!(gone > 0.2 * all && (taken / gone - 1.0).abs() < 0.006, "{case}");
            assert!((theory / gone - 1.0).abs() < within, "{case}");
        }
    }
}

/// Eddies take theirs: most of it here, of a viscosity that differs from cell to cell.
#[test]
fn eddies_take_what_is_gone() {
    for collision in [Collision::Bgk { tau: 0.55 }, Collision::CentralMoments { tau: 0.55, bulk_tau: 0.6 }] {
        for start in [shear_wave as Start, standing_wave, taylor_green] {
            let start = |x: f64, y: f64| {
                let [u, v, eta] = start(x, y);
                [10.0 * u, 10.0 * v, 5.0 * eta]
            };
            let [all, gone, taken] = losses(water(collision, 0.5, start), 200);
            let [_, without, _] = losses(water(collision, 0.0, start), 200);
            let case =
                format!("{collision:?}: gone {gone}, taken {taken} of {all}, without eddies {without}");
            assert!((taken / gone - 1.0).abs() < 0.02 && gone > without, "{case}");
        }
    }
}

/// A faster relaxation in fast streams takes more: shear on a stream of half the critical speed.
#[test]
fn adapted_viscosity_takes_what_is_gone() {
    let stream = |_: f64, y: f64| [0.19 + 0.004 * y.sin(), 0.0, 0.0];
    let mut results = Vec::new();
    for policy in [Policy::Warn, Policy::AdaptViscosity] {
        let builder = builder(Collision::Bgk { tau: 0.51 }).policy(policy);
        let lattice = started(builder, &stream);
        let [_, gone, taken] = losses(lattice, 400);
        results.push(taken / gone);
    }
    assert!(results.iter().all(|of| (of - 1.0).abs() < 0.01), "{results:?}");
}

/// Beside walls, half a cell beyond the last ones, water is sheared most: a stream between two that comes to rest.
#[test]
fn walls_take_what_is_gone() {
    let walls = |lattice: &mut Lattice| {
        wrap(lattice);
        let layout = *lattice.layout();
        for i in 0..N as isize {
            for (inside, beyond, entering) in [(0, -1, [2, 3, 4]), (N as isize - 1, N as isize, [6, 7, 8])] {
                for q in entering {
                    let from = layout.site((i - C[q][0] as isize).rem_euclid(N as isize), beyond);
                    let back = lattice.populations(layout.site(i, inside))[OPPOSITE[q]];
                    // At the ends of the rows too, whose ghost cells enter.
                    lattice.set_population(q, from, back);
                    if i == 0 || i == N as isize - 1 {
                        lattice.set_population(q, layout.site(i - C[q][0] as isize, beyond), back);
                    }
                }
            }
        }
    };
    for collision in OPERATORS {
        let mut lattice = water(collision, 0.0, |_, y| [0.02 * (0.5 * y).sin(), 0.0, 0.0]);
        let step = |lattice: &mut Lattice| {
            walls(lattice);
            assert!(lattice.step());
        };
        (0..40).for_each(|_| step(&mut lattice));
        let (start, mut taken) = (energy(&lattice), 0.0);
        for _ in 0..400 {
            let before = power(&lattice, true);
            step(&mut lattice);
            taken += 0.5 * (before + power(&lattice, true));
        }
        let gone = start - energy(&lattice);
        assert!(gone > 0.1 * start && (taken / gone - 1.0).abs() < 0.003, "{collision:?}: {taken} of {gone}");
    }
}

/// Where the water has left a lid, the head that its pressure counts to may be none: the power there has a value all the same.
#[test]
fn covered_cells_without_a_head_take_a_finite_power() {
    for collision in OPERATORS {
        let lattice = builder(collision).build().unwrap();
        let (none, solid) = (vec![0.0; N * N], vec![false; N * N]);
        for [head_m, thickness_m] in [[0.0, 0.0], [0.0, 2.0], [-0.1, 0.0], [-0.1, 2.0]] {
            // Under the lid `h − b` is the column, and its sides are far.
            let (thickness_m, eta_m) = (vec![thickness_m; N * N], vec![head_m - DEPTH as f32; N * N]);
            let cover =
                Cover { thickness_m: &thickness_m, change_m: &none, solid: &solid, columns: &vec![0..N; N] };
            let u_m_s: Vec<f32> = (0..N * N).map(|k| 0.5 + 0.01 * (k % 7) as f32).collect();
            let power = lattice.viscous_power([&eta_m, &u_m_s, &none], &cover, &|_, _| Across::Open);
            assert!(
                power.is_finite(),
                "{collision:?}, head {head_m} m, thickness {} m: {power}",
                thickness_m[0]
            );
        }
    }
}
