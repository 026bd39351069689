use std::marker::PhantomData;
use std::path::Path;

use rayon::prelude::*;
use serde::Serialize;

use super::error::Error;
use super::growing::Growing;

/// A row of a table.
pub trait Row: Serialize {
    /// Names of the columns, in the order in which the row is serialized, each with its unit and meaning.
    const COLUMNS: &[(&str, &str)];
}

/// Rows that a task brings into text.
const ROWS_PER_TASK: usize = 16;

/// Bytes of rows that are kept before they are written at once.
pub(super) const LARGEST: usize = 1 << 16;

/// A page of a file: where a write may end when the process is killed during it.
const PAGE: u64 = 4096;

/// A file of comma-separated rows under a line of column names.
///
/// Rows are kept until there are many, or [`flush`](Self::flush) writes them, and are written whole, many in one call.
///
/// When a process is killed, Linux ends a write that is under way, but only between two pages of the file. So no row crosses
/// pages: the last one of a page has as many zeros after the decimals of its last number as fill the page.
#[derive(Debug)]
pub struct Table<R> {
    file: Growing,
    kept: Vec<u8>,
    rows: PhantomData<R>,
}

impl<R: Row> Table<R> {
    /// Bytes that the next row may need: a number has at most 24, and a name is short.
    const LONGEST: u64 = 25 * R::COLUMNS.len() as u64 + 32;

    /// Creates the file with its line of column names; an existing file is replaced.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn create(path: &Path) -> Result<Self, Error> {
        let names: Vec<&str> = R::COLUMNS.iter().map(|(name, _)| *name).collect();
        let file = Growing::create(path, &(names.join(",") + "\n"), "")?;
        Ok(Self { file, kept: Vec::new(), rows: PhantomData })
    }

    /// Opens the file where it had `length` bytes; rows after them are removed.
    pub(super) fn reopen(path: &Path, length: u64) -> Result<Self, Error> {
        Ok(Self { file: Growing::reopen(path, length, "")?, kept: Vec::new(), rows: PhantomData })
    }

    /// Adds a row.
    ///
    /// # Errors
    ///
    /// When rows kept before cannot be written.
    pub fn write(&mut self, row: &R) -> Result<(), Error> {
        let mut text = Text::with_capacity(Self::LONGEST as usize);
        text.add(row);
        self.keep(&text)
    }

    /// Adds rows, which all threads of the current rayon pool bring into text: the same bytes as of rows one by one.
    ///
    /// # Errors
    ///
    /// When rows kept before cannot be written.
    pub fn write_all(&mut self, rows: impl IndexedParallelIterator<Item = R>) -> Result<(), Error>
    where
        R: Send,
    {
        let empty = || Text::with_capacity(ROWS_PER_TASK * Self::LONGEST as usize);
        let texts = rows.fold_chunks(ROWS_PER_TASK, empty, |mut text, row| {
            text.add(&row);
            text
        });
        texts.collect::<Vec<Text>>().iter().try_for_each(|text| self.keep(text))
    }

    fn keep(&mut self, text: &Text) -> Result<(), Error> {
        let (bytes, mut from) = (text.lines.get_ref(), 0);
        for &end in &text.ends {
            let start = self.kept.len();
            self.kept.extend_from_slice(&bytes[from..end]);
            from = end;
            let end = self.file.end() + self.kept.len() as u64;
            let room = PAGE - end % PAGE;
            if room < Self::LONGEST {
                lengthen(&mut self.kept, start, room as usize);
            }
            if self.kept.len() >= LARGEST {
                self.flush()?;
            }
        }
        Ok(())
    }

    /// Writes the rows that are kept.
    ///
    /// # Errors
    ///
    /// When they cannot be written; they are kept for another try.
    pub fn flush(&mut self) -> Result<(), Error> {
        self.file.append(&mut self.kept)
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

/// Rows as text.
struct Text {
    lines: csv::Writer<Vec<u8>>,
    /// Where each row ends.
    ends: Vec<usize>,
}

impl Text {
    /// No rows yet, with memory for some bytes of them.
    fn with_capacity(bytes: usize) -> Self {
        let mut lines = csv::WriterBuilder::new();
        lines.has_headers(false).buffer_capacity(1 << 10);
        Self { lines: lines.from_writer(Vec::with_capacity(bytes)), ends: Vec::new() }
    }
}

impl Text {
    fn add(&mut self, row: &impl Serialize) {
        let added = self.lines.serialize(row).is_ok() && self.lines.flush().is_ok();
        assert!(added, "a row of numbers and names goes into memory");
        self.ends.push(self.lines.get_ref().len());
    }
}

/// Adds zeros to the last number of the row that starts at `start` and ends the bytes; its value stays.
fn lengthen(rows: &mut Vec<u8>, start: usize, zeros: usize) {
    let row = &rows[start..];
    let field = start + row.iter().rposition(|byte| *byte == b',').map_or(0, |comma| comma + 1);
    let number = &rows[field..rows.len() - 1];
    if !number.iter().all(|byte| byte.is_ascii_digit() || b"+-.e".contains(byte)) {
        // One that is not finite has no decimals.
        return;
    }
    let end = field + number.iter().position(|byte| *byte == b'e').unwrap_or(number.len());
    let has_point = number.contains(&b'.');
    let filling = (0..zeros).map(|at| if at == 0 && !has_point { b'.' } else { b'0' });
    rows.splice(end..end, filling.collect::<Vec<u8>>());
}

#[cfg(test)]
mod tests {
    use super::super::rows::GaugeRow;
    use super::*;

    #[test]
    fn numbers_keep_their_value_when_they_are_lengthened() {
        for (row, zeros, wanted) in [
            ("1,0.5\n", 3, "1,0.5000\n"),
            ("1,-2\n", 3, "1,-2.00\n"),
            ("1,-2\n", 1, "1,-2.\n"),
            ("1,3.25e-7\n", 2, "1,3.2500e-7\n"),
            ("1,3e17\n", 2, "1,3.0e17\n"),
            ("1,NaN\n", 2, "1,NaN\n"),
            ("1,-inf\n", 2, "1,-inf\n"),
            ("4\n", 2, "4.0\n"),
        ] {
            let mut rows = format!("7,8\n{row}").into_bytes();
            lengthen(&mut rows, 4, zeros);
            assert_eq!(String::from_utf8(rows).unwrap(), format!("7,8\n{wanted}"));
        }
    }

    #[test]
    fn no_row_crosses_pages_whenever_rows_are_written() {
        let folder = tempfile::tempdir().unwrap();
        let row = |k: usize| {
            let wave = |scale: f64| scale * (k as f64 * 0.37).sin();
            let [t_s, h_m, eta_m] = [k as f64 / 64.0, 2.0 + wave(0.1), wave(1e-9)];
            let [u_m_s, v_m_s] = [wave(3.0), if k.is_multiple_of(50) { 0.0 } else { wave(1e-17) }];
            GaugeRow { t_s, gauge: format!("gauge {}", k % 13), h_m, eta_m, u_m_s, v_m_s }
        };
        let written = [1, 7, 500].map(|every| {
            let path = folder.path().join(every.to_string());
            let mut table = Table::create(&path).unwrap();
            for k in 0..2000 {
                table.write(&row(k)).unwrap();
                if k.is_multiple_of(every) {
                    table.flush().unwrap();
                }
            }
            table.flush().unwrap();
            std::fs::read(&path).unwrap()
        });
        for page in written[0].chunks(PAGE as usize) {
            assert_eq!(page.last(), Some(&b'\n'));
        }
        assert!(
            written.iter().all(|bytes| *bytes == written[0]),
            "the bytes depend on when they were written"
        );
        let read = csv::Reader::from_reader(&written[0][..]).into_deserialize::<GaugeRow>();
        assert_eq!(read.map(Result::unwrap).collect::<Vec<_>>(), (0..2000).map(row).collect::<Vec<_>>());
        let path = folder.path().join("together");
        let mut table = Table::create(&path).unwrap();
        for first in [0, 3, 40, 1000] {
            let after = [3, 40, 1000, 2000].into_iter().find(|end| *end > first).unwrap();
            table.write_all((first..after).into_par_iter().map(row)).unwrap();
        }
        table.flush().unwrap();
        assert!(std::fs::read(&path).unwrap() == written[0], "many rows at once have other bytes");
    }
}
