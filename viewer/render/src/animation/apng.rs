//! Animated PNG, as in the PNG specification (third edition, §11.3.2): the chunks of one PNG for each picture.
//!
//! The number of pictures stands at the start of the file. It is not known before the end, so that the encoder of the crate `png`, which asks
//! for it first, compresses each picture as a file of its own here, and its chunks are put together.

use std::io;
use std::path::Path;

use rayon::prelude::*;

use super::film::Film;
use super::reel::Reel;
use crate::picture::{Picture, Rgba, compress};

/// First bytes of a PNG file, length of its first chunk, and its last chunk.
const SIGNATURE: usize = 8;
const HEADER: usize = 25;
const END: [u8; 12] = [0, 0, 0, 0, b'I', b'E', b'N', b'D', 0xae, 0x42, 0x60, 0x82];
/// Place of the chunk with the number of pictures.
const CONTROL: u64 = (SIGNATURE + HEADER) as u64;

/// An animated PNG that repeats forever. A picture in it is the box around what changed since the one before.
pub(super) struct Apng {
    reel: Reel,
    /// Time that a picture is shown, thousandths of a second.
    delay_ms: u16,
    /// Number of the next chunk of the animation, and of pictures.
    sequence: u32,
    pictures: u32,
    last: Option<Picture>,
}

/// A part of a picture, from its left and upper sides on.
struct Part {
    left: u32,
    top: u32,
    size: [u32; 2],
    pixels: Vec<Rgba>,
}

impl Apng {
    /// Starts a film of a pace, pictures a second.
    pub(super) fn create(path: &Path, per_second: f32) -> io::Result<Self> {
        let delay_ms = (1000.0 / per_second).round() as u16;
        Ok(Self { reel: Reel::create(path, &END)?, delay_ms, sequence: 0, pictures: 0, last: None })
    }

    /// The chunks of a picture: those of its part, numbered.
    fn chunks(&mut self, part: &Part, png: &[u8]) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(png.len() + 100);
        let is_first = self.pictures == 0;
        if is_first {
            bytes.extend_from_slice(png.get(..SIGNATURE + HEADER).ok_or(io::ErrorKind::InvalidData)?);
            chunk(&mut bytes, b"acTL", &[&1u32.to_be_bytes(), &0u32.to_be_bytes()]);
        }
        let Part { left, top, size: [width, height], .. } = *part;
        let places = [self.sequence, width, height, left, top].map(u32::to_be_bytes);
        let delay = [self.delay_ms, 1000].map(u16::to_be_bytes);
        // It stays until the next one is put over it, which replaces what is under it.
        chunk(&mut bytes, b"fcTL", &[places.as_flattened(), delay.as_flattened(), &[0, 0]]);
        self.sequence += 1;
        for data in image_data(png) {
            if is_first {
                chunk(&mut bytes, b"IDAT", &[data]);
            } else {
                chunk(&mut bytes, b"fdAT", &[&self.sequence.to_be_bytes(), data]);
                self.sequence += 1;
            }
        }
        self.pictures += 1;
        Ok(bytes)
    }
}

impl Film for Apng {
    fn add(&mut self, pictures: &[Picture]) -> io::Result<()> {
        let before = self.last.iter().chain(pictures);
        let pairs: Vec<_> = match self.last {
            Some(_) => before.map(Some).zip(pictures).collect(),
            None => std::iter::once(None).chain(before.map(Some)).zip(pictures).collect(),
        };
        let parts: Vec<(Part, io::Result<Vec<u8>>)> = pairs
            .into_par_iter()
            .map(|(before, picture)| {
                let part = changed(before, picture);
                let png = compress(part.size, &part.pixels, true);
                (part, png)
            })
            .collect();
        let mut bytes = Vec::new();
        for (part, png) in parts {
            bytes.extend(self.chunks(&part, &png?)?);
        }
        let mut count = Vec::with_capacity(20);
        chunk(&mut count, b"acTL", &[&self.pictures.to_be_bytes(), &0u32.to_be_bytes()]);
        self.reel.append(&bytes, Some((CONTROL, &count)))?;
        self.last = pictures.last().cloned();
        Ok(())
    }

    fn finish(self: Box<Self>) -> (bool, io::Result<()>) {
        self.reel.finish()
    }
}

/// The box around the pixels that changed; a single pixel where none did, all of the first picture.
fn changed(before: Option<&Picture>, picture: &Picture) -> Part {
    let [width, height] = picture.size();
    let mut bounds = [0, 0, width, height];
    if let Some(before) = before {
        bounds = [width, height, 0, 0];
        let rows = before.pixels().chunks(width as usize).zip(picture.pixels().chunks(width as usize));
        for ((old, new), y) in rows.zip(0..).filter(|((old, new), _)| old != new) {
            let differs = |(a, b): (&Rgba, &Rgba)| a != b;
            let first = old.iter().zip(new).position(differs).unwrap_or(0) as u32;
            let last = old.iter().zip(new).rposition(differs).unwrap_or(0) as u32;
            let [left, top, right, _] = bounds;
            bounds = [left.min(first), top.min(y), right.max(last + 1), y + 1];
        }
        if bounds[0] >= bounds[2] {
            bounds = [0, 0, 1, 1];
        }
    }
    let [left, top, right, bottom] = bounds;
    let rows = picture.pixels().chunks(width.max(1) as usize).take(bottom as usize).skip(top as usize);
    let pixels = rows.flat_map(|row| &row[left as usize..right as usize]).copied().collect();
    Part { left, top, size: [right - left, bottom - top], pixels }
}

/// Contents of the chunks of a PNG file that hold its pixels.
fn image_data(png: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = png.get(SIGNATURE..).unwrap_or_default();
    let chunks = std::iter::from_fn(move || {
        let length = u32::from_be_bytes(*rest.first_chunk()?) as usize;
        let (kind, data) = (rest.get(4..8)?, rest.get(8..8 + length)?);
        rest = rest.get(12 + length..)?;
        Some((kind, data))
    });
    chunks.filter(|(kind, _)| *kind == b"IDAT").map(|(_, data)| data)
}

/// Appends a chunk: length, kind, parts of its content, checksum.
fn chunk(bytes: &mut Vec<u8>, kind: &[u8; 4], parts: &[&[u8]]) {
    let length: usize = parts.iter().map(|part| part.len()).sum();
    bytes.extend((length as u32).to_be_bytes());
    let start = bytes.len();
    bytes.extend(kind);
    parts.iter().for_each(|part| bytes.extend_from_slice(part));
    let checksum = crc32fast::hash(&bytes[start..]);
    bytes.extend(checksum.to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_of_the_end_is_the_chunk_that_it_should_be() {
        let mut end = Vec::new();
        chunk(&mut end, b"IEND", &[]);
        assert_eq!(end, END);
    }

    #[test]
    fn the_box_holds_what_changed_and_no_more() {
        let before = Picture::filled([20, 10], [9, 9, 9, 255]);
        let mut after = before.clone();
        for (x, y) in [(4, 7), (11, 3), (6, 5)] {
            *after.pixel_mut(x, y) = [1, 2, 3, 255];
        }
        let part = changed(Some(&before), &after);
        assert_eq!((part.left, part.top, part.size, part.pixels.len()), (4, 3, [8, 5], 40));
        assert_eq!(part.pixels[32], [1, 2, 3, 255], "the first of the last row");
        let none = changed(Some(&before), &before);
        assert_eq!((none.left, none.top, none.size), (0, 0, [1, 1]));
        assert_eq!(changed(None, &before).size, [20, 10]);
    }
}
