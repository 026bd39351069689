//! Exchange between bodies and water.

mod angular;
mod broken_water;
mod determinism;
mod dissipation;
mod drift;
mod energy;
mod entry;
mod given;
mod ledgers;
mod levels;
mod lid;
mod removal;
mod resistance;
mod schedule;
mod stability;
mod ventilation;
