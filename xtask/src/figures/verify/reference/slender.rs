//! Slender hulls in shallow water without bounds, of a beam that is small against their length.
//!
//! In the frame of the hull, with a stream `U` along x, the potential obeys `(1 − F²) φ_xx + φ_yy = 0`, `F = U/√(g H)`,
//! and the sections push water aside: `φ_y = ± U S′(x) / 2H` at `y = ±0`. The level is `η = −U φ_x / g`.

use std::f64::consts::PI;

use super::Shallow;

/// Points of a quadrature along the hull.
const POINTS: usize = 2000;

/// Wave resistance above the critical speed, N: `R = ρ U² / (2 H √(F² − 1)) ∫ S′(x)² dx`. Each section sends its wave
/// along a Mach line, `φ = −U S(x − √(F² − 1) |y|) / (2 H √(F² − 1))`. Below the critical speed there is none.
///
/// `area_m2(x)` is the submerged sectional area for `x` from `−L/2` to `L/2`; it is 0 at both ends.
pub(in crate::verify) fn thin_ship_resistance_n(
    water: &Shallow,
    froude: f64,
    length_m: f64,
    area_m2: impl Fn(f64) -> f64,
) -> f64 {
    let speed = froude * water.wave_speed_m_s();
    let mach = (froude * froude - 1.0).sqrt();
    let dx = length_m / POINTS as f64;
    let area = |i: usize| area_m2(i as f64 * dx - 0.5 * length_m);
    let slopes: f64 = (0..POINTS).map(|i| (area(i + 1) - area(i)).powi(2) / dx).sum();
    water.density_kg_m3 * speed * speed / (2.0 * water.depth_m * mach) * slopes
}

/// Sinkage and trim of a hull in the water that it disturbs.
#[derive(Debug, Clone, Copy)]
pub(in crate::verify) struct Squat {
    /// Sinkage of its middle, downwards.
    pub(in crate::verify) sinkage_m: f64,
    /// Trim, positive with the bow up.
    pub(in crate::verify) trim_rad: f64,
}

/// Sinkage and trim below the critical speed (Tuck 1966, J. Fluid Mech. 26, 81–95), for a hull whose waterplane resists
/// both.
///
/// With `β = √(1 − F²)` the level along the hull is `η(x) = −F²/(2πβ) ∫ S′(ξ) / (x − ξ) dξ`, the principal value, hence
/// `∫ B η dx = F²/(2πβ) ∬ B′(x) S′(ξ) ln|x − ξ| dξ dx`; the moment has `x B` for `B`. With `x = L/2 cos θ` and
/// `S = Σ aₙ sin nθ`, `B = Σ bₙ sin nθ`, Glauert's integral makes the first `−(π F²/4β) Σ n aₙ bₙ`.
///
/// `area_m2` and `breadth_m` are 0 at both ends; x is positive towards the bow. The level does not know the direction of
/// travel.
pub(in crate::verify) fn squat(
    froude: f64,
    length_m: f64,
    area_m2: impl Fn(f64) -> f64,
    breadth_m: impl Fn(f64) -> f64,
) -> Squat {
    let half = 0.5 * length_m;
    let angle = |k: usize| PI * (k as f64 + 0.5) / POINTS as f64;
    let sines = |f: &dyn Fn(f64) -> f64| -> Vec<f64> {
        let values: Vec<f64> = (0..POINTS).map(|k| f(half * angle(k).cos())).collect();
        let coefficient = |n: usize| -> f64 {
            let terms = values.iter().enumerate().map(|(k, value)| value * (n as f64 * angle(k)).sin());
            2.0 / POINTS as f64 * terms.sum::<f64>()
        };
        (0..HARMONICS).map(coefficient).collect()
    };
    let of_area = sines(&area_m2);
    let raised = |of: &dyn Fn(f64) -> f64| -> f64 {
        let products = of_area.iter().zip(sines(of)).enumerate().map(|(n, (a, b))| n as f64 * a * b);
        -PI * froude * froude / (4.0 * (1.0 - froude * froude).sqrt()) * products.sum::<f64>()
    };
    let (lift, moment) = (raised(&breadth_m), raised(&|x| x * breadth_m(x)));
    let dx = length_m / POINTS as f64;
    let waterplane = |power: i32| -> f64 {
        let places = (0..POINTS).map(|i| (i as f64 + 0.5) * dx - half);
        places.map(|x| x.powi(power) * breadth_m(x) * dx).sum()
    };
    let [plane, first, second] = [waterplane(0), waterplane(1), waterplane(2)];
    // ∫ B (η − ζ) dx = 0 = ∫ x B (η − ζ) dx with ζ = −sinkage + trim x.
    let determinant = plane * second - first * first;
    Squat {
        sinkage_m: (first * moment - second * lift) / determinant,
        trim_rad: (plane * moment - first * lift) / determinant,
    }
}

/// Harmonics of the areas and breadths; of smooth ones they fall with the third power of their number or faster.
const HARMONICS: usize = 200;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::reference::ParabolicHull;

    #[test]
    fn a_parabola_of_areas_has_a_closed_resistance() {
        let (length, middle, froude) = (5.0, 0.04, 1.6);
        let water = Shallow::fresh(1.0);
        let area = |x: f64| middle * (1.0 - (2.0 * x / length).powi(2));
        let slopes = 16.0 * middle * middle / (3.0 * length);
        let exact = 1000.0 * 9.81 * froude * froude / (2.0 * (froude * froude - 1.0f64).sqrt()) * slopes;
        let got = thin_ship_resistance_n(&water, froude, length, area);
        assert!((got / exact - 1.0).abs() < 1e-6, "{got} N, not {exact} N");
        assert!(thin_ship_resistance_n(&water, 0.9, length, area).is_nan());
    }

    /// The sinkage for parabolas of areas and breadths is `s = 3 F² S₀ / (π β L)`.
    #[test]
    fn a_parabola_of_areas_and_breadths_has_a_closed_sinkage() {
        let hull = ParabolicHull { length_m: 8.0, beam_m: 0.6, depth_m: 0.2, fullness: 0.5, draft_m: 0.1 };
        for froude in [0.3, 0.8] {
            let got = squat(froude, hull.length_m, |x| hull.area_m2(x), |x| hull.breadth_m(x));
            let exact = 3.0 * froude * froude * hull.area_m2(0.0)
                / (PI * (1.0 - froude * froude).sqrt() * hull.length_m);
            assert!((got.sinkage_m / exact - 1.0).abs() < 1e-4, "{got:?}, not {exact} m");
            assert!(got.trim_rad.abs() * hull.length_m < 1e-9 * exact, "{got:?}");
        }
    }

    /// The double integral with the logarithm, by sums over two grids that lie between each other.
    #[test]
    fn a_hull_without_symmetry_agrees_with_the_double_integral() {
        let (length, froude) = (6.0, 0.6f64);
        let area = |x: f64| 0.03 * (1.0 - (x / 3.0).powi(2)) * (1.0 + 0.3 * x / 3.0);
        let breadth = |x: f64| 0.5 * (1.0 - (x / 3.0).powi(2)) * (1.0 - 0.4 * x / 3.0);
        let raised_on = |of: &dyn Fn(f64) -> f64, n: u32| -> f64 {
            let dx = length / f64::from(n);
            let change = |f: &dyn Fn(f64) -> f64, i: f64| {
                f((i + 0.5) * dx - 0.5 * length) - f((i - 0.5) * dx - 0.5 * length)
            };
            let sources: Vec<f64> = (0..n).map(|j| change(&area, f64::from(j) + 0.5)).collect();
            let at = |i: u32| {
                let apart = |j: usize| (f64::from(i) - j as f64 - 0.5).abs() * dx;
                sources.iter().enumerate().map(|(j, source)| source * apart(j).ln()).sum::<f64>()
            };
            let sum: f64 = (1..n).map(|i| change(of, f64::from(i)) * at(i)).sum();
            froude * froude / (2.0 * PI * (1.0 - froude * froude).sqrt()) * sum
        };
        // The sums are of first order at the logarithm.
        let raised = |of: &dyn Fn(f64) -> f64| 2.0 * raised_on(of, 800) - raised_on(of, 400);
        let (lift, moment) = (raised(&breadth), raised(&|x| x * breadth(x)));
        let got = squat(froude, length, area, breadth);
        let dx = length / 1000.0;
        let integral = |f: &dyn Fn(f64) -> f64| -> f64 {
            (0..1000).map(|i| f((f64::from(i) + 0.5) * dx - 0.5 * length) * dx).sum()
        };
        let [plane, first, second] = [0, 1, 2].map(|power| integral(&|x| x.powi(power) * breadth(x)));
        let force = -got.sinkage_m * plane + got.trim_rad * first;
        let turning = -got.sinkage_m * first + got.trim_rad * second;
        assert!((force / lift - 1.0).abs() < 2e-3, "{force}, not {lift}");
        assert!((turning / moment - 1.0).abs() < 2e-3, "{turning}, not {moment}");
        assert!(got.trim_rad.abs() * length > 0.05 * got.sinkage_m, "{got:?}: too little to be a test");
    }
}
