//! The section of one body.

use super::cut::cut_triangle;
use super::faces::{Face, FourFaces};
use super::lanes::{LANES, Lanes};
use super::rows::{Row, Rows};
use super::steps::{Pieces, Steps, waterlines};
use crate::body::ComputedOf;
use crate::edges::{Edges, MeshEdge, Meshes};
use crate::raster::with_lanes;
use crate::{Body, Error, Grid, WetCell};
use glam::{DMat3, DVec3};
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
    /// The edges of its mesh.
    edges: Option<Arc<Edges>>,
}

/// Memory that is used again from body to body.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// Vertices in cells from the window's corner, and m above the level.
    vertices: Vec<DVec3>,
    /// The faces of the triangles, then one that stands for none.
    faces: Vec<Face>,
    /// Indices of triangles, see [`Scratch::find_faces`].
    special: Vec<u32>,
    /// Indices of the edges that reach below the level.
    wet: Vec<u32>,
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
        (meshes, scratch): (&Meshes, &mut Scratch),
    ) -> Result<(), Error> {
        if self.found_of.is(body) {
            return Ok(());
        }
        self.found.clear();
        self.volume_m = 0.0;
        let edges = match self.edges.take().filter(|edges| edges.is_of(body)) {
            Some(edges) => edges,
            None => meshes.edges(body),
        };
        if edges.vertices() > body.vertices.len() {
            self.found_of.clear();
            let mut triangles = body.triangles.iter().enumerate();
            return triangles.try_for_each(|(t, at)| body.corners(index, t, *at, body.vertices).map(drop));
        }
        self.volume_m =
            with_lanes(Find { grid, level_m, body, edges: &edges, scratch, found: &mut self.found });
        self.edges = Some(edges);
        self.found_of.set(body);
        Ok(())
    }
}

/// Finds the section of a body, and its volume, m × cells. It is compiled for the instructions of the machine: others call a function to round down.
struct Find<'a> {
    grid: &'a Grid,
    level_m: f64,
    body: &'a Body<'a>,
    edges: &'a Edges,
    scratch: &'a mut Scratch,
    found: &'a mut Vec<WetCell>,
}

impl WithSimd for Find<'_> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        let Self { grid, level_m, body, edges, scratch, found } = self;
        let Some([x, y]) = scratch.sum_up(simd, (grid, level_m), (body, edges), STEEPEST) else { return 0.0 };
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
        (body, edges): (&Body<'_>, &Edges),
        steepest: f64,
    ) -> Option<[Range<usize>; 2]> {
        let [x, y] = self.place(grid, level_m, body)?;
        self.rows.clear(x.len(), y.len());
        self.find_faces(simd, body, steepest * f64::from(grid.cell_size_m));
        self.add_special(simd, body);
        self.add_edges(simd, edges);
        Some([x, y])
    }

    /// The cells of a row of the window.
    #[inline(always)]
    pub(super) fn row(&self, row: usize) -> Row<'_> {
        self.rows.row(row)
    }

    /// Places the vertices in the window; returns its cells, none of a body that is above the level or beyond the grid.
    // Loops, here and below: what closures of iterators do may be compiled apart, without the instructions of the machine.
    #[inline(always)]
    fn place(&mut self, grid: &Grid, level_m: f64, body: &Body<'_>) -> Option<[Range<usize>; 2]> {
        let per_meter = 1.0 / f64::from(grid.cell_size_m);
        let scale = DVec3::new(per_meter, per_meter, 1.0);
        let turned = DMat3::from_diagonal(scale) * DMat3::from_quat(body.rotation.as_dquat().normalize());
        let place = (body.translation_m.as_dvec3() - grid.origin_m.as_dvec2().extend(level_m)) * scale;
        let [mut least, mut most] = [DVec3::INFINITY, DVec3::NEG_INFINITY];
        self.vertices.resize(body.vertices.len(), DVec3::ZERO);
        for (to, at) in self.vertices.iter_mut().zip(body.vertices) {
            *to = turned * at.as_dvec3() + place;
            (least, most) = (least.min(*to), most.max(*to));
        }
        // Also where it is not a number.
        if least.z.partial_cmp(&0.0) != Some(std::cmp::Ordering::Less) {
            return None;
        }
        let window = [within(least.x, most.x, grid.nx), within(least.y, most.y, grid.ny)];
        let corner = DVec3::new(window[0].start as f64, window[1].start as f64, 0.0);
        for at in &mut self.vertices {
            *at -= corner;
        }
        window.iter().all(|cells| !cells.is_empty()).then_some(window)
    }

    /// Finds the slopes of the triangles; lists those that need more than that: those that the level cuts, and those that are too steep.
    // Of all triangles: a list of those that reach below the level takes as long to make as it saves.
    #[inline(always)]
    fn find_faces<S: Simd>(&mut self, simd: S, body: &Body<'_>, steepest: f64) {
        let Self { vertices, faces, special, .. } = self;
        faces.resize(body.triangles.len() + 1, Face::default());
        special.resize(body.triangles.len(), 0);
        let (mut count, mut next) = (0, 0);
        for (faces, triangles) in faces.chunks_mut(LANES).zip(body.triangles.chunks(LANES)) {
            let found = FourFaces::of(simd, &corners(simd, vertices, &four(triangles)), steepest);
            for lane in 0..triangles.len() {
                faces[lane] = found.faces[lane];
                // The next one overwrites one that is not.
                special[count] = next;
                count += usize::from(found.special[lane] != 0.0);
                next += 1;
            }
        }
        special.truncate(count);
        faces[body.triangles.len()] = Face::default();
    }

    /// Adds the waterlines, along which the level cuts triangles, and cuts the steep ones.
    #[inline(always)]
    fn add_special<S: Simd>(&mut self, simd: S, body: &Body<'_>) {
        let Self { vertices, faces, special, pieces, rows, .. } = self;
        let none = &Face::default();
        let mut left = &special[..];
        while let Some(&first) = left.first() {
            if !faces[first as usize].is_summed_by_edges() {
                let [a, b, c] = body.triangles[first as usize];
                pieces.flush(rows);
                cut_triangle([vertices[a as usize], vertices[b as usize], vertices[c as usize]], rows);
                left = &left[1..];
                continue;
            }
            let mut count = 1;
            while count < LANES.min(left.len()) && faces[left[count] as usize].is_summed_by_edges() {
                count += 1;
            }
            let of = four(&left[..count]);
            let [p, q, r, s] = [of[0] as usize, of[1] as usize, of[2] as usize, of[3] as usize];
            let triangles = [body.triangles[p], body.triangles[q], body.triangles[r], body.triangles[s]];
            let lines = waterlines(simd, corners(simd, vertices, &triangles));
            let mut steps =
                Steps::new(simd, lines, [&faces[p], &faces[q], &faces[r], &faces[s]], [none; LANES]);
            if count < LANES {
                steps.keep_first(simd, count);
            }
            pieces.add(simd, &steps, rows);
            left = &left[count..];
        }
        pieces.flush(rows);
    }

    #[inline(always)]
    fn add_edges<S: Simd>(&mut self, simd: S, edges: &Edges) {
        let Self { vertices, faces, wet, pieces, rows, .. } = self;
        let edges = edges.list();
        wet.resize(edges.len(), 0);
        let mut count = 0;
        for (k, MeshEdge { ends, .. }) in (0..).zip(edges) {
            let is_dry = (vertices[ends[0] as usize].z >= 0.0) & (vertices[ends[1] as usize].z >= 0.0);
            // The next one overwrites one that is not wet.
            wet[count] = k;
            count += usize::from(!is_dry);
        }
        for of in wet[..count].chunks(LANES) {
            let numbers = four(of);
            let [p, q, r, s] = [numbers[0], numbers[1], numbers[2], numbers[3]];
            let [p, q, r, s] =
                [&edges[p as usize], &edges[q as usize], &edges[r as usize], &edges[s as usize]];
            let at = |edge: &MeshEdge, end: usize| vertices[edge.ends[end] as usize];
            let ends = [
                Lanes::of_places(simd, [at(p, 0), at(q, 0), at(r, 0), at(s, 0)]),
                Lanes::of_places(simd, [at(p, 1), at(q, 1), at(r, 1), at(s, 1)]),
            ];
            // Two triangles are equally high along the edge that they share.
            let face = |edge: &MeshEdge, side: usize| &faces[edge.sides[side] as usize];
            let left = [face(p, 0), face(q, 0), face(r, 0), face(s, 0)];
            let right = [face(p, 1), face(q, 1), face(r, 1), face(s, 1)];
            let mut steps = Steps::new(simd, ends, left, right);
            if of.len() < LANES {
                steps.keep_first(simd, of.len());
            }
            steps.keep_wet(simd);
            pieces.add(simd, &steps, rows);
        }
        pieces.flush(rows);
    }
}

/// Four of at most as many, the last ones like the first.
#[inline(always)]
fn four<T: Copy>(of: &[T]) -> [T; LANES] {
    if let [a, b, c, d] = of { [*a, *b, *c, *d] } else { fewer(of) }
}

#[inline(never)]
fn fewer<T: Copy>(of: &[T]) -> [T; LANES] {
    std::array::from_fn(|lane| *of.get(lane).unwrap_or(&of[0]))
}

/// The corners of four triangles.
#[inline(always)]
fn corners<S: Simd>(simd: S, vertices: &[DVec3], triangles: &[[u32; 3]; LANES]) -> [[Lanes<S>; 3]; 3] {
    let at = |lane: usize, corner: usize| vertices[triangles[lane][corner] as usize];
    [
        Lanes::of_places(simd, [at(0, 0), at(1, 0), at(2, 0), at(3, 0)]),
        Lanes::of_places(simd, [at(0, 1), at(1, 1), at(2, 1), at(3, 1)]),
        Lanes::of_places(simd, [at(0, 2), at(1, 2), at(2, 2), at(3, 2)]),
    ]
}

/// The cells of a side of the grid between two coordinates.
fn within(least: f64, most: f64, cells: usize) -> Range<usize> {
    // Numbers too large become the largest, and NaN 0.
    let on_grid = |at: f64| (at.max(0.0) as usize).min(cells);
    let first = on_grid(least.floor());
    first..on_grid(most.ceil()).max(first)
}
