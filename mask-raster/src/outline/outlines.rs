//! Crossings of the outlines of bodies, seen along z, with the links between cells.

use super::chord::{Line, SLACK, Triangle};
use crate::body::check_labels;
use crate::draw::{Projection, snap};
use crate::raster::Point;
use crate::{Body, Error, Grid, raster};
use glam::{DVec2, IVec2, ivec2};
use std::ops::Range;

/// The outlines of bodies, seen along z: the place of the wall between a cell that a body covers and one that it does not.
///
/// The outline is that of what [`crate::Rasterizer`] covers: of the union of the projected triangles, with vertices rounded to
/// 1/256 of a sample and the same triangles left out. So there is a crossing between a cell that a body does not cover and one
/// that it covers.
///
/// ```
/// use glam::{Quat, Vec2, Vec3};
/// use mask_raster::{Body, Grid, Outlines};
///
/// let vertices = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 2.0, 0.0], [0.0, 2.0, 0.0]].map(Vec3::from);
/// let square = Body {
///     vertices: &vertices,
///     triangles: &[[0, 1, 2], [0, 2, 3]],
///     rotation: Quat::IDENTITY,
///     translation_m: Vec3::new(1.25, 1.0, 0.0),
///     label: 1,
/// };
/// let mut outlines = Outlines::new(Grid { nx: 8, ny: 8, cell_size_m: 0.5, origin_m: Vec2::ZERO })?;
/// outlines.trace(&[square])?;
/// // The centers of the cells (1, 4) and (3, 4); the square begins at x = 1.25 m.
/// let distance = outlines.link_distance(1, [0.75, 2.25], [1.75, 2.25]);
/// assert!(distance.is_some_and(|distance| (distance - 0.5).abs() < 1e-9));
/// assert_eq!(outlines.link_distance(2, [0.75, 2.25], [1.75, 2.25]), None);
/// # Ok::<(), mask_raster::Error>(())
/// ```
#[derive(Debug)]
pub struct Outlines {
    grid: Grid,
    samples_per_side: usize,
    triangles: Vec<Triangle>,
    /// The rectangle of cells that triangles may touch: columns and rows `low..high`.
    low: IVec2,
    high: IVec2,
    /// For each of these cells, x fastest, the index of its first entry in `members`; then the number of all entries.
    starts: Vec<u32>,
    /// Indices of the triangles that may touch each cell.
    members: Vec<u32>,
    /// The rectangle of cells that each triangle may touch, and these cells row by row; kept from call to call to reuse their memory.
    rectangles: Vec<Rectangle>,
    runs: Vec<Run>,
    /// Rounded vertices of a body, and where they are in cells; kept likewise.
    vertices: Vec<Option<(Point, DVec2)>>,
}

/// Cells that a triangle may touch.
#[derive(Debug, Clone, Copy)]
struct Rectangle {
    /// First column and row, and those after the last.
    low: IVec2,
    high: IVec2,
    /// Whether the triangle may touch each of them: the rectangle is a row or a column, and the triangle lies within it.
    is_whole: bool,
}

/// Neighboring cells of a row that a triangle may touch, as indices into [`Outlines::starts`].
#[derive(Debug, Clone, Copy)]
struct Run {
    triangle: u32,
    from: u32,
    to: u32,
}

impl Run {
    fn cells(&self) -> Range<usize> {
        self.from as usize..self.to as usize
    }
}

/// Most entries in the lists of all cells: their indices have 32 bits.
const MOST_ENTRIES: u64 = u32::MAX as u64;

/// Margin for the rounding of positions, in cells.
const ROUNDING: f64 = 1e-6;

impl Outlines {
    /// Outlines on a grid, without bodies, for masks of one sample per cell.
    ///
    /// # Errors
    /// As [`crate::Rasterizer::new`].
    pub fn new(grid: Grid) -> Result<Self, Error> {
        grid.check(1)?;
        let (low, high) = (IVec2::ZERO, IVec2::ZERO);
        let (triangles, starts, members) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Self {
            grid,
            samples_per_side: 1,
            triangles,
            low,
            high,
            starts,
            members,
            rectangles: Vec::new(),
            runs: Vec::new(),
            vertices: Vec::new(),
        })
    }

    /// Sets `n × n` samples per cell, as the mask has them: vertices are rounded to 1/256 of a sample.
    ///
    /// # Errors
    /// As [`crate::Rasterizer::samples_per_side`].
    pub fn samples_per_side(mut self, n: usize) -> Result<Self, Error> {
        self.grid.check(n)?;
        self.samples_per_side = n;
        Ok(self)
    }

    /// The grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Replaces the outlines by those of these bodies. Triangles that cover nothing are left out: those that
    /// [`crate::Report`] counts as flat or unplaced.
    ///
    /// # Errors
    /// A body with label 0, a triangle that names a vertex which does not exist, or [`Error::Outlines`] if the lists of triangles
    /// by cell grow too long. There are no outlines then.
    pub fn trace(&mut self, bodies: &[Body<'_>]) -> Result<(), Error> {
        self.triangles.clear();
        self.starts.clear();
        (self.low, self.high) = (IVec2::ZERO, IVec2::ZERO);
        check_labels(bodies)?;
        let mut triangles = std::mem::take(&mut self.triangles);
        for (index, body) in bodies.iter().enumerate() {
            self.project(index, body, &mut triangles)?;
        }
        self.triangles = triangles;
        self.sort_by_cell().inspect_err(|_| self.triangles.clear())
    }

    fn project(&mut self, index: usize, body: &Body<'_>, out: &mut Vec<Triangle>) -> Result<(), Error> {
        let (n, projection) =
            (self.samples_per_side, Projection::new(body, &self.grid, self.samples_per_side));
        self.vertices.clear();
        self.vertices.extend(body.vertices.iter().map(|vertex| {
            let point = snap(projection.apply(*vertex))?;
            Some((point, projection.in_cells(point, n)))
        }));
        let size = DVec2::new(self.grid.nx as f64, self.grid.ny as f64);
        for (t, triangle) in body.triangles.iter().enumerate() {
            let vertices = body.corners(index, t, *triangle, &self.vertices)?;
            let [Some(a), Some(b), Some(c)] = vertices else { continue };
            if raster::Triangle::new([a.0, b.0, c.0]).is_none() {
                continue;
            }
            let corners = [a.1, b.1, c.1];
            let (low, high) = bounds(&corners);
            if high.cmpge(DVec2::ZERO).all() && low.cmple(size).all() {
                out.push(Triangle { label: body.label, corners });
            }
        }
        Ok(())
    }

    /// Lists the triangles of every cell, by counting sort.
    fn sort_by_cell(&mut self) -> Result<(), Error> {
        let grid_size = ivec2(self.grid.nx as i32, self.grid.ny as i32);
        let Self { triangles, starts, members, rectangles, runs, .. } = self;
        rectangles.clear();
        rectangles.extend(triangles.iter().map(|triangle| Rectangle::around(triangle, grid_size)));
        let ends = rectangles.iter().map(|all| (all.low, all.high));
        let Some((low, high)) = ends.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))) else { return Ok(()) };
        let size = high - low;
        let mut entries = 0;
        runs.clear();
        for (t, (triangle, &Rectangle { low: from, high: to, is_whole })) in
            (0..).zip(triangles.iter().zip(&*rectangles))
        {
            let edges = if is_whole { [None; 3] } else { edges(&triangle.corners) };
            for y in from.y..to.y {
                let all = from.x..to.x;
                let columns = if is_whole { all } else { columns(&edges, y, all) };
                let cell = |x: i32| (y - low.y) as u32 * size.x as u32 + (x - low.x) as u32;
                let run = Run { triangle: t, from: cell(columns.start), to: cell(columns.end) };
                entries += u64::from(run.to - run.from);
                if entries <= MOST_ENTRIES {
                    runs.push(run);
                }
            }
        }
        if entries > MOST_ENTRIES {
            return Err(Error::Outlines { triangles: triangles.len(), entries, limit: MOST_ENTRIES });
        }
        (self.low, self.high) = (low, high);
        starts.resize(size.as_usizevec2().element_product() + 1, 0);
        for run in &*runs {
            starts[run.cells()].iter_mut().for_each(|start| *start += 1);
        }
        let mut end = 0;
        for start in starts.iter_mut() {
            end += *start;
            *start = end;
        }
        members.resize(end as usize, 0);
        for run in runs {
            for start in &mut starts[run.cells()] {
                *start -= 1;
                members[*start as usize] = run.triangle;
            }
        }
        Ok(())
    }

    /// Fraction of the line from one position to another, m from the grid's lower left corner, at which it first meets a body
    /// with this label: 0 to 1, or `None` if it does not within the grid. On the link from the center of a water cell to that of
    /// a covered one this is the `q` of Bouzidi et al. (2001).
    ///
    /// The arguments are those of `lbm_boundary::WallDistance`. The cost grows with the number of cells between the positions.
    pub fn link_distance(&self, label: u16, from_m: [f64; 2], to_m: [f64; 2]) -> Option<f64> {
        let size = f64::from(self.grid.cell_size_m);
        let [from, to] = [from_m, to_m].map(|position| DVec2::from(position) / size);
        let line = Line { from, along: to - from };
        let to = from + line.along * (1.0 + SLACK);
        let low = floor(from.min(to)).max(self.low);
        let high = floor(from.max(to)).saturating_add(IVec2::ONE).min(self.high);
        let width = self.high.x - self.low.x;
        let mut first: Option<f64> = None;
        // Cells in the order in which the line crosses them: a triangle that is met within a cell is listed there.
        for y in ordered(low.y..high.y, line.along.y < 0.0) {
            for x in ordered(low.x..high.x, line.along.x < 0.0) {
                let Some(leave) = line.leaves(ivec2(x, y)) else { continue };
                let cell = ((y - self.low.y) * width + x - self.low.x) as usize;
                let members = &self.members[self.starts[cell] as usize..self.starts[cell + 1] as usize];
                for &t in members {
                    let triangle = &self.triangles[t as usize];
                    let entry = if triangle.label == label { triangle.entry(&line) } else { None };
                    first = first.into_iter().chain(entry).reduce(f64::min);
                }
                if first.is_some_and(|fraction| fraction <= leave) {
                    return first.map(|fraction| fraction.min(1.0));
                }
            }
        }
        first.map(|fraction| fraction.min(1.0))
    }
}

/// The numbers of a range, ascending or descending.
fn ordered(range: Range<i32>, backwards: bool) -> impl Iterator<Item = i32> {
    let Range { start, end } = range;
    (start..end).map(move |k| if backwards { start + (end - 1 - k) } else { k })
}

fn bounds([a, b, c]: &[DVec2; 3]) -> (DVec2, DVec2) {
    (a.min(*b).min(*c), a.max(*b).max(*c))
}

impl Rectangle {
    fn around(triangle: &Triangle, grid_size: IVec2) -> Self {
        let (low, high) = bounds(&triangle.corners);
        // A triangle that ends on the edge between two cells touches both.
        let (first, end) =
            ((-floor(-low)).saturating_sub(IVec2::ONE), floor(high).saturating_add(IVec2::ONE));
        let (low, high) = (first.clamp(IVec2::ZERO, grid_size), end.clamp(IVec2::ZERO, grid_size));
        let is_whole = low == first && high == end && (high - low).cmpeq(IVec2::ONE).any();
        Self { low, high, is_whole }
    }
}

/// An edge of a projected triangle that does not run along a row: its ends, the lower one first, and its slope in columns per
/// row.
type OutlineEdge = ([DVec2; 2], f64);

fn edges(corners: &[DVec2; 3]) -> [Option<OutlineEdge>; 3] {
    std::array::from_fn(|k| {
        let (a, b) = (corners[k], corners[(k + 1) % 3]);
        let [a, b] = if a.y < b.y { [a, b] } else { [b, a] };
        (a.y < b.y).then(|| ([a, b], (b.x - a.x) / (b.y - a.y)))
    })
}

/// Columns, out of `all`, of the cells in row `y` that a triangle may touch. Within a row a triangle is widest at an end of an
/// edge, or where an edge leaves the row.
fn columns(edges: &[Option<OutlineEdge>; 3], y: i32, all: Range<i32>) -> Range<i32> {
    let (south, north) = (f64::from(y) - ROUNDING, f64::from(y + 1) + ROUNDING);
    let (mut west, mut east) = (f64::INFINITY, f64::NEG_INFINITY);
    for ([a, b], slope) in edges.iter().flatten() {
        let (from, to) = (a.y.max(south), b.y.min(north));
        if from <= to {
            let ends = [from, to].map(|y| a.x + (y - a.y) * slope);
            west = west.min(ends[0]).min(ends[1]);
            east = east.max(ends[0]).max(ends[1]);
        }
    }
    // A triangle that ends on the edge between two cells touches both.
    let ends = floor(DVec2::new(west - ROUNDING, east + ROUNDING));
    let from = ends.x.clamp(all.start, all.end);
    from..ends.y.saturating_add(1).clamp(from, all.end)
}

/// Largest integers not above the coordinates, saturating at the limits of `i32`. `DVec2::floor` would be a call of a library
/// function on x86-64 without SSE 4.1.
fn floor(place: DVec2) -> IVec2 {
    let towards_zero = place.as_ivec2();
    let above = towards_zero.as_dvec2().cmpgt(place);
    towards_zero.saturating_sub(ivec2(i32::from(above.x), i32::from(above.y)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn place() -> impl Strategy<Value = DVec2> {
        // Also on sides of cells, and beside them.
        let along =
            || prop_oneof![4 => -1.0..4.0, 2 => (-1_i8..5).prop_map(f64::from), 1 => Just(1.0 + 1e-7)];
        (along(), along()).prop_map(|(x, y)| DVec2::new(x, y))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn a_triangle_may_touch_each_cell_of_a_row_or_column_around_it(a in place(), b in place(), c in place(), scale in 0.1..1.0) {
            let corners = [a, a + (b - a) * scale, a + (c - a) * scale];
            prop_assume!((corners[1] - a).perp_dot(corners[2] - a) != 0.0);
            let around = Rectangle::around(&Triangle { label: 1, corners }, ivec2(3, 3));
            if around.is_whole {
                let (all, edges) = (around.low.x..around.high.x, edges(&corners));
                for y in around.low.y..around.high.y {
                    prop_assert_eq!(columns(&edges, y, all.clone()), all.clone());
                }
            }
        }
    }
}
