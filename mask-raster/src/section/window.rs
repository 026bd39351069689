//! The section of one body.

use super::cut::cut_triangle;
use super::edges::{Edge, Edges, Meshes};
use super::rows::{Row, Rows, Step};
use crate::body::ComputedOf;
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
    rows: Rows,
}

/// What a triangle adds to the steps along its edges.
#[derive(Debug, Clone, Copy, Default)]
struct Face {
    slope: [f64; 2],
    /// 1 of a triangle that is summed by its edges, else 0; and 1 of such a triangle that faces down.
    surfaces: f64,
    under: f64,
}

impl Window {
    /// The section found last.
    pub(super) fn found(&self) -> &[WetCell] {
        &self.found
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
        let edges = match self.edges.take().filter(|edges| edges.is_of(body)) {
            Some(edges) => edges,
            None => meshes.edges(body),
        };
        if edges.vertices() > body.vertices.len() {
            self.found_of.clear();
            let mut triangles = body.triangles.iter().enumerate();
            return triangles.try_for_each(|(t, at)| body.corners(index, t, *at, body.vertices).map(drop));
        }
        with_lanes(Find { grid, level_m, body, edges: &edges, scratch, found: &mut self.found });
        self.edges = Some(edges);
        self.found_of.set(body);
        Ok(())
    }
}

/// Finds the section of a body. It is compiled for the instructions of the machine: others call a function to round down.
struct Find<'a> {
    grid: &'a Grid,
    level_m: f64,
    body: &'a Body<'a>,
    edges: &'a Edges,
    scratch: &'a mut Scratch,
    found: &'a mut Vec<WetCell>,
}

impl WithSimd for Find<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { grid, level_m, body, edges, scratch, found } = self;
        let Some([x, y]) = scratch.sum_up(grid, level_m, (body, edges), STEEPEST) else { return };
        let first = y.start * grid.nx + x.start;
        for row in 0..y.len() {
            let (mut cells, mut index) = (scratch.row(row), first + row * grid.nx);
            while let Some(sums) = cells.next() {
                if sums.under > LEAST {
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
    }
}

impl Scratch {
    /// Sums up what of a body is below the level. Triangles up to a slope are summed by their edges, others are cut. Returns the window.
    #[inline(always)]
    pub(super) fn sum_up(
        &mut self,
        grid: &Grid,
        level_m: f64,
        (body, edges): (&Body<'_>, &Edges),
        steepest: f64,
    ) -> Option<[Range<usize>; 2]> {
        let [x, y] = self.place(grid, level_m, body)?;
        self.rows.clear(x.len(), y.len());
        self.find_faces(body, steepest * f64::from(grid.cell_size_m));
        self.add_special(body);
        self.add_edges(edges);
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
    #[inline(always)]
    fn find_faces(&mut self, body: &Body<'_>, steepest: f64) {
        let Self { vertices, faces, special, .. } = self;
        faces.resize(body.triangles.len() + 1, Face::default());
        special.resize(body.triangles.len(), 0);
        let mut count = 0;
        for (t, (face, triangle)) in faces.iter_mut().zip(body.triangles).enumerate() {
            let [a, b, c] = [triangle[0], triangle[1], triangle[2]].map(|k| vertices[k as usize]);
            let normal = (b - a).cross(c - a);
            let height = steepest * normal.z.abs();
            let is_flat = (normal.x.abs() <= height) & (normal.y.abs() <= height) & (normal.z != 0.0);
            let per_z = -1.0 / normal.z;
            let number = |is: bool| if is { 1.0 } else { 0.0 };
            *face = Face {
                slope: if is_flat { [normal.x * per_z, normal.y * per_z] } else { [0.0; 2] },
                surfaces: number(is_flat),
                under: number(is_flat & (normal.z < 0.0)),
            };
            let wet = [a.z < 0.0, b.z < 0.0, c.z < 0.0];
            let [some, all] = [wet[0] | wet[1] | wet[2], wet[0] & wet[1] & wet[2]];
            // The next one overwrites one that is not.
            special[count] = t as u32;
            count += usize::from(some & (normal.z != 0.0) & !(all & is_flat));
        }
        special.truncate(count);
        faces[body.triangles.len()] = Face::default();
    }

    /// Adds the waterlines, along which the level cuts triangles, and cuts the steep ones.
    #[inline(always)]
    fn add_special(&mut self, body: &Body<'_>) {
        let Self { vertices, faces, special, rows } = self;
        for &t in &*special {
            let triangle = body.triangles[t as usize];
            let corners = [triangle[0], triangle[1], triangle[2]].map(|k| vertices[k as usize]);
            let face = &faces[t as usize];
            if face.surfaces == 0.0 {
                cut_triangle(corners, rows);
            } else {
                add_waterline(corners, face, rows);
            }
        }
    }

    #[inline(always)]
    fn add_edges(&mut self, edges: &Edges) {
        let Self { vertices, faces, rows, .. } = self;
        for Edge { ends, sides } in edges.list() {
            let [mut a, mut b] = [vertices[ends[0] as usize], vertices[ends[1] as usize]];
            let [dry_a, dry_b] = [a.z >= 0.0, b.z >= 0.0];
            if dry_a & dry_b {
                continue;
            }
            if dry_a {
                a = crossing(b, a);
            } else if dry_b {
                b = crossing(a, b);
            }
            let [left, right] = [&faces[sides[0] as usize], &faces[sides[1] as usize]];
            let surfaces = left.surfaces - right.surfaces;
            rows.add(&Step {
                ends: [[a.x, a.y], [b.x, b.y]],
                // Two triangles are equally high along the edge that they share.
                heights_m: [surfaces * a.z, surfaces * b.z],
                slope: [left.slope[0] - right.slope[0], left.slope[1] - right.slope[1]],
                surfaces,
                under: left.under - right.under,
            });
        }
    }
}

/// Adds the line along which the level cuts a triangle: the part below is to the left of it.
#[inline(always)]
fn add_waterline(corners: [DVec3; 3], face: &Face, rows: &mut Rows) {
    let wet = [corners[0].z < 0.0, corners[1].z < 0.0, corners[2].z < 0.0];
    // The corner that is alone on its side of the level, and the two after it.
    let alone = if wet[1] == wet[2] {
        0
    } else if wet[0] == wet[2] {
        1
    } else {
        2
    };
    let [a, b, c] = [corners[alone], corners[(alone + 1) % 3], corners[(alone + 2) % 3]];
    let [from, to] =
        if wet[alone] { [crossing(a, b), crossing(a, c)] } else { [crossing(c, a), crossing(b, a)] };
    rows.add(&Step {
        ends: [[from.x, from.y], [to.x, to.y]],
        heights_m: [0.0; 2],
        slope: face.slope,
        surfaces: face.surfaces,
        under: face.under,
    });
}

/// Where the level cuts an edge from a wet end to a dry one.
#[inline(always)]
fn crossing(wet: DVec3, dry: DVec3) -> DVec3 {
    (wet + (dry - wet) * (wet.z / (wet.z - dry.z))).with_z(0.0)
}

/// The cells of a side of the grid between two coordinates.
fn within(least: f64, most: f64, cells: usize) -> Range<usize> {
    // Numbers too large become the largest, and NaN 0.
    let on_grid = |at: f64| (at.max(0.0) as usize).min(cells);
    let first = on_grid(least.floor());
    first..on_grid(most.ceil()).max(first)
}
