use std::f64::consts::PI;

use super::{Channel, Sections};

/// Sinkage and trim of a ship in the water that it disturbs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Squat {
    /// Sinkage at `x` = 0 of the sections, m.
    pub sinkage_m: f64,
    /// Change of trim, positive with the bow up, rad.
    pub trim_rad: f64,
}

/// Wave resistance of a slender ship, N: above the critical speed
///
/// ```text
/// R = ρ U² / (2 H √(F² − 1)) ∫ S′(x)² dx,
/// ```
///
/// for each section sends its wave along a Mach line, `φ = ∓ U S / (2 H √(F² − 1))` there; none below.
///
/// `None` at the critical speed, for a ship with a square end, and where the waves come back from the banks before the ship has
/// passed.
pub fn wave_resistance_n(sections: &Sections, channel: &Channel, froude: f64) -> Option<f64> {
    if !applies(sections, channel, froude) {
        return None;
    }
    if froude < 1.0 {
        return Some(0.0);
    }
    let speed = froude * channel.wave_speed_m_s();
    let slopes: f64 =
        changes(sections.area_m2()).map(|change| change * change).sum::<f64>() / sections.spacing_m();
    let mach = (froude * froude - 1.0).sqrt();
    Some(channel.water.density_kg_m3 * speed * speed / (2.0 * channel.depth_m * mach) * slopes)
}

/// Sinkage and trim of a slender ship whose waterplane resists both.
///
/// The level along the ship is, with `β = √|1 − F²|` and `x` towards the bow, below the critical speed
///
/// ```text
/// η(x) = −F² / (2 π β) ⨍ S′(ξ) (π / β W) coth(π (x − ξ) / β W) dξ
/// ```
///
/// between banks at the distance `W`, where the kernel is `1 / (x − ξ)` in open water (Tuck 1966; the banks by images, Tuck
/// 1967); above it `η(x) = −F² S′(x) / 2β`. The ship rises and trims until the forces of this level on its waterplane
/// vanish: `∫ B (η − ζ) dx = ∫ x B (η − ζ) dx = 0`, with its own rise `ζ = −sinkage + trim x` and the width of the waterline
/// `B(x)`.
///
/// `None` where [`wave_resistance_n`] is, and for a ship without a waterplane.
pub fn squat(sections: &Sections, channel: &Channel, froude: f64) -> Option<Squat> {
    let [plane, first, second] =
        [0, 1, 2].map(|power| sections.integral(sections.beam_m(), |x| x.powi(power)));
    let determinant = plane * second - first * first;
    if !applies(sections, channel, froude) || determinant <= 0.0 {
        return None;
    }
    let beam: Vec<f64> = sections.beam_m().to_vec();
    let arm: Vec<f64> = sections.places_m().zip(&beam).map(|(x, beam)| x * beam).collect();
    let [lift, moment] = lifts(sections, channel, froude, [&beam, &arm]);
    Some(Squat {
        sinkage_m: (first * moment - second * lift) / determinant,
        trim_rad: (plane * moment - first * lift) / determinant,
    })
}

/// Whether linear theory says something of the ship at a speed.
fn applies(sections: &Sections, channel: &Channel, froude: f64) -> bool {
    // A wave that leaves the bow along a Mach line is back in the middle where it has crossed the channel's width.
    let free = |width: f64| froude < 1.0 || width * (froude * froude - 1.0).sqrt() >= sections.length_m();
    let apart = (froude * froude - 1.0).abs() > 1e-9;
    froude >= 0.0 && apart && sections.tapers_off() && channel.width_m.is_none_or(free)
}

/// Changes from section to section of values that are 0 at both ends.
fn changes(values: &[f64]) -> impl Iterator<Item = f64> {
    let last = values.len() - 1;
    let value = move |i: usize| if i == 0 || i == last { 0.0 } else { values[i] };
    (0..last).map(move |i| value(i + 1) - value(i))
}

/// `∫ B η dx` for two functions `B` along the ship.
///
/// Below the critical speed by parts, `F² / (2 π β) ∬ B′(x) S′(ξ) ln|sinh(π (x − ξ) / β W)| dξ dx`, where both are straight
/// between the sections: the mean of the logarithm over two intervals is exact, what is left of the kernel smooth.
fn lifts(sections: &Sections, channel: &Channel, froude: f64, of: [&[f64]; 2]) -> [f64; 2] {
    let sources: Vec<f64> = changes(sections.area_m2()).collect();
    let spacing = sections.spacing_m();
    let beta = (1.0 - froude * froude).abs().sqrt();
    if froude > 1.0 {
        let middle = |values: &[f64], i: usize| 0.5 * (values[i] + values[i + 1]);
        let sum = |values: &[f64]| {
            sources.iter().enumerate().map(|(i, source)| middle(values, i) * source).sum::<f64>()
        };
        return of.map(|values| -froude * froude / (2.0 * beta) * sum(values));
    }
    // ∬ ln|u| over two intervals a whole number apart, from its second integral u²/2 ln|u| − 3/4 u².
    let twice = |u: f64| if u == 0.0 { 0.0 } else { u * u * (0.5 * u.abs().ln() - 0.75) };
    let kernel: Vec<f64> = (0..sources.len())
        .map(|apart| {
            let u = apart as f64;
            let logarithm = twice(u + 1.0) - 2.0 * twice(u) + twice(u - 1.0);
            let banks = channel.width_m.map_or(0.0, |width| {
                let a = PI * spacing / (beta * width);
                log_sinh_over(a * u.max(1e-6))
            });
            logarithm + banks
        })
        .collect();
    let potential: Vec<f64> = (0..sources.len())
        .map(|i| sources.iter().enumerate().map(|(j, source)| source * kernel[i.abs_diff(j)]).sum())
        .collect();
    of.map(|values| {
        let sum: f64 = changes(values).zip(&potential).map(|(change, potential)| change * potential).sum();
        froude * froude / (2.0 * PI * beta) * sum
    })
}

/// `ln(sinh(a) / a)`.
fn log_sinh_over(a: f64) -> f64 {
    // sinh itself overflows.
    a - (2.0 * a).ln() + (-(-2.0 * a).exp()).ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LENGTH: f64 = 8.0;

    /// Parabolas of the areas and beams, skewed by two factors.
    fn ship(skew: [f64; 2]) -> Sections {
        let taper = |x: f64, skew: f64| (1.0 - (2.0 * x / LENGTH).powi(2)) * (1.0 + skew * 2.0 * x / LENGTH);
        let of = |x: f64| [0.04 * taper(x, skew[0]), 0.6 * taper(x, skew[1])];
        Sections::from_fn([-0.5 * LENGTH, 0.5 * LENGTH], 400, of).unwrap()
    }

    const OPEN: Channel = Channel {
        water: crate::Water { density_kg_m3: 1000.0, gravity_m_s2: 9.81 },
        depth_m: 1.5,
        width_m: None,
    };

    fn between(width_m: f64) -> Channel {
        Channel { width_m: Some(width_m), ..OPEN }
    }

    /// `∫ S′² dx = 16 S₀² / 3 L` for a parabola of areas.
    #[test]
    fn a_parabola_of_areas_has_a_closed_resistance() {
        let froude = 1.6f64;
        let slopes = 16.0 * 0.04 * 0.04 / (3.0 * LENGTH);
        let exact = 1000.0 * 9.81 * froude * froude / (2.0 * (froude * froude - 1.0).sqrt()) * slopes;
        let got = wave_resistance_n(&ship([0.0; 2]), &OPEN, froude).unwrap();
        assert!((got / exact - 1.0).abs() < 1e-4, "{got} N, not {exact} N");
        assert_eq!(wave_resistance_n(&ship([0.0; 2]), &OPEN, 0.9), Some(0.0));
    }

    /// `s = 3 F² S₀ / (π β L)` for parabolas of areas and beams, by hand with Glauert's integral.
    #[test]
    fn parabolas_of_areas_and_beams_have_a_closed_sinkage() {
        for froude in [0.3, 0.8] {
            let got = squat(&ship([0.0; 2]), &OPEN, froude).unwrap();
            let exact = 3.0 * froude * froude * 0.04 / (PI * (1.0 - froude * froude).sqrt() * LENGTH);
            assert!((got.sinkage_m / exact - 1.0).abs() < 2e-4, "{got:?}, not {exact} m");
            assert!(got.trim_rad.abs() * LENGTH < 1e-9 * exact, "{got:?}");
        }
    }

    /// By Glauert's series: with `x = L/2 cos θ`, `S = Σ aₙ sin nθ` and `B = Σ bₙ sin nθ`, `∫ B η dx = −(π F² / 4 β) Σ n aₙ bₙ`.
    #[test]
    fn a_ship_without_symmetry_agrees_with_a_series() {
        let (sections, froude) = (ship([0.3, -0.4]), 0.6f64);
        let points = 2000;
        let series = |values: &[f64]| -> Vec<f64> {
            let at = |x: f64| {
                let place = (x / LENGTH + 0.5) * (values.len() - 1) as f64;
                let i = (place as usize).min(values.len() - 2);
                values[i] + (values[i + 1] - values[i]) * (place - i as f64)
            };
            let angle = |k: usize| PI * (k as f64 + 0.5) / points as f64;
            (0..100)
                .map(|n| {
                    let term = |k: usize| at(0.5 * LENGTH * angle(k).cos()) * (n as f64 * angle(k)).sin();
                    2.0 / points as f64 * (0..points).map(term).sum::<f64>()
                })
                .collect()
        };
        let areas = series(sections.area_m2());
        let arm: Vec<f64> = sections.places_m().zip(sections.beam_m()).map(|(x, beam)| x * beam).collect();
        let [lift, moment] = [sections.beam_m(), &arm].map(|values| {
            let products = areas.iter().zip(series(values)).enumerate().map(|(n, (a, b))| n as f64 * a * b);
            -PI * froude * froude / (4.0 * (1.0 - froude * froude).sqrt()) * products.sum::<f64>()
        });
        let got = lifts(&sections, &OPEN, froude, [sections.beam_m(), &arm]);
        assert!((got[0] / lift - 1.0).abs() < 1e-3 && (got[1] / moment - 1.0).abs() < 1e-3, "{got:?}");
        let squat = squat(&sections, &OPEN, froude).unwrap();
        assert!(squat.trim_rad.abs() * LENGTH > 0.05 * squat.sinkage_m, "{squat:?}: too little to be a test");
        // What is lifted and turned is what the waterplane resists.
        let rise = |x: f64| -squat.sinkage_m + squat.trim_rad * x;
        let [force, turning] = [
            sections.integral(sections.beam_m(), rise),
            sections.integral(sections.beam_m(), |x| x * rise(x)),
        ];
        assert!((force / got[0] - 1.0).abs() < 1e-6 && (turning / got[1] - 1.0).abs() < 1e-6);
    }

    /// Between near banks the level is that of one dimension, `η = −F² S / (W (1 − F²))`; far ones do not matter.
    #[test]
    fn banks_lead_from_open_water_to_one_dimension() {
        let (sections, froude) = (ship([0.0; 2]), 0.6);
        let sinkage = |channel: &Channel| squat(&sections, channel, froude).unwrap().sinkage_m;
        let far = sinkage(&between(200.0)) / sinkage(&OPEN);
        assert!((far - 1.0).abs() < 2e-3, "{far}");
        let narrow = sinkage(&between(0.4));
        // The mean of the parabola, weighted with itself, is 4/5 of the largest.
        let exact = 0.8 * 0.04 / 0.4 * froude * froude / (1.0 - froude * froude);
        assert!((narrow / exact - 1.0).abs() < 0.01, "{narrow} m, not {exact} m");
    }

    /// The level of two rows of images, by sums over them.
    #[test]
    fn banks_act_as_images() {
        let (sections, froude, width) = (ship([0.0; 2]), 0.5f64, 6.0);
        let beta = (1.0 - froude * froude).sqrt();
        let places: Vec<f64> = sections.places_m().collect();
        let sources: Vec<f64> = changes(sections.area_m2()).collect();
        let image = |x: f64, n: i32| -> f64 {
            let apart = beta * width * f64::from(n);
            let term = |(j, source): (usize, &f64)| {
                let along = x - 0.5 * (places[j] + places[j + 1]);
                source * along / (along * along + apart * apart)
            };
            sources.iter().enumerate().map(term).sum()
        };
        let extra = |x: f64| -> f64 {
            let sum: f64 = (1..2000).map(|n| 2.0 * image(x, n)).sum();
            -froude * froude / (2.0 * PI * beta) * sum
        };
        let lift: f64 = places
            .iter()
            .zip(sections.beam_m())
            .step_by(8)
            .map(|(x, beam)| beam * extra(*x) * 8.0 * sections.spacing_m())
            .sum();
        let arm = vec![0.0; places.len()];
        let of = |channel: &Channel| lifts(&sections, channel, froude, [sections.beam_m(), &arm])[0];
        let got = of(&between(width)) - of(&OPEN);
        assert!((got / lift - 1.0).abs() < 2e-3, "{got}, not {lift}");
    }

    /// `η = −F² S′ / 2β`: with parabolas of areas and beams no sinkage, and the trim `4 F² S₀ / (β L²)` by hand.
    #[test]
    fn above_the_critical_speed_the_bow_rises() {
        let froude = 1.5f64;
        let got = squat(&ship([0.0; 2]), &OPEN, froude).unwrap();
        let exact = 4.0 * froude * froude * 0.04 / ((froude * froude - 1.0).sqrt() * LENGTH * LENGTH);
        assert!((got.trim_rad / exact - 1.0).abs() < 1e-3, "{got:?}, not {exact}");
        assert!(got.sinkage_m.abs() < 1e-9, "{got:?}");
    }

    #[test]
    fn where_the_theory_does_not_hold_it_says_nothing() {
        let square = Sections::from_fn([-4.0, 4.0], 100, |_| [0.1, 0.5]).unwrap();
        let no_waterplane = Sections::from_fn([-4.0, 4.0], 100, |x| [0.1 * (16.0 - x * x), 0.0]).unwrap();
        let sharp = ship([0.0; 2]);
        for (sections, channel, froude) in [
            (&square, &OPEN, 0.5),
            (&square, &OPEN, 1.5),
            (&no_waterplane, &OPEN, 0.5),
            (&sharp, &OPEN, 1.0),
            (&sharp, &OPEN, f64::NAN),
            (&sharp, &between(6.0), 1.2),
        ] {
            assert_eq!(squat(sections, channel, froude), None, "{froude}");
        }
        assert_eq!(wave_resistance_n(&sharp, &between(6.0), 1.2), None);
        assert!(wave_resistance_n(&sharp, &between(6.0), 2.0).is_some());
    }
}
