//! Gauges: points at which the water is recorded.

use glam::DVec2;

use crate::name::Name;
use crate::water::Water;

/// A point of the water with a name.
#[derive(Debug)]
pub(in crate::world) struct Gauge {
    pub(in crate::world) name: Name,
    pub(in crate::world) at_m: DVec2,
}

/// Depth and velocity at a gauge.
#[derive(Debug, Clone, PartialEq)]
pub struct GaugeReading {
    /// Name in the scenario.
    pub name: Name,
    /// Depth, m; 0 within a solid.
    pub h_m: f64,
    /// Elevation of the surface above the still level, m; within a solid that of the bed.
    pub eta_m: f64,
    /// Velocity along x, m/s.
    pub u_m_s: f64,
    /// Velocity along y, m/s.
    pub v_m_s: f64,
}

impl Gauge {
    /// Reads the water, of which a step reads the cells around its own gauges.
    pub(in crate::world) fn read(&self, water: &Water) -> GaugeReading {
        self.reading(water, water.sample_beside_solids(self.at_m))
    }

    /// Reads the water at a place of which no step may know: `thickness_m` of the hulls over each cell.
    pub(in crate::world) fn probe(&self, water: &Water, thickness_m: &[f32]) -> GaugeReading {
        self.reading(water, water.sample_anywhere(self.at_m, thickness_m))
    }

    /// Within a solid the water is as over a bed that is dry: none, at the height of the bed, and at rest.
    fn reading(&self, water: &Water, sample: Option<(f64, DVec2)>) -> GaugeReading {
        let (h_m, eta_m, velocity_m_s) = match sample {
            Some((eta_m, velocity_m_s)) => (water.fluid.depth_at_m(self.at_m, eta_m), eta_m, velocity_m_s),
            None => (0.0, -water.fluid.still_depth_at_m(self.at_m), DVec2::ZERO),
        };
        let [u_m_s, v_m_s] = velocity_m_s.to_array();
        GaugeReading { name: self.name.clone(), h_m, eta_m, u_m_s, v_m_s }
    }
}
