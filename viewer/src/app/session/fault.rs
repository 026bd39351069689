//! Why the clock was stopped.

use glam::DVec2;

use crate::sim::scenario::Scenario;
use crate::sim::{StepReport, World};

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
            fault.cause = format!("The water became unstable in {trouble}");
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::time::Duration;

    use super::super::tests::pool;
    use super::super::*;

    /// A spring throws the raft away; the boat goes on to the end, the warning is among the messages, and the time before can be gone back to.
    #[test]
    fn a_body_that_is_lost_does_not_stop_the_clock() {
        let sling = "joint=[{ name = \"sling\", kind = \"spring\", body = \"raft\", to_at_m = [13, 6, 300], length_m = 1.0, stiffness_n_m = 80.0 }]";
        let mut engine = Engine::new(&pool(&[sling]), &[]).unwrap();
        let until = |engine: &mut Engine, step: u64| {
            engine.carry_out(Command::Seek(step));
            while engine.is_busy() {
                engine.advance(Duration::ZERO, Duration::from_millis(1));
            }
            engine.world().body_count()
        };
        let last = (4.0 / engine.world().time_step_s()) as u64;
        assert_eq!(until(&mut engine, last), 1);
        let mut snapshot = Snapshot::default();
        engine.write(&mut snapshot);
        assert!(!matches!(snapshot.state, State::Faulty(_)), "{:?}", snapshot.state);
        assert!(
            snapshot
                .log
                .iter()
                .any(|line| line.text.contains("body.raft: ") && line.text.contains("quarantined"))
        );
        assert_eq!(until(&mut engine, 5), 2);
        assert_eq!(until(&mut engine, last), 1);
    }
}
