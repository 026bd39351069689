/// A font of the series misc-fixed of X11, which is in the public domain: ISO 8859-1, all letters of one size.
#[derive(Debug)]
pub(crate) struct Font {
    /// Columns and rows of a letter, in dots.
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// A bit for each dot, rows from the top, in lines of 16 letters.
    bits: &'static [u8],
}

pub(crate) const FONT_6X13: Font = Font { width: 6, height: 13, bits: include_bytes!("fonts/6x13.raw") };
pub(crate) const FONT_7X13: Font = Font { width: 7, height: 13, bits: include_bytes!("fonts/7x13.raw") };
pub(crate) const FONT_8X13: Font = Font { width: 8, height: 13, bits: include_bytes!("fonts/8x13.raw") };
pub(crate) const FONT_9X15: Font = Font { width: 9, height: 15, bits: include_bytes!("fonts/9x15.raw") };
pub(crate) const FONT_9X18_BOLD: Font =
    Font { width: 9, height: 18, bits: include_bytes!("fonts/9x18_bold.raw") };

/// Letters in a line of the bits.
const LETTERS: usize = 16;

impl Font {
    /// Width of a line of text.
    pub(crate) fn width_of(&self, text: &str) -> u32 {
        text.chars().count() as u32 * self.width
    }

    /// The inked dots of a line of text, from its upper left corner.
    pub(crate) fn dots(&self, text: &str) -> impl Iterator<Item = (i32, i32)> {
        let (width, height) = (self.width as usize, self.height as usize);
        text.chars().enumerate().flat_map(move |(column, letter)| {
            let letter = position(letter);
            let (left, top) = (letter % LETTERS * width, letter / LETTERS * height);
            let dots = (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)));
            dots.filter(move |(x, y)| {
                let bit = (top + y) * LETTERS * width + left + x;
                self.bits[bit / 8] >> (7 - bit % 8) & 1 == 1
            })
            .map(move |(x, y)| ((column * width + x) as i32, y as i32))
        })
    }
}

/// Position of a letter among the printable ones; a question mark stands for those that the fonts do not have.
fn position(letter: char) -> usize {
    match letter {
        ' '..='\u{7f}' => letter as usize - 0x20,
        '\u{a0}'..='\u{ff}' => letter as usize - 0xa0 + 0x60,
        _ => position('?'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_where_they_belong() {
        let drawn = |font: &Font, text| {
            let dots: Vec<_> = font.dots(text).collect();
            let row = |y| (0..font.width_of(text) as i32).map(move |x| (x, y));
            let line = |y| row(y).map(|dot| if dots.contains(&dot) { '#' } else { '.' }).collect::<String>();
            (0..font.height as i32).map(line).collect::<Vec<_>>()
        };
        let stroke = drawn(&FONT_6X13, "-").into_iter().filter(|row| row.contains('#')).collect::<Vec<_>>();
        assert_eq!(stroke, ["#####."]);
        for font in [FONT_6X13, FONT_7X13, FONT_8X13, FONT_9X15, FONT_9X18_BOLD] {
            assert_eq!(font.bits.len() * 8, 192 * (font.width * font.height) as usize);
            assert_eq!(drawn(&font, " ").concat().trim_matches('.'), "");
            assert_eq!(drawn(&font, "\u{2212}"), drawn(&font, "?"));
            let [plus, minus, times] = ["+", "-", "\u{d7}"].map(|text| drawn(&font, text).concat());
            let ink = |picture: &str| picture.matches('#').count();
            assert!(ink(&minus) < ink(&plus) && ink(&plus) <= 2 * ink(&times), "{plus} {minus} {times}");
        }
    }
}
