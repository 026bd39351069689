use std::borrow::Borrow;
use std::marker::PhantomData;
use std::path::Path;

use serde::Serialize;

use super::error::Error;
use super::growing::{Growing, PAGE};

/// Numbers of a row beside its time and its name, where they are given as [`Row::values`].
pub const NUMBERS: usize = 24;

/// A row of a table.
pub trait Row: Serialize {
    /// Names of the columns, in the order in which the row is serialized, each with its unit and meaning.
    const COLUMNS: &[(&str, &str)];

    /// Values of the row, where they are a number, a name, and [`NUMBERS`] numbers more, in the order of the columns: such a row is brought into
    /// text in less time.
    fn values(&self) -> Option<(f64, &str, [f64; NUMBERS])> {
        None
    }
}

/// Bytes of rows that are kept before they are written at once.
pub(super) const LARGEST: usize = 1 << 16;

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
    /// Working memory.
    text: Text,
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
        let file = Growing::create(path, &Self::heading(), "")?;
        Ok(Self { file, kept: Vec::new(), text: Text::default(), rows: PhantomData })
    }

    /// Opens the file where it had `length` bytes; rows after them are removed. One with other columns is refused.
    pub(super) fn reopen(path: &Path, length: u64) -> Result<Self, Error> {
        let file = Growing::reopen(path, &Self::heading(), length, "")?;
        Ok(Self { file, kept: Vec::new(), text: Text::default(), rows: PhantomData })
    }

    /// Line of column names.
    fn heading() -> String {
        let names: Vec<&str> = R::COLUMNS.iter().map(|(name, _)| *name).collect();
        names.join(",") + "\n"
    }

    /// Adds a row.
    ///
    /// # Errors
    ///
    /// When rows kept before cannot be written.
    pub fn write(&mut self, row: &R) -> Result<(), Error> {
        self.write_all(std::slice::from_ref(row))
    }

    /// Adds rows. All of them are taken in, whether those kept before can be written or not.
    ///
    /// # Errors
    ///
    /// When rows kept before cannot be written.
    pub fn write_all(&mut self, rows: &[R]) -> Result<(), Error> {
        let mut text = std::mem::take(&mut self.text);
        text.write::<&R, R>(rows.iter());
        let written = self.write_text(&text);
        self.text = text;
        written
    }

    /// Adds rows that are text already, as [`write_all`](Self::write_all) does.
    pub(super) fn write_text(&mut self, text: &Text) -> Result<(), Error> {
        let (mut from, mut written) = (0, Ok(()));
        for &end in &text.ends {
            let kept = self.keep(&text.lines[from..end]);
            written = written.and(kept);
            from = end;
        }
        written
    }

    fn keep(&mut self, line: &[u8]) -> Result<(), Error> {
        let start = self.kept.len();
        self.kept.extend_from_slice(line);
        let room = PAGE - (self.file.end() + self.kept.len() as u64) % PAGE;
        if room < Self::LONGEST {
            lengthen(&mut self.kept, start, room as usize);
        }
        if self.kept.len() >= LARGEST { self.flush() } else { Ok(()) }
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
#[derive(Debug, Default)]
pub(super) struct Text {
    lines: Vec<u8>,
    /// Position of the end of each row.
    ends: Vec<usize>,
}

impl Text {
    /// Removes all rows and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.lines.clear();
        self.ends.clear();
    }

    /// Replaces the rows.
    pub(super) fn write<T: Borrow<R>, R: Row>(&mut self, rows: impl Iterator<Item = T>) {
        let Self { lines, ends } = self;
        lines.clear();
        ends.clear();
        for row in rows {
            match row.borrow().values().filter(|(_, name, _)| is_plain(name)) {
                Some(values) => put(values, lines),
                None => {
                    let mut writer = csv::WriterBuilder::new();
                    writer.has_headers(false).buffer_capacity(1 << 10);
                    let mut writer = writer.from_writer(&mut *lines);
                    let added = writer.serialize(row.borrow()).is_ok() && writer.flush().is_ok();
                    assert!(added, "a row of numbers and names goes into memory");
                }
            }
            ends.push(lines.len());
        }
    }
}

/// Whether a name stands in a row as it is.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_ ".contains(&byte))
}

/// Adds the line of values, as `csv` writes them.
fn put((first, name, numbers): (f64, &str, [f64; NUMBERS]), line: &mut Vec<u8>) {
    let mut digits = zmij::Buffer::new();
    // A number has at most 24 digits, and a comma.
    line.reserve(25 * (numbers.len() + 1) + name.len() + 2);
    line.extend_from_slice(digits.format(first).as_bytes());
    line.push(b',');
    line.extend_from_slice(name.as_bytes());
    for number in numbers {
        line.push(b',');
        line.extend_from_slice(digits.format(number).as_bytes());
    }
    line.push(b'\n');
}

/// Adds zeros, at least one, to the last number of the row that starts at `start` and ends the bytes; its value stays.
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
    let length = rows.len();
    rows.resize(length + zeros, b'0');
    rows.copy_within(end..length, end + zeros);
    rows[end..end + zeros].fill(b'0');
    if !has_point {
        rows[end] = b'.';
    }
}

#[cfg(test)]
mod tests {
    use super::super::rows::{BodyRow, GaugeRow};
    use super::*;

    #[test]
    fn numbers_keep_their_value_when_they_are_lengthened_where_they_are() {
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
            // As the rows of before leave it.
            rows.reserve(zeros);
            let taken = allocation_counter::measure(|| lengthen(&mut rows, 4, zeros));
            assert_eq!(taken.count_total, 0, "{row:?} takes memory");
            assert_eq!(String::from_utf8(rows).unwrap(), format!("7,8\n{wanted}"));
        }
    }

    /// A row as `csv` alone writes it.
    #[derive(serde::Serialize)]
    struct Slow(BodyRow);

    impl Row for Slow {
        const COLUMNS: &[(&str, &str)] = BodyRow::COLUMNS;
    }

    /// With numbers of all sizes, such that are none, and names with commas and quotes.
    #[test]
    fn rows_of_bodies_are_the_bytes_of_csv() {
        let mut seed = 1_u64;
        let mut number = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let scale = 10_f64.powi((seed >> 59) as i32 - 16);
            match seed >> 40 & 31 {
                0 => 0.0,
                1 => -0.0,
                2 => f64::NAN,
                3 => f64::NEG_INFINITY,
                4 => (seed >> 50) as f64,
                _ => scale * (seed as f64 * 1e-19 - 0.9),
            }
        };
        let names = ["ball-7", "a boat", "a,b", "the \"Ann\"", "Bj\u{f8}rn", "", "two\nlines", "#1"];
        let rows: Vec<BodyRow> = (0..800)
            .map(|k| {
                #[rustfmt::skip]
                let row = BodyRow {
                    t_s: number(), body: names[k % names.len()].into(), x_m: number(), y_m: number(), z_m: number(), qx: number(), qy: number(), qz: number(),
                    qw: number(), u_m_s: number(), v_m_s: number(), w_m_s: number(), wx_rad_s: number(), wy_rad_s: number(),
                    wz_rad_s: number(), fx_n: number(), fy_n: number(), fz_n: number(), tx_n_m: number(), ty_n_m: number(),
                    tz_n_m: number(), draft_m: number(), heel_deg: number(), trim_deg: number(), heading_deg: number(),
                    submerged_volume_m3: number(),
                };
                row
            })
            .collect();
        let (mut fast, mut slow) = (Text::default(), Text::default());
        fast.write::<&BodyRow, BodyRow>(rows.iter());
        slow.write::<Slow, Slow>(rows.iter().cloned().map(Slow));
        assert_eq!(String::from_utf8(fast.lines).unwrap(), String::from_utf8(slow.lines).unwrap());
        assert_eq!(fast.ends, slow.ends);
        assert!(rows.iter().any(|row| is_plain(&row.body)) && !is_plain("a,b") && !is_plain(""));
    }

    #[test]
    fn no_row_crosses_pages_whenever_rows_are_written() {
        let folder = tempfile::tempdir().unwrap();
        let row = |k: usize| {
            let wave = |scale: f64| scale * (k as f64 * 0.37).sin();
            let [t_s, h_m, eta_m] = [k as f64 / 64.0, 2.0 + wave(0.1), wave(1e-9)];
            let [u_m_s, v_m_s] = [wave(3.0), if k.is_multiple_of(50) { 0.0 } else { wave(1e-17) }];
            GaugeRow { t_s, gauge: format!("gauge {}", k % 13).into(), h_m, eta_m, u_m_s, v_m_s }
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
            table.write_all(&(first..after).map(row).collect::<Vec<_>>()).unwrap();
        }
        table.flush().unwrap();
        assert!(std::fs::read(&path).unwrap() == written[0], "many rows at once have other bytes");
    }
}
