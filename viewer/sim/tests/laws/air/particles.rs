//! Particles in the air: their books beside those of the air, checkpoints, files and pictures.

use super::{ashes, chimney};
use crate::setup::{run, world};

#[test]
fn mass_and_momentum_of_particles_and_air_are_in_the_books() {
    let mut ashy = world(&ashes());
    run(&mut ashy, 6.0);
    let books = ashy.air().unwrap().balance();
    let of = books.particles;
    assert!((of.given_kg / (0.08 * ashy.time_s()) - 1.0).abs() < 1e-2, "{of:?}");
    assert!(of.count > 500 && of.settled_kg > 0.05 * of.given_kg, "{of:?}");
    assert!(of.mass_residual_kg().abs() < 1e-9 * of.given_kg, "{:e}", of.mass_residual_kg());
    let lost = of.momentum_residual_n_s().length();
    assert!(lost < 1e-6 * of.weight_n_s.abs(), "{lost:e} of {} N s", of.weight_n_s);
    let lost = books.momentum_residual_n_s().length();
    assert!(lost < 1e-5 * books.buoyancy_n_s.max(of.on_air_n_s.length()), "{lost:e} of {books:?}");
    assert!(books.mass_residual_kg().abs() < 1e-6 * books.mass_kg, "{:e}", books.mass_residual_kg());
    // Ash that falls draws the air down with it.
    assert!(of.on_air_n_s.z < -0.3 * of.weight_n_s.abs(), "{of:?}");
    let mut clean = world(&chimney(""));
    run(&mut clean, 6.0);
    let of_clean = clean.air().unwrap().balance();
    assert!(books.momentum_n_s.z < of_clean.momentum_n_s.z, "{books:?}, {of_clean:?}");
    // Bodies and water feel nothing of it.
    assert_eq!(ashy.body(0).force_n, clean.body(0).force_n);
    assert_eq!((&ashy.fields().eta_m, &ashy.fields().u_m_s), (&clean.fields().eta_m, &clean.fields().u_m_s));
}

#[test]
fn particles_go_on_from_a_checkpoint_with_any_number_of_threads() {
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut straight = world(&ashes());
            run(&mut straight, 0.6);
            let mut file = Vec::new();
            straight.save(&mut file).unwrap();
            run(&mut straight, 1.0);
            let mut other = world(&ashes());
            other.load(&file[..]).unwrap();
            run(&mut other, 1.0);
            assert!(other.checkpoint() == straight.checkpoint(), "goes on otherwise");
            straight.checkpoint()
        })
    };
    assert!(on(1) == on(3), "other bits with other threads");
}
