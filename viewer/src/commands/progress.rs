use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::sim::World;

/// A bar with speed and time left; shown on a terminal only.
#[derive(Debug)]
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// A bar for a number of steps, hidden when `quiet`.
    pub(super) fn new(steps: u64, quiet: bool) -> Self {
        let target =
            if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(10) };
        let bar = ProgressBar::with_draw_target(Some(steps), target);
        let style = ProgressStyle::with_template("{bar:32} {percent:>3} %  {msg}  {per_sec}  {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self(bar)
    }

    /// Moves the bar to where the world is.
    pub(super) fn show(&self, world: &World) {
        if self.0.is_hidden() {
            return;
        }
        self.0.set_position(world.steps());
        // The bar itself draws ten times a second; the text costs more than a small step.
        if world.steps().is_multiple_of(8) {
            let seconds = self.0.elapsed().max(Duration::from_millis(1)).as_secs_f64();
            let updates = (world.steps() * world.cells().iter().product::<usize>() as u64) as f64;
            self.0.set_message(format!("t = {:.2} s  {:.1} MLUP/s", world.time_s(), updates / seconds / 1e6));
        }
    }

    /// Takes the bar away.
    pub(super) fn done(&self) {
        self.0.finish_and_clear();
    }
}
