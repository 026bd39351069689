//! Workers: processes that read inputs under limits of time and memory, and what is learned of them.

use std::io::{BufRead, BufReader, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use clap::Args;

use super::outcome::Outcome;
use super::target::{Inputs, Target};
use crate::shell::root;

/// Longest time for one input: of the processor where the system tells it, else of the clock.
const LONGEST: Duration = Duration::from_secs(20);

/// Address space of a worker, in kilobytes.
const MEMORY_KB: u64 = 4_000_000;

/// Some inputs for a worker.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Batch {
    /// Kind of files.
    #[arg(long, value_enum)]
    pub(super) target: Target,
    #[arg(long)]
    pub(super) seed: u64,
    /// Number of the first.
    #[arg(long)]
    pub(super) from: u64,
    #[arg(long)]
    pub(super) count: u64,
}

/// What was learned of some inputs.
#[derive(Default)]
pub(super) struct Report {
    pub(super) read: u64,
    pub(super) refused: u64,
    pub(super) large: u64,
    pub(super) findings: Vec<Finding>,
}

/// An input that a reader did not take as it should.
#[derive(Debug, Clone)]
pub(super) struct Finding {
    /// Number of the input.
    pub(super) number: u64,
    /// A panic, a message without its place, how the worker died.
    pub(super) message: String,
}

impl Finding {
    /// The message without numbers and what follows its first line: the same for the same fault.
    pub(super) fn key(&self) -> String {
        let line = self.message.lines().next().unwrap_or_default();
        line.chars().filter(|letter| !letter.is_ascii_digit()).take(120).collect()
    }
}

impl Report {
    pub(super) fn inputs(&self) -> u64 {
        self.read + self.refused + self.large + self.findings.len() as u64
    }

    pub(super) fn add(&mut self, other: Self) {
        self.read += other.read;
        self.refused += other.refused;
        self.large += other.large;
        self.findings.extend(other.findings);
    }
}

/// A folder for inputs, removed in the end.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn create() -> Result<Self, String> {
        // In memory where Linux has a folder there: checkpoints and records wait for the disk.
        let memory = Path::new("/dev/shm");
        let folder = if memory.is_dir() { memory.join("estela") } else { root().join("target") };
        let path = folder.join(format!("fuzz/{}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self(path))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Batch {
    /// Has workers read the inputs, a new one where one died, until all are read or a time.
    pub(super) fn run(self, folder: &Folder, until: Option<Instant>) -> Result<Report, String> {
        let mut report = Report::default();
        let mut from = self.from;
        let end = self.from + self.count;
        while from < end {
            let count = end - from;
            let arguments = [
                format!("--target={}", self.target.name()),
                format!("--seed={}", self.seed),
                format!("--from={from}"),
                format!("--count={count}"),
            ];
            let mut worker = Worker::start(folder, &arguments)?;
            let died = loop {
                if until.is_some_and(|until| Instant::now() > until) {
                    worker.kill();
                    return Ok(report);
                }
                match worker.answer()? {
                    Answer::Line(line) => {
                        report.take(from, &line);
                        from += 1;
                    }
                    Answer::Late => {}
                    Answer::Death(message) => break message,
                }
            };
            match died {
                Some(message) => {
                    report.findings.push(Finding { number: from, message });
                    from += 1;
                }
                None if from < end => {
                    return Err(format!("a worker ended at input {from} of {end} without a reason"));
                }
                None => {}
            }
        }
        Ok(report)
    }
}

impl Report {
    /// Adds what a worker said of an input.
    fn take(&mut self, number: u64, line: &str) {
        match line {
            "read" => self.read += 1,
            "refused" => self.refused += 1,
            "large" => self.large += 1,
            found => self.findings.push(Finding { number, message: found.replace("\\n", "\n") }),
        }
    }
}

/// Reads one input in a worker of its own; what was found, if anything.
pub(super) fn try_alone(target: Target, input: &[u8], folder: &Folder) -> Result<Option<String>, String> {
    let path = folder.path().join(format!("alone.{}", target.extension()));
    std::fs::write(&path, input).map_err(|error| format!("{}: {error}", path.display()))?;
    let arguments = [
        format!("--target={}", target.name()),
        "--seed=0".into(),
        "--from=0".into(),
        "--count=1".into(),
        format!("--file={}", path.display()),
    ];
    let mut worker = Worker::start(folder, &arguments)?;
    loop {
        match worker.answer()? {
            Answer::Line(line) => {
                let _ = worker.death();
                let mut report = Report::default();
                report.take(0, &line);
                return Ok(report.findings.pop().map(|finding| finding.message));
            }
            Answer::Late => {}
            Answer::Death(message) => return Ok(message),
        }
    }
}

/// What a worker does next.
enum Answer {
    Line(String),
    /// Nothing for a while.
    Late,
    /// End of the worker; with the cause, if it is not that of being done.
    Death(Option<String>),
}

struct Worker {
    child: Child,
    /// Time spent until the last answer.
    spent: Duration,
    started: Instant,
    lines: mpsc::Receiver<String>,
    /// The end of what it wrote to the standard error.
    errors: Arc<Mutex<Vec<u8>>>,
}

impl Worker {
    fn start(folder: &Folder, arguments: &[String]) -> Result<Self, String> {
        let program = std::env::current_exe().map_err(|error| format!("no path of this program: {error}"))?;
        let mut command = if cfg!(unix) {
            // The shell sets the limit, and then becomes the worker.
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("ulimit -v {MEMORY_KB}; exec \"$0\" \"$@\"")]).arg(program);
            shell
        } else {
            Command::new(program)
        };
        command.arg("fuzz-worker").args(arguments).current_dir(folder.path());
        command.env("RAYON_NUM_THREADS", "1").env_remove("RUST_BACKTRACE");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("a worker cannot be started: {error}"))?;
        let (send, lines) = mpsc::channel();
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || {
                BufReader::new(output).lines().map_while(Result::ok).all(|line| send.send(line).is_ok())
            });
        }
        let errors = Arc::new(Mutex::new(Vec::new()));
        if let Some(mut output) = child.stderr.take() {
            let end = Arc::clone(&errors);
            std::thread::spawn(move || {
                let mut piece = [0; 4096];
                while let Ok(length @ 1..) = output.read(&mut piece) {
                    let mut end = end.lock().unwrap_or_else(PoisonError::into_inner);
                    end.extend_from_slice(&piece[..length]);
                    let more = end.len().saturating_sub(2000);
                    end.drain(..more);
                }
            });
        }
        Ok(Self { child, spent: Duration::ZERO, started: Instant::now(), lines, errors })
    }

    /// Waits for a line or the end, a second at most; kills it where it has spent too long on one input.
    fn answer(&mut self) -> Result<Answer, String> {
        match self.lines.recv_timeout(Duration::from_secs(1)) {
            Ok(line) => {
                self.spent = self.time();
                Ok(Answer::Line(line))
            }
            Err(mpsc::RecvTimeoutError::Timeout) if self.time() < self.spent + LONGEST => Ok(Answer::Late),
            Err(mpsc::RecvTimeoutError::Timeout) => {
                self.kill();
                Ok(Answer::Death(Some(format!("hangs: no answer in {} s", LONGEST.as_secs()))))
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => Ok(Answer::Death(self.death()?)),
        }
    }

    /// Time of the processor that it took, where Linux tells it; else of the clock.
    fn time(&self) -> Duration {
        // Fields 14 and 15 of the process, counted after its name in parentheses, are hundredths of a second.
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok();
        let fields =
            stat.as_deref().and_then(|stat| stat.rsplit_once(") ")).map(|(_, fields)| fields.split(' '));
        let ticks: Option<u64> =
            fields.map(|fields| fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum());
        ticks.map_or_else(|| self.started.elapsed(), |ticks| Duration::from_millis(10 * ticks))
    }

    fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// What it died of, if not of being done.
    fn death(&mut self) -> Result<Option<String>, String> {
        let status = self.child.wait().map_err(|error| format!("a worker is lost: {error}"))?;
        if ExitStatus::success(&status) {
            return Ok(None);
        }
        // What it wrote is read by another thread.
        std::thread::sleep(Duration::from_millis(50));
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let errors = String::from_utf8_lossy(&errors);
        let last: Vec<&str> = errors.lines().rev().take(4).collect();
        Ok(Some(format!("dies of {status}: {}", last.join(" / "))))
    }
}

/// Copies the files that scenarios name into a folder.
pub(super) fn copy_beside(to: &Path) -> Result<(), String> {
    let from = root().join("viewer/tests/regressions/beside");
    let copied = std::fs::create_dir_all(to.join("beside")).and_then(|()| {
        std::fs::read_dir(&from)?.try_for_each(|entry| {
            let entry = entry?;
            std::fs::copy(entry.path(), to.join("beside").join(entry.file_name())).map(drop)
        })
    });
    copied.map_err(|error| format!("{}: {error}", from.display()))
}

/// Reads inputs, and says of each on the standard output what became of it.
pub(crate) fn work(batch: Batch, file: Option<&Path>) -> Result<(), String> {
    copy_beside(Path::new(""))?;
    let inputs = Inputs::of(batch.target);
    // From here on a panic is one of a reader.
    let panics = Arc::new(Mutex::new(String::new()));
    let last = Arc::clone(&panics);
    std::panic::set_hook(Box::new(move |panic| {
        *last.lock().unwrap_or_else(PoisonError::into_inner) = panic.to_string();
    }));
    let path = PathBuf::from(format!("input.{}", batch.target.extension()));
    let mut output = std::io::stdout().lock();
    for number in batch.from..batch.from + batch.count {
        let input = match file {
            Some(file) => std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?,
            None => inputs.input(batch.seed, number),
        };
        std::fs::write(&path, &input).map_err(|error| format!("{}: {error}", path.display()))?;
        let said = match catch_unwind(AssertUnwindSafe(|| batch.target.read(&path, &input, number))) {
            Ok(Ok(Outcome::Read)) => "read".into(),
            Ok(Ok(Outcome::Refused)) => "refused".into(),
            Ok(Ok(Outcome::Large)) => "large".into(),
            Ok(Err(message)) => message,
            Err(_) => {
                let panic = panics.lock().unwrap_or_else(PoisonError::into_inner);
                // Its place and message are of one line.
                panic.replace('\n', " ")
            }
        };
        let written = writeln!(output, "{}", said.replace('\n', "\\n")).and_then(|()| output.flush());
        written.map_err(|error| format!("nobody listens: {error}"))?;
    }
    Ok(())
}
