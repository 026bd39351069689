//! Hulls with their beam: linear theory with the displacement where it is,
//! `(1 − F²) φ_xx + φ_yy = U b_x / H`, for a submerged thickness `b(x, y)`.

use hydro_forces::slender::Channel;

/// Wave resistance above the critical speed, N. Of all that lies on a Mach line the waves add up, so it is the resistance
/// of a thin ship whose sections are cut along these lines: `R = ρ U² / (2 H α) ∫ S_α′(x)² dx`, `α = √(F² − 1)`,
/// `S_α(x) = ∫ b(x − α y, y) dy` (the supersonic area rule).
///
/// `size_m` is the length and beam of the rectangle about the origin outside of which the thickness is 0.
pub(in crate::verify) fn resistance_n(
    channel: &Channel,
    froude: f64,
    size_m: [f64; 2],
    thickness_m: impl Fn(f64, f64) -> f64,
) -> f64 {
    const STRIPS: usize = 1600;
    let mach = (froude * froude - 1.0).sqrt();
    let dy = size_m[1] / STRIPS as f64;
    let area = |x: f64| -> f64 {
        let strips = (0..STRIPS).map(|j| (j as f64 + 0.5) * dy - 0.5 * size_m[1]);
        strips.map(|y| thickness_m(x - mach * y, y) * dy).sum()
    };
    let length = size_m[0] + mach * size_m[1];
    let dx = length / PLACES as f64;
    let area = |i: usize| area(i as f64 * dx - 0.5 * length);
    let slopes: f64 = (0..PLACES).map(|i| (area(i + 1) - area(i)).powi(2) / dx).sum();
    let speed = froude * channel.wave_speed_m_s();
    channel.water.density_kg_m3 * speed * speed / (2.0 * channel.depth_m * mach) * slopes
}

/// Points of the quadrature along Mach lines.
const PLACES: usize = 2000;

#[cfg(test)]
mod tests {
    use hydro_forces::slender::{squat, wave_resistance_n};

    use std::f64::consts::PI;

    use super::*;
    use crate::verify::reference::ParabolicHull;

    const STRIPS: usize = 24;
    const CELLS: usize = 240;

    /// Sinkage below the critical speed of a hull that is symmetric fore and aft, m: the mean fall of the level over its
    /// waterplane.
    ///
    /// `size_m` is the length and beam of the rectangle about the origin outside of which the thickness is 0.
    fn sinkage_m(froude: f64, size_m: [f64; 2], thickness_m: impl Fn(f64, f64) -> f64) -> f64 {
        let wet: Vec<f64> = levels_m(froude, size_m, thickness_m).into_iter().flatten().flatten().collect();
        -wet.iter().sum::<f64>() / wet.len() as f64
    }

    /// The level in the cells of strips along the hull, none where it has no thickness:
    /// `η(x, y) = −F²/(2πβ) ∬ b_ξ(ξ, y′) (x − ξ) / ((x − ξ)² + β² (y − y′)²) dξ dy′`, `β = √(1 − F²)`.
    fn levels_m(
        froude: f64,
        size_m: [f64; 2],
        thickness_m: impl Fn(f64, f64) -> f64,
    ) -> Vec<Vec<Option<f64>>> {
        let beta = (1.0 - froude * froude).sqrt();
        let (dx, dy) = (size_m[0] / CELLS as f64, size_m[1] / STRIPS as f64);
        let place = |i: usize, j: usize| {
            ((i as f64 + 0.5) * dx - 0.5 * size_m[0], (j as f64 + 0.5) * dy - 0.5 * size_m[1])
        };
        let thickness = |i: usize, j: usize| {
            let (x, y) = place(i, j);
            thickness_m(x, y)
        };
        // Sources on the edges between the cells of a strip, the level at their centers.
        let steps: Vec<Vec<f64>> = (0..STRIPS)
            .map(|j| {
                (0..=CELLS)
                    .map(|i| {
                        let behind = if i > 0 { thickness(i - 1, j) } else { 0.0 };
                        let ahead = if i < CELLS { thickness(i, j) } else { 0.0 };
                        ahead - behind
                    })
                    .collect()
            })
            .collect();
        let level = |i: usize, j: usize| -> f64 {
            let strips = steps.iter().enumerate().map(|(other, steps)| {
                let apart = beta * (j as f64 - other as f64) * dy;
                let of_step = |(edge, step): (usize, &f64)| {
                    let along = (i as f64 + 0.5 - edge as f64) * dx;
                    step * along / (along * along + apart * apart)
                };
                steps.iter().enumerate().map(of_step).sum::<f64>()
            });
            -froude * froude / (2.0 * PI * beta) * strips.sum::<f64>() * dy
        };
        let cells = |j: usize| (0..CELLS).map(move |i| (i, j));
        (0..STRIPS)
            .map(|j| cells(j).map(|(i, j)| (thickness(i, j) > 0.0).then(|| level(i, j))).collect())
            .collect()
    }

    fn hull(beam_m: f64) -> ParabolicHull {
        ParabolicHull { length_m: 5.0, beam_m, depth_m: 0.2, fullness: 0.5, draft_m: 0.1 }
    }

    /// A Gaussian hill cut along Mach lines is a Gaussian of the variance `a² + α² c²`.
    #[test]
    fn a_gaussian_hill_has_a_closed_resistance() {
        let (height, a, c, froude) = (0.1, 1.0, 0.4, 1.5f64);
        let channel = Channel { depth_m: 2.0, ..Channel::default() };
        let hill = |x: f64, y: f64| height * (-0.5 * ((x / a).powi(2) + (y / c).powi(2))).exp();
        let mach = (froude * froude - 1.0).sqrt();
        let width = (a * a + (mach * c).powi(2)).sqrt();
        let volume = 2.0 * PI * a * c * height;
        let slopes = volume * volume / (4.0 * PI.sqrt() * width.powi(3));
        let exact = 1000.0 * 9.81 * froude * froude / (2.0 * mach) * slopes;
        let got = resistance_n(&channel, froude, [16.0, 6.4], hill);
        assert!((got / exact - 1.0).abs() < 1e-4, "{got} N, not {exact} N");
    }

    #[test]
    fn a_narrow_hull_is_a_thin_ship() {
        let (channel, narrow) = (Channel::default(), hull(0.01));
        let size = [narrow.length_m, narrow.beam_m];
        let with_beam = resistance_n(&channel, 1.6, size, |x, y| narrow.thickness_m(x, y));
        let thin = wave_resistance_n(&narrow.sections(), &channel, 1.6).unwrap();
        assert!((with_beam / thin - 1.0).abs() < 0.01, "{with_beam} N, thin {thin} N");
    }

    #[test]
    fn a_narrow_hull_sinks_as_a_slender_one() {
        let ratio = |beam: f64| {
            let hull = hull(beam);
            let size = [hull.length_m, hull.waterline_beam_m()];
            let with_beam = sinkage_m(0.5, size, |x, y| hull.thickness_m(x, y));
            let slender = squat(&hull.sections(), &Channel::default(), 0.5).unwrap();
            with_beam / slender.sinkage_m
        };
        let [narrow, wide] = [0.02, 1.0].map(ratio);
        assert!((narrow - 1.0).abs() < 0.01, "{narrow}");
        assert!((wide - 1.0).abs() > 0.02, "{wide}");
    }

    /// `η = −F² b / 2β²` in the middle of a Gaussian hill of the widths `a` and `a/β`, by symmetry.
    #[test]
    fn a_gaussian_hill_has_a_closed_level() {
        let (width, froude) = (1.0, 0.6f64);
        let beta = (1.0 - froude * froude).sqrt();
        let hill = |x: f64, y: f64| (-0.5 * (x * x + (beta * y).powi(2)) / (width * width)).exp();
        let levels = levels_m(froude, [10.0, 10.0 / beta], hill);
        let middle: f64 = [STRIPS / 2 - 1, STRIPS / 2]
            .iter()
            .flat_map(|&j| levels[j][CELLS / 2 - 1..=CELLS / 2].iter().flatten())
            .sum::<f64>()
            / 4.0;
        let exact = -froude * froude / (2.0 * beta * beta);
        assert!((middle / exact - 1.0).abs() < 0.02, "{middle}, not {exact}");
    }
}
