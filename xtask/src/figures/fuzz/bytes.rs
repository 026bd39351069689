//! Changes of bytes and of words.

use super::random::Random;

/// Numbers of four bytes that lengths, counts and coordinates may not be.
const WORDS: [u32; 12] = [
    0,
    1,
    3,
    0x7fff_ffff,
    0x8000_0000,
    u32::MAX,
    0x0010_0000,
    0x7f80_0000, // infinity
    0xff80_0000,
    0x7fc0_0000, // NaN
    0x7f7f_ffff, // the greatest f32
    0x0000_0001, // the least
];

/// Numbers of eight bytes that lengths, steps, positions and speeds may not be.
const LONG_WORDS: [u64; 10] = [
    0,
    1,
    u64::MAX,
    1 << 40,
    0x3ff0_0000_0000_0000, // 1
    0xbff0_0000_0000_0000,
    0x7ff0_0000_0000_0000, // infinity
    0x7ff8_0000_0000_0000, // NaN
    0x7fef_ffff_ffff_ffff, // the greatest f64
    0x54b2_49ad_2594_c37d, // 1e100
];

/// Words of text files that numbers and keys may not be.
pub(super) const TEXTS: [&str; 22] = [
    "",
    "0",
    "-0",
    "-1",
    "1e999",
    "-1e999",
    "1e300",
    "-1e300",
    "nan",
    "inf",
    "1e-999",
    "0.1e",
    "99999999999999999999",
    "-99999999999999999999",
    "1/2/3",
    "//",
    "\u{0}",
    "é",
    "vertex",
    "f",
    "v",
    "\\",
];

/// Changes some bytes, words of four bytes, or pieces.
pub(super) fn change(random: &mut Random, bytes: &mut Vec<u8>) {
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len());
        match random.below(9) {
            0 | 1 if !bytes.is_empty() => bytes[at] = random.next() as u8,
            2 if !bytes.is_empty() => bytes[at] ^= 1 << random.below(8),
            3 => bytes.truncate(at),
            4 if bytes.len() >= 4 => {
                let at = at.min(bytes.len() - 4);
                bytes[at..at + 4].copy_from_slice(&random.of_these(&WORDS).to_le_bytes());
            }
            5 => {
                let end = (at + random.below(64)).min(bytes.len());
                bytes.drain(at..end);
            }
            6 => {
                let end = (at + random.below(64)).min(bytes.len());
                let piece = bytes[at..end].repeat(1 + random.below(4));
                bytes.splice(at..at, piece);
            }
            7 if bytes.len() >= 8 => {
                let at = at.min(bytes.len() - 8);
                bytes[at..at + 8].copy_from_slice(&random.of_these(&LONG_WORDS).to_le_bytes());
            }
            _ => bytes.insert(at, random.next() as u8),
        }
    }
}

/// Changes words and lines of a text.
pub(super) fn change_words(random: &mut Random, text: &str) -> String {
    let mut lines: Vec<Vec<String>> =
        text.lines().map(|line| line.split_whitespace().map(String::from).collect()).collect();
    for _ in 0..1 + random.below(4) {
        let at = random.below(lines.len());
        let Some(line) = lines.get_mut(at) else { break };
        let word = random.below(line.len());
        match random.below(8) {
            0..=2 if !line.is_empty() => line[word] = random.of_these(&TEXTS).to_string(),
            3 if !line.is_empty() => drop(line.remove(word)),
            4 => line.insert(word, random.of_these(&TEXTS).to_string()),
            5 => drop(lines.remove(at)),
            6 => lines.insert(at, lines[at].clone()),
            _ => lines.truncate(at),
        }
    }
    let lines: Vec<String> = lines.into_iter().map(|words| words.join(" ")).collect();
    lines.join("\n") + "\n"
}
