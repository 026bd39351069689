//! What the window shows of a session.

mod motion;

use std::sync::Arc;

use glam::DVec2;

use super::command::Speed;
use super::curves::Quantity;
use super::fault::Fault;
use crate::scene::Scene;
use crate::sim::scenario::{Scenario, Thrust};
use crate::sim::{
    BodyReading, Centers, EnergyBalance, ExactReading, GaugeReading, Helm, MassBalance, MomentumBalance,
    Parameter, Stages,
};
pub(super) use motion::Motion;

/// One state of a session; its buffers are used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Snapshot {
    /// Grows with every scenario that is opened.
    pub(crate) opened: u64,
    pub(crate) scenario: Option<Arc<Scenario>>,
    /// The text that it was read from, before the changes.
    pub(crate) text: Arc<str>,
    /// The text that was written into a file last.
    pub(crate) saved: Arc<str>,
    /// What can be taken back.
    pub(crate) undo: Option<&'static str>,
    /// Keys of the scenario that were changed, as by `--set`.
    pub(crate) changes: Vec<String>,
    pub(crate) state: State,
    /// Whether it is on the way to another step.
    pub(crate) is_seeking: bool,
    pub(crate) speed: Option<Speed>,
    pub(crate) loops: bool,
    pub(crate) step: u64,
    pub(crate) time_s: f64,
    pub(crate) time_step_s: f64,
    pub(crate) scene: Scene,
    pub(crate) bodies: Vec<BodyReading>,
    /// What propellers do, by body, and what of that is by hand.
    pub(crate) propelled: Vec<(String, Thrust, Helm)>,
    /// Gauges of the scenario, then those that were placed; where each is, and whether it was placed.
    pub(crate) gauges: Vec<(GaugeReading, DVec2, bool)>,
    pub(crate) picked: Option<Picked>,
    /// Centers of the chosen body, if it floats.
    pub(crate) centers: Option<Centers>,
    /// The body whose curves these are, for each of [`Quantity::ALL`].
    pub(crate) chosen: Option<String>,
    pub(crate) body_curves: [Vec<[f64; 2]>; Quantity::ALL.len()],
    pub(crate) gauge_curves: Vec<Vec<[f64; 2]>>,
    /// Parameters that the world takes while it runs: present value, and as they were at the start.
    pub(crate) parameters: Vec<(f64, Parameter)>,
    /// The run beside its exact solution, while it has one.
    pub(crate) has_exact: bool,
    pub(crate) exact: ExactReading,
    pub(crate) books: Books,
    pub(crate) stages: Stages,
    pub(crate) max_froude: f64,
    /// First step that can be gone back to, and the latest that was reached.
    pub(crate) span: [u64; 2],
    /// Number of checkpoints of the past, and the bytes that they take.
    pub(crate) past: (usize, usize),
    /// Simulated time over wall time, while it runs.
    pub(crate) real_time: Option<f64>,
    /// Pictures of the film so far, while one is recorded.
    pub(crate) film: Option<usize>,
    /// What was done last, such as writing a file, and the number of such news.
    pub(crate) said: (u64, Arc<str>),
    /// All warnings and errors so far.
    pub(crate) log: Arc<Vec<Line>>,
}

/// What the clock does.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum State {
    /// Stands.
    #[default]
    Paused,
    Running,
    /// The scenario is over; it goes on beyond its end if it is let.
    Ended,
    /// A scenario is being set up.
    SettingUp(String),
    /// Stopped by a fault.
    Faulty(Fault),
}

/// The water at a point that was picked.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Picked {
    pub(crate) at_m: DVec2,
    pub(crate) reading: GaugeReading,
    pub(crate) froude: f64,
}

/// Balances of the world.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Books {
    pub(crate) mass: MassBalance,
    pub(crate) momentum: MomentumBalance,
    pub(crate) energy: EnergyBalance,
}

/// A warning or an error.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line {
    /// Simulated time at which it was found, s.
    pub(crate) time_s: f64,
    pub(crate) is_error: bool,
    /// The run in which the world said it, a warning or a fault; none of what was done or refused.
    pub(crate) run: Option<u64>,
    /// Whether the world warns; what is neither this nor an error tells what was done.
    pub(crate) is_warning: bool,
    pub(crate) text: String,
}
