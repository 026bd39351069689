//! Checks of prescribed motions.

use super::ranges::{self, Wrong, duration, finite, wrong};
use crate::scenario::{Body, Drive};

/// Checks the motion of a driven body, and that nothing else moves it.
pub(super) fn motion(key: impl Fn(&str) -> String, drive: &Drive, body: &Body) -> Result<(), Wrong> {
    let Drive { velocity_m_s, turn_deg_s, ramp_s, starts_at_s, schedule } = drive;
    finite(&key("motion.velocity_m_s"), velocity_m_s)?;
    finite(&key("motion.turn_deg_s"), &[*turn_deg_s])?;
    duration(&key("motion.ramp_s"), *ramp_s)?;
    duration(&key("motion.starts_at_s"), *starts_at_s)?;
    ranges::schedule(&key("motion"), schedule.iter().map(|point| point.time_s))?;
    for (i, point) in schedule.iter().enumerate() {
        finite(&key(&format!("motion.schedule.{i}.velocity_m_s")), &point.velocity_m_s)?;
        finite(&key(&format!("motion.schedule.{i}.turn_deg_s")), &[point.turn_deg_s])?;
    }
    let usual = Drive::default();
    let others = [
        ("velocity_m_s", *velocity_m_s != usual.velocity_m_s),
        ("turn_deg_s", *turn_deg_s != usual.turn_deg_s),
        ("ramp_s", *ramp_s != usual.ramp_s),
        ("starts_at_s", *starts_at_s != usual.starts_at_s),
    ];
    if let Some((leaf, _)) = others.iter().find(|(_, is_given)| *is_given && !schedule.is_empty()) {
        let message = "given beside motion.schedule, which says all of the motion; remove one of the two";
        return wrong(key(&format!("motion.{leaf}")), message.into());
    }
    if body.fixed {
        return wrong(key("motion"), "given for a body that is fixed; remove one of the two".into());
    }
    if body.propeller.is_some() {
        let message = "given for a body with a propeller, which would not move it; remove one of the two";
        return wrong(key("motion"), message.into());
    }
    if body.velocity_m_s != [0.0; 3] {
        let message = "given beside motion, which it moves with; remove it";
        return wrong(key("velocity_m_s"), message.into());
    }
    Ok(())
}
