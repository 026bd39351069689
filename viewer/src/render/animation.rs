//! Pictures of a run as numbered PNG files and as one animated GIF.

mod palette;

use std::fs::{self, File};
use std::io::{BufWriter, Cursor};
use std::path::{Path, PathBuf};

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ImageEncoder, ImageFormat, RgbaImage};

use super::error::Error;
use palette::{Histogram, Palette, TRANSPARENT};

/// Writes the pictures of a run, in order.
///
/// All pictures of the GIF share one palette, chosen from the colours of all of them, so that nothing flickers; a
/// picture holds only what changed since the one before. To know all colours first, the pictures wait in memory,
/// compressed, until [`Writer::finish`].
///
/// ```
/// use image::{Rgba, RgbaImage};
/// use viewer::render::animation::Writer;
///
/// let folder = tempfile::tempdir()?;
/// let mut writer = Writer::new(25.0).frames_in(folder.path().join("frames"))?.gif(folder.path().join("run.gif"));
/// for shade in [60, 120, 180] {
///     writer.push(&RgbaImage::from_pixel(32, 18, Rgba([0, shade, 255, 255])))?;
/// }
/// assert_eq!(writer.finish()?, 3);
/// assert!(folder.path().join("frames/frame-00002.png").exists());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Writer {
    frames_per_second: f32,
    folder: Option<PathBuf>,
    gif: Option<PathBuf>,
    size: Option<(u32, u32)>,
    pushed: usize,
    waiting: Vec<Vec<u8>>,
    colors: Histogram,
}

impl Writer {
    /// A writer of nothing yet; `frames_per_second` is the pace of the GIF, 1..=50 (it counts in hundredths of a
    /// second).
    pub fn new(frames_per_second: f32) -> Self {
        Self {
            frames_per_second: frames_per_second.clamp(1.0, 50.0),
            folder: None,
            gif: None,
            size: None,
            pushed: 0,
            waiting: Vec::new(),
            colors: Histogram::default(),
        }
    }

    /// Also writes `frame-00000.png`, `frame-00001.png`, … into `folder`, which is made if it is missing.
    ///
    /// # Errors
    /// If the folder cannot be made.
    pub fn frames_in(mut self, folder: impl Into<PathBuf>) -> Result<Self, Error> {
        let folder = folder.into();
        fs::create_dir_all(&folder).map_err(|source| cannot_write(&folder, source))?;
        self.folder = Some(folder);
        Ok(self)
    }

    /// Also writes an endless GIF when it is finished.
    pub fn gif(mut self, path: impl Into<PathBuf>) -> Self {
        self.gif = Some(path.into());
        self
    }

    /// Adds a picture.
    ///
    /// # Errors
    /// If a file cannot be written, or the picture has another size than the first.
    pub fn push(&mut self, picture: &RgbaImage) -> Result<(), Error> {
        let expected = *self.size.get_or_insert(picture.dimensions());
        if picture.dimensions() != expected {
            return Err(Error::SizeChanged { index: self.pushed, expected, got: picture.dimensions() });
        }
        if let Some(folder) = &self.folder {
            let path = folder.join(format!("frame-{:05}.png", self.pushed));
            save_png(picture, &path)?;
        }
        if let Some(gif) = &self.gif {
            self.colors.add(picture);
            let mut png = Vec::new();
            encode_png(picture, &mut png, CompressionType::Fast)
                .map_err(|source| cannot_write(gif, source))?;
            self.waiting.push(png);
        }
        self.pushed += 1;
        Ok(())
    }

    /// Writes the GIF, if one was asked for, and tells how many pictures there were. Without pictures there is none.
    ///
    /// # Errors
    /// If the GIF cannot be written.
    pub fn finish(self) -> Result<usize, Error> {
        if let (Some(path), Some(size)) = (&self.gif, self.size) {
            let palette = self.colors.palette();
            let delay = (100.0 / self.frames_per_second).round() as u16;
            write_gif(path, size, delay, &palette, &self.waiting)
                .map_err(|source| cannot_write(path, source))?;
        }
        Ok(self.pushed)
    }
}

/// Writes a picture as a PNG file.
///
/// # Errors
/// If the file cannot be written.
pub fn save_png(picture: &RgbaImage, path: &Path) -> Result<(), Error> {
    let file = File::create(path).map_err(|source| cannot_write(path, source))?;
    encode_png(picture, BufWriter::new(file), CompressionType::Default)
        .map_err(|source| cannot_write(path, source))
}

fn encode_png(
    picture: &RgbaImage,
    to: impl std::io::Write,
    compression: CompressionType,
) -> image::ImageResult<()> {
    let encoder = PngEncoder::new_with_quality(to, compression, FilterType::Adaptive);
    encoder.write_image(picture, picture.width(), picture.height(), image::ExtendedColorType::Rgba8)
}

type AnyError = Box<dyn std::error::Error + Send + Sync>;

fn cannot_write(path: &Path, source: impl Into<AnyError>) -> Error {
    Error::Write { path: path.to_owned(), source: source.into() }
}

fn write_gif(
    path: &Path,
    (width, height): (u32, u32),
    delay: u16,
    palette: &Palette,
    pngs: &[Vec<u8>],
) -> Result<(), AnyError> {
    let file = BufWriter::new(File::create(path)?);
    let mut encoder =
        gif::Encoder::new(file, u16::try_from(width)?, u16::try_from(height)?, palette.bytes())?;
    encoder.set_repeat(gif::Repeat::Infinite)?;
    let mut before = Vec::new();
    for png in pngs {
        let picture = image::load(Cursor::new(png), ImageFormat::Png)?.into_rgba8();
        let now = palette.indices(&picture);
        encoder.write_frame(&changed(&before, &now, width as usize, delay))?;
        before = now;
    }
    Ok(())
}

/// The box of what changed, unchanged points in it being transparent.
fn changed(before: &[u8], now: &[u8], width: usize, delay: u16) -> gif::Frame<'static> {
    let differs = |at: usize| before.get(at) != Some(&now[at]);
    let (mut left, mut right, mut top, mut bottom) = (width, 0, now.len(), 0);
    for at in (0..now.len()).filter(|&at| differs(at)) {
        let (x, y) = (at % width, at / width);
        (left, right, top, bottom) = (left.min(x), right.max(x + 1), top.min(y), bottom.max(y + 1));
    }
    if left >= right {
        (left, right, top, bottom) = (0, 1, 0, 1); // nothing changed: one point, for the delay
    }
    let mut buffer = Vec::with_capacity((right - left) * (bottom - top));
    for y in top..bottom {
        buffer.extend(
            (left..right).map(|x| y * width + x).map(|at| if differs(at) { now[at] } else { TRANSPARENT }),
        );
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
