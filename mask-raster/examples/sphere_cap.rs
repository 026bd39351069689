//! The water that a sphere displaces, from its wet section, against the formula of the spherical cap.

use glam::{Quat, Vec2, Vec3};
use mask_raster::{Body, CellMask, Error, Grid, Rasterizer};
use std::f64::consts::PI;

fn main() -> Result<(), Error> {
    let (radius_m, grid) = (1.0, Grid { nx: 64, ny: 64, cell_size_m: 0.04, origin_m: Vec2::splat(-1.28) });
    let (vertices, triangles) = sphere(radius_m as f32, 256);
    let mut rasterizer = Rasterizer::new(grid)?.samples_per_side(3)?;
    let (mut mask, mut wet) = (CellMask::new(), Vec::new());
    println!("draft (m)  displaced (m³)  formula (m³)  error");
    for draft_m in [0.25, 0.5, 1.0, 1.5, 2.0] {
        let body = Body {
            vertices: &vertices,
            triangles: &triangles,
            rotation: Quat::IDENTITY,
            translation_m: Vec3::new(0.0, 0.0, (radius_m - draft_m) as f32),
            label: 1,
        };
        rasterizer.rasterize(&[body], &mut mask)?;
        mask.wet_section(|_| 0.0, &mut wet);
        let columns: f64 = wet.iter().map(|cell| f64::from(cell.thickness_m)).sum();
        let displaced = columns * f64::from(grid.cell_size_m).powi(2);
        let formula = PI * draft_m * draft_m * (3.0 * radius_m - draft_m) / 3.0;
        println!(
            "{draft_m:9.2}  {displaced:14.4}  {formula:12.4}  {:+.2} %",
            (displaced / formula - 1.0) * 100.0
        );
    }
    Ok(())
}

/// Rings of quads between two poles, each split in two triangles.
fn sphere(radius: f32, sectors: u32) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let rings = sectors / 2;
    let angle = |k: u32, n: u32, turn: f32| k as f32 / n as f32 * turn * std::f32::consts::PI;
    let vertices = (0..=rings)
        .flat_map(|ring| {
            (0..sectors).map(move |sector| (angle(ring, rings, 1.0), angle(sector, sectors, 2.0)))
        })
        .map(|(polar, azimuth)| {
            let (sine, cosine) = polar.sin_cos();
            radius * Vec3::new(sine * azimuth.cos(), sine * azimuth.sin(), cosine)
        })
        .collect();
    let triangles = (0..rings)
        .flat_map(|ring| (0..sectors).map(move |sector| (ring, sector)))
        .flat_map(|(ring, sector)| {
            let next = (sector + 1) % sectors;
            let [a, b] = [ring * sectors + sector, ring * sectors + next];
            let [c, d] = [a + sectors, b + sectors];
            [[a, c, d], [a, d, b]]
        })
        .collect();
    (vertices, triangles)
}
