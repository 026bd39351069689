//! Numbers that tell which theory holds for a body afloat: how long the waves are that it makes beside the depth.

use crate::Error;
use crate::error::require_positive;
use crate::radiation::AddedMass;

/// A body afloat in water of a depth, as its main dimensions have it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Afloat {
    /// Length along its x axis, m.
    pub length_m: f64,
    /// Breadth, m.
    pub beam_m: f64,
    /// Depth of its lowest point below the surface at rest, m.
    pub draft_m: f64,
    /// Displaced volume, m³.
    pub volume_m3: f64,
    /// Area of its waterplane, m².
    pub waterplane_m2: f64,
    /// Depth of the water, m.
    pub depth_m: f64,
    /// Gravity, m/s².
    pub gravity_m_s2: f64,
}

/// Length of waves beside the depth, by `k H`: shallow-water theory has them all run at `√(g H)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum WaveLength {
    /// `k H ≤ 0.5`: they run at least at 0.96 `√(g H)`.
    Long,
    /// `k H ≤ 1`: at 0.87 or more.
    Middling,
    /// `k H > 1`: slower than that.
    Short,
}

impl WaveLength {
    /// Class of waves of wavenumber `k` in water of depth `H`, from the product `k H`.
    pub fn of(wavenumber_depth: f64) -> Self {
        match wavenumber_depth {
            kh if kh <= 0.5 => Self::Long,
            kh if kh <= 1.0 => Self::Middling,
            _ => Self::Short,
        }
    }
}

impl Afloat {
    /// Speed of long waves `√(g H)`, m/s.
    pub fn wave_speed_m_s(&self) -> f64 {
        (self.gravity_m_s2 * self.depth_m).sqrt()
    }

    /// Froude number of the depth at a speed, `U / √(g H)`.
    pub fn depth_froude(&self, speed_m_s: f64) -> f64 {
        speed_m_s / self.wave_speed_m_s()
    }

    /// Froude number of the length at a speed, `U / √(g L)`.
    pub fn length_froude(&self, speed_m_s: f64) -> f64 {
        speed_m_s / (self.gravity_m_s2 * self.length_m).sqrt()
    }

    /// Volume whose mass the water adds in slow heave by long waves alone: under an ellipse with the semi-axes `a`, `b` of
    /// the waterline and the water column `w` below, `π a³ b³ / (4 w (a² + b²))`, m³; `π R⁴ / 8 w` under a disc
    /// (Bocchi 2020). Infinite where it touches ground.
    pub fn long_wave_added_m3(&self) -> f64 {
        let [a, b] = [0.5 * self.length_m, 0.5 * self.beam_m];
        let under_m = (self.depth_m - self.draft_m).max(0.0);
        std::f64::consts::PI * (a * b).powi(3) / (4.0 * under_m * (a * a + b * b))
    }

    /// Volume whose mass the water adds in fast heave on deep water: that of half an ellipsoid, as
    /// [`AddedMass::floating`] has it, m³.
    ///
    /// # Errors
    /// As there.
    pub fn short_wave_added_m3(&self) -> Result<f64, Error> {
        Ok(AddedMass::floating(self.length_m, self.beam_m, self.draft_m, 1.0)?.matrix()[2][2])
    }

    /// Angular frequency of free heave with the larger of the two added masses, `√(g A / (V + V_a))`, rad/s.
    ///
    /// # Errors
    /// As [`Self::short_wave_added_m3`].
    pub fn heave_rad_s(&self) -> Result<f64, Error> {
        let added = self.short_wave_added_m3()?.max(self.long_wave_added_m3());
        Ok((self.gravity_m_s2 * self.waterplane_m2 / (self.volume_m3 + added)).sqrt())
    }

    /// `k H` of the waves that free heave makes.
    ///
    /// # Errors
    /// As [`Self::short_wave_added_m3`].
    pub fn heave_wavenumber_depth(&self) -> Result<f64, Error> {
        wavenumber_depth(self.heave_rad_s()?, self.depth_m, self.gravity_m_s2)
    }

    /// Validity of shallow-water theory for the flow past the body under way: for `H / L` up to a quarter well, up to a half
    /// roughly (the theory of slender ships is of first order in `H / L`: Tuck 1966).
    pub fn under_way(&self) -> WaveLength {
        WaveLength::of(2.0 * self.depth_m / self.length_m)
    }
}

/// `k H` of waves of an angular frequency: `ω² H / g = k H tanh k H`.
///
/// # Errors
/// [`Error::OutOfRange`] or [`Error::NotFinite`] if a value is not finite and above 0.
pub fn wavenumber_depth(frequency_rad_s: f64, depth_m: f64, gravity_m_s2: f64) -> Result<f64, Error> {
    require_positive("frequency_rad_s", frequency_rad_s)?;
    require_positive("depth_m", depth_m)?;
    require_positive("gravity_m_s2", gravity_m_s2)?;
    let deep = frequency_rad_s * frequency_rad_s * depth_m / gravity_m_s2;
    // k H lies between that of deep and of shallow water and their sum; k H tanh k H rises.
    let (mut low, mut high) = (0.0, deep + deep.sqrt());
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if middle * middle.tanh() < deep { low = middle } else { high = middle }
    }
    Ok(0.5 * (low + high))
}

/// Froude number of the depth up to which water passes a ship in a canal steadily, by its midship section over that of the
/// canal, 0 to 1: the smaller root of `1 − m + ½ F² = 3/2 F^⅔` (Schijf 1949).
pub fn limiting_froude(blockage: f64) -> f64 {
    let root = 2.0 * ((1.0 - blockage.clamp(0.0, 1.0)).asin() / 3.0).sin();
    root.powf(1.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sphere of 5 m of the IEA OES task, and a barge in a canal.
    fn sphere(depth_m: f64) -> Afloat {
        let volume_m3 = 2.0 / 3.0 * std::f64::consts::PI * 125.0;
        let waterplane_m2 = std::f64::consts::PI * 25.0;
        let (length_m, beam_m, draft_m, gravity_m_s2) = (10.0, 10.0, 5.0, 9.81);
        Afloat { length_m, beam_m, draft_m, volume_m3, waterplane_m2, depth_m, gravity_m_s2 }
    }

    #[test]
    fn a_sphere_heaves_as_on_deep_water_and_its_waves_are_short() {
        let period_s = std::f64::consts::TAU / sphere(50.0).heave_rad_s().unwrap();
        // 4.4 s with the waves (Wendt et al. 2019).
        assert!((period_s - 4.49).abs() < 0.01, "{period_s}");
        let kh = sphere(50.0).heave_wavenumber_depth().unwrap();
        // ω² H / g = A H / 1.5 V.
        assert!((kh - 10.0).abs() < 1e-6 && WaveLength::of(kh) == WaveLength::Short, "{kh}");
    }

    #[test]
    fn a_broad_body_close_to_the_bed_heaves_slowly_by_long_waves() {
        let pontoon = Afloat { length_m: 60.0, beam_m: 60.0, draft_m: 2.0, depth_m: 3.0, ..sphere(3.0) };
        let pontoon = Afloat { volume_m3: 5655.0, waterplane_m2: 2827.0, ..pontoon };
        assert!((pontoon.long_wave_added_m3() / 318_086.0 - 1.0).abs() < 1e-5);
        let kh = pontoon.heave_wavenumber_depth().unwrap();
        assert_eq!(WaveLength::of(kh), WaveLength::Long, "{kh}");
        assert!(Afloat { draft_m: 3.0, ..pontoon }.long_wave_added_m3().is_infinite());
    }

    #[test]
    fn the_wave_number_solves_the_dispersion_relation() {
        for (frequency, depth) in [(0.01, 1.0), (1.0, 2.0), (3.0, 0.5), (5.0, 100.0)] {
            let kh = wavenumber_depth(frequency, depth, 9.81).unwrap();
            let back = (9.81 / depth * kh * kh.tanh()).sqrt();
            assert!((back / frequency - 1.0).abs() < 1e-12, "{frequency} {depth}: {back}");
        }
        assert!(wavenumber_depth(0.0, 1.0, 9.81).is_err() && wavenumber_depth(1.0, f64::NAN, 9.81).is_err());
        // The bounds of the classes are the speeds that they name.
        for (kh, speed) in [(0.5f64, 0.96), (1.0, 0.87)] {
            assert!(((kh.tanh() / kh).sqrt() - speed).abs() < 5e-3);
        }
        assert_eq!(
            [0.4, 0.9, 1.1].map(WaveLength::of),
            [WaveLength::Long, WaveLength::Middling, WaveLength::Short]
        );
    }

    #[test]
    fn a_canal_limits_the_speed() {
        for blockage in [0.0, 0.05, 0.3] {
            let froude = limiting_froude(blockage);
            let left = 1.0 - blockage + 0.5 * froude * froude - 1.5 * froude.powf(2.0 / 3.0);
            assert!(left.abs() < 1e-12, "{blockage}: {froude}");
        }
        assert!((limiting_froude(0.0) - 1.0).abs() < 1e-12 && limiting_froude(0.2) < 0.55);
    }
}
