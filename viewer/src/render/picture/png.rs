//! PNG (ISO/IEC 15948) of 8 bits a channel, as this program writes it: not interlaced, without a palette.

use std::io;

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

use super::pixels::{Picture, Rgba, area};

const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
/// Color types: without and with opacity.
const RGB: u8 = 2;
const RGBA: u8 = 6;

/// Effort of the compression, of 10.
const LEVEL: u8 = 4;

/// Filters of a row: the difference to the pixel at the left, to the one above, to the nearest of the neighbors'
/// plane.
const SUB: u8 = 1;
const UP: u8 = 2;
const AVERAGE: u8 = 3;
const PAETH: u8 = 4;

/// The bytes of a PNG file; without opacity where all pixels are opaque.
///
/// # Errors
/// If the picture has no pixels, which the format does not know.
pub(crate) fn encode(picture: &Picture) -> io::Result<Vec<u8>> {
    if picture.pixels().is_empty() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "a picture without pixels"));
    }
    let opaque = picture.pixels().iter().all(|pixel| pixel[3] == 255);
    let (color_type, rows) = if opaque { (RGB, filter::<3>(picture)) } else { (RGBA, filter::<4>(picture)) };
    let [width, height] = picture.size().map(u32::to_be_bytes);
    let header = [&width[..], &height, &[8, color_type, 0, 0, 0]].concat();
    let mut png = SIGNATURE.to_vec();
    append_chunk(&mut png, *b"IHDR", &header);
    append_chunk(&mut png, *b"IDAT", &compress_to_vec_zlib(&rows, LEVEL));
    append_chunk(&mut png, *b"IEND", &[]);
    Ok(png)
}

/// The picture in a file of [`encode`]; `None` if it is none.
pub(crate) fn decode(png: &[u8]) -> Option<Picture> {
    let mut rest = png.strip_prefix(&SIGNATURE)?;
    let (mut header, mut data) = (None, Vec::new());
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let (name, after) = after.split_first_chunk::<4>()?;
        let (contents, after) = after.split_at_checked(u32::from_be_bytes(*length) as usize)?;
        match name {
            b"IHDR" => header = Some(<[u8; 13]>::try_from(contents).ok()?),
            b"IDAT" => data.extend_from_slice(contents),
            _ => {}
        }
        rest = after.get(4..)?;
    }
    let [w0, w1, w2, w3, h0, h1, h2, h3, 8, color_type, 0, 0, 0] = header? else { return None };
    let size = [[w0, w1, w2, w3], [h0, h1, h2, h3]].map(u32::from_be_bytes);
    match color_type {
        RGB => unfilter::<3>(size, &data),
        RGBA => unfilter::<4>(size, &data),
        _ => None,
    }
}

fn append_chunk(png: &mut Vec<u8>, name: [u8; 4], contents: &[u8]) {
    png.extend((contents.len() as u32).to_be_bytes());
    let start = png.len();
    png.extend(name);
    png.extend(contents);
    let check = crc32(&png[start..]);
    png.extend(check.to_be_bytes());
}

/// Rows of `CHANNELS` bytes a pixel as differences, each after the number of its filter: the one of which the
/// differences add up to the least.
fn filter<const CHANNELS: usize>(picture: &Picture) -> Vec<u8> {
    let width = picture.width() as usize;
    let length = CHANNELS * width;
    let mut rows = Vec::with_capacity((length + 1) * picture.height() as usize);
    // Before the first pixel and above the first row are zeros.
    let (mut above, mut row) = (vec![0; CHANNELS + length], vec![0; CHANNELS + length]);
    let mut candidates = [SUB, UP, PAETH].map(|filter| (filter, vec![0; length]));
    for pixels in picture.pixels().chunks_exact(width) {
        for (bytes, pixel) in row[CHANNELS..].chunks_exact_mut(CHANNELS).zip(pixels) {
            bytes.copy_from_slice(&pixel[..CHANNELS]);
        }
        let mut least = (u64::MAX, 0);
        for (k, (filter, differences)) in candidates.iter_mut().enumerate() {
            let here = row[CHANNELS..].iter().zip(&row).zip(above[CHANNELS..].iter().zip(&above));
            let pairs = differences.iter_mut().zip(here);
            match *filter {
                SUB => pairs.for_each(|(d, ((x, a), _))| *d = x.wrapping_sub(*a)),
                UP => pairs.for_each(|(d, ((x, _), (b, _)))| *d = x.wrapping_sub(*b)),
                _ => pairs.for_each(|(d, ((x, a), (b, c)))| *d = x.wrapping_sub(paeth(*a, *b, *c))),
            }
            let sum = differences.iter().map(|d| u64::from((*d as i8).unsigned_abs())).sum();
            least = least.min((sum, k));
        }
        let (filter, differences) = &candidates[least.1];
        rows.push(*filter);
        rows.extend_from_slice(differences);
        std::mem::swap(&mut above, &mut row);
    }
    rows
}

fn unfilter<const CHANNELS: usize>(size: [u32; 2], data: &[u8]) -> Option<Picture> {
    let length = CHANNELS * size[0] as usize;
    let expected = (length + 1) * size[1] as usize;
    let rows =
        decompress_to_vec_zlib_with_limit(data, expected).ok().filter(|rows| rows.len() == expected)?;
    let mut pixels: Vec<Rgba> = Vec::with_capacity(area(size));
    let (mut above, mut row) = (vec![0u8; CHANNELS + length], vec![0u8; CHANNELS + length]);
    for filtered in rows.chunks_exact(length + 1) {
        let (filter, differences) = filtered.split_first()?;
        for (k, d) in differences.iter().enumerate() {
            let (a, b, c) = (row[k], above[CHANNELS + k], above[k]);
            let expected = match *filter {
                0 => 0,
                SUB => a,
                UP => b,
                AVERAGE => a.midpoint(b),
                PAETH => paeth(a, b, c),
                _ => return None,
            };
            row[CHANNELS + k] = expected.wrapping_add(*d);
        }
        pixels.extend(row[CHANNELS..].chunks_exact(CHANNELS).map(|bytes| {
            let mut pixel = [255; 4];
            pixel[..CHANNELS].copy_from_slice(bytes);
            pixel
        }));
        std::mem::swap(&mut above, &mut row);
    }
    Picture::from_pixels(size, pixels)
}

/// Whichever of the pixels at the left, above, and above left is nearest to `left + above - above_left`.
fn paeth(left: u8, above: u8, above_left: u8) -> u8 {
    let [a, b, c] = [left, above, above_left].map(i16::from);
    let (to_left, to_above, to_above_left) = ((b - c).abs(), (a - c).abs(), (a + b - 2 * c).abs());
    if to_left <= to_above && to_left <= to_above_left {
        left
    } else if to_above <= to_above_left {
        above
    } else {
        above_left
    }
}

/// Check sum of a chunk (ISO 3309), byte by byte from a table.
fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut k = 0;
        while k < 256 {
            let mut value = k as u32;
            let mut bit = 0;
            while bit < 8 {
                value = if value & 1 == 1 { 0xedb8_8320 ^ (value >> 1) } else { value >> 1 };
                bit += 1;
            }
            table[k] = value;
            k += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |sum, byte| TABLE[usize::from(sum as u8 ^ byte)] ^ (sum >> 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_sum_is_the_one_of_the_standard() {
        assert_eq!(crc32(b"IEND"), 0xae42_6082);
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn pictures_come_back_with_and_without_opacity() {
        for opacity in [255, 130] {
            let noise = |x: u32, y: u32| x.wrapping_mul(2_654_435_761).wrapping_mul(y + 40_503).to_be_bytes();
            let picture = Picture::from_fn([37, 23], |x, y| {
                let [r, g, b, _] = if y < 11 { [x as u8, y as u8, 200, 0] } else { noise(x, y) };
                [r, g, b, if x == 5 { opacity } else { 255 }]
            });
            let png = encode(&picture).unwrap();
            assert_eq!(png[25], if opacity == 255 { RGB } else { RGBA });
            assert_eq!(decode(&png), Some(picture));
            assert_eq!(decode(&png[..png.len() / 2]), None);
        }
    }

    #[test]
    fn a_picture_without_pixels_is_refused() {
        assert!(encode(&Picture::filled([0, 5], [0; 4])).is_err());
    }
}
