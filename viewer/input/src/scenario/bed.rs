use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A part of the bed's height above `z = 0`; the heights of all parts add up. The bed must leave water everywhere, for the method
/// has no dry cells (`water.least_depth_m`).
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Bed {
    /// A map of heights from an ESRI ASCII grid, bilinear between the centers of its cells.
    Asc {
        /// The file, `.asc`, relative to the scenario file, else to the working folder.
        file: PathBuf,
        /// Point of the map, in its coordinates, that lies at the domain's lower-left corner; the map's own lower-left corner when
        /// left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        origin_m: Option<[f64; 2]>,
        /// Added to its heights: with heights above sea level and the still level at the sea's, `water.level_m`.
        #[serde(default)]
        offset_m: f64,
    },
    /// A map of heights from a grayscale PNG of 8 or 16 bits, north up, bilinear between the centers of its pixels.
    Png {
        /// The file, `.png`, relative to the scenario file, else to the working folder.
        file: PathBuf,
        /// Side of a pixel.
        pixel_m: f64,
        /// Height of black.
        black_m: f64,
        /// Height of white.
        white_m: f64,
        /// Point of the map, from its lower-left corner, that lies at the domain's lower-left corner.
        #[serde(default)]
        origin_m: [f64; 2],
    },
    /// A plane between two points, level beyond them and across.
    Slope {
        /// Beginning of the slope.
        from_m: [f64; 2],
        /// End of the slope.
        to_m: [f64; 2],
        /// Heights at its beginning and its end.
        heights_m: [f64; 2],
    },
    /// A hill, or a hollow where its height is below 0.
    Bump {
        /// Middle of the bump.
        center_m: [f64; 2],
        /// Height of its middle.
        height_m: f64,
        /// Standard deviation `R` of a Gaussian bump, distance from the middle to the foot of a cosine.
        radius_m: f64,
        /// Profile of the bump.
        #[serde(default)]
        profile: Profile,
        /// Direction of its crest, counter-clockwise from +x, if it is a ridge or a trench across the domain; round when left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        crest_deg: Option<f64>,
    },
    /// A bowl `rise_m (r / R)²`, or a channel of such a section.
    Parabola {
        /// Lowest point of the bowl.
        center_m: [f64; 2],
        /// Distance `R` from there.
        radius_m: f64,
        /// Height at that distance; below 0 for a dome.
        rise_m: f64,
        /// Direction of its axis, counter-clockwise from +x, if it is a channel; round when left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        axis_deg: Option<f64>,
    },
}

/// Profiles of a bump over the distance `r` from its middle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// `exp(−r² / 2 R²)`.
    #[default]
    Gaussian,
    /// `½ (1 + cos(π r / R))` up to `R`, then nothing.
    Cosine,
}

impl Bed {
    /// The file that it names, to be changed, if any.
    pub fn file_mut(&mut self) -> Option<&mut PathBuf> {
        match self {
            Self::Asc { file, .. } | Self::Png { file, .. } => Some(file),
            _ => None,
        }
    }
}

/// Heights of the bed of a scenario in the cells of its grid.
#[derive(Debug, Clone, PartialEq)]
pub struct Heights {
    /// Cells along x and y.
    pub cells: [usize; 2],
    /// Side of a cell, m.
    pub cell_size_m: f64,
    /// Height above `z = 0` at the center of each cell, `[ny][nx]`, x fastest, m.
    pub bed_m: Vec<f32>,
    /// Heights of the lowest and the highest cell, m.
    pub range_m: [f64; 2],
}

impl Heights {
    /// Heights of the cells of a grid, `[ny][nx]`, x fastest, m.
    pub fn new(cells: [usize; 2], cell_size_m: f64, bed_m: Vec<f32>) -> Self {
        let heights = bed_m.iter().map(|height| f64::from(*height));
        let range_m =
            heights.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], z| [low.min(z), high.max(z)]);
        Self { cells, cell_size_m, bed_m, range_m }
    }

    /// Height in the cell that a position lies in; in the nearest one beyond the grid, m.
    pub fn in_cell_m(&self, x_m: f64, y_m: f64) -> f64 {
        let [i, j] = [(x_m, 0), (y_m, 1)]
            .map(|(at_m, axis)| ((at_m / self.cell_size_m).max(0.0) as usize).min(self.cells[axis] - 1));
        self.bed_m[j * self.cells[0] + i].into()
    }

    /// Height at a position, bilinear between the centers of cells, m.
    pub fn at_m(&self, x_m: f64, y_m: f64) -> f64 {
        let [(i, s), (j, t)] = [(x_m, 0), (y_m, 1)].map(|(at_m, axis)| {
            let last = self.cells[axis] - 1;
            let inside = (at_m / self.cell_size_m - 0.5).clamp(0.0, last as f64);
            let low = (inside as usize).min(last - 1);
            (low, inside - low as f64)
        });
        let row = |j: usize| {
            let cell = |i: usize| f64::from(self.bed_m[j * self.cells[0] + i]);
            cell(i) + s * (cell(i + 1) - cell(i))
        };
        row(j) + t * (row(j + 1) - row(j))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_between_cells_are_bilinear() {
        let bed_m = (0..12).map(|k| (k % 4) as f32 + 10.0 * (k / 4) as f32).collect();
        let heights = Heights::new([4, 3], 2.0, bed_m);
        assert_eq!(heights.in_cell_m(3.9, 4.1), 21.0);
        assert_eq!(heights.in_cell_m(-1.0, 9.0), 20.0);
        assert!((heights.at_m(4.0, 3.5) - (1.5 + 12.5)).abs() < 1e-12);
        assert_eq!(heights.at_m(0.0, 99.0), 20.0);
        assert_eq!(heights.range_m, [0.0, 23.0]);
    }
}
