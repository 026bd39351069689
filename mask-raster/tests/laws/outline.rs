//! Link distances: outlines lie where the bodies' surfaces do, and between a covered cell and one that is not.

use crate::setup::meshes::{Mesh, cuboid, icosphere};
use crate::setup::{body, rasterize, rotation, unit_grid};
use glam::{Vec2, Vec3};
use mask_raster::{Body, Error, Grid, Outlines};
use proptest::prelude::*;

/// All pairs of neighboring cells of which the first does not have this label and the second does, by their centers.
fn links(grid: &Grid, labels: &[u16], label: u16) -> Vec<[[f64; 2]; 2]> {
    let (nx, ny) = (grid.nx as isize, grid.ny as isize);
    let has = |i: isize, j: isize| labels[(j * nx + i) as usize] == label;
    let center = |i: isize, j: isize| [i, j].map(|k| (k as f64 + 0.5) * f64::from(grid.cell_size_m));
    let mut found = Vec::new();
    for (i, j) in (0..ny).flat_map(|j| (0..nx).map(move |i| (i, j))) {
        for (x, y) in (j - 1..=j + 1).flat_map(|y| (i - 1..=i + 1).map(move |x| (x, y))) {
            let inside = (0..nx).contains(&x) && (0..ny).contains(&y);
            if inside && has(i, j) && !has(x, y) {
                found.push([center(x, y), center(i, j)]);
            }
        }
    }
    found
}

/// A regular polygon with as many corners as make it a circle; every other triangle faces down.
fn disc(radius: f32, corners: u32) -> Mesh {
    let corner = |k: u32| {
        let angle = std::f64::consts::TAU * f64::from(k) / f64::from(corners);
        Vec3::new(angle.cos() as f32, angle.sin() as f32, 0.0) * radius
    };
    let vertices = std::iter::once(Vec3::ZERO).chain((0..corners).map(corner)).collect();
    let triangle = |k: u32| {
        let [a, b] = [1 + k, 1 + (k + 1) % corners];
        if k.is_multiple_of(2) { [0, a, b] } else { [0, b, a] }
    };
    Mesh { vertices, triangles: (0..corners).map(triangle).collect() }
}

#[test]
fn a_disc_is_crossed_on_its_circle() {
    for samples in [1, 3] {
        let grid = Grid { nx: 40, ny: 37, cell_size_m: 0.1, origin_m: Vec2::new(-7.0, 3.0) };
        let (mesh, radius, center) = (disc(1.23, 1000), 1.23, [2.07, 1.81]);
        let place = Vec3::new(center[0] as f32 - 7.0, center[1] as f32 + 3.0, 0.4);
        let disc = Body { translation_m: place, ..body(&mesh, 7) };
        let mask = rasterize(grid, samples, &[disc]);
        let mut outlines = Outlines::new(grid).unwrap().samples_per_side(samples).unwrap();
        outlines.trace(&[disc]).unwrap();
        let links = links(&grid, mask.labels(), 7);
        assert!(links.len() > 200);
        for [from, to] in links {
            let distance = outlines.link_distance(7, from, to).unwrap();
            let [x, y] = [0, 1].map(|k| from[k] + distance * (to[k] - from[k]) - center[k]);
            // Corners move by half a step of 1/256 of a sample along each axis; the polygon is 6e-6 m off the circle.
            let most = 0.1 / (256.0 * samples as f64) * 0.75 + 1e-5;
            assert!(
                (x.hypot(y) - radius).abs() < most,
                "{from:?} to {to:?}: {distance}, {}",
                x.hypot(y) - radius
            );
        }
    }
}

proptest! {
    #[test]
    fn there_is_a_crossing_between_a_covered_cell_and_one_that_is_not(
        size in prop::array::uniform3(0.3f32..9.0), turn in rotation(),
        places in prop::array::uniform2((0.0f32..20.0, 0.0f32..20.0)),
    ) {
        let (brick, ball) = (cuboid(Vec3::from(size)), icosphere(size[0].max(2.0) / 2.0, 2));
        let [a, b] = places.map(|(x, y)| Vec3::new(x, y, 0.0));
        let bodies = [
            Body { rotation: turn, translation_m: a, ..body(&brick, 1) },
            Body { rotation: turn, translation_m: b, ..body(&ball, 1) },
        ];
        let grid = unit_grid(20, 20);
        let mask = rasterize(grid, 1, &bodies);
        let [mut both, mut alone, mut other] = [(); 3].map(|()| Outlines::new(grid).unwrap());
        both.trace(&bodies).unwrap();
        alone.trace(&bodies[..1]).unwrap();
        other.trace(&bodies[1..]).unwrap();
        for [from, to] in links(&grid, mask.labels(), 1) {
            let distance = both.link_distance(1, from, to);
            prop_assert!(distance.is_some_and(|s| (0.0..=1.0).contains(&s)), "{from:?} to {to:?}: {distance:?}");
            // A line meets the nearer part of a union.
            let each = [alone.link_distance(1, from, to), other.link_distance(1, from, to)];
            prop_assert_eq!(distance, each.into_iter().flatten().reduce(f64::min));
        }
    }
}

proptest! {
    /// A line of any length meets the same with many cells as with one cell of as many samples, which lists all triangles.
    #[test]
    fn a_line_through_many_cells_meets_what_it_meets_in_one(
        size in prop::array::uniform3(0.05f32..9.0), turn in rotation(),
        places in prop::array::uniform2((-2.0f32..17.0, -2.0f32..17.0)),
        specks in prop::collection::vec((0.0f32..15.0, 0.0f32..15.0), 300),
        ends in prop::collection::vec(prop::array::uniform4(0.0f64..15.0), 30),
        is_along in prop::collection::vec(any::<bool>(), 30),
    ) {
        let (brick, ball) = (cuboid(Vec3::from(size)), icosphere(size[0].max(2.0) / 2.0, 2));
        let [a, b] = places.map(|(x, y)| Vec3::new(x, y, 0.0));
        // Small enough to lie in the corner of a cell that a line cuts off.
        let vertices = specks.iter().flat_map(|&(x, y)| {
            [[x, y, 0.0], [x + 0.03, y, 0.0], [x, y + 0.03, 0.0]].map(Vec3::from)
        });
        let specks =
            Mesh { vertices: vertices.collect(), triangles: (0..300).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect() };
        let bodies = [
            body(&specks, 1),
            Body { rotation: turn, translation_m: a, ..body(&brick, 1) },
            Body { rotation: turn, translation_m: b, ..body(&ball, 1) },
        ];
        let one = Grid { nx: 1, ny: 1, cell_size_m: 15.0, origin_m: Vec2::ZERO };
        let mut many = Outlines::new(unit_grid(15, 15)).unwrap();
        let mut one = Outlines::new(one).unwrap().samples_per_side(15).unwrap();
        many.trace(&bodies).unwrap();
        one.trace(&bodies).unwrap();
        for ([x, y, to_x, to_y], is_along) in ends.into_iter().zip(is_along) {
            // Some along an axis.
            let to = if is_along { [to_x, y] } else { [to_x, to_y] };
            let [distance, expected] = [&many, &one].map(|outlines| outlines.link_distance(1, [x, y], to));
            let is_near = match (distance, expected) {
                (Some(distance), Some(expected)) => (distance - expected).abs() < 1e-9,
                (distance, expected) => distance == expected,
            };
            prop_assert!(is_near, "{distance:?}, not {expected:?} from {:?} to {to:?}", [x, y]);
        }
    }
}

/// A wall through the centers of a column of cells is met there, whatever the cell size.
#[test]
fn an_outline_through_centers_is_met() {
    for size in [0.1f64, 0.3, 0.7, 1.1] {
        let grid = Grid { nx: 40, ny: 4, cell_size_m: size as f32, origin_m: Vec2::ZERO };
        let mesh = cuboid(Vec3::splat(2.0 * size as f32));
        let mut outlines = Outlines::new(grid).unwrap();
        for column in 2..40 {
            let center = |i: u32| [(f64::from(i) + 0.5) * size, 2.5 * size];
            // The cube reaches one cell to both sides.
            let [x, y] = [(f64::from(column) + 1.5) * size, 2.5 * size].map(|c| c as f32);
            outlines.trace(&[Body { translation_m: Vec3::new(x, y, 0.0), ..body(&mesh, 1) }]).unwrap();
            let distance = outlines.link_distance(1, center(column - 1), center(column)).unwrap();
            assert!((distance - 1.0).abs() < 1e-5, "{size}, {column}: {distance}");
        }
    }
}

#[test]
fn other_labels_and_places_off_the_grid_meet_nothing() {
    let mesh = cuboid(Vec3::splat(3.0));
    let brick = Body { translation_m: Vec3::new(1.0, 1.0, 0.0), ..body(&mesh, 2) };
    let mut outlines = Outlines::new(unit_grid(8, 8)).unwrap();
    assert_eq!(outlines.link_distance(2, [4.5, 0.5], [1.5, 0.5]), None);
    outlines.trace(&[brick]).unwrap();
    let distance = outlines.link_distance(2, [4.5, 0.5], [1.5, 0.5]).unwrap();
    assert!((distance - 2.0 / 3.0).abs() < 1e-9);
    assert_eq!(outlines.link_distance(1, [4.5, 0.5], [1.5, 0.5]), None);
    assert_eq!(outlines.link_distance(2, [40.5, 0.5], [41.5, 0.5]), None);
    assert_eq!(outlines.link_distance(2, [-4.5, -8.5], [-1.5, -8.5]), None);
    assert_eq!(outlines.trace(&[Body { label: 0, ..brick }]), Err(Error::LabelZero { body: 0 }));
    assert_eq!(outlines.link_distance(2, [4.5, 0.5], [1.5, 0.5]), None);
}

#[test]
fn triangles_that_cover_nothing_are_not_crossed() {
    let grid = unit_grid(8, 8);
    let mut outlines = Outlines::new(grid).unwrap();
    // Near; too far, too high, NaN, flat, flat when rounded; far, but not too far.
    for (x, z, covers) in [
        (4.0, 0.0, true),
        (1e13, 0.0, false),
        (4.0, f32::MAX, false),
        (f32::NAN, 0.0, false),
        (0.0, 0.0, false),
        (1e-3, 0.0, false),
        (1e12, 0.0, true),
    ] {
        let vertices = [Vec3::new(0.0, 1.0, 0.0), Vec3::new(x, 3.5, z), Vec3::new(0.0, 6.0, 0.0)].to_vec();
        let mesh = Mesh { vertices, triangles: vec![[0, 1, 2]] };
        outlines.trace(&[body(&mesh, 1)]).unwrap();
        let distance = outlines.link_distance(1, [-1.5, 3.5], [1.5, 3.5]);
        assert_eq!(distance.is_some(), covers, "x = {x} m, z = {z} m");
        assert_eq!(rasterize(grid, 1, &[body(&mesh, 1)]).labels().contains(&1), covers);
    }
}

/// Corners on all sides, and starts of lines, farther away than 32 bits can count cells.
#[test]
fn triangles_that_reach_far_out_are_crossed_too() {
    let grid = unit_grid(8, 8);
    let mut outlines = Outlines::new(grid).unwrap();
    for far in [1e9, 3e9, 1e12, -1e9, -3e9, -1e12_f32] {
        for turned in [false, true] {
            let place = |x: f32, y: f32| if turned { Vec3::new(y, x, 0.0) } else { Vec3::new(x, y, 0.0) };
            let vertices = vec![place(4.0, 1.0), place(far, 3.5), place(4.0, 6.0)];
            let mesh = Mesh { vertices, triangles: vec![[0, 1, 2]] };
            outlines.trace(&[body(&mesh, 1)]).unwrap();
            let at = |x: f64, y: f64| if turned { [y, x] } else { [x, y] };
            let outwards = f64::from(far.signum());
            let (out, within) = (at(4.0 - 1.5 * outwards, 3.5), at(4.0 + 1.5 * outwards, 3.5));
            let distance = outlines.link_distance(1, out, within);
            assert!(distance.is_some_and(|distance| (distance - 0.5).abs() < 1e-9), "{far}: {distance:?}");
            let farther = at(4.0 - 1e11 * outwards, 3.5);
            assert!(
                outlines.link_distance(1, farther, within).is_some_and(|distance| distance > 0.99),
                "{far}"
            );
            assert!(rasterize(grid, 1, &[body(&mesh, 1)]).labels().contains(&1));
        }
    }
}

/// Each edge is listed under every cell that it may touch.
#[test]
fn lists_longer_than_32_bits_can_index_are_refused() {
    let grid = Grid { nx: 1 << 16, ny: 4, cell_size_m: 1.0, origin_m: Vec2::ZERO };
    // Of slivers whose long edges run along all of a row.
    let count = 40_000;
    let vertices = (0..count).flat_map(|_| [[-1.0, 0.5, 0.0], [2e5, 0.2, 0.0], [2e5, 0.8, 0.0]]);
    let triangles = (0..count).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
    let mesh = Mesh { vertices: vertices.map(Vec3::from).collect(), triangles };
    let mut outlines = Outlines::new(grid).unwrap();
    let (edges, limit) = (2 * count as usize, u64::from(u32::MAX));
    // The short ones are beyond the grid.
    let entries = u64::from(count) << 17;
    assert_eq!(outlines.trace(&[body(&mesh, 1)]), Err(Error::Outlines { edges, entries, limit }));
    // There are no outlines then.
    assert_eq!(outlines.link_distance(1, [-0.5, 0.5], [3.5, 0.5]), None);
}
