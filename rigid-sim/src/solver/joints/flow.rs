//! A sub-step of bodies that joints hold and that touch nothing.

use super::super::mover::{Mover, Velocity};
use super::super::soft::Soft;
use super::constraint::Rows;
use super::rows::JointRows;
use super::system::JointSystem;
use crate::joints::MOST_ROWS;

/// Most rounds in which the bend of constraints is found, and those that relax the velocities after the drift.
const ROUNDS: u32 = 4;
const SWEEPS: u32 = 2;
/// Change of how fast constraints bend at which they are found, m/s; and as a part of the first change, in the last round.
const BENDS_M_S: f64 = 1e-6;
const CONVERGING: f64 = 0.1;
/// Greatest energy of what takes the bodies along the bend, as a part of theirs: `tan²(θ/2)` in a free turn by `θ`, which then is a third of a right angle.
const MOST_BEND: f64 = 0.1;
/// Greatest part of that motion that is taken to keep the energy.
const MOST_PART: f64 = 1.5;
/// Part of an energy that is rounding.
const ROUNDING: f64 = 1e-8;

/// Velocities of the movers and impulses of the constraints at one place of a sub-step.
#[derive(Debug, Clone, Default)]
struct Outcome {
    velocities: Vec<Velocity>,
    along: Vec<[f64; MOST_ROWS]>,
}

impl Outcome {
    fn take(&mut self, joints: &[JointRows], velocities: &[Velocity]) {
        self.velocities.clear();
        self.velocities.extend_from_slice(velocities);
        self.along.clear();
        self.along.extend(joints.iter().map(JointRows::impulses_along));
    }

    fn give(&self, joints: &mut [JointRows], velocities: &mut [Velocity]) {
        velocities.copy_from_slice(&self.velocities);
        joints.iter_mut().zip(&self.along).for_each(|(joint, along)| joint.set_along(along));
    }
}

/// Memory for a sub-step.
#[derive(Debug, Clone, Default)]
pub(in crate::solver) struct Flow {
    /// Without the bend of constraints, and with it.
    plain: Outcome,
    bent: Outcome,
    /// The second of these after the drift, and the constraints before it.
    ended: Outcome,
    kept: Outcome,
    before: Vec<Rows>,
    /// The same where they act after it.
    moved: Vec<Rows>,
}

/// The bodies and their velocities.
type Bodies<'m, 'v, 'b> = (&'m mut [Mover<'b>], &'v mut [Velocity]);

impl Flow {
    /// Takes bodies with the velocities of their forces through constraints and drift; false if not all constraints are solved at once, and then nothing is done.
    ///
    /// With the constraints `J` at the places `x` and the projection `P` on the velocities that they allow, a step of *Rattle* (Andersen 1983) is
    ///
    /// ```text
    /// v₀ = P(x) v,   w = v₀ + M⁻¹ Jᵀ(x) β  such that  g(x + h w) = 0,   x′ = x + h w,   v₁ = P(x′) w
    /// ```
    ///
    /// The free motion on constraints that rest keeps the energy `T(v₀)`, and so does this up to the third order of a turn `θ` of a sub-step; of links that whip about it makes
    /// energy without a bound. The velocity `v₂ = P(x′) v₀` has never more than `v₀`: in a free turn `cos² θ` of it. All of `v₂ + s (v₁ − v₂)` are velocities that the constraints allow, by impulses of
    /// theirs before and after the drift alone, so that momentum and angular momentum are kept, and that `s`, near one, is taken with which the energy is `T(v₀)`. The motion along `β` takes bodies to their places for any `s`.
    ///
    /// Where `follows` is false, as for links that swing about faster than the sub-steps resolve, or no `β` is found, it is `v₂`: such motion dies down.
    pub(in crate::solver) fn pass(
        &mut self,
        (joints, system): (&mut [JointRows], &mut JointSystem),
        (movers, velocities): Bodies<'_, '_, '_>,
        soft: &Soft,
        (h, tolerance_m_s): (f64, f64),
        follows: bool,
    ) -> bool {
        system.renew();
        let _ = system.hold(joints, movers, velocities, None, h);
        if !system.is_solved() {
            return false;
        }
        self.plain.take(joints, velocities);
        let plain_j = energy_j(movers, velocities);
        let follows = follows && bend((joints, system), (movers, velocities), soft, h) && {
            let change = differences(velocities, &self.plain.velocities);
            movers.iter().zip(change).map(|(mover, by)| mover.energy_j(&by)).sum::<f64>()
                <= MOST_BEND * plain_j
        };
        if !follows {
            self.plain.give(joints, velocities);
            joints.iter_mut().for_each(JointRows::straighten);
            let _ = system.hold(joints, movers, velocities, Some(soft), h);
        }
        self.before.clear();
        self.before.extend(joints.iter().map(|joint| joint.rows.clone()));
        for (mover, velocity) in movers.iter_mut().zip(&mut *velocities) {
            let from = mover.rotation;
            mover.drift(velocity, h);
            mover.turn_with(from, velocity);
        }
        self.bent.take(joints, velocities);
        let Self { plain, bent, before, moved, .. } = self;
        plain.velocities.copy_from_slice(velocities);
        moved.clone_from(before);
        for (k, joint) in joints.iter_mut().enumerate() {
            joint.move_on(&mut moved[k], movers);
            let change = std::array::from_fn(|row| plain.along[k][row] - bent.along[k][row]);
            joint.give_along((&moved[k], change), movers, &mut plain.velocities);
            joint.carry(&bent.velocities, h);
            joint.renew(movers, h);
        }
        system.renew();
        let relax = |joints: &mut [JointRows], velocities: &mut [Velocity]| {
            for _ in 0..SWEEPS {
                if system.hold(joints, movers, velocities, None, h) <= tolerance_m_s {
                    break;
                }
            }
        };
        let part = self.keep(joints, (movers, velocities), relax, (plain_j, tolerance_m_s), follows);
        let Self { plain, bent, before, moved, .. } = self;
        let all_rows = before.drain(..).zip(moved.drain(..));
        for (k, (joint, (before, moved))) in joints.iter_mut().zip(all_rows).enumerate() {
            let then = mixed(&plain.along[k], &bent.along[k], part);
            joint.book_before([before, moved], [&bent.along[k], &then], movers);
            joint.book(movers);
        }
        true
    }

    /// Relaxes the velocities after the drift and finds the part of the bend's motion in them with which they have an energy; none, or as much as it takes not to have more, of what is not followed.
    fn keep(
        &mut self,
        joints: &mut [JointRows],
        (movers, velocities): (&[Mover], &mut [Velocity]),
        mut relax: impl FnMut(&mut [JointRows], &mut [Velocity]),
        (plain_j, tolerance_m_s): (f64, f64),
        follows: bool,
    ) -> f64 {
        let mass_kg: f64 =
            movers.iter().filter(|mover| mover.moves).map(|mover| mover.inverse_mass.recip()).sum();
        let little_j = ROUNDING * plain_j + mass_kg * tolerance_m_s * tolerance_m_s;
        if follows {
            relax(joints, velocities);
            let gained_j = energy_j(movers, velocities) - plain_j;
            if gained_j.abs() <= little_j || !keeps_energy(joints, (movers, velocities)) {
                return 1.0;
            }
            self.ended.take(joints, velocities);
            self.plain.give(joints, velocities);
            relax(joints, velocities);
        } else {
            self.plain.give(joints, velocities);
            relax(joints, velocities);
            if energy_j(movers, velocities) <= plain_j + little_j {
                return 0.0;
            }
            self.ended.take(joints, velocities);
            std::mem::swap(&mut self.ended, &mut self.kept);
            self.bent.give(joints, velocities);
            relax(joints, velocities);
            self.ended.take(joints, velocities);
            self.kept.give(joints, velocities);
        }
        let [least_j, ended_j] = [&*velocities, &self.ended.velocities].map(|of| energy_j(movers, of));
        let change = differences(&self.ended.velocities, velocities);
        let square = movers.iter().zip(change).map(|(mover, by)| mover.energy_j(&by)).sum::<f64>();
        let part = part_of(least_j - plain_j, ended_j - least_j - square, square);
        for (velocity, to) in velocities.iter_mut().zip(&self.ended.velocities) {
            velocity.linear = velocity.linear.lerp(to.linear, part);
            velocity.angular = velocity.angular.lerp(to.angular, part);
        }
        for (joint, to) in joints.iter_mut().zip(&self.ended.along) {
            joint.set_along(&mixed(&joint.impulses_along(), to, part));
        }
        part
    }
}

/// Finds how the constraints bend in the drift and holds them so that they end it where they are to be; returns whether that was found.
fn bend(
    (joints, system): (&mut [JointRows], &mut JointSystem),
    (movers, velocities): (&[Mover], &mut [Velocity]),
    soft: &Soft,
    h: f64,
) -> bool {
    let (mut first, mut last) = (0.0, 0.0);
    for round in 0..ROUNDS {
        last = joints.iter_mut().map(|joint| joint.bend((movers, velocities), h)).fold(0.0, f64::max);
        if round == 0 {
            first = last;
        } else if last <= BENDS_M_S {
            break;
        }
        let _ = system.hold(joints, movers, velocities, Some(soft), h);
    }
    last <= BENDS_M_S || last <= CONVERGING * first
}

/// Whether the free motion of the bodies keeps their energy: nothing drives them, and no spring takes it.
fn keeps_energy(joints: &[JointRows], (movers, velocities): (&[Mover], &[Velocity])) -> bool {
    let rests =
        |velocity: &Velocity| velocity.linear == glam::DVec3::ZERO && velocity.angular == glam::DVec3::ZERO;
    movers.iter().zip(velocities).all(|(mover, velocity)| mover.moves || rests(velocity))
        && !joints.iter().any(JointRows::is_elastic)
}

/// The part `s` at which `constant + linear s + square s²` is zero, as far as it may be; without one that at which it is least.
fn part_of(constant: f64, linear: f64, square: f64) -> f64 {
    let inner = linear * linear - 4.0 * square * constant;
    if square <= 0.0 {
        0.0
    } else if inner <= 0.0 || constant > 0.0 {
        (-0.5 * linear / square).clamp(0.0, 1.0)
    } else {
        (-2.0 * constant / (linear + inner.sqrt())).clamp(0.0, MOST_PART)
    }
}

fn mixed(from: &[f64; MOST_ROWS], to: &[f64; MOST_ROWS], part: f64) -> [f64; MOST_ROWS] {
    std::array::from_fn(|k| from[k] + part * (to[k] - from[k]))
}

fn differences<'a>(of: &'a [Velocity], from: &'a [Velocity]) -> impl Iterator<Item = Velocity> + 'a {
    of.iter()
        .zip(from)
        .map(|(of, from)| Velocity { linear: of.linear - from.linear, angular: of.angular - from.angular })
}

/// Kinetic energy of what moves by forces, J.
fn energy_j(movers: &[Mover], velocities: &[Velocity]) -> f64 {
    movers.iter().zip(velocities).map(|(mover, velocity)| mover.energy_j(velocity)).sum()
}
