//! The earth's rotation, as bodies feel it.

use glam::{DQuat, DVec2, DVec3};

use crate::setup::{boxed, pool, run, world};

/// A body that flies through the air goes round the inertial circle, to the right where f is above 0, and keeps its horizontal speed; the books have what
/// it is given.
#[test]
fn a_flying_body_goes_round_the_inertial_circle() {
    for f in [1.3, -1.1] {
        let thrown = boxed("b", "[10.0, 6.0, 120.0]", "velocity_m_s = [2.0, 1.0, 0.0]");
        let mut world = world(&pool(&format!("[coriolis]\nparameter_1_s = {f:?}\n{thrown}")));
        let start_m_s = DVec3::new(2.0, 1.0, 0.0);
        run(&mut world, 4.5);
        let body = world.bodies().next().unwrap();
        let exact_m_s = DQuat::from_rotation_z(-f * world.time_s()) * start_m_s;
        let off_m_s = (body.linvel_m_s - exact_m_s).truncate().length();
        assert!(off_m_s < 1e-10 && body.position_m.z > 10.0, "{f}: {} for {exact_m_s}", body.linvel_m_s);
        let momentum = world.momentum();
        let given_n_s = (body.linvel_m_s - start_m_s).truncate() * 2000.0;
        assert!((momentum.coriolis_n_s - given_n_s).length() < 1e-6, "{momentum:?}");
        assert!(momentum.residual_n_s().length() < 1e-6, "{momentum:?}");
        assert!(world.angular_momentum().residual_n_m_s().abs() < 1e-5, "{:?}", world.angular_momentum());
        let gained_j = world.energy().now.bodies_kinetic_j - 1000.0 * body.linvel_m_s.z.powi(2);
        assert!((gained_j - 5000.0).abs() < 1e-6, "{gained_j} J");
    }
}

/// A stream across which the surface slopes by `f u / g` and a hull that goes with it are in balance: the hull goes straight on.
#[test]
fn a_hull_goes_straight_with_a_geostrophic_stream() {
    let (f, speed_m_s) = (0.05_f64, 0.5_f64);
    let rows = (0..60).map(|j| {
        let level_m = 3.0 - f * speed_m_s / 9.81 * (0.5 * (f64::from(j) + 0.5) - 15.0);
        format!(
            "[[water.column]]\nx_m = [0.0, 40.0]\ny_m = [{:?}, {:?}]\nlevel_m = {level_m:?}\nvelocity_m_s = [{speed_m_s:?}, 0.0]\n",
            0.5 * f64::from(j),
            0.5 * f64::from(j + 1)
        )
    });
    let rows: String = rows.collect();
    for coupling in ["mode = \"none\"", "hull = \"soft\"", "hull = \"lid\""] {
        let mut world = world(&format!(
            "title = \"stream\"\nduration_s = 40.0\ngrid = {{ cells = [80, 60], cell_size_m = 0.5 }}\nwater.level_m = 3.0\n{rows}\
             [coupling]\n{coupling}\n[coriolis]\nparameter_1_s = {f:?}\n\
             [sides]\nwest = {{ kind = \"periodic\" }}\neast = {{ kind = \"periodic\" }}\n\
             [body.b]\nhull = {{ kind = \"parabolic\", length_m = 3.0, beam_m = 1.5, depth_m = 1.0, fullness = 0.5 }}\nmass_kg = 1000.0\n\
             position_m = [5.0, 15.0]\nvelocity_m_s = [{speed_m_s:?}, 0.0, 0.0]\n"
        ));
        run(&mut world, 40.0);
        let hull = world.bodies().next().unwrap();
        let (ahead_m, aside_m) = (hull.position_m.x - 25.0, hull.position_m.y - 15.0);
        println!("{coupling}: {ahead_m} m ahead, {aside_m} m aside, {} m/s", hull.linvel_m_s);
        assert!(
            ahead_m.abs() < 0.1 && aside_m.abs() < 0.25,
            "{coupling}: {ahead_m} m ahead, {aside_m} m aside"
        );
        assert!(world.momentum().residual_relative() < 1e-6, "{coupling}: {:?}", world.momentum());
    }
}

/// The plane of a pendulum turns by `½ f t` to the right.
#[test]
fn the_plane_of_a_pendulum_turns() {
    let f = 0.2;
    let ball = "[body.ball]\nhull = { kind = \"sphere\", radius_m = 0.5 }\nmass_kg = 600.0\nposition_m = [11.0, 6.0, 25.0]\n\
                [[joint]]\nname = \"line\"\nkind = \"rope\"\nbody = \"ball\"\nat_m = [0.0, 0.0, 0.5]\nto_at_m = [10.0, 6.0, 35.0]\n";
    let mut world = world(&pool(&format!("[coriolis]\nparameter_1_s = {f:?}\n{ball}")));
    let mut swings = [(DVec2::ZERO, 0.0); 7];
    // Farthest out in each half of a swing, which takes 6.3 s.
    while world.time_s() < 20.0 {
        let _ = world.step();
        let off_m = world.bodies().next().unwrap().position_m.truncate() - DVec2::new(10.0, 6.0);
        let swing = &mut swings[(world.time_s() / 3.16 - 0.5) as usize];
        if off_m.length() > swing.0.length() {
            *swing = (off_m, world.time_s());
        }
    }
    // Each second one is on this side.
    for (off_m, time_s) in [swings[1], swings[3], swings[5]] {
        let angle = off_m.y.atan2(off_m.x);
        assert!(off_m.length() > 0.99, "{off_m} at {time_s} s");
        assert!((angle + 0.5 * f * time_s).abs() < 0.02, "{angle} at {time_s} s");
    }
}
