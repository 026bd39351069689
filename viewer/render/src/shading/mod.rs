//! Light and color of a point, the twin of the `.wgsl` files here: functions and constants have the same names there.
//!
//! Colors are linear light. No formula adds to the surface what the scene does not have, but for the look with ripples.

mod banks;
#[cfg(feature = "gpu")]
mod constants;
mod cover;
mod foam;
mod footprint;
mod lanes;
mod lighting;
mod mirror;
mod relief;
mod sampling;
mod sets;
mod sky;
mod solids;
pub(super) mod tiles;
#[cfg(test)]
mod twins;
mod water;

pub(super) use banks::{append_bank_faces, append_land, append_sea};
#[cfg(feature = "gpu")]
pub(super) use constants::{NUMBERS, PAIRS, VECTORS, look_code};
pub(super) use footprint::Footprint;
pub(super) use lanes::lanes3::{Lanes3, times};
pub(super) use lanes::{Lanes, MOST, ROUND};
pub(super) use lighting::{HORIZON, Lighting, SHADE, SKY_DOWN, SKY_UP, SUN, SUNLIGHT, SUNSHINE, Scenery};
pub(super) use mirror::{FURTHEST, Mirror, Parts, TOGETHER, code_of, reach_of};
pub(super) use relief::{PER_CELL as TEXELS, Relief, Values};
#[cfg(feature = "gpu")]
pub(super) use relief::{is_carried, is_foamy, streams};
pub(super) use sets::{Work, dispatch};
pub(super) use sky::exposed;
pub(super) use solids::{Beyond, Facing, land_m};
#[cfg(feature = "gpu")]
pub(super) use tiles::LAYERS;
