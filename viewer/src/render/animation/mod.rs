//! Pictures of a run as numbered PNG files and as one animated GIF.

mod gif;
mod palette;

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use rayon::prelude::*;

use super::error::Error;
use super::picture::{self, Picture};
use palette::Histogram;

/// Most pictures that wait to be compressed together.
const LARGEST_BATCH: usize = 16;

/// Writes the pictures of a run, in order.
///
/// Pictures are compressed side by side, one a thread: as many as there are threads wait for each other, so an error
/// may be reported a few pictures late.
///
/// All pictures of the GIF share one palette, chosen from the colors of all of them, so that nothing flickers; a
/// picture holds only what changed since the one before. To know all colors first, the pictures stay in memory,
/// compressed, until [`Writer::finish`].
///
/// ```
/// use viewer::render::Picture;
/// use viewer::render::animation::Writer;
///
/// let folder = tempfile::tempdir()?;
/// let mut writer = Writer::new(25.0).frames_in(folder.path().join("frames"))?.gif(folder.path().join("run.gif"));
/// for shade in [60, 120, 180] {
///     writer.push(Picture::filled([32, 18], [0, shade, 255, 255]))?;
/// }
/// assert_eq!(writer.finish()?, 3);
/// assert!(folder.path().join("frames/frame-00002.png").exists());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Writer {
    frames_per_second: f32,
    folder: Option<PathBuf>,
    gif: Option<PathBuf>,
    size: Option<[u32; 2]>,
    pushed: usize,
    /// Pictures that are not compressed yet, the last ones pushed.
    batch: Vec<Picture>,
    /// All pictures before them as PNG, for the GIF.
    pngs: Vec<Vec<u8>>,
    colors: Histogram,
}

impl Writer {
    /// A writer without files; `frames_per_second` is the pace of the GIF, 1..=50 (it counts in hundredths of a
    /// second).
    pub fn new(frames_per_second: f32) -> Self {
        Self {
            frames_per_second: frames_per_second.clamp(1.0, 50.0),
            folder: None,
            gif: None,
            size: None,
            pushed: 0,
            batch: Vec::new(),
            pngs: Vec::new(),
            colors: Histogram::default(),
        }
    }

    /// Writes `frame-00000.png`, `frame-00001.png`, … into `folder`, which is made if it is missing.
    ///
    /// # Errors
    /// If the folder cannot be made.
    pub fn frames_in(mut self, folder: impl Into<PathBuf>) -> Result<Self, Error> {
        let folder = folder.into();
        fs::create_dir_all(&folder).map_err(|source| Error::write(&folder, source))?;
        self.folder = Some(folder);
        Ok(self)
    }

    /// Writes an endless GIF too when it is finished.
    pub fn gif(mut self, path: impl Into<PathBuf>) -> Self {
        self.gif = Some(path.into());
        self
    }

    /// Adds a picture.
    ///
    /// # Errors
    /// If the picture has another size than the first, or a file, which may be that of an earlier picture, cannot be
    /// written.
    pub fn push(&mut self, picture: Picture) -> Result<(), Error> {
        let expected = *self.size.get_or_insert(picture.size());
        if picture.size() != expected {
            return Err(Error::SizeChanged { index: self.pushed, expected, got: picture.size() });
        }
        self.batch.push(picture);
        self.pushed += 1;
        if self.batch.len() < rayon::current_num_threads().min(LARGEST_BATCH) {
            return Ok(());
        }
        self.compress()
    }

    /// Pictures pushed so far.
    pub fn count(&self) -> usize {
        self.pushed
    }

    /// Writes the pictures that are still to be compressed and the GIF, if there is to be one; returns the number of
    /// pictures. Without pictures there is no GIF.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn finish(mut self) -> Result<usize, Error> {
        self.compress()?;
        if let (Some(path), Some(size)) = (&self.gif, self.size) {
            let palette = self.colors.palette();
            let delay = (100.0 / self.frames_per_second).round() as u16;
            picture::write_whole(path, |file| gif::write(file, size, delay, &palette, &self.pngs))?;
        }
        Ok(self.pushed)
    }

    /// Compresses the batch and writes its files, in order.
    fn compress(&mut self) -> Result<(), Error> {
        let first = self.pushed - self.batch.len();
        let batch = std::mem::take(&mut self.batch);
        let colors = self.gif.is_some().then_some(&mut self.colors);
        let (pngs, ()) = rayon::join(
            || batch.par_iter().map(picture::encode).collect::<Vec<_>>(),
            || colors.into_iter().for_each(|colors| batch.iter().for_each(|picture| colors.add(picture))),
        );
        for (index, png) in (first..).zip(pngs) {
            let name = format!("frame-{index:05}.png");
            let path = self.folder.as_ref().map(|folder| folder.join(&name));
            let png = png.map_err(|source| Error::write(path.as_deref().unwrap_or(name.as_ref()), source))?;
            if let Some(path) = path {
                picture::write_whole(&path, |file| file.write_all(&png))?;
            }
            if self.gif.is_some() {
                self.pngs.push(png);
            }
        }
        Ok(())
    }
}
