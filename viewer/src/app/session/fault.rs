//! Why the clock was stopped.

use glam::DVec2;

use crate::sim::scenario::Scenario;
use crate::sim::{StepReport, World, place};

/// What stopped the clock: the run has no meaning from then on.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fault {
    /// Steps taken when it was found, and their time.
    pub(crate) step: u64,
    pub(crate) time_s: f64,
    /// Middle of the cell in which it was found, m.
    pub(crate) cell_m: Option<DVec2>,
    /// What happened, where and why.
    pub(crate) cause: String,
    /// What to change.
    pub(crate) remedy: String,
    /// Step and time of the last state that is known to be good.
    pub(crate) good: (u64, f64),
}

impl Fault {
    /// The fault of a step, if it has one; `good` is set later.
    pub(super) fn of(report: &StepReport, world: &World, scenario: &Scenario) -> Option<Self> {
        let mut fault = Self {
            step: world.steps(),
            time_s: world.time_s(),
            cell_m: None,
            cause: String::new(),
            remedy: String::new(),
            good: (0, 0.0),
        };
        if let Some(trouble) = &report.trouble {
            let cell = DVec2::from_array(trouble.cell.map(|n| n as f64 + 0.5));
            fault.cell_m = Some(cell * world.cell_size_m());
            fault.cause = format!("The water became unstable in {}", place(trouble));
            fault.remedy = world.remedy(scenario, trouble);
        } else if let Some(why) = &report.stopped {
            fault.cause = format!("The run cannot go on: {why}");
            fault.remedy = "look at the motion of driven bodies, and at the room under hulls".into();
        } else {
            return None;
        }
        Some(fault)
    }
}
