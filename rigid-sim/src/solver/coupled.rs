//! Contacts of bodies that joints hold.

use super::contact_row::ContactRow;
use super::joints::{JointRows, JointSystem};
use super::mover::{Mover, Velocity};
use super::soft::Soft;

/// Most rounds over the contacts of an island.
const ROUNDS: u32 = 16;

/// Most products of contacts and constraints of joints for which it is done.
const MOST_PRODUCTS: usize = 10_000;

/// Memory for the masses that contacts feel, along the normal and across it, kg.
#[derive(Debug, Clone, Default)]
pub(super) struct Coupled {
    masses: Vec<[f64; 2]>,
}

impl Coupled {
    /// Makes the next call find the masses anew.
    pub(super) fn renew(&mut self) {
        self.masses.clear();
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
    /// with the constraints `Jc` of the contact and `J` of the joints, and the joints follow at once.
    pub(super) fn settle(
        &mut self,
        (rows, joints, system): (&mut [ContactRow], &mut [JointRows], &mut JointSystem),
        (movers, velocities): (&[Mover], &mut [Velocity]),
        soft: Option<[&Soft; 2]>,
        (h, tolerance_m_s): (f64, f64),
    ) {
        if rows.len() * system.len() > MOST_PRODUCTS || !system.is_solved() {
            return;
        }
        if self.masses.len() != rows.len() {
            self.masses.clear();
            self.masses.extend(rows.iter().map(|row| row.masses_with(joints, system, movers)));
        }
        for _ in 0..ROUNDS {
            let mut change: f64 = 0.0;
            for (row, masses) in rows.iter_mut().zip(&self.masses) {
                let own = row.take_masses(*masses);
                let mut follow = |changed: f64, velocities: &mut [Velocity]| {
                    if changed > 0.0 {
                        let soft = soft.map(|[_, joints]| joints);
                        change = change.max(changed).max(system.hold(joints, movers, velocities, soft, h));
                    }
                };
                let wanted = row.wanted(soft.map(|[contacts, _]| contacts), h);
                follow(row.solve_normal(movers, velocities, wanted), velocities);
                follow(row.solve_friction(movers, velocities), velocities);
                row.take_masses(own);
            }
            if change <= tolerance_m_s {
                break;
            }
        }
    }
}
