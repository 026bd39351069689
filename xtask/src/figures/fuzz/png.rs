//! Changes of pictures: of their chunks, with check sums that fit, so that what is behind them is reached.

use super::bytes;
use super::random::Random;

/// Signature of a picture; length and name of a chunk before its data, and a sum after them.
const SIGNATURE: usize = 8;

pub(super) fn change(random: &mut Random, picture: &[u8]) -> Vec<u8> {
    let mut chunks = chunks(picture);
    let at = random.below(chunks.len());
    match random.below(6) {
        0 => drop(chunks.remove(at)),
        1 => chunks.insert(at, chunks[at].clone()),
        2 => chunks.reverse(),
        _ => {
            let (name, data) = &mut chunks[at];
            if random.one_in(8) {
                name[random.below(4)] ^= 1 << random.below(8);
            }
            bytes::change(random, data);
        }
    }
    let mut changed = picture[..SIGNATURE].to_vec();
    for (name, data) in &chunks {
        changed.extend((data.len() as u32).to_be_bytes());
        let start = changed.len();
        changed.extend(name);
        changed.extend(data);
        let sum = crc(&changed[start..]);
        changed.extend(sum.to_be_bytes());
    }
    changed
}

fn chunks(picture: &[u8]) -> Vec<([u8; 4], Vec<u8>)> {
    let mut rest = &picture[SIGNATURE..];
    let mut chunks = Vec::new();
    while let [a, b, c, d, name @ ..] = rest
        && let Some((name, data)) = name.split_first_chunk::<4>()
        && let Some((data, after)) = data.split_at_checked(u32::from_be_bytes([*a, *b, *c, *d]) as usize)
    {
        chunks.push((*name, data.to_vec()));
        rest = after.get(4..).unwrap_or_default();
    }
    chunks
}

/// Cyclic redundancy check of PNG (ISO/IEC 15948, Annex D).
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(
            sum ^ u32::from(*byte),
            |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 },
        )
    })
}
