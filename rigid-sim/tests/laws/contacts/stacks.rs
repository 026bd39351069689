//! Stacks of boxes of any size.

use crate::setups::cuboid;
use glam::DVec3;
use rigid_sim::{BodyHandle, Static, World};

/// Ten boxes of an edge, one on the other: after 10 s the farthest way of one over the edge, and the greatest speed over that of a fall from half an edge.
fn ten_boxes(edge_m: f64, dt: f64) -> [f64; 2] {
    let mut world = World::default();
    world.insert_static(Static::ground(0.0).unwrap());
    let place = |k: f64| DVec3::Z * (edge_m * (k + 0.5));
    let boxes: Vec<(BodyHandle, DVec3)> = (0..10u8)
        .map(|k| {
            let body = cuboid(DVec3::splat(0.5 * edge_m), 500.0 * edge_m.powi(3));
            (world.insert(body.center_of_mass(place(f64::from(k))).build().unwrap()), place(f64::from(k)))
        })
        .collect();
    for _ in 0..(10.0 / dt) as usize {
        assert!(world.step(dt).quarantined.is_empty());
    }
    let most = |of: &dyn Fn(&(BodyHandle, DVec3)) -> f64| boxes.iter().map(of).fold(0.0, f64::max);
    let way_m = most(&|(handle, place)| world[*handle].center_of_mass_m().distance(*place));
    let speed_m_s = most(&|(handle, _)| world[*handle].linvel_m_s().length());
    [way_m / edge_m, speed_m_s / (9.81 * edge_m).sqrt()]
}

/// They sag by the same part of their edge, whether that is a hand's breadth or a thumb's, and stand.
#[test]
fn stacks_of_small_boxes_stand_as_those_of_large_ones() {
    for edge_m in [0.2, 0.1, 0.05, 0.02] {
        for dt in [1.0 / 60.0, 1.0 / 240.0] {
            let [way, speed] = ten_boxes(edge_m, dt);
            assert!(way > 0.03 && way < 0.05 && speed < 1e-3, "{edge_m} m, {dt} s: way {way}, speed {speed}");
        }
    }
}
