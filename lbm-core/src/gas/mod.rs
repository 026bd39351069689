//! Lattices other than that of shallow water: a gas in three dimensions, scalars transported by a
//! flow, and both together.

pub mod d3q19;

mod air;
mod air_state;
mod air_units;
mod ghost;
mod grid;
mod lattice3;
mod model;
mod plume;
mod scalar;
mod smoky;
mod totals;

pub use air::{Air, AirBuilder, AirMoments};
pub use air_state::AirState;
pub use air_units::AirUnits;
pub use ghost::Ends;
pub use lattice3::{Lattice3, Lattice3Builder, Moments3, Trouble3};
pub use plume::{PlumeSource, plume_speed};
pub use scalar::{Scalar, Scalar2, Scalar3};
pub use totals::AirTotals;
