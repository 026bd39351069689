//! Exchange between bodies and water.

mod determinism;
mod ledgers;
mod maps;
mod resistance;
mod stability;
mod ventilation;
