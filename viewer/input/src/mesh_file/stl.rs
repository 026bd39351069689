//! STL, binary and ASCII.

use glam::Vec3;

use super::soup::{MOST_TRIANGLES, Soup, point, shown, too_many};

/// Header and count of a binary file, then 50 bytes a triangle: normal, corners, and two bytes for what the writer likes.
const HEADER: usize = 80;
const FACE: usize = 50;

pub(super) fn read(bytes: &[u8]) -> Result<Soup, String> {
    let count = bytes.get(HEADER..HEADER + 4).and_then(|count| count.try_into().ok()).map(u32::from_le_bytes);
    let announced = count.map(|count| (HEADER + 4) as u64 + FACE as u64 * u64::from(count));
    // The word `solid` also stands in some binary headers.
    if announced == Some(bytes.len() as u64) {
        return binary(&bytes[HEADER + 4..]);
    }
    match (bytes.trim_ascii_start().starts_with(b"solid"), announced) {
        (true, _) => ascii(bytes),
        (false, Some(length)) => Err(format!("{} bytes where its header announces {length}", bytes.len())),
        (false, None) => Err(format!("{} bytes are less than a header", bytes.len())),
    }
}

fn binary(faces: &[u8]) -> Result<Soup, String> {
    if faces.len() / FACE > MOST_TRIANGLES {
        return Err(too_many());
    }
    let number = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let corner = |bytes: &[u8]| Vec3::new(number(bytes), number(&bytes[4..]), number(&bytes[8..]));
    let face = |bytes: &[u8]| [corner(&bytes[12..]), corner(&bytes[24..]), corner(&bytes[36..])];
    Ok(Soup { corners: faces.chunks_exact(FACE).map(face).collect() })
}

/// One or more solids, each from `solid` to `endsolid`. Normals are left to the order of the corners.
fn ascii(bytes: &[u8]) -> Result<Soup, String> {
    let mut soup = Soup::default();
    let mut within_solid = false;
    // The corners so far of the facet under way.
    let mut facet: Option<Vec<Vec3>> = None;
    let mut last = 0;
    for (line, number) in bytes.split(|byte| *byte == b'\n').zip(1..) {
        let text = String::from_utf8_lossy(line);
        let mut words = text.split_ascii_whitespace();
        let Some(word) = words.next() else { continue };
        last = number;
        let fault = |message: String| format!("line {number}: {message}");
        match (word.to_ascii_lowercase().as_str(), &mut facet) {
            ("solid", None) if !within_solid => within_solid = true,
            ("endsolid", None) if within_solid => within_solid = false,
            ("facet", None) if within_solid => facet = Some(Vec::with_capacity(3)),
            ("outer" | "endloop", Some(_)) => {}
            ("vertex", Some(corners)) if corners.len() < 3 => corners.push(point(&mut words).map_err(fault)?),
            ("endfacet", Some(corners)) => {
                let triangle = <[Vec3; 3]>::try_from(&corners[..]);
                let count = corners.len();
                soup.push(
                    triangle.map_err(|_| fault(format!("a facet of {count} corners; it must have 3")))?,
                )?;
                facet = None;
            }
            (_, None) => {
                let wanted = if within_solid { "`facet` or `endsolid`" } else { "`solid`" };
                return Err(fault(format!("`{}` where {wanted} is expected", shown(word))));
            }
            (_, Some(_)) => {
                let message = format!(
                    "`{}` within a facet, which is `outer loop`, three times `vertex`, `endloop`",
                    shown(word)
                );
                return Err(fault(message));
            }
        }
    }
    match (within_solid, facet) {
        (_, Some(_)) => Err(format!("line {last}: it ends within a facet")),
        (true, None) => {
            Err(format!("line {last}: it ends without `endsolid`, so that some of it may be missing"))
        }
        (false, None) => Ok(soup),
    }
}
