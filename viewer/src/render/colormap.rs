//! Colour maps: a number to a colour, in steps the eye sees as equal.
//!
//! Both maps are straight or smoothly bent lines in Oklab (B. Ottosson, "A perceptual color space for image
//! processing", 2020), whose lightness `L` runs evenly from one end to the other (or to the middle and back).

use std::f32::consts::TAU;

/// A colour as fractions of full light, linear, red–green–blue.
pub type Linear = [f32; 3];

/// Number of entries of a tabulated map.
pub const ENTRIES: usize = 256;

/// Which map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorMap {
    /// Deep navy in the troughs, sea blue at the still level, pale foam on the crests. Sequential.
    Sea,
    /// Blue for low, pale grey for still, red for high water, as in the pictures of the papers. Diverging; the
    /// ends are those of K. Moreland, "Diverging Color Maps for Scientific Visualization", 2009.
    BlueRed,
    /// Pale yellow for little, dark red for much. Sequential.
    Heat,
}

impl ColorMap {
    /// The colour at `t`, which is clamped to 0..=1; a `t` that is no number gets the colour of 0.
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

/// Linear light to Oklab `[L, a, b]`.
pub fn to_oklab([r, g, b]: Linear) -> [f32; 3] {
    let l = (0.412_221_46 * r + 0.536_332_55 * g + 0.051_445_995 * b).cbrt();
    let m = (0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b).cbrt();
    let s = (0.088_302_46 * r + 0.281_718_85 * g + 0.629_978_7 * b).cbrt();
    [
        0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
        1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
        0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
    ]
}

/// Oklab `[L, a, b]` to linear light, clamped to 0..=1.
pub fn from_oklab([lightness, a, b]: [f32; 3]) -> Linear {
    let l = (lightness + 0.396_337_78 * a + 0.215_803_76 * b).powi(3);
    let m = (lightness - 0.105_561_346 * a - 0.063_854_17 * b).powi(3);
    let s = (lightness - 0.089_484_18 * a - 1.291_485_5 * b).powi(3);
    [
        4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_93 * s,
        -1.268_438 * l + 2.609_757_4 * m - 0.341_319_4 * s,
        -0.004_196_086_3 * l - 0.703_418_6 * m + 1.707_614_7 * s,
    ]
    .map(|light| light.clamp(0.0, 1.0))
}

/// An sRGB value, 0..=1, to linear light (IEC 61966-2-1).
pub fn from_srgb(value: f32) -> f32 {
    if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

/// Linear light, 0..=1, to an sRGB value (IEC 61966-2-1).
pub fn to_srgb(light: f32) -> f32 {
    if light <= 0.003_130_8 { 12.92 * light } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 }
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
    fn oklab_and_srgb_invert() {
        for color in [[0.1, 0.5, 0.9], [0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [0.7, 0.02, 0.15]] {
            let back = from_oklab(to_oklab(color));
            for c in 0..3 {
                assert!((back[c] - color[c]).abs() < 2e-5, "{color:?} came back as {back:?}");
                assert!((from_srgb(to_srgb(color[c])) - color[c]).abs() < 1e-6);
            }
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
