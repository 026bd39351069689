//! Walls and solids as blocks, and the vertical sides of the water sheet.

use glam::{Vec2, Vec3};

use super::mesh::{Mesh, bare};
use super::water_surface::Surface;
use crate::scene::WaterSheet;

/// Color of walls and solids, sRGB: concrete.
const CONCRETE: [f32; 3] = [0.80, 0.78, 0.74];
/// Color of the sides of the water sheet, sRGB.
const CUT: [f32; 3] = [0.10, 0.27, 0.42];
/// Depth of these sides below the still level where the bed is not known, and least height of blocks above it, as a fraction of the sheet's length. They
/// show where the sheet ends, not how deep the water is.
const BORDER: f32 = 0.022;

/// Appends a block for each solid cell, at least `height_m` above the still level high.
pub(crate) fn append_blocks(sheet: &WaterSheet, height_m: f32, mesh: &mut Mesh) {
    if sheet.solid.is_empty() || sheet.solids_are_bodies {
        return;
    }
    let paint = bare(CONCRETE);
    let thickness_m = BORDER * sheet.extent_m().max_element();
    let (bottom, top) = (sheet.still_level_m - thickness_m, sheet.still_level_m + height_m.max(thickness_m));
    let is_solid = |i: isize, j: isize| {
        (0..sheet.nx as isize).contains(&i)
            && (0..sheet.ny as isize).contains(&j)
            && sheet.is_solid(i as usize, j as usize)
    };
    for j in 0..sheet.ny as isize {
        for i in (0..sheet.nx as isize).filter(|&i| is_solid(i, j)) {
            let corner = |di: isize, dj: isize, z: f32| {
                (sheet.origin_m + sheet.cell_size_m * Vec2::new((i + di) as f32, (j + dj) as f32)).extend(z)
            };
            mesh.quad([corner(0, 0, top), corner(1, 0, top), corner(1, 1, top), corner(0, 1, top)], paint);
            let sides = [
                ((0, -1), (0, 0), (1, 0)),
                ((1, 0), (1, 0), (1, 1)),
                ((0, 1), (1, 1), (0, 1)),
                ((-1, 0), (0, 1), (0, 0)),
            ];
            for ((di, dj), a, b) in sides {
                if !is_solid(i + di, j + dj) {
                    let at = |(di, dj): (isize, isize), z| corner(di, dj, z);
                    mesh.quad([at(a, bottom), at(b, bottom), at(b, top), at(a, top)], paint);
                }
            }
        }
    }
}

/// Appends the sides along the edge of the sheet: the water down to the bed, or a strip of it where the bed is not known.
pub(crate) fn append_cut(sheet: &WaterSheet, surface: &Surface, mesh: &mut Mesh) {
    let paint = bare(CUT);
    let border = surface.border();
    let lowest = border.iter().map(|point| point.z).fold(sheet.still_level_m, f32::min);
    let bottom = lowest - BORDER * sheet.extent_m().max_element();
    // Levels may be drawn exaggerated, down to below the bed.
    let bed = |point: Vec3| sheet.bed_at_m(point.truncate()).map(|bed_m| bed_m.min(point.z));
    let down = |point: Vec3| point.with_z(bed(point).unwrap_or(bottom));
    for (k, &a) in border.iter().enumerate() {
        let b = border[(k + 1) % border.len()];
        mesh.quad([down(a), down(b), b, a], paint);
    }
}

/// Appends the sheet as one level surface.
pub(crate) fn append_sheet(sheet: &WaterSheet, mesh: &mut Mesh) {
    let (low, high) = (sheet.origin_m, sheet.origin_m + sheet.extent_m());
    let corners = [(low.x, low.y), (high.x, low.y), (high.x, high.y), (low.x, high.y)];
    mesh.quad(corners.map(|(x, y)| Vec3::new(x, y, sheet.still_level_m)), [0.0; 4]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Beside;

    fn sheet() -> WaterSheet {
        let mut solid = vec![false; 12];
        solid[5] = true;
        solid[6] = true;
        WaterSheet { nx: 4, ny: 3, cell_size_m: 1.0, level_m: vec![0.0; 12], solid, ..Default::default() }
    }

    #[test]
    fn touching_blocks_have_no_faces_between_them() {
        let mut mesh = Mesh::default();
        append_blocks(&sheet(), 0.5, &mut mesh);
        assert_eq!(mesh.triangles.len(), 2 * (2 + 6));
        assert!(mesh.vertices.iter().all(|v| v.position[2] <= 0.5));
    }

    /// Over a bed the cut goes down to it.
    #[test]
    fn the_cut_shows_the_bed() {
        let bed_m: Vec<f32> = (0..12).map(|k| -1.0 - (k % 4) as f32).collect();
        let sheet = WaterSheet { bed_m, ..sheet() };
        let mut mesh = Mesh::default();
        append_cut(&sheet, &Surface::new(&sheet, 0.0, (&[0.0; 12], &Beside::default()), 1.0), &mut mesh);
        let at_west = |z: f32| mesh.vertices.iter().any(|v| v.position[0] == 0.0 && v.position[2] == z);
        assert!(at_west(0.0) && at_west(-1.0) && !at_west(-4.0));
        let lowest = mesh.vertices.iter().map(|v| v.position[2]).fold(0.0, f32::min);
        assert_eq!(lowest, -4.0);
    }

    #[test]
    fn normals_point_out_of_the_blocks_and_of_the_water() {
        let sheet = sheet();
        let mut mesh = Mesh::default();
        append_blocks(&sheet, 0.5, &mut mesh);
        let center = Vec3::new(2.0, 1.5, 0.2);
        let blocks = mesh.vertices.len();
        append_cut(&sheet, &Surface::new(&sheet, 0.0, (&[0.0; 12], &Beside::default()), 1.0), &mut mesh);
        assert!(mesh.vertices.len() > blocks);
        for (k, vertex) in mesh.vertices.iter().enumerate() {
            let outward = (Vec3::from(vertex.position) - center).dot(vertex.normal.into());
            assert!(outward > 0.0, "vertex {k}: {vertex:?}");
        }
    }
}
