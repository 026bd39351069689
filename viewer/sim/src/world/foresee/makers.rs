//! Sides that send waves, beside others that let them out.

use crate::scenario::{Body, CouplingMode, Scenario, Side, UnderHull};

fn sends(side: &Side) -> bool {
    matches!(side, Side::Characteristic { wave: Some(_), .. })
}

/// Warning of hulls that give way, in waves that sides send.
pub(super) fn soft_hulls(scenario: &Scenario) -> Option<String> {
    let coupling = &scenario.coupling;
    if coupling.mode != CouplingMode::Conservative || coupling.hull == UnderHull::Lid {
        return None;
    }
    let (side, _) = scenario.sides.named().into_iter().find(|(_, side)| sends(side))?;
    let is_afloat = |(_, body): &(&String, &Body)| body.kind().afloat().is_some();
    let (name, _) = scenario.body.iter().find(is_afloat)?;
    Some(format!(
        "body.{name}: a hull under which the water gives way rises with the waves of sides.{side} and throws them back as one that is held should; held, it \
         throws nearly none back; with coupling.hull = \"lid\" both are right"
    ))
}

/// Warnings of sides that send waves along an open one, through which they run out.
pub(super) fn warnings(scenario: &Scenario) -> Vec<String> {
    let named = scenario.sides.named();
    let open_beside = |n: usize| {
        let beside = if n < 2 { &named[2..] } else { &named[..2] };
        beside.iter().find(|(_, side)| !matches!(side, Side::Wall(_) | Side::Periodic {}))
    };
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
