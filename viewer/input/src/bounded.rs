//! Files that a user names, read whole: regular ones, up to a size. Words of theirs in messages, up to a length.

use std::fs::File;
use std::io::{Error, ErrorKind, Read};
use std::path::Path;

/// Opens a regular file.
///
/// Pipes, devices and folders are refused before they are opened: they may have no end, or wait for a writer.
///
/// # Errors
/// Those of the file system, and one of what is no regular file.
pub fn open(path: &Path) -> std::io::Result<File> {
    match std::fs::metadata(path)?.is_file() {
        true => File::open(path),
        false => Err(Error::new(ErrorKind::InvalidInput, "it is no regular file")),
    }
}

/// Reads a regular file of at most `most` bytes.
///
/// # Errors
/// As [`open`], and one of a file that is longer.
pub fn read(path: &Path, most: usize) -> std::io::Result<Vec<u8>> {
    let too_long = || {
        let message = format!("it is longer than {most} bytes, which is as much as is read");
        Err(Error::new(ErrorKind::InvalidInput, message))
    };
    let file = open(path)?;
    if file.metadata()?.len() > most as u64 {
        return too_long();
    }
    // It may grow while it is read.
    let mut bytes = Vec::new();
    file.take(most as u64 + 1).read_to_end(&mut bytes)?;
    match bytes.len() > most {
        true => too_long(),
        false => Ok(bytes),
    }
}

/// Reads a regular file of at most `most` bytes of UTF-8 text.
///
/// # Errors
/// As [`open`], and one of a file that is longer or no text.
pub fn read_text(path: &Path, most: usize) -> std::io::Result<String> {
    String::from_utf8(read(path, most)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Error::new(ErrorKind::InvalidData, format!("byte {at} is no UTF-8 text"))
    })
}

/// A word of a file as messages show it: its first letters, without those that no terminal shows.
pub fn shown(word: &str, letters: usize) -> String {
    let mut text = String::new();
    for (count, letter) in word.chars().enumerate() {
        match letter {
            _ if count == letters => {
                text.push('…');
                break;
            }
            letter if letter.is_control() => text.extend(letter.escape_debug()),
            letter => text.push(letter),
        }
    }
    text
}

/// A message that quotes what a user named, such as a file: letters that no terminal shows are escaped, lines are kept.
pub fn visible(message: &str) -> String {
    let lines: Vec<_> = message.lines().map(|line| shown(line, usize::MAX)).collect();
    lines.join("\n")
}

/// A message of a parser, which may quote all of a value: its first and its last letters.
pub fn ends(message: &str, letters: usize) -> String {
    let last = message.char_indices().rev().nth(letters).map_or(0, |(at, _)| at);
    match message.char_indices().nth(letters) {
        Some((first, _)) if first < last => {
            format!("{} {}", shown(message, letters), shown(&message[last..], letters + 1))
        }
        _ => shown(message, 2 * letters + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of four gigabytes without a block on the disk.
    #[test]
    fn a_file_that_is_too_long_is_refused_before_it_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("long.stl");
        File::create(&path).unwrap().set_len(1 << 32).unwrap();
        let taken = allocation_counter::measure(|| {
            let error = read(&path, 1 << 30).unwrap_err().to_string();
            assert!(error.contains("longer than 1073741824 bytes"), "{error}");
        });
        assert!(taken.bytes_max < 1 << 20, "{taken:?}");
    }

    #[test]
    fn words_are_shown_up_to_a_length_on_one_line() {
        assert_eq!(shown("mass_kg", 7), "mass_kg");
        assert_eq!(shown("mass_kg", 4), "mass…");
        assert_eq!(shown("a\nb\u{0}é'", 9), "a\\nb\\0é'");
    }

    #[test]
    fn messages_keep_their_lines_and_nothing_else_that_is_not_shown() {
        assert_eq!(visible("a\u{7f}.png: none\n  é\u{1b}"), "a\\u{7f}.png: none\n  é\\u{1b}");
    }

    #[test]
    fn messages_are_shown_from_both_ends() {
        assert_eq!(ends("a value of 3", 20), "a value of 3");
        let long = format!("a value of {} at line 7", "é".repeat(100));
        assert_eq!(ends(&long, 12), "a value of é… ééé at line 7");
    }
}
