//! The file that a run's scenario was read from, and whether it was changed since.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::sim::codec::checksum;
use crate::sim::scenario::Scenario;

/// The file of a scenario as it was when the run began.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Source {
    /// With its absolute path.
    file: PathBuf,
    /// Checksum of its text, in hexadecimal digits.
    sum: String,
}

impl Source {
    /// The file of a scenario; none of a shipped one.
    pub(super) fn of(scenario: &Scenario) -> Option<Self> {
        scenario.origin.folder.as_ref()?;
        let file = std::path::absolute(&scenario.origin.name).ok()?;
        let sum = sum_of(&file)?;
        Some(Self { file, sum })
    }

    /// What to say where the file is another one now; nothing where it is gone, for nobody takes that for what goes on.
    pub(super) fn warning(&self) -> Option<String> {
        sum_of(&self.file).filter(|sum| *sum != self.sum).map(|_| {
            format!(
                "{} was changed since the run began; it goes on with the scenario that it began with: `estela run` begins one with the changes",
                self.file.display()
            )
        })
    }
}

fn sum_of(file: &Path) -> Option<String> {
    let text = Scenario::text(file.to_str()?).ok()?;
    Some(format!("{:016x}", checksum(0, text.as_bytes())))
}
