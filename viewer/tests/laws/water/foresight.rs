//! What `check` foresees of flows that the method does not carry, held against what becomes of them.

use crate::setup::world;

fn basin(more: &str) -> String {
    format!(
        r#"
        title = "basin"
        duration_s = 3.0
        [grid]
        cells = [80, 40]
        cell_size_m = 0.5
        [water]
        depth_m = 2.0
        {more}
        "#
    )
}

/// Whether it is foreseen, and whether the run gets into trouble, or water faster than the limit of stability shows.
fn foreseen_and_seen(more: &str, key: &str) -> [bool; 2] {
    let mut world = world(&basin(more));
    let said = world.warnings().iter().any(|text| text.starts_with(key) && text.contains("is stable up to"));
    let stable = world.stable_froude(2.0);
    while world.time_s() < 3.0 {
        let report = world.step();
        if report.trouble.is_some() || !report.quarantined.is_empty() {
            break;
        }
    }
    [said, world.max_froude() > stable]
}

#[test]
fn dam_breaks() {
    let dam = |deep: f64| format!("column = [{{ x_m = [0.0, 20.0], depth_m = {deep} }}]");
    assert_eq!(foreseen_and_seen(&dam(4.0), "water.column"), [false; 2]);
    assert_eq!(foreseen_and_seen(&dam(16.0), "water.column"), [true; 2]);
}

fn launch(thrust_n: f64, z_m: f64) -> String {
    format!(
        r#"
        [body.boat]
        hull = {{ kind = "box", length_m = 6.0, beam_m = 4.0, depth_m = 1.0 }}
        mass_kg = 8000.0
        position_m = [20.0, 10.0, {z_m}]
        propeller = {{ position_m = [-2.5, 0.0, -0.4], thrust_n = {thrust_n} }}
        "#
    )
}

#[test]
fn races_of_propellers() {
    let afloat_m = 2.15;
    assert_eq!(foreseen_and_seen(&launch(10e3, afloat_m), "body.boat.propeller"), [false; 2]);
    assert_eq!(foreseen_and_seen(&launch(400e3, afloat_m), "body.boat.propeller"), [true; 2]);
}

#[test]
fn bodies_that_start_fast() {
    for (hull, speeds_m_s) in [("soft", [1.0, 5.0]), ("lid", [1.0, 9.0])] {
        for (speed_m_s, is_fast) in speeds_m_s.into_iter().zip([false, true]) {
            let body = format!(
                "[coupling]\nhull = \"{hull}\"\n[body.boat]\nhull = {{ kind = \"box\", length_m = 6.0, beam_m = 4.0, depth_m = 1.5 }}\n\
                 mass_kg = 24000.0\nposition_m = [8.0, 10.0]\nvelocity_m_s = [{speed_m_s}, 0, 0]\n"
            );
            assert_eq!(
                foreseen_and_seen(&body, "body.boat.velocity_m_s"),
                [is_fast; 2],
                "{hull}, {speed_m_s} m/s"
            );
        }
    }
}

/// The water under a hull gives way no faster than the lattice carries, so a fall needs no warning.
#[test]
fn bodies_that_fall() {
    for z_m in [2.6, 8.0, 40.0] {
        assert_eq!(foreseen_and_seen(&launch(0.0, z_m), "body.boat"), [false; 2], "from {z_m} m");
    }
}
