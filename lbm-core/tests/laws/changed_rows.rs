//! A step that changes rows as the sweep reaches them has the bits of a change of all rows and a step after it.

use lbm_core::d2q9::Q;
use lbm_core::{Collision, Instructions, Lattice, Units};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::common::{STORAGES, wrap};

const NX: usize = 37;

/// A change that depends on the row, the column and the value.
fn fade(j: usize, lines: [&mut [f32]; Q]) {
    for (q, line) in lines.into_iter().enumerate() {
        assert_eq!(line.len(), NX);
        for (i, f) in line.iter_mut().enumerate() {
            *f -= *f * ((i * 7 + j * 5 + q) % 11) as f32 * 0.02;
        }
    }
}

#[test]
fn each_row_is_changed_once_before_it_streams() {
    for isa in Instructions::all() {
        for &storage in STORAGES {
            for (ny, threads, per_traversal) in [(1, 1, 1), (9, 2, 1), (150, 1, 4), (150, 2, 1), (151, 3, 2)]
            {
                let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
                let builder = Lattice::builder(NX, ny, units).collision(Collision::Bgk { tau: 0.6 });
                let builder = builder.storage(storage).steps_per_traversal(per_traversal);
                let [mut apart, mut within] = [0; 2].map(|_| {
                    let mut lattice = builder.clone().build().unwrap();
                    lattice.set_instructions(isa);
                    for k in 0..NX * ny {
                        let eta = 0.03 * (((k * 37) % 101) as f32 / 50.0 - 1.0);
                        let site = lattice.layout().site((k % NX) as isize, (k / NX) as isize);
                        lattice.set_equilibrium(site, eta, 0.05, -0.5 * eta);
                    }
                    lattice
                });
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                let seen: Vec<AtomicU64> = (0..ny).map(|_| AtomicU64::new(0)).collect();
                for step in 0..7 {
                    wrap(&mut apart);
                    wrap(&mut within);
                    apart.map_rows(fade);
                    assert!(apart.step());
                    let change = |j: usize, lines: [&mut [f32]; Q]| {
                        seen[j].store(step + 1, Ordering::Relaxed);
                        fade(j, lines);
                    };
                    assert!(pool.install(|| within.step_with_rows(&change)));
                    let of = format!("{storage:?}, {ny} rows, {threads} threads, step {step}");
                    assert_eq!(within.state_hash(), apart.state_hash(), "{of}");
                    assert!(seen.iter().all(|at| at.load(Ordering::Relaxed) == step + 1), "{of}");
                }
            }
        }
    }
}

/// A single row is what [`Lattice::map_rows`] gives.
#[test]
fn a_row_has_the_lines_of_all_rows() {
    let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
    let mut lattice = Lattice::builder(NX, 5, units).build().unwrap();
    for k in 0..NX * 5 {
        let site = lattice.layout().site((k % NX) as isize, (k / NX) as isize);
        lattice.set_populations(site, std::array::from_fn(|q| (k * Q + q) as f32));
    }
    let all = lattice.map_rows(|_, lines| lines.map(|line| line.to_vec()));
    for (j, row) in all.into_iter().enumerate() {
        assert_eq!(lattice.row_mut(j).map(|line| line.to_vec()), row);
    }
}
