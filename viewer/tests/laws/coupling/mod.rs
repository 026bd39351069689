//! Exchange between bodies and water.

mod determinism;
mod energy;
mod ledgers;
mod maps;
mod resistance;
