//! Exchange between bodies and water.

mod determinism;
mod ledgers;
mod lid;
mod maps;
mod resistance;
