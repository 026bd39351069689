//! Water at the flanks of a round solid that moves in a stream, by the potential flow past a cylinder.
//!
//! Where solid and stream move against each other with the speed `U`, the water at the flanks passes the solid with `2 U`, and
//! by Bernoulli's law its level is lower by `3 U² / 2g`: as much as the depth at a Froude number of `√(2/3)`.

/// Velocity over ground of the water at the flanks, m/s: `2 u − W` for a solid that moves with `W` in a stream `u`.
pub fn velocity_m_s(stream_m_s: [f64; 2], solid_m_s: [f64; 2]) -> [f64; 2] {
    [0, 1].map(|axis| 2.0 * stream_m_s[axis] - solid_m_s[axis])
}

/// Drop of the level at the flanks, `3 U² / 2g`, m, where solid and stream move against each other with `speed_m_s`.
pub fn drawdown_m(speed_m_s: f64, gravity_m_s2: f64) -> f64 {
    1.5 * speed_m_s * speed_m_s / gravity_m_s2
}

/// Speed of solid and stream against each other at which the flanks fall dry, `√(2 g h / 3)`, m/s.
pub fn draining_speed_m_s(depth_m: f64, gravity_m_s2: f64) -> f64 {
    (gravity_m_s2 * depth_m / 1.5).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flanks_fall_dry_at_the_draining_speed() {
        for depth_m in [0.5, 4.0] {
            let speed_m_s = draining_speed_m_s(depth_m, 9.81);
            assert!((drawdown_m(speed_m_s, 9.81) - depth_m).abs() < 1e-12);
            assert!((speed_m_s / (9.81 * depth_m).sqrt() - (2.0f64 / 3.0).sqrt()).abs() < 1e-12);
        }
    }

    #[test]
    fn the_water_passes_the_solid_with_twice_the_speed_between_solid_and_stream() {
        let (stream, solid) = ([1.0, -0.5], [-2.0, 0.25]);
        let flank = velocity_m_s(stream, solid);
        for axis in 0..2 {
            assert_eq!(flank[axis] - solid[axis], 2.0 * (stream[axis] - solid[axis]));
        }
    }
}
