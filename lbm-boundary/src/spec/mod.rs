//! The user's specifications: sides, walls, motions of solids, masks.

mod air;
mod any_side;
mod mask;
mod motion;
mod side;
mod wall;

pub use air::{AirSide, AirSideKind, MAX_AIR_SPEED};
pub use any_side::AnySide;
pub use mask::{Mask, WallDistance};
pub use motion::{MAX_SPEED, Motion};
pub use side::{Side, SideKind};
pub use wall::{Slip, Wall};

pub(crate) use mask::differences;
pub(crate) use motion::LatticeMotion;
pub(crate) use wall::SolidWalls;
