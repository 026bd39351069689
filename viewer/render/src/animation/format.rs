use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// Formats of films.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// GIF: 255 colors, repeats forever, shown everywhere.
    #[default]
    Gif,
    /// Animated PNG: all colors without loss, repeats forever; large.
    Apng,
    /// MP4 with H.264 or MPEG-4, by an installed ffmpeg.
    Mp4,
    /// WebM with VP9, VP8 or AV1, by an installed ffmpeg.
    #[value(name = "webm")]
    #[serde(rename = "webm")]
    WebM,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Gif, Self::Apng, Self::Mp4, Self::WebM];

    /// Name of the format as people write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gif => "GIF",
            Self::Apng => "APNG",
            Self::Mp4 => "MP4",
            Self::WebM => "WebM",
        }
    }

    /// Ending of its files.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Gif => "gif",
            Self::Apng => "apng",
            Self::Mp4 => "mp4",
            Self::WebM => "webm",
        }
    }

    /// Slowest and fastest pace, pictures a second.
    pub(super) fn paces(self) -> [f32; 2] {
        match self {
            // It counts in hundredths of a second, and programs show those of less than two as ten.
            Self::Gif => [1.0, 50.0],
            Self::Apng | Self::Mp4 | Self::WebM => [0.1, 100.0],
        }
    }
}
