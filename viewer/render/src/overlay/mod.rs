//! Title, time, legend and scale on top of a picture.

mod canvas;
mod flow;
mod hidden;
pub mod labels;
mod legend;
mod loads;
mod scale_bar;
mod streamlines;
mod strokes;

use embedded_graphics::mono_font::iso_8859_1::{FONT_7X13, FONT_9X15, FONT_9X18_BOLD};
use glam::Vec2;

use super::picture::Picture;
pub(super) use canvas::Canvas;
use canvas::Corner;
pub(super) use flow::draw_flow;
pub(super) use hidden::Hidden;
pub(super) use legend::Legend;
pub use loads::load_labels;
pub(super) use loads::{draw_loads, draw_tracks};
pub(super) use scale_bar::draw_grid;
pub(super) use streamlines::{Plane, draw_streamlines};

/// Smaller pictures have no panels, which would hide them, but one line for their colors.
const SMALLEST: [u32; 2] = [320, 200];
/// Smaller pictures stay without text.
const LEAST: [u32; 2] = [160, 60];

/// Width of a legend with its margins, in dots.
const LEGEND_WIDTH: f32 = 124.0;

/// Whether a picture is so small that it has no panels.
fn is_small([width, height]: [u32; 2]) -> bool {
    width < SMALLEST[0] || height < SMALLEST[1]
}

/// Fraction of a picture's width that a legend takes; none of a small picture, which has a line of words.
pub(super) fn legend_fraction(size: [u32; 2]) -> f32 {
    if is_small(size) {
        return 0.0;
    }
    LEGEND_WIDTH * Canvas::zoom_at(size[1]) as f32 / size[0].max(1) as f32
}

/// Text on a picture beside that of its scene.
#[derive(Clone, Copy, Debug, Default)]
pub struct Notes<'a> {
    /// A line under the time.
    pub remark: &'a str,
    /// A table in the middle: keys and what they do.
    pub help: &'a [(&'a str, &'a str)],
}

/// The text, legends and scale of a picture.
#[derive(Clone, Debug)]
pub(super) struct Overlay<'a> {
    /// Headline; no line if empty.
    pub title: &'a str,
    /// Simulated time, s.
    pub time_s: f64,
    /// The body that is followed and its speed, beside the time; nothing if empty.
    pub under_way: &'a str,
    /// A remark under the time and a table in the middle.
    pub notes: &'a Notes<'a>,
    /// Legends, each in another corner.
    pub legends: &'a [Legend],
    /// Pixels a meter at the point that the camera looks at.
    pub pixels_per_meter: f32,
    /// Whether the scale holds for the whole picture, not only at that point.
    pub parallel: bool,
    /// Exaggeration of heights, written if it is not 1.
    pub vertical_scale: f32,
    /// Factor by which letters are larger than those of the picture's height.
    pub letters: f32,
    /// Whether text is pale on dark panels.
    pub dark: bool,
    /// Names of what the picture shows beside the scene; no line if empty.
    pub invented: &'a str,
    /// Boxes of the things that the picture is about, left free as far as they can be, pixels.
    pub subjects: &'a [[Vec2; 2]],
    /// Outline of the water, of which legends hide as little as they can, pixels; empty where it is not known.
    pub outline: &'a [Vec2],
}

impl Overlay<'_> {
    /// Draws all on `picture`, which may be transparent.
    pub(super) fn draw(&self, picture: &mut Picture) {
        if is_small([picture.width(), picture.height()]) {
            return self.colors_in_words(picture);
        }
        let mut canvas = Canvas::themed(picture, self.dark).with_letters(self.letters);
        canvas.leave_free(self.subjects);
        canvas.leave_water(self.outline);
        self.headline(&mut canvas);
        self.legends.iter().for_each(|legend| legend.draw(&mut canvas));
        scale_bar::draw(&mut canvas, self.pixels_per_meter, self.parallel, self.vertical_scale);
        self.invented(&mut canvas);
        self.help(&mut canvas);
    }

    /// What the colors stand for, in lines as wide as the picture, where there is no room for a legend.
    fn colors_in_words(&self, picture: &mut Picture) {
        if picture.width() < LEAST[0] || picture.height() < LEAST[1] || self.legends.is_empty() {
            return;
        }
        let font = &FONT_7X13;
        let words: Vec<String> = self.legends.iter().map(Legend::words).collect();
        let text = format!("{}, t = {:.1} s", words.join(", "), self.time_s);
        let mut canvas = Canvas::themed(picture, self.dark);
        let letters = (canvas.width() - 8) / font.character_size.width;
        for (row, line) in lines(&text, letters as usize).into_iter().enumerate() {
            canvas.tag(line, font, 4, 2 + 15 * row as i32);
        }
    }

    /// In lines of about half of the picture, over the sky where there is one.
    fn invented(&self, canvas: &mut Canvas) {
        let font = &FONT_7X13;
        let letters = 11 * canvas.width() / (20 * font.character_size.width);
        let lines = lines(self.invented, letters as usize);
        let Some(width) = lines.iter().map(|line| canvas::width(line, font)).max() else { return };
        let (x, mut y) = canvas.panel(Corner::TopRight, width, 13 * lines.len() as u32);
        for line in lines {
            canvas.text(line, font, x, y);
            y += 13;
        }
    }

    fn headline(&self, canvas: &mut Canvas) {
        let apart = if self.under_way.is_empty() { "" } else { "   " };
        let time = format!("t = {:.1} s{apart}{}", self.time_s, self.under_way);
        let lines: Vec<_> =
            [(self.title, &FONT_9X18_BOLD), (&time, &FONT_9X15), (self.notes.remark, &FONT_9X15)]
                .into_iter()
                .filter(|(text, _)| !text.is_empty())
                .collect();
        let width = lines.iter().map(|(text, font)| canvas::width(text, font)).max().unwrap_or(0);
        let height: u32 = lines.iter().map(|(_, font)| font.character_size.height + 2).sum();
        let (x, mut y) = canvas.panel(Corner::TopLeft, width, height);
        for (text, font) in lines {
            canvas.text(text, font, x, y);
            y += font.character_size.height as i32 + 2;
        }
    }
}

impl Overlay<'_> {
    fn help(&self, canvas: &mut Canvas) {
        const LINE: u32 = 19;
        let widest =
            |texts: &mut dyn Iterator<Item = &str>| texts.map(|text| canvas::width(text, &FONT_9X15)).max();
        let keys = widest(&mut self.notes.help.iter().map(|line| line.0));
        let effects = widest(&mut self.notes.help.iter().map(|line| line.1));
        let (Some(keys), Some(effects)) = (keys, effects) else { return };
        let height = LINE * self.notes.help.len() as u32;
        let (x, mut y) = canvas.panel(Corner::Middle, keys + 18 + effects, height);
        for (key, effect) in self.notes.help {
            canvas.text(key, &FONT_9X18_BOLD, x, y);
            canvas.text(effect, &FONT_9X15, x + (keys + 18) as i32, y + 2);
            y += LINE as i32;
        }
    }
}

/// Breaks a text at spaces into lines of at most so many letters, unless a word is longer.
fn lines(text: &str, letters: usize) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = text;
    while rest.chars().count() > letters {
        let spaces = || rest.match_indices(' ').map(|(at, _)| at);
        let fits = |at: &usize| rest[..*at].chars().count() <= letters;
        let Some(at) = spaces().take_while(fits).last().or_else(|| spaces().next()) else { break };
        lines.push(&rest[..at]);
        rest = &rest[at + 1..];
    }
    lines.extend((!rest.is_empty()).then_some(rest));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::{ColorMap, to_srgb8};
    use crate::scene::Field;

    const NO_NOTES: &Notes = &Notes { remark: "", help: &[] };

    fn legend(high: f32) -> [Legend; 1] {
        [Legend::of_field(Field::Speed, 0.0, high)]
    }

    fn overlay(legends: &[Legend]) -> Overlay<'_> {
        Overlay {
            title: "Speedboat",
            time_s: 12.34,
            under_way: "",
            notes: NO_NOTES,
            legends,
            pixels_per_meter: 9.0,
            parallel: false,
            vertical_scale: 1.0,
            letters: 1.0,
            dark: false,
            invented: "",
            subjects: &[],
            outline: &[],
        }
    }

    fn drawn(overlay: &Overlay, width: u32, height: u32) -> Picture {
        let mut picture = Picture::filled([width, height], [0; 4]);
        overlay.draw(&mut picture);
        picture
    }

    #[test]
    fn small_pictures_stay_clean() {
        let colors = legend(0.3);
        let is_clean = |picture: Picture| picture.pixels().iter().all(|p| *p == [0; 4]);
        assert!(is_clean(drawn(&overlay(&[]), 319, 540)) && is_clean(drawn(&overlay(&colors), 159, 540)));
        assert!(!is_clean(drawn(&overlay(&colors), 320, 200)) && !is_clean(drawn(&overlay(&[]), 320, 200)));
    }

    /// Colors without words mean nothing: in a small picture there is a line of them.
    #[test]
    fn small_pictures_say_what_their_colors_are() {
        let colors = legend(0.3);
        let words = colors[0].words();
        assert!(
            words.contains("speed") && words.contains("m/s") && words.contains("0.00 to 0.30"),
            "{words}"
        );
        for [width, height] in [[300, 180], [200, 120]] {
            let picture = drawn(&overlay(&colors), width, height);
            let lowest = picture.enumerate().filter(|(.., p)| *p != [0; 4]).map(|(_, y, _)| y).max();
            assert!(lowest.is_some_and(|y| y < height / 3), "{lowest:?} of {height}");
            assert_ne!(picture, drawn(&overlay(&legend(0.5)), width, height));
        }
    }

    #[test]
    fn the_legend_shows_the_colors_from_the_map_s_first_at_the_bottom() {
        let picture = drawn(&overlay(&legend(0.3)), 960, 540);
        // The bar is a little coarser than the map: its ends are the second color and the last but one.
        let ends = [1, 254].map(|entry| to_srgb8(ColorMap::PaleSpeed.table()[entry]));
        let row =
            |color: [u8; 3]| picture.enumerate().filter(|(.., p)| p[..3] == color).map(|(_, y, _)| y).max();
        let [slow, fast] = ends.map(row);
        assert!(slow > fast && fast.is_some(), "{slow:?} {fast:?}");
    }

    /// Where there is no room for a legend under the title it lies on the other side.
    #[test]
    fn no_legend_lies_over_the_title() {
        for [width, height] in [[480, 270], [960, 540]] {
            let pressures = [Legend::of_pressures(3000.0)];
            let [plain, both] = [&[][..], &pressures].map(|legends| drawn(&overlay(legends), width, height));
            let title = (0..60).flat_map(|y| (0..200).map(move |x| (x, y)));
            let changed = title.filter(|&(x, y)| plain.pixel(x, y) != both.pixel(x, y)).count();
            assert_eq!(changed, 0, "{width} x {height}");
            assert_ne!(plain, both);
        }
    }

    #[test]
    fn a_long_text_is_broken_into_lines_beside_the_headline() {
        let bar = overlay(&[]);
        let text = "invented: ripples, fittings of boats, sky, sand, haze, surroundings";
        for [width, height] in [[480, 270], [960, 540]] {
            let [plain, both] =
                ["", text].map(|invented| drawn(&Overlay { invented, ..bar.clone() }, width, height));
            let changed = |(x, y, pixel): &(u32, u32, [u8; 4])| both.pixel(*x, *y) != *pixel;
            let [left, low] = plain
                .enumerate()
                .filter(changed)
                .fold([width, 0], |[left, low], (x, y, _)| [left.min(x), low.max(y)]);
            // A margin of 14 pixels, three lines at most.
            assert!(left >= width * 3 / 8, "{left} of {width}");
            assert!(low <= 14 + 16 + 3 * 13, "{low} of {height}");
        }
        assert_eq!(lines("one two, three", 8), ["one two,", "three"]);
        assert_eq!(lines("unbreakable words", 4), ["unbreakable", "words"]);
        assert_eq!(lines("", 4), [""; 0]);
    }

    /// Of a body in the corner of a text, or under the legend, nothing is hidden; where it is in both places the text stays.
    #[test]
    fn what_a_picture_is_about_is_not_hidden() {
        let (text, colors) = ("invented: fittings of boats, sky, sand, haze, surroundings", legend(0.3));
        let hidden = |legends: &[Legend], subjects: &[[Vec2; 2]], [low, high]: [Vec2; 2]| {
            let [width, height] = if legends.is_empty() { [480, 270] } else { [960, 540] };
            let picture = drawn(&Overlay { invented: text, subjects, ..overlay(legends) }, width, height);
            let inside = |x: u32, y: u32| {
                let at = Vec2::new(x as f32, y as f32);
                at.cmpge(low).all() && at.cmplt(high).all()
            };
            picture.enumerate().filter(|(x, y, pixel)| *pixel != [0; 4] && inside(*x, *y)).count()
        };
        let up_right = [Vec2::new(300.0, 8.0), Vec2::new(460.0, 70.0)];
        assert!(hidden(&[], &[], up_right) > 1000 && hidden(&[], &[up_right], up_right) == 0);
        let right = [Vec2::new(860.0, 200.0), Vec2::new(940.0, 260.0)];
        assert!(hidden(&colors, &[], right) > 1000 && hidden(&colors, &[right], right) == 0);
        let both = [up_right, [Vec2::new(300.0, 190.0), Vec2::new(460.0, 262.0)]];
        assert!(hidden(&[], &both, up_right) > 1000);
    }

    /// The legend goes where there is no water, if it would hide some; where water is everywhere it stays.
    #[test]
    fn the_legend_hides_little_of_the_water() {
        let colors = legend(0.3);
        let inside = |outline: &[Vec2]| {
            let picture = drawn(&Overlay { outline, title: "", ..overlay(&colors) }, 960, 540);
            let [low, high] = [Vec2::new(40.0, 330.0), Vec2::new(930.0, 530.0)];
            let is_in = |x: u32, y: u32| {
                let at = Vec2::new(x as f32, y as f32);
                at.cmpge(low).all() && at.cmplt(high).all()
            };
            picture.enumerate().filter(|(x, y, pixel)| *pixel != [0; 4] && *x > 800 && is_in(*x, *y)).count()
        };
        let basin = [[40.0, 330.0], [930.0, 330.0], [930.0, 530.0], [40.0, 530.0]].map(Vec2::from_array);
        let all = [[-10.0, -10.0], [999.0, -10.0], [999.0, 600.0], [-10.0, 600.0]].map(Vec2::from_array);
        assert!(inside(&[]) > 5000 && inside(&basin) < 500 && inside(&all) == inside(&[]));
    }

    #[test]
    fn texts_differ_where_values_do() {
        let colors = legend(0.3);
        let base = drawn(&overlay(&colors), 960, 540);
        let differs = |changed: Overlay| assert!(drawn(&changed, 960, 540) != base, "{changed:?}");
        differs(Overlay { time_s: 12.44, ..overlay(&colors) });
        differs(Overlay { title: "Speedboot", ..overlay(&colors) });
        differs(Overlay { vertical_scale: 3.0, ..overlay(&colors) });
        differs(Overlay { legends: &legend(0.5), ..overlay(&colors) });
        differs(Overlay { letters: 2.0, ..overlay(&colors) });
        differs(Overlay { under_way: "boat 8.1 m/s", ..overlay(&colors) });
        differs(Overlay { dark: true, ..overlay(&colors) });
        differs(Overlay { legends: &[], ..overlay(&colors) });
        differs(Overlay { invented: "invented: sky", ..overlay(&colors) });
        differs(Overlay { notes: &Notes { remark: "paused", help: &[] }, ..overlay(&colors) });
        differs(Overlay { notes: &Notes { remark: "", help: &[("Q", "quit")] }, ..overlay(&colors) });
        differs(Overlay { pixels_per_meter: 2.0, ..overlay(&colors) });
    }
}
