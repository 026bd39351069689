//! The state of a lattice: in memory, as a checkpoint in a file, and its hash.
//!
//! A checkpoint in a file is little-endian: the magic `ESTELALB`, version, cells along x and y (`u32` each), a fingerprint of
//! all that the lattice was built from, the steps taken (`u64` each), the nine populations of every cell (`f32`,
//! `[ny][9][nx]`), and a hash of all that comes before (`u64`).

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use super::Lattice;
use super::fingerprint::Hash;
use crate::Error;
use crate::d2q9::Q;

const MAGIC: [u8; 8] = *b"ESTELALB";
/// Version of the format; any change of the layout or of the fingerprint's contents increases it.
const VERSION: u32 = 2;

/// The state of a lattice after a step, from which a lattice that was built alike continues with the same bits
/// ([`Lattice::restore`]).
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LatticeState {
    /// Steps taken.
    pub steps: u64,
    /// Stored deviations of all populations, `[ny][9][nx]`, x fastest, without ghost cells.
    pub populations: Vec<f32>,
}

impl Lattice {
    /// The present state.
    pub fn state(&self) -> LatticeState {
        let mut populations = Vec::with_capacity(self.layout().cells() * Q);
        self.each_line(|line| populations.extend_from_slice(line));
        LatticeState { steps: self.steps(), populations }
    }

    /// Restores a state of this lattice, or of one that was built alike ([`Self::fingerprint`]).
    ///
    /// # Errors
    /// [`Error::ShapeMismatch`] if it has not nine populations for each cell; nothing changes then.
    pub fn restore(&mut self, state: &LatticeState) -> Result<(), Error> {
        let (expected, got) = (self.layout().cells() * Q, state.populations.len());
        if got != expected {
            return Err(Error::ShapeMismatch { what: "populations", expected, got });
        }
        let row = self.layout().nx() * Q;
        self.map_rows(|j, targets| {
            let lines = state.populations[j * row..(j + 1) * row].chunks_exact(row / Q);
            targets.into_iter().zip(lines).for_each(|(target, line)| target.copy_from_slice(line));
        });
        self.set_steps(state.steps);
        self.failed = None;
        Ok(())
    }

    /// Writes the state to a file from which [`Self::load`] restores it to the bit.
    ///
    /// The file gets its name only when it is complete: until then, and if anything fails, an earlier one stays unchanged.
    ///
    /// # Errors
    /// [`Error::File`] when it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        let partial = partial_name(path);
        let written = File::create(&partial).and_then(|file| {
            let mut out = Hashed { inner: BufWriter::new(file), hash: Hash::new() };
            self.write_state(&mut out)?;
            let hash = out.hash.0;
            out.inner.write_all(&hash.to_le_bytes())?;
            out.inner.into_inner().map_err(|error| error.into_error())?.sync_all()?;
            fs::rename(&partial, path)
        });
        written.map_err(|error| {
            // Why the write failed matters more than whether the partial file could be removed.
            let _ = fs::remove_file(&partial);
            file_error(path, &error)
        })
    }

    /// Restores the state from a file saved by a lattice that was built alike.
    ///
    /// On an error the lattice keeps its state.
    ///
    /// # Errors
    /// [`Error::File`] if it cannot be read, [`Error::Checkpoint`] if it is not a checkpoint, of another version, of a
    /// lattice built differently, truncated, damaged, or too long.
    pub fn load(&mut self, path: &Path) -> Result<(), Error> {
        let refuse = |reason: String| Error::Checkpoint { path: path.to_owned(), reason };
        let read_error = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::UnexpectedEof => refuse("it is cut short".to_owned()),
            _ => file_error(path, &error),
        };
        let file = File::open(path).map_err(|error| file_error(path, &error))?;
        let mut input = Hashed { inner: BufReader::new(file), hash: Hash::new() };
        if input.bytes().map_err(read_error)? != MAGIC {
            return Err(refuse("it is no checkpoint of a lattice".to_owned()));
        }
        let version = u32::from_le_bytes(input.bytes().map_err(read_error)?);
        if version != VERSION {
            return Err(refuse(format!("it is of version {version}, this program reads version {VERSION}")));
        }
        let mut side = || input.bytes().map(u32::from_le_bytes).map_err(read_error);
        let (nx, ny) = (side()? as usize, side()? as usize);
        if [nx, ny] != [self.layout().nx(), self.layout().ny()] {
            let (own_nx, own_ny) = (self.layout().nx(), self.layout().ny());
            return Err(refuse(format!("it has {nx} × {ny} cells, the lattice {own_nx} × {own_ny}")));
        }
        let mut number = || input.bytes().map(u64::from_le_bytes).map_err(read_error);
        let (fingerprint, steps) = (number()?, number()?);
        if fingerprint != self.fingerprint() {
            let what = "it is of a lattice with other units, collision, rest depth, bed, forces or storage";
            return Err(refuse(what.to_owned()));
        }
        let mut bytes = vec![0u8; nx * ny * Q * size_of::<f32>()];
        input.read_exact(&mut bytes).map_err(read_error)?;
        let hash = input.hash.0;
        if u64::from_le_bytes(input.bytes().map_err(read_error)?) != hash {
            return Err(refuse("it is damaged: its hash does not match".to_owned()));
        }
        if input.inner.read(&mut [0]).map_err(read_error)? != 0 {
            return Err(refuse("it goes on behind its end".to_owned()));
        }
        let populations = bytes.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        self.restore(&LatticeState { steps, populations })
    }

    /// A hash of all populations and the steps taken: equal for equal states, whatever the number of threads and the vector
    /// instructions that computed them.
    pub fn state_hash(&self) -> u64 {
        let mut hash = Hash::new();
        hash.add(&self.steps().to_le_bytes());
        self.each_line(|line| line.iter().for_each(|f| hash.add(&f.to_le_bytes())));
        hash.0
    }

    fn write_state(&self, out: &mut impl Write) -> std::io::Result<()> {
        out.write_all(&MAGIC)?;
        out.write_all(&VERSION.to_le_bytes())?;
        for side in [self.layout().nx(), self.layout().ny()] {
            out.write_all(&(side as u32).to_le_bytes())?;
        }
        out.write_all(&self.fingerprint().to_le_bytes())?;
        out.write_all(&self.steps().to_le_bytes())?;
        let mut result = Ok(());
        let mut bytes = Vec::with_capacity(self.layout().nx() * size_of::<f32>());
        self.each_line(|line| {
            bytes.clear();
            line.iter().for_each(|f| bytes.extend_from_slice(&f.to_le_bytes()));
            if result.is_ok() {
                result = out.write_all(&bytes);
            }
        });
        result
    }

    fn each_line(&self, mut visit: impl FnMut(&[f32])) {
        for j in 0..self.layout().ny() {
            self.read_row(j, |lines| lines.into_iter().for_each(&mut visit));
        }
    }
}

fn file_error(path: &Path, error: &std::io::Error) -> Error {
    Error::File { path: path.to_owned(), reason: error.to_string() }
}

/// The name of a file, in the same folder, until it is complete.
fn partial_name(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}

/// A reader or writer that hashes the bytes that pass through it.
struct Hashed<T> {
    inner: T,
    hash: Hash,
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let n = self.inner.write(bytes)?;
        self.hash.add(&bytes[..n]);
        Ok(n)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.inner.flush()
    }
}

impl<R: Read> Hashed<R> {
    fn read_exact(&mut self, bytes: &mut [u8]) -> std::io::Result<()> {
        self.inner.read_exact(bytes)?;
        self.hash.add(bytes);
        Ok(())
    }

    fn bytes<const N: usize>(&mut self) -> std::io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}
