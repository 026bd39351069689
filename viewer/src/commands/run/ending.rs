use lbm_core::Trouble;

use crate::commands::failure::Failure;
use crate::sim::World;
use crate::sim::records::Status;
use crate::sim::scenario::Scenario;

/// How a run ended.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::commands) enum Ending {
    Finished,
    Interrupted,
    Unstable(Trouble),
    /// The run is complete, but for bodies whose motion was lost.
    Lost,
    /// A driven body could not go on, and why.
    Stopped(String),
}

impl Ending {
    /// What the summary says of it.
    pub(super) fn status(&self) -> Status {
        match self {
            Self::Finished | Self::Lost => Status::Finished,
            Self::Interrupted => Status::Interrupted,
            Self::Unstable(_) => Status::Unstable,
            Self::Stopped(_) => Status::Stopped,
        }
    }

    /// The failure of a run that did not reach its end; warnings from `set_up_warnings` on are those of the run itself.
    pub(in crate::commands) fn failure(
        self,
        scenario: &Scenario,
        world: &World,
        set_up_warnings: usize,
    ) -> Option<Failure> {
        let (step, time_s) = (world.steps(), world.time_s());
        match self {
            Self::Finished => None,
            Self::Interrupted => Some(Failure::Interrupted { steps: step, time_s }),
            Self::Lost => {
                let bodies = world.quarantined().map(|(name, at_s)| (name.to_owned(), at_s)).collect();
                Some(Failure::Lost { bodies, time_s })
            }
            Self::Stopped(why) => Some(Failure::Stopped { steps: step, why }),
            Self::Unstable(trouble) => {
                // A body that was lost before explains more than the cell where the water became unstable.
                let before =
                    world.warnings()[set_up_warnings..].iter().map(|w| format!("; before that, {w}"));
                let before = before.collect();
                let hint = world.remedy(scenario, &trouble);
                Some(Failure::Unstable { step, time_s, trouble, hint, before })
            }
        }
    }
}
