use std::marker::PhantomData;
use std::path::Path;

use serde::Serialize;

use super::error::Error;
use super::growing::Growing;

/// A row of a table.
pub trait Row: Serialize {
    /// Names of the columns, in the order in which the row is serialized, each with its unit and meaning.
    const COLUMNS: &[(&str, &str)];
}

/// Bytes of rows that are written at once.
const LARGEST: usize = 1 << 16;

/// A file of comma-separated rows under a line of column names.
///
/// Rows are kept until there are many, or [`flush`](Self::flush) writes them, and are written whole, many in one call.
#[derive(Debug)]
pub struct Table<R> {
    file: Growing,
    kept: Rows,
    rows: PhantomData<R>,
}

/// Rows in memory.
type Rows = csv::Writer<Vec<u8>>;

impl<R: Row> Table<R> {
    /// Creates the file with its line of column names; an existing file is replaced.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn create(path: &Path) -> Result<Self, Error> {
        let names: Vec<&str> = R::COLUMNS.iter().map(|(name, _)| *name).collect();
        let file = Growing::create(path, &(names.join(",") + "\n"), "")?;
        Ok(Self { file, kept: rows(Vec::new()), rows: PhantomData })
    }

    /// Opens the file where it had `length` bytes; rows after them are removed.
    pub(super) fn reopen(path: &Path, length: u64) -> Result<Self, Error> {
        Ok(Self { file: Growing::reopen(path, length, "")?, kept: rows(Vec::new()), rows: PhantomData })
    }

    /// Adds a row.
    ///
    /// # Errors
    ///
    /// When rows kept before cannot be written.
    pub fn write(&mut self, row: &R) -> Result<(), Error> {
        self.kept.serialize(row).expect("a row of numbers and names goes into memory");
        if self.kept.get_ref().len() < LARGEST { Ok(()) } else { self.flush() }
    }

    /// Writes the rows that are kept.
    ///
    /// # Errors
    ///
    /// When they cannot be written.
    pub fn flush(&mut self) -> Result<(), Error> {
        let kept = std::mem::replace(&mut self.kept, rows(Vec::new()));
        let mut bytes = kept.into_inner().expect("rows go into memory");
        let written = self.file.append(&mut bytes);
        self.kept = rows(bytes);
        written
    }

    /// Writes the rows that are kept, and waits until they are on the disk.
    pub(super) fn sync(&mut self) -> Result<(), Error> {
        self.flush()?;
        self.file.sync()
    }

    /// Writes the rows that are kept; returns the length of the file.
    pub(super) fn length(&mut self) -> Result<u64, Error> {
        self.flush()?;
        Ok(self.file.end())
    }
}

fn rows(buffer: Vec<u8>) -> Rows {
    csv::WriterBuilder::new().has_headers(false).from_writer(buffer)
}
