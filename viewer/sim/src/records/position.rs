use serde::{Deserialize, Serialize};

use super::instants::Instants;
use super::paraview::FramesPosition;

/// Position of the records of a run at an instant, from which a run continues with [`Recorder::reopen`](super::Recorder::reopen).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Position {
    pub(super) listed: u64,
    pub(super) bodies: u64,
    pub(super) gauges: u64,
    pub(super) towing: Option<u64>,
    pub(super) joints: Option<u64>,
    pub(super) transects: Option<u64>,
    pub(super) air: Option<(u64, Instants)>,
    pub(super) ledger: Option<(u64, Instants)>,
    pub(super) rows: Option<Instants>,
    pub(super) frames: Option<(FramesPosition, Instants)>,
}

impl Position {
    /// Length of the list of files, for [`RunFolder::reopen`](super::RunFolder::reopen).
    pub fn listed(&self) -> u64 {
        self.listed
    }
}
