use std::path::PathBuf;

use glam::DVec2;

use super::filming::Film;
use crate::scene::View;
use crate::sim::Deed;
use crate::sim::records::RunFolder;
use crate::staging::Extras;

/// Speed of the simulation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Speed {
    /// Simulated time over wall time.
    Times(f64),
    /// Full speed of the machine.
    Max,
}

impl Speed {
    /// The speeds to choose from, slowest first.
    pub(crate) const ALL: [Self; 5] =
        [Self::Times(0.5), Self::Times(1.0), Self::Times(2.0), Self::Times(10.0), Self::Max];

    /// Such as `×½` or `max`.
    pub(crate) fn label(self) -> String {
        match self {
            Self::Times(0.5) => "×½".into(),
            Self::Times(times) => format!("×{times}"),
            Self::Max => "max".into(),
        }
    }

    /// The next faster speed, or slower one.
    pub(crate) fn shifted(self, by: isize) -> Self {
        let at = Self::ALL.iter().position(|speed| *speed == self).unwrap_or(1);
        Self::ALL[at.saturating_add_signed(by).min(Self::ALL.len() - 1)]
    }
}

/// A body to be put on the water.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum NewBody {
    /// A box of a size that suits the water.
    Box,
    /// A mesh file, scaled by a power of ten to a size that suits the water.
    Mesh(String),
}

/// What the window asks of the session.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command {
    /// Lets the clock run, or stops it.
    Run(bool),
    /// Takes some steps and stops, back if negative.
    Step(i64),
    /// Moves the clock to a step and stops there.
    Seek(u64),
    /// Returns to the start; deeds are forgotten.
    Restart,
    /// Returns to the last state that was good before the clock was stopped by a fault.
    LastGood,
    /// Changes the speed.
    Speed(Speed),
    /// Starts over at the end, or stops there.
    Loop(bool),
    /// Does something to the world. It is kept with the step before which it was done, and done again when the past is simulated
    /// anew.
    Do(Deed),
    /// The same, as a part of the gesture that the last deed of its kind on the same thing belongs to, however long ago that was: a rudder that
    /// returns, a helm that is let go.
    GoOn(Deed),
    /// Changes a parameter of the running world, by its key; kept as [`Self::Do`] keeps what it does.
    Set { key: String, value: f64 },
    /// Fills the scene with what is drawn of bodies besides.
    Show(Extras),
    /// Draws the curves of this body.
    Choose(Option<String>),
    /// Reads the water at a point.
    Pick(Option<DVec2>),
    /// Places a gauge.
    PlaceGauge(DVec2),
    /// Takes away the gauges that were placed.
    RemoveGauges,
    /// Opens a shipped scenario, a file, or a replay, with some keys changed as by `--set`.
    Open { name: String, changes: Vec<String> },
    /// Starts the scenario of a text, whose files are looked for beside the name of a file.
    Start { text: String, name: String },
    /// Starts the text that runs with some keys changed, as by `--set`.
    StartWith(Vec<String>),
    /// Puts a body on the water; the run goes on with it.
    Add { body: NewBody, at_m: DVec2 },
    /// Writes the text of a scenario into a file.
    SaveText { text: String, file: String },
    /// Takes back what was done last.
    Undo,
    /// Writes what it takes to play the run again into a file.
    SaveReplay(PathBuf),
    /// Writes the present fields and bodies into a folder.
    SaveFields(RunFolder),
    /// Begins a film, seen from a view.
    BeginFilm(Film, View),
    /// Films from another view from now on.
    Look(View),
    /// Ends the film.
    EndFilm,
    /// Notes what went wrong outside of the session.
    Blame(String),
    /// Ends the thread.
    Quit,
}
