//! From body axes to cells and heights over the level.

use super::faces::Faces;
use super::lanes::{EIGHT, Lanes};
use super::mesh::{EdgeBlock, Normals, Places};
use super::steps::Steps;
use crate::{Body, Grid};
use glam::{DMat3, DVec3, Vec3};
use pulp::Simd;

/// Where a body is: its places in cells from a corner, and m above the level.
pub(super) struct Attitude {
    /// Rotates and scales.
    turned: DMat3,
    /// The body's origin.
    origin: DVec3,
    /// Rotates normals, and scales them by the size of a cell along x and y.
    of_normals: DMat3,
}

/// The same in all lanes.
pub(super) struct AttitudeLanes<S: Simd> {
    simd: S,
    /// By axes of the world, then of the body.
    turned: [[Lanes<S>; 3]; 3],
    origin: [Lanes<S>; 3],
    of_normals: [[Lanes<S>; 3]; 3],
}

impl Attitude {
    #[inline(always)]
    pub(super) fn new(body: &Body<'_>, grid: &Grid, level_m: f64) -> Self {
        let size_m = f64::from(grid.cell_size_m);
        let scale = DVec3::new(1.0 / size_m, 1.0 / size_m, 1.0);
        let rotation = DMat3::from_quat(body.rotation.as_dquat().normalize());
        Self {
            turned: DMat3::from_diagonal(scale) * rotation,
            origin: (body.translation_m.as_dvec3() - grid.origin_m.as_dvec2().extend(level_m)) * scale,
            of_normals: DMat3::from_diagonal(DVec3::new(size_m, size_m, 1.0)) * rotation,
        }
    }

    /// Moves the corner to a cell.
    pub(super) fn shift(&mut self, [column, row]: [usize; 2]) {
        self.origin -= DVec3::new(column as f64, row as f64, 0.0);
    }

    pub(super) fn place(&self, at_m: [f32; 3]) -> DVec3 {
        self.turned * Vec3::from_array(at_m).as_dvec3() + self.origin
    }

    #[inline(always)]
    pub(super) fn lanes<S: Simd>(&self, simd: S) -> AttitudeLanes<S> {
        let number = |number: f64| Lanes::splat(simd, number);
        AttitudeLanes {
            simd,
            turned: by_rows(simd, &self.turned),
            origin: [number(self.origin.x), number(self.origin.y), number(self.origin.z)],
            of_normals: by_rows(simd, &self.of_normals),
        }
    }
}

#[inline(always)]
fn by_rows<S: Simd>(simd: S, DMat3 { x_axis: a, y_axis: b, z_axis: c }: &DMat3) -> [[Lanes<S>; 3]; 3] {
    let row = |x: f64, y: f64, z: f64| [Lanes::splat(simd, x), Lanes::splat(simd, y), Lanes::splat(simd, z)];
    [row(a.x, b.x, c.x), row(a.y, b.y, c.y), row(a.z, b.z, c.z)]
}

impl<S: Simd> AttitudeLanes<S> {
    #[inline(always)]
    pub(super) fn places(&self, of_body: &Places, part: usize) -> [Lanes<S>; 3] {
        let at = widened(self.simd, of_body, part);
        [self.along(0, at), self.along(1, at), self.along(2, at)]
    }

    /// Steps along edges, of which each side is as high as the triangle there.
    #[inline(always)]
    pub(super) fn steps(&self, edges: &EdgeBlock, part: usize, steepest: f64) -> Steps<S> {
        let ends = [self.places(&edges.ends[0], part), self.places(&edges.ends[1], part)];
        let left = Faces::of(self.simd, self.normals(&edges.normals[0], part), steepest);
        let right = Faces::of(self.simd, self.normals(&edges.normals[1], part), steepest);
        Steps::new(ends, &left, &right)
    }

    /// Heights over the level, m.
    #[inline(always)]
    pub(super) fn height(&self, of_body: &Places, part: usize) -> Lanes<S> {
        self.along(2, widened(self.simd, of_body, part))
    }

    #[inline(always)]
    fn along(&self, axis: usize, at: [Lanes<S>; 3]) -> Lanes<S> {
        dot(self.turned[axis], at) + self.origin[axis]
    }

    #[inline(always)]
    pub(super) fn normals(&self, of_body: &Normals, part: usize) -> [Lanes<S>; 3] {
        let load = |eight: &[f64; EIGHT]| Lanes::load(self.simd, eight, part);
        let normal = [load(&of_body[0]), load(&of_body[1]), load(&of_body[2])];
        [dot(self.of_normals[0], normal), dot(self.of_normals[1], normal), dot(self.of_normals[2], normal)]
    }
}

#[inline(always)]
fn widened<S: Simd>(simd: S, of_body: &Places, part: usize) -> [Lanes<S>; 3] {
    [
        Lanes::widened(simd, &of_body[0], part),
        Lanes::widened(simd, &of_body[1], part),
        Lanes::widened(simd, &of_body[2], part),
    ]
}

#[inline(always)]
fn dot<S: Simd>(a: [Lanes<S>; 3], b: [Lanes<S>; 3]) -> Lanes<S> {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
