use std::io;
use std::path::Path;

use rayon::prelude::*;

use super::film::Film;
use super::palette::{Histogram, Palette, TRANSPARENT, bins, is_near};
use super::reel::Reel;
use crate::picture::Picture;

/// Distance in Oklab from the palette at which a new color asks for another one.
const TOLERANCE: f32 = 0.03;

/// The last byte of a GIF file.
const END: [u8; 1] = [0x3b];

/// A GIF that repeats forever.
///
/// The palette is chosen from the colors so far, and again when a picture has colors that are far from it. Pixels whose
/// color hardly changed stay as they were drawn, so that they do not flicker: water that shades from picture to picture takes half of the bytes (`sailboat-stable`
/// to 4 s: 1.60 MB in place of 2.96).
pub(super) struct Gif {
    reel: Reel,
    /// Writes to memory what goes to the file next.
    encoder: gif::Encoder<Vec<u8>>,
    width: u16,
    delay: u16,
    colors: Histogram,
    palette: Palette,
    /// Distance of a color from the palette at which another one is chosen.
    tolerance: f32,
    /// Whether the palette is another than the first, which is the file's.
    is_local: bool,
    /// Colors of the last picture's pixels, before the palette and as they are shown.
    last: Vec<u32>,
    shown: Vec<[u8; 3]>,
}

impl Gif {
    /// Starts a GIF with the size and the palette of its first picture; each is shown for `delay` hundredths of a second.
    pub(super) fn create(path: &Path, delay: u16, first: &Picture) -> io::Result<Self> {
        let [width, height] = first.size().map(u16::try_from);
        let (width, height) = (width.map_err(io::Error::other)?, height.map_err(io::Error::other)?);
        let mut colors = Histogram::default();
        colors.add(&bins(first));
        let palette = colors.palette();
        let encoder = gif::Encoder::new(Vec::new(), width, height, palette.bytes());
        let mut encoder = encoder.map_err(io::Error::other)?;
        encoder.set_repeat(gif::Repeat::Infinite).map_err(io::Error::other)?;
        let tolerance = tolerance(&palette);
        let (colors, last, shown) = (Histogram::default(), Vec::new(), Vec::new());
        let reel = Reel::create(path, &END)?;
        Ok(Self { reel, encoder, width, delay, colors, palette, tolerance, is_local: false, last, shown })
    }

    /// The next picture: the box around the pixels that changed; pixels in it that did not change are transparent.
    fn frame(&mut self, bins: Vec<u32>) -> gif::Frame<'static> {
        self.colors.add(&bins);
        self.palette.see(&bins);
        if self.palette.farthest() > self.tolerance {
            self.palette = self.colors.palette();
            self.tolerance = tolerance(&self.palette);
            self.is_local = true;
        }
        let columns = usize::from(self.width);
        let (mut left, mut right, mut top, mut bottom) = (columns, 0, bins.len(), 0);
        let mut indices = vec![TRANSPARENT; bins.len()];
        self.shown.resize(bins.len(), [0; 3]);
        for (at, &bin) in bins.iter().enumerate() {
            let before = self.last.get(at);
            if before == Some(&bin) || before.is_some() && is_near(bin, self.shown[at]) {
                continue;
            }
            let index = self.palette.index(bin);
            let color = self.palette.color(index);
            if before.is_none() || self.shown[at] != color {
                (indices[at], self.shown[at]) = (index, color);
                let (x, y) = (at % columns, at / columns);
                (left, right, top, bottom) = (left.min(x), right.max(x + 1), top.min(y), bottom.max(y + 1));
            }
        }
        if left >= right {
            (left, right, top, bottom) = (0, 1, 0, 1); // nothing changed: one pixel, for the delay
        }
        self.last = bins;
        let rows = indices.chunks_exact(columns.max(1)).take(bottom).skip(top);
        gif::Frame {
            delay: self.delay,
            dispose: gif::DisposalMethod::Keep,
            transparent: Some(TRANSPARENT),
            left: left as u16,
            top: top as u16,
            width: (right - left) as u16,
            height: (bottom - top) as u16,
            palette: self.is_local.then(|| self.palette.bytes().into()),
            buffer: rows.flat_map(|row| &row[left..right]).copied().collect::<Vec<u8>>().into(),
            ..gif::Frame::default()
        }
    }
}

impl Film for Gif {
    /// Adds pictures; they are compressed side by side.
    fn add(&mut self, pictures: &[Picture]) -> io::Result<()> {
        let all: Vec<Vec<u32>> = pictures.par_iter().map(bins).collect();
        let mut frames: Vec<_> = all.into_iter().map(|bins| self.frame(bins)).collect();
        frames.par_iter_mut().for_each(gif::Frame::make_lzw_pre_encoded);
        for frame in &frames {
            self.encoder.write_lzw_pre_encoded_frame(frame).map_err(io::Error::other)?;
        }
        self.reel.append(self.encoder.get_ref(), None)?;
        self.encoder.get_mut().clear();
        Ok(())
    }

    fn finish(self: Box<Self>) -> (bool, io::Result<()>) {
        self.reel.finish()
    }
}

/// How far a color may be from a palette: where colors are many, somewhat farther than those that it was chosen from.
fn tolerance(palette: &Palette) -> f32 {
    TOLERANCE.max(1.25 * palette.farthest())
}
