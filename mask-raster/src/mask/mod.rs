//! The mask of all bodies, composited from their tiles; its wet section and the rim of that.

mod blocks;
mod cell_mask;
mod layers;
mod merge;
mod rim;
mod thickness;
mod wet;
mod wet_cell;

pub use cell_mask::CellMask;
pub use layers::CellBox;
#[cfg(feature = "gpu")]
pub(crate) use layers::{NO_BOTTOM, NO_TOP, cell_box};
pub use rim::{RimCell, rim};
pub use thickness::Thickness;
pub use wet_cell::WetCell;
