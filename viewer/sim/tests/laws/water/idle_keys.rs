//! Keys that do nothing, each said with its reason.

use viewer_sim::scenario::shipped::names;

use crate::setup::{boxed, pool, shipped, world};

/// Keys of which a scenario is warned that they do nothing, or of rows of its start alone.
fn idle(text: &str) -> Vec<String> {
    let is_idle = |text: &&str| text.contains("so it does nothing") || text.starts_with("records.every_s: ");
    let world = world(text);
    let warnings = world.warnings().iter().map(AsRef::as_ref).filter(is_idle);
    let keys: Vec<String> = warnings.filter_map(|text| Some(text.split_once(": ")?.0.into())).collect();
    keys
}

#[test]
fn keys_that_do_nothing_are_said() {
    let forces = "drag = 0.3\nlift = 0.2\nskin_friction = {}\n";
    let fixed = boxed("pier", "[6.0, 6.0, 1.5]", &format!("fixed = true\n{forces}"));
    assert_eq!(idle(&pool(&fixed)), ["body.pier.drag", "body.pier.lift", "body.pier.skin_friction"]);
    let driven = fixed.replace("fixed = true", "motion = { velocity_m_s = [0.1, 0.0] }");
    assert_eq!(idle(&pool(&driven)).len(), 3);
    // Pictures show them.
    assert!(idle(&pool(&format!("{fixed}[view]\nforces = true\n"))).is_empty());
    let afloat = |more: &str| pool(&boxed("boat", "[6.0, 6.0]", more));
    assert!(idle(&afloat(forces)).is_empty());
    assert_eq!(idle(&afloat("wall = { slip = \"free-slip\" }")), ["body.boat.wall"]);
    let without_drag = "drag = 0.0\nlift = 0.3\nalpha = 0.5\n";
    assert_eq!(idle(&afloat(without_drag)), ["body.boat.alpha"]);
    assert!(idle(&afloat("drag = 0.1\nlift = 0.3\nalpha = 0.5\n")).is_empty());
    assert!(idle(&format!("coupling.mode = \"paper\"\n{}", afloat(without_drag))).is_empty());
    let part = "part = [{ from_m = [0, 0, 0], to_m = [1, 1, 1], drag = 0.0, alpha = 0.5 }]\n";
    assert_eq!(idle(&afloat(part)), ["body.boat.part.0.alpha"]);
    for (at_s, keys) in [(8.0, 0), (9.0, 1)] {
        assert_eq!(idle(&afloat(&format!("removed_at_s = {at_s:?}"))).len(), keys, "{at_s} s");
    }
    let moored =
        |at_s: f64, more: &str| afloat(&format!("mooring = [{{ released_at_s = {at_s:?} }}]\n{more}"));
    for (text, keys) in [
        (moored(8.0, ""), &[][..]),
        (moored(9.0, ""), &["body.boat.mooring.0.released_at_s"]),
        (moored(4.0, "removed_at_s = 4.0"), &["body.boat.mooring.0.released_at_s"]),
        (moored(3.0, "removed_at_s = 4.0"), &[]),
        (
            moored(9.0, "repeat = { kind = \"line\", count = 2, to_m = [12.0, 6.0] }"),
            &["body.boat.mooring.0.released_at_s"],
        ),
    ] {
        assert_eq!(idle(&text), keys, "{text}");
    }
    let driven = |motion: &str| {
        pool(&boxed("ram", "[6.0, 6.0, 1.5]", &format!("motion = {{ {motion} }}\nremoved_at_s = 4.0")))
    };
    let points =
        "schedule = [{ time_s = 1 }, { time_s = 4, turn_deg_s = 5 }, { time_s = 5 }, { time_s = 6 }]";
    for (text, keys) in [
        (driven(points), &["body.ram.motion.schedule.2"][..]),
        (driven("turn_deg_s = 5, starts_at_s = 4"), &["body.ram.motion.starts_at_s"]),
        (driven("turn_deg_s = 5, starts_at_s = 3"), &[]),
        (driven(points).replace("removed_at_s = 4.0", ""), &[]),
        (
            driven("turn_deg_s = 5, starts_at_s = 9").replace("removed_at_s = 4.0", ""),
            &["body.ram.motion.starts_at_s"],
        ),
    ] {
        assert_eq!(idle(&text), keys, "{text}");
    }
    let geared = |at_s: f64, more: &str| {
        let points =
            [1.0, 2.0, 3.0, 4.0].map(|time_s| format!("{{ time_s = {time_s:?}, angle_deg = {time_s:?} }}"));
        let gear = format!("released_at_s = {at_s:?}\ndrive = {{ schedule = [{}] }}\n", points.join(", "));
        afloat(&format!(
            "{more}\n[[joint]]\nname = \"g\"\nkind = \"hinge\"\nbody = \"boat\"\naxis = [0, 0, 1]\n{gear}"
        ))
    };
    let copies = "repeat = { kind = \"line\", count = 2, to_m = [12.0, 6.0] }";
    for (text, keys) in [
        // The way to the point after is begun.
        (geared(3.5, ""), &[][..]),
        (geared(2.0, ""), &["joint.0.drive.schedule.2"]),
        (geared(9.0, ""), &["joint.0.released_at_s"]),
        (geared(9.0, copies), &["joint.0.released_at_s"]),
    ] {
        assert_eq!(idle(&text), keys, "{text}");
    }
    for (text, keys) in [
        ("coupling = { k_push = 2.0 }", &["coupling.k_push"][..]),
        ("coupling = { mode = \"paper\", k_push = 2.0 }", &[]),
        ("records.every_s = 10.0", &["records.every_s"]),
        (
            "view = { kind = \"overview\", follow = \"boat\", eye_m = [0.0, 0.0, 9.0] }",
            &["view.follow", "view.eye_m"],
        ),
        ("view = { kind = \"perspective\", follow = \"boat\", eye_m = [0.0, -9.0, 9.0] }", &[]),
        (
            "view = { vertical_scale = 3.0, streamlines = true, half_smoke = true }",
            &["view.vertical_scale", "view.streamlines", "view.half_smoke"],
        ),
        ("view = { look = \"slab\", vertical_scale = 3.0, streamlines = true }", &[]),
        ("view = { look = \"slab\", dark = true, without = [\"clouds\"] }", &["view.dark", "view.without"]),
    ] {
        let scenario = format!("{text}\n{}", afloat(""));
        assert_eq!(idle(&scenario), keys, "{text}");
    }
}

#[test]
fn the_shipped_scenarios_have_none() {
    for name in names() {
        let world = shipped(name, &[]);
        let said: Vec<_> =
            world.warnings().iter().filter(|text| text.contains("so it does nothing")).collect();
        assert!(said.is_empty(), "{name}: {said:?}");
    }
}
