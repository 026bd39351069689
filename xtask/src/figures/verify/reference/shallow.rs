//! The water in which a hull is towed.

/// Shallow water of uniform depth at rest.
#[derive(Debug, Clone, Copy)]
pub(in crate::verify) struct Shallow {
    pub(in crate::verify) depth_m: f64,
    pub(in crate::verify) density_kg_m3: f64,
    pub(in crate::verify) gravity_m_s2: f64,
}

impl Shallow {
    /// Fresh water.
    pub(in crate::verify) fn fresh(depth_m: f64) -> Self {
        Self { depth_m, density_kg_m3: 1000.0, gravity_m_s2: 9.81 }
    }

    /// Speed of long waves `√(g H)`, m/s.
    pub(in crate::verify) fn wave_speed_m_s(&self) -> f64 {
        (self.gravity_m_s2 * self.depth_m).sqrt()
    }
}
