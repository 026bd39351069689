//! The walls on the links about rims stand where the wet parts of bodies begin.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;
#[path = "common/convex.rs"]
mod convex;

use common::meshes::{Mesh, icosphere};
use common::{body, rasterize, rotation};
use convex::{Convex, wedge};
use glam::{DVec2, Quat, Vec2, Vec3};
use mask_raster::{Body, Grid, LINKS, Outlines, RimLinks, rim};
use proptest::prelude::*;

/// How far a corner is moved when it is rounded, in samples: half a step of 1/256 along each axis.
const ROUNDED: f64 = std::f64::consts::SQRT_2 / 512.0;

/// A link from the water to the rim: the centres of its cells, m, and the share of the way where the wall stands.
#[derive(Debug)]
struct Link {
    from: DVec2,
    to: DVec2,
    share: Option<f64>,
}

impl Link {
    fn at(&self, share: f64) -> DVec2 {
        self.from.lerp(self.to, share)
    }

    /// Where the wall stands, in the world, m.
    fn wall(&self) -> DVec2 {
        self.at(self.share.unwrap())
    }
}

/// The links from the water to the rim, found without a look at their walls; there are no walls on others, and with one
/// sample per cell one on each of these.
fn links_below(
    grid: Grid,
    samples: usize,
    bodies: &[Body<'_>],
    level_m: impl Fn(u16, usize) -> f32,
) -> Vec<Link> {
    let mask = rasterize(grid, samples, bodies);
    let mut outlines = Outlines::new(grid).unwrap().samples_per_side(samples).unwrap();
    outlines.trace(bodies).unwrap();
    let surface_m: Vec<f32> = (0..grid.cells()).map(|cell| level_m(bodies[0].label, cell)).collect();
    let (mut wet, mut cells, mut links) = (Vec::new(), Vec::new(), Vec::new());
    mask.wet_section_below(&surface_m, &mut wet).unwrap();
    rim(&grid, &wet, &mut cells);
    outlines.rim_links(&wet, &cells, level_m, &mut links);
    assert!(cells.iter().map(|cell| (cell.index, cell.label)).eq(links.iter().map(|l| (l.index, l.label))));
    let mut coverage = vec![0.0; grid.cells()];
    wet.iter().for_each(|cell| coverage[cell.index as usize] += cell.coverage);
    let centre = |i: usize, j: usize| grid.centre_m(i, j).as_dvec2();
    let mut found = Vec::new();
    for RimLinks { index, share, .. } in links {
        let [i, j] = [index as usize % grid.nx, index as usize / grid.nx];
        for (share, [dx, dy]) in share.into_iter().zip(LINKS) {
            let beside =
                |k: usize, by: i32, most: usize| k.checked_add_signed(by as isize).filter(|&k| k < most);
            match (beside(i, dx, grid.nx), beside(j, dy, grid.ny)) {
                (Some(x), Some(y)) if coverage[y * grid.nx + x] < 0.5 => {
                    assert!(share.is_some() || samples > 1, "no wall from ({x}, {y}) to ({i}, {j})");
                    found.push(Link { from: centre(x, y), to: centre(i, j), share });
                }
                _ => assert_eq!(share, None),
            }
        }
    }
    found
}

/// Cells of 0.1 m about a place that is nobody's centre.
const GRID: Grid = Grid { nx: 50, ny: 47, cell_size_m: 0.1, origin_m: Vec2::new(-7.0, 3.0) };
const MIDDLE: Vec3 = Vec3::new(-4.523, 5.318, 0.0);

#[test]
fn the_walls_about_a_disc_stand_on_its_circle() {
    let (radius, corners) = (1.23_f64, 1000_u32);
    let corner = |k: u32| {
        let angle = std::f64::consts::TAU * f64::from(k) / f64::from(corners);
        Vec3::new(angle.cos() as f32, angle.sin() as f32, 0.0) * radius as f32
    };
    let vertices = std::iter::once(Vec3::ZERO).chain((0..corners).map(corner)).collect();
    let disc =
        Mesh { vertices, triangles: (0..corners).map(|k| [0, 1 + k, 1 + (k + 1) % corners]).collect() };
    let disc = Body { translation_m: MIDDLE + 0.4 * Vec3::Z, ..body(&disc, 7) };
    let links = links_below(GRID, 1, &[disc], |_, _| 1.0);
    assert!(links.len() > 200, "{}", links.len());
    for link in links {
        let distance = link.wall().distance(MIDDLE.truncate().into());
        // The polygon is 6e-6 m off the circle.
        assert!((distance - radius).abs() < 0.1 * ROUNDED + 1e-5, "{link:?}: {distance} m");
    }
}

/// Below its centre a sphere is widest in the level, above it at its equator.
#[test]
fn the_walls_about_a_sphere_stand_on_its_waterline() {
    let radius = 1.9_f64;
    let mesh = icosphere(radius as f32, 5);
    let sphere = Body { translation_m: MIDDLE, ..body(&mesh, 2) };
    // The mesh lies between the sphere and a smaller one, which its faces touch.
    let depth = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|k| mesh.vertices[k as usize].as_dvec3());
        (b - a).cross(c - a).normalize().dot(a)
    };
    let inner = mesh.triangles.iter().map(depth).fold(radius, f64::min);
    for level_m in [-1.7_f32, -1.3, -0.8, -0.2, -1e-3, 0.0, 0.3, 1.2, 1.8, 5.0] {
        let below = f64::from(level_m).min(0.0).powi(2);
        let [least, most] = [inner, radius].map(|radius| (radius * radius - below).sqrt());
        let links = links_below(GRID, 1, &[sphere], |_, _| level_m);
        assert!(links.len() as f64 > 150.0 * most, "{level_m} m: {}", links.len());
        for link in links {
            let distance = link.wall().distance(MIDDLE.truncate().into());
            let slack = 0.1 * ROUNDED + 1e-5;
            assert!(
                (least - slack..most + slack).contains(&distance),
                "{level_m} m: {distance} m, not {least} to {most} m"
            );
        }
    }
}

/// A pyramid, apex down, as deep as half its breadth: all its sides rise by 45°.
fn pyramid() -> Mesh {
    let vertices = [[-2., -2., 2.], [2., -2., 2.], [2., 2., 2.], [-2., 2., 2.], [0., 0., 0.]].map(Vec3::from);
    let triangles = vec![[0, 1, 2], [0, 2, 3], [0, 4, 1], [1, 4, 2], [2, 4, 3], [3, 4, 0]];
    Mesh { vertices: vertices.to_vec(), triangles }
}

#[test]
fn the_walls_of_a_flared_hull_stand_on_its_waterline_not_under_its_deck() {
    let (mesh, turn) = (pyramid(), 0.4);
    let hull =
        Body { rotation: Quat::from_rotation_z(turn), translation_m: MIDDLE - Vec3::Z, ..body(&mesh, 3) };
    for (level_m, slope) in [
        (0.0, Vec2::ZERO),
        (-0.6, Vec2::ZERO),
        (0.35, Vec2::ZERO),
        (0.1, Vec2::new(0.2, -0.1)),
        (-0.1, Vec2::new(0.0, 0.35)),
    ] {
        let level = |place: Vec2| level_m + slope.dot(place - MIDDLE.truncate());
        let cell = |cell: usize| level(GRID.centre_m(cell % GRID.nx, cell / GRID.nx));
        let links = links_below(GRID, 1, &[hull], |_, index| cell(index));
        assert!(links.len() > 60, "{}", links.len());
        for link in links {
            let place = link.wall() - MIDDLE.truncate().as_dvec2();
            let across = DVec2::from_angle(-f64::from(turn)).rotate(place).abs().max_element();
            let waterline = 1.0 + f64::from(level_m) + slope.as_dvec2().dot(place);
            // Of a surface that rises by 45° a corner moved aside moves the waterline by no more.
            assert!((across - waterline).abs() < 0.1 * ROUNDED + 1e-5, "{level_m} m, {slope}: {across} m");
        }
    }
}

proptest! {
    /// Every link is gone along in a thousand steps.
    #[test]
    fn walls_stand_where_the_first_wet_place_of_a_link_is(
        size in prop::array::uniform3(1.0f32..9.0), turn in rotation(), samples in prop::sample::select(vec![1, 3]),
        place in prop::array::uniform3(0.0f32..1.0), slope in prop::array::uniform2(-0.4f32..0.4),
    ) {
        let grid = Grid { nx: 20, ny: 16, cell_size_m: 0.7, origin_m: Vec2::new(-1.0, 2.0) };
        let [length, breadth, depth] = size;
        let mesh = wedge(length, breadth, depth);
        let middle = grid.origin_m + 0.7 * (Vec2::new(9.0, 7.0) + Vec2::new(place[0], place[1]));
        let hull = Body {
            rotation: turn, translation_m: middle.extend(2.0 * place[2] - 1.0), ..body(&mesh, 5)
        };
        let exact = Convex::new(&hull);
        let level_m = |place: DVec2| Vec2::from(slope).as_dvec2().dot(place - middle.as_dvec2());
        let by_cell = |_: u16, cell: usize| level_m(grid.centre_m(cell % 20, cell / 20).as_dvec2()) as f32;
        // Rounded corners move a face by no more than they move; the rest is for `f32`.
        let moved_m = 0.7 * ROUNDED / samples as f64 + 1e-5;
        let is_wet = |place: DVec2, grown_m: f64| exact.is_wet(place.into(), level_m(place) + grown_m, grown_m);
        for link in links_below(grid, samples, &[hull], by_cell) {
            if let Some(share) = link.share {
                prop_assert!((0.0..=1.0).contains(&share));
                prop_assert!(is_wet(link.at(share), moved_m), "{link:?}: dry at the wall");
            }
            let before = (0..1000).map(|k| f64::from(k) / 1000.0).filter(|&s| link.share.is_none_or(|to| s < to));
            for share in before {
                prop_assert!(!is_wet(link.at(share), -moved_m), "{link:?}: wet before the wall, at {share}");
            }
        }
    }
}

/// Masks round heights; a cell that is wet by no more than that has its walls too.
#[test]
fn a_cell_wet_by_a_hair_has_walls() {
    // A ramp: links along y see it at one height, which was rounded from others far off.
    let vertices = [[-1.9, -1.6, -40.0], [1.9, -1.6, 41.0], [1.9, 1.7, 41.0], [-1.9, 1.7, -40.0]];
    let mesh = Mesh { vertices: vertices.map(Vec3::from).to_vec(), triangles: vec![[0, 1, 2], [0, 2, 3]] };
    let ramp = Body { translation_m: MIDDLE, ..body(&mesh, 2) };
    let mask = rasterize(GRID, 1, &[ramp]);
    let bottoms_m = mask.bottom_m().iter().filter(|bottom_m| bottom_m.is_finite());
    for level_m in bottoms_m.step_by(3).map(|bottom_m| bottom_m.next_up()) {
        // That there is a wall on every link is looked at there.
        assert!(!links_below(GRID, 1, &[ramp], |_, _| level_m).is_empty());
    }
}

/// Beside the rim a level need not be known.
#[test]
fn levels_that_are_not_finite_do_not_move_walls() {
    let mesh = pyramid();
    let hull = Body { translation_m: MIDDLE - Vec3::Z, ..body(&mesh, 3) };
    let inside = |cell: usize| {
        let place = GRID.centre_m(cell % GRID.nx, cell / GRID.nx) - MIDDLE.truncate();
        place.abs().max_element() < 1.0
    };
    for beside in [f32::NAN, f32::NEG_INFINITY] {
        let links = links_below(GRID, 1, &[hull], |_, cell| if inside(cell) { 0.0 } else { beside });
        assert!(links.len() > 60);
        for link in links {
            let across = (link.wall() - MIDDLE.truncate().as_dvec2()).abs().max_element();
            assert!((across - 1.0).abs() < 0.1 * ROUNDED + 1e-5, "{beside}: {across} m");
        }
    }
    // All of it is below the water: its outline.
    for link in links_below(GRID, 1, &[hull], |_, _| f32::INFINITY) {
        let across = (link.wall() - MIDDLE.truncate().as_dvec2()).abs().max_element();
        assert!((across - 2.0).abs() < 0.1 * ROUNDED + 1e-5, "{across} m");
    }
}

#[test]
#[should_panic(expected = "the rim is of the outlines' grid")]
fn rims_of_other_grids_are_refused() {
    let cell = mask_raster::RimCell { index: 64, label: 1, normal: Vec2::X };
    let grid = common::unit_grid(8, 8);
    Outlines::new(grid).unwrap().rim_links(&[], &[cell], |_, _| 0.0, &mut Vec::new());
}
