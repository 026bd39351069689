//! PNG of 8 bits a channel.

use std::io::{self, Cursor};

use ::png::{BitDepth, ColorType, Compression, Decoder, DecodingError, Encoder, Transformations};

use super::pixels::{Picture, Rgba};

/// The bytes of a PNG file; without opacity where all pixels are opaque.
///
/// # Errors
/// If the picture has no pixels, which the format does not know.
pub(crate) fn encode(picture: &Picture) -> io::Result<Vec<u8>> {
    let is_opaque = picture.pixels().iter().all(|pixel| pixel[3] == 255);
    compress(picture.size(), picture.pixels(), is_opaque)
}

/// The bytes of a PNG file of some pixels, rows from the top, with or without their opacity.
///
/// # Errors
/// If there are no pixels.
pub(crate) fn compress([width, height]: [u32; 2], pixels: &[Rgba], is_opaque: bool) -> io::Result<Vec<u8>> {
    let (color, bytes) = if is_opaque {
        (ColorType::Rgb, pixels.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect::<Vec<_>>())
    } else {
        (ColorType::Rgba, pixels.as_flattened().to_vec())
    };
    let mut png = Vec::new();
    let mut encoder = Encoder::new(&mut png, width, height);
    encoder.set_color(color);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fast);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bytes)?;
    writer.finish()?;
    Ok(png)
}

/// The picture in a PNG file of any color type.
///
/// # Errors
/// If it is none, or cut off.
pub(crate) fn decode(png: &[u8]) -> Result<Picture, DecodingError> {
    let mut decoder = Decoder::new(Cursor::new(png));
    decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
    let mut reader = decoder.read_info()?;
    let mut bytes = vec![0; reader.output_buffer_size().unwrap_or_default()];
    let info = reader.next_frame(&mut bytes)?;
    let pixels: Vec<Rgba> = match info.color_type {
        ColorType::GrayscaleAlpha => bytes.as_chunks().0.iter().map(|&[v, a]| [v, v, v, a]).collect(),
        _ => bytes.as_chunks().0.to_vec(),
    };
    Picture::from_pixels([info.width, info.height], pixels)
        .ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_come_back_with_and_without_opacity() {
        for opacity in [255, 130] {
            let noise =
                |x: u32, y: u32| (x.wrapping_mul(2_654_435_761)).wrapping_mul(y + 40_503).to_be_bytes();
            let picture = Picture::from_fn([37, 23], |x, y| {
                let [r, g, b, _] = if y < 11 { [x as u8, y as u8, 200, 0] } else { noise(x, y) };
                [r, g, b, if x == 5 { opacity } else { 255 }]
            });
            let png = encode(&picture).unwrap();
            assert_eq!(png[25], if opacity == 255 { 2 } else { 6 });
            assert_eq!(decode(&png).unwrap(), picture);
            assert!(decode(&png[..png.len() / 2]).is_err());
        }
    }

    #[test]
    fn a_picture_without_pixels_is_refused() {
        assert!(encode(&Picture::filled([0, 5], [0; 4])).is_err());
    }
}
