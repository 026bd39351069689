//! What surrounds the bytes of checkpoints and replays, with a checksum that fits.

use viewer::sim::codec::checksum;

use super::bytes;
use super::random::Random;

/// Kind and version of a frame, 12 bytes, and its body.
pub(super) struct Frame {
    pub(super) head: [u8; 12],
    pub(super) body: Vec<u8>,
}

impl Frame {
    /// The frame with its length and a checksum that fits.
    pub(super) fn sealed(&self) -> Vec<u8> {
        let mut bytes = self.head.to_vec();
        bytes.extend((self.body.len() as u64).to_le_bytes());
        let sum = checksum(checksum(0, &bytes), &self.body);
        bytes.extend(&self.body);
        bytes.extend(sum.to_le_bytes());
        bytes
    }
}

/// The frames of a file, as far as they are whole.
pub(super) fn frames(mut rest: &[u8]) -> Vec<Frame> {
    let mut frames = Vec::new();
    while let Some((head, after)) = rest.split_first_chunk::<12>()
        && let Some((length, after)) = after.split_first_chunk::<8>()
        && let Some((body, after)) = after.split_at_checked(u64::from_le_bytes(*length) as usize)
        && let Some((_, after)) = after.split_at_checked(8)
    {
        frames.push(Frame { head: *head, body: body.into() });
        rest = after;
    }
    frames
}

/// Changes frames, and what is in them.
pub(super) fn change(random: &mut Random, file: &[u8]) -> Vec<u8> {
    let mut frames = frames(file);
    let at = random.below(frames.len());
    match random.below(12) {
        0 => drop(frames.remove(at)),
        1 => frames.swap(0, at),
        2 => frames[at].head[8] ^= 1 << random.below(8),
        _ => bytes::change(random, &mut frames[at].body),
    }
    frames.iter().flat_map(Frame::sealed).collect()
}
