//! Solids are carried from place to place, and stop before others.

use glam::{DVec2, Vec3};
use rigid_sim::RigidBody;

use super::Bodies;
use super::body::{Body, Kind, Solid, Standing};
use super::solids::Course;

/// Cells of water that are left between a solid that is carried and other solids, and the sides of the domain.
const CLEAR_CELLS: f64 = 2.0;

impl Bodies {
    /// Carries the solid of a name to a place, or lets go; false where there is no such solid, or it is a part of the bed.
    pub(crate) fn carry(&mut self, to: Option<(&str, DVec2)>) -> bool {
        self.carried.to = None;
        let Some((name, at_m)) = to else { return true };
        let is_bed = |body: &Body| body.standing == Standing::Bed;
        let is_it = |body: &Body| body.name == name && !body.is_removed && body.is_solid() && !is_bed(body);
        let found = self.all.iter().position(is_it).filter(|_| at_m.is_finite());
        self.carried.to = found.map(|number| (number, at_m));
        found.is_some()
    }

    /// Sets the velocities of solids that are carried, and of those at rest that were, which come to rest again.
    pub(crate) fn drive_carried(&mut self, course: &Course<'_>) {
        let mut moves = false;
        for number in 0..self.all.len() {
            let body = &self.all[number];
            let is_carried = self.carried.is(number);
            let is_fixed = match &body.kind {
                Kind::Solid(Solid::Fixed) => true,
                Kind::Solid(Solid::Driven(driven)) => driven.is_stopped,
                Kind::Afloat(_) => false,
            };
            if body.is_removed || !(is_fixed || is_carried) {
                continue;
            }
            let rigid = &self.rigid[body.handle];
            let before_m_s = rigid.linvel_m_s().truncate();
            if !is_carried && before_m_s == DVec2::ZERO {
                continue;
            }
            let to_m = self.carried.to.filter(|_| is_carried).map(|(_, at_m)| at_m);
            let wished_m_s = course.velocity_m_s(rigid, to_m);
            // Along what is in its way, if not on.
            let ways = [wished_m_s, wished_m_s * DVec2::X, wished_m_s * DVec2::Y];
            let clear = ways.into_iter().find(|way_m_s| self.is_clear(number, *way_m_s, course));
            let velocity_m_s = clear.unwrap_or(DVec2::ZERO);
            let sized = (rigid, body.hull.hull.bounding_sphere().1);
            let (_, turn) = course.eased(sized, Default::default(), Default::default());
            moves |= is_fixed && (before_m_s != DVec2::ZERO || velocity_m_s != DVec2::ZERO);
            let rigid = &mut self.rigid[self.all[number].handle];
            let set = rigid.set_linvel(velocity_m_s.extend(0.0)).and(rigid.set_angvel(turn));
            debug_assert!(set.is_ok(), "the place is finite");
        }
        self.carried.moves = moves;
    }

    /// Whether there is room for a solid after a step, by the boxes around solids seen from above; one that is too near already may go away.
    fn is_clear(&self, number: usize, velocity_m_s: DVec2, course: &Course<'_>) -> bool {
        let around = |body: &Body| extent_m(body, &self.rigid[body.handle]);
        let body = &self.all[number];
        let way_m = velocity_m_s * course.time_step_s;
        let now = around(body);
        let cells = course.fluid.cells();
        let (clear_m, size_m) = (CLEAR_CELLS * cells.cell_size_m, cells.size_m());
        let next = now.map(|corner_m| corner_m + way_m);
        let beyond = |[low_m, high_m]: [DVec2; 2]| {
            (clear_m - low_m).max(high_m - size_m + clear_m).max(DVec2::ZERO).element_sum()
        };
        let others = self
            .all
            .iter()
            .enumerate()
            .filter(|(other, body)| *other != number && !body.is_removed && body.is_solid());
        let depth = |[low_m, high_m]: [DVec2; 2], [other_low_m, other_high_m]: [DVec2; 2]| {
            (high_m - other_low_m).min(other_high_m - low_m).min_element() + clear_m
        };
        let goes_in = |before: f64, after: f64| after > 0.0 && after > before;
        !goes_in(beyond(now), beyond(next))
            && !others
                .map(|(_, other)| around(other))
                .any(|other| goes_in(depth(now, other), depth(next, other)))
    }
}

/// Corners of the box around a body seen from above, m.
fn extent_m(body: &Body, rigid: &RigidBody) -> [DVec2; 2] {
    let place = |v: &Vec3| (rigid.origin_m() + rigid.rotation() * v.as_dvec3()).truncate();
    let empty = [DVec2::INFINITY, DVec2::NEG_INFINITY];
    let places = body.mesh.vertices.iter().map(place);
    places.fold(empty, |[low, high], at_m| [low.min(at_m), high.max(at_m)])
}
