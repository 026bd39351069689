use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::error::Error;
use super::folder::is_at;
use whole_file::Draft;

/// Bytes of a beginning that are shown.
const SHOWN: usize = 60;

/// A page of a file: where a write may end when the process is killed during it.
pub(super) const PAGE: u64 = 4096;

/// A file that grows by whole pieces in front of an ending that stays its last bytes.
///
/// It comes into being with its beginning and ending. A piece is written over the ending, with the ending after it, in one
/// call, so that readers and whatever ends the program find it whole. Where that call would go on from one page of the file to the next,
/// between which the end of the process may cut it, a whole new file takes the place of the old one. A piece that does not fit on the disk
/// is taken back.
#[derive(Debug)]
pub(super) struct Growing {
    path: PathBuf,
    file: File,
    ending: &'static str,
    /// Position at which the ending starts.
    end: u64,
}

impl Growing {
    /// Creates a file of a beginning and an ending; one that exists is replaced.
    pub(super) fn create(path: &Path, beginning: &str, ending: &'static str) -> Result<Self, Error> {
        let created = Draft::create(path).and_then(|mut draft| {
            draft.write_all(beginning.as_bytes())?;
            draft.write_all(ending.as_bytes())?;
            draft.finish()
        });
        let file = created.map_err(Error::at(path))?;
        Ok(Self { path: path.into(), file, ending, end: beginning.len() as u64 })
    }

    /// Opens a file whose ending started at `end`, and removes what was appended since. A file with another beginning is refused: another
    /// version wrote it.
    pub(super) fn reopen(
        path: &Path,
        beginning: &str,
        end: u64,
        ending: &'static str,
    ) -> Result<Self, Error> {
        let failed = |source| Error::Reopen { path: path.into(), source };
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(failed)?;
        let bytes = file.metadata().map_err(failed)?.len();
        let before_bytes = end + ending.len() as u64;
        if bytes < before_bytes {
            return Err(Error::Shorter { path: path.into(), before_bytes, bytes });
        }
        let mut start = Vec::new();
        (&file).take((beginning.len() + SHOWN) as u64).read_to_end(&mut start).map_err(failed)?;
        if let Some((begins, instead)) = difference(&start, beginning.as_bytes()) {
            return Err(Error::OtherVersion { path: path.into(), begins, instead });
        }
        let mut growing = Self { path: path.into(), file, ending, end };
        growing.truncate().map_err(Error::at(path))?;
        Ok(growing)
    }

    /// Appends what is in `pieces`, which is emptied; on an error it keeps them. A file that was removed or replaced is an error, also where
    /// there is nothing to append.
    pub(super) fn append(&mut self, pieces: &mut Vec<u8>) -> Result<(), Error> {
        if !is_at(&self.file, &self.path) {
            return Err(Error::Removed { path: self.path.clone() });
        }
        if pieces.is_empty() {
            return Ok(());
        }
        let length = pieces.len();
        pieces.extend_from_slice(self.ending.as_bytes());
        if let Err(error) = self.write_piece(pieces) {
            pieces.truncate(length);
            // The error to report is the first.
            let _ = self.truncate();
            return Err(Error::at(&self.path)(error));
        }
        pieces.clear();
        self.end += length as u64;
        Ok(())
    }

    /// Length of the file without its ending: the position for [`reopen`](Self::reopen).
    pub(super) fn end(&self) -> u64 {
        self.end
    }

    /// Waits until the file is on the disk, which some file systems need to find that they are full.
    pub(super) fn sync(&self) -> Result<(), Error> {
        self.file.sync_data().map_err(Error::at(&self.path))
    }

    /// Writes a piece with the ending after it.
    fn write_piece(&mut self, bytes: &[u8]) -> io::Result<()> {
        let last = self.end + bytes.len() as u64 - 1;
        if self.ending.is_empty() || self.end / PAGE == last / PAGE {
            return self.write_at_end(bytes);
        }
        let mut draft = Draft::create(&self.path)?;
        io::copy(&mut File::open(&self.path)?.take(self.end), &mut draft)?;
        draft.write_all(bytes)?;
        self.file = draft.finish()?;
        Ok(())
    }

    fn write_at_end(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(bytes)
    }

    /// Puts the ending to where it should start, as the last of the file.
    fn truncate(&mut self) -> io::Result<()> {
        self.write_at_end(self.ending.as_bytes())?;
        self.file.set_len(self.end + self.ending.len() as u64)
    }
}

/// The lines from the word on in which what a file has differs from its expected beginning, if it does.
fn difference(got: &[u8], expected: &[u8]) -> Option<(String, String)> {
    if got.starts_with(expected) {
        return None;
    }
    let same = got.iter().zip(expected).take_while(|(a, b)| a == b).count();
    let word = got[..same].iter().rposition(|byte| b",\n".contains(byte)).map_or(0, |at| at + 1);
    let line = |bytes: &[u8]| {
        let line = bytes[word..].split(|byte| *byte == b'\n').next().unwrap_or_default();
        String::from_utf8_lossy(&line[..line.len().min(SHOWN)]).into_owned()
    };
    Some((line(got), line(expected)))
}

#[cfg(test)]
mod tests {
    use std::fs::read_to_string;

    use super::*;

    #[test]
    fn pieces_come_before_the_ending_and_those_after_a_position_go() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list");
        let mut growing = Growing::create(&path, "(", ")").unwrap();
        assert_eq!(read_to_string(&path).unwrap(), "()");
        growing.append(&mut b"one".to_vec()).unwrap();
        assert_eq!(read_to_string(&path).unwrap(), "(one)");
        let position = growing.end();
        growing.append(&mut b" two three".to_vec()).unwrap();
        let mut again = Growing::reopen(&path, "(", position, ")").unwrap();
        assert_eq!(read_to_string(&path).unwrap(), "(one)");
        again.append(&mut b" 2".to_vec()).unwrap();
        assert_eq!(read_to_string(&path).unwrap(), "(one 2)");
        let error = Growing::reopen(&path, "(", 9, ")").unwrap_err();
        assert!(matches!(error, Error::Shorter { before_bytes: 10, bytes: 7, .. }), "{error}");
        std::fs::remove_file(&path).unwrap();
        let error = Growing::reopen(&path, "(", position, ")").unwrap_err();
        // There is no other folder to go on in.
        assert!(matches!(error, Error::Reopen { .. }) && !error.to_string().contains("--out"), "{error}");
    }

    /// With another column, one less, one more, and one more at the end.
    #[test]
    fn a_file_with_another_beginning_is_refused_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        for (beginning, [got, expected]) in [
            ("t_s,y_m,z_m\n", ["y_m,z_m", "x_m,z_m"]),
            ("t_s,z_m\n", ["z_m", "x_m,z_m"]),
            ("t_s,w_m,x_m,z_m\n", ["w_m,x_m,z_m", "x_m,z_m"]),
            ("t_s,x_m,z_m,w_m\n", ["z_m,w_m", "z_m"]),
        ] {
            let mut growing = Growing::create(&path, beginning, "").unwrap();
            growing.append(&mut b"1,2,3\n4,5,6\n".to_vec()).unwrap();
            let error = Growing::reopen(&path, "t_s,x_m,z_m\n", growing.end() - 6, "").unwrap_err();
            let Error::OtherVersion { begins, instead, .. } = &error else { panic!("{error}") };
            assert_eq!([begins, instead], [got, expected], "{error}");
            assert_eq!(read_to_string(&path).unwrap(), format!("{beginning}1,2,3\n4,5,6\n"));
        }
    }

    /// The old file stays as it was for whoever has it open, as it does on the disk until the new one takes its name.
    #[test]
    fn an_ending_that_would_cross_pages_comes_in_a_new_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list");
        let mut growing = Growing::create(&path, "(", "<end>)").unwrap();
        let (mut text, mut renewed) = (String::from("("), Vec::new());
        for piece in 0..1200 {
            let mut old = File::open(&path).unwrap();
            let entry = format!("[{piece:5}]");
            growing.append(&mut entry.clone().into_bytes()).unwrap();
            let start = text.len() as u64;
            text += &entry;
            assert_eq!(read_to_string(&path).unwrap(), format!("{text}<end>)"));
            let mut seen = String::new();
            old.read_to_string(&mut seen).unwrap();
            let crosses = start / PAGE != (text.len() as u64 + 5) / PAGE;
            if seen.len() == start as usize + 6 {
                renewed.push(piece);
            }
            assert_eq!(renewed.last() == Some(&piece), crosses, "{piece}");
        }
        assert!(renewed.len() >= 2, "{renewed:?}");
    }
}
