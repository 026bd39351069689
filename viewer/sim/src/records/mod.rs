//! Records of a run on disk, readable at any moment: a run that is stopped, fails or is killed keeps what it has written.
//!
//! - `bodies.csv` and `gauges.csv`: one row per body or gauge and step, or at an interval ([`Table`], [`BodyRow`], [`GaugeRow`], [`Recorder::with_rows_every`]).
//! - `towing.csv`: one row per towed body and such a step, if any is towed ([`TowRow`]).
//! - `joints.csv`: one row per joint or mooring line and such a step, if there are any ([`JointRow`]).
//! - `transects.csv`: one row per transect and such a step, if the scenario has any ([`TransectRow`]).
//! - `air.csv`: air and smoke at an interval of the scenario, if it has any ([`AirRow`]).
//! - `ledger.csv`: volume, momentum and energy by kind at an interval, where asked for ([`LedgerRow`]).
//! - `fields.pvd` and `fields/*.vti`: the water as ParaView image data ([`FieldSeries`]).
//! - `bodies.pvd` and `bodies/*.vtp`: the bodies as ParaView poly data ([`HullSeries`]).
//! - `air.pvd` and `air/*.vti`: the air as ParaView image data, and `particles.pvd` and `particles/*.vtp`: particles in it ([`AirSeries`]).
//!   [`FrameSeries`] writes all of these for one instant after another.
//! - `summary.json`: what was run, how it ended, its balances and timings, units and meanings of all columns ([`Summary`]).
//! - `records.txt`: which run writes into the folder, and all that it writes ([`RunFolder`]).
//!
//! Every file is complete or absent; tables and lists grow by whole lines. Two runs of one scenario give the same bytes but for
//! the timings in `summary.json`, and process and start in `records.txt`.

mod air;
mod error;
mod folder;
mod growing;
mod instants;
mod joints;
mod ledger;
mod paraview;
mod position;
mod recorder;
mod rows;
mod summary;
mod table;
mod tables;
mod transects;
mod writer;

pub use air::AirRow;
pub use error::Error;
pub use folder::{Existing, LIST, RunFolder, make_folder};
pub use instants::Instants;
pub use joints::JointRow;
pub use ledger::LedgerRow;
pub use paraview::{AirSeries, FieldFrame, FieldSeries, FrameSeries, HullSeries};
pub use position::Position;
pub use recorder::Recorder;
pub use rows::{BodyRow, GaugeRow, TowRow};
pub use summary::{
    AirSummary, Angular, Columns, Energy, EnergyByKind, Mass, Momentum, Pose, StagesMs, Status, Summary,
    Timings, Towed,
};
pub use table::{NUMBERS, Row, Table};
pub use transects::TransectRow;
