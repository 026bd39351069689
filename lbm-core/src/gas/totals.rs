use super::d3q19;

/// Sums over cells, in lattice units.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AirTotals {
    /// `Σ ρ`.
    pub mass: f64,
    /// `Σ c f`: the momentum `Σ (ρ u + ½ F)` at the end of the step's push.
    pub momentum: [f64; 3],
    /// `Σ C`.
    pub smoke: f64,
}

impl AirTotals {
    /// Adds population `q` of a cell, or a sum of such over cells: its mass `f` and momentum `c_q f`, or its smoke.
    #[inline]
    pub fn add_population(&mut self, q: usize, f: f64) {
        if q < d3q19::Q {
            self.mass += f;
            (0..3).for_each(|axis| self.momentum[axis] += f64::from(d3q19::C[q][axis]) * f);
        } else {
            self.smoke += f;
        }
    }

    /// The sum of both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            mass: self.mass + other.mass,
            momentum: std::array::from_fn(|axis| self.momentum[axis] + other.momentum[axis]),
            smoke: self.smoke + other.smoke,
        }
    }
}
