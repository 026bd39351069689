/// Speed of the water behind a wave that changes the depth of still water from `before_m` to `after_m`, m/s, in the direction in which the
/// wave runs; negative behind one that lowers the water. All depths and the gravity are above 0.
///
/// Behind a rise, a bore (Stoker 1957, Water Waves, §10.6), and behind a fall, a simple wave (§10.2), it is
///
/// ```text
/// u = (h − h₀) √(½ g (1/h + 1/h₀))      h > h₀
/// u = 2 (√(g h) − √(g h₀))              h < h₀
/// ```
///
/// with the depth `h₀` before and `h` after. Both tend to `√(g h₀) (h − h₀) / h₀`, a linear wave, where the change is small.
///
/// ```
/// // The bore of a dam break from 8 m onto 4 m of water.
/// assert!((lbm_core::surge_m_s(4.0, 5.815, 9.81) - 2.612).abs() < 1e-3);
/// // Onto a dry bed water runs twice as fast as its waves.
/// assert!((lbm_core::surge_m_s(4.0, 1e-12, 9.81) + 2.0 * (4.0f64 * 9.81).sqrt()).abs() < 1e-4);
/// ```
pub fn surge_m_s(before_m: f64, after_m: f64, gravity_m_s2: f64) -> f64 {
    if after_m > before_m {
        (after_m - before_m) * (0.5 * gravity_m_s2 * (1.0 / after_m + 1.0 / before_m)).sqrt()
    } else {
        2.0 * ((gravity_m_s2 * after_m).sqrt() - (gravity_m_s2 * before_m).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Volume and momentum across a bore that runs with `c`: `(h − h₀) c = h u` and `½ g (h² − h₀²) = h₀ c u`.
    #[test]
    fn a_bore_conserves_volume_and_momentum() {
        let g = 9.81f64;
        for [before, after] in [[1.0, 1.001], [1.0, 2.0], [0.1, 5.0]] {
            let u = surge_m_s(before, after, g);
            let c = u * after / (after - before);
            let pressure = 0.5 * g * (after * after - before * before);
            assert!((before * c * u / pressure - 1.0).abs() < 1e-12, "{before} to {after}: {u}");
        }
    }

    /// In a simple wave `u − 2 √(g h)` is the same before and after.
    #[test]
    fn a_fall_keeps_the_invariant_of_riemann() {
        let g = 9.81f64;
        for [before, after] in [[1.0, 0.999], [1.0, 0.5], [5.0, 0.1]] {
            let wave = |h: f64| (g * h).sqrt();
            let u = surge_m_s(before, after, g);
            assert!(u < 0.0 && (u - 2.0 * wave(after) + 2.0 * wave(before)).abs() < 1e-14, "{u}");
        }
    }

    #[test]
    fn small_changes_are_linear_waves_on_both_sides() {
        let (g, h) = (9.81f64, 3.0);
        for change in [1e-5, -1e-5] {
            let linear = (g * h).sqrt() * change / h;
            assert!((surge_m_s(h, h + change, g) / linear - 1.0).abs() < 1e-4, "{change}");
        }
        assert_eq!(surge_m_s(h, h, g), 0.0);
    }
}
