use std::io;
use std::path::Path;

use super::apng::Apng;
use super::format::Format;
use super::gif::Gif;
use super::video::Video;
use crate::render::picture::Picture;

/// A film that is written as its pictures come, all of the size of the first.
pub(super) trait Film: Send {
    /// Adds pictures. Where that fails the film can still be finished, with those that were added before.
    fn add(&mut self, pictures: &[Picture]) -> io::Result<()>;

    /// Ends the file and gives it its name; also says whether there is one with pictures, which there may be after an error, too.
    fn finish(self: Box<Self>) -> (bool, io::Result<()>);
}

/// Starts a film of a format at a pace, pictures a second; `first` is its first picture, which is still to be added.
pub(super) fn start(
    path: &Path,
    format: Format,
    per_second: f32,
    encoder: Option<&'static str>,
    first: &Picture,
) -> io::Result<Box<dyn Film>> {
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
