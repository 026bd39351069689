//! Linear light, sRGB and Oklab (B. Ottosson, "A perceptual color space for image processing", 2020).

use std::sync::LazyLock;

use glam::Vec4;

use crate::picture::Rgba;

/// A color as fractions of full light, linear, red–green–blue.
pub type Linear = [f32; 3];

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

/// Entries of the table: at most 0.8 of a byte's step between two of them.
const STEPS: usize = 4096;

static TABLE: LazyLock<Box<[u8; STEPS]>> = LazyLock::new(|| {
    Box::new(std::array::from_fn(|k| (255.0 * to_srgb(k as f32 / (STEPS - 1) as f32) + 0.5) as u8))
});

/// A color in linear light (clamped to 0..=1) as sRGB bytes, to within one.
pub(crate) fn to_srgb8([r, g, b]: Linear) -> [u8; 3] {
    let [r, g, b, _] = bytes(&TABLE, Vec4::new(r, g, b, 0.0));
    [r, g, b]
}

/// Writes colors in linear light (clamped to 0..=1) as opaque pixels, to within one.
pub(crate) fn write_srgb8(colors: &[Vec4], pixels: &mut [Rgba]) {
    let table = &TABLE;
    colors.iter().zip(pixels).for_each(|(color, pixel)| *pixel = bytes(table, *color));
}

#[inline]
fn bytes(table: &[u8; STEPS], color: Vec4) -> Rgba {
    // Numbers of this size have no digits after the point: the last bits are those of the entry.
    let entries = color.max(Vec4::ZERO).min(Vec4::ONE) * (STEPS - 1) as f32 + 8_388_608.0;
    let [r, g, b, _] = entries.to_array().map(|entry| table[entry.to_bits() as usize % STEPS]);
    [r, g, b, 255]
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn the_table_is_within_one_of_the_formula() {
        for k in 0..=10_000 {
            let light = k as f32 / 10_000.0;
            let exact = 255.0 * to_srgb(light);
            let [byte, ..] = to_srgb8([light; 3]);
            assert!((f32::from(byte) - exact).abs() < 1.0, "{light}: {byte} for {exact}");
        }
        assert_eq!(to_srgb8([0.0, 1.0, 9.0]), [0, 255, 255]);
    }
}
