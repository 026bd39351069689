use std::path::{Path, PathBuf};

use crate::sim::records::{Error, Existing, FrameSeries, RunFolder};

/// Folders that are tried.
const MOST: usize = 10_000;

/// Where the files of a window go: a folder that no other run has, claimed with the first file.
pub(super) struct Place {
    /// The folder that was asked for.
    out: Option<PathBuf>,
    claimed: Option<RunFolder>,
}

impl Place {
    pub(super) fn new(out: Option<PathBuf>) -> Self {
        Self { out, claimed: None }
    }

    /// Leaves the folder: the next file claims another one.
    pub(super) fn leave(&mut self) {
        self.claimed = None;
    }

    /// The folder, or the first name that it would have.
    pub(super) fn name(&self, scenario: &str) -> PathBuf {
        let first = || {
            self.out.clone().unwrap_or_else(|| Path::new("out").join(format!("{}-window", stem(scenario))))
        };
        self.claimed.as_ref().map_or_else(first, |folder| folder.path().into())
    }

    /// The folder, claimed for a run of a scenario.
    pub(super) fn folder(&mut self, scenario: &str) -> Result<RunFolder, Error> {
        if let Some(folder) = &self.claimed {
            return Ok(folder.clone());
        }
        let first = self.name(scenario);
        let numbered = |n: usize| {
            let mut name = first.clone().into_os_string();
            if n > 1 {
                name.push(format!("-{n}"));
            }
            RunFolder::claim(Path::new(&name), scenario, Existing::Refuse, &FrameSeries::NAMES)
        };
        let mut found = numbered(1);
        for n in 2..=MOST {
            // It has the files of another run, or of somebody else.
            if !matches!(found, Err(Error::Taken { .. } | Error::InUse { .. } | Error::NotListed { .. })) {
                break;
            }
            found = numbered(n);
        }
        self.claimed = Some(found?);
        self.folder(scenario)
    }

    /// A new file in the folder, listed, the first of its name that is free.
    pub(super) fn file(&mut self, scenario: &str, more: &str, ending: &str) -> Result<PathBuf, Error> {
        let folder = self.folder(scenario)?;
        let stem = stem(scenario);
        let first = std::iter::once(format!("{stem}{more}.{ending}"));
        let mut names = first.chain((2..).map(|n| format!("{stem}{more}-{n}.{ending}")));
        let free = names.find(|name| !folder.path().join(name).exists()).unwrap_or_default();
        folder.list(&[&free])
    }
}

/// Name of a scenario without folder and ending.
fn stem(scenario: &str) -> String {
    Path::new(scenario).file_stem().unwrap_or("estela".as_ref()).to_string_lossy().into_owned()
}
