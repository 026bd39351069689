//! A body at rest in water at rest is computed once.

use std::cell::Cell;

use glam::{DQuat, DVec2, DVec3};
use hydro_forces::{Cut, Exchange, ForceCache, ForceModel, Motion, Plane, WaterSample, WaterSurface};
use proptest::prelude::*;

use crate::inputs::{coefficients, mesh, motion, rough_water, sea_water};
use crate::meshes::sphere;

/// Water that counts how often it is asked.
struct Counted<S> {
    water: S,
    asked: Cell<usize>,
}

impl<S: WaterSurface> WaterSurface for Counted<S> {
    fn sample(&self, position_m: DVec2) -> WaterSample {
        self.asked.set(self.asked.get() + 1);
        self.water.sample(position_m)
    }

    fn highest_level_m(&self, min_m: DVec2, max_m: DVec2) -> f64 {
        self.water.highest_level_m(min_m, max_m)
    }
}

proptest! {
    #[test]
    fn what_is_remembered_has_the_bits_of_what_is_computed(
        mesh in mesh(), motion in motion(), water in rough_water(), still in -0.5..0.5, c in coefficients(),
    ) {
        let (hull, surface) = (mesh.hull(), water.surface());
        let model = ForceModel::new(sea_water(), c).unwrap();
        let mut exchanges = Vec::<Exchange>::new();
        let want =
            model.forces_exchanging(&hull, &motion, &surface, still, |some| exchanges.extend_from_slice(some));
        let mut cache = ForceCache::default();
        let counted = Counted { water: surface, asked: Cell::new(0) };
        for turn in 0..3 {
            prop_assert_eq!(cache.forces(&model, &hull, &motion, &counted, still, 7), &want);
            prop_assert_eq!(cache.exchanges(), &exchanges[..]);
            if turn == 0 {
                counted.asked.set(0);
            }
        }
        prop_assert_eq!(counted.asked.get(), 0);
    }
}

/// Whatever changes, it is computed again.
#[test]
fn a_change_of_any_kind_is_seen() {
    let hull = sphere(2).hull();
    let model = ForceModel::new(sea_water(), hydro_forces::Coefficients::NONE).unwrap();
    let motion = Motion::at_rest(DQuat::IDENTITY, DVec3::ZERO);
    let water = |level| Counted { water: Plane::flat(level), asked: Cell::new(0) };
    let mut cache = ForceCache::default();
    let mut asks = |model: &ForceModel, motion: &Motion, level, still, generation| {
        let water = water(level);
        let got = *cache.forces(model, &hull, motion, &water, still, generation);
        assert_eq!(got, model.forces(&hull, motion, &water.water, still));
        water.asked.get() > 0
    };
    assert!(asks(&model, &motion, 0.0, 0.0, 1));
    assert!(!asks(&model, &motion, 0.0, 0.0, 1));
    let drifting = Motion { linvel_m_s: DVec3::X * 1e-300, ..motion };
    assert!(asks(&model, &drifting, 0.0, 0.0, 1));
    let lower = Motion { translation_m: DVec3::Z * -1e-15, ..drifting };
    assert!(asks(&model, &lower, 0.0, 0.0, 1));
    assert!(asks(&model, &lower, 0.0, 0.1, 1));
    assert!(asks(&model, &lower, 0.2, 0.1, 2));
    assert!(asks(&model.cut(Cut::Corners), &lower, 0.2, 0.1, 2));
    assert!(!asks(&model.cut(Cut::Corners), &lower, 0.2, 0.1, 2));
}

/// A motion that is not a number equals nothing, itself neither.
#[test]
fn what_is_not_a_number_is_never_remembered() {
    let hull = sphere(1).hull();
    let model = ForceModel::new(sea_water(), hydro_forces::Coefficients::NONE).unwrap();
    let lost = Motion::at_rest(DQuat::IDENTITY, DVec3::NAN);
    let mut cache = ForceCache::default();
    for _ in 0..2 {
        let forces = cache.forces(&model, &hull, &lost, &Plane::flat(0.0), 0.0, 1);
        assert_eq!(forces.skipped_triangles, hull.triangle_count());
        assert_eq!(cache.exchanges(), &[]);
    }
}

#[test]
fn a_body_out_of_the_water_asks_it_for_its_highest_level_alone() {
    let hull = sphere(3).hull();
    let model = ForceModel::new(sea_water(), hydro_forces::Coefficients::NONE).unwrap();
    let water = Counted { water: Plane::flat(0.0), asked: Cell::new(0) };
    let above = Motion::at_rest(DQuat::IDENTITY, DVec3::Z * 1.001);
    assert_eq!(model.forces(&hull, &above, &water, 0.0), hydro_forces::Forces::default());
    assert_eq!(water.asked.get(), 0);
}
