//! The sums along edges held against triangles that are cut one by one.

use super::lanes::{EIGHT, Lanes, with_widest};
use super::mesh::Mesh;
use super::rows::{Integrals, Rows};
use super::steps::{Pieces, Steps};
use super::window::{STEEPEST, Scratch};
use crate::edges::OfMesh;
use crate::{Body, Grid};
use glam::{Quat, Vec2, Vec3};
use proptest::prelude::*;
use pulp::{Scalar256b, Simd, WithSimd};
use std::ops::Range;

/// [`Scratch::sum_up`] with the vectors of this machine.
struct SumUp<'a> {
    scratch: &'a mut Scratch,
    place: (&'a Grid, f64),
    of: (&'a Body<'a>, &'a Mesh),
    steepest: f64,
}

impl WithSimd for SumUp<'_> {
    type Output = Option<[Range<usize>; 2]>;

    fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
        self.scratch.sum_up(simd, self.place, self.of, self.steepest)
    }
}

/// The integrals of all cells that a body may wet, with triangles up to a slope summed by their edges.
fn integrals(grid: &Grid, body: &Body<'_>, steepest: f64) -> Vec<Integrals> {
    let mut scratch = Scratch::default();
    let (mesh, level_m) = (Mesh::of(body), 0.0);
    let place = (grid, level_m);
    let Some([x, y]) = with_widest(SumUp { scratch: &mut scratch, place, of: (body, &mesh), steepest })
    else {
        return Vec::new();
    };
    assert!(!x.is_empty());
    let mut found = Vec::new();
    for row in 0..y.len() {
        let mut cells = scratch.row(row);
        found.extend(std::iter::from_fn(|| cells.next()));
    }
    found
}

/// The largest difference between both ways, m and areas of a cell, and the largest thickness.
fn difference(grid: &Grid, body: &Body<'_>) -> (f64, f64) {
    let [by_edges, cut] = [STEEPEST, -1.0].map(|steepest| integrals(grid, body, steepest));
    assert_eq!(by_edges.len(), cut.len());
    let apart = |(a, b): (&Integrals, &Integrals)| {
        let parts = [a.height_m - b.height_m, a.facing_down - b.facing_down, a.under - b.under];
        parts.into_iter().fold(0.0, |most: f64, part| most.max(part.abs()))
    };
    let most = by_edges.iter().zip(&cut).map(apart).fold(0.0, f64::max);
    (most, cut.iter().map(|cell| cell.height_m.abs()).fold(0.0, f64::max))
}

/// Triangles between corners of any place.
fn soup() -> impl Strategy<Value = (Vec<Vec3>, Vec<[u32; 3]>)> {
    let corner = (-2.0_f32..2.0, -2.0_f32..2.0, -1.0_f32..1.0).prop_map(Vec3::from);
    let triangle = (0_u32..12, 0_u32..12, 0_u32..12).prop_map(|(a, b, c)| [a, b, c]);
    (prop::collection::vec(corner, 12), prop::collection::vec(triangle, 1..40))
}

fn pose() -> impl Strategy<Value = (Quat, Vec3)> {
    let rotation = (-3.0_f32..3.0, -3.0_f32..3.0, -3.0_f32..3.0)
        .prop_map(|(a, b, c)| Quat::from_euler(glam::EulerRot::XYZ, a, b, c));
    (rotation, (-1.5_f32..4.0, -1.5_f32..4.0, -0.7_f32..0.7).prop_map(Vec3::from))
}

proptest! {
    /// Open meshes, edges of three triangles and of one, over every border of the grid.
    #[test]
    fn sums_along_edges_are_those_of_cut_triangles(
        (vertices, triangles) in soup(), (rotation, translation_m) in pose(), n in 1_usize..40,
    ) {
        let grid = Grid { nx: n, ny: n + 3, cell_size_m: 3.0 / n as f32, origin_m: Vec2::splat(-0.1) };
        let body = Body { vertices: &vertices, triangles: &triangles, rotation, translation_m, label: 1 };
        let (most, thickness_m) = difference(&grid, &body);
        // Rounding, by slopes up to the steepest and as many cells.
        prop_assert!(most < 1e-12 * (1.0 + thickness_m) * STEEPEST, "{most}");
    }

    /// Slight slopes: to the last digits.
    #[test]
    fn sums_along_edges_of_a_shallow_body_agree_to_the_last_digits(
        angle in -3.0_f32..3.0, x in -0.5_f32..3.0, y in -0.5_f32..3.0, n in 1_usize..40,
    ) {
        // A pyramid of slope 1/2, its tip below the level.
        let vertices = [[1.0, 1.0, 0.4], [-1.0, 1.0, 0.4], [-1.0, -1.0, 0.4], [1.0, -1.0, 0.4], [0.1, 0.2, -0.2]].map(Vec3::from);
        let triangles = [[0, 1, 2], [0, 2, 3], [1, 0, 4], [2, 1, 4], [3, 2, 4], [0, 3, 4]];
        let grid = Grid { nx: n + 2, ny: n, cell_size_m: 3.0 / n as f32, origin_m: Vec2::ZERO };
        let (rotation, translation_m) = (Quat::from_rotation_z(angle), Vec3::new(x, y, 0.0));
        let (most, _) = difference(&grid, &Body { vertices: &vertices, triangles: &triangles, rotation, translation_m, label: 1 });
        prop_assert!(most < 1e-13 * n as f64, "{most}");
    }
}

/// The numbers of eight steps.
#[derive(Debug, Clone, Copy, Default)]
struct Numbers {
    from: [[f64; EIGHT]; 3],
    to: [[f64; EIGHT]; 3],
    slope: [[f64; EIGHT]; 2],
    surfaces: [f64; EIGHT],
    under: [f64; EIGHT],
}

impl Numbers {
    fn steps<S: Simd>(&self, simd: S, part: usize) -> Steps<S> {
        let lanes = |numbers: [f64; EIGHT]| Lanes::load(simd, &numbers, part);
        Steps {
            from: self.from.map(lanes),
            to: self.to.map(lanes),
            slope: self.slope.map(lanes),
            surfaces: lanes(self.surfaces),
            under: lanes(self.under),
        }
    }
}

/// [`Pieces::add`] for lists of steps.
struct AddAll<'a> {
    steps: &'a [Numbers],
    rows: &'a mut Rows,
    have_areas: bool,
}

impl WithSimd for AddAll<'_> {
    type Output = ();

    fn with_simd<S: Simd>(self, simd: S) {
        let Self { steps, rows, have_areas } = self;
        let mut pieces = Pieces::default();
        for (steps, part) in
            steps.iter().flat_map(|steps| (0..EIGHT / S::F64_LANES).map(move |part| (steps, part)))
        {
            match have_areas {
                true => pieces.add::<S, true>(simd, &steps.steps(simd, part), rows),
                false => pieces.add::<S, false>(simd, &steps.steps(simd, part), rows),
            }
        }
        match have_areas {
            true => pieces.flush::<true>(rows),
            false => pieces.flush::<false>(rows),
        }
    }
}

/// Ends of steps: anywhere, on sides of cells and on the border, beyond it, and not a number.
fn end() -> impl Strategy<Value = [f64; 3]> {
    let along = || {
        prop_oneof![
            8 => 0.0..9.0,
            2 => (0_u8..10).prop_map(f64::from),
            1 => -3.0..12.0,
            1 => Just(-0.0),
            1 => Just(f64::NAN),
        ]
    };
    (along(), along(), -1.0..0.0).prop_map(|(x, y, z)| [x, y, z])
}

fn eight() -> impl Strategy<Value = Numbers> {
    let numbers =
        prop_oneof![Just([0.0; EIGHT]), prop::array::uniform8(-1_i8..2).prop_map(|of| of.map(f64::from))];
    let ends = prop::array::uniform8((end(), end(), 0.0..1.0, -2.0..2.0));
    (ends, numbers.clone(), numbers).prop_map(|(ends, surfaces, under)| {
        let mut steps = Numbers { surfaces, under, ..Numbers::default() };
        for (lane, (from, to, near, slope)) in ends.into_iter().enumerate() {
            // Most edges are short.
            let is_near = near < 0.7;
            for axis in 0..3 {
                steps.from[axis][lane] = from[axis];
                steps.to[axis][lane] =
                    if is_near { from[axis] + 0.1 * (to[axis] - from[axis]) } else { to[axis] };
            }
            (steps.slope[0][lane], steps.slope[1][lane]) = (slope, 0.3 - slope);
        }
        steps
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Also by plain numbers, and of more steps than are kept at once.
    #[test]
    fn steps_side_by_side_add_the_same_bits_as_one_by_one(
        mut steps in prop::collection::vec(eight(), 1..40), have_areas in any::<bool>(),
    ) {
        if !have_areas {
            steps.iter_mut().for_each(|steps| (steps.surfaces, steps.under) = ([0.0; EIGHT], [0.0; EIGHT]));
        }
        let [mut together, mut plain, mut alone] = [(); 3].map(|()| Rows::default());
        for rows in [&mut together, &mut plain, &mut alone] {
            rows.clear(9, 9);
        }
        with_widest(AddAll { steps: &steps, rows: &mut together, have_areas });
        AddAll { steps: &steps, rows: &mut plain, have_areas }.with_simd(Scalar256b);
        for steps in &steps {
            for part in 0..2 {
                steps.steps(Scalar256b, part).one_by_one().iter().for_each(|step| alone.add(step));
            }
        }
        prop_assert_eq!(together.bits(), alone.bits());
        prop_assert_eq!(plain.bits(), alone.bits());
    }
}
