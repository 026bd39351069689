//! The sub-steps of one island.

use super::contact_row::{ContactRow, Role};
use super::impact;
use super::joint_row::JointRows;
use super::mover::{Moved, Mover, Velocity};
use super::soft::Soft;
use crate::body::Bodies;
use crate::contacts::{Impulse, Pair};
use crate::joints::Fitted;
use glam::DVec3;

/// Most sweeps in a sub-step that relax the velocities.
const SWEEPS: u32 = 2;

/// Bodies that touch each other or are joined, without others between them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Island {
    /// Bodies that move by forces, ascending; then what they touch that does not.
    pub(crate) bodies: Vec<usize>,
    /// Pairs with contacts, ascending.
    pub(crate) pairs: Vec<usize>,
    /// Joints, ascending.
    pub(crate) joints: Vec<usize>,
}

/// What the solver takes from the world.
#[derive(Clone, Copy)]
pub(crate) struct Problem<'a> {
    pub(crate) bodies: &'a Bodies,
    pub(crate) pairs: &'a [Pair],
    /// By slot.
    pub(crate) joints: &'a [Option<&'a Fitted>],
    /// Velocity and angular momentum of each body without the step's forces.
    pub(crate) before: &'a [(DVec3, DVec3)],
    pub(crate) dt: f64,
    pub(crate) substeps: u32,
    /// What to multiply the impulses of the last step by.
    pub(crate) scale: f64,
    pub(crate) tolerance_m_s: f64,
}

/// What became of an island.
#[derive(Debug, Clone, Default)]
pub(crate) struct Solution {
    /// In the order of its bodies.
    pub(crate) moved: Vec<Moved>,
    /// By pair and contact.
    pub(crate) contacts: Vec<(usize, usize, Impulse)>,
    /// By slot: impulses along the constraints, and the whole on the first side.
    pub(crate) joints: Vec<(usize, [f64; 6], DVec3)>,
}

impl Island {
    /// Moves the island through the sub-steps.
    ///
    /// Each of `h = Δt/n`: the forces' part `Δv/n` is added; impulses of the last sub-step are applied as a first guess; what
    /// bounces does; one sweep over all constraints, with the soft removal of errors; drift; sweeps that take the velocity
    /// of that removal out again, until a sweep changes none by more than the tolerance.
    pub(crate) fn solve(&self, problem: &Problem) -> Solution {
        let h = problem.dt / f64::from(problem.substeps);
        let mut movers = vec![Mover::ground()];
        for &index in &self.bodies {
            if let Some(body) = problem.bodies.at(index) {
                movers.push(Mover::new(body, problem.before[index]));
            }
        }
        let at = |index: usize| self.bodies.binary_search(&index).map_or(0, |at| at + 1);
        let mut rows = Vec::new();
        let mut places = Vec::new();
        for &p in &self.pairs {
            let pair = &problem.pairs[p];
            let b = pair.other.body();
            let bodies = [at(pair.a), b.map_or(0, at)];
            for (k, contact) in pair.contacts.iter().enumerate() {
                let coefficients = (pair.friction, pair.restitution);
                let mut row = ContactRow::new(contact, coefficients, bodies, &movers, b.is_none());
                if let Some(row) = &mut row {
                    row.normal_impulse *= problem.scale;
                    row.tangent_impulse *= problem.scale;
                }
                if let Some(row) = row {
                    rows.push(row);
                    places.push((p, k));
                }
            }
        }
        let mut joints = Vec::new();
        for &j in &self.joints {
            if let Some(fitted) = problem.joints[j] {
                let bodies =
                    fitted.joint.anchors.map(|anchor| anchor.body().map_or(0, |body| at(body.index())));
                joints.push(JointRows::new(fitted, bodies, problem.scale));
            }
        }

        let mut run = Run { movers, rows, joints, h, tolerance_m_s: problem.tolerance_m_s };
        run.substeps(problem.substeps);
        Solution {
            moved: run.movers[1..].iter().map(Mover::result).collect(),
            contacts: places.iter().zip(&run.rows).map(|(&(p, k), row)| (p, k, row.impulse())).collect(),
            joints: self
                .joints
                .iter()
                .zip(&run.joints)
                .map(|(&j, rows)| (j, rows.impulses, rows.total_n_s))
                .collect(),
        }
    }
}

/// An island on its way.
struct Run<'a> {
    movers: Vec<Mover<'a>>,
    rows: Vec<ContactRow>,
    joints: Vec<JointRows<'a>>,
    h: f64,
    tolerance_m_s: f64,
}

impl Run<'_> {
    fn substeps(&mut self, count: u32) {
        let Self { movers, rows, joints, h, tolerance_m_s } = self;
        let h = *h;
        let fraction = f64::from(count).recip();
        let (contact_soft, joint_soft) = (Soft::contacts(h), Soft::joints(h));
        let mut velocities: Vec<Velocity> = movers.iter().map(Mover::start).collect();
        let bouncy = rows.iter().any(ContactRow::may_bounce);
        for _ in 0..count {
            let kicks: Vec<Velocity> = if bouncy {
                movers.iter().map(|mover| mover.kick_of(fraction)).collect()
            } else {
                Vec::new()
            };
            for (mover, velocity) in movers.iter_mut().zip(&mut velocities) {
                mover.kick(velocity, fraction);
            }
            rows.iter_mut().for_each(|row| row.begin(movers, &velocities, &kicks, h));
            joints.iter_mut().for_each(|joint| joint.begin(movers, h));
            let impact = bouncy && rows.iter().any(|row| row.role == Role::Impact);
            if impact {
                rows.iter_mut().for_each(|row| row.refresh(movers));
            }
            let unloaded = if impact { velocities.clone() } else { Vec::new() };
            joints.iter().for_each(|joint| joint.apply_all(movers, &mut velocities));
            rows.iter().for_each(|row| row.apply_all(movers, &mut velocities));
            if impact {
                impact::bounce(rows, movers, &mut velocities, &unloaded, h);
            }

            for joint in joints.iter_mut() {
                joint.hold(movers, &mut velocities, Some(&joint_soft), h);
            }
            for row in rows.iter_mut() {
                row.press(movers, &mut velocities, &contact_soft, h);
            }
            rows.iter_mut().for_each(|row| row.book(movers));
            joints.iter_mut().for_each(|joint| joint.book(movers));
            for (mover, velocity) in movers.iter_mut().zip(&velocities) {
                mover.drift(velocity, h);
            }
            rows.iter_mut().for_each(|row| row.after_drift(movers));
            joints.iter_mut().for_each(|joint| joint.after_drift(&velocities, h));
            for _ in 0..SWEEPS {
                let of_joints = joints
                    .iter_mut()
                    .map(|joint| joint.hold(movers, &mut velocities, None, h))
                    .fold(0.0, f64::max);
                let of_rows =
                    rows.iter_mut().map(|row| row.hold(movers, &mut velocities, h)).fold(0.0, f64::max);
                if of_joints.max(of_rows) <= *tolerance_m_s {
                    break;
                }
            }
            rows.iter_mut().for_each(|row| row.book(movers));
            joints.iter_mut().for_each(|joint| joint.book(movers));
            for (mover, velocity) in movers.iter_mut().zip(&mut velocities) {
                mover.refresh_spin(velocity);
            }
        }
    }
}
