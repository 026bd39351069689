//! Files that are complete or absent, whatever ends the program.
//!
//! A file is written under another name in the same folder, its *draft*, and gets its own name when all of it is
//! written.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The name under which a file is written: its own with `.part` after it.
pub fn draft_of(path: &Path) -> PathBuf {
    path.with_added_extension("part")
}

/// A file under its draft's name; it is removed if it is not finished.
#[derive(Debug)]
pub struct Draft {
    path: PathBuf,
    /// `None` once it is finished.
    file: Option<BufWriter<File>>,
}

impl Draft {
    /// Starts a file, which replaces the one at `path` when it is finished.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = BufWriter::new(File::create(draft_of(path))?);
        Ok(Self { path: path.into(), file: Some(file) })
    }

    /// Waits until what was written is on the disk.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn sync(&mut self) -> io::Result<()> {
        self.flush()?;
        self.file().get_ref().sync_all()
    }

    /// Cuts the file off at a length, and what could not be written with it.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn cut(&mut self, length: u64) -> io::Result<()> {
        let file = self.file.take().expect("only `finish`, which ends it, takes the file");
        // What is buffered may be what does not fit the disk.
        let (mut file, _) = file.into_parts();
        let cut = file.set_len(length).and_then(|()| file.seek(SeekFrom::Start(length)));
        self.file = Some(BufWriter::new(file));
        cut.map(drop)
    }

    /// Gives the file its name; returns it, open for writing at its end.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn finish(mut self) -> io::Result<File> {
        self.flush()?;
        fs::rename(draft_of(&self.path), &self.path)?;
        let file = self.file.take().expect("a draft is finished once");
        file.into_inner().map_err(io::IntoInnerError::into_error)
    }

    fn file(&mut self) -> &mut BufWriter<File> {
        self.file.as_mut().expect("only `finish`, which ends it, takes the file")
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

impl Seek for Draft {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file().seek(to)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some(file) = self.file.take() {
            // What is still buffered is not wanted either.
            drop(file.into_parts());
            let _ = fs::remove_file(draft_of(&self.path));
        }
    }
}

/// Writes a file; one at `path` before is replaced.
///
/// # Errors
/// Those of the file system.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    write_with(path, |file| file.write_all(content))
}

/// Writes a file by a function; one at `path` before is replaced.
///
/// # Errors
/// Those of the file system.
pub fn write_with(path: &Path, content: impl FnOnce(&mut Draft) -> io::Result<()>) -> io::Result<()> {
    let mut draft = Draft::create(path)?;
    content(&mut draft)?;
    draft.finish().map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_complete_or_absent() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("numbers.txt");
        let names = || {
            let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name()).collect();
            names.sort();
            names
        };
        let mut draft = Draft::create(&path).unwrap();
        draft.write_all(b"one").unwrap();
        draft.flush().unwrap();
        assert_eq!(names(), ["numbers.txt.part"]);
        draft.finish().unwrap();
        assert_eq!((names(), fs::read(&path).unwrap()), (vec!["numbers.txt".into()], b"one".into()));

        let failed = write_with(&path, |file| file.write_all(b"two").and(Err(io::ErrorKind::Other.into())));
        assert!(failed.is_err());
        assert_eq!((names(), fs::read(&path).unwrap()), (vec!["numbers.txt".into()], b"one".into()));
    }
}
