//! Solids that someone carries from place to place: which, and how fast they go.

use glam::{DVec2, DVec3};
use rigid_sim::RigidBody;

use crate::water::Fluid;

/// Greatest speed, as a fraction of that of long waves on the still water.
const FROUDE: f64 = 0.15;
/// The least depth that counts for it, over the height of the still level.
const SHALLOWEST: f64 = 0.05;
/// Time in which one comes to its greatest speed, and to rest, s.
const RISE_S: f64 = 0.5;

/// What someone carries.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Carried {
    /// Number of the solid, and where its center of mass is to come, seen from above.
    pub(in crate::bodies) to: Option<(usize, DVec2)>,
    /// Whether any fixed solid moves in this step, or comes to rest in it.
    pub(crate) moves: bool,
}

/// Where solids are carried.
#[derive(Clone, Copy)]
pub(crate) struct Course<'a> {
    pub(crate) fluid: &'a Fluid,
    pub(crate) time_step_s: f64,
}

impl Carried {
    pub(crate) fn forget(&mut self, number: usize) {
        self.to = self.to.filter(|(carried, _)| *carried != number);
    }

    /// Whether a solid is.
    pub(crate) fn any(&self) -> bool {
        self.to.is_some()
    }

    /// Whether the solid of a number is carried.
    pub(crate) fn is(&self, number: usize) -> bool {
        self.to.is_some_and(|(carried, _)| carried == number)
    }
}

impl Course<'_> {
    /// The velocity in the next step on the way to a place, or to rest: it changes no faster than over [`RISE_S`], and slows down before the place.
    pub(in crate::bodies) fn velocity_m_s(&self, rigid: &RigidBody, to_m: Option<DVec2>) -> DVec2 {
        let (before_m_s, at_m) = (rigid.linvel_m_s().truncate(), rigid.center_of_mass_m().truncate());
        let (most_m_s, time_step_s) = (self.most_m_s(at_m), self.time_step_s);
        let wished_m_s = to_m.map_or(DVec2::ZERO, |to_m| {
            let way_m = to_m - at_m;
            let brakes_m_s = (way_m.length() * most_m_s / RISE_S).sqrt();
            let speed_m_s = most_m_s.min(brakes_m_s).min(way_m.length() / time_step_s);
            way_m.normalize_or_zero() * speed_m_s
        });
        let change_m_s = (wished_m_s - before_m_s).clamp_length_max(most_m_s * time_step_s / RISE_S);
        let velocity_m_s = before_m_s + change_m_s;
        // What is left of it by rounding is none.
        if velocity_m_s.length() < 1e-9 * most_m_s { DVec2::ZERO } else { velocity_m_s }
    }

    /// Velocities of a solid of a size on the way from those that it has to others, which change by as much in a step themselves: they change
    /// no faster beside that than a carried one's do, whose rim this holds for where it turns.
    pub(in crate::bodies) fn eased(
        &self,
        (rigid, radius_m): (&RigidBody, f64),
        wished: (DVec3, DVec3),
        changes: (DVec3, DVec3),
    ) -> (DVec3, DVec3) {
        let at_m = rigid.center_of_mass_m().truncate();
        let most_m_s = self.most_m_s(at_m) * self.time_step_s / RISE_S;
        let toward = |before: DVec3, wished: DVec3, most: f64| {
            let change = wished - before;
            // To the bit where it is as wished already.
            if change.length() <= most { wished } else { before + change.clamp_length_max(most) }
        };
        (
            toward(rigid.linvel_m_s(), wished.0, most_m_s + changes.0.length()),
            toward(rigid.angvel_rad_s(), wished.1, most_m_s / radius_m + changes.1.length()),
        )
    }

    /// Greatest speed at a place.
    fn most_m_s(&self, at_m: DVec2) -> f64 {
        let least_m = SHALLOWEST * self.fluid.still_level_m.abs();
        let depth_m = self.fluid.still_depth_at_m(at_m).max(least_m);
        FROUDE * (self.fluid.lattice.units().gravity_m_s2() * depth_m).sqrt()
    }
}
