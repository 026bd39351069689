//! Two sailboats beam-on to one wave (Lazo et al. §3.2): the low centre of mass rights itself, the high one turns over.

use super::shipped;

/// Heel over the time, one value a step, unwrapped.
fn heel_deg(name: &str, until_s: f64) -> Vec<f64> {
    let mut world = shipped(name, &[]);
    let mut heels = vec![0.0f64];
    while world.time_s() < until_s {
        assert_eq!(world.step(), Default::default());
        let (before, now) = (heels[heels.len() - 1], world.bodies().next().unwrap().heel_deg);
        heels.push(before + (now - before + 180.0).rem_euclid(360.0) - 180.0);
    }
    heels
}

#[test]
fn one_comes_back_and_its_twin_turns_over() {
    let low = heel_deg("sailboat-stable", 25.0);
    let steepest = low.iter().fold(0.0f64, |a, heel| a.max(heel.abs()));
    assert!((30.0..90.0).contains(&steepest), "{steepest}°");
    let rolls = low.windows(2).filter(|pair| pair[0] * pair[1] < 0.0).count();
    assert!(rolls >= 6, "it passes the upright {rolls} times");

    let high = heel_deg("sailboat-capsize", 10.0);
    let steepest = high.iter().fold(0.0f64, |a, heel| a.max(heel.abs()));
    assert!(steepest > 120.0, "{steepest}°");
}
