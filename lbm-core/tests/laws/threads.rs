//! Any number of threads gives the same bits: all operators with eddies, over a bed with all forces, in 32 bits and in 16.

use crate::common::{STORAGES, wrap};
use lbm_core::{BorderRow, Collision, Forces, Lattice, Policy, Storage, Units};

fn run(threads: usize, collision: Collision, policy: Policy, storage: Storage, uneven: bool) -> [u64; 2] {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let (nx, ny) = (45, 170);
    let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
    let mut builder = Lattice::builder(nx, ny, units)
        .collision(collision)
        .policy(policy)
        .smagorinsky(0.15)
        .storage(storage)
        .steps_per_traversal(5);
    if uneven {
        let forces = Forces {
            acceleration_m_s2: [1e-3, 0.0],
            coriolis_1_s: 0.01,
            wind_m2_s2: [1e-4, 2e-4],
            manning_s_m13: 0.03,
        };
        builder = builder.forces(forces).bed_m(|x, y| 0.2 * (0.3 * x).sin() * (0.2 * y).cos());
    }
    let mut lattice = builder.build().unwrap();
    for k in 0..nx * ny {
        let eta = 0.03 * (((k * 37) % 101) as f32 / 50.0 - 1.0);
        lattice.set_equilibrium(
            lattice.layout().site((k % nx) as isize, (k / nx) as isize),
            eta,
            0.05,
            -0.5 * eta,
        );
    }
    pool.install(|| {
        for _ in 0..20 {
            wrap(&mut lattice);
            assert!(lattice.step());
        }
        let single = lattice.state_hash();
        // The populations that enter are those of the nearest water.
        let border = |row: &mut BorderRow<'_>| {
            let [last_i, last_j] = [nx, ny].map(|n| n as isize - 1);
            let j = row.j();
            for i in (-1..=last_i + 1).filter(|i| !(0..=last_i).contains(i) || !(0..=last_j).contains(&j)) {
                for q in 0..9 {
                    row.set_population(q, i, row.population(q, i.clamp(0, last_i), j.clamp(0, last_j)));
                }
            }
        };
        assert!(lattice.steps_with(17, &border));
        [single, lattice.state_hash()]
    })
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    for (collision, policy) in [
        (Collision::Bgk { tau: 0.6 }, Policy::AdaptViscosity),
        (Collision::Trt { tau: 0.6, magic: 0.1875 }, Policy::Warn),
        (Collision::CentralMoments { tau: 0.55, bulk_tau: 0.8 }, Policy::Warn),
    ] {
        for &storage in STORAGES {
            for uneven in [false, true] {
                let one = run(1, collision, policy, storage, uneven);
                for threads in [2, 5] {
                    let more = run(threads, collision, policy, storage, uneven);
                    assert_eq!(one, more, "{collision:?}, {storage:?}, {uneven}, {threads} threads");
                }
            }
        }
    }
}
