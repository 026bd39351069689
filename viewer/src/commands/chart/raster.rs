//! Charts as pixels: a backend of plotters with letters of a bitmap font, so that no font has to be installed.

use std::convert::Infallible;

use embedded_graphics::Drawable;
use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use embedded_graphics::mono_font::iso_8859_1::{FONT_6X13, FONT_9X18_BOLD};
use embedded_graphics::mono_font::{MonoFont, MonoTextStyle};
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::text::{Baseline, Text};
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{BackendColor, BackendCoord, BackendTextStyle, DrawingBackend, DrawingErrorKind};

use crate::render::Picture;

type Done = Result<(), DrawingErrorKind<Infallible>>;

/// Letters of this size and above are headlines.
const HEADLINE: f64 = 16.0;

/// A picture for plotters to draw on.
pub(super) struct Raster<'a>(pub(super) &'a mut Picture);

impl DrawingBackend for Raster<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.0.size().into()
    }

    fn ensure_prepared(&mut self) -> Done {
        Ok(())
    }

    fn present(&mut self) -> Done {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Done {
        let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else { return Ok(()) };
        if x < self.0.width() && y < self.0.height() {
            let (r, g, b) = color.rgb;
            for (under, over) in self.0.pixel_mut(x, y).iter_mut().zip([r, g, b]) {
                *under =
                    (f64::from(*under) * (1.0 - color.alpha) + f64::from(over) * color.alpha).round() as u8;
            }
        }
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let font = font(style);
        let letters = text.chars().count() as u32;
        Ok((letters * font.character_size.width, font.character_size.height))
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Done {
        let (width, height) = self.estimate_text_size(text, style)?;
        let anchor = style.anchor();
        let left = match anchor.h_pos {
            HPos::Left => 0,
            HPos::Center => -(width as i32) / 2,
            HPos::Right => -(width as i32),
        };
        let top = match anchor.v_pos {
            VPos::Top => 0,
            VPos::Center => -(height as i32) / 2,
            VPos::Bottom => -(height as i32),
        };
        let mut letters = Letters::default();
        let ink = MonoTextStyle::new(font(style), BinaryColor::On);
        let Ok(_) = Text::with_baseline(text, Point::zero(), ink, Baseline::Top).draw(&mut letters);
        for (x, y) in letters.0 {
            let (x, y) = style.transform().transform(x + left, y + top);
            self.draw_pixel((at.0 + x, at.1 + y), style.color())?;
        }
        Ok(())
    }
}

fn font(style: &impl BackendTextStyle) -> &'static MonoFont<'static> {
    if style.size() >= HEADLINE { &FONT_9X18_BOLD } else { &FONT_6X13 }
}

/// The dots of a line of text.
#[derive(Default)]
struct Letters(Vec<BackendCoord>);

impl OriginDimensions for Letters {
    fn size(&self) -> Size {
        Size::new_equal(u32::MAX)
    }
}

impl DrawTarget for Letters {
    type Color = BinaryColor;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<BinaryColor>>>(&mut self, pixels: I) -> Result<(), Infallible> {
        let inked = pixels.into_iter().filter(|Pixel(_, color)| color.is_on());
        self.0.extend(inked.map(|Pixel(at, _)| (at.x, at.y)));
        Ok(())
    }
}
