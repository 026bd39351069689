//! Waves that a wave maker sends into shallow water.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use super::cnoidal::{Cnoidal, elliptic};
use crate::error::{require, require_finite, require_positive};
use crate::{Error, Ramp};

/// Elevation and velocity over time at a side through which waves come in, head on, onto still water of a depth.
///
/// They are long beside the depth: the velocity is that of a simple wave of the shallow-water equations,
/// `u = 2 (√(g (h + η)) − √(g h))`, whatever the shape. In shallow water each elevation then travels on by itself at
/// `3 √(g (h + η)) − 2 √(g h)`, so that crests steepen on their way; the shapes of cnoidal and solitary waves, which dispersion keeps,
/// are those at the side.
#[derive(Debug, Clone, PartialEq)]
pub struct WaveMaker {
    shape: Shape,
    depth_m: f64,
    gravity_m_s2: f64,
    /// Time over which the waves rise at the start, s.
    ramp_s: f64,
}

#[derive(Debug, Clone, PartialEq)]
enum Shape {
    Sine {
        amplitude_m: f64,
        rad_s: f64,
    },
    /// Crests `a sech² κ (t − n T)` about their mean; one alone where `period_s` is infinite.
    Crests {
        amplitude_m: f64,
        rate_1_s: f64,
        first_s: f64,
        period_s: f64,
    },
    /// Amplitude, angular frequency and phase.
    Sum(Vec<[f64; 3]>),
}

/// Components of irregular waves.
const COMPONENTS: usize = 64;
/// Their range, over the frequency of the peak.
const FREQUENCIES: [f64; 2] = [0.5, 3.0];
/// Part of a solitary wave's height that is at the side at the start.
const LEAP: f64 = 1e-3;
/// Crests before and after the nearest one that are added up.
const CRESTS: i32 = 20;

impl WaveMaker {
    /// `η = ½ H sin(2π t/T)`.
    ///
    /// # Errors
    /// [`Error::OutOfRange`], [`Error::NotFinite`].
    pub fn sine(height_m: f64, period_s: f64, depth_m: f64, gravity_m_s2: f64) -> Result<Self, Error> {
        require_positive("period_s", period_s)?;
        let shape = Shape::Sine { amplitude_m: 0.5 * height_m, rad_s: TAU / period_s };
        Self::new(shape, height_m, period_s, [depth_m, gravity_m_s2])
    }

    /// A solitary wave (Boussinesq 1872): `η = H sech²(√(3 H/4 h³) c (t − t₀))`, `c = √(g (h + H))`. Its crest passes at `crest_s`,
    /// or so late that it starts with a thousandth of its height.
    ///
    /// # Errors
    /// [`Error::OutOfRange`], [`Error::NotFinite`].
    pub fn solitary(
        height_m: f64,
        crest_s: Option<f64>,
        depth_m: f64,
        gravity_m_s2: f64,
    ) -> Result<Self, Error> {
        let rate_1_s = (0.75 * height_m / depth_m.powi(3) * gravity_m_s2 * (depth_m + height_m)).sqrt();
        let first_s = crest_s.unwrap_or_else(|| LEAP.powf(-0.5).acosh() / rate_1_s);
        let period_s = f64::INFINITY;
        let made = Self::new(
            Shape::Crests { amplitude_m: height_m, rate_1_s, first_s, period_s },
            height_m,
            0.0,
            [depth_m, gravity_m_s2],
        )?;
        require_finite("crest_s", first_s)?;
        Ok(made)
    }

    /// Cnoidal waves of the first order (Korteweg and de Vries 1895) about the still level: `η = η₂ + H cn²(2 K t/T | m)` with
    /// `H L²/h³ = 16/3 m K²` and `c² = g h (1 + H/(m h) (2 − m − 3 E/K))`, `L = c T`; summed up as the solitary crests of which they
    /// consist (Whitham 1984).
    ///
    /// # Errors
    /// [`Error::OutOfRange`], [`Error::NotFinite`]; of a period that is too short or too long for such waves.
    pub fn cnoidal(height_m: f64, period_s: f64, depth_m: f64, gravity_m_s2: f64) -> Result<Self, Error> {
        require_positive("height_m", height_m)?;
        require_positive("period_s", period_s)?;
        require_positive("depth_m", depth_m)?;
        require_positive("gravity_m_s2", gravity_m_s2)?;
        let wave = Cnoidal { height_m, depth_m, gravity_m_s2 };
        let parameter = wave.parameter(period_s);
        require(
            parameter.is_some(),
            "period_s",
            period_s,
            "long enough for a cnoidal wave of this height, and no solitary wave",
        )?;
        let [m, complement] = parameter.unwrap_or_default();
        let (k, beside) = (elliptic(m, complement).0, elliptic(complement, m).0);
        let shape = Shape::Crests {
            amplitude_m: height_m / m * (FRAC_PI_2 / beside).powi(2),
            rate_1_s: PI * k / (beside * period_s),
            first_s: period_s,
            period_s,
        };
        Self::new(shape, height_m, period_s, [depth_m, gravity_m_s2])
    }

    /// Irregular waves of the JONSWAP spectrum (Hasselmann et al. 1973, peak enhancement 3.3) with a significant height and the
    /// period of the peak, from 64 components. `random` gives numbers from 0 to 1, which set their phases, and frequencies in their
    /// bands.
    ///
    /// # Errors
    /// [`Error::OutOfRange`], [`Error::NotFinite`].
    pub fn irregular(
        height_m: f64,
        period_s: f64,
        mut random: impl FnMut() -> f64,
        depth_m: f64,
        gravity_m_s2: f64,
    ) -> Result<Self, Error> {
        require_positive("period_s", period_s)?;
        let [least, most] = FREQUENCIES;
        let width = (most - least) / COMPONENTS as f64;
        let mut parts: Vec<[f64; 3]> = (0..COMPONENTS)
            .map(|n| {
                let over_peak: f64 = least + width * (n as f64 + random());
                let spread = if over_peak <= 1.0 { 0.07 } else { 0.09 };
                let peak = (-0.5 * ((over_peak - 1.0) / spread).powi(2)).exp();
                let energy = over_peak.powi(-5) * (-1.25 * over_peak.powi(-4)).exp() * 3.3f64.powf(peak);
                [energy.sqrt(), TAU * over_peak / period_s, TAU * random()]
            })
            .collect();
        // The significant height is four times the standard deviation of the level.
        let variance: f64 = parts.iter().map(|[amplitude, ..]| 0.5 * amplitude * amplitude).sum();
        parts.iter_mut().for_each(|part| part[0] *= 0.25 * height_m / variance.sqrt());
        Self::new(Shape::Sum(parts), height_m, period_s, [depth_m, gravity_m_s2])
    }

    fn new(
        shape: Shape,
        height_m: f64,
        ramp_s: f64,
        [depth_m, gravity_m_s2]: [f64; 2],
    ) -> Result<Self, Error> {
        require_positive("height_m", height_m)?;
        require_positive("depth_m", depth_m)?;
        require_positive("gravity_m_s2", gravity_m_s2)?;
        let made = Self { shape, depth_m, gravity_m_s2, ramp_s };
        let [trough_m, _] = made.range_m();
        require(trough_m > -depth_m, "height_m", height_m, "so low that its troughs leave water")?;
        Ok(made)
    }

    /// Elevation above the still level at a time, m. The waves rise over the first period, but for a solitary one.
    pub fn eta_m(&self, time_s: f64) -> f64 {
        let eta_m = match &self.shape {
            Shape::Sine { amplitude_m, rad_s } => amplitude_m * (rad_s * time_s).sin(),
            Shape::Crests { amplitude_m, rate_1_s, first_s, period_s } => {
                let crest = |since_s: f64| (rate_1_s * since_s).cosh().powi(-2);
                if period_s.is_finite() {
                    let since_s = time_s - first_s - ((time_s - first_s) / period_s).round() * period_s;
                    let all: f64 = (-CRESTS..=CRESTS).map(|n| crest(since_s - f64::from(n) * period_s)).sum();
                    amplitude_m * (all - 2.0 / (rate_1_s * period_s))
                } else {
                    amplitude_m * crest(time_s - first_s)
                }
            }
            Shape::Sum(parts) => parts
                .iter()
                .map(|[amplitude_m, rad_s, phase]| amplitude_m * (rad_s * time_s + phase).cos())
                .sum(),
        };
        Ramp { rise_s: self.ramp_s }.at(time_s) * eta_m
    }

    /// Velocity into the water at a time, m/s.
    pub fn velocity_m_s(&self, time_s: f64) -> f64 {
        self.velocity_at_m_s(self.eta_m(time_s))
    }

    /// Velocity of the water at an elevation, m/s.
    pub fn velocity_at_m_s(&self, eta_m: f64) -> f64 {
        let celerity_m_s = |depth_m: f64| (self.gravity_m_s2 * depth_m).sqrt();
        2.0 * (celerity_m_s((self.depth_m + eta_m).max(0.0)) - celerity_m_s(self.depth_m))
    }

    /// Speed at which an elevation travels, m/s.
    pub fn speed_m_s(&self, eta_m: f64) -> f64 {
        1.5 * self.velocity_at_m_s(eta_m) + (self.gravity_m_s2 * self.depth_m).sqrt()
    }

    /// The least and the greatest elevation that it may come to, m.
    pub fn range_m(&self) -> [f64; 2] {
        match &self.shape {
            Shape::Sine { amplitude_m, .. } => [-amplitude_m, *amplitude_m],
            Shape::Crests { amplitude_m, period_s, .. } if period_s.is_infinite() => [0.0, *amplitude_m],
            Shape::Crests { first_s, period_s, .. } => {
                [1.5, 1.0].map(|periods| self.eta_m(first_s + periods * period_s))
            }
            Shape::Sum(parts) => {
                let most_m = parts.iter().map(|[amplitude_m, ..]| amplitude_m).sum::<f64>();
                [-most_m, most_m]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    /// `cn` by Landen's transformation, as textbooks have it.
    fn cn(u: f64, m: f64) -> f64 {
        let mut means = vec![(1.0, (1.0 - m).sqrt(), m.sqrt())];
        while let Some(&(a, b, c)) = means.last()
            && c > 1e-14
        {
            means.push((0.5 * (a + b), (a * b).sqrt(), 0.5 * (a - b)));
        }
        let count = means.len() - 1;
        let mut angle = 2f64.powi(count as i32) * means[count].0 * u;
        for (a, _, c) in means[1..].iter().rev() {
            angle = 0.5 * (angle + (c / a * angle.sin()).asin());
        }
        angle.cos()
    }

    /// The sum of crests is `η₂ + H cn²`, of the given height and about the still level.
    #[test]
    fn cnoidal_waves_are_those_of_the_elliptic_cosine() {
        for (height, period, depth) in [(0.2, 6.0, 1.0), (0.15, 6.0, 2.0), (0.15, 3.4, 2.0), (0.01, 5.0, 2.0)]
        {
            let made = WaveMaker::cnoidal(height, period, depth, 9.81).unwrap();
            let [trough, crest] = made.range_m();
            assert!((crest - trough - height).abs() < 1e-9, "{trough} {crest}");
            let mean =
                (0..600).map(|n| made.eta_m(period * (2.0 + f64::from(n) / 600.0))).sum::<f64>() / 600.0;
            assert!(mean.abs() < 1e-9, "{mean}");
            // The parameter follows from the crest: η₂/H = (1 − m − E/K)/m.
            let (mut low, mut high) = (1e-6f64, 1.0 - 1e-9);
            for _ in 0..200 {
                let m = 0.5 * (low + high);
                let (_, ratio) = elliptic(m, 1.0 - m);
                if (1.0 - m - ratio) / m < trough / height { low = m } else { high = m }
            }
            let m = 0.5 * (low + high);
            let (k, _) = elliptic(m, 1.0 - m);
            for n in 0..30 {
                let t = period * (2.0 + f64::from(n) / 30.0);
                let expected = trough + height * cn(2.0 * k * (t - period) / period, m).powi(2);
                assert!((made.eta_m(t) - expected).abs() < 1e-6 * height, "{t}: {expected}");
            }
        }
    }

    #[test]
    fn a_solitary_wave_starts_at_rest_and_has_its_height() {
        let made = WaveMaker::solitary(0.3, None, 1.0, 9.81).unwrap();
        assert!((made.eta_m(0.0) - 3e-4).abs() < 1e-9);
        let greatest = (0..1000).map(|n| made.eta_m(0.01 * f64::from(n))).fold(0.0, f64::max);
        assert!((greatest - 0.3).abs() < 1e-3);
        let at = WaveMaker::solitary(0.3, Some(7.0), 1.0, 9.81).unwrap();
        assert!((at.eta_m(7.0) - 0.3).abs() < 1e-12);
    }

    #[test]
    fn irregular_waves_have_their_significant_height_and_repeat_with_their_numbers() {
        let made = |seed: u64| {
            let mut state = seed;
            let random = move || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 11) as f64 / (1u64 << 53) as f64
            };
            WaveMaker::irregular(0.2, 5.0, random, 1.0, 9.81).unwrap()
        };
        let one = made(1);
        let mean_square =
            (0..200_000).map(|n| one.eta_m(5.0 + 0.05 * f64::from(n)).powi(2)).sum::<f64>() / 2e5;
        assert!((4.0 * mean_square.sqrt() / 0.2 - 1.0).abs() < 0.05, "{}", mean_square.sqrt());
        assert_eq!(made(1), one);
        assert_ne!(made(2).eta_m(9.0), one.eta_m(9.0));
    }

    /// A component in a band at a frequency `f` over that of the peak has the energy `½ a² ∝ S(f)`, with the formula of Hasselmann et
    /// al. (1973), `S = f⁻⁵ e^{−5/4 f⁻⁴} γ^r`, `r = e^{−(f − 1)²/2 σ²}`, γ = 3.3, σ = 0.07 below the peak and 0.09 above it.
    #[test]
    fn irregular_waves_have_the_spectrum_of_jonswap() {
        let (height, period) = (0.2, 5.0);
        for within in [0.5, 0.1, 0.9] {
            let made = WaveMaker::irregular(height, period, || within, 1.0, 9.81).unwrap();
            let Shape::Sum(parts) = &made.shape else { panic!("irregular waves are a sum") };
            let spectrum: Vec<[f64; 2]> =
                parts.iter().map(|[a, rad_s, _]| [rad_s * period / TAU, 0.5 * a * a]).collect();
            let at = |over_peak: f64| {
                let near = |of: &&[f64; 2]| (of[0] - over_peak).abs();
                *spectrum.iter().min_by(|a, b| near(a).total_cmp(&near(b))).unwrap()
            };
            // 4 √m₀ is the significant height.
            let m0: f64 = spectrum.iter().map(|[_, energy]| energy).sum();
            assert!((4.0 * m0.sqrt() / height - 1.0).abs() < 1e-12, "{m0}");
            // The peak is at the frequency that was asked for, within a band.
            let width = 2.5 / 64.0;
            let [peak, most] = *spectrum.iter().max_by(|a, b| a[1].total_cmp(&b[1])).unwrap();
            assert!((peak - 1.0).abs() < width, "{peak}");
            // Away from the peak r is 0 to 1e-5: what is left is the spectrum of Pierson and Moskowitz, with its tail f⁻⁵.
            let tail = |f: f64| f.powi(-5) * (-1.25 / f.powi(4)).exp();
            let over_tail = |[f, energy]: [f64; 2]| energy / tail(f) * tail(at(2.0)[0]) / at(2.0)[1];
            for f in [0.55, 0.65, 1.6, 2.5, 2.9] {
                assert!((over_tail(at(f)) - 1.0).abs() < 1e-4, "{f}: {}", over_tail(at(f)));
            }
            // At the peak it is enhanced by γ, half a band off it by γ^0.96; by its root 1.177 σ off, at 0.918 and 1.106.
            let enhanced = over_tail([peak, most]);
            assert!(enhanced < 3.3 + 1e-4 && enhanced > 3.3f64.powf(0.96), "{enhanced}");
            for (over_peak, spread) in [(0.918, 0.07), (1.106, 0.09)] {
                let [f, energy] = at(over_peak);
                let exact = 3.3f64.powf((-0.5 * ((f - 1.0) / spread).powi(2)).exp());
                assert!((over_tail([f, energy]) / exact - 1.0).abs() < 1e-4, "{f}: {exact}");
            }
        }
    }

    /// The velocity is that of a simple wave, and a small one's is `η √(g/h)`.
    #[test]
    fn the_velocity_is_that_of_a_simple_wave() {
        let made = WaveMaker::sine(1e-4, 4.0, 2.0, 9.81).unwrap();
        let t = 9.0;
        assert!((made.velocity_m_s(t) / (made.eta_m(t) * (9.81f64 / 2.0).sqrt()) - 1.0).abs() < 1e-4);
        let high = WaveMaker::sine(1.0, 4.0, 2.0, 9.81).unwrap();
        assert!((high.speed_m_s(0.5) - (high.velocity_at_m_s(0.5) + (9.81f64 * 2.5).sqrt())).abs() < 1e-12);
    }

    #[test]
    fn waves_that_there_are_not_are_refused() {
        assert!(WaveMaker::sine(4.1, 4.0, 2.0, 9.81).is_err());
        assert!(WaveMaker::sine(-1.0, 4.0, 2.0, 9.81).is_err());
        assert!(WaveMaker::cnoidal(0.2, 0.5, 1.0, 9.81).is_err());
        assert!(WaveMaker::cnoidal(0.2, 1e9, 1.0, 9.81).is_err());
        assert!(WaveMaker::solitary(f64::NAN, None, 1.0, 9.81).is_err());
        assert!(WaveMaker::irregular(0.2, 0.0, || 0.5, 1.0, 9.81).is_err());
    }
}
