use std::io::{self, Write};

use rayon::prelude::*;

use super::palette::{Palette, TRANSPARENT};
use crate::render::picture;

/// Writes a GIF that repeats forever, of pictures stored as PNG, each shown for `delay` hundredths of a second.
pub(super) fn write(
    to: &mut impl Write,
    size: [u32; 2],
    delay: u16,
    palette: &Palette,
    pngs: &[Vec<u8>],
) -> io::Result<()> {
    let [width, height] = size.map(u16::try_from);
    let (width, height) = (width.map_err(io::Error::other)?, height.map_err(io::Error::other)?);
    let mut encoder = gif::Encoder::new(to, width, height, palette.bytes()).map_err(io::Error::other)?;
    encoder.set_repeat(gif::Repeat::Infinite).map_err(io::Error::other)?;
    let mut last: Option<Vec<u8>> = None;
    // As many at a time as keep all threads busy.
    for pngs in pngs.chunks(2 * rayon::current_num_threads()) {
        let pictures =
            pngs.par_iter().map(|png| Ok(palette.indices(&picture::decode(png).map_err(io::Error::other)?)));
        let pictures = pictures.collect::<io::Result<Vec<_>>>()?;
        let before = std::iter::once(last.as_ref()).chain(pictures.iter().map(Some));
        let pairs: Vec<_> = before.zip(&pictures).collect();
        let frames = pairs.into_par_iter().map(|(before, now)| {
            let mut frame = changes(before.map_or(&[], Vec::as_slice), now, width, delay);
            frame.make_lzw_pre_encoded();
            frame
        });
        for frame in frames.collect::<Vec<_>>() {
            encoder.write_lzw_pre_encoded_frame(&frame).map_err(io::Error::other)?;
        }
        last = pictures.into_iter().next_back();
    }
    Ok(())
}

/// The box around the pixels that changed; pixels in it that did not change are transparent.
fn changes(before: &[u8], now: &[u8], width: u16, delay: u16) -> gif::Frame<'static> {
    let columns = usize::from(width);
    let differs = |at: usize| before.get(at) != Some(&now[at]);
    let (mut left, mut right, mut top, mut bottom) = (columns, 0, now.len(), 0);
    for at in (0..now.len()).filter(|&at| differs(at)) {
        let (x, y) = (at % columns, at / columns);
        (left, right, top, bottom) = (left.min(x), right.max(x + 1), top.min(y), bottom.max(y + 1));
    }
    if left >= right {
        (left, right, top, bottom) = (0, 1, 0, 1); // nothing changed: one pixel, for the delay
    }
    let mut buffer = Vec::with_capacity((right - left) * (bottom - top));
    for y in top..bottom {
        let row = (left..right).map(|x| y * columns + x);
        buffer.extend(row.map(|at| if differs(at) { now[at] } else { TRANSPARENT }));
    }
    gif::Frame {
        delay,
        dispose: gif::DisposalMethod::Keep,
        transparent: Some(TRANSPARENT),
        left: left as u16,
        top: top as u16,
        width: (right - left) as u16,
        height: (bottom - top) as u16,
        buffer: buffer.into(),
        ..gif::Frame::default()
    }
}
