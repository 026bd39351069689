//! Uneven ground: heights on a grid.

use crate::error::{Error, in_range, positive};
use glam::{DVec2, DVec3};

/// Ground whose height is given at the centers of the square cells of a grid that begins at the origin, and bilinear between them;
/// beyond the outermost centers it continues at their height.
#[derive(Debug, Clone)]
pub(crate) struct Terrain {
    size: [usize; 2],
    cell_size_m: f64,
    /// `[ny][nx]`, x fastest.
    heights_m: Vec<f32>,
    /// Whether the ground is higher at a center than half-way between two opposite neighbors: a hull can rest there between
    /// its corners.
    crests: Vec<bool>,
}

/// How much higher, in cells: above the rounding of heights.
const CREST: f64 = 1e-5;

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
        let mut terrain = Self { size, cell_size_m, heights_m, crests: Vec::new() };
        terrain.crests = (0..nx * ny).map(|k| terrain.is_crest([k % nx, k / nx])).collect();
        Ok(terrain)
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

    /// Height of the ground and the unit normal out of it.
    pub(crate) fn at(&self, place_m: DVec2) -> (f64, DVec3) {
        let mut along = [(0, 0, 0.0, 0.0); 2];
        for (axis, at) in place_m.to_array().into_iter().enumerate() {
            let last = self.size[axis] - 1;
            let from_center = at / self.cell_size_m - 0.5;
            let inside = from_center.clamp(0.0, last as f64);
            let low = (inside.floor() as usize).min(last.saturating_sub(1));
            let per_m = if inside == from_center { 1.0 / self.cell_size_m } else { 0.0 };
            along[axis] = (low, (low + 1).min(last), inside - low as f64, per_m);
        }
        let [(i0, i1, s, per_x), (j0, j1, t, per_y)] = along;
        let [a, b, c, d] = [[i0, j0], [i1, j0], [i0, j1], [i1, j1]].map(|node| self.node_m(node));
        let height_m = (1.0 - t) * ((1.0 - s) * a + s * b) + t * ((1.0 - s) * c + s * d);
        let slope_x = ((1.0 - t) * (b - a) + t * (d - c)) * per_x;
        let slope_y = ((1.0 - s) * (c - a) + s * (d - b)) * per_y;
        (height_m, DVec3::new(-slope_x, -slope_y, 1.0).normalize())
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
                // The mean normal of the four patches that meet there.
                let quarter_m = 0.25 * self.cell_size_m;
                let normals = [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)]
                    .map(|(x, y)| self.at(place_m + quarter_m * DVec2::new(x, y)).1);
                (place_m.extend(height_m), normals.iter().sum::<DVec3>().normalize())
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
