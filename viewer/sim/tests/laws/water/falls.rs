//! Bodies that fall onto the water: what is foreseen, and what becomes of them.

use viewer_sim::Name;

use super::foresight::warns_of;
use crate::setup::{pool, world};

/// Speeds at which a body meets the water and at which it comes out again, and what was warned of, over several heights of its fall.
fn fall(domain: &str, body: &str, hull: &str, z_m: f64) -> (f64, f64, Vec<String>) {
    let mut world = world(&format!(
        r#"
        title = "fall"
        duration_s = 12.0
        {domain}
        [coupling]
        hull = "{hull}"
        [body.ann]
        {body}
        position_m = [15.0, 15.0, {z_m}]
        "#
    ));
    let (mut down_m_s, mut up_m_s) = (0.0_f64, 0.0_f64);
    while world.time_s() < 12.0 {
        let report = world.step();
        assert!(
            report.trouble.is_none() && report.quarantined.is_empty(),
            "{body} {hull} from {z_m} m: {report:?}"
        );
        let w_m_s = world.bodies().next().unwrap().linvel_m_s.z;
        (down_m_s, up_m_s) = (down_m_s.max(-w_m_s), up_m_s.max(w_m_s));
    }
    (down_m_s, up_m_s, world.warnings().to_vec())
}

/// From any height, so at any phase of the impact in its step, at which a hull goes up to its own height in a step: the water throws
/// none back.
#[test]
fn bodies_that_fall() {
    const BOAT: &str =
        "mass_kg = 1500.0\nhull = { kind = \"speedboat\", length_m = 6.0, beam_m = 2.2, depth_m = 1.0 }";
    const BOX: &str =
        "mass_kg = 4000.0\nhull = { kind = \"box\", length_m = 4.0, beam_m = 2.0, depth_m = 1.0 }";
    const BASIN: &str = "grid = { cells = [60, 60], cell_size_m = 0.5 }\nwater = { level_m = 3.0 }";
    const DEEP: &str = "grid = { cells = [40, 40], cell_size_m = 0.75 }\nwater = { level_m = 6.0 }";
    for (domain, still_m) in [(BASIN, 3.0), (DEEP, 6.0)] {
        for body in [BOAT, BOX] {
            for hull in ["soft", "lid"] {
                for drop_m in [2.0, 9.0, 15.0, 19.0, 24.0, 37.0] {
                    let (down_m_s, up_m_s, warnings) = fall(domain, body, hull, still_m + drop_m);
                    assert!(
                        down_m_s > 0.8 * (2.0 * 9.81 * drop_m).sqrt() - 1.5,
                        "{down_m_s} m/s from {drop_m} m"
                    );
                    let said = || {
                        warnings
                            .iter()
                            .any(|text| text.contains("thrown") || text.contains("is stable up to"))
                    };
                    assert!(
                        up_m_s < 6.5 && !said(),
                        "{body} {hull} {drop_m} m: {down_m_s}, {up_m_s} m/s, {warnings:?}"
                    );
                }
            }
        }
    }
}

/// What becomes of a box that falls on to the water.
#[derive(Debug, PartialEq)]
enum End {
    /// It floats.
    Afloat,
    /// It is taken out, as it broke the water, and the other one floats on.
    TakenOut,
    /// The water breaks when it is slow again, and the run ends.
    Broken,
}

/// A box of 20 t that falls on to two meters of water, with another beside it: whether that is foreseen, and what becomes of it.
fn heavy_fall(hull: &str, z_m: f64) -> (bool, End) {
    let mut world = world(&format!(
        "title = \"fall\"\nduration_s = 7.0\ngrid = {{ cells = [60, 40], cell_size_m = 0.5 }}\nwater.level_m = 2.0\ncoupling.hull = \"{hull}\"\n\
         [body.a]\nhull = {{ kind = \"box\", length_m = 6.0, beam_m = 4.0, depth_m = 2.0 }}\nmass_kg = 20000.0\nposition_m = [15.0, 10.0, {z_m:?}]\n\
         [body.b]\nhull = {{ kind = \"box\", length_m = 1.0, beam_m = 1.0, depth_m = 0.8 }}\nmass_kg = 300.0\nposition_m = [3.0, 3.0]\n"
    ));
    let said = world
        .warnings()
        .iter()
        .any(|text| text.starts_with("body.a.position_m: it falls ") && text.contains("at most 9.00 m"));
    while world.time_s() < 7.0 {
        if world.step().trouble.is_some() {
            return (said, End::Broken);
        }
    }
    let names: Vec<Name> = world.bodies().map(|body| body.name).collect();
    let end = if names[0] == "a" { End::Afloat } else { End::TakenOut };
    assert!(names.last().is_some_and(|name| *name == "b"), "{names:?}");
    (said, end)
}

/// Water that a hull pushes out from under it faster than waves run: whatever ends there was named, and what was not comes through. Soft hulls
/// may come through deeper falls.
#[test]
fn falls_that_leave_no_water_under_the_hull() {
    for hull in ["soft", "lid"] {
        for z_m in [5.0, 8.0, 10.0] {
            assert_eq!(heavy_fall(hull, z_m), (false, End::Afloat), "{hull} {z_m} m");
        }
    }
    assert!(heavy_fall("soft", 20.0).0);
    // Whether the water breaks while the box is still fast is a matter of its cells.
    let (said, end) = heavy_fall("lid", 20.0);
    assert!(said && end != End::Afloat, "{said}, {end:?}");
    for z_m in [50.0, 200.0] {
        assert_eq!(heavy_fall("lid", z_m), (true, End::TakenOut), "lid {z_m} m");
    }
}

/// A rope that is slack for longer than a body falls does not hold it.
#[test]
fn a_fall_on_a_slack_rope_is_foreseen() {
    let falls = |rope: &str| {
        let body = "[body.block]\nhull = { kind = \"box\", length_m = 2.0, beam_m = 2.0, depth_m = 2.0 }\nmass_kg = 7000.0\nposition_m = [10.0, 6.0, 60.0]\n";
        warns_of(&world(&pool(&(body.to_owned() + rope))), &["body.block.position_m", "it falls"])
    };
    let rope = |length_m: f64| {
        format!(
            "[[joint]]\nname = \"rope\"\nkind = \"rope\"\nbody = \"block\"\nto_at_m = [10.0, 6.0, 70.0]\nlength_m = {length_m}\n"
        )
    };
    assert!(falls("") && falls(&rope(200.0)) && !falls(&rope(12.0)));
}
