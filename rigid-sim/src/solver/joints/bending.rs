//! Joints in a drift: how their constraints bend, and where they act after it.

use super::super::mover::{Mover, Velocity};
use super::rows::JointRows;
use crate::joints::{Anchor, Fitted, JointKind, MOST_ROWS};
use glam::{DQuat, DVec3};

/// Greatest turn of a body, or of the line between the anchors, in a drift in which the constraints of an island with contacts bend and go with the bodies, rad. In faster ones they stay as they
/// were before it: a body on a pivot loses speed then, where the bend of a large turn would give it some.
const TURN_RAD: f64 = 0.05;

impl JointRows<'_> {
    /// Whether the joint turns too fast for its constraints to follow a drift of `h` seconds.
    pub(in crate::solver) fn is_too_quick(
        &self,
        (movers, velocities): (&[Mover], &[Velocity]),
        h: f64,
    ) -> bool {
        let poses = self.bodies.map(|i| (movers[i].center_m, movers[i].rotation));
        self.turns_by(self.bodies.map(|i| &velocities[i]), poses, h) > TURN_RAD
    }

    /// Takes the constraints to be straight, and to go with the bodies.
    pub(in crate::solver) fn straighten(&mut self) {
        self.is_quick = false;
        self.rows.all_mut().iter_mut().for_each(|row| row.bend = 0.0);
    }

    /// Finds how the constraints bend in a drift of `h` seconds with some velocities; returns the most that it changes, m/s.
    pub(in crate::solver) fn bend(&mut self, (movers, velocities): (&[Mover], &[Velocity]), h: f64) -> f64 {
        let mut most: f64 = 0.0;
        if self.is_quick {
            return most;
        }
        let pair = self.bodies.map(|i| &movers[i]);
        let poses = pair.map(|mover| (mover.center_m, mover.rotation));
        let [a, b] = self.bodies.map(|i| velocities[i]);
        let then = [pair[0].pose_after(&a, h), pair[1].pose_after(&b, h)];
        let bending = self.bending();
        let (now, then) = (self.errors(poses), self.errors(then));
        for (row, (now, then)) in self.rows.all_mut()[..bending].iter_mut().zip(now.into_iter().zip(then)) {
            let bend = (then - now) / h - row.speed(&a, &b);
            most = (bend - row.bend).abs().max(most);
            row.bend = bend;
        }
        most
    }

    /// Takes the constraints to where the bodies have drifted: impulses from now on act there. Errors and laws stay.
    ///
    /// Impulses along the line between two anchors, or at the point where they meet, keep momentum and angular momentum, and give no spin by themselves, only where they are now. And in a drift
    /// along the tangent a body on a pivot goes outward by `½ ω² r h²`: the constraint takes that velocity inward before it (`bend`), and what it holds after is the velocity
    /// along the new tangent, of the same size: free turning loses nothing of it (Andersen 1983, *Rattle*).
    pub(in crate::solver) fn renew(&mut self, movers: &[Mover], h: f64) {
        if self.is_quick {
            return;
        }
        let before = self.rows.clone();
        self.build(self.bodies.map(|i| &movers[i]), h, h);
        for (row, old) in self.rows.all_mut().iter_mut().zip(before.all()) {
            (row.law, row.error, row.impulse, row.booked) = (old.law, old.error, old.impulse, old.booked);
            // A spring is taken with its mean speed in the drift.
            row.bend = if row.is_spring() { -old.bend } else { 0.0 };
            if old.response == 0.0 {
                row.response = 0.0;
            }
        }
    }

    /// Places of the anchors, m, and the rotations of the joint's frames, of bodies in some poses.
    pub(super) fn places(&self, poses: [(DVec3, DQuat); 2]) -> ([DVec3; 2], [DQuat; 2]) {
        let Fitted { joint, frames, .. } = self.fitted;
        let centers_m = self.centers_m;
        let place = |side: usize| match joint.anchors[side] {
            Anchor::World(point) => point,
            Anchor::Body(_, point) => poses[side].0 + poses[side].1 * (point - centers_m[side]),
        };
        ([place(0), place(1)], [0, 1].map(|side| poses[side].1 * frames[side]))
    }

    /// Greatest turn of its bodies, and of the line between its anchors if it acts along that, in a drift of `h` seconds with some velocities, rad.
    fn turns_by(&self, of: [&Velocity; 2], poses: [(DVec3, DQuat); 2], h: f64) -> f64 {
        let of_bodies = of.map(|velocity| velocity.angular.length()).into_iter().fold(0.0, f64::max);
        let (places, _) = self.places(poses);
        let length_m = places[0].distance(places[1]);
        let is_line = self.bending() == 1 && length_m > 0.0;
        let speed = |side: usize| of[side].linear + of[side].angular.cross(places[side] - poses[side].0);
        let of_line = if is_line { speed(0).distance(speed(1)) / length_m } else { 0.0 };
        h * of_bodies.max(of_line)
    }

    /// Number of the constraints on places, the first ones, which bend.
    fn bending(&self) -> usize {
        match self.fitted.joint.kind {
            JointKind::Fixed | JointKind::Ball | JointKind::Hinge { .. } => 3,
            JointKind::Slider { .. } => 2,
            JointKind::Rod { .. } | JointKind::Rope { .. } | JointKind::Spring(_) => 1,
        }
    }

    /// Errors of the constraints on places in some poses.
    fn errors(&self, poses: [(DVec3, DQuat); 2]) -> [f64; MOST_ROWS] {
        let ([a, b], frames) = self.places(poses);
        let mut errors = [0.0; MOST_ROWS];
        match self.fitted.joint.kind {
            JointKind::Fixed | JointKind::Ball | JointKind::Hinge { .. } => {
                errors[..3].copy_from_slice(&(a - b).to_array());
            }
            JointKind::Slider { .. } => {
                let apart = frames[0].inverse() * (a - b);
                errors[..2].copy_from_slice(&[apart.y, apart.z]);
            }
            JointKind::Rod { .. } | JointKind::Rope { .. } | JointKind::Spring(_) => {
                errors[0] = a.distance(b);
            }
        }
        errors
    }
}
