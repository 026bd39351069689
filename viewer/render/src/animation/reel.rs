use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use whole_file::Draft;

/// The file of a film, which is whole after every piece: the next one is written over the mark of the end, with the mark after it.
pub(super) struct Reel {
    draft: Draft,
    /// Length without the mark.
    length: u64,
    mark: &'static [u8],
}

impl Reel {
    /// Starts a file that ends with a mark.
    pub(super) fn create(path: &Path, mark: &'static [u8]) -> io::Result<Self> {
        Ok(Self { draft: Draft::create(path)?, length: 0, mark })
    }

    /// Appends a piece, and puts other bytes at a place before it. Where that fails, the film ends before the piece.
    pub(super) fn append(&mut self, piece: &[u8], change: Option<(u64, &[u8])>) -> io::Result<()> {
        let written = self.write(piece, change);
        if written.is_ok() {
            self.length += piece.len() as u64;
        } else if self.length > 0 {
            // The mark has its place on the disk already.
            self.draft.cut(self.length + self.mark.len() as u64)?;
            self.write(&[], None)?;
        }
        written
    }

    fn write(&mut self, piece: &[u8], change: Option<(u64, &[u8])>) -> io::Result<()> {
        self.draft.seek(SeekFrom::Start(self.length))?;
        self.draft.write_all(piece)?;
        self.draft.write_all(self.mark)?;
        // All of the piece is there before anything speaks of it.
        self.draft.flush()?;
        if let Some((at, bytes)) = change {
            self.draft.seek(SeekFrom::Start(at))?;
            self.draft.write_all(bytes)?;
        }
        self.draft.flush()
    }

    /// Ends the file and gives it its name; also says whether there is one, which takes a piece.
    pub(super) fn finish(self) -> (bool, io::Result<()>) {
        if self.length == 0 {
            return (false, Ok(()));
        }
        let finished = self.draft.finish().map(drop);
        (finished.is_ok(), finished)
    }
}
