use std::fmt::Write as _;
use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use crate::sim::World;

/// Time between two drawings of the bar.
const BAR_EVERY: Duration = Duration::from_millis(100);
/// Time to the first line where there is no terminal, and the longest time between two; each takes twice as long.
const FIRST_LINE: Duration = Duration::from_secs(2);
const LONGEST_WAIT: Duration = Duration::from_secs(64);
/// Blocks of the bar: with the text beside it less than 80 columns.
const BLOCKS: u64 = 24;

/// The progress of a run, on the standard error: a bar on a terminal, elsewhere a line now and then.
#[derive(Debug)]
pub(super) struct Progress {
    steps: u64,
    done: u64,
    start: Instant,
    kind: Kind,
    /// Time since the start at which to write again.
    due: Duration,
    /// Columns of the line on the terminal.
    columns: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Hidden,
    Bar,
    Lines,
}

impl Progress {
    /// The progress of a run of a number of steps; silent when `quiet`.
    pub(super) fn new(steps: u64, quiet: bool) -> Self {
        let kind = match (quiet, stderr().is_terminal()) {
            (true, _) => Kind::Hidden,
            (false, true) => Kind::Bar,
            (false, false) => Kind::Lines,
        };
        let due = if kind == Kind::Bar { BAR_EVERY } else { FIRST_LINE };
        Self { steps, done: 0, start: Instant::now(), kind, due, columns: 0 }
    }

    /// Shows where the world is and how many pictures are drawn, if it is time to.
    pub(super) fn show(&mut self, world: &World, pictures: Option<usize>) {
        if self.kind == Kind::Hidden {
            return;
        }
        let elapsed = self.start.elapsed();
        if elapsed < self.due {
            return;
        }
        self.done = world.steps();
        let text = self.text(world, pictures, elapsed.as_secs_f64());
        if self.kind == Kind::Bar {
            self.due = elapsed + BAR_EVERY;
            self.bar(&text);
        } else {
            self.due = elapsed + elapsed.min(LONGEST_WAIT);
            let _ = writeln!(stderr(), "{}", text.trim_start());
        }
    }

    /// Shows what goes on after the last step.
    pub(super) fn finishing(&mut self, what: &str) {
        if self.kind == Kind::Bar {
            self.bar(what);
        }
    }

    /// Takes the bar away.
    pub(super) fn done(&mut self) {
        self.bar("");
    }

    fn text(&self, world: &World, pictures: Option<usize>, elapsed_s: f64) -> String {
        let (done, all) = (world.steps(), self.steps.max(1));
        let mut text = format!("{:>3} %  t = {:.2} s", 100 * done.min(all) / all, world.time_s());
        let written = match pictures {
            Some(pictures) => write!(text, "  {pictures} pictures"),
            None => {
                let updates = done as f64 * world.cells().iter().product::<usize>() as f64;
                write!(text, "  {:.1} MLUP/s", 1e-6 * updates / elapsed_s)
            }
        };
        written.expect("a string takes all text");
        let left_s = elapsed_s * all.saturating_sub(done) as f64 / done.max(1) as f64;
        text + &format!("  {left_s:.0} s left")
    }

    /// Draws the bar with a text beside it over the one before; without a text takes it away.
    fn bar(&mut self, text: &str) {
        if self.kind != Kind::Bar || (text.is_empty() && self.columns == 0) {
            return;
        }
        let full = (BLOCKS * self.done / self.steps.max(1)).min(BLOCKS);
        let blocks = |block: &str, count| block.repeat(count as usize);
        let line = match text {
            "" => String::new(),
            _ => format!("{}{} {text}", blocks("█", full), blocks("░", BLOCKS - full)),
        };
        let columns = line.chars().count();
        let blanks = " ".repeat(self.columns.saturating_sub(columns));
        let end = if text.is_empty() { "\r" } else { "" };
        let _ = write!(stderr(), "\r{line}{blanks}{end}");
        self.columns = columns;
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.done();
    }
}
