//! Contacts of bodies that joints hold.

use super::contact_row::ContactRow;
use super::held::Held;
use super::joints::{JointRows, JointSystem};
use super::mover::{Mover, Velocity};
use super::partition::Forest;
use super::soft::Soft;
use crate::joints::MOST_ROWS;
use glam::DVec3;

/// Most rounds over the contacts of an island.
const ROUNDS: u32 = 16;

/// Part of an energy that is rounding.
const ROUNDING: f64 = 1e-9;

/// Most products of contacts and constraints of joints for which it is done.
const MOST_PRODUCTS: usize = 10_000;

/// Memory for the masses that contacts feel; none of those that are left to sweeps.
#[derive(Debug, Clone, Default)]
pub(super) struct Coupled {
    masses: Vec<Option<Held>>,
    forest: Forest,
    /// Energy that the velocities of a sub-step may have, J: of those without any contact or joint but springs.
    allowed_j: f64,
    /// Velocities and impulses that sweeps have found, to go back to.
    velocities: Vec<Velocity>,
    /// Velocities without contacts and joints.
    free: Vec<Velocity>,
    along: Vec<DVec3>,
    of_joints: Vec<[f64; MOST_ROWS]>,
}

impl Coupled {
    /// Finds the contacts between bodies that joints connect, at the start of a step.
    pub(super) fn begin(&mut self, rows: &mut [ContactRow], joints: &[JointRows], movers: &[Mover]) {
        let end = |i: usize| if movers[i].moves { i } else { 0 };
        self.forest.begin(movers.len());
        for joint in joints.iter().filter(|joint| joint.holds()) {
            let [a, b] = joint.bodies.map(end);
            self.forest.unite(a, b);
        }
        for row in rows {
            let [a, b] = row.bodies.map(|i| self.forest.root(end(i)));
            row.is_within = a == b;
        }
    }

    /// Makes the next call find the masses anew, in a sub-step that begins with some velocities and its forces.
    ///
    /// What contacts and joints do to them is a projection, which takes energy, but for what moves regardless of forces: with a velocity `s` at which all goes along
    /// `|v′ − s| ≤ |v − s|`, so `|v′| ≤ |v| + 2 |s|` as roots of the energy.
    pub(super) fn renew(&mut self, movers: &[Mover], velocities: &[Velocity]) {
        self.masses.clear();
        let driven = movers.iter().zip(velocities).filter(|(mover, _)| !mover.moves);
        let fastest_m_s = driven.map(|(mover, velocity)| mover.at_rim_m_s(velocity)).fold(0.0, f64::max);
        let all_kg: f64 =
            movers.iter().filter(|mover| mover.moves).map(|mover| mover.inverse_mass.recip()).sum();
        let along_root = fastest_m_s * (0.5 * all_kg).sqrt();
        self.free.clear();
        self.free.extend_from_slice(velocities);
        self.allowed_j = (energy_j(movers, velocities).sqrt() + 2.0 * along_root).powi(2);
    }

    /// Begins without a first guess where that gives energy: impulses that nearly cancel each other, as of contacts that joints nearly hold, do not any more where bodies
    /// have turned.
    pub(super) fn check_guess(
        &self,
        rows: &mut [ContactRow],
        joints: &mut [JointRows],
        (movers, velocities): (&[Mover], &mut [Velocity]),
    ) {
        if energy_j(movers, velocities) > self.allowed_j * (1.0 + ROUNDING) {
            velocities.copy_from_slice(&self.free);
            rows.iter_mut().for_each(|row| row.set_along(DVec3::ZERO));
            joints.iter_mut().for_each(JointRows::forget);
        }
    }

    /// Corrects the impulses of contacts and joints where sweeps over the ones and the others in turns have not, until a round changes no velocity by more than
    /// `tolerance_m_s`.
    ///
    /// A light body that stands on the ground and bears a heavy one by a joint gives way to a contact as if it were alone, and gets its velocity back from the joint: in each turn the contact
    /// takes but `m / (m + M)` of what it has to. Here each contact takes the impulse by the mass of all that joints hold,
    ///
    /// ```text
    /// 1 / m = Jc M⁻¹ Jcᵀ − g (J M⁻¹ Jᵀ + S)⁻¹ gᵀ,   g = Jc M⁻¹ Jᵀ
    /// ```
    ///
    /// with the constraints `Jc` of the contact and `J` of the joints, and the joints follow, as soon as contacts have changed velocities by as much as the tolerance. Islands in which bodies press on each other that joints connect, through others too or through what does not
    /// move, are left to sweeps: where joints nearly hold a contact it would feel a mass many times that of all bodies, by a lever that the next turn changes. What gives energy, more than there was
    /// without contacts and joints, or with what the sweeps have found, is taken back.
    pub(super) fn settle(
        &mut self,
        (rows, joints, system): (&mut [ContactRow], &mut [JointRows], &mut JointSystem),
        (movers, velocities): (&[Mover], &mut [Velocity]),
        soft: Option<[&Soft; 2]>,
        (h, tolerance_m_s): (f64, f64),
    ) {
        let press_within = rows.iter().any(|row| row.is_within && row.normal_impulse > 0.0);
        if press_within || rows.len() * system.len() > MOST_PRODUCTS || !system.is_solved() {
            return;
        }
        if self.masses.len() != rows.len() {
            self.masses.clear();
            for row in &*rows {
                self.masses.push(row.masses_with(joints, system, movers));
            }
        }
        let Self { velocities: found, along, of_joints, .. } = self;
        found.clear();
        found.extend_from_slice(velocities);
        along.clear();
        along.extend(rows.iter().map(|row| row.along()));
        of_joints.clear();
        of_joints.extend(joints.iter().map(JointRows::impulses_along));
        let soft_joints = soft.map(|[_, joints]| joints);
        for _ in 0..ROUNDS {
            // What the joints have not followed yet.
            let (mut change, mut behind): (f64, f64) = (0.0, 0.0);
            let mut follow = |changed: f64, joints: &mut [JointRows], velocities: &mut [Velocity]| {
                (change, behind) = (change.max(changed), behind + changed);
                if behind > tolerance_m_s {
                    change = change.max(system.hold(joints, movers, velocities, soft_joints, h));
                    behind = 0.0;
                }
            };
            for (row, held) in rows.iter_mut().zip(&self.masses) {
                let Some(Held { masses, slowing }) = *held else { continue };
                let own = row.take_masses(masses);
                let mut wanted = row.wanted(soft.map(|[contacts, _]| contacts), h);
                if wanted.velocity > 0.0 {
                    wanted.velocity *= slowing;
                }
                let pushed = row.solve_normal(movers, velocities, wanted);
                follow(pushed, joints, velocities);
                let rubbed = row.solve_friction(movers, velocities);
                follow(rubbed, joints, velocities);
                row.take_masses(own);
            }
            if behind > 0.0 {
                change = change.max(system.hold(joints, movers, velocities, soft_joints, h));
            }
            if change <= tolerance_m_s {
                break;
            }
        }
        let allowed_j = self.allowed_j.max(energy_j(movers, &self.velocities));
        if energy_j(movers, velocities) > allowed_j * (1.0 + ROUNDING) {
            velocities.copy_from_slice(&self.velocities);
            rows.iter_mut().zip(&self.along).for_each(|(row, along)| row.set_along(*along));
            joints.iter_mut().zip(&self.of_joints).for_each(|(joint, impulses)| joint.set_along(impulses));
        }
    }
}

/// Kinetic energy of what moves by forces, J.
fn energy_j(movers: &[Mover], velocities: &[Velocity]) -> f64 {
    movers.iter().zip(velocities).map(|(mover, velocity)| mover.energy_j(velocity)).sum()
}
