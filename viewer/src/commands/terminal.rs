//! Standard streams, numbers for the user, and Ctrl-C.

use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use super::failure::Failure;

/// Writes to the standard output; that the reader has closed it is no error.
pub(super) fn out(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::Output(error)),
        _ => Ok(()),
    }
}

/// Writes a warning to the standard error.
pub(super) fn warning(text: &str) {
    let _ = writeln!(std::io::stderr(), "warning: {text}");
}

/// Writes warnings to the standard error; those that differ in the numbers of copies alone are one, with the number of them.
pub(super) fn warnings(texts: &[String]) {
    for (text, count) in joined(texts) {
        match count {
            1 => warning(text),
            _ => warning(&format!("{text} (and {} like it of its copies)", count - 1)),
        }
    }
}

/// Number of texts, those that are alike but for the number of a copy apart: `2 warnings, 49 more like them`.
pub(super) fn count_of_warnings(texts: &[String]) -> String {
    let kinds = joined(texts).len();
    let plural = if kinds == 1 { "" } else { "s" };
    match texts.len() - kinds {
        0 => format!("{kinds} warning{plural}"),
        alike if kinds == 1 => format!("1 warning, {alike} more like it"),
        alike => format!("{kinds} warnings, {alike} more like them"),
    }
}

/// The first of each kind of text, in their order, and the number of its kind: texts are of one kind if only the numbers of copies
/// in keys, `body.NAME-1`, differ.
fn joined(texts: &[String]) -> Vec<(&str, usize)> {
    let mut kinds: Vec<(String, &str, usize)> = Vec::new();
    for text in texts {
        let kind = text.split(' ').map(of_all_copies).collect::<Vec<_>>().join(" ");
        match kinds.iter_mut().find(|(known, ..)| *known == kind) {
            Some((.., count)) => *count += 1,
            None => kinds.push((kind, text, 1)),
        }
    }
    kinds.into_iter().map(|(_, text, count)| (text, count)).collect()
}

/// A key of a copy without the copy's number; other words as they are.
fn of_all_copies(word: &str) -> String {
    let mut parts = word.splitn(3, '.');
    let (Some(table @ ("body" | "gauge")), Some(name)) = (parts.next(), parts.next()) else {
        return word.into();
    };
    let leaf = parts.next().map_or(String::new(), |leaf| format!(".{leaf}"));
    let end = name.trim_end_matches(|letter: char| letter.is_ascii_punctuation());
    format!("{table}.{}{}{leaf}", stem(end), &name[end.len()..])
}

/// The name of a copy's original; other names as they are.
pub(super) fn stem(name: &str) -> &str {
    match name.rsplit_once('-') {
        Some((stem, number)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => {
            stem
        }
        _ => name,
    }
}

/// Writes an error to the standard error.
pub(super) fn error(text: impl Display) {
    let _ = writeln!(std::io::stderr(), "error: {text}");
}

/// Time after which work that goes on is reported; then after twice as long, and so on.
const PATIENCE: Duration = Duration::from_secs(2);

/// Calls `work`; where it takes long, says now and then on the standard error what is going on, unless `quiet`.
pub(super) fn patience<T>(quiet: bool, what: &str, work: impl FnOnce() -> T) -> T {
    if quiet {
        return work();
    }
    let (done, wait) = mpsc::channel::<()>();
    let report = move || {
        let start = Instant::now();
        let mut next = PATIENCE;
        while wait.recv_timeout(next) == Err(mpsc::RecvTimeoutError::Timeout) {
            let _ = writeln!(std::io::stderr(), "{what}: {:.0} s so far", start.elapsed().as_secs_f64());
            next = start.elapsed();
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(report);
        // Its end, also by a panic, ends the reports.
        let _done = done;
        work()
    })
}

/// A file with its size.
pub(super) fn sized(path: &Path) -> String {
    match std::fs::metadata(path) {
        Ok(file) if file.is_file() => format!("{} ({:.1} MB)", path.display(), file.len() as f64 / 1e6),
        _ => path.display().to_string(),
    }
}

/// A flag that Ctrl-C, SIGTERM and SIGHUP set; a second one ends the program at once.
pub(super) fn on_ctrl_c() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&stop);
    // Without a handler Ctrl-C ends the program at once; what it has recorded is readable all the same.
    let _ = ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    stop
}

/// Lets a file that would grow beyond a limit (`ulimit -f`) fail to be written, as on a full disk, where the signal would end the
/// program at once.
pub(super) fn survive_file_limits() {
    #[cfg(unix)]
    {
        let raised = Arc::new(AtomicBool::new(false));
        // What cannot be registered leaves all as it was.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, raised);
    }
}

/// A number with four significant digits, and all digits before its point.
pub(super) fn significant(value: f64) -> String {
    let magnitude = value.abs().log10().floor();
    let decimals = if magnitude.is_finite() { (3.0 - magnitude).clamp(0.0, 12.0) } else { 0.0 };
    format!("{value:.0$}", decimals as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_keep_their_digits_and_large_ones_lose_their_decimals() {
        let figures = [14.8272, 0.000123456, 16500.4, 1.0, 0.0].map(significant);
        assert_eq!(figures, ["14.83", "0.0001235", "16500", "1.000", "0"]);
    }

    #[test]
    fn warnings_that_differ_in_the_number_of_a_copy_are_one() {
        let texts = [
            "body.buoy-01.hull: small",
            "body.buoy-02.hull: small",
            "body.raft: heels by -3°",
            "body.buoy-10.position_m: inside body.skiff",
            "body.buoy-03.hull: small",
            "body.raft-1: heels by -3°",
            "body.raft-2: heels by -4°",
            "gauge.a-1, dry",
            "gauge.a-2, dry",
        ]
        .map(String::from);
        let wanted = [
            ("body.buoy-01.hull: small", 3),
            // The raft itself is of a kind with its copy.
            ("body.raft: heels by -3°", 2),
            ("body.buoy-10.position_m: inside body.skiff", 1),
            ("body.raft-2: heels by -4°", 1),
            ("gauge.a-1, dry", 2),
        ];
        assert_eq!(joined(&texts), wanted);
    }
}
