//! Balls in a bowl of uneven ground.

use crate::setups::ball;
use glam::DVec3;
use rigid_sim::{BodyHandle, Static, World};

const G: f64 = 9.81;
const MASS_KG: f64 = 2.0;
const MIDDLE_M: f64 = 4.0;

/// A paraboloid with a radius of curvature of 3 m at its bottom, and a ball in it so far from the middle with a speed across.
fn bowl(cell_size_m: f64, radius_m: f64, [from_m, speed]: [f64; 2], friction: f64) -> (World, BodyHandle) {
    let curve_m = 3.0;
    let cells = (2.0 * MIDDLE_M / cell_size_m) as usize;
    let height_m = |x: f64, y: f64| ((x - MIDDLE_M).powi(2) + (y - MIDDLE_M).powi(2)) / (2.0 * curve_m);
    let at = |k: usize| (k as f64 + 0.5) * cell_size_m;
    let heights = (0..cells * cells).map(|k| height_m(at(k % cells), at(k / cells)) as f32);
    let mut world = World::default();
    let ground = Static::terrain([cells, cells], cell_size_m, heights.collect()).unwrap();
    world.insert_static(ground.friction(friction).unwrap());
    let normal = DVec3::new(-from_m / curve_m, 0.0, 1.0).normalize();
    let foot = DVec3::new(MIDDLE_M + from_m, MIDDLE_M, height_m(MIDDLE_M + from_m, MIDDLE_M));
    let ball = ball(radius_m, MASS_KG).friction(friction).center_of_mass(foot + normal * radius_m);
    let ball = world.insert(ball.linvel(DVec3::Y * speed).build().unwrap());
    (world, ball)
}

/// Without friction it slides, with it it rolls, and neither takes energy: not at the lines between cells, nor by steps.
#[test]
fn a_ball_in_a_bowl_neither_gains_nor_loses() {
    for (hz, cell_size_m, radius_m, start, friction) in [
        (60.0, 0.1, 0.1, [1.0, 0.0], 0.0),
        (60.0, 0.1, 0.3, [1.5, 2.0], 0.0),
        (60.0, 0.25, 0.1, [1.0, 1.0], 0.0),
        (60.0, 0.25, 0.3, [1.0, 0.7], 0.5),
        (240.0, 0.25, 0.3, [1.0, 0.7], 0.0),
    ] {
        let (mut world, ball) = bowl(cell_size_m, radius_m, start, friction);
        let energy_j = |world: &World| {
            let height_m = world[ball].center_of_mass_m().z - radius_m;
            world[ball].kinetic_energy_j() + MASS_KG * G * height_m
        };
        // In the first second it comes to lie in the ground, and to roll.
        let mut step = |seconds: f64| {
            for _ in 0..(seconds * hz) as usize {
                assert!(world.step(1.0 / hz).quarantined.is_empty());
            }
            energy_j(&world)
        };
        let (before, after) = (step(1.0), step(89.0));
        let ratio = after / before;
        assert!(
            (ratio - 1.0).abs() < 0.01,
            "{hz} Hz, cells of {cell_size_m} m, radius {radius_m} m, {start:?}, friction {friction}: {ratio}"
        );
    }
}

/// Ground is smooth: its slope has no step at the lines between cells, and it stays between the heights at their ends.
#[test]
fn a_ball_rests_on_smooth_ground_at_its_own_height() {
    let heights = [0.0f32, 0.0, 0.0, 1.0, 1.0, 1.0];
    let cells = heights.len();
    let all = (0..cells * cells).map(|k| heights[k % cells]);
    let mut world = World::default();
    world.insert_static(Static::terrain([cells, cells], 1.0, all.collect()).unwrap());
    for x in [1.5, 2.0, 4.0, 4.5] {
        let wanted_m = if x < 3.0 { 0.0 } else { 1.0 };
        let body = ball(0.2, 1.0).center_of_mass(DVec3::new(x, 3.0, wanted_m + 0.2));
        let body = world.insert(body.build().unwrap());
        for _ in 0..120 {
            let _ = world.step(1.0 / 60.0);
        }
        let off_m = world[body].center_of_mass_m() - DVec3::new(x, 3.0, wanted_m + 0.2);
        assert!(off_m.length() < 2e-4, "{x}: {off_m}");
    }
}
