//! Bytes of buffers: the binary chunk, files beside the document, or `data:` URIs.

use std::path::{Component, Path};

use super::document::{Buffer, Document};
use crate::bounded;

/// Greatest number of bytes of all buffers together.
const MOST_BYTES: usize = 1 << 30;

/// The bytes of every buffer of a document in a folder; `chunk` are those of a binary container.
pub(super) fn read(document: &Document, folder: &Path, chunk: Option<&[u8]>) -> Result<Vec<Vec<u8>>, String> {
    let mut left = MOST_BYTES;
    let mut buffers = Vec::new();
    for (i, buffer) in document.buffers.iter().enumerate() {
        let bytes = match (&buffer.uri, chunk) {
            (Some(uri), _) => {
                resource(uri, folder, left).map_err(|message| format!("buffers[{i}].uri: {message}"))?
            }
            (None, Some(chunk)) if i == 0 => chunk.into(),
            (None, _) => {
                return Err(format!("buffers[{i}].uri: missing, and there is no binary chunk for it"));
            }
        };
        let Buffer { byte_length, .. } = *buffer;
        if (bytes.len() as u64) < byte_length {
            return Err(format!("buffers[{i}].byteLength: {byte_length}, but it has {} bytes", bytes.len()));
        }
        left = left.saturating_sub(bytes.len());
        buffers.push(bytes);
    }
    Ok(buffers)
}

fn resource(uri: &str, folder: &Path, most: usize) -> Result<Vec<u8>, String> {
    if let Some(data) = uri.strip_prefix("data:") {
        let text = data.split_once(";base64,").map(|(_, text)| text);
        return text.and_then(base64).ok_or_else(|| "its data are no base64".into());
    }
    let name = unescape(uri);
    let shown = bounded::shown(&name, 100);
    let unreadable = |error: std::io::Error| format!("{shown} cannot be read: {error}");
    let elsewhere = || format!("{shown} is not in the folder of the file; only what is there is read");
    let inside = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    if !Path::new(&name).components().all(inside) {
        return Err(elsewhere());
    }
    // A link may lead out of the folder, too.
    let path = folder.join(&name).canonicalize().map_err(unreadable)?;
    if !path.starts_with(folder.canonicalize().map_err(unreadable)?) {
        return Err(elsewhere());
    }
    bounded::read(&path, most).map_err(unreadable)
}

/// Base64 with the standard alphabet (RFC 4648 §4), padding optional.
fn base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    for letters in text.trim_end_matches('=').as_bytes().chunks(4) {
        let mut bits = 0_u32;
        for letter in letters {
            let value = match letter {
                b'A'..=b'Z' => letter - b'A',
                b'a'..=b'z' => letter - b'a' + 26,
                b'0'..=b'9' => letter - b'0' + 52,
                b'+' => 62,
                b'/' => 63,
                _ => return None,
            };
            bits = bits << 6 | u32::from(value);
        }
        let whole = match letters.len() {
            1 => return None,
            letters => letters * 6 / 8,
        };
        bits <<= 6 * (4 - letters.len());
        bytes.extend_from_slice(&bits.to_be_bytes()[1..=whole]);
    }
    Some(bytes)
}

/// A file name without the `%20` kind of escapes (RFC 3986 §2.1).
fn unescape(uri: &str) -> String {
    let mut parts = uri.split('%');
    let mut bytes: Vec<u8> = parts.next().unwrap_or_default().into();
    for part in parts {
        let code = part.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok());
        match code {
            Some(code) => {
                bytes.push(code);
                bytes.extend_from_slice(&part.as_bytes()[2..]);
            }
            None => {
                bytes.push(b'%');
                bytes.extend_from_slice(part.as_bytes());
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_rfc_4648() {
        for (text, bytes) in [("", ""), ("Zg==", "f"), ("Zm8", "fo"), ("Zm9v", "foo"), ("Zm9vYmFy", "foobar")]
        {
            assert_eq!(base64(text).unwrap(), bytes.as_bytes());
        }
        assert_eq!(base64("+/8=").unwrap(), [0xfb, 0xff]);
        assert!(base64("Zm9v!").is_none() && base64("Zm9vY").is_none());
    }

    #[test]
    fn file_names_lose_their_escapes() {
        assert_eq!(unescape("my%20boat.bin"), "my boat.bin");
        assert_eq!(unescape("100%.bin"), "100%.bin");
    }
}
