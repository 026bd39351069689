//! Records of a run on disk, readable at any moment: a run that is stopped or fails keeps what it has written.
//!
//! - `bodies.csv` and `gauges.csv`: one row per body or gauge and step ([`Table`], [`BodyRow`], [`GaugeRow`]).
//! - `towing.csv`: one row per towed body and step, if any is towed ([`TowRow`]).
//! - `transects.csv`: one row per transect and step, if the scenario has any ([`TransectRow`]).
//! - `ledger.csv`: volume, momentum and energy by kind at an interval, where asked for ([`LedgerRow`]).
//! - `fields.pvd` and `fields/*.vti`: the water as ParaView image data ([`FieldSeries`]).
//! - `summary.json`: what was run, how it ended, its balances and timings ([`Summary`]).
//!
//! Two runs of one scenario give the same bytes but for the timings in `summary.json`.

mod fields;
mod files;
mod instants;
mod ledger;
mod recorder;
mod rows;
mod summary;
mod table;
mod transects;

pub use fields::{FieldFrame, FieldSeries};
pub use files::{Error, remove_numbered};
pub use instants::Instants;
pub use ledger::LedgerRow;
pub use recorder::Recorder;
pub use rows::{BodyRow, GaugeRow, TowRow};
pub use summary::{Angular, Energy, Mass, Momentum, Pose, StagesMs, Status, Summary, Towed};
pub use table::{Row, Table};
pub use transects::TransectRow;
