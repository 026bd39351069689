//! Grayscale images.

use std::path::Path;

use ::image::{DynamicImage, ImageFormat};

use super::{Georeference, HeightMap};
use crate::Error;

/// Heights of black and white; the heights of grays are linear in between.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GrayScale {
    /// Height of black, 0.
    pub black_m: f64,
    /// Height of white: 255 in an image of 8 bits, 65,535 in one of 16.
    pub white_m: f64,
}

impl HeightMap {
    /// Reads a grayscale PNG of 8 or 16 bits, one pixel a cell, its first row the northern one.
    ///
    /// Gray `n` of at most `N` stands for the height `black_m + (white_m − black_m) n / N`. With 8 bits a range of 10 m has steps
    /// of 4 cm, with 16 bits of 0.2 mm.
    ///
    /// # Errors
    /// [`Error::File`] if it cannot be read or is not a PNG, [`Error::NotGray`] if it has colors or transparency,
    /// [`Error::NotFinite`] for heights that are not finite, and those of [`Self::from_north`].
    pub fn read_png(path: &Path, gray: GrayScale, place: Georeference) -> Result<Self, Error> {
        for (what, height) in [("height of black [m]", gray.black_m), ("height of white [m]", gray.white_m)] {
            Error::require_finite(what, height)?;
        }
        let unreadable = |reason: String| Error::File { path: path.to_owned(), reason };
        let bytes = super::read_file(path)?;
        let image = ::image::load_from_memory_with_format(&bytes, ImageFormat::Png)
            .map_err(|error| unreadable(error.to_string()))?;
        let columns = image.width() as usize;
        let height_m = |fraction: f64| Some(gray.black_m + (gray.white_m - gray.black_m) * fraction);
        let heights: Vec<Option<f64>> = match image {
            DynamicImage::ImageLuma8(image) => {
                image.into_raw().into_iter().map(|n| height_m(f64::from(n) / f64::from(u8::MAX))).collect()
            }
            DynamicImage::ImageLuma16(image) => {
                image.into_raw().into_iter().map(|n| height_m(f64::from(n) / f64::from(u16::MAX))).collect()
            }
            other => {
                let pixels = format!("{:?}", other.color());
                return Err(Error::NotGray { path: path.to_owned(), pixels });
            }
        };
        Self::from_north(columns, &heights, place)
    }
}
