//! 255 colors for the pictures of an animation, by median cut (P. Heckbert, "Color image quantization for frame
//! buffer display", 1982) in Oklab, where distances are as the eye sees them.

use rayon::prelude::*;

use crate::color::{from_oklab, from_srgb, to_oklab, to_srgb8};
use crate::picture::{Picture, Rgba};

/// The index of a pixel that is as in the picture before.
pub(super) const TRANSPARENT: u8 = 255;
/// Bits a channel by which colors are distinguished.
const BITS: u32 = 6;
/// Width of the dither, in steps of a byte: about the distance between neighbors in the palette.
const DITHER: i16 = 8;
const BINS: usize = 1 << (3 * BITS);

/// Number of pixels of each color.
pub(super) struct Histogram {
    counts: Vec<u32>,
}

impl Default for Histogram {
    fn default() -> Self {
        Self { counts: vec![0; BINS] }
    }
}

/// A color of the pictures, in Oklab, and its weight.
#[derive(Clone, Copy)]
struct Entry {
    lab: [f32; 3],
    weight: f32,
}

impl Histogram {
    pub(super) fn add(&mut self, bins: &[u32]) {
        for bin in bins {
            let count = &mut self.counts[*bin as usize];
            *count = count.saturating_add(1);
        }
    }

    /// The palette for these colors.
    pub(super) fn palette(&self) -> Palette {
        let entries =
            self.counts.iter().enumerate().filter(|(_, count)| **count > 0).map(|(bin, &count)| Entry {
                lab: lab_of(bin),
                weight: (count as f32).sqrt(), // a boat counts although the sea is large
            });
        let mut boxes: Vec<Vec<Entry>> = vec![entries.collect()];
        while boxes.len() < usize::from(TRANSPARENT) {
            let Some((at, axis)) = widest(&boxes) else { break };
            let (low, high) = cut(boxes.swap_remove(at), axis);
            boxes.extend([low, high]);
        }
        let colors: Vec<_> = boxes.iter().map(|members| mean(members)).collect();
        Palette::new(colors, &self.counts)
    }
}

/// The box with the greatest scatter along an axis, and that axis.
fn widest(boxes: &[Vec<Entry>]) -> Option<(usize, usize)> {
    boxes
        .iter()
        .enumerate()
        .filter(|(_, members)| members.len() > 1)
        .flat_map(|(at, members)| (0..3).map(move |axis| (at, axis, scatter(members, axis))))
        .max_by(|a, b| a.2.total_cmp(&b.2))
        .map(|(at, axis, _)| (at, axis))
}

/// Weighted sum of squares about the mean.
fn scatter(members: &[Entry], axis: usize) -> f32 {
    let mean = mean(members)[axis];
    members.iter().map(|entry| entry.weight * (entry.lab[axis] - mean).powi(2)).sum()
}

/// The two parts of a box below and above its mean, neither empty.
fn cut(mut members: Vec<Entry>, axis: usize) -> (Vec<Entry>, Vec<Entry>) {
    let mean = mean(&members)[axis];
    members.sort_by(|a, b| a.lab[axis].total_cmp(&b.lab[axis]));
    let middle = members.partition_point(|entry| entry.lab[axis] < mean).clamp(1, members.len() - 1);
    let high = members.split_off(middle);
    (members, high)
}

fn mean(members: &[Entry]) -> [f32; 3] {
    let weight: f32 = members.iter().map(|entry| entry.weight).sum();
    std::array::from_fn(|axis| {
        members.iter().map(|entry| entry.weight * entry.lab[axis]).sum::<f32>()
            / weight.max(f32::MIN_POSITIVE)
    })
}

/// At most 255 colors, and the nearest of them for every color that was seen.
pub(super) struct Palette {
    colors: Vec<[f32; 3]>,
    bytes: Vec<u8>,
    /// [`TRANSPARENT`] where it is not known yet.
    nearest: Vec<u8>,
    farthest: f32,
}

impl Palette {
    fn new(colors: Vec<[f32; 3]>, counts: &[u32]) -> Self {
        let bytes = colors.iter().flat_map(|&lab| to_srgb8(from_oklab(lab))).collect();
        let found = counts
            .par_iter()
            .enumerate()
            .map(|(bin, &count)| if count == 0 { (TRANSPARENT, 0.0) } else { nearest(&colors, lab_of(bin)) });
        let (nearest, distances): (Vec<u8>, Vec<f32>) = found.unzip();
        let farthest = distances.into_iter().fold(0.0, f32::max);
        Self { colors, bytes, nearest, farthest }
    }

    /// Red, green, blue of each color in turn.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Greatest distance in Oklab of a color that was seen from the nearest of the palette.
    pub(super) fn farthest(&self) -> f32 {
        self.farthest
    }

    /// Finds the nearest color for those that were not seen before.
    pub(super) fn see(&mut self, bins: &[u32]) {
        for &bin in bins {
            if self.nearest[bin as usize] == TRANSPARENT {
                let (index, distance) = nearest(&self.colors, lab_of(bin as usize));
                self.nearest[bin as usize] = index;
                self.farthest = self.farthest.max(distance);
            }
        }
    }

    /// Index of the nearest color to one that was seen.
    pub(super) fn index(&self, bin: u32) -> u8 {
        self.nearest[bin as usize]
    }

    /// Red, green, blue of the color at an index.
    pub(super) fn color(&self, index: u8) -> [u8; 3] {
        let at = 3 * usize::from(index);
        [self.bytes[at], self.bytes[at + 1], self.bytes[at + 2]]
    }
}

/// Index of the nearest color, and its distance.
fn nearest(colors: &[[f32; 3]], lab: [f32; 3]) -> (u8, f32) {
    let distance = |color: &[f32; 3]| {
        let [l, a, b] = [color[0] - lab[0], color[1] - lab[1], color[2] - lab[2]];
        l * l + a * a + b * b
    };
    let best = colors.iter().map(distance).enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
    best.map_or((0, 0.0), |(index, distance)| (index as u8, distance.sqrt()))
}

/// The colors of a picture's pixels, dithered, `[height][width]`.
pub(super) fn bins(picture: &Picture) -> Vec<u32> {
    picture.enumerate().map(|(x, y, pixel)| bin(dithered(pixel, x, y)) as u32).collect()
}

/// Ordered dither (B. Bayer, 1973) of 4 × 4 pixels: without it the smooth gradients of water and sky would show the
/// steps of the palette. It is fixed to the picture, so that a pixel that does not change has the same index.
fn dithered([r, g, b, a]: Rgba, x: u32, y: u32) -> Rgba {
    const ORDER: [[i16; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
    let offset = (2 * ORDER[y as usize % 4][x as usize % 4] - 15) * DITHER / 30;
    let shift = |value: u8| (i16::from(value) + offset).clamp(0, 255) as u8;
    [shift(r), shift(g), shift(b), a]
}

fn bin([r, g, b, _]: Rgba) -> usize {
    [r, g, b].into_iter().fold(0, |bin, value| bin << BITS | usize::from(value >> (8 - BITS)))
}

/// Whether the color of a bin is hardly another than one that is shown: less than the width of the dither away, in each channel.
pub(super) fn is_near(bin: u32, shown: [u8; 3]) -> bool {
    let middle = |channel: usize| {
        let step = bin >> (BITS * (2 - channel as u32)) & ((1 << BITS) - 1);
        (step << (8 - BITS)) as i16 + (1 << (7 - BITS))
    };
    (0..3).all(|channel| (middle(channel) - i16::from(shown[channel])).abs() < DITHER)
}

/// The color in the middle of a bin.
fn lab_of(bin: usize) -> [f32; 3] {
    let value = |channel: u32| {
        let step = bin >> (BITS * (2 - channel)) & ((1 << BITS) - 1);
        from_srgb((step as f32 + 0.5) / (1 << BITS) as f32)
    };
    to_oklab([value(0), value(1), value(2)])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Greatest distance in Oklab between a pixel and its color in the palette, and the palette's size.
    fn error(picture: &Picture) -> (f32, usize) {
        let bins = bins(picture);
        let mut histogram = Histogram::default();
        histogram.add(&bins);
        let palette = histogram.palette();
        let lab = |color: &[u8]| to_oklab([0, 1, 2].map(|c| from_srgb(f32::from(color[c]) / 255.0)));
        let distance = |a: [f32; 3], b: [f32; 3]| (0..3).map(|c| (a[c] - b[c]).powi(2)).sum::<f32>().sqrt();
        let worst = picture
            .pixels()
            .iter()
            .zip(bins)
            .map(|(pixel, bin)| distance(lab(&pixel[..]), lab(&palette.color(palette.index(bin)))))
            .fold(0.0, f32::max);
        (worst, palette.bytes().len() / 3)
    }

    #[test]
    fn few_colors_are_kept_to_the_width_of_the_dither() {
        let colors = [[255, 0, 0], [0, 90, 160], [250, 250, 250], [90, 80, 70]];
        let picture = Picture::from_fn([8, 8], |x, y| {
            let [r, g, b] = colors[(x + y) as usize % 4];
            [r, g, b, 255]
        });
        let (worst, count) = error(&picture);
        assert!(count <= 16, "{count} colors");
        assert!(worst <= 0.03, "{worst}");
    }

    #[test]
    fn many_colors_share_255_and_stay_near() {
        let picture = Picture::from_fn([256, 256], |x, y| [(x / 2) as u8, y as u8, 200, 255]);
        let (worst, count) = error(&picture);
        assert_eq!(count, 255);
        assert!(worst < 0.05, "{worst}");
    }

    #[test]
    fn a_small_bright_thing_keeps_its_color_in_a_large_sea() {
        let picture = Picture::from_fn([300, 300], |x, y| {
            if x < 3 && y < 3 {
                [250, 120, 10, 255]
            } else {
                [0, 60 + (x / 3) as u8, 120 + (y / 3) as u8, 255]
            }
        });
        let bins = bins(&picture);
        let mut histogram = Histogram::default();
        histogram.add(&bins);
        let palette = histogram.palette();
        let color = palette.color(palette.index(bins[0]));
        assert!(
            color[0].abs_diff(250) < 4 && color[1].abs_diff(120) < 4 && color[2].abs_diff(10) < 4,
            "{color:?}"
        );
    }
}
