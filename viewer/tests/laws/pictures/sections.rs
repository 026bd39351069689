//! What maps show is what the step did.

use glam::{DVec2, DVec3, Vec2};

use viewer::staging;

use crate::setup::{run, world};

/// A box on its way through open water, with a propeller.
fn sailing(mode: &str) -> String {
    format!(
        r#"
        title = "box"
        duration_s = 1.0
        [grid]
        cells = [48, 40]
        cell_size_m = 0.25
        [water]
        level_m = 2.0
        [coupling]
        mode = "{mode}"
        k_push = 7.0
        k_pull = 0.6
        [body.hull]
        hull = {{ kind = "box", length_m = 4.0, beam_m = 2.0, depth_m = 1.0 }}
        mass_kg = 4000.0
        position_m = [6.1, 5.2]
        heading_deg = 31.0
        velocity_m_s = [1.5, -0.4, 0.0]
        propeller = {{ position_m = [-1.9, 0.0, 0.1], thrust_n = 800.0 }}
        "#
    )
}

/// Lazo et al. Eq. 7 on the rim as it was before the step, and the books of the step.
#[test]
fn rim_forces_are_those_of_the_rim_and_those_booked() {
    let mut world = world(&sailing("paper"));
    run(&mut world, 0.5);
    for _ in 0..20 {
        let (maps, before) = (staging::maps(&world), world.momentum().external_n_s);
        let _ = world.step();
        let after = staging::maps(&world);
        assert!(maps.rim.len() > 20 && after.forces_n.len() == maps.rim.len());
        let per_k = 1000.0 * maps.water.cell_size_m.powi(2);
        for (rim, &(cell, force)) in maps.rim.iter().zip(&after.forces_n) {
            let wet = maps.wet.iter().find(|wet| wet.cell == rim.cell).unwrap();
            let outward = wet.velocity_m_s.dot(rim.normal);
            let expected = rim.normal * (per_k * outward * if outward > 0.0 { 7.0 } else { 0.6 });
            assert_eq!(cell, rim.cell);
            assert!(force.distance(expected) < 1e-4 * expected.length().max(1.0), "{force} for {expected}");
        }
        let drawn: DVec2 = after.forces_n.iter().map(|(_, force)| force.as_dvec2()).sum();
        let on_bodies: DVec2 = world.bodies().map(|body| body.force_n.truncate()).sum();
        let booked = (world.momentum().external_n_s - before) / world.time_step_s() - on_bodies;
        assert!(drawn.distance(booked) < 1e-4 * booked.length(), "{drawn} drawn, {booked} booked");
    }
}

#[test]
fn the_first_reaction_is_what_the_bodies_took() {
    let mut world = world(&sailing("conservative"));
    assert!(staging::maps(&world).forces_n.is_empty(), "nothing has acted yet");
    let _ = world.step();
    let drawn: DVec2 = world.forces_on_water_n().map(|(_, force)| force).sum();
    let taken: DVec2 = world.bodies().map(|body| body.force_n.truncate()).sum();
    assert!(taken.length() > 500.0, "{taken}");
    assert!((drawn + taken).length() < 1e-9 * taken.length(), "{drawn} given, {taken} taken");
}

#[test]
fn normals_of_the_rim_lead_into_the_water_and_back_into_the_body() {
    let maps = staging::maps(&world(&sailing("conservative")));
    let nx = maps.water.nx;
    let is_wet = |place: Vec2| {
        let cell = place.y.round() as usize * nx + place.x.round() as usize;
        maps.wet.iter().any(|wet| wet.cell as usize == cell)
    };
    assert!(maps.rim.len() > 20);
    for rim in &maps.rim {
        let at = Vec2::new((rim.cell as usize % nx) as f32, (rim.cell as usize / nx) as f32);
        assert!((rim.normal.length() - 1.0).abs() < 1e-6, "{rim:?}");
        assert!(
            is_wet(at) && is_wet(at - 2.0 * rim.normal) && !is_wet(at + 2.5 * rim.normal),
            "{at} {rim:?}"
        );
    }
}

#[test]
fn velocities_are_those_of_a_rigid_body_at_the_still_level() {
    let mut world = world(&sailing("conservative"));
    run(&mut world, 1.0);
    let (maps, body) = (staging::maps(&world), world.bodies().next().unwrap());
    assert!(body.angvel_rad_s.length() > 0.05, "{body:?}");
    for wet in &maps.wet {
        let [i, j] = [wet.cell as usize % maps.water.nx, wet.cell as usize / maps.water.nx];
        let at = DVec3::new((i as f64 + 0.5) * 0.25, (j as f64 + 0.5) * 0.25, 2.0);
        let expected = body.linvel_m_s + body.angvel_rad_s.cross(at - body.position_m);
        assert!(wet.velocity_m_s.as_dvec2().distance(expected.truncate()) < 1e-6, "{wet:?}, {expected}");
    }
}

#[test]
fn depths_add_up_to_the_displaced_volume_and_lie_under_the_level() {
    let world = world(&sailing("conservative"));
    let maps = staging::maps(&world);
    let area = f64::from(maps.water.cell_size_m).powi(2);
    let displaced: f64 = maps.wet.iter().map(|wet| f64::from(wet.thickness_m) * area).sum();
    assert!((displaced - world.mass().displaced_m3).abs() < 1e-6, "{displaced}");
    assert!((displaced - 4.0).abs() < 0.02, "{displaced}");
    let keel_m = maps.bottom_m.iter().copied().fold(f32::INFINITY, f32::min);
    assert!((2.0 - keel_m - 0.5).abs() < 1e-3, "a half of the box is under water, {keel_m}");
}

#[test]
fn a_body_at_rest_in_still_water_has_no_velocity_and_puts_no_force_on_it() {
    let text = sailing("conservative").replace("1.5, -0.4, 0.0", "0, 0, 0").replace("800.0", "0.0");
    let mut world = world(&text);
    assert!(staging::maps(&world).wet.iter().all(|wet| wet.velocity_m_s == Vec2::ZERO));
    run(&mut world, 1.0);
    let maps = staging::maps(&world);
    let fastest = maps.wet.iter().map(|wet| wet.velocity_m_s.length()).fold(0.0, f32::max);
    assert!(!maps.wet.is_empty() && fastest < 1e-4, "{fastest} m/s");
    let sum: Vec2 = maps.forces_n.iter().map(|(_, force)| *force).sum();
    assert!(sum.length() < 1.0, "{sum} N on a body of 39 kN");
}

/// Lazo et al. §2.3 compare the depth map of the hull with that of the water: in mode `paper` a hull above the still level
/// is wet where the water rises to it, and one below is dry in a trough.
#[test]
fn the_wet_section_is_below_the_water_that_is_there() {
    let columns = "[[water.column]]\nx_m = [4.6, 6.2]\nlevel_m = 2.5\n[[water.column]]\nx_m = [6.2, 8.3]\nlevel_m = 1.5";
    let text = |mode: &str, z_m: f64, wave: &str| {
        let box_m = sailing(mode).replace("[6.1, 5.2]", &format!("[6.1, 5.2, {z_m}]"));
        format!("{box_m}\n{columns}\n{wave}")
    };
    let wave = "[[wave]]\nkind = \"airy\"\namplitude_m = 0.2\nlength_m = 5.0";
    let (mut raised, mut lowered) = (0, 0);
    // The bottom at first a fifth of a meter above the still level, or as far below.
    for (z_m, wave) in [(2.7, ""), (2.7, wave), (2.3, ""), (2.3, wave)] {
        let mut world = world(&text("paper", z_m, wave));
        let mut before = staging::maps(&world);
        for step in 0..10 {
            let after = staging::maps(&world);
            let nx = after.water.nx;
            // Not at the hull's sides, where the samples of a cell differ.
            let is_under = |cell: usize| {
                let around = [cell - nx - 1, cell - nx + 1, cell + nx - 1, cell + nx + 1];
                around.iter().all(|&k| (after.bottom_m[k] - after.bottom_m[cell]).abs() < 0.1)
            };
            // The bodies meet the water as it was when the step began.
            for (cell, &bottom_m) in
                after.bottom_m.iter().enumerate().filter(|&(k, z)| z.is_finite() && is_under(k))
            {
                let level_m = before.water.level_m[cell];
                let is_wet = after.wet.iter().any(|wet| wet.cell as usize == cell);
                // Waves by formula are those of the step's end.
                if (bottom_m - level_m).abs() > 0.05 {
                    assert_eq!(is_wet, bottom_m < level_m, "step {step}: {bottom_m} m, {level_m} m");
                    raised += usize::from(is_wet && bottom_m > 2.1);
                    lowered += usize::from(!is_wet && bottom_m < 1.9);
                }
            }
            before = after;
            let _ = world.step();
        }
    }
    assert!(raised > 100 && lowered > 100, "{raised} raised, {lowered} lowered");
    // Displaced water is measured from the level at which the water starts where the hull is, 2.5 m, a fifth of a meter below or above its bottom.
    let is_wet = |z_m: f64| !staging::maps(&world(&text("conservative", z_m, ""))).wet.is_empty();
    assert!(is_wet(2.8) && !is_wet(3.2));
}
