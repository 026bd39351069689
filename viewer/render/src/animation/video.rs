//! Films by an installed ffmpeg: it reads pixels from a pipe, in a process of its own.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread::{self, JoinHandle};

use super::film::Film;
use super::format::Format;
use crate::error::Error;
use crate::picture::Picture;
use whole_file::draft_of;

/// Name of the program.
const FFMPEG: &str = "ffmpeg";
/// Time between pictures that can be jumped to, s.
const JUMP_S: f32 = 2.0;
/// Bytes of a film in which its first pictures begin.
const START: u64 = 1 << 16;
/// Letters of ffmpeg's last line that are shown.
const LETTERS: usize = 200;

/// Encoders of a format, the best first, each with the options that it takes for good quality.
fn encoders(format: Format) -> &'static [(&'static str, &'static [&'static str])] {
    match format {
        Format::WebM => &[
            ("libvpx-vp9", &["-crf", "30", "-b:v", "0", "-row-mt", "1", "-cpu-used", "4"]),
            ("libsvtav1", &["-crf", "30", "-preset", "8"]),
            ("libaom-av1", &["-crf", "28", "-b:v", "0", "-cpu-used", "6"]),
            ("libvpx", &["-crf", "8", "-b:v", "8M"]),
        ],
        _ => &[
            ("libx264", &["-crf", "18", "-preset", "fast"]),
            ("libopenh264", &["-b:v", "8M"]),
            ("mpeg4", &["-q:v", "3"]),
        ],
    }
}

/// The encoder of a format that the installed ffmpeg has; none where the format needs no ffmpeg.
pub(super) fn encoder(format: Format) -> Result<Option<&'static str>, Error> {
    match format {
        Format::Gif | Format::Apng => return Ok(None),
        Format::Mp4 | Format::WebM => {}
    }
    let missing = |reason: String| Error::NoFfmpeg { format: format.name(), reason };
    let output = Command::new(FFMPEG).args(["-hide_banner", "-encoders"]).stdin(Stdio::null()).output();
    let output = output.map_err(|error| missing(format!("{FFMPEG}: {error}")))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    // Lines such as ` V....D libx264  H.264 …`.
    let has = |name: &str| text.lines().any(|line| line.split_whitespace().nth(1) == Some(name));
    let found = encoders(format).iter().map(|(name, _)| *name).find(|name| has(name));
    let names = || encoders(format).iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    found.map(Some).ok_or_else(|| missing(format!("the one installed has none of the encoders {}", names())))
}

/// A film that ffmpeg writes under its draft's name.
pub(super) struct Video {
    path: PathBuf,
    format: Format,
    ffmpeg: Child,
    pixels: Option<ChildStdin>,
    /// Reads what it reports; gives the last line.
    report: Option<JoinHandle<String>>,
    /// Whether it ended early, or the film is finished.
    is_over: bool,
}

impl Video {
    /// Starts ffmpeg with one of its encoders.
    pub(super) fn create(
        path: &Path,
        format: Format,
        per_second: f32,
        encoder: &str,
        [width, height]: [u32; 2],
    ) -> io::Result<Self> {
        // A name such as `a:b` would be that of a protocol.
        let target = format!("file:{}", std::path::absolute(draft_of(path))?.display());
        let options = encoders(format).iter().find(|(name, _)| *name == encoder).map_or(&[][..], |of| of.1);
        let container = match format {
            Format::WebM => &["-f", "webm"][..],
            // In pieces, each of which can be shown without those that follow.
            _ => &["-movflags", "+frag_keyframe+empty_moov+default_base_moof", "-f", "mp4"],
        };
        let mut command = Command::new(FFMPEG);
        command.args(["-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24"]);
        command.args(["-s", &format!("{width}x{height}"), "-r", &per_second.to_string(), "-i", "pipe:0"]);
        // Encoders take even sizes; colors are those of sRGB, in the range and by the matrix of HD television.
        let filter = "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p";
        command.args(["-an", "-vf", filter, "-colorspace", "bt709", "-color_primaries", "bt709"]);
        command.args(["-color_trc", "iec61966-2-1", "-color_range", "tv", "-c:v", encoder]).args(options);
        command.args(["-g", &(JUMP_S * per_second).ceil().to_string()]).args(container).arg(target);
        apart(&mut command);
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut ffmpeg = piped.spawn()?;
        let (pixels, errors) = (ffmpeg.stdin.take(), ffmpeg.stderr.take());
        let report = thread::spawn(move || {
            let lines = errors.into_iter().flat_map(|errors| BufReader::new(errors).lines());
            let last = lines.map_while(Result::ok).filter(|line| !line.trim().is_empty()).last();
            last.unwrap_or_default().chars().take(LETTERS).collect()
        });
        Ok(Self { path: path.into(), format, ffmpeg, pixels, report: Some(report), is_over: false })
    }

    /// Closes the pipe and waits for the end; the error is what ffmpeg said last.
    fn end(&mut self) -> io::Result<()> {
        self.is_over = true;
        drop(self.pixels.take());
        let status = self.ffmpeg.wait()?;
        let said = self.report.take().and_then(|report| report.join().ok()).unwrap_or_default();
        match (status.success(), said.as_str()) {
            (true, _) => Ok(()),
            (false, "") => Err(io::Error::other(format!("ffmpeg ended with {status}"))),
            (false, said) => Err(io::Error::other(format!("ffmpeg ended with {status}, {said}"))),
        }
    }

    /// Whether what ffmpeg wrote has pictures: by the mark of the first piece.
    fn has_pictures(&self) -> bool {
        let mark: &[u8] = match self.format {
            Format::WebM => &[0x1f, 0x43, 0xb6, 0x75],
            Format::Gif | Format::Apng | Format::Mp4 => b"moof",
        };
        let mut start = Vec::new();
        let read = File::open(draft_of(&self.path)).and_then(|file| file.take(START).read_to_end(&mut start));
        read.is_ok() && start.windows(mark.len()).any(|bytes| bytes == mark)
    }
}

impl Film for Video {
    fn add(&mut self, pictures: &[Picture]) -> io::Result<()> {
        for picture in pictures {
            let bytes: Vec<u8> = picture.pixels().iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect();
            let Some(pixels) = &mut self.pixels else { return Err(io::ErrorKind::BrokenPipe.into()) };
            // A pipe that nobody reads from: what ffmpeg says is the reason.
            pixels.write_all(&bytes).map_err(|error| self.end().err().unwrap_or(error))?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> (bool, io::Result<()>) {
        let ended = if self.is_over { Ok(()) } else { self.end() };
        if !self.has_pictures() {
            return (false, ended);
        }
        let named = fs::rename(draft_of(&self.path), &self.path);
        (named.is_ok(), ended.and(named))
    }
}

impl Drop for Video {
    fn drop(&mut self) {
        if !self.is_over {
            let _ = self.ffmpeg.kill();
            let _ = self.end();
        }
        // It has its name if it is finished.
        let _ = fs::remove_file(draft_of(&self.path));
    }
}

/// Keeps Ctrl-C from the process: it ends when its pipe is closed.
fn apart(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(windows)]
    // CREATE_NEW_PROCESS_GROUP and CREATE_NO_WINDOW.
    std::os::windows::process::CommandExt::creation_flags(command, 0x0800_0200);
}
