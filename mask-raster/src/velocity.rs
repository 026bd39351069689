//! Velocities of bodies in the cells they cover.

use crate::CellMask;
use glam::Vec3;

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

/// A cell that a body covers, and the body's velocity there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MovingCell {
    /// Linear index of the cell, x fastest.
    pub index: u32,
    /// Label of the body.
    pub label: u16,
    /// Velocity of the body's underside at the cell's centre, m/s.
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
            let label = labels[cell];
            if label == 0 {
                continue;
            }
            if label != known.0 {
                known = (label, motion(label));
            }
            let underside_m = grid.centre_m(i, j).extend(bottom_m[cell]);
            out.push(MovingCell {
                index: cell as u32,
                label,
                velocity_m_s: known.1.velocity_at(underside_m),
            });
        }
    }
}
