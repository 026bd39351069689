//! Grayscale images.

use std::io::Cursor;
use std::path::Path;

use png::{BitDepth, ColorType, Decoder, Transformations};

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
        let (columns, grays) = grays(path)?;
        let height_m = |fraction| Some(gray.black_m + (gray.white_m - gray.black_m) * fraction);
        let heights: Vec<Option<f64>> = grays.into_iter().map(height_m).collect();
        Self::from_north(columns, &heights, place)
    }
}

/// Bytes that an image's pixels may take in memory; a file of a few bytes can claim any number.
const MOST_BYTES: usize = 512 << 20;

/// The columns of an image, and its grays from 0, black, to 1, white, by rows from the top.
fn grays(path: &Path) -> Result<(usize, Vec<f64>), Error> {
    let unreadable = |reason: String| Error::File { path: path.to_owned(), reason };
    let broken = |error: png::DecodingError| unreadable(error.to_string());
    let mut decoder = Decoder::new(Cursor::new(super::read_file(path)?));
    decoder.set_transformations(Transformations::EXPAND);
    let mut reader = decoder.read_info().map_err(broken)?;
    let (color, depth) = reader.output_color_type();
    if color != ColorType::Grayscale {
        let pixels = format!("{color:?} of {} bits", depth as u8);
        return Err(Error::NotGray { path: path.to_owned(), pixels });
    }
    let size = reader.output_buffer_size().filter(|&bytes| bytes <= MOST_BYTES);
    let size = size.ok_or_else(|| {
        unreadable(format!("its pixels take more than {} MiB: must be fewer", MOST_BYTES >> 20))
    })?;
    let mut bytes = vec![0; size];
    let image = reader.next_frame(&mut bytes).map_err(broken)?;
    let fraction = |gray: u32, most: u32| f64::from(gray) / f64::from(most);
    let grays = match image.bit_depth {
        BitDepth::Sixteen => {
            let grays = bytes.as_chunks().0.iter().map(|&gray| u16::from_be_bytes(gray));
            grays.map(|gray| fraction(gray.into(), u16::MAX.into())).collect()
        }
        _ => bytes.into_iter().map(|gray| fraction(gray.into(), u8::MAX.into())).collect(),
    };
    Ok((image.width as usize, grays))
}
