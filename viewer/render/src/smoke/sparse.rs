//! Rays through every other pixel, and what the pixels between get of them.

use glam::Vec3;

use super::march::{Along, Smoke};
use super::over::Nearest;

/// Relative difference of distances up to which two pixels show the same surface.
const SAME_SURFACE: f32 = 0.05;

/// Difference of what passes, from pixel to pixel, up to which smoke between them is their mean.
const SMOOTH: f32 = 0.05;

/// Pixels of a strip of a picture: width and number of rows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Strip<'a> {
    /// What each shows of the scene's triangles, row by row.
    pub(crate) nearest: &'a [Nearest],
    pub(crate) width: usize,
    /// Row of the picture that is its first.
    pub(crate) first_row: usize,
}

impl Smoke {
    /// What smoke does to the rays of all pixels of a strip; `ray` of a pixel of the picture.
    ///
    /// With `half`, a ray is cast through every other pixel of every other row, and through those of the last column and row. The others get
    /// the mean of those beside them that show the same surface (Tomasi and Manduchi 1998, with a box for the kernel over distances). Where
    /// there is none, or smoke has an edge between them, they get a ray of their own.
    pub(crate) fn through_all(
        &self,
        strip: Strip<'_>,
        half: bool,
        ray: impl Fn(usize, usize) -> (Vec3, Vec3),
    ) -> Vec<Along> {
        let Strip { nearest, width, first_row } = strip;
        let rows = nearest.len() / width.max(1);
        let mut all = vec![Along::CLEAR; nearest.len()];
        let cast = |x: usize, row: usize| {
            let pixel = [x as u32, (first_row + row) as u32];
            self.through(ray(x, first_row + row), nearest[row * width + x], pixel)
        };
        let is_cast = |x: usize, row: usize| {
            let own = |at: usize, n: usize| at.is_multiple_of(2) || at + 1 == n;
            !half || own(x, width) && own(row, rows)
        };
        let pixels = || (0..rows).flat_map(|row| (0..width).map(move |x| (x, row)));
        for (x, row) in pixels().filter(|&(x, row)| is_cast(x, row)) {
            all[row * width + x] = cast(x, row);
        }
        for (x, row) in pixels().filter(|&(x, row)| !is_cast(x, row)) {
            let place = row * width + x;
            let beside = |at: usize, n: usize| {
                if at.is_multiple_of(2) || at + 1 == n { [at; 2] } else { [at - 1, at + 1] }
            };
            let (columns, lines) = (beside(x, width), beside(row, rows));
            let around = [0, 1, 2, 3].map(|k| lines[k / 2] * width + columns[k % 2]);
            let same = around.into_iter().filter(|&at| nearest[at].is_like(nearest[place]));
            all[place] = mean(same.map(|at| all[at])).unwrap_or_else(|| cast(x, row));
        }
        all
    }
}

impl Nearest {
    /// Whether it shows the same surface, or nothing as well.
    fn is_like(self, other: Self) -> bool {
        let (a, b) = (self.distance_m, other.distance_m);
        (self.fraction - other.fraction).abs() < 0.01 && (a - b).abs() <= SAME_SURFACE * a.min(b)
    }
}

/// The mean of rays; none of none, nor of some that differ.
fn mean(rays: impl Iterator<Item = Along>) -> Option<Along> {
    let (mut count, mut sum) = (0.0, Along { passes: 0.0, sunlit: 0.0, scattered: 0.0 });
    let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
    for of in rays {
        count += 1.0;
        (sum.passes, sum.sunlit, sum.scattered) =
            (sum.passes + of.passes, sum.sunlit + of.sunlit, sum.scattered + of.scattered);
        (low, high) = (low.min(of.passes), high.max(of.passes));
    }
    let part = 1.0 / count;
    let Along { passes, sunlit, scattered } = sum;
    let all = Along { passes: passes * part, sunlit: sunlit * part, scattered: scattered * part };
    (count > 0.0 && high - low <= SMOOTH).then_some(all)
}
