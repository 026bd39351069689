//! The section of one body.

use super::cut::cut_triangle;
use super::faces::Faces;
use super::lanes::{EIGHT, LaneMask, Lanes, with_widest};
use super::mesh::{EdgeBlock, Mesh, TriangleBlock};
use super::place::{Attitude, AttitudeLanes};
use super::rows::{Row, Rows};
use super::steps::{Pieces, Steps, waterlines};
use crate::body::ComputedOf;
use crate::edges::{Known, OfMesh};
use crate::{Body, Error, Grid, WetCell};
use pulp::{Simd, WithSimd};
use std::ops::Range;
use std::sync::Arc;

/// Smallest fraction of a cell under a body that is listed.
const LEAST: f64 = 1e-6;

/// Steepest triangles that are summed by their edges, height over length in plan. What a plane gives beyond the triangle, on both sides of which
/// it is added and taken away, is rounded: at a slope of 1000 by 1e-13 of the body's extent.
pub(super) const STEEPEST: f64 = 1000.0;

/// The cells that a body may wet, and its section.
#[derive(Debug, Default)]
pub(super) struct Window {
    found: Vec<WetCell>,
    /// Volume of `found`, m × cells.
    volume_m: f64,
    /// The body that `found` is of.
    found_of: ComputedOf,
    /// The mesh of that body.
    mesh: Option<Arc<Mesh>>,
}

/// Memory that is used again from body to body.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// Triangles that the level cuts, and those that are too steep and reach below it.
    cut: Vec<u32>,
    steep: Vec<u32>,
    /// Edges with areas on one side that are not on the other.
    outline: Vec<u32>,
    pieces: Pieces,
    rows: Rows,
}

impl Window {
    /// The section found last.
    pub(super) fn found(&self) -> &[WetCell] {
        &self.found
    }

    /// Volume of the section found last, m × cells.
    pub(super) fn volume_m(&self) -> f64 {
        self.volume_m
    }

    /// Makes the next call find the section anew.
    pub(super) fn forget(&mut self) {
        self.found_of.clear();
    }

    /// Finds the section of a body unless it is known.
    pub(super) fn update(
        &mut self,
        (grid, level_m): (&Grid, f64),
        (index, body): (usize, &Body<'_>),
        (meshes, scratch): (&Known<Mesh>, &mut Scratch),
    ) -> Result<(), Error> {
        if self.found_of.is(body) {
            return Ok(());
        }
        self.found.clear();
        self.volume_m = 0.0;
        let mesh = match self.mesh.take().filter(|mesh| mesh.is_of(body)) {
            Some(mesh) => mesh,
            None => {
                self.found_of.clear();
                for (t, at) in body.triangles.iter().enumerate() {
                    body.corners(index, t, *at, body.vertices)?;
                }
                meshes.of(body)
            }
        };
        self.volume_m =
            with_widest(Find { grid, level_m, body, mesh: &mesh, scratch, found: &mut self.found });
        self.mesh = Some(mesh);
        self.found_of.set(body);
        Ok(())
    }
}

/// Finds the section of a body, and its volume, m × cells. It is compiled for the instructions of the machine: others call a function to round down.
struct Find<'a> {
    grid: &'a Grid,
    level_m: f64,
    body: &'a Body<'a>,
    mesh: &'a Mesh,
    scratch: &'a mut Scratch,
    found: &'a mut Vec<WetCell>,
}

impl WithSimd for Find<'_> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        let Self { grid, level_m, body, mesh, scratch, found } = self;
        let Some([x, y]) = scratch.sum_up(simd, (grid, level_m), (body, mesh), STEEPEST) else { return 0.0 };
        let mut volume_m = 0.0;
        let first = y.start * grid.nx + x.start;
        for row in 0..y.len() {
            let (mut cells, mut index) = (scratch.row(row), first + row * grid.nx);
            while let Some(sums) = cells.next() {
                if sums.under > LEAST {
                    volume_m += sums.height_m.max(0.0);
                    found.push(WetCell {
                        index: index as u32,
                        label: body.label,
                        thickness_m: sums.height_m.max(0.0) as f32,
                        coverage: sums.under.min(1.0) as f32,
                        waterplane: sums.facing_down.clamp(0.0, 1.0) as f32,
                    });
                }
                index += 1;
            }
        }
        volume_m
    }
}

impl Scratch {
    /// Sums up what of a body is below the level. Triangles up to a slope are summed by their edges, others are cut. Returns the window.
    #[inline(always)]
    pub(super) fn sum_up<S: Simd>(
        &mut self,
        simd: S,
        (grid, level_m): (&Grid, f64),
        (body, mesh): (&Body<'_>, &Mesh),
        steepest: f64,
    ) -> Option<[Range<usize>; 2]> {
        let mut attitude = Attitude::new(body, grid, level_m);
        let [x, y] = window(simd, &attitude, mesh, grid)?;
        attitude.shift([x.start, y.start]);
        self.rows.clear(x.len(), y.len());
        let (lanes, steepest) = (attitude.lanes(simd), steepest * f64::from(grid.cell_size_m));
        self.find_special(simd, &lanes, mesh, steepest);
        self.cut_steep(&attitude, mesh);
        self.add_waterlines(simd, &lanes, mesh, steepest);
        self.add_edges(simd, &lanes, mesh, steepest);
        Some([x, y])
    }

    /// The cells of a row of the window.
    #[inline(always)]
    pub(super) fn row(&self, row: usize) -> Row<'_> {
        self.rows.row(row)
    }

    /// Lists the triangles that need more than the steps along their edges.
    #[inline(always)]
    fn find_special<S: Simd>(&mut self, simd: S, attitude: &AttitudeLanes<S>, mesh: &Mesh, steepest: f64) {
        let Self { cut, steep, .. } = self;
        let zero = Lanes::splat(simd, 0.0);
        for list in [&mut *cut, &mut *steep] {
            list.resize(EIGHT * mesh.faces.len(), 0);
        }
        let (mut counts, mut next) = ([0; 2], 0);
        for block in &mesh.faces {
            for part in 0..EIGHT / S::F64_LANES {
                let [a, b, c] = [
                    attitude.height(&block.corners[0], part).less_than(zero),
                    attitude.height(&block.corners[1], part).less_than(zero),
                    attitude.height(&block.corners[2], part).less_than(zero),
                ];
                let is_wet = a.or(b).or(c);
                if !is_wet.any() {
                    next += S::F64_LANES as u32;
                    continue;
                }
                let faces = Faces::of(simd, attitude.normals(&block.normals, part), steepest);
                let is_cut = is_wet.and(faces.is_flat).and(a.and(b).and(c).not());
                let is_steep = is_wet.and(faces.is_sloping).and(faces.is_flat.not());
                counts[0] = list(simd, is_cut, next, (cut, counts[0]));
                counts[1] = list(simd, is_steep, next, (steep, counts[1]));
                next += S::F64_LANES as u32;
            }
        }
        cut.truncate(counts[0]);
        steep.truncate(counts[1]);
    }

    /// Adds the steep triangles.
    fn cut_steep(&mut self, attitude: &Attitude, mesh: &Mesh) {
        let Self { steep, rows, .. } = self;
        for of in &*steep {
            let (block, lane) = (&mesh.faces[*of as usize / EIGHT], *of as usize % EIGHT);
            cut_triangle(block.corners.map(|corners| attitude.place(corners.map(|of| of[lane]))), rows);
        }
    }

    /// Adds the waterlines, along which the level cuts triangles.
    #[inline(always)]
    fn add_waterlines<S: Simd>(&mut self, simd: S, attitude: &AttitudeLanes<S>, mesh: &Mesh, steepest: f64) {
        let Self { cut, pieces, rows, .. } = self;
        for of in cut.chunks(S::F64_LANES) {
            let mut block = TriangleBlock::default();
            for lane in 0..S::F64_LANES {
                let triangle = of[lane.min(of.len() - 1)] as usize;
                block.set(lane, &mesh.faces[triangle / EIGHT], triangle % EIGHT);
            }
            let corners = [
                attitude.places(&block.corners[0], 0),
                attitude.places(&block.corners[1], 0),
                attitude.places(&block.corners[2], 0),
            ];
            let faces = Faces::of(simd, attitude.normals(&block.normals, 0), steepest);
            let mut steps = Steps::along(waterlines(simd, corners), &faces);
            if of.len() < S::F64_LANES {
                steps.keep_first(simd, of.len());
            }
            pieces.add::<S, true>(simd, &steps, rows);
        }
        pieces.flush::<true>(rows);
    }

    /// Adds the steps along edges: first all that have the same areas on both sides, which are most.
    #[inline(always)]
    fn add_edges<S: Simd>(&mut self, simd: S, attitude: &AttitudeLanes<S>, mesh: &Mesh, steepest: f64) {
        let Self { outline, pieces, rows, .. } = self;
        let zero = Lanes::splat(simd, 0.0);
        outline.resize(EIGHT * mesh.edges.len(), 0);
        let mut count = 0;
        for (k, block) in mesh.edges.iter().enumerate() {
            for part in 0..EIGHT / S::F64_LANES {
                let mut steps = attitude.steps(block, part, steepest);
                let is_wet = steps.from[2].less_than(zero).or(steps.to[2].less_than(zero));
                if !is_wet.any() {
                    continue;
                }
                let have_areas = steps.have_areas(simd);
                let first = (k * EIGHT + part * S::F64_LANES) as u32;
                count = list(simd, is_wet.and(have_areas), first, (outline, count));
                steps.keep_wet(simd);
                steps.leave_out(have_areas);
                pieces.add::<S, false>(simd, &steps, rows);
            }
        }
        pieces.flush::<false>(rows);
        for of in outline[..count].chunks(S::F64_LANES) {
            let mut block = EdgeBlock::default();
            for lane in 0..S::F64_LANES {
                let edge = of[lane.min(of.len() - 1)] as usize;
                block.set(lane, &mesh.edges[edge / EIGHT], edge % EIGHT);
            }
            let mut steps = attitude.steps(&block, 0, steepest);
            if of.len() < S::F64_LANES {
                steps.keep_first(simd, of.len());
            }
            steps.keep_wet(simd);
            pieces.add::<S, true>(simd, &steps, rows);
        }
        pieces.flush::<true>(rows);
    }
}

/// Lists the numbers from `first` on in whose lanes a mask is true, after `count` others; returns how many there are then.
#[inline(always)]
fn list<S: Simd>(simd: S, mask: LaneMask<S>, first: u32, (numbers, mut count): (&mut [u32], usize)) -> usize {
    if mask.any() {
        let is_listed = mask.select(Lanes::splat(simd, 1.0), Lanes::splat(simd, 0.0)).to_eight();
        for lane in 0..S::F64_LANES {
            // The next one overwrites one that is not.
            numbers[count] = first + lane as u32;
            count += usize::from(is_listed[lane] != 0.0);
        }
    }
    count
}

/// The cells of a body's window, none of one that is above the level or beyond the grid.
#[inline(always)]
fn window<S: Simd>(simd: S, attitude: &Attitude, mesh: &Mesh, grid: &Grid) -> Option<[Range<usize>; 2]> {
    let (lanes, infinity) = (attitude.lanes(simd), Lanes::splat(simd, f64::INFINITY));
    let (mut least, mut most) = ([infinity; 3], [Lanes::splat(simd, f64::NEG_INFINITY); 3]);
    for places in &mesh.points {
        for part in 0..EIGHT / S::F64_LANES {
            let at = lanes.places(places, part);
            for axis in 0..3 {
                (least[axis], most[axis]) = (least[axis].min(at[axis]), most[axis].max(at[axis]));
            }
        }
    }
    let ([x, y, z], [right, top, _]) = (least, most);
    // Also where it is not a number.
    if z.least().partial_cmp(&0.0) != Some(std::cmp::Ordering::Less) {
        return None;
    }
    let window = [within(x.least(), right.most(), grid.nx), within(y.least(), top.most(), grid.ny)];
    window.iter().all(|cells| !cells.is_empty()).then_some(window)
}

/// The cells of a side of the grid between two coordinates.
fn within(least: f64, most: f64, cells: usize) -> Range<usize> {
    // Numbers too large become the largest, and NaN 0.
    let on_grid = |at: f64| (at.max(0.0) as usize).min(cells);
    let first = on_grid(least.floor());
    first..on_grid(most.ceil()).max(first)
}
