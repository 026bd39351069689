//! The hands on the helm: a lever that stays, and a rudder that returns when it is let go.

use crate::sim::Helm;
use crate::sim::scenario::Thrust;

/// Greatest angle of the rudder, degrees.
pub(crate) const RUDDER_DEG: f64 = 30.0;
/// How fast it turns while a key is held, degrees a second.
const TURNS_DEG_S: f64 = 45.0;
/// How fast it returns, degrees a second.
const RETURNS_DEG_S: f64 = 60.0;

/// The hands of the user on the helm of one body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Hands {
    /// Where the lever was put.
    pub(crate) thrust: Option<f64>,
    /// Where the rudder is; `None` while it follows the schedule.
    pub(crate) rudder_deg: Option<f64>,
    /// Whether it was put there by the slider, and stays.
    pub(crate) is_fixed: bool,
    /// Keys that are held: to port and to starboard.
    pub(crate) held: [bool; 2],
}

impl Hands {
    /// What they make of the helm.
    pub(crate) fn helm(&self) -> Helm {
        Helm { thrust: self.thrust, angle_deg: self.rudder_deg }
    }

    /// Moves the lever from where it is.
    pub(crate) fn push(&mut self, by: f64, now: &Thrust) {
        let from = self.thrust.unwrap_or(now.thrust);
        // Rounded, so that ten pushes of a tenth and back are none.
        self.thrust = Some(((from + by).clamp(-1.0, 1.0) * 100.0).round() / 100.0);
    }

    /// Gives the helm back to the schedule.
    pub(crate) fn let_go(&mut self) {
        *self = Self { held: self.held, ..Self::default() };
    }

    /// Takes the helm over as it is; the rudder stays where it was put.
    pub(crate) fn take_over(&mut self, helm: &Helm) {
        (self.thrust, self.rudder_deg) = (helm.thrust, helm.angle_deg);
        self.is_fixed = helm.angle_deg.is_some();
    }

    /// Whether the rudder is still moving.
    pub(crate) fn is_moving(&self) -> bool {
        self.held != [false; 2] || (self.rudder_deg.is_some() && !self.is_fixed)
    }

    /// Turns the rudder for a time, s: as the keys are held, else back to where the schedule has it.
    pub(crate) fn turn(&mut self, time_s: f64, scheduled: &Thrust) {
        let from_deg = self.rudder_deg.unwrap_or(scheduled.angle_deg);
        // The bow turns away from the side that the thrust points to.
        let by = match self.held {
            [true, false] => -1.0,
            [false, true] => 1.0,
            [true, true] => return,
            [false, false] => {
                if self.is_fixed || self.rudder_deg.is_none() {
                    return;
                }
                let off_deg = scheduled.angle_deg - from_deg;
                let most_deg = RETURNS_DEG_S * time_s;
                let is_there = off_deg.abs() <= most_deg;
                let to_deg = from_deg + off_deg.clamp(-most_deg, most_deg);
                self.rudder_deg = (!is_there).then_some(to_deg);
                return;
            }
        };
        self.is_fixed = false;
        self.rudder_deg = Some((from_deg + by * TURNS_DEG_S * time_s).clamp(-RUDDER_DEG, RUDDER_DEG));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scheduled(thrust: f64, angle_deg: f64) -> Thrust {
        Thrust { time_s: 0.0, thrust, angle_deg }
    }

    #[test]
    fn the_rudder_turns_while_a_key_is_held_and_the_thrust_goes_on() {
        let mut hands = Hands { held: [true, false], ..Hands::default() };
        let schedule = scheduled(0.8, 0.0);
        for _ in 0..10 {
            hands.turn(0.02, &schedule);
        }
        assert_eq!(hands.helm().thrust, None, "the thrust is the schedule's");
        assert!((hands.rudder_deg.unwrap() + 9.0).abs() < 1e-9, "{hands:?}");
        for _ in 0..100 {
            hands.turn(0.02, &schedule);
        }
        assert_eq!(hands.rudder_deg, Some(-RUDDER_DEG));
        assert!(hands.is_moving());
    }

    #[test]
    fn it_returns_to_the_schedule_when_it_is_let_go() {
        let mut hands = Hands { rudder_deg: Some(25.0), ..Hands::default() };
        let schedule = scheduled(1.0, -5.0);
        hands.turn(0.25, &schedule);
        assert_eq!(hands.rudder_deg, Some(10.0));
        hands.turn(0.3, &schedule);
        assert_eq!(hands.helm(), Helm::default());
        assert!(!hands.is_moving());
    }

    #[test]
    fn the_lever_moves_from_where_the_schedule_has_it_and_stays() {
        let mut hands = Hands::default();
        hands.push(-0.1, &scheduled(0.45, 0.0));
        assert_eq!(hands.thrust, Some(0.35));
        for _ in 0..20 {
            hands.push(0.1, &scheduled(0.0, 0.0));
        }
        assert_eq!(hands.thrust, Some(1.0));
        hands.turn(1.0, &scheduled(0.0, 0.0));
        assert_eq!(hands.thrust, Some(1.0));
        hands.let_go();
        assert_eq!(hands.helm(), Helm::default());
    }

    #[test]
    fn both_keys_hold_it_and_the_slider_fixes_it() {
        let mut hands = Hands { rudder_deg: Some(12.0), held: [true, true], ..Hands::default() };
        hands.turn(1.0, &scheduled(0.0, 0.0));
        assert_eq!(hands.rudder_deg, Some(12.0));
        let mut hands = Hands { rudder_deg: Some(12.0), is_fixed: true, ..Hands::default() };
        hands.turn(1.0, &scheduled(0.0, 0.0));
        assert_eq!((hands.rudder_deg, hands.is_moving()), (Some(12.0), false));
    }
}
