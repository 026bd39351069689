//! The sub-steps of one island.

use super::closing::{Closing, Side};
use super::contact_row::{ContactRow, Role};
use super::coupled::Coupled;
use super::impact::Impact;
use super::joints::{Flow, JointRows, JointSystem, Swing, greatest_swing};
use super::mover::{Mover, Velocity};
use super::problem::Problem;
use super::round::Round;
use super::soft::{self, Soft, substeps_of};
use crate::contacts::{Impulse, Other, Pair};
use crate::reuse::emptied;

/// Most sweeps in a sub-step that relax the velocities.
const SWEEPS: u32 = 2;

/// Angle of its fastest swing by the force of a joint that a sub-step may take, and that in which joints follow it.
const SWING_RAD: f64 = 1.0;
const FOLLOWED_RAD: f64 = 0.3;

/// Change of how fast constraints bend by impacts that is taken in the same sub-step, m/s.
const BENDS_M_S: f64 = 1e-3;

/// Most sub-steps of an island.
const MOST_SUBSTEPS: u32 = 64;

/// An island on its way.
#[derive(Debug, Clone, Default)]
pub(super) struct Run<'a> {
    /// The ground, then the bodies.
    pub(super) movers: Vec<Mover<'a>>,
    pub(super) rows: Vec<ContactRow>,
    closings: Vec<Closing<'a>>,
    rounds: Vec<Round<'a>>,
    pub(super) joints: Vec<JointRows<'a>>,
    system: JointSystem,
    flow: Flow,
    swings: Vec<Swing>,
    /// Whether the first sub-step has all forces of the step.
    is_struck: bool,
    /// Frequency of the contacts.
    contact_hz: f64,
    /// Velocities of the movers, what the forces of a sub-step add to them, and those without contacts.
    velocities: Vec<Velocity>,
    kicks: Vec<Velocity>,
    unloaded: Vec<Velocity>,
    impact: Impact,
    coupled: Coupled,
}

impl<'a> Run<'a> {
    /// Another without anything in it, in the same memory.
    pub(super) fn emptied<'b>(mut self) -> Run<'b> {
        self.rows.clear();
        let (movers, joints) = (emptied(self.movers), emptied(self.joints));
        let (closings, rounds) = (emptied(self.closings), emptied(self.rounds));
        let Self { rows, system, flow, swings, velocities, kicks, unloaded, impact, coupled, .. } = self;
        let (is_struck, contact_hz) = (false, 0.0);
        Run {
            movers,
            rows,
            closings,
            rounds,
            joints,
            system,
            flow,
            swings,
            is_struck,
            contact_hz,
            velocities,
            kicks,
            unloaded,
            impact,
            coupled,
        }
    }

    /// Finds the contacts of a pair that are found again in each sub-step, and the shapes of others of which no contact is closed, given the contacts that have rows from `first` on.
    pub(super) fn find_open(
        &mut self,
        problem: &Problem<'a>,
        pair: &'a Pair,
        (contacts, first): (&[(usize, usize, Impulse)], usize),
        sides: [usize; 2],
    ) {
        let contact = |at: usize| &pair.contacts[contacts[at].1];
        let collider = |body: usize, shape: usize| problem.bodies.at(body)?.colliders.get(shape);
        let mut start = 0;
        while start < contacts.len() {
            let piece = contact(start).place.0;
            let count = (start..contacts.len()).take_while(|at| contact(*at).place.0 == piece).count();
            let of_piece = start..start + count;
            start += count;
            let [i, j, _] = pair.pieces[piece].shapes.map(|shape| shape as usize);
            let Some(mine) = collider(pair.a, i) else { continue };
            let theirs = match pair.other {
                Other::Body(b) => {
                    let Some(theirs) = collider(b, j) else { continue };
                    let row = first + of_piece.start;
                    let of = (&self.movers[..], sides);
                    if let Some(round) = Round::of_balls(row, contact(of_piece.start), [mine, theirs], of) {
                        self.push(row, round);
                        continue;
                    }
                    Side::Body(sides[1], theirs)
                }
                Other::Static(s) => {
                    let other = &problem.statics[s];
                    if let Some(ground) = other.uneven() {
                        for at in of_piece {
                            let (row, of) = (first + at, (&self.movers[..], sides[0]));
                            let round = Round::of_ground(row, (mine, contact(at).place.1), ground, of);
                            round.into_iter().for_each(|round| self.push(row, round));
                        }
                        continue;
                    }
                    let Some((shape, pose)) = other.solid() else { continue };
                    Side::Static(shape, pose)
                }
            };
            let gap_m = of_piece.clone().map(|at| contact(at).gap_m).fold(f64::INFINITY, f64::min);
            let sides = [Side::Body(sides[0], mine), theirs];
            self.closings.extend(Closing::new(first + of_piece.start..first + of_piece.end, sides, gap_m));
        }
    }

    fn push(&mut self, row: usize, round: Round<'a>) {
        self.rows[row].waits = round.waits();
        self.rounds.push(round);
    }

    /// Moves the bodies through a step.
    pub(super) fn step(&mut self, problem: &Problem) {
        self.is_struck = self.may_be_struck();
        let count = self.count(problem);
        let scale = f64::from(problem.substeps) / f64::from(count);
        self.scale(scale);
        self.substeps(problem, count);
        self.scale(scale.recip());
        self.catch_up(problem, count);
    }

    /// Whether all forces of the step are given to the bodies at its start: a caller's act on them, nothing touches them, and no spring takes part in what moves them.
    ///
    /// The caller found these forces there, and with all of them at the start the step is symplectic in what swings by them as in what swings by the joints: a load on a line neither
    /// gains nor loses, whether it is driven back by a force that changes as it moves, or by one that stays and a line that turns.
    fn may_be_struck(&self) -> bool {
        self.rows.is_empty()
            && self.movers.iter().any(Mover::is_loaded)
            && !self.joints.iter().any(|joint| joint.is_elastic() || joint.is_driven())
    }

    /// Number of the sub-steps: enough for the swings that the forces of joints give, and for contacts that are as stiff as the bodies are small.
    fn count(&mut self, problem: &Problem) -> u32 {
        let Self { movers, rows, joints, swings, contact_hz, .. } = self;
        let touching = rows.iter().flat_map(|row| row.bodies);
        let loads = touching.map(|body| movers[body].square_of_loads(problem.dt));
        *contact_hz = soft::contact_hz(loads.fold(0.0, f64::max));
        let mut wanted = substeps_of(*contact_hz, problem.dt);
        if !joints.is_empty() {
            let h = problem.dt / f64::from(problem.substeps);
            let most = greatest_swing(swings, joints, movers, (h, self.is_struck.then_some(problem.dt)));
            wanted = wanted.max((problem.dt * most / SWING_RAD).ceil());
        }
        (wanted.min(f64::from(MOST_SUBSTEPS)) as u32).max(problem.substeps)
    }

    /// Multiplies the impulses of the last step.
    fn scale(&mut self, factor: f64) {
        if factor != 1.0 {
            self.joints.iter_mut().for_each(|joint| joint.scale(factor));
            for row in &mut self.rows {
                row.normal_impulse *= factor;
                row.tangent_impulse *= factor;
            }
        }
    }

    /// Moves the bodies of an island on which a caller's forces act from where the mean of their velocities has brought them to where the new ones do.
    ///
    /// What the water does to a floating body changes as it moves; the caller found it at the start of the step. With the mean velocity of `n` sub-steps an
    /// oscillation of the rate `ω` grows by `κ ω² Δt`, `κ = ½ (1 − 1/n)`, in energy; with the new one the step is symplectic, as that of a body without contacts and joints
    /// ([`crate::World::step`]). They differ by `κ Δt Δv` and the same of the turns, of all that bears a body, which keeps constraints to the second order. Impacts, and the
    /// forces of springs and drives, which follow the bodies through the sub-steps, are none of it: no body is moved by more than the forces alone would.
    fn catch_up(&mut self, problem: &Problem, count: u32) {
        let Self { movers, velocities, .. } = self;
        if self.is_struck || !movers.iter().any(Mover::is_loaded) {
            return;
        }
        let gains = || movers.iter().zip(&*velocities).map(|(mover, velocity)| mover.gained(velocity));
        let fastest = |each: &mut dyn Iterator<Item = f64>| each.fold(0.0, f64::max);
        let allowed_m_s = fastest(&mut movers.iter().map(Mover::loads_m_s));
        let gained_m_s =
            fastest(&mut movers.iter().zip(gains()).map(|(mover, gain)| mover.at_rim_m_s(&gain)));
        let time_s = 0.5 * (1.0 - f64::from(count).recip()) * problem.dt;
        let part_s = if gained_m_s > allowed_m_s { time_s * (allowed_m_s / gained_m_s) } else { time_s };
        for (mover, velocity) in movers.iter_mut().zip(&*velocities) {
            let gain = mover.gained(velocity);
            mover.shift(&gain, part_s);
        }
    }

    fn substeps(&mut self, problem: &Problem, count: u32) {
        let Self {
            movers,
            rows,
            closings,
            rounds,
            joints,
            system,
            flow,
            swings,
            is_struck,
            contact_hz,
            velocities,
            kicks,
            unloaded,
            impact,
            coupled,
        } = self;
        let are_joined = !rows.is_empty() && !joints.is_empty();
        system.begin(joints, movers);
        if are_joined {
            coupled.begin(rows, joints, movers);
        }
        let h = problem.dt / f64::from(count);
        let fraction = f64::from(count).recip();
        let (contact_soft, joint_soft) = (Soft::contacts(*contact_hz, h), Soft::joints(h));
        velocities.clear();
        velocities.extend(movers.iter().map(Mover::start));
        let bouncy = rows.iter().any(ContactRow::may_bounce);
        for step in 0..count {
            let left_s = problem.dt - h * f64::from(step);
            kicks.clear();
            kicks.extend(movers.iter().filter(|_| bouncy).map(|mover| mover.kick_of(fraction)));
            let by_steps = is_struck.then_some(problem.dt);
            let swings_far = !joints.is_empty()
                && greatest_swing(swings, joints, movers, (h, by_steps)) * h > FOLLOWED_RAD;
            let fraction = match is_struck {
                true if step == 0 => 1.0,
                true => 0.0,
                false => fraction,
            };
            let flows = rows.is_empty() && !joints.is_empty();
            let too_quick = |joint: &JointRows| joint.is_too_quick((movers, velocities), h);
            let is_quick = !flows && (swings_far || joints.iter().any(too_quick));
            for joint in joints.iter_mut() {
                joint.begin(movers, (h, left_s), is_quick);
                if !flows {
                    joint.bend((movers, velocities), h);
                }
            }
            for (mover, velocity) in movers.iter_mut().zip(&mut *velocities) {
                mover.kick(velocity, fraction);
            }
            rows.iter_mut().for_each(|row| row.begin(movers, velocities, kicks, h));
            closings.iter().for_each(|closing| closing.begin(rows, (movers, velocities), h));
            for round in rounds.iter_mut() {
                round.begin(rows, (movers, velocities), |mover| mover.kick_of(fraction), h);
            }
            let bounces = bouncy && rows.iter().any(|row| row.role == Role::Impact);
            if bounces {
                rows.iter_mut().filter(|row| !row.is_late()).for_each(|row| row.refresh(movers));
                unloaded.clone_from(velocities);
            }
            joints.iter().for_each(|joint| joint.apply_all(true, movers, velocities));
            if are_joined {
                coupled.renew(movers, velocities);
            }
            joints.iter().for_each(|joint| joint.apply_all(false, movers, velocities));
            rows.iter().for_each(|row| row.apply_all(movers, velocities));
            if are_joined {
                coupled.check_guess(rows, joints, (movers, velocities));
            }
            if bounces {
                impact.bounce(rows, movers, velocities, unloaded, h);
            }

            if flows {
                let limits = (h, problem.tolerance_m_s);
                let of_joints = (&mut joints[..], &mut *system);
                if flow.pass(of_joints, (movers, velocities), &joint_soft, limits, !swings_far) {
                    for (mover, velocity) in movers.iter_mut().zip(&mut *velocities) {
                        mover.refresh_spin(velocity);
                    }
                    continue;
                }
            }
            system.renew();
            system.hold(joints, movers, velocities, Some(&joint_soft), h);
            let press = |row: &mut ContactRow| row.hold(movers, velocities, Some(&contact_soft), h);
            let pressed = rows.iter_mut().map(press).fold(0.0, f64::max);
            if are_joined && pressed > problem.tolerance_m_s {
                let soft = Some([&contact_soft, &joint_soft]);
                let limits = (h, problem.tolerance_m_s);
                coupled.settle((rows, joints, system), (movers, velocities), soft, limits);
            }
            let bends =
                joints.iter_mut().map(|joint| joint.bend((movers, velocities), h)).fold(0.0, f64::max);
            if bends > BENDS_M_S {
                system.hold(joints, movers, velocities, Some(&joint_soft), h);
            }
            rows.iter_mut().for_each(|row| row.book(movers, velocities));
            joints.iter_mut().for_each(|joint| joint.book(movers));
            for (mover, velocity) in movers.iter_mut().zip(&*velocities) {
                mover.drift(velocity, h);
            }
            rounds.iter_mut().for_each(|round| round.follow(rows, movers));
            for joint in joints.iter_mut() {
                joint.after_drift(velocities, h);
                joint.renew(movers, h);
            }
            system.renew();
            let mut changed = f64::INFINITY;
            for sweep in 0..SWEEPS {
                let of_joints = system.hold(joints, movers, velocities, None, h);
                let hold = |row: &mut ContactRow| match sweep {
                    0 => row.after_drift(movers, velocities, h),
                    _ => row.hold(movers, velocities, None, h),
                };
                let of_rows = rows.iter_mut().map(hold).fold(0.0, f64::max);
                changed = of_joints.max(of_rows);
                if changed <= problem.tolerance_m_s {
                    break;
                }
            }
            if are_joined && changed > problem.tolerance_m_s {
                let limits = (h, problem.tolerance_m_s);
                coupled.settle((rows, joints, system), (movers, velocities), None, limits);
            }
            rows.iter_mut().for_each(|row| row.book(movers, velocities));
            joints.iter_mut().for_each(|joint| joint.book(movers));
            for (mover, velocity) in movers.iter_mut().zip(&mut *velocities) {
                mover.refresh_spin(velocity);
            }
        }
    }
}
