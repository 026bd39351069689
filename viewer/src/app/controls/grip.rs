//! The hand on the picture.

use glam::DVec2;

use crate::sim::{Carry, Pull};

/// Something that the hand holds on the picture.
#[derive(Debug)]
pub(super) enum Grip {
    /// A body afloat by a point, at a height, m.
    Afloat(Pull, f32),
    /// A solid by a point, which is so far from its center of mass, at a height, m.
    Solid { carry: Carry, off_m: DVec2, z_m: f32 },
}
