//! Pictures of a run as numbered PNG files and as one film, both written as the pictures come.

mod apng;
mod film;
mod format;
mod gif;
mod palette;
mod reel;
mod video;

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::error::Error;
use super::picture::{self, Picture};
use apng::Apng;
use film::Film;
pub use format::Format;
use gif::Gif;
use video::Video;

/// Most pictures that wait to be compressed together.
const LARGEST_BATCH: usize = 16;

/// Writes the pictures of a run, in order.
///
/// Pictures are compressed side by side, one a thread: as many as there are threads wait for each other, so an error
/// may be reported a few pictures late.
///
/// The film is written under its draft's name, with `.part` after it, until [`Writer::finish`]. Where it cannot be written any further,
/// it ends with the pictures before. Memory does not grow with the number of pictures.
///
/// ```
/// use viewer_render::Picture;
/// use viewer_render::animation::{Format, Writer};
///
/// let folder = tempfile::tempdir()?;
/// let writer = Writer::new(25.0).frames_in(folder.path().join("frames"))?;
/// let mut writer = writer.film(folder.path().join("run.gif"), Format::Gif)?;
/// for shade in [60, 120, 180] {
///     writer.push(Picture::filled([32, 18], [0, shade, 255, 255]))?;
/// }
/// assert_eq!(writer.finish()?, 3);
/// assert!(folder.path().join("frames/frame-00002.png").exists());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Writer {
    per_second: f32,
    folder: Option<PathBuf>,
    film: Option<FilmFile>,
    size: Option<[u32; 2]>,
    pushed: usize,
    /// Pictures that are not compressed yet, the last ones pushed.
    batch: Vec<Picture>,
}

/// A film that is to be written.
struct FilmFile {
    path: PathBuf,
    format: Format,
    /// The encoder of ffmpeg, where that writes it.
    encoder: Option<&'static str>,
    /// Started with the first batch.
    film: Option<Box<dyn Film>>,
    pictures: usize,
}

impl Writer {
    /// A writer without files; the film shows `per_second` pictures a second, as far as its format can: a GIF 1 to 50, others 0.1 to 100.
    pub fn new(per_second: f32) -> Self {
        Self { per_second, folder: None, film: None, size: None, pushed: 0, batch: Vec::new() }
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

    /// Writes a film too.
    ///
    /// # Errors
    /// [`Error::NoFfmpeg`] if it takes an ffmpeg that is not installed, or has no encoder for the format.
    pub fn film(mut self, path: impl Into<PathBuf>, format: Format) -> Result<Self, Error> {
        let encoder = video::encoder(format)?;
        self.film = Some(FilmFile { path: path.into(), format, encoder, film: None, pictures: 0 });
        Ok(self)
    }

    /// Continues after a number of pictures of an earlier writer with the same folder and pace. For the film they are read again.
    ///
    /// # Errors
    /// If one of them is not there, or the film cannot be written.
    pub fn after(mut self, pictures: usize) -> Result<Self, Error> {
        let first = |from: usize| from..(from + LARGEST_BATCH).min(pictures);
        for batch in (0..pictures).step_by(LARGEST_BATCH).map(first) {
            let Some(folder) = self.folder.as_ref().filter(|_| self.film.is_some()) else { break };
            let read = batch.into_par_iter().map(|index| Picture::open(folder.join(Self::frame_name(index))));
            let batch = read.collect::<Result<Vec<_>, _>>()?;
            self.size = batch.first().map(Picture::size);
            self.add_to_film(&batch)?;
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

    /// Writes the pictures that are still to be compressed and ends the film, if there is to be one; returns the number of
    /// pictures. Without pictures there is no film.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn finish(mut self) -> Result<usize, Error> {
        let compressed = self.compress();
        if let Some(mut file) = self.film.take() {
            let (is_kept, ended) = file.film.take().map_or((false, Ok(())), Film::finish);
            ended.map_err(|source| file.failed(source, is_kept))?;
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
        self.add_to_film(&batch)
    }

    /// Adds pictures to the film, which is started with the first. One that fails ends with those before.
    fn add_to_film(&mut self, batch: &[Picture]) -> Result<(), Error> {
        let Some(first) = batch.first() else { return Ok(()) };
        let Some(mut file) = self.film.take() else { return Ok(()) };
        let film = match file.film.take() {
            Some(film) => Ok(film),
            None => start(&file.path, file.format, self.per_second, file.encoder, first),
        };
        let mut film = film.map_err(|source| file.failed(source, false))?;
        if let Err(source) = film.add(batch) {
            let (is_kept, _) = film.finish();
            return Err(file.failed(source, is_kept));
        }
        file.pictures += batch.len();
        self.film = Some(FilmFile { film: Some(film), ..file });
        Ok(())
    }
}

impl FilmFile {
    fn failed(&self, source: std::io::Error, is_kept: bool) -> Error {
        Error::Film { path: self.path.clone(), pictures: self.pictures, is_kept, source }
    }
}

impl Format {
    /// Whether films of it can be written here.
    ///
    /// # Errors
    /// [`Error::NoFfmpeg`] if it takes an ffmpeg that is not installed, or has no encoder for it.
    pub fn available(self) -> Result<(), Error> {
        video::encoder(self).map(drop)
    }
}

/// Starts a film of a format at a pace, pictures a second; `first` is its first picture, which is still to be added.
fn start(
    path: &Path,
    format: Format,
    per_second: f32,
    encoder: Option<&'static str>,
    first: &Picture,
) -> std::io::Result<Box<dyn Film>> {
    let [slowest, fastest] = format.paces();
    let per_second = per_second.clamp(slowest, fastest);
    Ok(match format {
        Format::Gif => Box::new(Gif::create(path, (100.0 / per_second).round() as u16, first)?),
        Format::Apng => Box::new(Apng::create(path, per_second)?),
        Format::Mp4 | Format::WebM => {
            Box::new(Video::create(path, format, per_second, encoder.unwrap_or_default(), first.size())?)
        }
    })
}
