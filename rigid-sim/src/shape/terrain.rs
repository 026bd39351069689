//! Uneven ground: heights on a grid.

use crate::error::{Error, in_range, positive};
use glam::{DMat2, DVec2, DVec3};

/// Ground whose height is given at the centers of the square cells of a grid that begins at the origin; beyond the outermost centers it continues at their height.
///
/// Between the centers it is smooth: cubic along the lines between neighbors, with the slopes of the chords over two cells at the centers, as far as it stays between the heights there. Facets would have an edge at each
/// line, at which what slides or rolls along a hollow loses the square of the angle of its energy each time.
#[derive(Debug, Clone)]
pub(crate) struct Terrain {
    size: [usize; 2],
    cell_size_m: f64,
    /// `[ny][nx]`, x fastest.
    heights_m: Vec<f32>,
    /// Rise at each center over a cell along x and y, m.
    rises_m: Vec<[f32; 2]>,
    /// Whether the ground is higher at a center than half-way between two opposite neighbors: a hull can rest there between
    /// its corners.
    crests: Vec<bool>,
}

/// How much higher, in cells: above the rounding of heights.
const CREST: f64 = 1e-5;

/// Greatest rise of a smooth line at a point over the lesser of the rises of the chords beside it: with more it may leave the heights at its ends (Fritsch and Carlson 1980).
const STEEPEST: f64 = 3.0;

/// Most rounds in which the nearest point is found, and halvings of a way to it that is too long.
const ROUNDS: u32 = 20;
const HALVINGS: u32 = 8;

/// The ground at a place: height, slopes, and their changes along x, y and both, 1/m.
#[derive(Debug, Clone, Copy)]
struct Spot {
    height_m: f64,
    slope: DVec2,
    curving: DMat2,
}

impl Spot {
    fn normal(&self) -> DVec3 {
        DVec3::new(-self.slope.x, -self.slope.y, 1.0).normalize()
    }
}

/// Along one axis: the centers on both sides of a place, and what their heights and rises make of it, with the first and second derivative over a cell.
struct Along {
    nodes: [usize; 2],
    heights: [[f64; 3]; 2],
    rises: [[f64; 3]; 2],
}

impl Along {
    fn new(at_m: f64, cell_size_m: f64, size: usize) -> Self {
        let last = size - 1;
        let from_center = at_m / cell_size_m - 0.5;
        let inside = from_center.clamp(0.0, last as f64);
        let low = (inside.floor() as usize).min(last.saturating_sub(1));
        let s = inside - low as f64;
        let r = 1.0 - s;
        let nodes = [low, (low + 1).min(last)];
        let mut heights = [
            [(1.0 + 2.0 * s) * r * r, -6.0 * s * r, 12.0 * s - 6.0],
            [s * s * (3.0 - 2.0 * s), 6.0 * s * r, 6.0 - 12.0 * s],
        ];
        let mut rises = [
            [s * r * r, r * (1.0 - 3.0 * s), 6.0 * s - 4.0],
            [-s * s * r, s * (3.0 * s - 2.0), 6.0 * s - 2.0],
        ];
        if inside != from_center || last == 0 {
            for [_, first, second] in heights.iter_mut().chain(&mut rises) {
                (*first, *second) = (0.0, 0.0);
            }
        }
        Self { nodes, heights, rises }
    }
}

impl Terrain {
    pub(crate) fn new(size: [usize; 2], cell_size_m: f64, heights_m: Vec<f32>) -> Result<Self, Error> {
        positive("cell size of the ground (m)", cell_size_m)?;
        let [nx, ny] = size;
        let count = heights_m.len() as f64;
        let fits = nx > 0 && ny > 0 && nx.checked_mul(ny) == Some(heights_m.len());
        in_range(fits, "number of heights of the ground", count, "one for each cell of a grid")?;
        if let Some(cell) = heights_m.iter().position(|height| !height.is_finite()) {
            return Err(Error::NotFinite { what: format!("height of the ground in cell {cell} (m)") });
        }
        let (rises_m, crests) = (Vec::new(), Vec::new());
        let mut terrain = Self { size, cell_size_m, heights_m, rises_m, crests };
        terrain.rises_m = (0..nx * ny).map(|k| terrain.rise_m([k % nx, k / nx])).collect();
        terrain.crests = (0..nx * ny).map(|k| terrain.is_crest([k % nx, k / nx])).collect();
        Ok(terrain)
    }

    /// The rise at a center over a cell along both axes: that of the chord over two cells, as far as no neighbor is passed by.
    fn rise_m(&self, at: [usize; 2]) -> [f32; 2] {
        [0, 1].map(|axis| {
            let node_m = |k: usize| {
                let mut node = at;
                node[axis] = k;
                self.node_m(node)
            };
            let (k, here_m) = (at[axis], node_m(at[axis]));
            let before = (k > 0).then(|| here_m - node_m(k - 1));
            let after = (k + 1 < self.size[axis]).then(|| node_m(k + 1) - here_m);
            let (before, after) = (before.or(after).unwrap_or(0.0), after.or(before).unwrap_or(0.0));
            if before * after <= 0.0 {
                return 0.0;
            }
            let most_m = STEEPEST * before.abs().min(after.abs());
            (0.5 * (before + after)).clamp(-most_m, most_m) as f32
        })
    }

    fn is_crest(&self, [i, j]: [usize; 2]) -> bool {
        let at = |di: isize, dj: isize| {
            let along = |k: usize, d: isize, n: usize| k.saturating_add_signed(d).min(n - 1);
            self.node_m([along(i, di, self.size[0]), along(j, dj, self.size[1])])
        };
        let here = at(0, 0) - CREST * self.cell_size_m;
        [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(di, dj)| here > 0.5 * (at(di, dj) + at(-di, -dj)))
    }

    fn node_m(&self, [i, j]: [usize; 2]) -> f64 {
        f64::from(self.heights_m[j * self.size[0] + i])
    }

    pub(crate) fn cell_size_m(&self) -> f64 {
        self.cell_size_m
    }

    /// Height of the ground and the unit normal out of it.
    pub(crate) fn at(&self, place_m: DVec2) -> (f64, DVec3) {
        let spot = self.spot(place_m);
        (spot.height_m, spot.normal())
    }

    fn spot(&self, place_m: DVec2) -> Spot {
        let [x, y] = [0, 1].map(|axis| Along::new(place_m[axis], self.cell_size_m, self.size[axis]));
        let mut sums = [[0.0; 3]; 3];
        for (j, &row) in y.nodes.iter().enumerate() {
            for (i, &column) in x.nodes.iter().enumerate() {
                let height_m = self.node_m([column, row]);
                let [rise_x, rise_y] = self.rises_m[row * self.size[0] + column].map(f64::from);
                for (p, sums) in sums.iter_mut().enumerate() {
                    let of_x = height_m * x.heights[i][p] + rise_x * x.rises[i][p];
                    let of_y = rise_y * x.heights[i][p];
                    for (q, sum) in sums.iter_mut().enumerate().take(3 - p) {
                        *sum += of_x * y.heights[j][q] + of_y * y.rises[j][q];
                    }
                }
            }
        }
        let per_m = self.cell_size_m.recip();
        let [[height_m, of_y, twice_y], [of_x, of_both, _], [twice_x, ..]] = sums;
        let curving =
            DMat2::from_cols(DVec2::new(twice_x, of_both), DVec2::new(of_both, twice_y)) * (per_m * per_m);
        Spot { height_m, slope: DVec2::new(of_x, of_y) * per_m, curving }
    }

    /// How far what lies within a radius of a point is above the ground, and the normal of the ground where that is nearest: the normal is that in which the gap changes most.
    pub(crate) fn touch(&self, point_m: DVec3, radius_m: f64) -> (f64, DVec3) {
        let above = |spot: &Spot| (point_m.z - spot.height_m, spot.normal());
        let mut spot = self.spot(point_m.truncate());
        let (up_m, normal) = above(&spot);
        if radius_m == 0.0 || up_m <= 0.0 {
            return (up_m * normal.z - radius_m, normal);
        }
        // The least of half the square of the distance, by Newton's method.
        let mut place_m = point_m.truncate();
        let square = |place_m: DVec2, spot: &Spot| {
            0.5 * (place_m.distance_squared(point_m.truncate()) + (point_m.z - spot.height_m).powi(2))
        };
        let mut least = square(place_m, &spot);
        for _ in 0..ROUNDS {
            let up_m = point_m.z - spot.height_m;
            let slope = spot.slope;
            let rest_m = place_m - point_m.truncate() - slope * up_m;
            if rest_m.length_squared() <= (1e-12 * self.cell_size_m).powi(2) {
                break;
            }
            let square_of_slope = DMat2::from_cols(slope * slope.x, slope * slope.y);
            let matrix = DMat2::IDENTITY + square_of_slope - spot.curving * up_m;
            let is_least = matrix.determinant() > 0.0 && matrix.x_axis.x > 0.0;
            let mut way_m =
                if is_least { matrix.inverse() * rest_m } else { rest_m / (1.0 + slope.length_squared()) };
            let found = (0..HALVINGS).find_map(|_| {
                let next_m = place_m - way_m;
                way_m *= 0.5;
                let next = self.spot(next_m);
                let value = square(next_m, &next);
                (value < least).then_some((next_m, next, value))
            });
            let Some((next_m, next, value)) = found else { break };
            (place_m, spot, least) = (next_m, next, value);
        }
        let apart_m = point_m - place_m.extend(spot.height_m);
        let normal = spot.normal();
        (normal.dot(apart_m) - radius_m, normal)
    }

    /// Crests within `reach_m` of a place and not below `least_m`: points, each with the normal there.
    pub(crate) fn crests(
        &self,
        place_m: DVec2,
        reach_m: f64,
        least_m: f64,
    ) -> impl Iterator<Item = (DVec3, DVec3)> + '_ {
        let range = |axis: usize| {
            let first = ((place_m[axis] - reach_m) / self.cell_size_m - 0.5).ceil().max(0.0) as usize;
            let end = ((place_m[axis] + reach_m) / self.cell_size_m + 0.5).floor().max(0.0) as usize;
            first..end.min(self.size[axis])
        };
        let (columns, rows) = (range(0), range(1));
        rows.flat_map(move |j| columns.clone().map(move |i| [i, j])).filter_map(move |[i, j]| {
            let height_m = self.node_m([i, j]);
            (height_m >= least_m && self.crests[j * self.size[0] + i]).then(|| {
                let place_m = DVec2::new(i as f64 + 0.5, j as f64 + 0.5) * self.cell_size_m;
                (place_m.extend(height_m), self.at(place_m).1)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn a_plane_has_its_heights_and_no_crests() {
        let plane = |x: f64, y: f64| 0.25 * x - 0.5 * y + 3.0;
        let heights = (0..30).map(|k| plane((k % 6) as f64 + 0.5, (k / 6) as f64 + 0.5) as f32).collect();
        let terrain = Terrain::new([6, 5], 1.0, heights).unwrap();
        let (height_m, normal) = terrain.at(DVec2::new(3.3, 2.9));
        assert!((height_m - plane(3.3, 2.9)).abs() < 1e-6);
        assert!((normal - DVec3::new(-0.25, 0.5, 1.0).normalize()).length() < 1e-6);
        // Level beyond the outermost centers, where the plane ends in an edge along two sides.
        assert_eq!(terrain.at(DVec2::new(-4.0, 2.5)).1.x, 0.0);
        let inner = |(at, _): &(DVec3, DVec3)| (1.0..5.0).contains(&at.x) && (1.0..4.0).contains(&at.y);
        assert_eq!(terrain.crests(DVec2::new(3.0, 2.5), 9.0, -9.0).filter(inner).count(), 0);
    }

    #[test]
    fn a_peak_is_a_crest() {
        let mut heights = vec![0.0; 25];
        heights[12] = 1.0;
        let terrain = Terrain::new([5, 5], 2.0, heights).unwrap();
        let crests: Vec<_> = terrain.crests(DVec2::new(5.0, 5.0), 3.0, 0.5).collect();
        assert_eq!(crests, [(DVec3::new(5.0, 5.0, 1.0), DVec3::Z)]);
        assert_eq!(terrain.crests(DVec2::new(9.0, 9.0), 3.0, 0.5).count(), 0);
    }

    #[test]
    fn heights_are_one_a_cell_and_finite() {
        assert!(Terrain::new([2, 2], 1.0, vec![0.0; 3]).is_err());
        assert!(Terrain::new([2, 2], 0.0, vec![0.0; 4]).is_err());
        assert!(Terrain::new([2, 2], 1.0, vec![0.0, 0.0, f32::NAN, 0.0]).is_err());
    }
}
