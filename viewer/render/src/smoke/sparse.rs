//! Rays through every other pixel, and what the pixels between get of them.

use glam::Vec3;

use super::march::Smoke;
use super::over::Nearest;
use super::ray::{Along, Ray};

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
        let cast = |pixels: &[usize]| {
            let rays = |&place: &usize| {
                let (x, row) = (place % width, first_row + place / width);
                nearest[place].rays(ray(x, row), [x as u32, row as u32])
            };
            let rays: Vec<[Option<Ray>; 2]> = pixels.iter().map(rays).collect();
            let mut along =
                self.along_all(&rays.iter().flatten().flatten().copied().collect::<Vec<_>>()).into_iter();
            let mut of_pixel = |rays: [Option<Ray>; 2]| rays.map(|ray| ray.and_then(|_| along.next()));
            rays.into_iter()
                .zip(pixels)
                .map(|(rays, &place)| nearest[place].mix(of_pixel(rays)))
                .collect::<Vec<_>>()
        };
        let is_cast = |x: usize, row: usize| {
            let own = |at: usize, n: usize| at.is_multiple_of(2) || at + 1 == n;
            !half || own(x, width) && own(row, rows)
        };
        let (own, between): (Vec<usize>, Vec<usize>) =
            (0..nearest.len()).partition(|place| is_cast(place % width, place / width));
        let mut all = vec![Along::CLEAR; nearest.len()];
        own.iter().zip(cast(&own)).for_each(|(&place, along)| all[place] = along);
        let mean_around = |place: usize| {
            let beside = |at: usize, n: usize| {
                if at.is_multiple_of(2) || at + 1 == n { [at; 2] } else { [at - 1, at + 1] }
            };
            let (columns, lines) = (beside(place % width, width), beside(place / width, rows));
            let around = [0, 1, 2, 3].map(|k| lines[k / 2] * width + columns[k % 2]);
            let same = around.into_iter().filter(|&at| nearest[at].is_like(nearest[place]));
            mean(same.map(|at| all[at]))
        };
        let means: Vec<Option<Along>> = between.iter().map(|&place| mean_around(place)).collect();
        let mut edges = Vec::new();
        for (place, mean) in between.into_iter().zip(means) {
            match mean {
                Some(mean) => all[place] = mean,
                None => edges.push(place),
            }
        }
        edges.iter().zip(cast(&edges)).for_each(|(&place, along)| all[place] = along);
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
