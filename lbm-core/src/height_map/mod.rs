//! Height maps: the bed from a file.

mod asc;
#[cfg(feature = "image")]
mod image;

#[cfg(feature = "image")]
pub use image::GrayScale;

use std::io::Read;
use std::path::Path;

use crate::Error;

/// Greatest length of a file, bytes.
const MOST_BYTES: u64 = 1 << 28;

/// Greatest number of heights.
const MOST_HEIGHTS: usize = 1 << 27;

/// Reads a regular file; a pipe or a device may have no end.
fn read_file(path: &Path) -> Result<Vec<u8>, Error> {
    let refuse = |reason: String| Error::File { path: path.to_owned(), reason };
    let file = std::fs::metadata(path).map_err(|error| refuse(error.to_string()))?;
    if !file.is_file() || file.len() > MOST_BYTES {
        return Err(refuse(format!("it is no regular file of at most {MOST_BYTES} bytes")));
    }
    let mut bytes = Vec::new();
    let opened = std::fs::File::open(path);
    let read = opened.and_then(|file| file.take(MOST_BYTES).read_to_end(&mut bytes));
    read.map(|_| bytes).map_err(|error| refuse(error.to_string()))
}

/// A georeferenced grid of heights, north up, for example of a bed.
///
/// Read from an ESRI ASCII grid ([`Self::parse_asc`]) or a grayscale image (`read_png`, with the feature `image`), or
/// built from any numbers ([`Self::from_north`]). Heights between the centers of cells are interpolated
/// ([`Self::height_m`]).
///
/// ```
/// use lbm_core::{HeightMap, Lattice, Units};
///
/// let text = "ncols 3\nnrows 2\nxllcorner 500\nyllcorner 200\ncellsize 10\nNODATA_value -9999\n\
///             1.0 1.2 1.4\n0.0 0.2 -9999\n";
/// let map = HeightMap::parse_asc(text)?;
/// // Between the four cells on the left; the file's first line is the northern one.
/// assert!((map.height_m(510.0, 210.0).unwrap() - 0.6).abs() < 1e-12);
/// // One of the four cells around has no data.
/// assert_eq!(map.height_m(520.0, 210.0), None);
///
/// let [x0, y0] = map.corner_m();
/// let units = Units::from_gravity_number(2.0, 4.0, 0.15, 9.81)?;
/// let lattice = Lattice::builder(10, 10, units)
///     .rest_depth_m(4.0)
///     .bed_m(|x, y| map.height_m(x0 + x, y0 + y).unwrap_or(0.0))
///     .build()?;
/// # Ok::<(), lbm_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct HeightMap {
    columns: usize,
    place: Georeference,
    /// `[rows][columns]`, from south to north, `None` where there is no data.
    heights_m: Vec<Option<f64>>,
}

/// Position and resolution of a [`HeightMap`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Georeference {
    /// The lower left corner of the lower left cell, m.
    pub corner_m: [f64; 2],
    /// Side of a cell, m.
    pub cell_size_m: f64,
}

impl HeightMap {
    /// Builds a map of heights `[rows][columns]`, m, the northern row first and each from west to east; `None` where there is
    /// no data.
    ///
    /// # Errors
    /// [`Error::HeightCount`] unless the heights fill whole rows and are at most 2²⁷, [`Error::OutOfRange`] unless the cell size is above 0,
    /// [`Error::NotFinite`] unless it and the corner are finite.
    pub fn from_north(columns: usize, heights_m: &[Option<f64>], place: Georeference) -> Result<Self, Error> {
        if heights_m.is_empty() || columns == 0 || !heights_m.len().is_multiple_of(columns) {
            return Err(Error::HeightCount { columns, heights: heights_m.len() });
        }
        if heights_m.len() > MOST_HEIGHTS {
            return Err(Error::HeightCount { columns, heights: heights_m.len() });
        }
        let size = place.cell_size_m;
        Error::require_positive("cell size of the height map [m]", size)?;
        for corner in place.corner_m {
            Error::require_finite("corner of the height map [m]", corner)?;
        }
        let heights_m = heights_m.chunks_exact(columns).rev().flatten().copied().collect();
        Ok(Self { columns, place, heights_m })
    }

    /// Columns and rows.
    pub fn size(&self) -> [usize; 2] {
        [self.columns, self.heights_m.len() / self.columns]
    }

    /// The lower left corner of the lower left cell, m.
    pub fn corner_m(&self) -> [f64; 2] {
        self.place.corner_m
    }

    /// Side of a cell, m.
    pub fn cell_size_m(&self) -> f64 {
        self.place.cell_size_m
    }

    /// Height of the cell in column `i` from the west and row `j` from the south; `None` without data there.
    ///
    /// # Panics
    /// If the cell lies outside the grid.
    pub fn cell_m(&self, i: usize, j: usize) -> Option<f64> {
        assert!(i < self.columns, "column {i} of {}", self.columns);
        self.heights_m[j * self.columns + i]
    }

    /// Height at `(x, y)` in the map's coordinates: bilinear between the centers of the four cells around it, constant
    /// in the outer half of those at the edge. `None` outside the grid, or if a cell with a positive weight has no data.
    pub fn height_m(&self, x: f64, y: f64) -> Option<f64> {
        let size = self.size();
        let mut along = [(0, 0, 0.0); 2];
        for (axis, at) in [x, y].into_iter().enumerate() {
            let cells = (at - self.place.corner_m[axis]) / self.place.cell_size_m;
            if !(0.0..=size[axis] as f64).contains(&cells) {
                return None;
            }
            let last = (size[axis] - 1) as f64;
            let from_center = (cells - 0.5).clamp(0.0, last);
            let low = from_center.floor();
            along[axis] = (low as usize, (low + 1.0).min(last) as usize, from_center - low);
        }
        let [(i0, i1, s), (j0, j1, t)] = along;
        let mut sum = 0.0;
        for (i, j, weight) in [
            (i0, j0, (1.0 - s) * (1.0 - t)),
            (i1, j0, s * (1.0 - t)),
            (i0, j1, (1.0 - s) * t),
            (i1, j1, s * t),
        ] {
            if weight > 0.0 {
                sum += weight * self.cell_m(i, j)?;
            }
        }
        Some(sum)
    }
}
