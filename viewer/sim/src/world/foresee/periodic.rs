//! Bodies between periodic sides, which join the water alone.

use crate::scenario::{Scenario, Side};

/// A warning of the first body that is free to move between periodic sides, of each pair of these.
pub(super) fn warnings(scenario: &Scenario) -> Vec<String> {
    let [west, _, south, _] = scenario.sides.named();
    let moves = |body: &crate::scenario::Body| !body.fixed && body.mooring.is_empty();
    let mut bodies = scenario.body.iter();
    let Some((name, _)) = bodies.find(|(_, body)| moves(body)) else { return Vec::new() };
    let pairs = [(west, "east"), (south, "north")];
    let periodic = pairs.into_iter().filter(|((_, side), _)| matches!(side, Side::Periodic {}));
    periodic
        .map(|((of, _), other)| {
            format!(
                "sides.{of}.kind: \"periodic\" sides join the water alone: body.{name} does not come in at sides.{other} where it leaves here, nor the \
                 other way, and has no effect on the water from then on; keep it within by a greater domain (grid.cells), a shorter run (duration_s), or walls"
            )
        })
        .collect()
}
