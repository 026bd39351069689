//! The check of all cells against the limits of stability.

use super::fields::FlowState;
use super::{Lattice, Trouble};
use crate::stability::{Policy, Stability, WorstCell, stable_froude};

/// The findings of some rows of cells.
#[derive(Clone, Copy)]
struct Found {
    /// Whether every cell is valid.
    valid: bool,
    /// Largest squared Froude number over its squared limit, and the first cell that has it.
    worst: Option<(f32, [usize; 2])>,
    froude_squared: f32,
    beyond: usize,
    raised: usize,
}

impl Found {
    const NOTHING: Self = Self { valid: true, worst: None, froude_squared: 0.0, beyond: 0, raised: 0 };

    /// With those of further rows, later in order.
    fn and(self, later: Self) -> Self {
        Self {
            valid: self.valid && later.valid,
            worst: match (self.worst, later.worst) {
                (Some(a), Some(b)) => Some(if b.0 > a.0 { b } else { a }),
                (a, b) => a.or(b),
            },
            froude_squared: self.froude_squared.max(later.froude_squared),
            beyond: self.beyond + later.beyond,
            raised: self.raised + later.raised,
        }
    }
}

impl Lattice {
    /// Checks all cells for which `include`, given the index `j · nx + i`, is true: finds the one nearest to the limit of
    /// stability or farthest beyond it, and counts those that are beyond or have a raised viscosity.
    ///
    /// To be called every few dozen steps: it takes as long as two. [`Self::step`] reports cells that have left the range
    /// of the method altogether at once. The result does not depend on the number of threads.
    ///
    /// # Errors
    /// [`Trouble`] if a cell is in trouble ([`Self::trouble`]); under [`Policy::Stop`] also if one is beyond its limit.
    pub fn check(&self, include: impl Fn(usize) -> bool + Sync) -> Result<Stability, Trouble> {
        let limits = self.limits();
        let [from, to] = limits.raised;
        let nx = self.layout().nx();
        let of_row = |j: usize| {
            let mut row = Found::NOTHING;
            let mut largest_ratio = -1.0;
            self.each_flow_state(j, |i, FlowState { froude_squared, gravity_number, valid }| {
                if !include(j * nx + i) {
                    return;
                }
                let ratio = limits.ratio(froude_squared, gravity_number);
                row.valid &= valid;
                // Not-a-number is not larger.
                row.froude_squared =
                    if froude_squared > row.froude_squared { froude_squared } else { row.froude_squared };
                row.beyond += usize::from(ratio > 1.0);
                row.raised += usize::from(froude_squared > from && froude_squared < to);
                if ratio > largest_ratio {
                    largest_ratio = ratio;
                    row.worst = Some((ratio, [i, j]));
                }
            });
            row
        };
        let found = self.fold_rows(&of_row, (Found::NOTHING, Found::and));
        if !found.valid
            && let Some(trouble) = self.trouble(&include)
        {
            return Err(trouble);
        }
        let Found { beyond, raised, .. } = found;
        let worst = found.worst.map(|(_, cell)| self.worst_cell(cell));
        let froude = f64::from(found.froude_squared).sqrt();
        match worst {
            Some(worst) if self.policy() == Policy::Stop && beyond > 0 => Err(Trouble {
                cell: worst.cell,
                depth_m: worst.depth_m,
                velocity_m_s: worst.velocity_m_s,
                cause: worst.cause(),
            }),
            _ => Ok(Stability { worst, froude, beyond, raised }),
        }
    }

    /// Largest stable Froude number in water of depth `depth_m`: [`crate::Collision::stable_froude`], under
    /// [`Policy::AdaptViscosity`] that of the raised relaxation time.
    pub fn stable_froude(&self, depth_m: f64) -> f64 {
        stable_froude(self.collision(), self.adapts(), self.units().gravity_number(depth_m))
    }

    fn worst_cell(&self, [i, j]: [usize; 2]) -> WorstCell {
        let m = self.halfway_moments(self.layout().site(i as isize, j as isize));
        let [h, u, v] = [m.h, m.u, m.v].map(f64::from);
        let gravity_number = f64::from(self.equation_of_state().wave_speed_squared(m.h));
        WorstCell {
            cell: [i, j],
            depth_m: self.units().to_meters(h),
            velocity_m_s: [u, v].map(|c| self.units().to_m_s(c)),
            froude: u.hypot(v) / gravity_number.sqrt(),
            limit: stable_froude(self.collision(), self.adapts(), gravity_number),
            too_deep: gravity_number > f64::from(self.limits().at_rest),
        }
    }
}
