//! Color maps: from a number to a color, in steps that the eye sees as equal.
//!
//! All maps are straight or smoothly bent lines in Oklab (B. Ottosson, "A perceptual color space for image
//! processing", 2020), whose lightness `L` runs evenly from one end to the other (or to the middle and back).

use std::f32::consts::TAU;

use super::space::{Linear, from_oklab, from_srgb, to_oklab};
use crate::scene::Field;

/// Number of entries of a tabulated map.
pub const ENTRIES: usize = 256;

/// A color map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorMap {
    /// Pale for shallow, deep navy for deep water. Sequential.
    Depth,
    /// Dark blue for slow, over green to pale yellow for fast, on a dark background. Sequential.
    Speed,
    /// White for slow, over blue to navy for fast, on a light background. Sequential.
    PaleSpeed,
    /// Teal for less than the middle, brown for more. Diverging.
    TealBrown,
    /// Purple for negative, orange for positive. Diverging.
    PurpleOrange,
    /// Green for negative, magenta for positive. Diverging.
    GreenMagenta,
    /// Three grays.
    Steps,
    /// Blue for low, pale gray for still, red for high water, as in the pictures of the papers. Diverging; the
    /// ends are those of K. Moreland, "Diverging Color Maps for Scientific Visualization", 2009.
    BlueRed,
    /// Pale yellow for little, dark red for much. Sequential.
    Heat,
    /// Pale green for little, dark violet for much. Sequential.
    Violet,
}

impl ColorMap {
    /// The color at `t`, which is clamped to 0..=1; NaN has the color of 0.
    pub fn color(self, t: f32) -> Linear {
        let t = if t.is_nan() { 0.0 } else { t.clamp(0.0, 1.0) };
        match self {
            Self::Depth => depth(t),
            Self::Speed => speed(t),
            Self::PaleSpeed => pale_speed(t),
            Self::TealBrown => diverging(t, [0.10, 0.45, 0.47], [0.55, 0.33, 0.08]),
            Self::PurpleOrange => diverging(t, [0.37, 0.21, 0.60], [0.75, 0.36, 0.04]),
            Self::GreenMagenta => diverging(t, [0.05, 0.38, 0.16], [0.74, 0.14, 0.55]),
            Self::Steps => {
                [0.80, 0.42, 0.12][(t * 2.0).round() as usize..][..1].repeat(3).try_into().unwrap_or_default()
            }
            Self::BlueRed => diverging(t, [0.230, 0.299, 0.754], [0.706, 0.016, 0.150]),
            Self::Heat => heat(t),
            Self::Violet => violet(t),
        }
    }

    /// The map in [`ENTRIES`] even steps.
    pub fn table(self) -> [Linear; ENTRIES] {
        std::array::from_fn(|k| self.color(k as f32 / (ENTRIES - 1) as f32))
    }
}

/// Colors of a quantity in even steps: those of its map, or on a dark background of the same hues, in which what is pale on a light
/// one is dark, `L → 1.15 − L` in Oklab. Speeds have a map for each.
pub fn colors_of(field: Field, dark: bool) -> [Linear; ENTRIES] {
    match (map_of(field), dark) {
        (ColorMap::PaleSpeed, true) => ColorMap::Speed.table(),
        (map, true) => map.table().map(inverted),
        (map, false) => map.table(),
    }
}

fn inverted(color: Linear) -> Linear {
    let [lightness, a, b] = to_oklab(color);
    from_oklab([1.15 - lightness, a, b])
}

/// The map of a quantity, the same in every picture.
pub fn map_of(field: Field) -> ColorMap {
    match field {
        Field::Level => ColorMap::BlueRed,
        Field::Depth => ColorMap::Depth,
        Field::Speed => ColorMap::PaleSpeed,
        Field::Vorticity => ColorMap::PurpleOrange,
        Field::Froude => ColorMap::TealBrown,
        Field::Courant => ColorMap::Violet,
        Field::Thickness => ColorMap::Heat,
        Field::Mask => ColorMap::Steps,
        Field::Residual => ColorMap::GreenMagenta,
    }
}

fn depth(t: f32) -> Linear {
    let lightness = 0.96 - 0.74 * t;
    let chroma = 0.055 + 0.065 * (TAU * 0.5 * (1.0 - t).powf(0.8)).sin();
    let hue = (200.0 + 62.0 * t).to_radians();
    from_oklab([lightness, chroma * hue.cos(), chroma * hue.sin()])
}

fn speed(t: f32) -> Linear {
    let lightness = 0.20 + 0.77 * t;
    let chroma = 0.045 + 0.075 * (TAU * 0.5 * t.powf(0.9)).sin();
    let hue = (262.0 - 158.0 * t).to_radians();
    from_oklab([lightness, chroma * hue.cos(), chroma * hue.sin()])
}

fn pale_speed(t: f32) -> Linear {
    let lightness = 0.98 - 0.76 * t;
    let chroma = 0.115 * (TAU * 0.5 * t.powf(0.7)).sin() + 0.045 * t;
    let hue = (228.0 + 34.0 * t).to_radians();
    from_oklab([lightness, chroma * hue.cos(), chroma * hue.sin()])
}

fn heat(t: f32) -> Linear {
    let (lightness, chroma) = (0.95 - 0.50 * t, 0.08 + 0.08 * t);
    let hue = (105.0 - 78.0 * t).to_radians();
    from_oklab([lightness, chroma * hue.cos(), chroma * hue.sin()])
}

fn violet(t: f32) -> Linear {
    let (lightness, chroma) = (0.95 - 0.67 * t, 0.05 + 0.08 * t);
    let hue = (135.0 + 175.0 * t).to_radians();
    from_oklab([lightness, chroma * hue.cos(), chroma * hue.sin()])
}

/// From one color over pale gray to another.
fn diverging(t: f32, low: [f32; 3], high: [f32; 3]) -> Linear {
    let [low, high] = [low, high].map(|color| to_oklab(color.map(from_srgb)));
    let middle = [0.93, 0.0, 0.0];
    let end = if t < 0.5 { low } else { high };
    let toward_end = (2.0 * t - 1.0).abs();
    from_oklab(std::array::from_fn(|c| middle[c] + (end[c] - middle[c]) * toward_end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lightness(map: ColorMap, t: f32) -> f32 {
        to_oklab(map.color(t))[0]
    }

    #[test]
    fn speed_brightens_and_depth_and_violet_darken_in_even_steps() {
        for (map, expected) in [
            (ColorMap::Speed, 0.77),
            (ColorMap::Depth, -0.74),
            (ColorMap::Violet, -0.67),
            (ColorMap::PaleSpeed, -0.76),
        ] {
            for k in 0..20 {
                let step = lightness(map, (k + 1) as f32 / 20.0) - lightness(map, k as f32 / 20.0);
                assert!((step - expected / 20.0).abs() < 0.012, "{map:?} {k}: {step}");
            }
        }
    }

    /// As the eye without red-sensitive cones sees it, and that without green-sensitive ones (F. Viénot, H. Brettel and
    /// J. Mollon, 1999, in Color Research and Application 24).
    fn dichromats([r, g, b]: Linear) -> [Linear; 2] {
        let protan = 0.112_38 * r + 0.887_62 * g;
        let deutan = 0.292_75 * r + 0.707_25 * g;
        [
            [protan, protan, 0.004_00 * r - 0.004_00 * g + b],
            [deutan, deutan, -0.022_34 * r + 0.022_34 * g + b],
        ]
    }

    #[test]
    fn the_color_blind_tell_the_ends_of_every_map_and_both_halves_of_those_that_diverge() {
        for field in Field::ALL {
            let map = map_of(field);
            for (low, high) in [(0.0, 1.0), (0.0, 0.5), (0.5, 1.0)] {
                let [low, high] =
                    [low, high].map(|t| dichromats(map.color(t)).map(|c| to_oklab(c.map(|x| x.max(0.0)))));
                for (low, high) in low.into_iter().zip(high) {
                    let apart = (0..3).map(|c| (low[c] - high[c]).powi(2)).sum::<f32>().sqrt();
                    assert!(apart > 0.12, "{field:?}: {apart}");
                }
            }
        }
    }

    #[test]
    fn on_a_dark_background_little_is_dark_and_much_is_light() {
        for field in Field::ALL.into_iter().filter(|field| *field != Field::Mask) {
            let colors = colors_of(field, true).map(|color| to_oklab(color)[0]);
            let none = if matches!(field, Field::Level | Field::Vorticity | Field::Froude | Field::Residual) {
                128
            } else {
                0
            };
            assert!(colors[none] < 0.30, "{field:?}: {}", colors[none]);
            for (near, far) in [(none, ENTRIES - 1), (none, 0)].into_iter().filter(|(near, far)| near != far)
            {
                let steps = 8;
                let at = |k: usize| colors[(near * (steps - k) + far * k) / steps];
                assert!((0..steps).all(|k| at(k + 1) > at(k)), "{field:?} from {near} to {far}");
            }
        }
        assert_eq!(colors_of(Field::Level, false), map_of(Field::Level).table());
    }

    #[test]
    fn heat_darkens_in_even_steps_from_yellow_to_red() {
        for k in 0..20 {
            let step =
                lightness(ColorMap::Heat, k as f32 / 20.0) - lightness(ColorMap::Heat, (k + 1) as f32 / 20.0);
            assert!((step - 0.50 / 20.0).abs() < 0.004, "{step} at {k}");
        }
        let [little, much] = [0.0, 1.0].map(|t| ColorMap::Heat.color(t));
        assert!(little[1] > 0.8 * little[0] && much[0] > 4.0 * much[1], "{little:?} {much:?}");
    }

    #[test]
    fn blue_red_is_blue_low_red_high_and_lightest_still() {
        let [low, still, high] = [0.0, 0.5, 1.0].map(|t| ColorMap::BlueRed.color(t));
        assert!(low[2] > 4.0 * low[0] && high[0] > 4.0 * high[2]);
        assert!(still.iter().all(|light| (light - still[0]).abs() < 1e-3));
        for k in 0..10 {
            let (a, b) = (k as f32 / 20.0, (k + 1) as f32 / 20.0);
            assert!(lightness(ColorMap::BlueRed, a) < lightness(ColorMap::BlueRed, b));
            assert!(lightness(ColorMap::BlueRed, 1.0 - a) < lightness(ColorMap::BlueRed, 1.0 - b));
        }
    }

    #[test]
    fn out_of_range_is_clamped() {
        for map in [ColorMap::Speed, ColorMap::BlueRed] {
            assert_eq!(map.color(-3.0), map.color(0.0));
            assert_eq!(map.color(7.0), map.color(1.0));
            assert_eq!(map.color(f32::NAN), map.color(0.0));
        }
    }
}
