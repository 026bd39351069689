//! A rigid body's velocities in the cells it covers.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{body, meshes, rasterize, rotation, unit_grid};
use glam::{Quat, Vec2, Vec3};
use mask_raster::{Body, CellMask, Grid, Motion, MovingCell};
use proptest::prelude::*;

const SIDE: usize = 24;

fn vector(reach: f32) -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-reach..reach).prop_map(Vec3::from)
}

fn motion() -> impl Strategy<Value = Motion> {
    (vector(30.0), vector(3.0), vector(2.0)).prop_map(|(centre_m, linvel_m_s, angvel_rad_s)| Motion {
        centre_m,
        linvel_m_s,
        angvel_rad_s,
    })
}

/// Where the velocity of a cell is that of the body.
fn underside_m(mask: &CellMask, cell: &MovingCell) -> Vec3 {
    let index = cell.index as usize;
    mask.grid().centre_m(index % SIDE, index / SIDE).extend(mask.bottom_m()[index])
}

proptest! {
    #[test]
    fn velocities_are_those_of_points_fixed_to_the_body(
        motion in motion(), turned in rotation(), x in 0.0_f32..24.0, y in 0.0_f32..24.0, n in (0_usize..2).prop_map(|k| 2 * k + 1),
    ) {
        let mesh = meshes::icosphere(5.0, 2);
        let mut body = body(&mesh, 7);
        (body.rotation, body.translation_m) = (turned, Vec3::new(x, y, -1.0));
        let mask = rasterize(unit_grid(SIDE, SIDE), n, &[body]);
        let mut cells = Vec::new();
        mask.velocities(|_label| motion, &mut cells);
        prop_assert!(!cells.is_empty());
        // A little before and after, with the turn about the body's centre.
        let dt_s = 1e-3_f32;
        let at = |time_s: f32, point_m: Vec3| {
            let turn = Quat::from_scaled_axis(motion.angvel_rad_s * time_s);
            motion.centre_m + motion.linvel_m_s * time_s + turn * (point_m - motion.centre_m)
        };
        let has_centre = |cell: &&MovingCell| mask.labels()[cell.index as usize] != 0;
        for cell in cells.iter().filter(has_centre) {
            let point_m = underside_m(&mask, cell);
            let moved = (at(dt_s, point_m) - at(-dt_s, point_m)) / (2.0 * dt_s);
            // Positions of magnitude 100 are rounded to 4e-6.
            prop_assert!((cell.velocity_m_s - moved).length() < 0.05, "{cell:?} {moved}");
        }
    }

    #[test]
    fn no_two_points_of_a_body_move_apart(motion in motion()) {
        let mesh = meshes::icosphere(6.0, 2);
        let mut body = body(&mesh, 1);
        body.translation_m = Vec3::new(12.0, 11.0, 0.5);
        let mask = rasterize(unit_grid(SIDE, SIDE), 1, &[body]);
        let mut cells = Vec::new();
        mask.velocities(|_label| motion, &mut cells);
        for pair in cells.windows(2) {
            let [a, b] = [pair[0], pair[1]];
            let apart_m = underside_m(&mask, &b) - underside_m(&mask, &a);
            prop_assert!((b.velocity_m_s - a.velocity_m_s).dot(apart_m).abs() < 1e-2);
        }
    }
}

#[test]
fn every_covered_cell_moves_with_its_own_body() {
    let mesh = meshes::cuboid(Vec3::new(6.0, 4.0, 2.0));
    let places = [Vec3::new(7.0, 8.0, 0.0), Vec3::new(9.0, 9.0, -1.0), Vec3::new(17.0, 15.0, 0.0)];
    let bodies = [1, 2, 3].map(|label| {
        let mut body = body(&mesh, label);
        body.translation_m = places[usize::from(label) - 1];
        body
    });
    let mask = rasterize(unit_grid(SIDE, SIDE), 1, &bodies);
    let velocity = |label: u16| Vec3::new(f32::from(label), 0.0, -1.0);
    let mut cells = Vec::new();
    mask.velocities(|label| Motion { linvel_m_s: velocity(label), ..Motion::default() }, &mut cells);
    let covered = (0_u32..).zip(mask.labels()).filter(|&(_, &label)| label != 0);
    let expected: Vec<MovingCell> =
        covered.map(|(index, &label)| MovingCell { index, label, velocity_m_s: velocity(label) }).collect();
    assert_eq!(cells, expected);
}

/// Cells that a wet section takes in have a velocity, of the samples that the same grid of finer cells has at their centres.
#[test]
fn cells_that_are_covered_by_half_but_not_at_the_centre_move_with_the_lowest_of_the_body_that_covers_most() {
    let hull = meshes::cuboid(Vec3::new(11.0, 7.0, 3.0));
    let coarse = Grid { nx: 24, ny: 24, cell_size_m: 3.0, origin_m: Vec2::ZERO };
    // The height above z = 0 is the velocity along x.
    let motion = Motion { angvel_rad_s: Vec3::Y, ..Motion::default() };
    let mut bare = 0;
    for k in 0..200 {
        let bodies = [(1, 0.0), (2, 9.0), (3, 17.5)].map(|(label, off)| Body {
            rotation: Quat::from_rotation_z(0.2 * k as f32 + off) * Quat::from_rotation_x(0.4),
            translation_m: Vec3::new(20.0 + off, 31.3 + 0.07 * k as f32, 0.1 * off),
            ..body(&hull, label)
        });
        let (mask, fine) = (rasterize(coarse, 3, &bodies), rasterize(unit_grid(72, 72), 1, &bodies));
        let mut cells = Vec::new();
        mask.velocities(|_label| motion, &mut cells);
        for index in 0..coarse.cells() {
            let samples = || (0..9).map(|s| (index / 24 * 3 + s / 3) * 72 + index % 24 * 3 + s % 3);
            let covered_by = |own: u16| samples().filter(|&s| fine.labels()[s] == own).count();
            let found = cells.iter().find(|cell| cell.index as usize == index);
            if mask.labels()[index] != 0 || 9 - covered_by(0) < 5 {
                assert_eq!(found.is_some(), mask.labels()[index] != 0);
                continue;
            }
            let found = found.unwrap();
            let most = [3, 2, 1].into_iter().max_by_key(|&label| covered_by(label)).unwrap();
            let bottoms_m = samples().filter(|&s| fine.labels()[s] == most).map(|s| fine.bottom_m()[s]);
            assert_eq!(found.label, most);
            // Vertices are rounded to steps of either grid, alike.
            assert!((found.velocity_m_s.x - bottoms_m.fold(f32::INFINITY, f32::min)).abs() < 1e-4);
            bare += 1;
        }
    }
    assert!(bare > 30, "{bare}");
}
