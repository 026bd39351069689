//! Color maps: from a number to a color, in steps that the eye sees as equal.
//!
//! All maps are straight or smoothly bent lines in Oklab (B. Ottosson, "A perceptual color space for image
//! processing", 2020), whose lightness `L` runs evenly from one end to the other (or to the middle and back).

use std::f32::consts::TAU;

use super::space::{Linear, from_oklab, from_srgb, to_oklab};

/// Number of entries of a tabulated map.
pub const ENTRIES: usize = 256;

/// A color map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorMap {
    /// Deep navy in the troughs, sea blue at the still level, pale foam on the crests. Sequential.
    Sea,
    /// Blue for low, pale gray for still, red for high water, as in the pictures of the papers. Diverging; the
    /// ends are those of K. Moreland, "Diverging Color Maps for Scientific Visualization", 2009.
    BlueRed,
    /// Pale yellow for little, dark red for much. Sequential.
    Heat,
}

impl ColorMap {
    /// The color at `t`, which is clamped to 0..=1; NaN has the color of 0.
    pub fn color(self, t: f32) -> Linear {
        let t = if t.is_nan() { 0.0 } else { t.clamp(0.0, 1.0) };
        match self {
            Self::Sea => sea(t),
            Self::BlueRed => blue_red(t),
            Self::Heat => heat(t),
        }
    }

    /// The map in [`ENTRIES`] even steps.
    pub fn table(self) -> [Linear; ENTRIES] {
        std::array::from_fn(|k| self.color(k as f32 / (ENTRIES - 1) as f32))
    }
}

fn sea(t: f32) -> Linear {
    let lightness = 0.22 + 0.74 * t;
    let chroma = 0.055 + 0.065 * (TAU * 0.5 * t.powf(0.8)).sin();
    let hue = (262.0 - 62.0 * t).to_radians();
    from_oklab([lightness, chroma * hue.cos(), chroma * hue.sin()])
}

fn heat(t: f32) -> Linear {
    let (lightness, chroma) = (0.95 - 0.50 * t, 0.08 + 0.08 * t);
    let hue = (105.0 - 78.0 * t).to_radians();
    from_oklab([lightness, chroma * hue.cos(), chroma * hue.sin()])
}

fn blue_red(t: f32) -> Linear {
    let blue = to_oklab([0.230, 0.299, 0.754].map(from_srgb));
    let red = to_oklab([0.706, 0.016, 0.150].map(from_srgb));
    let middle = [0.93, 0.0, 0.0];
    let end = if t < 0.5 { blue } else { red };
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
    fn sea_brightens_in_even_steps() {
        let steps: Vec<f32> = (0..20)
            .map(|k| {
                lightness(ColorMap::Sea, (k + 1) as f32 / 20.0) - lightness(ColorMap::Sea, k as f32 / 20.0)
            })
            .collect();
        for step in &steps {
            assert!((step - 0.74 / 20.0).abs() < 0.004, "{steps:?}");
        }
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
        for map in [ColorMap::Sea, ColorMap::BlueRed] {
            assert_eq!(map.color(-3.0), map.color(0.0));
            assert_eq!(map.color(7.0), map.color(1.0));
            assert_eq!(map.color(f32::NAN), map.color(0.0));
        }
    }
}
