use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::render::error::Error;

/// Writes a file that is complete or absent: under another name first, which is then changed.
pub(crate) fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), Error> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let written = File::create(&part).and_then(|file| {
        let mut file = BufWriter::new(file);
        write(&mut file)?;
        file.flush()?;
        fs::rename(&part, path)
    });
    written.map_err(|source| {
        // The first error is the one to report.
        let _ = fs::remove_file(&part);
        Error::write(path, source)
    })
}
