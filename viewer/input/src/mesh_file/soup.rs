use glam::Vec3;

use crate::bounded;

/// Greatest number of triangles that are read: more than any hull needs, and what a machine still repairs in seconds.
pub(super) const MOST_TRIANGLES: usize = 4_000_000;

/// The corners of every triangle of a file, in the file's units and order; not more of them than are read.
#[derive(Debug, Default)]
pub(super) struct Soup {
    pub(super) corners: Vec<[Vec3; 3]>,
}

impl Soup {
    /// Adds a triangle.
    ///
    /// # Errors
    ///
    /// If there are too many.
    pub(super) fn push(&mut self, triangle: [Vec3; 3]) -> Result<(), String> {
        if self.corners.len() == MOST_TRIANGLES {
            return Err(too_many());
        }
        self.corners.push(triangle);
        Ok(())
    }
}

/// Message of a file with too many triangles.
pub(super) fn too_many() -> String {
    format!("more than {MOST_TRIANGLES} triangles, which is as many as are read; simplify it")
}

/// A word of a file as messages show it.
pub(super) fn shown(word: &str) -> String {
    bounded::shown(word, 40)
}

/// A number of a text file.
pub(super) fn number(word: Option<&str>) -> Result<f32, String> {
    let word = word.ok_or("a coordinate is missing; there must be three")?;
    word.parse().map_err(|_| format!("`{}` is no number", shown(word)))
}

/// Three coordinates of a text file; what follows them is left.
pub(super) fn point<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<Vec3, String> {
    Ok(Vec3::new(number(words.next())?, number(words.next())?, number(words.next())?))
}
