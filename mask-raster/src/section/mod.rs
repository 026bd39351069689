//! Wet sections of closed bodies, averaged over the area of each cell.

mod polygon;

use crate::body::check_labels;
use crate::{Body, Error, Grid, WetCell};
use glam::{DMat3, DVec3};
use polygon::Polygon;
use rayon::prelude::*;
use std::ops::Range;

/// Smallest fraction of a cell under a body that is listed.
const LEAST: f64 = 1e-6;

/// The cells in which bodies reach below a still level, by the areas of their surfaces in each cell; keeps its memory from call to call.
///
/// Of a closed mesh whose triangles face outward the part `S` of the surface below the level `L` gives the submerged thickness of a cell `C` of
/// area `A`, and the fraction `a` of it that the waterplane takes, by the divergence theorem:
///
/// ```text
/// b = −1/A ∫_{S ∩ C} (L − z) n_z dS,    a = −1/A ∫_{S ∩ C} n_z dS
/// ```
///
/// with the part of `S` over or under the cell. Each triangle is cut along the level and the sides of the cells, so both are exact but for rounding,
/// and change as smoothly as the body moves, where [`crate::CellMask::wet_section`] counts samples: a vertical side that passes one changes the
/// thickness by a jump. They add up to the volume that hydrostatic pressure on the same triangles carries, also where parts of a mesh
/// lie in one another, which count twice, and of a hull without a deck, which counts as filled up to the level.
#[derive(Debug, Default)]
pub struct Section {
    windows: Vec<Window>,
}

/// Sums over the cells that a body may wet.
#[derive(Debug, Default)]
struct Window {
    x: Range<usize>,
    y: Range<usize>,
    cells: Vec<Sums>,
    /// Vertices in cells from the grid's corner, and m above the level.
    vertices: Vec<DVec3>,
    found: Vec<WetCell>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    thickness_m: f64,
    /// Area of what faces down.
    under: f64,
    /// Area of what faces down, less that of what faces up.
    waterplane: f64,
}

impl Section {
    /// Nothing found yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Finds the wet sections of bodies below a level, m. `out` is cleared first; it is sorted by cell, then in the order of the bodies, with one
    /// entry for each body that is wet in a cell. Bodies are taken on all threads of the current rayon pool; the result does not depend on their
    /// number.
    ///
    /// # Errors
    /// [`Error::LabelZero`], [`Error::Index`] for a triangle that names a vertex which does not exist.
    pub fn find(
        &mut self,
        grid: &Grid,
        bodies: &[Body<'_>],
        level_m: f64,
        out: &mut Vec<WetCell>,
    ) -> Result<(), Error> {
        out.clear();
        check_labels(bodies)?;
        self.windows.resize_with(bodies.len(), Window::default);
        let windows = self.windows.par_iter_mut().zip(bodies).enumerate();
        windows
            .map(|(k, (window, body))| window.find(grid, (k, body), level_m))
            .collect::<Result<(), _>>()?;
        self.windows.iter().for_each(|window| out.extend_from_slice(&window.found));
        // Stable: of one cell in the order of the bodies.
        if bodies.len() > 1 {
            out.sort_by_key(|cell| cell.index);
        }
        Ok(())
    }
}

impl Window {
    fn find(&mut self, grid: &Grid, (index, body): (usize, &Body<'_>), level_m: f64) -> Result<(), Error> {
        self.found.clear();
        let per_meter = 1.0 / f64::from(grid.cell_size_m);
        let scale = DVec3::new(per_meter, per_meter, 1.0);
        let turned = DMat3::from_diagonal(scale) * DMat3::from_quat(body.rotation.as_dquat().normalize());
        let place = (body.translation_m.as_dvec3() - grid.origin_m.as_dvec2().extend(level_m)) * scale;
        self.vertices.clear();
        self.vertices.extend(body.vertices.iter().map(|at| turned * at.as_dvec3() + place));
        let infinite = [DVec3::INFINITY, DVec3::NEG_INFINITY];
        let [least, most] =
            self.vertices.iter().fold(infinite, |[least, most], at| [least.min(*at), most.max(*at)]);
        // Also where it is not a number.
        if least.z.partial_cmp(&0.0) != Some(std::cmp::Ordering::Less) {
            return Ok(());
        }
        self.x = within(least.x, most.x, grid.nx);
        self.y = within(least.y, most.y, grid.ny);
        self.cells.clear();
        self.cells.resize(self.x.len() * self.y.len(), Sums::default());
        let mut scratch = Default::default();
        for (t, &triangle) in body.triangles.iter().enumerate() {
            let corners = body.corners(index, t, triangle, &self.vertices)?;
            if corners.iter().any(|corner| corner.z < 0.0) && !self.cells.is_empty() {
                self.add(corners, &mut scratch);
            }
        }
        let width = self.x.len();
        for (n, sums) in self.cells.iter().enumerate().filter(|(_, sums)| sums.under > LEAST) {
            self.found.push(WetCell {
                index: ((self.y.start + n / width) * grid.nx + self.x.start + n % width) as u32,
                label: body.label,
                thickness_m: sums.thickness_m.max(0.0) as f32,
                coverage: sums.under.min(1.0) as f32,
                waterplane: sums.waterplane.clamp(0.0, 1.0) as f32,
            });
        }
        Ok(())
    }

    /// Adds a triangle, which reaches below the level.
    fn add(&mut self, corners: [DVec3; 3], scratch: &mut [Polygon; 5]) {
        let [a, b, c] = corners;
        let (least, most) = (a.min(b).min(c), a.max(b).max(c));
        if most.z <= 0.0 && floor(least.x) == floor(most.x) && floor(least.y) == floor(most.y) {
            self.add_to(floor(least.x), floor(least.y), polygon::integrals(corners));
            return;
        }
        let [rest, other, strip, scratch @ ..] = scratch;
        let (mut rest, mut other) = (rest, other);
        rest.set_triangle(corners);
        if most.z > 0.0 {
            rest.split(2, 0.0, other, strip);
            std::mem::swap(&mut rest, &mut other);
        }
        let [low, high] = rest.range(1);
        let (first, last) = (floor(low).max(self.y.start as i64), ceil(high).min(self.y.end as i64));
        if low < first as f64 {
            rest.split(1, first as f64, strip, other);
            std::mem::swap(&mut rest, &mut other);
        }
        let slope = Slope::of(corners);
        for y in first..last {
            let above = (y + 1) as f64;
            if above < high {
                rest.split(1, above, strip, other);
                std::mem::swap(&mut rest, &mut other);
                self.add_strip(strip, scratch, y, slope);
            } else {
                self.add_strip(rest, scratch, y, slope);
            }
        }
    }

    /// Adds what of a triangle lies in a row of cells.
    fn add_strip(&mut self, strip: &mut Polygon, scratch: &mut [Polygon; 2], y: i64, slope: Option<Slope>) {
        let [part, other] = scratch;
        let (mut rest, mut other) = (strip, other);
        let [left, right] = rest.range(0);
        let (mut x, last) = (floor(left).max(self.x.start as i64), ceil(right).min(self.x.end as i64));
        if left < x as f64 {
            rest.split(0, x as f64, part, other);
            std::mem::swap(&mut rest, &mut other);
        }
        let whole = slope.map(|slope| (slope, rest.span(y as f64)));
        while x < last {
            match whole {
                Some((slope, [from, to])) if x as f64 >= from && (x + 1) as f64 <= to => {
                    let end = floor(to).min(last);
                    (x..end).for_each(|x| self.add_to(x, y, slope.of_whole(x as f64 + 0.5, y as f64 + 0.5)));
                    x = end;
                    rest.split(0, x as f64, part, other);
                    std::mem::swap(&mut rest, &mut other);
                }
                _ if ((x + 1) as f64) < right => {
                    x += 1;
                    rest.split(0, x as f64, part, other);
                    std::mem::swap(&mut rest, &mut other);
                    self.add_to(x - 1, y, part.integrals());
                }
                _ => {
                    self.add_to(x, y, rest.integrals());
                    x += 1;
                }
            }
        }
    }

    fn add_to(&mut self, x: i64, y: i64, [area, integral_m]: [f64; 2]) {
        let (x, y) = (x as usize, y as usize);
        if self.x.contains(&x) && self.y.contains(&y) {
            let sums = &mut self.cells[(y - self.y.start) * self.x.len() + x - self.x.start];
            sums.thickness_m += integral_m;
            sums.waterplane -= area;
            sums.under -= area.min(0.0);
        }
    }
}

/// Height of a triangle's plane over the grid, and which way it faces.
#[derive(Debug, Clone, Copy)]
struct Slope {
    corner: DVec3,
    per_cell: [f64; 2],
    faces: f64,
}

impl Slope {
    /// None of a triangle that is upright.
    fn of([a, b, c]: [DVec3; 3]) -> Option<Self> {
        let normal = (b - a).cross(c - a);
        let per_cell = [-normal.x / normal.z, -normal.y / normal.z];
        let is_finite = per_cell.iter().all(|slope| slope.is_finite());
        is_finite.then_some(Self { corner: a, per_cell, faces: normal.z.signum() })
    }

    /// Area of a cell that the triangle covers whole, and the integral of its height, by the cell's center.
    fn of_whole(&self, x: f64, y: f64) -> [f64; 2] {
        let z =
            self.corner.z + self.per_cell[0] * (x - self.corner.x) + self.per_cell[1] * (y - self.corner.y);
        [self.faces, self.faces * z]
    }
}

/// The cells of a side of the grid between two coordinates.
fn within(least: f64, most: f64, cells: usize) -> Range<usize> {
    let on_grid = |at: i64| at.clamp(0, cells as i64) as usize;
    on_grid(floor(least))..on_grid(ceil(most)).max(on_grid(floor(least)))
}

/// Cells from the grid's corner beyond which all is beyond the grid.
const FARTHEST: f64 = 1e12;

/// The largest whole number not above, without a call where the machine has no instruction for it.
fn floor(x: f64) -> i64 {
    let whole = x.clamp(-FARTHEST, FARTHEST) as i64;
    whole - i64::from(whole as f64 > x)
}

/// The least whole number not below.
fn ceil(x: f64) -> i64 {
    let whole = x.clamp(-FARTHEST, FARTHEST) as i64;
    whole + i64::from((whole as f64) < x)
}
