//! Laws of light on and in water, the invented sky, and the way to the screen. The twin of `sky.wgsl`.

use glam::Vec3;
use pulp::Simd;

use super::lanes::Lanes;
use super::lanes::lanes3::{Lanes3, times};
use super::lighting::{INDEX, SUN};
use super::sampling::wrapped_channel;

/// The unit of the absorption of clear coastal water, 1/m: red 30, green 9, blue 8 of it.
pub(super) const ABSORPTION: f32 = 0.012;

/// Light that the water itself sends back where it is deep.
pub(super) const DEEP: Vec3 = Vec3::new(0.012, 0.088, 0.150);
/// Fraction of it that is the sun's, not the sky's.
pub(super) const SUNLIT: f32 = 0.38;
/// The sky at the horizon and overhead, and around the sun.
pub(super) const HORIZON: Vec3 = Vec3::new(0.36, 0.57, 0.84);
pub(super) const OVERHEAD: Vec3 = Vec3::new(0.05, 0.175, 0.48);
pub(super) const HALO: Vec3 = Vec3::new(1.0, 0.9, 0.74);

/// Reflectance of water for unpolarized light at an angle of incidence: Fresnel's equations.
#[inline(always)]
pub(super) fn fresnel<S: Simd>(cosine: Lanes<S>) -> Lanes<S> {
    let inner = (1.0 - (1.0 - cosine * cosine) * (1.0 / (INDEX * INDEX))).sqrt();
    let s = (cosine - inner * INDEX) / (cosine + inner * INDEX);
    let p = (cosine * INDEX - inner) / (cosine * INDEX + inner);
    (s * s + p * p) * 0.5
}

/// What is left of red, green and blue after a way through water, m: Beer and Lambert's law.
#[inline(always)]
pub(super) fn beer<S: Simd>(way: Lanes<S>) -> Lanes3<S> {
    // The three coefficients are 30, 9 and 8 times one: powers of one exponential.
    let e = (way * -ABSORPTION).exp();
    let e2 = e * e;
    let e4 = e2 * e2;
    let e8 = e4 * e4;
    Lanes3::new(e8 * e8 * e8 * e4 * e2, e8 * e, e8)
}

/// Light that the water itself sends back over a way, m, of which a fraction is in the sun.
#[inline(always)]
pub(super) fn scattered<S: Simd>(way: Lanes<S>, sunlit: Lanes<S>) -> Lanes3<S> {
    // As by 1.9 times the absorption and 0.068 1/m more: 33, 12 and 11 times its unit.
    let e = (way * (-1.9 * ABSORPTION)).exp();
    let e2 = e * e;
    let e4 = e2 * e2;
    let e8 = e4 * e4;
    let e11 = e8 * e2 * e;
    let gone = Lanes3::new(e11 * e11 * e11, e8 * e4, e11);
    let deep = times(DEEP, (1.0 - SUNLIT) + sunlit * SUNLIT);
    deep - deep * gone
}

/// The sky in some directions, with so much of its clouds.
#[inline(always)]
pub(super) fn sky<S: Simd>(direction: Lanes3<S>, clouds: f32) -> Lanes3<S> {
    let z = direction.z.max(0.0);
    let t = 1.0 - (z * -4.2).exp();
    let clear = times(OVERHEAD - HORIZON, t) + HORIZON;
    let m = direction.dot_vec(SUN).max(0.0);
    let m2 = m * m;
    let m8 = (m2 * m2).square();
    let m40 = m8.square().square() * m8;
    let halo = m2 * m2 * m2 * 0.11 + m40 * 0.17;
    let clear = clear + times(HALO, halo);
    if clouds == 0.0 || !z.any_above(0.03) {
        return clear;
    }
    let flat = 0.16 / (z + 0.10);
    let thick = wrapped_channel(2, direction.x * flat, direction.y * flat * 2.6);
    let cover = thick.smoothstep(0.62, 1.05) * z.smoothstep(0.03, 0.22) * clouds;
    clear.lerp_vec(Vec3::new(0.92, 0.94, 0.97), cover)
}

/// The disc of the sun in some directions.
#[inline(always)]
pub(super) fn disc<S: Simd>(direction: Lanes3<S>) -> Lanes<S> {
    let toward = direction.dot_vec(SUN);
    power(toward, toward.like(500.0)) * 1.2
}

/// Sparkle of the sun on a surface whose normal makes this cosine with the middle between sun and eye.
#[inline(always)]
pub(super) fn glint<S: Simd>(cosine: Lanes<S>, variance: Lanes<S>, distance: Lanes<S>) -> Lanes<S> {
    let exponent = 1.0 / (variance * 0.5 + distance * 2e-6 + 1.0 / 6000.0);
    ((exponent + 8.0) * (1.0 / 283.0)).min(3.0) * 9.0 * power(cosine, exponent)
}

/// A cosine to a high power: the logarithm's series about 1, where alone such a power is not 0.
#[inline(always)]
fn power<S: Simd>(cosine: Lanes<S>, exponent: Lanes<S>) -> Lanes<S> {
    let t = 1.0 - cosine;
    ((t + t * t * 0.5 + t * t * t * (1.0 / 3.0)) * -exponent).exp()
}

/// Light with the haze of the air between.
#[inline(always)]
pub(super) fn haze<S: Simd>(
    light: Lanes3<S>,
    view: Lanes3<S>,
    distance: Lanes<S>,
    is_hazy: bool,
) -> Lanes3<S> {
    if !is_hazy {
        return light;
    }
    if !distance.any_above(25.0) {
        return light;
    }
    let lost = 1.0 - ((25.0 - distance.max(25.0)) * (1.0 / 2600.0)).exp();
    let level = Lanes3::new(-view.x, -view.y, view.x.like(0.02));
    light.lerp(sky(level.normalize(), 0.0), lost)
}

/// From light to what a screen shows, 0..=1: exposure, some more color, and K. Narkowicz's fit of the ACES film curve.
#[inline(always)]
pub(super) fn tone<S: Simd>(light: Lanes3<S>) -> Lanes3<S> {
    let gray = light.x * 0.2126 + light.y * 0.7152 + light.z * 0.0722;
    Lanes3::new(film(light.x, gray), film(light.y, gray), film(light.z, gray))
}

/// [`tone`] of the light of one point.
pub(crate) fn exposed(light: Vec3) -> Vec3 {
    let simd = pulp::Scalar128b;
    let [x, y, z] = light.to_array().map(|of| Lanes::splat(simd, of));
    let Lanes3 { x, y, z } = tone(Lanes3::new(x, y, z));
    Vec3::from_array([x, y, z].map(|of| of.as_slice()[0]))
}

#[inline(always)]
fn film<S: Simd>(c: Lanes<S>, gray: Lanes<S>) -> Lanes<S> {
    let x = (gray + (c - gray) * 1.06).max(0.0) * 0.86;
    ((x * (x * 2.51 + 0.03)) / (x * (x * 2.43 + 0.59) + 0.14)).clamp01()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number in each lane.
    fn lanes(x: f32) -> Lanes<pulp::Scalar128b> {
        Lanes::splat(pulp::Scalar128b, x)
    }

    /// Fresnel's equations for unpolarized light.
    fn exact(cosine: f64) -> f64 {
        let n = f64::from(INDEX);
        let inner = (1.0 - (1.0 - cosine * cosine) / (n * n)).sqrt();
        let s = ((cosine - n * inner) / (cosine + n * inner)).powi(2);
        let p = ((n * cosine - inner) / (n * cosine + inner)).powi(2);
        0.5 * (s + p)
    }

    #[test]
    fn reflectance_is_that_of_fresnels_equations() {
        for degrees in 0..=89 {
            let cosine = f64::from(degrees).to_radians().cos();
            let got = f64::from(fresnel(lanes(cosine as f32)).as_slice()[0]);
            assert!((got - exact(cosine)).abs() < 1e-5, "{degrees}°: {got} for {}", exact(cosine));
        }
        assert!(
            (fresnel(lanes(1.0)).as_slice()[0] - 0.020_37).abs() < 1e-4,
            "((n - 1) / (n + 1))² from above"
        );
        assert!((fresnel(lanes(0.0)).as_slice()[0] - 1.0).abs() < 1e-6);
    }

    #[test]
    fn light_in_water_decays_by_beer_and_lamberts_law() {
        let absorption = [0.36_f64, 0.108, 0.096];
        for way in [0.0, 0.1, 1.0, 3.2, 10.0, 40.0] {
            let got = beer(lanes(way)).lane(0).to_array();
            for (got, k) in got.into_iter().zip(absorption) {
                let expected = (-k * f64::from(way)).exp();
                assert!((f64::from(got) / expected - 1.0).abs() < 1e-4, "{way} m: {got} for {expected}");
            }
        }
        // Two ways one after the other are one.
        let [a, b, c] = [1.3, 2.6, 3.9].map(|way| beer(lanes(way)).lane(0));
        assert!((a * b - c).abs().max_element() < 1e-5);
    }

    #[test]
    fn powers_near_one_are_powers() {
        for (cosine, exponent) in [(0.9999_f32, 6000.0_f32), (0.995, 500.0), (0.98, 275.0), (1.0, 900.0)] {
            let got = power(lanes(cosine), lanes(exponent)).as_slice()[0];
            assert!((got - cosine.powf(exponent)).abs() < 0.002, "{cosine}^{exponent}: {got}");
        }
    }
}
