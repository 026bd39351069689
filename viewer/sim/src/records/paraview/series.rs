use std::io;

use serde::{Deserialize, Serialize};

use crate::records::error::Error;
use crate::records::folder::RunFolder;
use crate::records::growing::Growing;
use whole_file::{self, Draft};

const BEGINNING: &str = "<?xml version=\"1.0\"?>\n\
    <!-- times in s; x and y in m from the lower left corner, z in m above the datum z = 0 -->\n\
    <VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n  <Collection>\n";
const ENDING: &str = "  </Collection>\n</VTKFile>\n";

/// Files of instants, `NAME/0000.EXTENSION`, …, and `NAME.pvd`, which lists them with their times for ParaView.
///
/// Each is in the list as soon as it is complete: its entry is written over the end tags of the list, with these after it.
#[derive(Debug)]
pub(in crate::records) struct Series {
    folder: RunFolder,
    name: &'static str,
    extension: &'static str,
    index: Growing,
    frames: usize,
}

/// Where a series stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::records) struct SeriesPosition {
    frames: usize,
    index: u64,
}

impl Series {
    /// Starts a series, or goes on from a position; instants after it are removed from the list.
    pub(in crate::records) fn open(
        folder: &RunFolder,
        (name, extension): (&'static str, &'static str),
        position: Option<SeriesPosition>,
    ) -> Result<Self, Error> {
        let path = folder.path().join(name);
        std::fs::create_dir_all(&path).map_err(Error::at(&path))?;
        let list = path.with_extension("pvd");
        let index = match position {
            Some(position) => Growing::reopen(&list, position.index, ENDING)?,
            None => Growing::create(&list, BEGINNING, ENDING)?,
        };
        let frames = position.map_or(0, |position| position.frames);
        Ok(Self { folder: folder.clone(), name, extension, index, frames })
    }

    /// Writes the file of an instant and adds it to the list.
    pub(in crate::records) fn write(
        &mut self,
        time_s: f64,
        content: impl FnOnce(&mut Draft) -> io::Result<()>,
    ) -> Result<(), Error> {
        let Self { name, extension, frames, .. } = self;
        let file = format!("{name}/{frames:04}.{extension}");
        let path = self.folder.list(&[&file])?;
        whole_file::write_with(&path, content).map_err(Error::at(&path))?;
        let entry = format!("    <DataSet timestep=\"{time_s}\" file=\"{file}\"/>\n");
        self.index.append(&mut entry.into())?;
        self.frames += 1;
        Ok(())
    }

    /// Where it stands.
    pub(in crate::records) fn position(&self) -> SeriesPosition {
        SeriesPosition { frames: self.frames, index: self.index.end() }
    }
}
