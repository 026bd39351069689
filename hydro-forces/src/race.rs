/// Speed of the race of a thrust on a body held fast, m/s: over the depth `h` and the width `2 r` of the race the water carries the
/// momentum that the thrust gives it, `T = ρ u² 2 r h` (momentum theory of a steady jet).
///
/// # Arguments
/// Thrust `T`, N; density, kg/m³; radius `r` of the race and depth `h`, m, above 0.
pub fn race_m_s(thrust_n: f64, density_kg_m3: f64, radius_m: f64, depth_m: f64) -> f64 {
    (thrust_n.abs() / (density_kg_m3 * 2.0 * radius_m * depth_m)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_flows_is_what_is_pushed() {
        // 20 kN on water of 4 m over 5 m to both sides: 40,000 kg/m at u, so 40,000 u² = 20,000.
        assert!((race_m_s(-20e3, 1000.0, 5.0, 4.0) - 0.5f64.sqrt()).abs() < 1e-12);
    }
}
