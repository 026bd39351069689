//! Crossings of the outlines of bodies, seen along z, with the links between cells.

use super::cells::{Touched, floor};
use super::segment::{Line, SLACK, Segment};
use crate::body::check_labels;
use crate::draw::{Projection, snap};
use crate::edges::{Edges, Known, MeshEdge, OfMesh};
use crate::raster::{self, Point};
use crate::{Body, Error, Grid};
use glam::{DVec2, IVec2, ivec2};
use std::ops::Range;
use std::sync::Arc;

/// The outlines of bodies, seen along z: the place of the wall between a cell that a body covers and one that it does not.
///
/// The outline is that of what [`crate::Rasterizer`] covers: of the union of the projected triangles, with vertices rounded to
/// 1/256 of a sample and the same triangles left out. So there is a crossing between a cell that a body does not cover and one
/// that it covers. A line from outside of the union first enters it over an edge that a triangle has on one side alone, as seen along z: of an
/// edge in the middle of a surface either side is covered.
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
    segments: Vec<Segment>,
    /// The rectangle of cells that segments may touch: columns and rows `low..high`.
    low: IVec2,
    high: IVec2,
    /// For each of these cells, x fastest, the index of its first entry in `members`; then the number of all entries.
    starts: Vec<u32>,
    /// Indices of the segments that may touch each cell.
    members: Vec<u32>,
    meshes: Known<Edges>,
    /// The edges of the bodies' meshes.
    edges: Vec<Arc<Edges>>,
    /// The cells that each segment may touch, and these row by row; kept from call to call to reuse their memory.
    touched: Vec<Touched>,
    runs: Vec<Run>,
    /// Rounded vertices of a body, and where they are in cells; which way its triangles turn, counter-clockwise 1, those that cover nothing 0;
    /// kept likewise.
    vertices: Vec<Option<(Point, DVec2)>>,
    turns: Vec<i8>,
}

/// Neighboring cells of a row that a segment may touch, as indices into [`Outlines::starts`].
#[derive(Debug, Clone, Copy)]
struct Run {
    segment: u32,
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

impl Outlines {
    /// Outlines on a grid, without bodies, for masks of one sample per cell.
    ///
    /// # Errors
    /// As [`crate::Rasterizer::new`].
    pub fn new(grid: Grid) -> Result<Self, Error> {
        grid.check(1)?;
        Ok(Self {
            grid,
            samples_per_side: 1,
            segments: Vec::new(),
            low: IVec2::ZERO,
            high: IVec2::ZERO,
            starts: Vec::new(),
            members: Vec::new(),
            meshes: Known::default(),
            edges: Vec::new(),
            touched: Vec::new(),
            runs: Vec::new(),
            vertices: Vec::new(),
            turns: Vec::new(),
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
    /// A body with label 0, a triangle that names a vertex which does not exist, or [`Error::Outlines`] if the lists of edges
    /// by cell grow too long. There are no outlines then.
    pub fn trace(&mut self, bodies: &[Body<'_>]) -> Result<(), Error> {
        self.segments.clear();
        self.starts.clear();
        (self.low, self.high) = (IVec2::ZERO, IVec2::ZERO);
        check_labels(bodies)?;
        self.edges.truncate(bodies.len());
        for (index, body) in bodies.iter().enumerate() {
            let known = self.edges.get(index).filter(|edges| edges.is_of(body));
            let edges = known.map_or_else(|| self.meshes.of(body), Arc::clone);
            match self.edges.get_mut(index) {
                Some(last) => *last = edges,
                None => self.edges.push(edges),
            }
            self.project(index, body).inspect_err(|_| self.segments.clear())?;
        }
        self.sort_by_cell().inspect_err(|_| self.segments.clear())
    }

    /// Adds the outline of a body, whose edges are known.
    fn project(&mut self, index: usize, body: &Body<'_>) -> Result<(), Error> {
        let Self { grid, samples_per_side, segments, edges, vertices, turns, .. } = self;
        let projection = Projection::new(body, grid, *samples_per_side);
        vertices.clear();
        vertices.extend(body.vertices.iter().map(|vertex| {
            let point = snap(projection.apply(*vertex))?;
            Some((point, projection.in_cells(point, *samples_per_side)))
        }));
        turns.clear();
        for (t, triangle) in body.triangles.iter().enumerate() {
            let corners = body.corners(index, t, *triangle, vertices)?;
            turns.push(match corners {
                [Some(a), Some(b), Some(c)] => raster::Triangle::new([a.0, b.0, c.0])
                    .map_or(0, |triangle| if triangle.is_counter_clockwise() { 1 } else { -1 }),
                _ => 0,
            });
        }
        // Of no triangle.
        turns.push(0);
        let size = DVec2::new(grid.nx as f64, grid.ny as f64);
        for MeshEdge { ends, sides } in edges[index].list() {
            // What is covered on the left by the one, and on the right by the other.
            let [forward, backward] = sides.map(|side| turns[side as usize]);
            let [Some((_, a)), Some((_, b))] = ends.map(|end| vertices[end as usize]) else { continue };
            let ends = if forward > backward { [a, b] } else { [b, a] };
            if forward != backward && a.max(b).cmpge(DVec2::ZERO).all() && a.min(b).cmple(size).all() {
                segments.push(Segment { label: body.label, ends });
            }
        }
        Ok(())
    }

    /// Lists the segments of every cell, by counting sort.
    fn sort_by_cell(&mut self) -> Result<(), Error> {
        let grid_size = ivec2(self.grid.nx as i32, self.grid.ny as i32);
        let Self { segments, starts, members, touched, runs, .. } = self;
        touched.clear();
        touched.extend(segments.iter().map(|segment| Touched::by(segment, grid_size)));
        let ends = touched.iter().map(|all| (all.low, all.high));
        let Some((low, high)) = ends.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))) else { return Ok(()) };
        let size = high - low;
        let mut entries = 0;
        runs.clear();
        for (segment, cells) in (0..).zip(&*touched) {
            for y in cells.low.y..cells.high.y {
                let columns = cells.columns(y);
                let cell = |x: i32| (y - low.y) as u32 * size.x as u32 + (x - low.x) as u32;
                let run = Run { segment, from: cell(columns.start), to: cell(columns.end) };
                entries += u64::from(run.to - run.from);
                if entries <= MOST_ENTRIES {
                    runs.push(run);
                }
            }
        }
        if entries > MOST_ENTRIES {
            return Err(Error::Outlines { edges: segments.len(), entries, limit: MOST_ENTRIES });
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
                members[*start as usize] = run.segment;
            }
        }
        Ok(())
    }

    /// Fraction of the line from one position to another, m from the grid's lower left corner, at which it first enters a body
    /// with this label: 0 to 1, or `None` if it does not within the grid. On the link from the center of a water cell to that of
    /// a covered one this is the `q` of Bouzidi et al. (2001). From a position that such a body covers it is where the line enters one again.
    ///
    /// The arguments are those of `lbm_boundary::WallDistance`. The cost grows with the number of cells between the positions.
    pub fn link_distance(&self, label: u16, from_m: [f64; 2], to_m: [f64; 2]) -> Option<f64> {
        let size = f64::from(self.grid.cell_size_m);
        let [from, to] = [from_m, to_m].map(|position| DVec2::from(position) / size);
        let line = Line { from, along: to - from };
        let [from, to] = [-SLACK, 1.0 + SLACK].map(|fraction| from + line.along * fraction);
        let low = floor(from.min(to)).max(self.low);
        let high = floor(from.max(to)).saturating_add(IVec2::ONE).min(self.high);
        let width = self.high.x - self.low.x;
        let mut first: Option<f64> = None;
        // Cells in the order in which the line crosses them: a segment that is met within a cell is listed there.
        for y in ordered(low.y..high.y, line.along.y < 0.0) {
            for x in ordered(low.x..high.x, line.along.x < 0.0) {
                let Some(leave) = line.leaves(ivec2(x, y)) else { continue };
                let cell = ((y - self.low.y) * width + x - self.low.x) as usize;
                let members = &self.members[self.starts[cell] as usize..self.starts[cell + 1] as usize];
                for &segment in members {
                    let segment = &self.segments[segment as usize];
                    let entry = if segment.label == label { segment.entry(&line) } else { None };
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
