//! When bodies sleep.

/// Conditions under which bodies fall asleep and wake.
///
/// An island, or a body that touches nothing, falls asleep when none of its bodies moved faster than a speed for a time. It is
/// then at rest, forces on it are not integrated and do not pile up, and the step's report says that what they would do was
/// taken up from outside. It wakes, all of it, when
///
/// - a body that is awake, or a kinematic one that moves, will reach it within the step, or a kinematic one on which it rests moves;
/// - the force on one of its bodies, with its weight, differs from that when it fell asleep by more than a bound;
/// - it would by now move faster than that speed, by the forces across gravity and the torques about it on all of its bodies since it fell asleep:
///   it wakes with that motion, so a slow stream takes sleepers along. What holds the island to the ground or to a kinematic body as it falls
///   asleep bears the forces of then and no others: what changes of them after that counts, of each body by itself. Held firmly, and woken by none
///   of these, is what no change below the bound would move: by three points of contact or more with friction enough, or by fixed joints, and
///   without a joint that allows a motion. A slack line holds nothing;
/// - a velocity or guide is given to one of its bodies, a call moves it or a body beside it, such a one is removed, a static is inserted near it, or [`World::wake`](crate::World::wake) is called.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sleeping {
    /// Speed below which a body counts as at rest, of its center and of its farthest point by rotation, and at which forces that nothing holds wake it, m/s.
    pub speed_m_s: f64,
    /// Time for which all bodies of an island have been at rest when it falls asleep, s.
    pub after_s: f64,
    /// Change of acceleration, of the center and of the farthest point by rotation, that wakes a body, m/s².
    pub wake_m_s2: f64,
}

impl Default for Sleeping {
    /// 0.01 m/s for half a second; 0.05 m/s².
    fn default() -> Self {
        Self { speed_m_s: 0.01, after_s: 0.5, wake_m_s2: 0.05 }
    }
}
