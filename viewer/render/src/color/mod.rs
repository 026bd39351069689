//! Colors: color maps, the spaces they are made in, and which values their ends stand for.

mod map;
mod ranges;
mod space;

pub use map::{ColorMap, ENTRIES, colors_of, map_of};
pub(super) use ranges::{FieldRange, LevelRange, NARROWEST_M, PressureRange, Range, round_down, round_up};
pub use space::{Linear, from_oklab, from_srgb, to_oklab, to_srgb};
pub(super) use space::{to_srgb8, write_srgb8};
