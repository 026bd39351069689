//! Text, lines and panels on a picture.

use std::convert::Infallible;

use embedded_graphics::Drawable;
use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use embedded_graphics::mono_font::{MonoFont, MonoTextStyle};
use embedded_graphics::pixelcolor::{Rgb888, RgbColor};
use embedded_graphics::primitives::{Line, Primitive, PrimitiveStyle};
use embedded_graphics::text::{Baseline, Text};
use glam::Vec2;

use crate::picture::{Picture, Rgba};

/// Color of text and lines.
pub(super) const INK: [u8; 3] = [24, 38, 54];
/// Color and opacity of the panels under them.
const PANEL: Rgba = [250, 252, 254, 186];
/// The same on a dark background.
pub(super) const PALE_INK: [u8; 3] = [226, 232, 240];
const DARK_PANEL: Rgba = [17, 25, 39, 205];
/// Height of a picture at which a dot of a letter is one pixel.
const PLAIN_HEIGHT: f32 = 540.0;
/// Side of the largest dots, pixels.
const MOST_ZOOM: f32 = 32.0;
/// Space around a panel and inside it.
const MARGIN: i32 = 14;
const PADDING: i32 = 8;

/// Position of a panel.
#[derive(Clone, Copy, Debug)]
pub(super) enum Corner {
    TopLeft,
    TopRight,
    BottomLeft,
    BottomRight,
    MiddleLeft,
    MiddleRight,
    Middle,
}

/// A picture as a grid of dots of `zoom` × `zoom` pixels, so that letters grow with the picture.
pub(crate) struct Canvas<'a> {
    picture: &'a mut Picture,
    zoom: u32,
    ink: [u8; 3],
    panel: Rgba,
    /// Upper left and lower right corners of the panels so far.
    panels: Vec<Area>,
    /// Boxes that panels leave free as far as they can.
    subjects: Vec<Area>,
    /// Outline of the water, dots; empty where it is not known.
    outline: Vec<Vec2>,
}

/// Upper left and lower right corner, dots.
type Area = [[i32; 2]; 2];

/// The part of a legend that may be on the water before it goes elsewhere.
const LITTLE: f32 = 0.1;

/// Whether a place is inside an outline.
fn is_inside(outline: &[Vec2], at: Vec2) -> bool {
    let sides = outline.iter().zip(outline.iter().cycle().skip(1));
    let crossed = sides.filter(|(a, b)| {
        (a.y > at.y) != (b.y > at.y) && at.x < a.x + (b.x - a.x) * (at.y - a.y) / (b.y - a.y)
    });
    crossed.count() % 2 == 1
}

/// Dots that two boxes have in common.
fn shared(a: Area, b: Area) -> i32 {
    let along = |k: usize| (a[1][k].min(b[1][k]) - a[0][k].max(b[0][k])).max(0);
    along(0) * along(1)
}

/// The part of what is to be left free that a panel may cover before it goes elsewhere: a hundredth of it is no reason to.
const COVERED: i32 = 100;

impl<'a> Canvas<'a> {
    pub(crate) fn new(picture: &'a mut Picture) -> Self {
        let zoom = Self::zoom_at(picture.height());
        Self {
            picture,
            zoom,
            ink: INK,
            panel: PANEL,
            panels: Vec::new(),
            subjects: Vec::new(),
            outline: Vec::new(),
        }
    }

    /// One with pale text on dark panels, or not.
    pub(super) fn themed(picture: &'a mut Picture, dark: bool) -> Self {
        let (ink, panel) = if dark { (PALE_INK, DARK_PANEL) } else { (INK, PANEL) };
        Self { ink, panel, ..Self::new(picture) }
    }

    /// With letters larger than those of its height by a factor.
    pub(super) fn with_letters(self, larger: f32) -> Self {
        let zoom =
            (self.picture.height() as f32 / PLAIN_HEIGHT * larger).round().clamp(1.0, MOST_ZOOM) as u32;
        Self { zoom, ..self }
    }

    /// Leaves boxes free, given by their upper left and lower right corners in pixels, as far as panels have another place.
    pub(super) fn leave_free(&mut self, boxes: &[[Vec2; 2]]) {
        let [width, height] = [self.width(), self.height()].map(|n| n as f32);
        let dots = |corner: Vec2| {
            (corner / self.zoom as f32).clamp(Vec2::ZERO, Vec2::new(width, height)).as_ivec2().to_array()
        };
        self.subjects = boxes.iter().map(|corners| corners.map(dots)).collect();
    }

    /// Has legends hide as little of the water as they can, given by its outline in pixels.
    pub(super) fn leave_water(&mut self, outline: &[Vec2]) {
        self.outline = outline.iter().map(|at| *at / self.zoom as f32).collect();
    }

    /// The part of a box that is on the water.
    fn on_water(&self, [[x0, y0], [x1, y1]]: Area) -> f32 {
        const SAMPLES: i32 = 10;
        let at = |low: i32, high: i32, k: i32| {
            low as f32 + (high - low) as f32 * (k as f32 + 0.5) / SAMPLES as f32
        };
        let places =
            (0..SAMPLES * SAMPLES).map(|k| Vec2::new(at(x0, x1, k % SAMPLES), at(y0, y1, k / SAMPLES)));
        let inside = places.filter(|place| is_inside(&self.outline, *place)).count();
        inside as f32 / (SAMPLES * SAMPLES) as f32
    }

    /// Color of text and lines.
    pub(super) fn ink(&self) -> [u8; 3] {
        self.ink
    }

    /// Side of a dot in a picture of this height, pixels.
    pub(crate) fn zoom_at(height: u32) -> u32 {
        (height as f32 / PLAIN_HEIGHT).round().max(1.0) as u32
    }

    /// Side of a dot, pixels.
    pub(crate) fn zoom(&self) -> u32 {
        self.zoom
    }

    pub(super) fn width(&self) -> u32 {
        self.picture.width() / self.zoom
    }

    pub(super) fn height(&self) -> u32 {
        self.picture.height() / self.zoom
    }

    /// Draws a translucent panel for contents of a size; returns the upper left corner of these. One at the bottom lies above those
    /// that it would cover, one at the upper right below them. Where it would hide what is to be left free, it goes to the other side if it hides less there.
    pub(super) fn panel(&mut self, corner: Corner, width: u32, height: u32) -> (i32, i32) {
        let (w, h) = (width as i32 + 2 * PADDING, height as i32 + 2 * PADDING);
        let (mut x0, mut y0) = self.place(corner, [w, h]);
        let other = match corner {
            Corner::BottomRight => Some(Corner::TopRight),
            Corner::TopRight => Some(Corner::BottomRight),
            Corner::MiddleLeft => Some(Corner::MiddleRight),
            Corner::MiddleRight => Some(Corner::MiddleLeft),
            _ => None,
        };
        let hides = |x: i32, y: i32| -> i32 {
            self.subjects.iter().map(|subject| shared(*subject, [[x, y], [x + w, y + h]])).sum()
        };
        let all: i32 = self.subjects.iter().map(|subject| shared(*subject, *subject)).sum();
        if let Some(other) = other.filter(|_| COVERED * hides(x0, y0) > all) {
            let (x, y) = self.place(other, [w, h]);
            if self.is_free([[x, y], [x + w, y + h]]) && hides(x, y) < hides(x0, y0) {
                (x0, y0) = (x, y);
            }
        }
        if matches!(corner, Corner::MiddleLeft | Corner::MiddleRight) {
            (x0, y0) = self.beside_panels((x0, y0), other, [w, h]);
            (x0, y0) = self.beside_water((x0, y0), [w, h]);
        }
        self.panels.push([[x0, y0], [x0 + w, y0 + h]]);
        for y in 0..h {
            for x in 0..w {
                if !is_cut_off(x.min(w - 1 - x), y.min(h - 1 - y)) {
                    self.put(x0 + x, y0 + y, self.panel);
                }
            }
        }
        (x0 + PADDING, y0 + PADDING)
    }

    /// Whether no panel lies on an area.
    fn is_free(&self, area: [[i32; 2]; 2]) -> bool {
        self.panels.iter().all(|panel| shared(*panel, area) == 0)
    }

    /// Upper left corner of a legend on the other side where a panel lies at a given place and none there.
    fn beside_panels(&self, at: (i32, i32), other: Option<Corner>, [w, h]: [i32; 2]) -> (i32, i32) {
        let area = |(x, y): (i32, i32)| [[x, y], [x + w, y + h]];
        let there = other.map(|corner| self.place(corner, [w, h])).filter(|there| self.is_free(area(*there)));
        there.filter(|_| !self.is_free(area(at))).unwrap_or(at)
    }

    /// Upper left corner of a legend where it hides least of the water, where that is at most half of what it hides at a given place, and none of what is to
    /// be left free besides.
    fn beside_water(&self, (x0, y0): (i32, i32), [w, h]: [i32; 2]) -> (i32, i32) {
        let area = |(x, y): (i32, i32)| [[x, y], [x + w, y + h]];
        let hides = |at| -> i32 { self.subjects.iter().map(|subject| shared(*subject, area(at))).sum() };
        let now = self.on_water(area((x0, y0)));
        if now < LITTLE {
            return (x0, y0);
        }
        let corners = [
            Corner::TopRight,
            Corner::BottomRight,
            Corner::MiddleRight,
            Corner::MiddleLeft,
            Corner::BottomLeft,
        ];
        let places = corners
            .map(|corner| self.place(corner, [w, h]))
            .into_iter()
            .filter(|at| self.is_free(area(*at)) && at.1 >= 0 && hides(*at) <= hides((x0, y0)));
        let best = places.map(|at| (self.on_water(area(at)), at)).min_by(|a, b| a.0.total_cmp(&b.0));
        best.filter(|(part, _)| *part <= 0.5 * now).map_or((x0, y0), |(_, at)| at)
    }

    /// Upper left corner of a panel of a size.
    fn place(&self, corner: Corner, [w, h]: [i32; 2]) -> (i32, i32) {
        let (right, bottom) = (self.width() as i32 - MARGIN - w, self.height() as i32 - MARGIN - h);
        let (x0, mut y0) = match corner {
            Corner::TopLeft => (MARGIN, MARGIN),
            Corner::TopRight => (right, MARGIN),
            Corner::BottomLeft => (MARGIN, bottom),
            Corner::BottomRight => (right, bottom),
            Corner::Middle => ((MARGIN + right) / 2, (MARGIN + bottom) / 2),
            Corner::MiddleLeft => (MARGIN, (MARGIN + bottom) / 2),
            Corner::MiddleRight => (right, (MARGIN + bottom) / 2),
        };
        if matches!(corner, Corner::BottomLeft | Corner::BottomRight) {
            let covers = |y0: i32, panel: Area| shared(panel, [[x0, y0], [x0 + w, y0 + h]]) > 0;
            while let Some([[_, top], _]) = self.panels.iter().find(|panel| covers(y0, **panel)) {
                y0 = top - PADDING - h;
            }
        }
        if matches!(corner, Corner::TopRight) {
            let covers = |y0: i32, panel: Area| shared(panel, [[x0, y0], [x0 + w, y0 + h]]) > 0;
            while let Some([_, [_, low]]) = self.panels.iter().find(|panel| covers(y0, **panel)) {
                y0 = low + PADDING;
            }
        }
        (x0, y0)
    }

    pub(super) fn text(&mut self, text: &str, font: &MonoFont, x: i32, y: i32) {
        let [r, g, b] = self.ink;
        let style = MonoTextStyle::new(font, Rgb888::new(r, g, b));
        let Ok(_) = Text::with_baseline(text, Point::new(x, y), style, Baseline::Top).draw(self);
    }

    /// Draws a text on a panel as large as it is.
    pub(super) fn tag(&mut self, text: &str, font: &MonoFont, x: i32, y: i32) {
        let (w, h) = (width(text, font) as i32, font.character_size.height as i32);
        for (x, y) in (y - 1..y + h + 1).flat_map(|y| (x - 3..x + w + 3).map(move |x| (x, y))) {
            self.put(x, y, self.panel);
        }
        self.text(text, font, x, y);
    }

    /// Draws a line from dot to dot.
    pub(crate) fn line(&mut self, from: Vec2, to: Vec2) {
        let [from, to] = [from, to].map(|at| Point::new(at.x.round() as i32, at.y.round() as i32));
        let [r, g, b] = self.ink;
        let style = PrimitiveStyle::with_stroke(Rgb888::new(r, g, b), 1);
        let Ok(_) = Line::new(from, to).into_styled(style).draw(self);
    }

    /// Draws an arrow from a dot along a vector; none that is too short to be seen.
    pub(crate) fn arrow(&mut self, from: Vec2, along: Vec2) {
        const HEAD: f32 = 7.0;
        const SHORTEST: f32 = 3.0;
        let length = along.length();
        if !(length >= SHORTEST && length.is_finite()) {
            return;
        }
        let tip = from + along;
        self.line(from, tip);
        let back = along * (-HEAD.min(0.5 * length) / length);
        for angle in [0.45, -0.45] {
            self.line(tip, tip + Vec2::from_angle(angle).rotate(back));
        }
    }

    /// Fills a rectangle.
    pub(super) fn fill(&mut self, x: i32, y: i32, width: u32, height: u32, [r, g, b]: [u8; 3]) {
        for y in y..y + height as i32 {
            for x in x..x + width as i32 {
                self.put(x, y, [r, g, b, 255]);
            }
        }
    }

    /// Draws one dot, which may be translucent.
    fn put(&mut self, x: i32, y: i32, color: Rgba) {
        let inside = (0..self.width() as i32).contains(&x) && (0..self.height() as i32).contains(&y);
        if !inside {
            return;
        }
        for dy in 0..self.zoom {
            for dx in 0..self.zoom {
                let pixel = self.picture.pixel_mut(x as u32 * self.zoom + dx, y as u32 * self.zoom + dy);
                *pixel = over(*pixel, color);
            }
        }
    }
}

impl OriginDimensions for Canvas<'_> {
    fn size(&self) -> Size {
        Size::new(self.width(), self.height())
    }
}

impl DrawTarget for Canvas<'_> {
    type Color = Rgb888;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Rgb888>>>(&mut self, pixels: I) -> Result<(), Infallible> {
        for Pixel(at, color) in pixels {
            self.put(at.x, at.y, [color.r(), color.g(), color.b(), 255]);
        }
        Ok(())
    }
}

/// Width of a line of text.
pub(super) fn width(text: &str, font: &MonoFont) -> u32 {
    text.chars().count() as u32 * (font.character_size.width + font.character_spacing)
}

/// Whether a dot is cut off by the round corner of a panel.
fn is_cut_off(from_side: i32, from_top: i32) -> bool {
    const RADIUS: i32 = 6;
    let (x, y) = (RADIUS - from_side, RADIUS - from_top);
    x > 0 && y > 0 && x * x + y * y > RADIUS * RADIUS
}

/// A color over another (Porter and Duff's "over", straight alpha).
pub(super) fn over(under: Rgba, top: Rgba) -> Rgba {
    let (ta, ua) = (u32::from(top[3]), u32::from(under[3]));
    let below = ua * (255 - ta) / 255;
    let alpha = ta + below;
    if alpha == 0 {
        return under;
    }
    let mix = |c: usize| ((u32::from(top[c]) * ta + u32::from(under[c]) * below + alpha / 2) / alpha) as u8;
    [mix(0), mix(1), mix(2), alpha as u8]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn over_covers_mixes_and_keeps_its_alpha_on_nothing() {
        let white = [255; 4];
        assert_eq!(over(white, [10, 20, 30, 255]), [10, 20, 30, 255]);
        assert_eq!(over(white, [0, 0, 0, 51]), [204, 204, 204, 255]);
        assert_eq!(over([0; 4], [10, 20, 30, 100]), [10, 20, 30, 100]);
    }

    #[test]
    fn letters_grow_with_the_picture() {
        let dots = |width, height| {
            let mut picture = Picture::filled([width, height], [0; 4]);
            Canvas::new(&mut picture).fill(3, 4, 2, 1, [1, 2, 3]);
            picture.pixels().iter().filter(|p| p[3] > 0).count()
        };
        assert_eq!((dots(960, 540), dots(1920, 1080)), (2, 8));
    }
}
