//! Allocations of a force computation, counted by thread.

use allocation_counter::measure;
use glam::{DQuat, DVec2, DVec3};
use hydro_forces::{
    Coefficients, Cut, Exchanges, ForceModel, ForceOptions, GriddedSurface, Lift, Material, Motion, Pressure,
    SkinFriction, SurfaceGrid, Water,
};

use crate::meshes;

/// Counted on this thread, which is one of the pool's and computes some of the chunks.
#[test]
fn steps_allocate_nothing() {
    let c = Coefficients { drag: 0.5, lift: 0.2, alpha: 0.8 };
    let model = ForceModel::new(Water::default(), c).unwrap();
    let friction = SkinFriction::new(2.0, SkinFriction::FRESH_WATER_M2_S).unwrap();
    let models = [
        model,
        model.cut(Cut::Corners).pressure(Pressure::Paper).lift(Lift::Paper),
        model.cut(Cut::Corners).skin_friction(friction),
    ];
    let plain = meshes::fine_sphere(40).hull();
    let count = plain.triangle_count();
    let covered = plain.clone().with_materials(&[Material::varying(move |_| c)], &vec![0; count]).unwrap();
    let field: Vec<f32> = (0..400).map(|k| 0.1 * (k as f32).sin()).collect();
    let grid = SurfaceGrid::new(20, 20, 0.2, DVec2::splat(-2.0)).unwrap();
    let surface = GriddedSurface::new(grid, &field, &field, &field).unwrap();
    let at = |step: usize| Motion {
        linvel_m_s: DVec3::new(1.0, 2.0, -1.0),
        ..Motion::at_rest(DQuat::from_rotation_x(0.1 * step as f64), DVec3::Z * 0.2)
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).use_current_thread().build().unwrap();
    for hull in [plain, covered] {
        for model in models {
            let mut exchanges = Exchanges::default();
            let mut run = || {
                let mut triangles = 0;
                for step in 0..10 {
                    let motion = at(step);
                    let forces = model.forces(&hull, &motion, &surface, ForceOptions::default());
                    assert!(forces.wet_area_m2 > 0.0);
                    model.forces(&hull, &motion, &surface, ForceOptions::default().exchanges(&mut exchanges));
                    triangles += exchanges.iter().count();
                    model.forces(
                        &hull,
                        &motion,
                        &surface,
                        ForceOptions::default().triangles(&mut |_| triangles += 1),
                    );
                    pool.install(|| {
                        model.forces(
                            &hull,
                            &motion,
                            &surface,
                            ForceOptions::default().exchanges(&mut exchanges).parallel(),
                        );
                        exchanges.scatter(&grid);
                    });
                }
                assert!(triangles > 0);
            };
            run();
            // Now and then the pool itself takes memory for its queues: of a few runs one has none.
            let during = (0..5).map(|_| measure(&mut run)).min_by_key(|during| during.count_total).unwrap();
            assert_eq!(during.count_total, 0, "{during:?}");
        }
    }
}
