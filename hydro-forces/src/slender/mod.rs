//! Slender ships in shallow water: their sections, wave resistance, sinkage and trim by linear theory, and Schijf's flow past a
//! ship in a canal.
//!
//! In the frame of a ship that moves at a speed `U` along x through water of depth `H`, the potential of long waves obeys
//! `(1 − F²) φ_xx + φ_yy = 0`, `F = U/√(g H)`, and the sections push water aside: `φ_y = ∓ U S′(x) / 2H` at `y = ±0`, with
//! `S(x)` the submerged area of the section at `x`. The level is `η = U φ_x / g`. The theory is that of Tuck (1966), J. Fluid
//! Mech. 26, 81–95, and between banks that of Tuck (1967), Schiffstechnik 14, 92–94; it holds for a ship that is long beside
//! its beam and draft, with ends that taper off, away from the critical speed `F = 1`.
//!
//! ```
//! use hydro_forces::slender::{Canal, Channel, Sections, squat, wave_resistance_n};
//!
//! // A ship of 6 m with parabolas of sectional areas and of beams.
//! let taper = |x: f64| 1.0 - (x / 3.0).powi(2);
//! let sections = Sections::from_fn([-3.0, 3.0], 400, |x| [0.14 * taper(x), 0.66 * taper(x)])?;
//!
//! // In open water 1.2 m deep, at half the speed of waves: s = 3 F² S₀ / (π L √(1 − F²)), and no waves.
//! let open = Channel { depth_m: 1.2, ..Channel::default() };
//! let squat_open = squat(&sections, &open, 0.5).unwrap();
//! assert!((squat_open.sinkage_m - 0.00643).abs() < 1e-5);
//! assert_eq!(wave_resistance_n(&sections, &open, 0.5), Some(0.0));
//!
//! // Between banks 6.4 m apart it sinks deeper; by Schijf no steady flow passes it from F = 0.84 to 1.17.
//! let canal = Channel { width_m: Some(6.4), ..open };
//! assert!(squat(&sections, &canal, 0.5).unwrap().sinkage_m > 1.05 * squat_open.sinkage_m);
//! let [slow, fast] = Canal::of(&sections, &canal).unwrap().limiting_froude();
//! assert!((slow - 0.836).abs() < 0.001 && (fast - 1.167).abs() < 0.001);
//! # Ok::<(), hydro_forces::Error>(())
//! ```

mod canal;
mod sections;
mod theory;

use crate::Water;

pub use canal::{Canal, Passing};
pub use sections::Sections;
pub use theory::{Squat, squat, wave_resistance_n};

/// Shallow water at rest that a ship moves through, along the middle between its banks if it has any.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Channel {
    /// Density and gravity.
    pub water: Water,
    /// Depth of the water, m.
    pub depth_m: f64,
    /// Distance of the banks, m; `None` for open water.
    pub width_m: Option<f64>,
}

impl Default for Channel {
    /// Open fresh water 1 m deep.
    fn default() -> Self {
        Self { water: Water::default(), depth_m: 1.0, width_m: None }
    }
}

impl Channel {
    /// Speed of long waves `√(g H)`, m/s.
    pub fn wave_speed_m_s(&self) -> f64 {
        (self.water.gravity_m_s2 * self.depth_m).sqrt()
    }
}
