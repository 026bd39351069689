//! Particles in the air: their books beside those of the air, checkpoints, files and pictures.

use viewer::scene::Scene;
use viewer::staging;

use super::chimney;
use crate::setup::{estela, run, world};

/// Ash that falls on the ball and the water, and dust that the smoke carries away.
fn ashes() -> String {
    chimney(
        "particles = [\
         { position_m = [3.0, 2.4, 4.2], radius_m = 0.3, per_s = 400, kg_s = 0.08, lasts_s = 8.0, diameter_m = 1.2e-4, density_kg_m3 = 600.0 }, \
         { position_m = [2.3, 2.4, 1.6], radius_m = 0.2, per_s = 100, kg_s = 0.0, lasts_s = 1.5, diameter_m = 1e-5, density_kg_m3 = 600.0 }]",
    )
}

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

#[test]
fn a_run_writes_particles_for_paraview_and_goes_on_from_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("ashes.toml"), ashes()).unwrap();
    let ran = |arguments: &[&str]| {
        let output = estela(folder.path(), arguments);
        assert!(output.status.success(), "{output:?}");
    };
    ran(&["run", "ashes.toml", "--until", "1", "--every", "0.5", "--out", "all"]);
    ran(&["run", "ashes.toml", "--until", "0.5", "--every", "0.5", "--checkpoint", "0.5", "--out", "two"]);
    ran(&["resume", "two", "--until", "1"]);
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    for name in ["air.csv", "particles.pvd", "particles/0002.vtp"] {
        assert!(read(&format!("all/{name}")) == read(&format!("two/{name}")), "{name}");
    }
    let rows: Vec<viewer::sim::records::AirRow> =
        csv::Reader::from_reader(&read("all/air.csv")[..]).into_deserialize().map(Result::unwrap).collect();
    let last = rows.last().unwrap();
    let file = String::from_utf8_lossy(&read("all/particles/0002.vtp")).into_owned();
    assert!(last.particles > 400.0, "{last:?}");
    assert!(file.contains(&format!("NumberOfVerts=\"{}\"", last.particles)), "{last:?}");
}

#[test]
fn scenes_have_a_speck_a_particle() {
    let mut world = world(&ashes());
    run(&mut world, 0.5);
    let mut scene = Scene::default();
    staging::scene(&world, &mut scene);
    let air = world.air().unwrap();
    assert!(scene.specks.len() > 200 && scene.specks.len() == air.particles().count());
    let same = scene.specks.iter().zip(air.particles()).all(|(speck, of)| speck.at_m == of.at_m.as_vec3());
    assert!(same, "particles are drawn elsewhere");
}
