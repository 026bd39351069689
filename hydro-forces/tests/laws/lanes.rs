//! Vector lanes and threads change nothing.

use std::sync::atomic::{AtomicUsize, Ordering};

use glam::{DQuat, DVec2, DVec3};
use hydro_forces::{
    Coefficients, Cut, Exchange, Exchanges, ForceModel, ForceOptions, Forces, GriddedSurface, Lift, Motion,
    Plane, Pressure, SurfaceGrid, WaterSample, WaterSurface,
};
use proptest::prelude::*;

use crate::inputs::{coefficients, mesh, motion, rough_water, sea_water};
use crate::meshes::{fine_sphere, sphere};

fn models() -> impl Strategy<Value = ForceModel> {
    let c = prop_oneof![1 => Just(Coefficients::NONE), 3 => coefficients()];
    let cut = prop_oneof![Just(Cut::Centroid), Just(Cut::Corners)];
    let pressure = prop_oneof![Just(Pressure::Exact), Just(Pressure::Paper)];
    let lift = prop_oneof![Just(Lift::Exact), Just(Lift::Paper)];
    (c, cut, pressure, lift).prop_map(|(c, cut, pressure, lift)| {
        ForceModel::new(sea_water(), c).unwrap().cut(cut).pressure(pressure).lift(lift)
    })
}

proptest! {
    #[test]
    fn all_options_give_the_same_sums_and_exchanges(
        mesh in mesh(), motion in motion(), water in rough_water(), model in models(),
    ) {
        let hull = mesh.hull();
        let surface = water.surface();
        let (mut triangles, mut exchanges) = (Vec::new(), Exchanges::default());
        let alone = model.forces(&hull, &motion, &surface, ForceOptions::default());
        let of_triangles = model.forces(&hull, &motion, &surface, ForceOptions::default().triangles(&mut |t| {
            triangles.push((t.triangle, t.sample_m, t.dynamic_n.truncate()));
        }));
        prop_assert_eq!(&of_triangles, &alone);
        prop_assert_eq!(&model.forces(&hull, &motion, &surface, ForceOptions::default().parallel()), &alone);
        prop_assert_eq!(&model.forces(&hull, &motion, &surface, ForceOptions::default().exchanges(&mut exchanges)), &alone);
        let all: Vec<_> = exchanges.iter().map(|e| (e.triangle, e.sample_m, e.force_n)).collect();
        triangles.retain(|(.., force_n)| *force_n != DVec2::ZERO);
        prop_assert_eq!(triangles, all);
    }

    #[test]
    fn eight_samples_are_those_of_one_after_the_other(
        water in rough_water(), nx in 1usize..9, x in prop::array::uniform8(-70.0..70.0), y in prop::array::uniform8(-50.0..50.0),
    ) {
        let rough = water.surface();
        let field: Vec<f32> = (0..nx * 3).map(|k| (k as f32).sin()).collect();
        let grid = SurfaceGrid::new(nx, 3, 7.0, DVec2::new(-20.0, -8.0)).unwrap();
        let narrow = GriddedSurface::new(grid, &field, &field, &field).unwrap();
        for surface in [rough, narrow] {
            // Six times the same eight: more than are fetched at a time.
            let (mut water, mut levels) = ([[[0.0; 8]; 3]; 6], [[0.0; 8]; 6]);
            surface.sample_lanes(&[[x, y]; 6], &mut water);
            surface.level_lanes(&[[x, y]; 6], &mut levels);
            prop_assert!(water.iter().all(|of| *of == water[0]));
            let lanes = water[0];
            let mut velocities = [[[0.0; 8]; 3]; 6];
            surface.velocity_lanes(&[[x, y]; 6], &mut velocities);
            prop_assert!(velocities.iter().all(|of| of[1..] == lanes[1..]));
            prop_assert_eq!(levels, [lanes[0]; 6]);
            for l in 0..8 {
                let one = surface.sample(DVec2::new(x[l], y[l]));
                for (got, want) in [(lanes[0][l], one.level_m), (lanes[1][l], one.velocity_m_s.x), (lanes[2][l], one.velocity_m_s.y)] {
                    prop_assert!((got - want).abs() <= 1e-15, "{got} {want}");
                }
            }
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    // More than one chunk of the sum.
    let hull = fine_sphere(40).hull();
    assert!(hull.diagnosis().closed && hull.triangle_count() == 12_800);
    let model = ForceModel::new(sea_water(), Coefficients { drag: 0.5, lift: 0.3, alpha: 0.8 }).unwrap();
    let motion = Motion {
        linvel_m_s: DVec3::new(2.0, -1.0, 0.5),
        angvel_rad_s: DVec3::new(0.3, 0.1, -0.2),
        ..Motion::at_rest(DQuat::from_rotation_x(0.4), DVec3::new(1.0, 2.0, -0.1))
    };
    let water = Plane::flat(0.1).with_slope(DVec2::new(0.1, 0.05)).with_velocity(DVec2::X);
    let mut serial = Exchanges::default();
    let want = model.forces(&hull, &motion, &water, ForceOptions::default().exchanges(&mut serial));
    let alone: Vec<Exchange> = serial.iter().copied().collect();
    let mut exchanges = Exchanges::default();
    let grid = SurfaceGrid::new(20, 20, 0.2, DVec2::splat(-1.0)).unwrap();
    let mut cell_forces: Option<Vec<(usize, DVec2)>> = None;
    for threads in [1, 2, 3, 7] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let got = pool.install(|| {
            model.forces(&hull, &motion, &water, ForceOptions::default().exchanges(&mut exchanges).parallel())
        });
        assert_eq!(got, want, "{threads} threads");
        assert!(exchanges.iter().eq(&alone), "{threads} threads");
        assert_eq!(exchanges.cell_forces().count(), 0, "left from other forces");
        pool.install(|| exchanges.scatter(&grid));
        let scattered: Vec<_> = exchanges.cell_forces().collect();
        assert!(!scattered.is_empty() && scattered.len() < alone.len(), "{}", scattered.len());
        assert_eq!(*cell_forces.get_or_insert_with(|| scattered.clone()), scattered, "{threads} threads");
    }
    let lost = Motion { translation_m: DVec3::NAN, ..motion };
    let none =
        model.forces(&hull, &lost, &water, ForceOptions::default().exchanges(&mut exchanges).parallel());
    assert_eq!((none.skipped_triangles, exchanges.iter().count()), (hull.triangle_count(), 0));
}

/// Holes in the water and motions beyond all bounds are counted alike.
#[test]
fn what_is_not_finite_is_skipped_one_by_one() {
    let hull = sphere(3).hull();
    let model = ForceModel::new(sea_water(), Coefficients { drag: 1.0, lift: 1.0, alpha: 0.5 }).unwrap();
    let at_rest = Motion::at_rest(DQuat::IDENTITY, DVec3::ZERO);
    for (motion, level) in [
        (at_rest, f64::NAN),
        (at_rest, f64::INFINITY),
        (at_rest, 1e200),
        (Motion { linvel_m_s: DVec3::X * 1e200, ..at_rest }, 0.0),
        (Motion { angvel_rad_s: DVec3::X * 1e160, ..at_rest }, 0.3),
    ] {
        let water = Plane::flat(level);
        let singly = model.forces(&hull, &motion, &water, ForceOptions::default().triangles(&mut |_| ()));
        let summed = model.forces(&hull, &motion, &water, ForceOptions::default());
        assert_eq!(singly.skipped_triangles, summed.skipped_triangles, "{level}");
        assert!(summed.force_n.is_finite() && summed.torque_n_m.is_finite());
        assert!(summed.skipped_triangles > 0, "{level}");
    }
}

#[test]
fn a_body_above_the_water_is_left_alone() {
    let hull = sphere(3).hull();
    let model = ForceModel::new(sea_water(), Coefficients::NONE).unwrap();
    for (height, wet) in [(1.0 + 1e-6, false), (1.0 - 1e-3, true)] {
        let motion = Motion::at_rest(DQuat::IDENTITY, DVec3::Z * height);
        let forces = model.forces(&hull, &motion, &Plane::flat(0.0), ForceOptions::default());
        assert_eq!(forces.wet_area_m2 > 0.0, wet, "{height}");
    }
}

/// Water that counts its samples.
struct Counted {
    water: Plane,
    samples: AtomicUsize,
}

impl WaterSurface for Counted {
    fn sample(&self, position_m: DVec2) -> WaterSample {
        self.samples.fetch_add(1, Ordering::Relaxed);
        self.water.sample(position_m)
    }

    fn highest_level_m(&self, min_m: DVec2, max_m: DVec2) -> f64 {
        self.water.highest_level_m(min_m, max_m)
    }
}

#[test]
fn a_body_above_the_water_takes_no_samples() {
    let hull = sphere(3).hull();
    let model = ForceModel::new(sea_water(), Coefficients::NONE).unwrap();
    let water = Counted { water: Plane::flat(0.0), samples: AtomicUsize::new(0) };
    let above = Motion::at_rest(DQuat::IDENTITY, DVec3::Z * 1.001);
    assert_eq!(model.forces(&hull, &above, &water, ForceOptions::default()), Forces::default());
    assert_eq!(water.samples.into_inner(), 0);
}
