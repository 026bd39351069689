//! What is said of files that cannot be written: with remedies that there are in the window.

use crate::render::Error as PictureError;
use crate::sim::records::Error as RecordError;

/// The remedy of a folder that takes no files.
const ELSEWHERE: &str = "free some space, or choose another folder on the page Records (F11)";

/// Of a picture, a model or a film.
pub(super) fn of_pictures(error: &PictureError) -> String {
    match error {
        PictureError::Write { path, source } => {
            format!("{}: cannot be written: {source}; {ELSEWHERE}", path.display())
        }
        PictureError::Film { path, pictures, is_kept, source } => {
            let kept = if *is_kept { "it holds those before" } else { "there is no film" };
            let path = path.display();
            format!("{path}: cannot be written beyond picture {pictures}: {source}; {kept}; {ELSEWHERE}")
        }
        PictureError::NoFfmpeg { format, reason } => format!(
            "no ffmpeg to write {format} with ({reason}); install ffmpeg, or choose gif or apng on the page Records (F11)"
        ),
        other => other.to_string(),
    }
}

/// Of the folder that files go to, or of fields.
pub(super) fn of_records(error: &RecordError) -> String {
    match error {
        RecordError::Write { path, source } => {
            format!("{}: cannot be written: {source}; {ELSEWHERE}", path.display())
        }
        other => {
            let text = other.to_string();
            let elsewhere = ["choose a folder with --out DIR", "choose another folder with --out DIR"];
            let here =
                |text: String, of: &str| text.replace(of, "choose another folder on the page Records (F11)");
            elsewhere.into_iter().fold(text, here)
        }
    }
}
