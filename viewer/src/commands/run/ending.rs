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
    /// Bodies, by name, whose motion could not be computed.
    Lost(Vec<String>),
    /// A driven body could not go on, and why.
    Stopped(String),
}

impl Ending {
    /// What the summary says of it.
    pub(super) fn status(&self) -> Status {
        match self {
            Self::Finished => Status::Finished,
            Self::Interrupted => Status::Interrupted,
            Self::Unstable(_) | Self::Lost(_) => Status::Unstable,
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
            Self::Lost(bodies) => {
                let warnings = world.warnings()[set_up_warnings..].join("; ");
                Some(Failure::Lost { bodies, step, time_s, warnings })
            }
            Self::Stopped(why) => Some(Failure::Stopped { steps: step, why }),
            Self::Unstable(trouble) => {
                // A body that was lost before explains more than the cell where the water became unstable.
                let before =
                    world.warnings()[set_up_warnings..].iter().map(|w| format!("; before that, {w}"));
                let before = before.collect();
                let hint = hint(scenario, world.solid_near(trouble.cell));
                Some(Failure::Unstable { step, time_s, trouble, hint, before })
            }
        }
    }
}

/// The keys that are the most likely reason; `beside` is the driven body near the cell where it started.
fn hint(scenario: &Scenario, beside: Option<&str>) -> String {
    let mut keys = Vec::new();
    let solver = &scenario.solver;
    keys.extend(beside.map(|body| {
        format!(
            "body.{body}.motion: it moves right beside, and what it closes on (a side, another solid, itself as it turns) may \
             leave the water no way out, which then rises without bound"
        )
    }));
    if solver.tau < 0.55 {
        keys.push(format!("solver.tau = {} leaves little viscosity (0.6 is usual)", solver.tau));
    }
    if scenario.gravity_number() > 0.2 {
        let number = scenario.gravity_number();
        keys.push(format!("solver.gravity_number is {number:.3} (0.15 allows the fastest flow)"));
    }
    if scenario
        .body
        .values()
        .any(|body| body.kind().afloat().is_some_and(|afloat| afloat.propeller.is_some()))
    {
        keys.push("a propeller's thrust_n may be too strong for its race_radius_m".into());
    }
    if solver.smagorinsky == 0.0 {
        keys.push("solver.smagorinsky = 0.2 adds viscosity where the flow is sheared".into());
    }
    if keys.is_empty() {
        keys.push(
            "the fastest flow: slower or shallower steps of the water at its start, its sides and its bodies"
                .into(),
        );
    }
    format!("look at: {}", keys.join("; "))
}
