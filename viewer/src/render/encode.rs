//! Linear light to the bytes of a picture, by table.

use std::sync::LazyLock;

use super::colormap::{Linear, to_srgb};

/// Entries of the table: at most 0.8 of a byte's step between two of them.
const STEPS: usize = 4096;

static TABLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    (0..STEPS).map(|k| (255.0 * to_srgb(k as f32 / (STEPS - 1) as f32) + 0.5) as u8).collect()
});

/// A colour in linear light (clamped to 0..=1) as sRGB bytes, to within one.
pub(super) fn to_srgb8(color: Linear) -> [u8; 3] {
    let table = &*TABLE;
    color.map(|light| table[(light.clamp(0.0, 1.0) * (STEPS - 1) as f32 + 0.5) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

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
