//! The walls on the links about rims are where the outlines are.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::meshes::{Mesh, cuboid, icosphere};
use common::{body, rasterize, rotation};
use glam::{Vec2, Vec3};
use mask_raster::{Body, CellMask, Grid, LINKS, Outlines, RimLinks, rim};
use proptest::prelude::*;

/// Columns and rows of a cell's neighbours, if they are on the grid.
fn neighbours(grid: &Grid, index: u32) -> [Option<[usize; 2]>; 8] {
    let [i, j] = [index as usize % grid.nx, index as usize / grid.nx];
    LINKS.map(|[dx, dy]| {
        let at = |k: usize, by: i32, most: usize| k.checked_add_signed(by as isize).filter(|&k| k < most);
        Some([at(i, dx, grid.nx)?, at(j, dy, grid.ny)?])
    })
}

fn links_of(
    grid: Grid,
    samples: usize,
    bodies: &[Body<'_>],
    level_m: f32,
) -> (CellMask, Outlines, Vec<RimLinks>) {
    let mask = rasterize(grid, samples, bodies);
    let mut outlines = Outlines::new(grid).unwrap().samples_per_side(samples).unwrap();
    outlines.trace(bodies).unwrap();
    let (mut wet, mut cells, mut links) = (Vec::new(), Vec::new(), Vec::new());
    mask.wet_section(|_| level_m, &mut wet);
    rim(&grid, &wet, &mut cells);
    outlines.rim_links(&mask, &cells, &mut links);
    assert!(cells.iter().map(|cell| (cell.index, cell.label)).eq(links.iter().map(|l| (l.index, l.label))));
    (mask, outlines, links)
}

#[test]
fn the_walls_about_a_disc_stand_on_its_circle() {
    let (radius, centre, corners) = (1.23_f64, [2.07, 1.81], 1000_u32);
    let corner = |k: u32| {
        let angle = std::f64::consts::TAU * f64::from(k) / f64::from(corners);
        Vec3::new(angle.cos() as f32, angle.sin() as f32, 0.0) * radius as f32
    };
    let vertices = std::iter::once(Vec3::ZERO).chain((0..corners).map(corner)).collect();
    let disc =
        Mesh { vertices, triangles: (0..corners).map(|k| [0, 1 + k, 1 + (k + 1) % corners]).collect() };
    let grid = Grid { nx: 40, ny: 37, cell_size_m: 0.1, origin_m: Vec2::new(-7.0, 3.0) };
    let disc = Body { translation_m: Vec3::new(2.07 - 7.0, 1.81 + 3.0, 0.4), ..body(&disc, 7) };
    let (mask, _, links) = links_of(grid, 1, &[disc], 1.0);
    let mut walls = 0;
    for RimLinks { index, share, .. } in links {
        let place = |[i, j]: [usize; 2]| [i, j].map(|k| (k as f64 + 0.5) * 0.1);
        let cell = place([index as usize % grid.nx, index as usize / grid.nx]);
        for (share, neighbour) in share.into_iter().zip(neighbours(&grid, index)) {
            let neighbour = neighbour.unwrap();
            let is_outside = mask.labels()[neighbour[1] * grid.nx + neighbour[0]] == 0;
            assert_eq!(share.is_some(), is_outside);
            if let Some(share) = share {
                let from = place(neighbour);
                let [x, y] = [0, 1].map(|k| from[k] + share * (cell[k] - from[k]) - centre[k]);
                // Corners move by half a step of 1/256 of a cell along each axis; the polygon is 6e-6 m off the circle.
                assert!((x.hypot(y) - radius).abs() < 0.1 / 256.0 * 0.75 + 1e-5, "{index}: {share}");
                walls += 1;
            }
        }
    }
    assert!(walls > 200, "{walls}");
}

proptest! {
    #[test]
    fn all_links_at_once_are_each_link_alone(
        size in prop::array::uniform3(1.0f32..9.0), turn in rotation(), samples in prop::sample::select(vec![1, 3]),
        places in prop::array::uniform2((0.0f32..20.0, 0.0f32..16.0)),
    ) {
        let grid = Grid { nx: 20, ny: 16, cell_size_m: 0.7, origin_m: Vec2::new(-1.0, 2.0) };
        let (brick, ball) = (cuboid(Vec3::from(size)), icosphere(size[0], 2));
        let [a, b] = places.map(|(x, y)| Vec3::new(0.7 * x - 1.0, 0.7 * y + 2.0, 0.0));
        let bodies = [
            Body { rotation: turn, translation_m: a, ..body(&brick, 1) },
            Body { rotation: turn, translation_m: b, ..body(&ball, 2) },
        ];
        let (mask, outlines, links) = links_of(grid, samples, &bodies, 0.3);
        let centre = |[i, j]: [usize; 2]| [i, j].map(|k| (k as f64 + 0.5) * f64::from(grid.cell_size_m));
        for RimLinks { index, label, share } in links {
            let cell = [index as usize % grid.nx, index as usize / grid.nx];
            for (share, neighbour) in share.into_iter().zip(neighbours(&grid, index)) {
                let outside = neighbour.filter(|[i, j]| mask.labels()[j * grid.nx + i] != label);
                let alone = outside.and_then(|outside| outlines.share(label, centre(outside), centre(cell)));
                prop_assert_eq!(share, alone);
                // With its own centre covered there is a wall on every link that leaves the body.
                let is_covered = mask.labels()[index as usize] == label;
                prop_assert!(!is_covered || share.is_some() == outside.is_some());
            }
        }
    }
}

#[test]
#[should_panic(expected = "outlines and mask of one grid")]
fn masks_of_other_grids_are_refused() {
    let grid = common::unit_grid(8, 8);
    let mask = rasterize(common::unit_grid(8, 9), 1, &[]);
    Outlines::new(grid).unwrap().rim_links(&mask, &[], &mut Vec::new());
}
