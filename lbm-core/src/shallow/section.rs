//! Steady streams through sections of a channel, and water that wind sets up: what hydraulics says of them without waves.

/// Specific energy of a stream, `E = h + u²/2g`, m above the bed (Chow 1959, Open-Channel Hydraulics, §3-1).
pub fn specific_energy_m(depth_m: f64, speed_m_s: f64, gravity_m_s2: f64) -> f64 {
    depth_m + 0.5 * speed_m_s * speed_m_s / gravity_m_s2
}

/// Speed of water that falls by `drop_m` without losses, as out of a vessel, `√(2 g d)`, m/s (Torricelli 1644).
///
/// ```
/// // All of its specific energy was depth before.
/// let speed_m_s = lbm_core::outflow_speed_m_s(1.5, 9.81);
/// assert!((lbm_core::specific_energy_m(0.5, speed_m_s, 9.81) - 2.0).abs() < 1e-12);
/// ```
pub fn outflow_speed_m_s(drop_m: f64, gravity_m_s2: f64) -> f64 {
    (2.0 * gravity_m_s2 * drop_m).sqrt()
}

/// The most water that passes a section at a specific energy, m²/s for each meter of its width, `√g (2/3 E)^{3/2}`: that of critical
/// flow, at the depth `2/3 E` (Chow 1959, Open-Channel Hydraulics, §3-3). Nothing passes where the energy is not above 0.
///
/// `energy_m` is [`specific_energy_m`] there.
///
/// ```
/// // The flow is critical where it is √(g h) fast: 1 m deep, with an energy of 1.5 m.
/// assert!((lbm_core::critical_discharge_m2_s(1.5, 9.81) - 9.81f64.sqrt()).abs() < 1e-12);
/// ```
pub fn critical_discharge_m2_s(energy_m: f64, gravity_m_s2: f64) -> f64 {
    gravity_m_s2.sqrt() * (energy_m.max(0.0) / 1.5).powf(1.5)
}

/// Froude number of the subcritical flow that carries a part, up to 1, of the [`critical_discharge_m2_s`] of its energy:
/// `q/q_c = Fr (3 / (2 + Fr²))^{3/2}`. It is 1 for all of it, and for more.
pub fn subcritical_froude(part: f64) -> f64 {
    let carried = |froude: f64| froude * (3.0 / (2.0 + froude * froude)).powf(1.5);
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if carried(middle) < part { low = middle } else { high = middle }
    }
    high
}

/// Difference of level from end to end of a closed basin of length `length_m` and depth `depth_m` under a steady stress along it, m: the
/// setup `τ L / (ρ g h)` of a small one (Dean and Dalrymple 1991, Water Wave Mechanics, §5.6).
///
/// `stress_m2_s2` is `τ/ρ`, as of [`wind_stress_m2_s2`](crate::wind_stress_m2_s2). One that begins at once swings by as much about half
/// of it, so that the upwind end falls by all of it.
pub fn wind_setup_m(stress_m2_s2: f64, length_m: f64, depth_m: f64, gravity_m_s2: f64) -> f64 {
    stress_m2_s2.abs() * length_m / (gravity_m_s2 * depth_m)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the depth and the speed themselves.
    #[test]
    fn the_froude_number_of_a_stream_follows_from_its_discharge_and_energy() {
        let g = 9.81f64;
        for froude in [0.05, 0.3, 0.585, 0.9, 1.0] {
            let depth_m = 1.7;
            let speed_m_s = froude * (g * depth_m).sqrt();
            let energy_m = depth_m + 0.5 * speed_m_s * speed_m_s / g;
            let part = depth_m * speed_m_s / critical_discharge_m2_s(energy_m, g);
            let found = subcritical_froude(part);
            assert!((found - froude).abs() < 1e-7, "{froude}: {found}");
        }
        assert_eq!(subcritical_froude(1.3), 1.0);
        assert_eq!(critical_discharge_m2_s(-1.0, g), 0.0);
    }

    /// The weight of the higher water holds the stress on the surface: `ρ g h Δη = τ L`.
    #[test]
    fn a_setup_balances_the_stress() {
        let setup_m = wind_setup_m(-1.5e-3, 160.0, 0.15, 9.81);
        assert!((9.81 * 0.15 * setup_m - 1.5e-3 * 160.0).abs() < 1e-15 && setup_m > 0.0);
    }
}
