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
