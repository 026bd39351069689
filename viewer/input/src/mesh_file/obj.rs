//! Wavefront OBJ: the corners `v` and faces `f`; all else does not matter to the shape.

use std::borrow::Cow;

use glam::Vec3;

use super::soup::{MOST_TRIANGLES, Soup, point, shown};

/// Greatest number of corners that are read: three for each triangle.
const MOST_CORNERS: usize = 3 * MOST_TRIANGLES;

pub(super) fn read(bytes: &[u8]) -> Result<Soup, String> {
    let mut corners = Vec::new();
    // First, because a face may stand before its corners.
    for (line, text) in statements(bytes) {
        let mut words = text.split_ascii_whitespace();
        if words.next() == Some("v") {
            let corner = point(&mut words).map_err(|message| format!("line {line}: {message}"))?;
            if corners.len() == MOST_CORNERS {
                return Err(format!(
                    "more than {MOST_CORNERS} corners, which is as many as are read; simplify it"
                ));
            }
            corners.push(corner);
        }
    }
    let mut soup = Soup::default();
    let mut passed = 0;
    for (line, text) in statements(bytes) {
        let mut words = text.split_ascii_whitespace();
        match words.next() {
            Some("v") => passed += 1,
            Some("f") => {
                face(words, passed, &corners, &mut soup)
                    .map_err(|message| format!("line {line}: {message}"))?;
            }
            _ => {}
        }
    }
    Ok(soup)
}

/// A polygon as a fan about its first corner; one of fewer than three corners has no surface.
fn face<'a>(
    words: impl Iterator<Item = &'a str>,
    passed: usize,
    corners: &[Vec3],
    soup: &mut Soup,
) -> Result<(), String> {
    let mut fan: Option<(Vec3, Option<Vec3>)> = None;
    for word in words {
        let corner = corners[index(word, passed, corners.len())?];
        fan = Some(match fan {
            None => (corner, None),
            Some((first, None)) => (first, Some(corner)),
            Some((first, Some(last))) => {
                soup.push([first, last, corner])?;
                (first, Some(corner))
            }
        });
    }
    Ok(())
}

/// Place of a corner in the list, from `5`, `5/1/3`, or `-1` for the last of those that are `passed`.
fn index(word: &str, passed: usize, count: usize) -> Result<usize, String> {
    let number = word.split('/').next().unwrap_or_default();
    let number: i64 = number.parse().map_err(|_| format!("`{}` is no corner of a face", shown(word)))?;
    let place = if number < 0 { passed as i64 + number } else { number - 1 };
    match usize::try_from(place) {
        Ok(place) if place < count => Ok(place),
        _ => Err(format!("corner {number} is none of the {count}; they are counted from 1, or back from -1")),
    }
}

/// The lines of a file with the number of each; one that ends in a backslash goes on in the next.
fn statements(bytes: &[u8]) -> impl Iterator<Item = (usize, Cow<'_, str>)> {
    let mut lines = bytes.split(|byte| *byte == b'\n').zip(1..);
    std::iter::from_fn(move || {
        let (first, number) = lines.next()?;
        let mut text = String::from_utf8_lossy(first);
        while let Some(length) = text.trim_end().strip_suffix('\\').map(str::len) {
            let joined = text.to_mut();
            joined.truncate(length);
            joined.push(' ');
            let Some((more, _)) = lines.next() else { break };
            joined.push_str(&String::from_utf8_lossy(more));
        }
        Some((number, text))
    })
}
