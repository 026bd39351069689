//! Draws the mask of a hull, as Lazo et al. Fig. 8 and 9: depth of the water, depth of the hull, its wet section under the still
//! level with its rim, and the normals of the rim.
//!
//! `cargo run --release --example pictures -- FOLDER` writes four PNGs; without a folder it only prints their figures.

use glam::{Quat, Vec2, Vec3};
use mask_raster::{Body, CellMask, Grid, Rasterizer, RimCell, WetCell, rim};
use png::{BitDepth, ColorType, Encoder, EncodingError};
use std::fs::File;
use std::path::{Path, PathBuf};

const GRID: Grid = Grid { nx: 120, ny: 80, cell_size_m: 0.1, origin_m: Vec2::new(-6.0, -4.0) };
/// Pixels of a cell's side.
const SIDE: u32 = 10;
const DEPTH_M: f32 = 2.0;
const PAPER: Rgb = [250; 3];
const INK: Rgb = [20; 3];

type Rgb = [u8; 3];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (vertices, triangles) = hull();
    let boat = Body {
        vertices: &vertices,
        triangles: &triangles,
        rotation: Quat::from_rotation_z(0.45) * Quat::from_rotation_y(0.06) * Quat::from_rotation_x(0.12),
        translation_m: Vec3::new(0.3, -0.1, 0.05),
        label: 1,
    };

    let mut rasterizer = Rasterizer::new(GRID)?.samples_per_side(3)?;
    let (mut mask, mut wet, mut normals) = (CellMask::new(), Vec::new(), Vec::new());
    rasterizer.rasterize(&[boat], &mut mask)?;
    mask.wet_section(|_label| 0.0, &mut wet);
    rim(&GRID, &wet, &mut normals);

    let volume_m3: f32 = wet.iter().map(|cell| cell.thickness_m * GRID.cell_size_m.powi(2)).sum();
    let covered = mask.labels().iter().filter(|&&label| label != 0).count();
    println!(
        "{covered} cells under the hull, {} wet, {} on the rim; {volume_m3:.3} m³ displaced",
        wet.len(),
        normals.len()
    );

    let Some(folder) = std::env::args().nth(1).map(PathBuf::from) else { return Ok(()) };
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let pictures = [
        ("water-depth", water_depth()),
        ("hull-depth", hull_depth(&mask)),
        ("wet-section", wet_section(&mask, &wet, &normals)),
        ("normals", with_arrows(&wet, normals.iter().map(|cell| (cell.index as usize, 0.35 * cell.normal)))),
    ];
    for (name, picture) in pictures {
        let path = folder.join(format!("{name}.png"));
        save(&picture, &path).map_err(|error| format!("{}: {error}", path.display()))?;
        println!("{}", path.display());
    }
    Ok(())
}

/// A hull of 5 m × 2 m × 1.2 m with a deck; sections are half ellipses.
fn hull() -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let (stations, points) = (41_u32, 17_u32);
    let place = |station: u32, point: u32| {
        let s = station as f32 / (stations - 1) as f32; // 0 at the stern, 1 at the bow
        let fullness = 1.0 - (s.max(0.3) - 0.3).powi(2) / 0.49;
        let angle = std::f32::consts::PI * point as f32 / (points - 1) as f32;
        let keel_m = 0.75 * fullness.sqrt();
        Vec3::new(5.0 * s - 2.4, fullness * angle.cos(), 0.45 - (0.45 + keel_m) * angle.sin())
    };
    let grid = (0..stations).flat_map(|station| (0..points).map(move |point| (station, point)));
    let vertices = grid.map(|(station, point)| place(station, point)).collect();
    let at = |station: u32, point: u32| station * points + point;
    let mut triangles = Vec::new();
    for station in 0..stations - 1 {
        for point in 0..points {
            // The last strip is the deck, from the one rail to the other.
            let next = (point + 1) % points;
            let [a, b, c, d] =
                [at(station, point), at(station + 1, point), at(station + 1, next), at(station, next)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    triangles.extend((1..points - 1).map(|point| [at(0, 0), at(0, point), at(0, point + 1)]));
    (vertices, triangles)
}

fn center_m(index: usize) -> Vec2 {
    GRID.center_m(index % GRID.nx, index / GRID.nx)
}

/// Waves over a bed that rises to the right.
fn water_depth() -> Picture {
    let depth_m = |index: usize| {
        let Vec2 { x, y } = center_m(index);
        DEPTH_M - 0.08 * x + 0.12 * (1.6 * x + 0.5 * y).sin() + 0.05 * (2.3 * y - 0.7 * x).sin()
    };
    of_cells(|index| gray((depth_m(index) - 1.2) / 1.8))
}

/// The lowest surface of the hull, darker the deeper; white where there is none.
fn hull_depth(mask: &CellMask) -> Picture {
    of_cells(|index| match mask.labels()[index] {
        0 => [255; 3],
        _ => gray((mask.bottom_m()[index] + 0.9) / 1.5),
    })
}

/// The wet section in blue, darker the thicker, its rim in red; covered cells that are dry in a sand color.
fn wet_section(mask: &CellMask, wet: &[WetCell], rim: &[RimCell]) -> Picture {
    let mut colors: Vec<Rgb> =
        mask.labels().iter().map(|&label| if label == 0 { PAPER } else { [225, 210, 160] }).collect();
    for cell in wet {
        let light = 225.0 - 150.0 * (cell.thickness_m / 0.8).min(1.0);
        colors[cell.index as usize] = [light as u8, light as u8, 240];
    }
    rim.iter().for_each(|cell| colors[cell.index as usize] = [200, 40, 40]);
    of_cells(|index| colors[index])
}

/// The wet section in light blue with arrows from the centers of cells, m.
fn with_arrows(wet: &[WetCell], arrows: impl Iterator<Item = (usize, Vec2)>) -> Picture {
    let mut colors = vec![PAPER; GRID.cells()];
    wet.iter().for_each(|cell| colors[cell.index as usize] = [205, 222, 245]);
    let mut picture = of_cells(|index| colors[index]);
    for (index, arrow) in arrows {
        let (from, to) = (pixel(center_m(index)), pixel(center_m(index) + arrow));
        line(&mut picture, from, to);
        let back = (from - to).normalize_or_zero() * 5.0;
        for side in [0.5_f32, -0.5] {
            line(&mut picture, to, to + Vec2::from_angle(side).rotate(back));
        }
    }
    picture
}

/// The pixel of a point in the picture, whose rows run down.
fn pixel(point_m: Vec2) -> Vec2 {
    let cells = (point_m - GRID.origin_m) / GRID.cell_size_m;
    Vec2::new(cells.x, GRID.ny as f32 - cells.y) * SIDE as f32
}

fn line(picture: &mut Picture, from: Vec2, to: Vec2) {
    let steps = (to - from).abs().max_element().ceil().max(1.0);
    for k in 0..=steps as u32 {
        let at = from.lerp(to, k as f32 / steps);
        if at.cmpge(Vec2::ZERO).all() && (at.x as u32) < picture.width && (at.y as u32) < picture.height {
            picture.pixels[(at.y as u32 * picture.width + at.x as u32) as usize] = INK;
        }
    }
}

fn of_cells(color: impl Fn(usize) -> Rgb) -> Picture {
    let [width, height] = [GRID.nx as u32 * SIDE, GRID.ny as u32 * SIDE];
    let cell = |x: u32, y: u32| (GRID.ny - 1 - (y / SIDE) as usize) * GRID.nx + (x / SIDE) as usize;
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| color(cell(x, y)));
    Picture { width, height, pixels: pixels.collect() }
}

fn gray(fraction: f32) -> Rgb {
    [(255.0 * fraction.clamp(0.0, 1.0)) as u8; 3]
}

/// Rows of pixels from the top.
struct Picture {
    width: u32,
    height: u32,
    pixels: Vec<Rgb>,
}

fn save(picture: &Picture, path: &Path) -> Result<(), EncodingError> {
    let mut encoder = Encoder::new(File::create(path)?, picture.width, picture.height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(picture.pixels.as_flattened())?;
    writer.finish()
}
