use std::fs::File;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::files::Error;

/// A row of a table.
pub trait Row: Serialize {
    /// Names of the columns, in the order in which the row is serialized.
    const COLUMNS: &[&str];
}

/// A file of comma-separated rows under a line of column names.
#[derive(Debug)]
pub struct Table<R> {
    path: PathBuf,
    writer: csv::Writer<File>,
    rows: PhantomData<R>,
}

impl<R: Row> Table<R> {
    /// Creates the file with its line of column names; an existing file is replaced.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn create(path: &Path) -> Result<Self, Error> {
        let file = File::create(path).map_err(Error::at(path))?;
        let writer = csv::WriterBuilder::new().has_headers(false).from_writer(file);
        let mut table = Self { path: path.into(), writer, rows: PhantomData };
        table.writer.write_record(R::COLUMNS).map_err(|error| table.error(error))?;
        table.flush()?;
        Ok(table)
    }

    /// Adds a row.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write(&mut self, row: &R) -> Result<(), Error> {
        self.writer.serialize(row).map_err(|error| self.error(error))
    }

    /// Flushes all rows to the file.
    ///
    /// # Errors
    ///
    /// When they cannot be written.
    pub fn flush(&mut self) -> Result<(), Error> {
        self.writer.flush().map_err(Error::at(&self.path))
    }

    fn error(&self, error: csv::Error) -> Error {
        Error { path: self.path.clone(), source: error.into() }
    }
}
