//! Skin friction and slamming, as scenarios give them.

use crate::setup::{run, world};

fn boxed(z_m: f64, more: &str) -> String {
    format!(
        r#"
        title = "box"
        duration_s = 1.0
        [grid]
        cells = [40, 40]
        cell_size_m = 0.5
        [water]
        level_m = 3.0
        [body.box]
        hull = {{ kind = "box", length_m = 4.0, beam_m = 2.0, depth_m = 1.0 }}
        mass_kg = 4000.0
        position_m = [10.0, 10.0, {z_m}]
        {more}
        "#
    )
}

/// `½ ρ C_F A V` of speed a second, of the bottom and the sides along the flow.
#[test]
fn skin_friction_brakes_by_the_line_of_the_ittc() {
    let speed = |more: &str| {
        let keys = format!("drag = 0.0\nvelocity_m_s = [2.0, 0.0, 0.0]\n{more}");
        let text = boxed(3.0, &keys).replace("[body.box]", "[coupling]\nmode = \"none\"\n[body.box]");
        let mut world = world(&text);
        run(&mut world, 1.0);
        world.bodies().next().unwrap().linvel_m_s.x
    };
    let lost = speed("") - speed("skin_friction = {}");
    let friction =
        hydro_forces::SkinFriction::new(4.0, hydro_forces::SkinFriction::FRESH_WATER_M2_S).unwrap();
    let wet_m2 = 4.0 * 2.0 + 2.0 * 4.0 * 0.5;
    let exact = 0.5 * 1000.0 * friction.coefficient(2.0) * wet_m2 * 4.0 / 4000.0;
    assert!((lost - exact).abs() < 0.05 * exact, "{lost} m/s, not {exact} m/s");
    let rough = speed("") - speed("skin_friction = { length_m = 0.1, viscosity_m2_s = 1e-5 }");
    assert!(rough > 1.5 * lost, "{rough} m/s");
}

/// A box that falls flat on the water is stopped by the blow; momentum stays in the books.
#[test]
fn slamming_stops_what_falls_on_the_water() {
    let deepest = |more: &str| {
        let mut world = world(&boxed(4.5, &format!("velocity_m_s = [1.0, 0.0, 0.0]\n{more}")));
        let mut deepest = f64::INFINITY;
        while world.time_s() < 1.5 {
            let until = world.time_s() + world.time_step_s() / 2.0;
            run(&mut world, until);
            deepest = deepest.min(world.bodies().next().unwrap().position_m.z);
        }
        assert!(world.momentum().residual_relative().abs() < 1e-5, "{:?}", world.momentum());
        deepest
    };
    let (plain, struck) = (deepest(""), deepest("slamming = { bound_m_s2 = 50.0 }"));
    assert!(struck > plain + 0.02, "{struck} m, {plain} m");
}

/// On a wave shorter than its triangles a box is pushed elsewhere by levels at centroids than at corners.
#[test]
fn the_cut_is_the_one_given() {
    let place = |mode: &str, cut: &str| {
        // Keys of the whole file come first.
        let wave = "wave = [{ kind = \"airy\", amplitude_m = 0.1, length_m = 3.0, towards_deg = 20.0 }]";
        let coupling = format!("[coupling]\nmode = \"{mode}\"\n{cut}\n[body.box]");
        let mut world = world(&format!("{wave}\n{}", boxed(3.0, "").replace("[body.box]", &coupling)));
        run(&mut world, 0.5);
        world.bodies().next().unwrap().position_m
    };
    for (mode, own, other) in [("none", "corners", "centroid"), ("paper", "centroid", "corners")] {
        let plain = place(mode, "");
        assert_eq!(place(mode, &format!("cut = \"{own}\"")), plain, "{mode}");
        let apart = place(mode, &format!("cut = \"{other}\"")).distance(plain);
        assert!(apart > 1e-3, "{mode}: {apart} m");
    }
}
