//! Where the outlines of bodies, seen along z, cross the links between cells.

use crate::canvas::placed;
use crate::chord::{Triangle, Way};
use crate::projection::Projection;
use crate::{Body, Error, Grid, raster};
use glam::{DVec2, IVec2, ivec2};
use std::ops::Range;

/// The outlines of bodies, seen along z, to be crossed by short lines: where does the wall stand between a cell that a body
/// covers and one that it does not?
///
/// What [`crate::Rasterizer`] covers is the union of the projected triangles, with vertices rounded to 1/256 of a sample;
/// so is what is crossed here, and the same triangles are left out. Between a cell that a body does not cover and one that it
/// covers there is a crossing.
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
/// // The centres of the cells (1, 4) and (3, 4); the square begins at x = 1.25 m.
/// let share = outlines.share(1, [0.75, 2.25], [1.75, 2.25]);
/// assert!(share.is_some_and(|share| (share - 0.5).abs() < 1e-9));
/// assert_eq!(outlines.share(2, [0.75, 2.25], [1.75, 2.25]), None);
/// # Ok::<(), mask_raster::Error>(())
/// ```
#[derive(Debug)]
pub struct Outlines {
    grid: Grid,
    samples_per_side: usize,
    triangles: Vec<Triangle>,
    /// The cells that triangles reach into: columns and rows from `low` on, up to before `high`.
    low: IVec2,
    high: IVec2,
    /// For each of them, x fastest, where its part of `members` begins; and where the last one ends.
    starts: Vec<u32>,
    /// Triangles, by cell.
    members: Vec<u32>,
    /// Kept from call to call: where each triangle reaches, row by row.
    runs: Vec<Run>,
}

/// Cells of a row that a triangle reaches into, counted as in [`Outlines::starts`].
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

/// Share of a line that is added at its end: an outline through the middle of a cell is met however that is rounded. Places
/// 16 384 cells away from the corner are off by as much when the cell size is rounded to `f32`.
pub(crate) const SLACK: f64 = 1e-3;

/// Most places in the lists of all cells, which are numbered by 32 bits.
const MOST_PLACES: u64 = u32::MAX as u64;

/// A level above all that bodies can reach.
const ABOVE_ALL_M: f64 = f32::MAX as f64;

impl Outlines {
    /// No outlines yet, for masks with one sample per cell.
    ///
    /// # Errors
    /// As [`crate::Rasterizer::new`].
    pub fn new(grid: Grid) -> Result<Self, Error> {
        grid.check(1)?;
        let (low, high) = (IVec2::ZERO, IVec2::ZERO);
        let (triangles, starts, members, runs) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Ok(Self { grid, samples_per_side: 1, triangles, low, high, starts, members, runs })
    }

    /// For masks with `n × n` samples per cell, whose vertices are rounded to finer steps.
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

    /// Replaces the outlines by those of these bodies. Triangles that cover nothing are left out: those
    /// [`crate::Report`] counts as flat or unplaced.
    ///
    /// # Errors
    /// A body with label 0, a triangle that names a vertex which is not there, or [`Error::Outlines`] for large triangles on
    /// more cells than can be numbered; there are no outlines then.
    pub fn trace(&mut self, bodies: &[Body<'_>]) -> Result<(), Error> {
        self.triangles.clear();
        self.starts.clear();
        (self.low, self.high) = (IVec2::ZERO, IVec2::ZERO);
        let mut triangles = std::mem::take(&mut self.triangles);
        for (index, body) in bodies.iter().enumerate() {
            self.project(index, body, &mut triangles)?;
        }
        self.triangles = triangles;
        self.sort_by_cell().inspect_err(|_| self.triangles.clear())
    }

    fn project(&self, index: usize, body: &Body<'_>, out: &mut Vec<Triangle>) -> Result<(), Error> {
        if body.label == 0 {
            return Err(Error::LabelZero { body: index });
        }
        let projection = Projection::new(body, &self.grid, self.samples_per_side);
        let whole = DVec2::new(self.grid.nx as f64, self.grid.ny as f64);
        for (t, triangle) in body.triangles.iter().enumerate() {
            let corners = body.corners(index, t, *triangle, body.vertices)?;
            let vertices = corners.map(|vertex| projection.apply(vertex));
            let [Some(a), Some(b), Some(c)] = vertices.map(placed) else { continue };
            if raster::Triangle::new([a, b, c]).is_none() {
                continue;
            }
            let corners = [a, b, c].map(|point| projection.in_cells(point, self.samples_per_side));
            let heights_m = vertices.map(|(_, _, z_m)| f64::from(z_m));
            let (low, high) = bounds(&corners);
            if high.cmpge(DVec2::ZERO).all() && low.cmple(whole).all() {
                out.push(Triangle { label: body.label, corners, heights_m });
            }
        }
        Ok(())
    }

    /// Counts the triangles of every cell, then deals them out.
    fn sort_by_cell(&mut self) -> Result<(), Error> {
        let whole = ivec2(self.grid.nx as i32, self.grid.ny as i32);
        let all = self.triangles.iter().map(|triangle| cells(triangle, whole));
        let Some((low, high)) = all.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))) else { return Ok(()) };
        let Self { triangles, starts, members, runs, .. } = self;
        let size = high - low;
        let mut places = 0;
        runs.clear();
        for (t, triangle) in (0..).zip(&*triangles) {
            let (from, to) = cells(triangle, whole);
            let edges = edges(&triangle.corners);
            for y in from.y..to.y {
                let columns = columns(&edges, y, from.x..to.x);
                let cell = |x: i32| (y - low.y) as u32 * size.x as u32 + (x - low.x) as u32;
                let run = Run { triangle: t, from: cell(columns.start), to: cell(columns.end) };
                places += u64::from(run.to - run.from);
                if places <= MOST_PLACES {
                    runs.push(run);
                }
            }
        }
        if places > MOST_PLACES {
            return Err(Error::Outlines { triangles: triangles.len(), places, limit: MOST_PLACES });
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

    /// The share of the way from one place to another, m from the grid's lower left corner, at which it first meets a body
    /// with this label: 0 to 1, or `None` if it does not within the grid.
    ///
    /// Its arguments are those that `lbm_boundary::WallDistance` is given. The cost grows with the cells between them.
    pub fn share(&self, label: u16, from_m: [f64; 2], to_m: [f64; 2]) -> Option<f64> {
        let size = f64::from(self.grid.cell_size_m);
        let [from, to] = [from_m, to_m].map(|place| DVec2::from(place) / size);
        self.first(label, &Way { from, along: to - from, levels_m: [ABOVE_ALL_M; 2] }, 0.0)
    }

    /// The share of the way at which it first meets a part of a body with this label that is lower than the water: 0 to 1.
    ///
    /// `slack` raises the water over a triangle by that share of the triangle's greatest height.
    pub(crate) fn first(&self, label: u16, way: &Way, slack: f64) -> Option<f64> {
        let (from, to) = (way.from, way.from + way.along * (1.0 + SLACK));
        let low = floor(from.min(to)).max(self.low);
        let high = floor(from.max(to)).saturating_add(IVec2::ONE).min(self.high);
        let width = self.high.x - self.low.x;
        let mut first: Option<f64> = None;
        // In the order in which it comes through them: what it meets before it leaves a cell is kept with that one.
        for y in ordered(low.y..high.y, way.along.y < 0.0) {
            for x in ordered(low.x..high.x, way.along.x < 0.0) {
                let Some(leave) = way.leaves(ivec2(x, y)) else { continue };
                let cell = ((y - self.low.y) * width + x - self.low.x) as usize;
                let members = &self.members[self.starts[cell] as usize..self.starts[cell + 1] as usize];
                for &t in members {
                    let triangle = &self.triangles[t as usize];
                    let share = if triangle.label == label { triangle.wet_from(way, slack) } else { None };
                    first = first.into_iter().chain(share).reduce(f64::min);
                }
                if first.is_some_and(|share| share <= leave) {
                    return first.map(|share| share.min(1.0));
                }
            }
        }
        first.map(|share| share.min(1.0))
    }
}

/// The numbers of a range, or those from its end.
fn ordered(range: Range<i32>, backwards: bool) -> impl Iterator<Item = i32> {
    let Range { start, end } = range;
    (start..end).map(move |k| if backwards { start + (end - 1 - k) } else { k })
}

fn bounds([a, b, c]: &[DVec2; 3]) -> (DVec2, DVec2) {
    (a.min(*b).min(*c), a.max(*b).max(*c))
}

/// Columns and rows of the cells that a triangle may touch: from, and up to before.
fn cells(triangle: &Triangle, whole: IVec2) -> (IVec2, IVec2) {
    let (low, high) = bounds(&triangle.corners);
    // One that ends on a cell's edge touches the next cell too, and the other way round.
    let (low, high) = ((-floor(-low)).saturating_sub(IVec2::ONE), floor(high).saturating_add(IVec2::ONE));
    (low.clamp(IVec2::ZERO, whole), high.clamp(IVec2::ZERO, whole))
}

/// An edge of a projected triangle that does not run along a row: its ends, the lower one first, and columns for each row.
type Edge = ([DVec2; 2], f64);

fn edges(corners: &[DVec2; 3]) -> [Option<Edge>; 3] {
    std::array::from_fn(|k| {
        let (a, b) = (corners[k], corners[(k + 1) % 3]);
        let [a, b] = if a.y < b.y { [a, b] } else { [b, a] };
        (a.y < b.y).then(|| ([a, b], (b.x - a.x) / (b.y - a.y)))
    })
}

/// More than places are rounded by, in cells.
const ROUNDING: f64 = 1e-6;

/// The columns among `all` of the cells in row `y` that a triangle may touch: it is widest there at an end of an edge, or
/// where an edge leaves the row.
fn columns(edges: &[Option<Edge>; 3], y: i32, all: Range<i32>) -> Range<i32> {
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
    // One that ends on a cell's edge touches the next cell too.
    let ends = floor(DVec2::new(west - ROUNDING, east + ROUNDING));
    let from = ends.x.clamp(all.start, all.end);
    from..ends.y.saturating_add(1).clamp(from, all.end)
}

/// Without a call of a function, which `DVec2::floor` is on processors of the least kind. What is out of reach of an `i32`
/// becomes the nearest one.
fn floor(place: DVec2) -> IVec2 {
    let towards_zero = place.as_ivec2();
    let above = towards_zero.as_dvec2().cmpgt(place);
    towards_zero.saturating_sub(ivec2(i32::from(above.x), i32::from(above.y)))
}
