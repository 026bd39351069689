//! Velocities of bodies in the cells they cover.

use crate::CellMask;
use glam::Vec3;
use std::cmp::Reverse;

/// How a rigid body moves, in world axes; by default not at all.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Motion {
    /// The point that moves with `linvel_m_s`, mostly the centre of mass, m.
    pub centre_m: Vec3,
    /// Velocity of that point, m/s.
    pub linvel_m_s: Vec3,
    /// Angular velocity, rad/s.
    pub angvel_rad_s: Vec3,
}

/// A cell that a body covers, at its centre or by half, and the body's velocity there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MovingCell {
    /// Linear index of the cell, x fastest.
    pub index: u32,
    /// Label of the body.
    pub label: u16,
    /// Velocity of the body's underside at the cell's centre, m/s: where it does not cover that, of its lowest underside in the
    /// cell.
    pub velocity_m_s: Vec3,
}

impl Motion {
    /// Velocity of the body at a point of the world: `u = v + ω × r` with `r = point_m − centre_m`, m/s.
    #[inline]
    pub fn velocity_at(&self, point_m: Vec3) -> Vec3 {
        self.linvel_m_s + self.angvel_rad_s.cross(point_m - self.centre_m)
    }
}

pub(crate) fn velocities(mask: &CellMask, motion: impl Fn(u16) -> Motion, out: &mut Vec<MovingCell>) {
    out.clear();
    let (grid, labels, bottom_m) = (mask.grid(), mask.labels(), mask.bottom_m());
    // Neighbouring cells mostly belong to one body.
    let mut known = (0, Motion::default());
    for (j, columns) in mask.touched().iter().enumerate() {
        for i in columns.clone() {
            let cell = j * grid.nx + i;
            let (label, bottom_m) = match labels[cell] {
                0 if mask.samples_per_side() == 1 => continue,
                0 => match most(mask, i, j) {
                    None => continue,
                    Some(most) => most,
                },
                label => (label, bottom_m[cell]),
            };
            if label != known.0 {
                known = (label, motion(label));
            }
            let underside_m = grid.centre_m(i, j).extend(bottom_m);
            out.push(MovingCell {
                index: cell as u32,
                label,
                velocity_m_s: known.1.velocity_at(underside_m),
            });
        }
    }
}

/// The body that covers most samples of a cell of which half or more are covered, of equals the one with the smallest label, and
/// its lowest bottom there, m.
fn most(mask: &CellMask, i: usize, j: usize) -> Option<(u16, f32)> {
    let (samples, n, nx) = (mask.samples(), mask.samples_per_side(), mask.grid().nx);
    let of_cell = || (0..n * n).map(|k| ((j * n + k / n) * nx + i) * n + k % n);
    let count =
        |is_counted: &dyn Fn(u16) -> bool| of_cell().filter(|&k| is_counted(samples.label[k])).count();
    if 2 * count(&|label| label != 0) < n * n {
        return None;
    }
    let labels = of_cell().map(|k| samples.label[k]).filter(|&label| label != 0);
    let most = labels.max_by_key(|&own| (count(&|label| label == own), Reverse(own)))?;
    let own = of_cell().filter(|&k| samples.label[k] == most);
    Some((most, own.fold(f32::INFINITY, |lowest, k| lowest.min(samples.bottom_m[k]))))
}
