//! The same bits twice, and for any number of threads.

use super::shipped;

/// All numbers of a world's state, as bits.
fn fingerprint(threads: usize, name: &str, steps: usize) -> Vec<u64> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let mut world = shipped(name, &[]);
        for _ in 0..steps {
            world.step();
        }
        let fields = world.fields();
        let water = [&fields.elevation_m, &fields.u_m_s, &fields.v_m_s];
        let mut bits: Vec<u64> = water.into_iter().flatten().map(|x| u64::from(x.to_bits())).collect();
        for body in world.bodies() {
            let [x, y, z] = body.position_m.to_array();
            let [u, v, w] = body.linvel_m_s.to_array();
            bits.extend([x, y, z, u, v, w].map(f64::to_bits));
            bits.extend(body.rotation.to_array().map(f64::to_bits));
        }
        let (mass, momentum) = (world.mass(), world.momentum());
        bits.extend(
            [mass.final_m3, mass.through_borders_m3, momentum.final_n_s.x, momentum.exchanged_n_s]
                .map(f64::to_bits),
        );
        bits
    })
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    for name in ["speedboat", "dam-break-full"] {
        let one = fingerprint(1, name, 120);
        assert_eq!(one, fingerprint(1, name, 120), "{name}: twice with one thread");
        assert_eq!(one, fingerprint(2, name, 120), "{name}: two threads");
        assert_eq!(one, fingerprint(4, name, 120), "{name}: four threads");
    }
}
