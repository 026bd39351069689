//! Two sailboats beam-on to one wave (Lazo et al. §3.2): the low center of mass rights itself, the high one turns over
//! and comes to lie on its deck.

use crate::setup::shipped;

/// Heel at every quarter of a second, unwrapped, and whether the hull was in the water all the time.
fn heel_deg(name: &str, overrides: &[&str], until_s: f64) -> (Vec<f64>, bool) {
    let mut world = shipped(name, overrides);
    let (mut heels, mut heel, mut wet) = (vec![0.0f64], 0.0, true);
    while world.time_s() < until_s {
        assert_eq!(world.step(), Default::default());
        let state = world.bodies().next().unwrap();
        heel += (state.heel_deg - heel + 180.0).rem_euclid(360.0) - 180.0;
        wet &= state.submerged_volume_m3 > 0.0;
        if world.time_s() >= 0.25 * heels.len() as f64 {
            heels.push(heel);
        }
    }
    (heels, wet)
}

/// The last 20 s: least and greatest heel, and their mean.
fn at_the_end(heels: &[f64]) -> (f64, f64, f64) {
    let last = &heels[heels.len() - 80..];
    let least = last.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = last.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (least, greatest, last.iter().sum::<f64>() / last.len() as f64)
}

#[test]
fn the_low_center_of_mass_comes_back() {
    let (heels, wet) = heel_deg("sailboat-stable", &[], 45.0);
    let steepest = heels.iter().fold(0.0f64, |a, heel| a.max(heel.abs()));
    assert!(wet && (20.0..60.0).contains(&steepest), "{steepest}°");
    let (.., mean) = at_the_end(&heels);
    assert!(mean.abs() < 15.0, "it rolls about {mean}°");
}

#[test]
fn the_high_center_of_mass_turns_over_once_and_stays() {
    let (heels, wet) = heel_deg("sailboat-capsize", &[], 45.0);
    let (least, greatest, mean) = at_the_end(&heels);
    let side = mean.signum();
    assert!(wet && (mean - 180.0 * side).abs() < 20.0, "it rolls about {mean}°");
    assert!(
        (least - 180.0 * side).abs().max((greatest - 180.0 * side).abs()) < 60.0,
        "{least}° … {greatest}°"
    );
}

/// Largest difference of heel over some seconds, degrees.
fn apart(a: &[f64], b: &[f64], seconds: f64) -> f64 {
    let pairs = a.iter().zip(b).take((4.0 * seconds) as usize);
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// With steps halved twice the heel comes to rest on its limit, and so it does with a finer hull.
#[test]
fn the_heel_converges_with_step_and_mesh() {
    let seconds = 10.0;
    let fine = "body.boat.hull={ kind = \"parabolic\", length_m = 19.0, beam_m = 4.6, depth_m = 2.3, fullness = 1.0, \
                sections = 50, points = 30 }";
    for name in ["sailboat-stable", "sailboat-capsize"] {
        let heel = |overrides: &[&str]| heel_deg(name, overrides, seconds).0;
        let plain = heel(&[]);
        let half = heel(&["solver.gravity_number=0.0375"]);
        let quarter = heel(&["solver.gravity_number=0.009375"]);
        let mesh = apart(&plain, &heel(&[fine]), seconds);
        let (coarse, finer) = (apart(&plain, &half, seconds), apart(&half, &quarter, seconds));
        println!("{name}: mesh {mesh}°, steps {coarse}° {finer}°");
        assert!(mesh < 5.0, "{name}: {mesh}°");
        assert!(coarse < 5.0 && finer < 0.75 * coarse, "{name}: {coarse}°, {finer}°");
    }
}
