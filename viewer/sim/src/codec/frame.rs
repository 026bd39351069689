//! What surrounds the bytes of a checkpoint: its kind, its version, its length, a checksum.

use std::io::{self, Read, Write};

use crate::checkpoint::Error;

/// A kind of checkpoint: the bytes that it begins with, and the version of what follows.
///
/// On disk: the magic, the version (`u32`), the number of bytes (`u64`), these, and the [`checksum`] of all before (`u64`).
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    /// First bytes.
    pub magic: [u8; 8],
    /// Version of what follows the head.
    pub version: u32,
}

/// Length of what comes before the bytes.
const HEAD: usize = 8 + 4 + 8;

impl Frame {
    /// Writes a checkpoint with these bytes.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, body: &[u8], mut out: impl Write) -> io::Result<()> {
        let head = self.head(body.len() as u64);
        out.write_all(&head)?;
        out.write_all(body)?;
        out.write_all(&checksum(checksum(0, &head), body).to_le_bytes())
    }

    /// The bytes; what comes after the checkpoint is left in `input`.
    ///
    /// # Errors
    /// [`Error`] if it is of another kind or version, cut short or damaged.
    pub fn read(&self, mut input: impl Read) -> Result<Vec<u8>, Error> {
        let mut head = [0; HEAD];
        input.read_exact(&mut head)?;
        if head[..8] != self.magic {
            return Err(Error::OtherKind);
        }
        let version = u32::from_le_bytes(head[8..12].try_into().unwrap_or_default());
        if version != self.version {
            return Err(Error::Version { version, reads: self.version });
        }
        let length = u64::from_le_bytes(head[12..].try_into().unwrap_or_default());
        // Memory is taken as bytes come, whatever the length says.
        let mut body = Vec::new();
        input.by_ref().take(length).read_to_end(&mut body)?;
        if body.len() as u64 != length {
            return Err(Error::CutShort);
        }
        let mut sum = [0; 8];
        input.read_exact(&mut sum)?;
        if u64::from_le_bytes(sum) != checksum(checksum(0, &head), &body) {
            return Err(Error::Damaged);
        }
        Ok(body)
    }

    fn head(&self, length: u64) -> [u8; HEAD] {
        let mut head = [0; HEAD];
        head[..8].copy_from_slice(&self.magic);
        head[8..12].copy_from_slice(&self.version.to_le_bytes());
        head[12..].copy_from_slice(&length.to_le_bytes());
        head
    }
}

/// Continues the checksum `sum` of what comes before with `bytes`: each word of eight bytes, zeros added to the last, is
/// mixed in by a bijection, so that a change within one word always changes the sum, and others but once in 2⁶⁴.
pub fn checksum(sum: u64, bytes: &[u8]) -> u64 {
    let mix = |sum: u64, word: u64| {
        let mixed = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 32
    };
    let (words, rest) = bytes.as_chunks();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let sum =
        words.iter().fold(mix(sum, bytes.len() as u64), |sum, word| mix(sum, u64::from_le_bytes(*word)));
    mix(sum, u64::from_le_bytes(last))
}
