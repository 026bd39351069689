//! The binary container: a header and chunks.

/// Header of the container, and of a chunk in it.
const HEADER: usize = 12;
const CHUNK_HEADER: usize = 8;

/// The JSON of a file and, from a binary container, the bytes of its first buffer.
pub(super) fn split(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), String> {
    if !bytes.starts_with(b"glTF") {
        return Ok((bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes), None));
    }
    let [version, length] = [word(bytes, 4), word(bytes, 8)].map(|word| word.ok_or("its header is cut off"));
    let (version, length) = (version?, length?);
    if version != 2 {
        return Err(format!("its header is of version {version}; it must be 2"));
    }
    if length < HEADER || length > bytes.len() {
        return Err(format!("{} bytes where its header announces {length}", bytes.len()));
    }
    let chunks = &bytes[HEADER..length];
    let (json, rest) = chunk(chunks, b"JSON")?;
    // What other chunks hold is not said.
    let binary =
        if rest.get(4..CHUNK_HEADER) == Some(b"BIN\0") { Some(chunk(rest, b"BIN\0")?.0) } else { None };
    Ok((json, binary))
}

/// The content of the first of some chunks, which must be of a kind, and the chunks after it.
fn chunk<'a>(chunks: &'a [u8], kind: &[u8; 4]) -> Result<(&'a [u8], &'a [u8]), String> {
    let name = String::from_utf8_lossy(kind);
    let name = name.trim_end_matches('\0');
    if chunks.get(4..CHUNK_HEADER) != Some(kind) {
        return Err(format!("its {name} chunk is missing"));
    }
    let length = word(chunks, 0).unwrap_or_default();
    let rest = &chunks[CHUNK_HEADER..];
    match rest.split_at_checked(length) {
        Some((content, rest)) => Ok((content, rest)),
        None => Err(format!("its {name} chunk has {} bytes of {length}", rest.len())),
    }
}

fn word(bytes: &[u8], at: usize) -> Option<usize> {
    let word = bytes.get(at..at + 4)?.try_into().ok()?;
    usize::try_from(u32::from_le_bytes(word)).ok()
}
