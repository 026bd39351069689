//! Progressive waves on water of constant depth, along their direction: x forward, z up from the
//! still level.

use glam::DVec2;

use crate::Error;
use crate::error::{require, require_positive};

/// A wave of Stokes' expansion to first (Airy) or second order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct GravityWave {
    amplitude_m: f64,
    wavenumber: f64,
    depth_m: f64,
    pub(super) frequency_rad_s: f64,
    /// Amplitude of the second harmonic of the surface, zero for Airy's wave.
    second_m: f64,
    /// `¾ a² k ω` for Stokes' wave: scale of the second harmonic of the velocity.
    second_m_s: f64,
}

impl GravityWave {
    /// Airy's wave: `η = a cos θ`, `ω² = g k tanh k h`.
    pub(super) fn airy(amplitude_m: f64, length_m: f64, depth_m: f64, gravity: f64) -> Result<Self, Error> {
        require(amplitude_m >= 0.0, "amplitude_m", amplitude_m, "at least 0")?;
        require_positive("length_m", length_m)?;
        require_positive("gravity_m_s2", gravity)?;
        if depth_m.is_nan() || depth_m <= 0.0 {
            let range = "above 0; infinity is deep water";
            return Err(Error::OutOfRange { what: "depth_m", value: depth_m, range: range.into() });
        }
        let wavenumber = std::f64::consts::TAU / length_m;
        Ok(Self {
            amplitude_m,
            wavenumber,
            depth_m,
            frequency_rad_s: (gravity * wavenumber * (wavenumber * depth_m).tanh()).sqrt(),
            second_m: 0.0,
            second_m_s: 0.0,
        })
    }

    /// Stokes' wave to second order: with `q = e^(−2kh)` its surface has the second harmonic
    /// `½ k a² (1 + q)(1 + 4q + q²) / (1 − q)³` (that is `¼ k a² cosh kh (2 + cosh 2kh) / sinh³ kh`).
    pub(super) fn stokes2(
        amplitude_m: f64,
        length_m: f64,
        depth_m: f64,
        gravity: f64,
    ) -> Result<Self, Error> {
        let wave = Self::airy(amplitude_m, length_m, depth_m, gravity)?;
        let k = wave.wavenumber;
        let q = (-2.0 * k * depth_m).exp();
        let shape = (1.0 + q) * (1.0 + 4.0 * q + q * q) / (1.0 - q).powi(3);
        Ok(Self {
            second_m: 0.5 * k * amplitude_m * amplitude_m * shape,
            second_m_s: 0.75 * amplitude_m * amplitude_m * k * wave.frequency_rad_s,
            ..wave
        })
    }

    /// Height over the greatest that does not break (Miche 1944).
    pub(super) fn steepness(&self) -> f64 {
        let length_m = std::f64::consts::TAU / self.wavenumber;
        2.0 * self.amplitude_m / (0.142 * length_m * (self.wavenumber * self.depth_m).tanh())
    }

    /// Amplitude of the second harmonic of the surface over that of the first; zero for Airy's wave.
    pub(super) fn second_harmonic(&self) -> f64 {
        if self.second_m > 0.0 { self.second_m / self.amplitude_m } else { 0.0 }
    }

    /// `θ = k x − ω t`, rad.
    pub(super) fn phase(&self, x: f64, time_s: f64) -> f64 {
        self.wavenumber * x - self.frequency_rad_s * time_s
    }

    /// `η` at phase `theta`, m.
    pub(super) fn eta_m(&self, theta: f64) -> f64 {
        self.amplitude_m * theta.cos() + self.second_m * (2.0 * theta).cos()
    }

    /// Difference of `depth` and the pressure head at that depth below the surface, m, at phase `theta`: the fraction
    /// `1 − cosh k(h − d) / cosh k h` of each harmonic of the elevation, k its wavenumber.
    pub(super) fn deficit(&self, theta: f64, depth: f64) -> f64 {
        let first = self.amplitude_m * theta.cos() * (1.0 - self.decay(1.0, depth));
        let second = self.second_m * (2.0 * theta).cos() * (1.0 - self.decay(2.0, depth));
        first + second
    }

    /// `cosh nk(h − d) / cosh nkh`, in terms that cannot overflow.
    fn decay(&self, harmonic: f64, depth: f64) -> f64 {
        let (k, h) = (harmonic * self.wavenumber, self.depth_m);
        let d = depth.clamp(0.0, h);
        ((-k * d).exp() + (-k * (2.0 * h - d)).exp()) / (1.0 + (-2.0 * k * h).exp())
    }

    /// Mean over the depths from the surface to `depth` of what it adds to the pressure head, m, at phase `theta`: each
    /// harmonic of the elevation times the mean of its decay.
    pub(super) fn mean_rise(&self, theta: f64, depth: f64) -> f64 {
        let first = self.amplitude_m * theta.cos() * self.mean_decay(1.0, depth);
        first + self.second_m * (2.0 * theta).cos() * self.mean_decay(2.0, depth)
    }

    /// `[sinh nkh − sinh nk(h − d)] / (nkd cosh nkh)`, the mean of [`Self::decay`] from the surface down, in terms that cannot
    /// overflow.
    fn mean_decay(&self, harmonic: f64, depth: f64) -> f64 {
        let (k, h) = (harmonic * self.wavenumber, self.depth_m);
        let d = depth.clamp(0.0, h);
        if k * d == 0.0 {
            return 1.0;
        }
        let (down, up) = (-(-k * d).exp_m1(), (-k * (2.0 * h - d)).exp() * -(-k * d).exp_m1());
        (down + up) / (k * d * (1.0 + (-2.0 * k * h).exp()))
    }

    /// Largest elevation, m.
    pub(super) fn highest(&self) -> f64 {
        self.amplitude_m + self.second_m
    }

    /// Velocity (forward, up) of the water at height `z`, m/s.
    pub(super) fn velocity(&self, theta: f64, z: f64) -> DVec2 {
        let ([forward, up], [forward2, up2]) = (self.first(z), self.second(z));
        let first = DVec2::new(forward * theta.cos(), up * theta.sin());
        let second = DVec2::new(forward2 * (2.0 * theta).cos(), up2 * (2.0 * theta).sin());
        first * (self.amplitude_m * self.frequency_rad_s) + second * self.second_m_s
    }

    /// Local acceleration ∂/∂t of [`velocity`](Self::velocity), m/s².
    pub(super) fn acceleration(&self, theta: f64, z: f64) -> DVec2 {
        let ([forward, up], [forward2, up2]) = (self.first(z), self.second(z));
        let first = DVec2::new(forward * theta.sin(), -up * theta.cos());
        let second = DVec2::new(forward2 * (2.0 * theta).sin(), -up2 * (2.0 * theta).cos());
        let per_phase = first * (self.amplitude_m * self.frequency_rad_s) + second * (2.0 * self.second_m_s);
        per_phase * self.frequency_rad_s
    }

    /// `cosh k(z+h) / sinh kh` and `sinh k(z+h) / sinh kh`, in terms that cannot overflow.
    fn first(&self, z: f64) -> [f64; 2] {
        let (k, h) = (self.wavenumber, self.depth_m);
        let (down, up) = ((k * z).exp(), (-k * (z + 2.0 * h)).exp());
        let scale = (1.0 - (-2.0 * k * h).exp()).recip();
        [(down + up) * scale, (down - up) * scale]
    }

    /// `cosh 2k(z+h) / sinh⁴ kh` and `sinh 2k(z+h) / sinh⁴ kh`.
    fn second(&self, z: f64) -> [f64; 2] {
        let (k, h) = (self.wavenumber, self.depth_m);
        let q = (-2.0 * k * h).exp();
        let (down, up) = ((2.0 * k * z).exp(), (-2.0 * k * (z + 2.0 * h)).exp());
        let scale = 8.0 * q / (1.0 - q).powi(4);
        [(down + up) * scale, (down - up) * scale]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const G: f64 = 9.81;

    /// Largest residuals over a period of the two conditions at the surface, in the frame that runs
    /// with the wave: no water crosses it, and by Bernoulli −c u + ½ (u² + w²) + g η is constant.
    fn residuals(wave: &GravityWave) -> [f64; 2] {
        let step = 1e-5;
        let k = wave.wavenumber;
        let mut worst = [0.0f64; 2];
        let c = wave.frequency_rad_s / k;
        let head = |theta: f64| {
            let eta = wave.eta_m(theta);
            let v = wave.velocity(theta, eta);
            -c * v.x + v.length_squared() / 2.0 + G * eta
        };
        let mean = (0..360).map(|i| head(f64::from(i).to_radians())).sum::<f64>() / 360.0;
        for i in 0..360 {
            let theta = f64::from(i).to_radians();
            let v = wave.velocity(theta, wave.eta_m(theta));
            let slope = (wave.eta_m(theta + step) - wave.eta_m(theta - step)) / (2.0 * step) * k;
            worst[0] = worst[0].max(((v.x - c) * slope - v.y).abs() / c);
            worst[1] = worst[1].max((head(theta) - mean).abs() / (c * c));
        }
        worst
    }

    /// Airy's wave misses the conditions at the surface by its steepness squared, Stokes' by its cube.
    #[test]
    fn surface_conditions_hold_to_the_order_of_the_wave() {
        for depth in [2.0, 5.0, f64::INFINITY] {
            let pair = |make: fn(f64, f64, f64, f64) -> Result<GravityWave, Error>| {
                [0.05, 0.025].map(|a| residuals(&make(a, 10.0, depth, G).unwrap()))
            };
            for (make, order) in
                [(GravityWave::airy as fn(_, _, _, _) -> _, 2.0), (GravityWave::stokes2, 3.0)]
            {
                let [coarse, fine] = pair(make);
                for (coarse, fine) in coarse.iter().zip(fine) {
                    let seen = (coarse / fine).log2();
                    assert!((seen - order).abs() < 0.1, "depth {depth}: order {seen}, not {order}");
                }
            }
        }
    }

    #[test]
    fn water_is_incompressible_and_does_not_cross_the_bed() {
        let wave = GravityWave::stokes2(0.3, 10.0, 2.0, G).unwrap();
        let step = 1e-5;
        for (theta, z) in [(0.3, 0.0), (2.0, -0.7), (4.0, -1.9)] {
            let along = (wave.velocity(theta + step, z) - wave.velocity(theta - step, z)) * wave.wavenumber;
            let upward = wave.velocity(theta, z + step) - wave.velocity(theta, z - step);
            assert!((along.x + upward.y).abs() < 1e-9, "∇·u");
            assert!((along.y - upward.x).abs() < 1e-9, "∇×u");
            assert!(wave.velocity(theta, -2.0).y.abs() < 1e-15);
            let later = wave.velocity(theta - wave.frequency_rad_s * step, z);
            let earlier = wave.velocity(theta + wave.frequency_rad_s * step, z);
            assert!(((later - earlier) / (2.0 * step) - wave.acceleration(theta, z)).length() < 1e-8);
        }
    }

    /// By the midpoint rule; as on the surface where it is thin.
    #[test]
    fn the_mean_decay_is_that_of_the_decays() {
        for depth in [2.0, 5.0, f64::INFINITY] {
            let wave = GravityWave::stokes2(0.3, 10.0, depth, G).unwrap();
            for (harmonic, down) in [(1.0, 0.01), (1.0, 0.7), (2.0, 1.3), (2.0, 2.0)] {
                let steps = (0..1000).map(|i| (f64::from(i) + 0.5) / 1000.0 * down);
                let mean = steps.map(|d| wave.decay(harmonic, d)).sum::<f64>() / 1000.0;
                assert!((wave.mean_decay(harmonic, down) - mean).abs() < 1e-6, "{depth} {harmonic} {down}");
            }
            assert_eq!(wave.mean_rise(0.4, 0.0), wave.eta_m(0.4));
            assert!((wave.mean_rise(0.4, 1e-9) - wave.eta_m(0.4)).abs() < 1e-8);
        }
    }

    #[test]
    fn dispersion_joins_shallow_and_deep_water() {
        let speed = |length, depth| {
            let wave = GravityWave::airy(0.1, length, depth, G).unwrap();
            wave.frequency_rad_s / wave.wavenumber
        };
        assert!((speed(1000.0, 1.0) - G.sqrt()).abs() < 1e-4);
        let deep = (G * 10.0 / std::f64::consts::TAU).sqrt();
        assert!((speed(10.0, 1e4) - deep).abs() < 1e-12 && (speed(10.0, f64::INFINITY) - deep).abs() < 1e-12);
    }
}
