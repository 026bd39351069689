use std::path::Path;

use gltf::buffer::Source;

/// The bytes of every buffer of a document: the binary chunk, a file beside it, or a `data:` URI.
pub(super) fn read(
    document: &gltf::Document,
    folder: &Path,
    blob: Option<Vec<u8>>,
) -> Result<Vec<Vec<u8>>, String> {
    let mut blob = blob;
    document
        .buffers()
        .map(|buffer| {
            let bytes = match buffer.source() {
                Source::Bin => blob.take().ok_or("its binary chunk is missing")?,
                Source::Uri(uri) => resource(uri, folder)?,
            };
            if bytes.len() < buffer.length() {
                let (got, wanted) = (bytes.len(), buffer.length());
                return Err(format!("buffer {} has {got} bytes of {wanted}", buffer.index()));
            }
            Ok(bytes)
        })
        .collect()
}

fn resource(uri: &str, folder: &Path) -> Result<Vec<u8>, String> {
    if let Some(data) = uri.strip_prefix("data:") {
        let text = data.split_once(";base64,").map(|(_, text)| text);
        return text.and_then(base64).ok_or_else(|| "a data URI is not base64".into());
    }
    let path = folder.join(unescape(uri));
    std::fs::read(&path).map_err(|error| format!("its buffer {} cannot be read: {error}", path.display()))
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
