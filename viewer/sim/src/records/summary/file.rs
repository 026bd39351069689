use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::Summary;
use crate::records::error::Error;
use crate::records::folder::RunFolder;
use crate::records::table::LARGEST;
use whole_file::{self, draft_of};

const NAME: &str = "summary.json";
const RESERVE: &str = "reserve";

/// Bytes by which the last summary may be longer than the ones before.
const MARGIN: usize = 4096;

/// Bytes held for the rows that the tables keep.
const ROWS: usize = 3 * LARGEST;

/// `summary.json`, and a file beside it that holds the space for the last rows and the last summary, so that it can say that
/// the disk was full.
#[derive(Debug)]
pub(in crate::records) struct SummaryFile {
    folder: RunFolder,
    /// Bytes held for the summary.
    reserved: usize,
}

impl SummaryFile {
    /// Files of a summary, for the list of the folder.
    pub(in crate::records) const NAMES: [&str; 2] = [NAME, RESERVE];

    pub(in crate::records) fn new(folder: RunFolder) -> Self {
        Self { folder, reserved: 0 }
    }

    /// Replaces the summary of a run that goes on: a reader finds the one before or this one.
    pub(in crate::records) fn replace(&mut self, summary: &Summary) -> Result<(), Error> {
        self.folder.verify()?;
        let text = text(summary);
        if text.len() + MARGIN > self.reserved {
            // With space to grow, so that it is written again only now and then.
            let length = 2 * text.len() + MARGIN;
            let reserve = self.reserve();
            File::create(&reserve)
                .and_then(|mut file| file.write_all(&vec![b' '; length + ROWS]))
                .map_err(Error::at(&reserve))?;
            self.reserved = length;
        }
        let path = self.path();
        whole_file::write(&path, text.as_bytes()).map_err(Error::at(&path))
    }

    /// Gives the space free that is held for rows.
    pub(in crate::records) fn make_room(&self) {
        // What does not fit then is reported where it is written.
        let reserve = OpenOptions::new().write(true).open(self.reserve());
        let _ = reserve.and_then(|file| file.set_len(self.reserved as u64));
    }

    /// Replaces the summary by the last one, in the space that is held for it, and waits until it is on the disk.
    pub(in crate::records) fn finish(&self, summary: &Summary) -> Result<(), Error> {
        self.folder.verify()?;
        let (path, reserve) = (self.path(), self.reserve());
        write_over(&reserve, text(summary).as_bytes())
            .and_then(|()| std::fs::rename(&reserve, &path))
            .map_err(Error::at(&path))
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join(NAME)
    }

    fn reserve(&self) -> PathBuf {
        draft_of(&self.folder.path().join(RESERVE))
    }
}

/// Writes a file into the blocks that it has.
fn write_over(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
    file.write_all(content)?;
    file.set_len(content.len() as u64)?;
    file.sync_all()
}

fn text(summary: &Summary) -> String {
    let text = serde_json::to_string_pretty(summary).expect("a summary has names for keys");
    text + "\n"
}
