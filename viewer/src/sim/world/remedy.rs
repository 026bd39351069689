//! What to look at when the flow leaves the range of the method.

use lbm_core::Trouble;

use super::World;
use crate::sim::scenario::Scenario;

/// A cell in trouble: where it is, its water, what is wrong.
pub fn place(trouble: &Trouble) -> String {
    let Trouble { cell: [i, j], depth_m, velocity_m_s: [u, v], cause } = trouble;
    format!("cell [{i}, {j}]: depth {depth_m:.3} m, velocity [{u:.3}, {v:.3}] m/s: {cause}")
}

impl World {
    /// The keys of its scenario that are the most likely reason of trouble.
    pub fn remedy(&self, scenario: &Scenario, trouble: &Trouble) -> String {
        let beside = self.solid_near(trouble.cell);
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
}
