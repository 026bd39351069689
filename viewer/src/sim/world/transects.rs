//! Transects: lines through which volume and energy of the water are recorded.

use glam::DVec2;
use hydro_forces::WaterSurface;

use crate::sim::coupling::Coupling;
use crate::sim::scenario;
use crate::sim::water::Water;

/// A line across the water with a name.
#[derive(Debug)]
pub(super) struct Transect {
    name: String,
    /// Middles of pieces at most a cell long.
    points_m: Vec<DVec2>,
    /// Normal to the left of the way along the line, as long as a piece, m.
    normal_m: DVec2,
    now: [f64; 2],
    /// Volume, m³, and energy, J, since the start.
    passed: [f64; 2],
}

/// What passes a transect; positive to the left of the way along it.
#[derive(Debug, Clone, PartialEq)]
pub struct TransectReading {
    /// Name in the scenario.
    pub name: String,
    /// Volume a second, m³/s.
    pub discharge_m3_s: f64,
    /// Energy a second, `ρ ∫ (g η + ½ u²) h u · n ds`, W: that of waves, and what a stream carries.
    pub power_w: f64,
    /// Volume since the start, m³.
    pub volume_m3: f64,
    /// Energy since the start, J.
    pub energy_j: f64,
}

impl Transect {
    pub(super) fn new(given: &scenario::Transect, water: &Water) -> Self {
        let [from_m, to_m] = [given.from_m, given.to_m].map(DVec2::from_array);
        let way_m = to_m - from_m;
        let pieces = (way_m.length() / water.fluid.cells().cell_size_m).ceil().max(1.0);
        let middle_of = |n: usize| from_m + way_m * ((n as f64 + 0.5) / pieces);
        Self {
            name: given.name.clone(),
            points_m: (0..pieces as usize).map(middle_of).collect(),
            normal_m: way_m.perp() / pieces,
            now: [0.0; 2],
            passed: [0.0; 2],
        }
    }

    /// Reads the water, and adds what passes in a time.
    pub(super) fn record(&mut self, water: &Water, coupling: &Coupling, time_s: f64) {
        let (surface, thickness_m) = (water.fluid.surface(), coupling.thickness_m());
        let gravity_m_s2 = water.fluid.lattice.units().gravity_m_s2();
        let before = std::mem::take(&mut self.now);
        for &at_m in &self.points_m {
            let sample = surface.sample(at_m);
            // Under a hull the water has the rest of the head.
            let under_m = f64::from(thickness_m[water.fluid.cells().at(at_m)]);
            let depth_m = water.fluid.still_level_m - water.fluid.bed_at_m(at_m) + sample.level_m - under_m;
            let power_w_m = sample.power_w_m(depth_m, water.density_kg_m3, gravity_m_s2);
            self.now[0] += depth_m * sample.velocity_m_s.dot(self.normal_m);
            self.now[1] += power_w_m.dot(self.normal_m);
        }
        (0..2).for_each(|k| self.passed[k] += 0.5 * (before[k] + self.now[k]) * time_s);
    }

    /// What passes, and what has passed: volume and energy.
    pub(super) fn state(&self) -> [[f64; 2]; 2] {
        [self.now, self.passed]
    }

    pub(super) fn restore(&mut self, [now, passed]: [[f64; 2]; 2]) {
        (self.now, self.passed) = (now, passed);
    }

    pub(super) fn read(&self) -> TransectReading {
        let ([discharge_m3_s, power_w], [volume_m3, energy_j]) = (self.now, self.passed);
        TransectReading { name: self.name.clone(), discharge_m3_s, power_w, volume_m3, energy_j }
    }
}
