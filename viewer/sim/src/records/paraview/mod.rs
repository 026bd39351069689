//! Files for ParaView: series of the water, the bodies and the air in VTK's formats.

mod air;
mod fields;
mod frames;
mod hulls;
mod series;
mod vtk;

pub use air::AirSeries;
pub use fields::{FieldFrame, FieldSeries};
pub use frames::FrameSeries;
pub(super) use frames::FramesPosition;
pub use hulls::HullSeries;
