//! Friction, wind and rotation.

use super::ranges::{Wrong, finite, magnitude, with_key, wrong};
use crate::scenario::Scenario;

/// Whether the forces on the water are in their ranges.
pub(super) fn check(scenario: &Scenario) -> Result<(), Wrong> {
    if let Some(friction) = &scenario.friction {
        let n = friction.manning_s_m13;
        if !(0.0..=10.0).contains(&n) {
            return wrong(
                "friction.manning_s_m13",
                format!("{n}; it must be 0 to 10, for rivers 0.01 to 0.2"),
            );
        }
    }
    if let Some(wind) = &scenario.wind {
        finite("wind.towards_deg", &[wind.towards_deg])?;
        if wind.speed_m_s < 0.0 {
            let message = format!("{}; it must be 0 or above: wind.towards_deg turns it", wind.speed_m_s);
            return wrong("wind.speed_m_s", message);
        }
        with_key("wind.speed_m_s", wind.stress_m2_s2(scenario.water.density_kg_m3))?;
    }
    if let Some(coriolis) = &scenario.coriolis {
        match (coriolis.latitude_deg, coriolis.parameter_1_s) {
            (Some(_), Some(_)) => {
                return wrong(
                    "coriolis.parameter_1_s",
                    "latitude_deg is given too; remove one of them".into(),
                );
            }
            (None, None) => {
                let message =
                    "missing; it must be the latitude, such as latitude_deg = 45, or give parameter_1_s";
                return wrong("coriolis.latitude_deg", message.into());
            }
            (None, Some(parameter)) => magnitude("coriolis.parameter_1_s", &[parameter], 1e3)?,
            (Some(_), None) => with_key("coriolis.latitude_deg", coriolis.parameter()).map(drop)?,
        }
    }
    Ok(())
}

/// Largest angle by which the rotation may turn the flow in a step, rad.
const LARGEST_TURN: f64 = 0.5;

/// Whether the rotation turns the flow by a small angle in a step.
pub(super) fn turn(scenario: &Scenario) -> Result<(), Wrong> {
    let Some(parameter) = scenario.coriolis.and_then(|coriolis| coriolis.parameter_1_s) else {
        return Ok(());
    };
    let step_s = scenario.time_step_s();
    let most = LARGEST_TURN / step_s;
    if parameter.abs() <= most {
        return Ok(());
    }
    let message = format!(
        "{parameter}; it must be from {:.3e} to {most:.3e}: in a step of {step_s:.3e} s that turns the flow by half a radian",
        -most
    );
    wrong("coriolis.parameter_1_s", message)
}
