//! Sides that send waves, beside others that let them out.

use crate::scenario::{Scenario, Side};

/// Warnings of sides that send waves along an open one, through which they run out.
pub(super) fn warnings(scenario: &Scenario) -> Vec<String> {
    let named = scenario.sides.named();
    let open_beside = |n: usize| {
        let beside = if n < 2 { &named[2..] } else { &named[..2] };
        beside.iter().find(|(_, side)| !matches!(side, Side::Wall(_) | Side::Periodic {}))
    };
    let sends = |side: &Side| matches!(side, Side::Characteristic { wave: Some(_), .. });
    let sending = named.iter().enumerate().filter(|(_, (_, side))| sends(side));
    sending
        .filter_map(|(n, (of, _))| {
            let (beside, _) = open_beside(n)?;
            Some(format!(
                "sides.{of}.wave: along sides.{beside}, which is open, the waves run out and lose their height; let the sides beside one that sends waves be \
                 walls or \"periodic\""
            ))
        })
        .collect()
}
