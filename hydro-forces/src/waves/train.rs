use glam::{DVec2, DVec3};

use super::gravity::GravityWave;
use crate::Error;
use crate::error::{require, require_finite, require_positive};

/// Height, length and direction of a train of waves.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WaveTrain {
    /// Amplitude, m: half the height of a sinusoidal wave.
    pub amplitude_m: f64,
    /// Wave length, m.
    pub length_m: f64,
    /// Direction in which the crests travel, counter-clockwise from the world's x axis, degrees.
    pub towards_deg: f64,
    /// Phase at the world's origin at time 0, degrees.
    pub phase_deg: f64,
}

/// A train of waves: crests after Lazo et al., Airy's or Stokes'.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wave {
    shape: Shape,
    towards: DVec2,
    phase: f64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Shape {
    Crests { amplitude_m: f64, wavenumber: f64, speed_m_s: f64, power: f64 },
    Gravity(GravityWave),
}

impl Wave {
    /// `A |sin(2π/L (x − c t) + phase)|ⁿ`: sharp troughs or, for large n, lone crests, all above the
    /// still level, two to a wave length (Lazo et al. Eq. 10, which prints `x + c t`: their waves travel the other way). The
    /// velocity of the water is zero.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] or [`Error::NotFinite`] if the length or `power` n is not above 0, the amplitude is
    /// negative, or a value is not finite.
    pub fn crests(train: WaveTrain, speed_m_s: f64, power: f64) -> Result<Self, Error> {
        let WaveTrain { amplitude_m, length_m, .. } = train;
        require(amplitude_m >= 0.0, "amplitude_m", amplitude_m, "at least 0")?;
        require_positive("length_m", length_m)?;
        require_finite("speed_m_s", speed_m_s)?;
        require_positive("power", power)?;
        let wavenumber = std::f64::consts::TAU / length_m;
        Self::new(Shape::Crests { amplitude_m, wavenumber, speed_m_s, power }, train)
    }

    /// Airy's linear wave `η = a cos(k x − ω t + phase)` with `ω² = g k tanh k h`, on water `depth_m`
    /// deep (infinity is deep water).
    ///
    /// # Errors
    /// [`Error::OutOfRange`] or [`Error::NotFinite`] if the length, depth or gravity is not above 0, the amplitude is
    /// negative, or another value than the depth is not finite.
    pub fn airy(train: WaveTrain, depth_m: f64, gravity_m_s2: f64) -> Result<Self, Error> {
        let wave = GravityWave::airy(train.amplitude_m, train.length_m, depth_m, gravity_m_s2)?;
        Self::new(Shape::Gravity(wave), train)
    }

    /// Stokes' wave to second order: higher, narrower crests and flatter troughs. Good while the
    /// second harmonic is small beside the first ([`Self::second_harmonic`]): not for long waves on shallow water, where
    /// `a L² / h³` is of the order of 10 and above.
    ///
    /// # Errors
    /// As [`airy`](Self::airy).
    pub fn stokes2(train: WaveTrain, depth_m: f64, gravity_m_s2: f64) -> Result<Self, Error> {
        let wave = GravityWave::stokes2(train.amplitude_m, train.length_m, depth_m, gravity_m_s2)?;
        Self::new(Shape::Gravity(wave), train)
    }

    fn new(shape: Shape, train: WaveTrain) -> Result<Self, Error> {
        require_finite("towards_deg", train.towards_deg)?;
        require_finite("phase_deg", train.phase_deg)?;
        let towards = DVec2::from_angle(train.towards_deg.to_radians());
        Ok(Self { shape, towards, phase: train.phase_deg.to_radians() })
    }

    /// Time between two crests at one place, s; infinite for stationary crests.
    pub fn period_s(&self) -> f64 {
        match self.shape {
            // |sin| has two crests to a wave length.
            Shape::Crests { wavenumber, speed_m_s, .. } => {
                std::f64::consts::PI / (wavenumber * speed_m_s.abs())
            }
            Shape::Gravity(wave) => std::f64::consts::TAU / wave.frequency_rad_s,
        }
    }

    /// Height of the wave over the greatest that does not break, `0.142 L tanh k h` (Miche 1944); none of crests, which follow no
    /// law of water.
    pub fn steepness(&self) -> Option<f64> {
        match self.shape {
            Shape::Crests { .. } => None,
            Shape::Gravity(wave) => Some(wave.steepness()),
        }
    }

    /// Amplitude of the second harmonic over that of the first, of Stokes' wave; 0 of Airy's, none of crests.
    ///
    /// Above [`Self::GREATEST_HARMONIC`] the trough of `a cos θ + b cos 2θ` is a second crest, which no wave of water has: the
    /// expansion does not hold. On shallow water that is at an Ursell number `2 a L² / h³` of `8π²/3`.
    pub fn second_harmonic(&self) -> Option<f64> {
        match self.shape {
            Shape::Crests { .. } => None,
            Shape::Gravity(wave) => Some(wave.second_harmonic()),
        }
    }

    /// Greatest [`Self::second_harmonic`] of a wave with one trough to a length.
    pub const GREATEST_HARMONIC: f64 = 0.25;

    /// Greatest slope of the flanks of crests `A |sin k x|ⁿ`, `A k √n ((n − 1)/n)^((n − 1)/2)`, infinite for n below 1; none of other waves, which
    /// [`Self::steepness`] is of.
    ///
    /// The highest waves that do not break have a crest of 120°, whose flanks rise by [`Self::STEEPEST_FLANK`] (Stokes 1880).
    pub fn flank(&self) -> Option<f64> {
        match self.shape {
            Shape::Crests { power, .. } if power < 1.0 => Some(f64::INFINITY),
            Shape::Crests { amplitude_m, wavenumber, power, .. } => {
                let narrow = ((power - 1.0) / power).powf(0.5 * (power - 1.0));
                Some(amplitude_m * wavenumber * power.sqrt() * narrow)
            }
            Shape::Gravity(_) => None,
        }
    }

    /// Slope of the flanks of a crest of 120°, `tan 30°`.
    pub const STEEPEST_FLANK: f64 = 0.577_350_269_189_625_8;

    /// Height of the surface above the still level at `position_m` (world x, y), m.
    pub(super) fn eta_m(&self, position_m: DVec2, time_s: f64) -> f64 {
        let along = self.towards.dot(position_m);
        match self.shape {
            Shape::Crests { amplitude_m, wavenumber, speed_m_s, power } => {
                let phase = wavenumber * (along - speed_m_s * time_s) + self.phase;
                amplitude_m * phase.sin().abs().powf(power)
            }
            Shape::Gravity(wave) => wave.eta_m(wave.phase(along, time_s) + self.phase),
        }
    }

    /// Difference of the pressure head `depth_m` below the surface from that of water at rest, m, positive where smaller.
    pub(super) fn deficit_m(&self, position_m: DVec2, depth_m: f64, time_s: f64) -> f64 {
        match self.shape {
            Shape::Crests { .. } => 0.0,
            Shape::Gravity(wave) => {
                let along = self.towards.dot(position_m);
                wave.deficit(wave.phase(along, time_s) + self.phase, depth_m)
            }
        }
    }

    /// Mean over the depths from the surface to `depth_m` of what it adds to the pressure head, m.
    pub(super) fn mean_rise_m(&self, position_m: DVec2, depth_m: f64, time_s: f64) -> f64 {
        match self.shape {
            Shape::Crests { .. } => self.eta_m(position_m, time_s),
            Shape::Gravity(wave) => {
                let along = self.towards.dot(position_m);
                wave.mean_rise(wave.phase(along, time_s) + self.phase, depth_m)
            }
        }
    }

    /// Upper bound of the elevation, m.
    pub(super) fn highest_m(&self) -> f64 {
        match self.shape {
            Shape::Crests { amplitude_m, .. } => amplitude_m,
            Shape::Gravity(wave) => wave.highest(),
        }
    }

    /// Whether the water moves.
    pub(super) fn has_flow(&self) -> bool {
        matches!(self.shape, Shape::Gravity(_))
    }

    /// Velocity (m/s) and local acceleration (m/s²) of the water `height_m` above the still level.
    pub(super) fn flow(&self, position_m: DVec2, height_m: f64, time_s: f64) -> [DVec3; 2] {
        let Shape::Gravity(wave) = self.shape else { return [DVec3::ZERO; 2] };
        let theta = wave.phase(self.towards.dot(position_m), time_s) + self.phase;
        [wave.velocity(theta, height_m), wave.acceleration(theta, height_m)]
            .map(|v| (self.towards * v.x).extend(v.y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steepest_wave_is_a_seventh_of_its_length_and_lower_on_shallow_water() {
        let steepness = |amplitude_m: f64, depth_m: f64| {
            let train = WaveTrain { amplitude_m, length_m: 10.0, ..WaveTrain::default() };
            Wave::airy(train, depth_m, 9.81).unwrap().steepness().unwrap()
        };
        assert!((steepness(0.71, f64::INFINITY) - 1.0).abs() < 1e-12);
        // Long waves break at 0.89 of the depth.
        assert!((steepness(0.446, 1.0) - 1.0).abs() < 0.15);
        assert!(steepness(0.1, 1.0) < 0.3 && steepness(0.0, 1.0) == 0.0);
        let crests =
            Wave::crests(WaveTrain { amplitude_m: 9.0, length_m: 1.0, ..WaveTrain::default() }, 1.0, 2.0);
        assert_eq!(crests.unwrap().steepness(), None);
    }

    /// By the curvature of the trough, and by Ursell's number on shallow water.
    #[test]
    fn a_second_harmonic_of_a_quarter_makes_the_trough_a_crest() {
        let wave = |amplitude_m: f64, length_m: f64| {
            let train = WaveTrain { amplitude_m, length_m, ..WaveTrain::default() };
            Wave::stokes2(train, 1.0, 9.81).unwrap()
        };
        for (amplitude_m, length_m) in [(0.02, 20.0), (0.05, 20.0), (0.05, 10.0), (0.1, 10.0), (0.2, 10.0)] {
            let wave = wave(amplitude_m, length_m);
            let eta = |x_m: f64| wave.eta_m(DVec2::new(x_m, 0.0), 0.0);
            let middle_m = 0.5 * length_m;
            let is_crest = eta(middle_m) > eta(middle_m + 0.01 * length_m);
            assert_eq!(
                wave.second_harmonic().unwrap() > Wave::GREATEST_HARMONIC,
                is_crest,
                "{amplitude_m}, {length_m}"
            );
        }
        let length_m = 500.0;
        let amplitude_m = 8.0 * std::f64::consts::PI.powi(2) / 3.0 / (2.0 * length_m * length_m);
        assert!(
            (wave(amplitude_m, length_m).second_harmonic().unwrap() / Wave::GREATEST_HARMONIC - 1.0).abs()
                < 1e-3
        );
        assert_eq!(wave(0.0, 10.0).second_harmonic(), Some(0.0));
    }
}
