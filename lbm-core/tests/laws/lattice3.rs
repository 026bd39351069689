//! Navier–Stokes in three dimensions: against the scheme as published, in f64, and its laws.

use lbm_core::d3q19::{C, Q, W};
use lbm_core::{Collision, Ends, Lattice3};
use proptest::prelude::*;

/// D3Q19 in a periodic box, cell by cell; full populations.
struct Reference {
    cells: [usize; 3],
    f: Vec<[f64; Q]>,
    tau: f64,
    tau_odd: f64,
    smagorinsky: f64,
    acceleration: [f64; 3],
}

pub(crate) fn opposite(q: usize) -> usize {
    match q {
        0 => 0,
        1..=9 => q + 9,
        _ => q - 9,
    }
}

fn moments(f: &[f64; Q]) -> (f64, [f64; 3]) {
    let density: f64 = f.iter().sum();
    let along = |axis: usize| (0..Q).map(|q| f64::from(C[q][axis]) * f[q]).sum::<f64>() / density;
    (density, [along(0), along(1), along(2)])
}

pub(crate) fn equilibrium(density: f64, u: [f64; 3]) -> [f64; Q] {
    std::array::from_fn(|q| {
        let cu: f64 = (0..3).map(|axis| f64::from(C[q][axis]) * u[axis]).sum();
        let square: f64 = u.iter().map(|u| u * u).sum();
        f64::from(W[q]) * density * (1.0 + 3.0 * cu + 4.5 * cu * cu - 1.5 * square)
    })
}

impl Reference {
    fn cell(&self, k: usize) -> [usize; 3] {
        let [nx, ny, _] = self.cells;
        [k % nx, k / nx % ny, k / (nx * ny)]
    }

    fn step(&mut self) {
        let old = self.f.clone();
        for k in 0..old.len() {
            let cell = self.cell(k);
            let f: [f64; Q] = std::array::from_fn(|q| {
                let from: [usize; 3] = std::array::from_fn(|axis| {
                    (cell[axis] as i32 - C[q][axis]).rem_euclid(self.cells[axis] as i32) as usize
                });
                old[(from[2] * self.cells[1] + from[1]) * self.cells[0] + from[0]][q]
            });
            self.f[k] = self.collide(&f);
        }
    }

    fn collide(&self, f: &[f64; Q]) -> [f64; Q] {
        let density = f.iter().sum::<f64>();
        let force = self.acceleration.map(|a| a * density);
        collide(f, force, [self.tau, self.tau_odd], self.smagorinsky).f
    }
}

/// What a collision leaves, and the velocity and relaxation time that it took.
pub(crate) struct Collided {
    pub(crate) f: [f64; Q],
    pub(crate) velocity: [f64; 3],
    pub(crate) tau: f64,
    /// Trace of the stress in the middle of the step.
    pub(crate) trace: f64,
}

/// Two relaxation times, Smagorinsky's eddies and the force of Guo, Zheng, Shi (2002).
pub(crate) fn collide(f: &[f64; Q], force: [f64; 3], [tau, tau_odd]: [f64; 2], smagorinsky: f64) -> Collided {
    let (density, u) = moments(f);
    let u: [f64; 3] = std::array::from_fn(|axis| u[axis] + 0.5 * force[axis] / density);
    let eq = equilibrium(density, u);
    let (mut squared, mut trace) = (0.0, 0.0);
    for a in 0..3 {
        for b in 0..3 {
            let stress: f64 = (0..Q).map(|q| f64::from(C[q][a] * C[q][b]) * (f[q] - eq[q])).sum();
            let stress = stress + 0.5 * (u[a] * force[b] + u[b] * force[a]);
            squared += stress.powi(2);
            trace += if a == b { stress } else { 0.0 };
        }
    }
    // τ + 3 ν_t with ν_t = C² |S|, |S| = 3 √(2 Π Π) / (2 ρ τ_t), solved for τ_t (Hou et al. 1996).
    let strain = 18.0 * 2.0f64.sqrt() * smagorinsky.powi(2) * squared.sqrt() / density;
    let stirred = 0.5 * (tau + (tau * tau + strain).sqrt());
    let tau_odd = if tau_odd == tau { stirred } else { tau_odd };
    let along = |q: usize, v: [f64; 3]| (0..3).map(|axis| f64::from(C[q][axis]) * v[axis]).sum::<f64>();
    let work: f64 = (0..3).map(|axis| u[axis] * force[axis]).sum();
    let f = std::array::from_fn(|q| {
        let rest = |q: usize| f[q] - eq[q];
        let even = 0.5 * (rest(q) + rest(opposite(q)));
        let odd = 0.5 * (rest(q) - rest(opposite(q)));
        let w = f64::from(W[q]);
        let push = 3.0 * w * along(q, force);
        let stir = w * (9.0 * along(q, u) * along(q, force) - 3.0 * work);
        f[q] - even / stirred - odd / tau_odd + push * (1.0 - 0.5 / tau_odd) + stir * (1.0 - 0.5 / stirred)
    });
    Collided { f, velocity: u, tau: stirred, trace }
}

/// Pseudo-random numbers between −1 and 1.
pub(crate) fn scattered(seed: usize) -> f64 {
    ((seed as f64 * 12.9898).sin() * 43758.5453).fract()
}

fn wavy(cells: [usize; 3], cell: [usize; 3], speed: f64) -> (f64, [f64; 3]) {
    let angle: f64 = cell.iter().zip(cells).map(|(&at, n)| at as f64 / n as f64).sum::<f64>() * 6.3;
    (1.0 + 0.02 * angle.sin(), [speed * angle.cos(), -speed * (angle + 1.0).sin(), 0.5 * speed * angle.sin()])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn the_sweep_is_the_scheme(
        nx in 1usize..20, ny in 1usize..7, nz in 1usize..7, tau in 0.55f64..1.2, trt: bool, magic in 0.1f64..0.3,
        les: bool, speed in -0.05f64..0.05, push in -1e-4f64..1e-4,
    ) {
        let cells = [nx, ny, nz];
        let collision = if trt { Collision::Trt { tau, magic } } else { Collision::Bgk { tau } };
        let smagorinsky = if les { 0.15 } else { 0.0 };
        let acceleration = [push, -0.5 * push, 0.3 * push];
        let tau_odd = if trt { 0.5 + magic / (tau - 0.5) } else { tau };
        let mut fast = Lattice3::builder(cells)
            .collision(collision)
            .smagorinsky(smagorinsky)
            .acceleration(acceleration)
            .build()
            .unwrap();
        let mut reference = Reference { cells, f: Vec::new(), tau, tau_odd, smagorinsky, acceleration };
        for k in 0..nx * ny * nz {
            let cell = reference.cell(k);
            let (density, u) = wavy(cells, cell, speed);
            let [density32, u32] = [vec![density as f32], u.map(|u| u as f32).to_vec()];
            fast.set_cell(cell.map(|at| at as isize), density32[0], [u32[0], u32[1], u32[2]]);
            let settled = equilibrium(f64::from(density32[0]), [0, 1, 2].map(|axis| f64::from(u32[axis])));
            reference.f.push(std::array::from_fn(|q| {
                let push: f64 = (0..3).map(|axis| f64::from(C[q][axis]) * acceleration[axis]).sum();
                settled[q] + 1.5 * f64::from(W[q]) * density * push
            }));
        }
        let (mass, momentum) = fast.totals();
        for _ in 0..50 {
            prop_assert!(fast.step());
            reference.step();
        }
        for k in 0..reference.f.len() {
            let cell = reference.cell(k);
            let m = fast.moments(cell.map(|at| at as isize));
            let (density, u) = moments(&reference.f[k]);
            let error = [f64::from(m.density) - density]
                .into_iter()
                .chain((0..3).map(|axis| f64::from(m.velocity[axis]) - (u[axis] - 0.5 * acceleration[axis])))
                .fold(0.0, |worst: f64, e| worst.max(e.abs()));
            // Rounding of `f32` deviations below 0.1, at random over the steps.
            prop_assert!(error < 2e-6, "cell {cell:?}: {error:e}");
        }
        let (later, gained) = fast.totals();
        prop_assert!((later / mass - 1.0).abs() < 1e-7);
        for axis in 0..3 {
            let expected = momentum[axis] + 50.0 * mass * acceleration[axis];
            prop_assert!((gained[axis] - expected).abs() < 1e-6 * mass, "axis {axis}");
        }
    }
}

/// Far from equilibrium, so that each coefficient of the collision affects each population.
#[test]
fn one_step_from_any_state_is_the_scheme() {
    let cells = [11, 3, 4];
    let (magic, acceleration) = (0.2, [3e-4, -2e-4, 1e-4]);
    for tau in [0.55, 0.9, 1.7] {
        for (trt, smagorinsky) in [(false, 0.0), (true, 0.0), (false, 0.2), (true, 0.2)] {
            let collision = if trt { Collision::Trt { tau, magic } } else { Collision::Bgk { tau } };
            let tau_odd = if trt { 0.5 + magic / (tau - 0.5) } else { tau };
            let builder = Lattice3::builder(cells).collision(collision).smagorinsky(smagorinsky);
            let mut fast = builder.acceleration(acceleration).build().unwrap();
            let mut reference = Reference { cells, f: Vec::new(), tau, tau_odd, smagorinsky, acceleration };
            for k in 0..cells.iter().product() {
                let cell = reference.cell(k).map(|at| at as isize);
                let deviations: [f32; Q] = std::array::from_fn(|q| {
                    (0.3 * f64::from(W[q]) * scattered(k * Q + q + trt as usize)) as f32
                });
                (0..Q).for_each(|q| fast.set_population(q, cell, deviations[q]));
                reference.f.push(std::array::from_fn(|q| f64::from(W[q]) + f64::from(deviations[q])));
            }
            assert!(fast.step());
            reference.step();
            for (k, f) in reference.f.iter().enumerate() {
                let cell = reference.cell(k).map(|at| at as isize);
                for q in 0..Q {
                    let error = f64::from(fast.population(q, cell)) - (f[q] - f64::from(W[q]));
                    // A few roundings of deviations of 0.1 and below.
                    assert!(error.abs() < 1e-7, "{collision:?} {smagorinsky} {cell:?} {q}: {error:e}");
                }
            }
        }
    }
}

#[test]
fn vortices_decay_with_the_viscosity_whichever_way_they_lie() {
    let (n, tau, speed) = (32usize, 0.65, 0.02);
    let wave = std::f64::consts::TAU / n as f64;
    for axes in [[0, 1], [1, 2], [2, 0]] {
        let mut cells = [3; 3];
        axes.iter().for_each(|&axis| cells[axis] = n);
        let mut air = Lattice3::builder(cells).collision(Collision::Bgk { tau }).build().unwrap();
        let energy = |air: &Lattice3| -> f64 {
            let all = (0..cells[0] * cells[1] * cells[2])
                .map(|k| [k % cells[0], k / cells[0] % cells[1], k / (cells[0] * cells[1])]);
            all.map(|cell| {
                let u = air.moments(cell.map(|at| at as isize)).velocity.map(f64::from);
                u.iter().map(|u| u * u).sum::<f64>()
            })
            .sum()
        };
        for k in 0..cells[0] * cells[1] * cells[2] {
            let cell = [k % cells[0], k / cells[0] % cells[1], k / (cells[0] * cells[1])];
            let [a, b] = axes.map(|axis| wave * cell[axis] as f64);
            let mut u = [0.0f32; 3];
            u[axes[0]] = (speed * a.cos() * b.sin()) as f32;
            u[axes[1]] = (-speed * a.sin() * b.cos()) as f32;
            let density = 1.0 - 0.75 * speed * speed * ((2.0 * a).cos() + (2.0 * b).cos());
            air.set_cell(cell.map(|at| at as isize), density as f32, u);
        }
        (0..100).for_each(|_| assert!(air.step()));
        let start = energy(&air);
        (0..400).for_each(|_| assert!(air.step()));
        let viscosity = (start / energy(&air)).ln() / (4.0 * wave * wave * 400.0);
        assert!((viscosity / ((tau - 0.5) / 3.0) - 1.0).abs() < 0.01, "{axes:?}: {viscosity}");
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut air = Lattice3::builder([19, 9, 70]).ends([Ends::Walls; 3]).build().unwrap();
            air.set_cell([9, 4, 35], 1.1, [0.05, 0.0, -0.05]);
            (0..40).for_each(|_| assert!(air.step()));
            let cells = (0..19 * 9 * 70).map(|k| [k % 19, k / 19 % 9, k / (19 * 9)]);
            cells.flat_map(|cell| (0..Q).map(move |q| (q, cell))).fold(Vec::new(), |mut bits, (q, cell)| {
                bits.push(air.population(q, cell).to_bits());
                bits
            })
        })
    };
    assert_eq!(run(1), run(2));
    assert_eq!(run(1), run(5));
}

#[test]
fn a_box_with_walls_keeps_its_mass() {
    let mut air = Lattice3::builder([9, 8, 7])
        .ends([Ends::Walls; 3])
        .collision(Collision::Trt { tau: 0.7, magic: 0.1875 })
        .build()
        .unwrap();
    air.set_cell([2, 3, 4], 1.2, [0.1, -0.1, 0.05]);
    let (before, _) = air.totals();
    (0..2000).for_each(|_| assert!(air.step()));
    assert!((air.totals().0 / before - 1.0).abs() < 1e-6);
}

#[test]
fn a_cell_in_trouble_is_reported() {
    for (density, u) in [(f32::NAN, 0.0), (-3.0, 0.0), (1.0, 1.5)] {
        let mut air = Lattice3::builder([10, 10, 10]).collision(Collision::Bgk { tau: 1.0 }).build().unwrap();
        for k in 0..1000 {
            air.set_cell([k % 10, k / 10 % 10, k / 100], density, [u, 0.0, 0.0]);
        }
        assert!(!air.step(), "density {density}, velocity {u}");
        assert_eq!(air.trouble().unwrap().cell, [0, 0, 0]);
    }
}

/// The populations that stream into one cell leave it without density or too fast; all others are valid.
#[test]
fn a_cell_in_trouble_is_named_wherever_it_is() {
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        for cell in [[0, 0, 0], [18, 0, 69], [9, 5, 34], [15, 8, 40], [16, 8, 0]] {
            for (density, u, cause) in [(-0.5, 0.0, "no density left"), (1.0, 1.5, "faster than a cell")] {
                let mut air = Lattice3::builder([19, 9, 70]).build().unwrap();
                assert!(pool.install(|| air.step()));
                assert_eq!(air.trouble(), None);
                let f = equilibrium(density, [0.0, 0.0, u]);
                for q in 0..Q {
                    let n = [19, 9, 70];
                    let from =
                        std::array::from_fn(|axis| (cell[axis] - C[q][axis] as isize).rem_euclid(n[axis]));
                    air.set_population(q, from, (f[q] - f64::from(W[q])) as f32);
                }
                assert!(!pool.install(|| air.step()));
                let trouble = air.trouble().unwrap();
                assert_eq!(trouble.cell, cell.map(|at| at as usize));
                assert!((f64::from(trouble.moments.density) - density).abs() < 1e-5, "{trouble:?}");
                assert!((f64::from(trouble.moments.velocity[2]) - u).abs() < 1e-5, "{trouble:?}");
                assert!(trouble.cause.starts_with(cause), "{trouble:?}");
            }
        }
    }
}

#[test]
fn what_it_cannot_do_is_refused() {
    let central = Collision::CentralMoments { tau: 0.6, bulk_tau: 1.0 };
    let error = Lattice3::builder([4; 3]).collision(central).build().unwrap_err().to_string();
    assert!(error.contains("take BGK or TRT"), "{error}");
    let error = Lattice3::builder([4; 3]).density(-1.0).build().unwrap_err().to_string();
    assert_eq!(error, "density = -1: must be above 0");
}
