//! Hinges and sliders that are driven, from their keys to their records and the books.

use viewer_sim::World;

use super::reading;
use crate::setup::{boxed, pool, run, world};

/// A boat under way with a rudder at its stern, a plate on a hinge that is put over within a second from t = 1 s on; the trailing edge goes to starboard where the
/// angle is above 0.
fn with_rudder(angle_deg: f64) -> World {
    let text = format!(
        "title = \"rudder\"\nduration_s = 12.0\n[grid]\ncells = [72, 48]\ncell_size_m = 0.5\n[water]\nlevel_m = 3.0\n\
         [body.boat]\nhull = {{ kind = \"parabolic\", length_m = 6.0, beam_m = 1.6, depth_m = 1.2, fullness = 0.4 }}\nmass_kg = 3000.0\n\
         center_of_mass_m = [0.0, 0.0, 0.5]\nposition_m = [8.0, 12.0]\nvelocity_m_s = [2.0, 0.0, 0.0]\ndrag = 0.3\n\
         propeller = {{ position_m = [-2.5, 0.0, 0.1], thrust_n = 700.0 }}\n\
         [body.rudder]\nhull = {{ kind = \"box\", length_m = 0.8, beam_m = 0.1, depth_m = 1.0 }}\nmass_kg = 65.0\nlift = 1.0\n\
         position_m = [4.5, 12.0, 2.7]\nvelocity_m_s = [2.0, 0.0, 0.0]\n\
         [[joint]]\nname = \"stock\"\nkind = \"hinge\"\nbody = \"rudder\"\nto = \"boat\"\nat_m = [0.45, 0.0, 0.5]\naxis = [0, 0, 1]\n\
         limits_deg = [-35, 35]\n\
         drive = {{ schedule = [{{ time_s = 1, angle_deg = 0 }}, {{ time_s = 2, angle_deg = {angle_deg:?} }}], max_torque_n_m = 800 }}\n"
    );
    world(&text)
}

/// The water's forces on the plate turn a boat to the side to which the rudder is put, and leave it on its course with the rudder amidships.
#[test]
fn a_rudder_turns_a_boat_to_the_side_it_is_put_to() {
    let headings = [25.0, -25.0, 0.0].map(|angle_deg| {
        let mut world = with_rudder(angle_deg);
        run(&mut world, 9.0);
        let rudder = reading(&world, "stock");
        let off_deg = rudder.angle_rad.unwrap().to_degrees() - angle_deg;
        assert!(off_deg.abs() < 0.2, "{rudder:?}");
        world.body(0).heading_deg
    });
    let [to_starboard, to_port, amidships] = headings;
    assert!(to_starboard < -10.0 && to_port > 10.0 && amidships.abs() < 0.5, "{headings:?}");
    assert!((to_starboard + to_port).abs() < 0.1 * to_port, "{headings:?}");
}

/// A paddle on rollers, driven to and fro, gives waves its work: what water and paddle have, what is gone and what it gave are one balance.
#[test]
fn the_work_of_a_drive_is_in_the_books() {
    let paddle = boxed("paddle", "[4.0, 6.0, 1.9]", "");
    let points: Vec<String> = (0..200)
        .map(|k| {
            let time_s = 0.04 * f64::from(k);
            format!("{{ time_s = {time_s:?}, offset_m = {:?} }}", 0.15 * (1.0 - (2.5 * time_s).cos()))
        })
        .collect();
    let joint = format!(
        "[[joint]]\nname = \"rail\"\nkind = \"slider\"\nbody = \"paddle\"\naxis = [1, 0, 0]\nlimits_m = [0, 0.5]\n\
         drive = {{ schedule = [{}], max_force_n = 1e5 }}\n",
        points.join(", ")
    );
    let mut world = world(&pool(&[joint, paddle].concat()));
    world.measure_dissipation();
    let (mut work_j, mut farthest_m) = (0.0, 0.0_f64);
    let mut before_m = 0.0;
    while world.time_s() < 7.0 {
        let _ = world.step();
        let rail = reading(&world, "rail");
        let offset_m = rail.offset_m.unwrap();
        let wanted_m = 0.15 * (1.0 - (2.5 * world.time_s()).cos());
        farthest_m = farthest_m.max((offset_m - wanted_m).abs());
        work_j += rail.drive.unwrap() * (offset_m - before_m);
        before_m = offset_m;
    }
    let energy = world.energy();
    assert!(farthest_m < 0.02, "{farthest_m} m from the schedule");
    // Means of the force over steps, at the start of which it is greatest, by ways to whose ends no force has to follow.
    assert!(
        (energy.work.joint_drives_j / work_j - 1.0).abs() < 0.3 && work_j > 50.0,
        "{work_j} J: {energy:?}"
    );
    assert!(energy.residual_j().unwrap().abs() < 0.05 * work_j, "{:?} J of {work_j}", energy.residual_j());
    assert!(world.momentum().residual_relative() < 1e-6, "{:?}", world.momentum());
}

/// A saved and restored run with a rudder that is being put over goes on with the same bits, on other numbers of threads, too.
#[test]
fn a_driven_run_goes_on_with_the_same_bits() {
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut whole = with_rudder(20.0);
            run(&mut whole, 1.5);
            let mut bytes = Vec::new();
            whole.save(&mut bytes).unwrap();
            let mut other = with_rudder(20.0);
            other.load(&bytes[..]).unwrap();
            for _ in 0..40 {
                assert_eq!(whole.step(), other.step());
            }
            assert!(whole.checkpoint() == other.checkpoint());
            assert!(whole.joints().eq(other.joints()));
            assert!(reading(&whole, "stock").drive.unwrap().abs() > 1.0);
            whole.checkpoint()
        })
    };
    let one = on(1);
    assert!(on(2) == one && on(3) == one);
}
