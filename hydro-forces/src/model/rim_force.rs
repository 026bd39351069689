use glam::DVec2;

/// Forces of a body's rim on the water, `F = k (V·n) n` (Lazo et al. Eq. 7), with `k₊` where the body moves towards the water,
/// else `k₋`. Visual: they conserve neither volume nor momentum.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RimForce {
    /// `k₊`, m/s.
    pub push_m_s: f64,
    /// `k₋`, m/s.
    pub pull_m_s: f64,
}

impl RimForce {
    /// Force on the water per unit area and density, m²/s², of a rim with the outward `normal` that moves at `velocity_m_s`.
    pub fn on_water(&self, velocity_m_s: DVec2, normal: DVec2) -> DVec2 {
        let outward = velocity_m_s.dot(normal);
        normal * (outward * if outward > 0.0 { self.push_m_s } else { self.pull_m_s })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rims_push_harder_than_they_drag() {
        let force = RimForce { push_m_s: 10.0, pull_m_s: 1.0 };
        let normal = DVec2::new(0.0, 1.0);
        assert_eq!(force.on_water(DVec2::new(5.0, 2.0), normal), DVec2::new(0.0, 20.0));
        assert_eq!(force.on_water(DVec2::new(5.0, -2.0), normal), DVec2::new(0.0, -2.0));
    }
}
