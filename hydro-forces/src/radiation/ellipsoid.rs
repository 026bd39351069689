//! Potential flow about an ellipsoid (Lamb, Hydrodynamics §114–115).

use glam::DVec3;

/// Added mass of an ellipsoid along its axes, as a fraction of the displaced mass.
pub(super) fn along_axes(semi_axes: DVec3) -> DVec3 {
    let alpha = shape_integrals(semi_axes);
    alpha / (2.0 - alpha)
}

/// Added moments of inertia of an ellipsoid about its axes, over the displaced mass, m².
pub(super) fn about_axes(semi_axes: DVec3) -> DVec3 {
    let [a2, b2, c2] = (semi_axes * semi_axes).to_array();
    let [alpha, beta, gamma] = shape_integrals(semi_axes).to_array();
    // A body of revolution turns about its axis without moving water, where the formula is 0 / 0.
    let about = |b2: f64, c2: f64, beta: f64, gamma: f64| {
        let (difference, sum) = (b2 - c2, b2 + c2);
        if difference.abs() <= 1e-6 * sum {
            return 0.0;
        }
        difference * difference * (gamma - beta) / (5.0 * (2.0 * difference + sum * (beta - gamma)))
    };
    DVec3::new(about(b2, c2, beta, gamma), about(c2, a2, gamma, alpha), about(a2, b2, alpha, beta))
}

/// `α₀ = a b c ∫₀^∞ dλ / ((a² + λ) Δ)` and the same for b and c; they add up to 2.
fn shape_integrals(semi_axes: DVec3) -> DVec3 {
    let [x, y, z] = (semi_axes * semi_axes).to_array();
    let scale = semi_axes.element_product() * 2.0 / 3.0;
    DVec3::new(carlson_rd(y, z, x), carlson_rd(z, x, y), carlson_rd(x, y, z)) * scale
}

/// Carlson's `R_D(x, y, z) = 3/2 ∫₀^∞ dλ / (√(λ+x) √(λ+y) (λ+z)^{3/2})` by duplication: each round
/// brings the arguments four times closer, until they are equal to rounding.
fn carlson_rd(mut x: f64, mut y: f64, mut z: f64) -> f64 {
    let (mut sum, mut factor) = (0.0, 1.0);
    loop {
        let mean = (x + y + 3.0 * z) / 5.0;
        let spread = [x, y, z].iter().map(|v| (v - mean).abs()).fold(0.0, f64::max);
        // The error is of the second order in the spread.
        if spread <= 1e-8 * mean {
            return sum + factor * mean.powf(-1.5);
        }
        let [p, q, r] = [x, y, z].map(f64::sqrt);
        let lambda = p * q + q * r + r * p;
        sum += 3.0 * factor / (r * (z + lambda));
        factor /= 4.0;
        [x, y, z] = [x, y, z].map(|v| (v + lambda) / 4.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_added_mass_of_a_sphere_is_half_the_displaced_mass() {
        assert!((along_axes(DVec3::splat(3.0)) - 0.5).length() < 1e-12);
        assert_eq!(about_axes(DVec3::splat(3.0)), DVec3::ZERO);
    }

    /// Prolate spheroids in closed form: `α₀ = 2 (1 − e²) / e³ (artanh e − e)` and k′, the fraction of the
    /// solid's own moment (a² + b²) / 5 that turning across adds. Lamb's table rounds some of them
    /// by a few thousandths.
    #[test]
    fn spheroids_have_the_numbers_of_lamb() {
        for (ratio, table) in [(1.5f64, 0.094), (2.0, 0.240), (4.99, 0.701)] {
            let e2 = 1.0 - ratio.powi(-2);
            let e = e2.sqrt();
            let alpha = 2.0 * (1.0 - e2) / e.powi(3) * (e.atanh() - e);
            let beta = (2.0 - alpha) / 2.0;
            let (k1, k2) = (alpha / (2.0 - alpha), beta / (2.0 - beta));
            let twist = (2.0 - e2) * (beta - alpha);
            let turn = e2 * e2 * (beta - alpha) / ((2.0 - e2) * (2.0 * e2 - twist));
            assert!((turn - table).abs() < 3e-3);
            let axes = DVec3::new(ratio, 1.0, 1.0);
            let along = along_axes(axes);
            let about = about_axes(axes);
            assert!((along.x - k1).abs() < 1e-12, "{ratio}: {along}");
            assert!((along.y - k2).abs() < 1e-12 && (along.z - along.y).abs() < 1e-12);
            assert!((about.y / ((ratio * ratio + 1.0) / 5.0) - turn).abs() < 1e-12, "{ratio}: {about}");
            assert!(about.x == 0.0 && (about.y - about.z).abs() < 1e-12);
        }
    }

    #[test]
    fn the_added_mass_of_a_thin_disc_is_finite() {
        // 8/3 ρ a³ however thin; and 16/45 ρ a⁵ about a diameter.
        let axes = DVec3::new(1.0, 1.0, 1e-4);
        let displaced = 4.0 / 3.0 * std::f64::consts::PI * 1e-4;
        assert!((along_axes(axes).z * displaced - 8.0 / 3.0).abs() < 1e-3);
        assert!((about_axes(axes).x * displaced - 16.0 / 45.0).abs() < 1e-3);
    }
}
