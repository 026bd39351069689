//! Smooth lines on a picture.

use glam::Vec2;

use super::canvas::over;
use crate::picture::{Picture, Rgba};

/// Color and opacity of the edge around lines, by which they are seen on dark and on light water alike.
const EDGE: Rgba = [250, 252, 254, 150];
/// Parts of a picture that are covered by lines, of all pixels, 0 to 1.
struct Coverage {
    size: [u32; 2],
    of: Vec<f32>,
}

impl Coverage {
    fn new(size: [u32; 2]) -> Self {
        Self { size, of: vec![0.0; size[0] as usize * size[1] as usize] }
    }

    /// Covers a segment between two places, in pixels, of a half width, by a part.
    fn segment(&mut self, [from, to]: [Vec2; 2], half: f32, part: f32) {
        if !(from.is_finite() && to.is_finite()) {
            return;
        }
        let reach = half + 1.0;
        let last = Vec2::new(self.size[0] as f32, self.size[1] as f32);
        let low = (from.min(to) - reach).max(Vec2::ZERO);
        let high = (from.max(to) + reach).min(last);
        let along = to - from;
        for y in low.y as u32..high.y.max(0.0) as u32 {
            for x in low.x as u32..high.x.max(0.0) as u32 {
                let at = Vec2::new(x as f32, y as f32) + 0.5 - from;
                let t = (at.dot(along) / along.length_squared().max(1e-12)).clamp(0.0, 1.0);
                let covered = (half + 0.5 - at.distance(along * t)).clamp(0.0, 1.0);
                let of = &mut self.of[(y * self.size[0] + x) as usize];
                *of = of.max(part * covered);
            }
        }
    }

    fn paint(&self, picture: &mut Picture, [r, g, b, a]: Rgba) {
        for (pixel, covered) in picture.pixels_mut().iter_mut().zip(&self.of).filter(|(_, of)| **of > 0.0) {
            *pixel = over(*pixel, [r, g, b, (f32::from(a) * covered).round() as u8]);
        }
    }
}

/// Draws lines through places in pixels, of a width in pixels, with a pale edge of `edge` pixels on each side.
pub(super) fn draw_strokes(picture: &mut Picture, lines: &[Vec<Vec2>], width: f32, edge: f32, color: Rgba) {
    if lines.is_empty() {
        return;
    }
    for (half, color) in [(0.5 * width + edge, EDGE), (0.5 * width, color)] {
        let mut coverage = Coverage::new(picture.size());
        for pair in lines.iter().flat_map(|line| line.windows(2)) {
            coverage.segment([pair[0], pair[1]], half, 1.0);
        }
        coverage.paint(picture, color);
    }
}

/// Draws lines without edges, each of a width in pixels.
pub(super) fn draw_thin(picture: &mut Picture, lines: &[(Vec<Vec2>, f32)], color: Rgba) {
    let mut coverage = Coverage::new(picture.size());
    for (line, width) in lines {
        // Thinner than a pixel it is as much fainter.
        let (half, part) = (0.5 * width.max(1.0), width.min(1.0));
        line.windows(2).for_each(|pair| coverage.segment([pair[0], pair[1]], half, part));
    }
    coverage.paint(picture, color);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(lines: &[Vec<Vec2>]) -> Picture {
        let mut picture = Picture::filled([40, 30], [0; 4]);
        draw_strokes(&mut picture, lines, 2.0, 1.2, [24, 38, 54, 235]);
        picture
    }

    #[test]
    fn a_line_is_as_wide_as_it_says_and_has_an_edge() {
        let picture = drawn(&[vec![Vec2::new(5.0, 15.0), Vec2::new(20.0, 15.0), Vec2::new(35.0, 15.0)]]);
        let column: Vec<_> = (0..30).map(|y| picture.pixel(20, y)).collect();
        let dark = column.iter().filter(|p| p[3] > 200 && p[0] < 100).count();
        assert_eq!((dark, column[12][3] > 0, column[11][3]), (2, true, 0), "{column:?}");
        // Its joint is not seen.
        assert_eq!(picture.pixel(20, 14), picture.pixel(12, 14));
    }

    #[test]
    fn a_line_that_is_half_as_wide_as_a_pixel_covers_half_of_it() {
        let mut picture = Picture::filled([40, 30], [0; 4]);
        let line = vec![Vec2::new(5.0, 15.5), Vec2::new(35.0, 15.5)];
        draw_thin(&mut picture, &[(line, 0.5)], [255, 255, 255, 200]);
        assert_eq!([14, 15, 16].map(|y| picture.pixel(20, y)[3]), [0, 100, 0]);
    }

    #[test]
    fn what_is_off_the_picture_or_no_number_is_left_out() {
        for line in [[Vec2::new(-90.0, -9.0), Vec2::new(-5.0, 99.0)], [Vec2::NAN, Vec2::ONE]] {
            assert!(drawn(&[line.to_vec()]).pixels().iter().all(|p| *p == [0; 4]));
        }
    }
}
