//! Wet sections of closed bodies, averaged over the area of each cell.

mod polygon;

use crate::body::{ComputedOf, check_labels};
use crate::raster::with_lanes;
use crate::{Body, Error, Grid, WetCell};
use glam::{DMat3, DVec3};
use polygon::Polygon;
use pulp::{Simd, WithSimd};
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
    /// Grid and level of the last call.
    last: Option<(Grid, f64)>,
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
    /// The body that `found` is of.
    found_of: ComputedOf,
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
    /// entry for each body that is wet in a cell. A body that has stood still for two calls is not looked at again. Bodies are taken on all threads
    /// of the current rayon pool; the result does not depend on their number.
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
        if self.last.replace((*grid, level_m)) != Some((*grid, level_m)) {
            self.windows.iter_mut().for_each(|window| window.found_of.clear());
        }
        let windows = self.windows.par_iter_mut().zip(bodies).enumerate();
        windows
            .map(|(k, (window, body))| window.update(grid, (k, body), level_m))
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
    /// Finds the section of a body unless it is known.
    fn update(&mut self, grid: &Grid, body: (usize, &Body<'_>), level_m: f64) -> Result<(), Error> {
        if self.found_of.is(body.1) {
            return Ok(());
        }
        let found = self.find(grid, body, level_m);
        match found {
            Ok(()) => self.found_of.set(body.1),
            Err(_) => self.found_of.clear(),
        }
        found
    }

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
        with_lanes(AddTriangles { window: self, index, body })?;
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

    /// Adds a triangle, which reaches below the level, to `columns` and `rows` of cells.
    #[inline(always)]
    fn add(&mut self, corners: [DVec3; 3], [columns, rows]: [Side; 2], scratch: &mut [Polygon; 5]) {
        let [a, b, c] = corners;
        let (least, most) = (a.min(b).min(c), a.max(b).max(c));
        if most.z <= 0.0 && least.x.floor() == most.x.floor() && least.y.floor() == most.y.floor() {
            let [x, y] = [least.x.floor(), least.y.floor()];
            if columns.has(x) && rows.has(y) {
                self.cells[rows.index(y) * columns.len() + columns.index(x)].add(polygon::integrals(corners));
            }
            return;
        }
        let [rest, other, strip, scratch @ ..] = scratch;
        let (mut rest, mut other, mut strip) = (rest, other, strip);
        rest.set_triangle(corners);
        if most.z > 0.0 {
            rest.split::<2>(0.0, other, strip);
            std::mem::swap(&mut rest, &mut other);
        }
        let [low, high] = rest.range::<1>();
        let (mut y, last) = rows.between(low, high);
        if low < y {
            rest.split::<1>(y, strip, other);
            std::mem::swap(&mut rest, &mut other);
        }
        let slope = Slope::of(corners);
        while y < last {
            if y + 1.0 < high {
                rest.split::<1>(y + 1.0, strip, other);
                std::mem::swap(&mut rest, &mut other);
            } else {
                std::mem::swap(&mut rest, &mut strip);
            }
            let first = rows.index(y) * columns.len();
            let row = &mut self.cells[first..first + columns.len()];
            add_strip((strip, slope), (columns, y), row, scratch);
            y += 1.0;
        }
    }
}

/// Adds what of a triangle lies in the row of cells from `y` on.
#[inline(always)]
fn add_strip(
    (strip, slope): (&mut Polygon, Option<Slope>),
    (columns, y): (Side, f64),
    row: &mut [Sums],
    [part, other]: &mut [Polygon; 2],
) {
    let (mut rest, mut other) = (strip, other);
    let [left, right] = rest.range::<0>();
    let (mut x, last) = columns.between(left, right);
    if left < x {
        rest.split::<0>(x, part, other);
        std::mem::swap(&mut rest, &mut other);
    }
    let whole = slope.map(|slope| (slope, rest.span(y)));
    let mut cells = row.get_mut(columns.index(x)..).into_iter().flatten();
    while x < last {
        match whole {
            Some((slope, [from, to])) if x >= from && x + 1.0 <= to => {
                let end = to.floor().min(last);
                while x < end {
                    let found = slope.of_whole(x + 0.5, y + 0.5);
                    cells.next().into_iter().for_each(|cell| cell.add(found));
                    x += 1.0;
                }
                rest.split::<0>(x, part, other);
                std::mem::swap(&mut rest, &mut other);
            }
            _ if x + 1.0 < right => {
                x += 1.0;
                rest.split::<0>(x, part, other);
                std::mem::swap(&mut rest, &mut other);
                cells.next().into_iter().for_each(|cell| cell.add(part.integrals()));
            }
            _ => {
                cells.next().into_iter().for_each(|cell| cell.add(rest.integrals()));
                x += 1.0;
            }
        }
    }
}

impl Sums {
    #[inline(always)]
    fn add(&mut self, [area, integral_m]: [f64; 2]) {
        self.thickness_m += integral_m;
        self.waterplane -= area;
        self.under -= area.min(0.0);
    }
}

/// The cells of a window along one of its sides, as coordinates, which need no conversion.
#[derive(Debug, Clone, Copy)]
struct Side {
    first: f64,
    end: f64,
}

impl Side {
    fn new(cells: &Range<usize>) -> Self {
        Self { first: cells.start as f64, end: cells.end as f64 }
    }

    #[inline(always)]
    fn has(self, cell: f64) -> bool {
        cell >= self.first && cell < self.end
    }

    /// Its cells from one coordinate to another: the first of them, and the end.
    #[inline(always)]
    fn between(self, from: f64, to: f64) -> (f64, f64) {
        (from.floor().max(self.first), to.ceil().min(self.end))
    }

    #[inline(always)]
    fn index(self, cell: f64) -> usize {
        (cell - self.first) as usize
    }

    #[inline(always)]
    fn len(self) -> usize {
        (self.end - self.first) as usize
    }
}

/// Adds the triangles of a body to its window.
struct AddTriangles<'a> {
    window: &'a mut Window,
    body: &'a Body<'a>,
    /// Index of the body, for error messages.
    index: usize,
}

/// Compiled for the instructions of the machine: others call a function to round down. With those and comparisons of one instruction each
/// a triangle of 200 spheres takes 76 ns where it took 115.
impl WithSimd for AddTriangles<'_> {
    type Output = Result<(), Error>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Result<(), Error> {
        let Self { window, body, index } = self;
        let sides = [Side::new(&window.x), Side::new(&window.y)];
        let mut scratch = Default::default();
        for (t, &triangle) in body.triangles.iter().enumerate() {
            let corners = body.corners(index, t, triangle, &window.vertices)?;
            if corners.iter().any(|corner| corner.z < 0.0) && !window.cells.is_empty() {
                window.add(corners, sides, &mut scratch);
            }
        }
        Ok(())
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
    #[inline(always)]
    fn of([a, b, c]: [DVec3; 3]) -> Option<Self> {
        let normal = (b - a).cross(c - a);
        let per_cell = [-normal.x / normal.z, -normal.y / normal.z];
        let is_finite = per_cell.iter().all(|slope| slope.is_finite());
        is_finite.then_some(Self { corner: a, per_cell, faces: normal.z.signum() })
    }

    /// Area of a cell that the triangle covers whole, and the integral of its height, by the cell's center.
    #[inline(always)]
    fn of_whole(&self, x: f64, y: f64) -> [f64; 2] {
        let z =
            self.corner.z + self.per_cell[0] * (x - self.corner.x) + self.per_cell[1] * (y - self.corner.y);
        [self.faces, self.faces * z]
    }
}

/// The cells of a side of the grid between two coordinates.
fn within(least: f64, most: f64, cells: usize) -> Range<usize> {
    // Numbers too large become the largest, and NaN 0.
    let on_grid = |at: f64| (at.max(0.0) as usize).min(cells);
    let first = on_grid(least.floor());
    first..on_grid(most.ceil()).max(first)
}
