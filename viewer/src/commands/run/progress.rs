use std::io::{Write, stderr};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::drive::Watch;
use crate::commands::failure::Failure;
use crate::sim::World;

/// Time to the first line where there is no terminal, and the longest time between two; each takes twice as long.
const FIRST_LINE: Duration = Duration::from_secs(2);
const LONGEST_WAIT: Duration = Duration::from_secs(64);

/// Progress of a run on the standard error: a bar on a terminal, elsewhere a line now and then.
#[derive(Debug)]
pub(in crate::commands) struct Progress {
    bar: ProgressBar,
    /// Steps at its start.
    first: u64,
    /// Time since the start at which the next line is due where there is no terminal; `None` to write none.
    line_due: Option<Duration>,
    /// Name of the run among several, with two blanks after it.
    run: String,
}

impl Progress {
    /// The progress of a run from and to these numbers of steps; silent when `quiet`.
    pub(in crate::commands) fn new([first, last]: [u64; 2], quiet: bool) -> Self {
        let target =
            if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(10) };
        let bar = ProgressBar::with_draw_target(Some(last), target).with_position(first);
        bar.reset_eta();
        let style = ProgressStyle::with_template("{bar:24} {percent:>3} %  {msg}  {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let line_due = (!quiet && bar.is_hidden()).then_some(FIRST_LINE);
        Self { bar, first, line_due, run: String::new() }
    }

    /// The same for one of several runs.
    pub(in crate::commands) fn of_run(self, run: &str) -> Self {
        Self { run: format!("{run}  "), ..self }
    }

    /// Shows where the world is and how many pictures are drawn, if it is time to.
    pub(in crate::commands) fn show(&mut self, world: &World, pictures: Option<usize>) {
        match self.line_due {
            Some(due) if self.bar.elapsed() >= due => {
                let elapsed = self.bar.elapsed();
                self.line_due = Some(elapsed + elapsed.min(LONGEST_WAIT));
                let percent = 100 * world.steps() / self.bar.length().unwrap_or_default().max(1);
                let _ = writeln!(stderr(), "{percent} %  {}", self.text(world, pictures));
            }
            Some(_) => {}
            None if self.bar.is_hidden() => {}
            None => {
                self.bar.set_position(world.steps());
                // The bar itself draws ten times a second; the text costs more than a small step.
                if world.steps().is_multiple_of(8) {
                    self.bar.set_message(self.text(world, pictures));
                }
            }
        }
    }

    /// Shows what is done after the last step.
    pub(in crate::commands) fn finishing(&mut self, what: &'static str) {
        self.bar.set_message(what);
    }

    /// Removes the bar.
    pub(in crate::commands) fn done(&mut self) {
        self.bar.finish_and_clear();
    }

    fn text(&self, world: &World, pictures: Option<usize>) -> String {
        let (run, time_s) = (&self.run, world.time_s());
        match pictures {
            Some(pictures) => format!("{run}t = {time_s:.2} s  {pictures} pictures"),
            None => {
                let steps = world.steps().saturating_sub(self.first);
                let updates = steps as f64 * world.cells().iter().product::<usize>() as f64;
                let seconds = self.bar.elapsed().max(Duration::from_millis(1)).as_secs_f64();
                format!("{run}t = {time_s:.2} s  {:.1} MLUP/s", 1e-6 * updates / seconds)
            }
        }
    }
}

/// Of a run that records nothing.
impl Watch for Progress {
    fn record(&mut self, world: &World) -> Result<(), Failure> {
        self.show(world, None);
        Ok(())
    }

    fn keep(&mut self, _: &World) -> Result<(), Failure> {
        Ok(())
    }
}
