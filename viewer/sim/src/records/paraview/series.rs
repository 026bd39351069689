use std::io;
use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

use crate::records::error::Error;
use crate::records::folder::RunFolder;
use crate::records::growing::Growing;
use whole_file::{self, Draft};

const BEGINNING: &str = "<?xml version=\"1.0\"?>\n\
    <!-- times in s; x and y in m from the lower left corner, z in m above the datum z = 0 -->\n\
    <VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n  <Collection>\n";
const ENDING: &str = "  </Collection>\n</VTKFile>\n";

/// Names of the files of a series.
pub trait Files: std::fmt::Debug {
    /// List and folder of the series, for the list of a run's folder.
    const NAMES: [&'static str; 2];
    /// Name of the folder, and the ending of the files in it.
    const STEM: [&'static str; 2];
}

/// Files of instants, `NAME/0000.EXTENSION`, …, and `NAME.pvd`, which lists them with their times for ParaView.
///
/// Each is in the list as soon as it is complete: its entry is written over the end tags of the list, with these after it.
#[derive(Debug)]
pub struct Series<F> {
    folder: RunFolder,
    index: Growing,
    frames: usize,
    files: PhantomData<F>,
}

/// Position in a series: how many files it has, and how long its list is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::records) struct SeriesPosition {
    frames: usize,
    index: u64,
}

impl<F: Files> Series<F> {
    /// Files and folders of a series, for the list of the folder.
    pub const NAMES: [&str; 2] = F::NAMES;

    /// Starts a series in a folder.
    ///
    /// # Errors
    ///
    /// When the folder is not writable.
    pub fn create(folder: &RunFolder) -> Result<Self, Error> {
        Self::open(folder, None)
    }

    /// Starts a series, or goes on from a position; instants after it are removed from the list.
    pub(in crate::records) fn open(
        folder: &RunFolder,
        position: Option<SeriesPosition>,
    ) -> Result<Self, Error> {
        let path = folder.path().join(F::STEM[0]);
        std::fs::create_dir_all(&path).map_err(Error::at(&path))?;
        let list = path.with_extension("pvd");
        let index = match position {
            Some(position) => Growing::reopen(&list, BEGINNING, position.index, ENDING)?,
            None => Growing::create(&list, BEGINNING, ENDING)?,
        };
        let frames = position.map_or(0, |position| position.frames);
        Ok(Self { folder: folder.clone(), index, frames, files: PhantomData })
    }

    /// Writes the file of an instant and adds it to the list.
    pub(super) fn add(
        &mut self,
        time_s: f64,
        content: &mut dyn FnMut(&mut Draft) -> io::Result<()>,
    ) -> Result<(), Error> {
        let ([name, extension], frames) = (F::STEM, self.frames);
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
