//! Pictures of a run as numbered PNG files and as one animated GIF, both written as the pictures come.

mod gif;
mod palette;

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::error::Error;
use super::picture::{self, Picture};
use gif::Film;

/// Most pictures that wait to be compressed together.
const LARGEST_BATCH: usize = 16;

/// Writes the pictures of a run, in order.
///
/// Pictures are compressed side by side, one a thread: as many as there are threads wait for each other, so an error
/// may be reported a few pictures late.
///
/// The GIF is written under its draft's name, with `.part` after it, until [`Writer::finish`]. A picture in it holds only
/// what changed since the one before. Memory does not grow with the number of pictures.
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
    /// The GIF, started with the first batch.
    film: Option<Film>,
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
            film: None,
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
    #[must_use]
    pub fn gif(mut self, path: impl Into<PathBuf>) -> Self {
        self.gif = Some(path.into());
        self
    }

    /// Continues after a number of pictures of an earlier writer with the same folder and pace. For the GIF they are read again.
    ///
    /// # Errors
    /// If one of them is not there, or the GIF cannot be written.
    pub fn after(mut self, pictures: usize) -> Result<Self, Error> {
        let first = |from: usize| from..(from + LARGEST_BATCH).min(pictures);
        for batch in (0..pictures).step_by(LARGEST_BATCH).map(first) {
            let Some((folder, path)) = self.folder.as_ref().zip(self.gif.clone()) else { break };
            let read = batch.into_par_iter().map(|index| Picture::open(folder.join(Self::frame_name(index))));
            let batch = read.collect::<Result<Vec<_>, _>>()?;
            self.size = batch.first().map(Picture::size);
            self.film(&path, &batch)?;
        }
        self.pushed = pictures;
        Ok(self)
    }

    /// Writes the pictures that are still to be compressed.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn flush(&mut self) -> Result<(), Error> {
        self.compress()
    }

    /// Adds a picture.
    ///
    /// # Errors
    /// If the picture has another size than the first, or a file, which may be that of an earlier picture, cannot be
    /// written.
    pub fn push(&mut self, picture: Picture) -> Result<(), Error> {
        let expected = *self.size.get_or_insert(picture.size());
        if picture.size() != expected {
            let (what, index, got) = ("picture", self.pushed, picture.size());
            return Err(Error::ShapeMismatch { what, index, expected, got });
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

    /// Name of a picture's file in the folder of frames, by its number from 0.
    pub fn frame_name(index: usize) -> String {
        format!("frame-{index:05}.png")
    }

    /// Writes the pictures that are still to be compressed and ends the GIF, if there is to be one; returns the number of
    /// pictures. Without pictures there is no GIF. Where a picture cannot be written, the GIF holds those before.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn finish(mut self) -> Result<usize, Error> {
        let compressed = self.compress();
        if let (Some(path), Some(film)) = (&self.gif, self.film) {
            film.finish().map_err(|source| Error::write(path, source))?;
        }
        compressed.map(|()| self.pushed)
    }

    /// Compresses the batch and writes its files, in order.
    fn compress(&mut self) -> Result<(), Error> {
        let batch = std::mem::take(&mut self.batch);
        if let Some(folder) = &self.folder {
            let pngs = batch.par_iter().map(picture::encode).collect::<Vec<_>>();
            for (index, png) in (self.pushed - batch.len()..).zip(pngs) {
                let path = folder.join(Self::frame_name(index));
                let png = png.map_err(|source| Error::write(&path, source))?;
                picture::write_whole(&path, &png)?;
            }
        }
        match self.gif.clone() {
            Some(path) => self.film(&path, &batch),
            None => Ok(()),
        }
    }

    /// Adds pictures to the GIF, which is started with the first.
    fn film(&mut self, path: &Path, batch: &[Picture]) -> Result<(), Error> {
        let Some(first) = batch.first() else { return Ok(()) };
        let film = match self.film.take() {
            Some(film) => Ok(film),
            None => Film::create(path, (100.0 / self.frames_per_second).round() as u16, first),
        };
        let added = film.and_then(|mut film| {
            film.add(batch)?;
            // One that could not be added has left a part: then there is no GIF.
            self.film = Some(film);
            Ok(())
        });
        added.map_err(|source| {
            self.gif = None;
            Error::write(path, source)
        })
    }
}
