//! Bodies as the cells of the air see them.

use glam::{DVec3, Quat, Vec2, Vec3};
use mask_raster::{Body, Grid, Section, WetCell};

use crate::scenario;

/// Part of a cell's area that a body takes at the height of its center, above which the cell is the body's.
const SOLID: f32 = 0.5;

/// Finds the cells of the air in which bodies are.
#[derive(Debug)]
pub(super) struct BodyCells {
    /// A layer of cells.
    grid: Grid,
    corner_m: DVec3,
    section: Section,
    /// Cells found in a layer.
    found: Vec<WetCell>,
    /// Labels of the bodies, `[nz][ny][nx]`, x fastest, 0 for air.
    pub(super) labels: Vec<u16>,
    /// Poses and labels of the bodies that these are of.
    of: Vec<(Quat, Vec3, u16)>,
}

impl BodyCells {
    pub(super) fn new(given: &scenario::Air, corner_m: DVec3) -> Self {
        let [nx, ny, nz] = given.cells;
        let origin_m = Vec2::new(corner_m.x as f32, corner_m.y as f32);
        Self {
            grid: Grid { nx, ny, cell_size_m: given.cell_size_m as f32, origin_m },
            corner_m,
            section: Section::new(),
            found: Vec::new(),
            labels: vec![0; nx * ny * nz],
            of: Vec::new(),
        }
    }

    /// Labels the cells of which bodies take more than half at the height of the center, by the section of the bodies through each layer. Of
    /// bodies that share a cell the later one counts. A hull without a deck is full up to its highest point.
    pub(super) fn update(&mut self, bodies: &[Body<'_>]) -> Result<(), mask_raster::Error> {
        let Self { grid, corner_m, section, found, labels, of } = self;
        let now = bodies.iter().map(|body| (body.rotation, body.translation_m, body.label));
        if now.clone().eq(of.iter().copied()) {
            return Ok(());
        }
        *of = now.collect();
        labels.fill(0);
        let heights: Vec<[f32; 2]> = bodies.iter().map(heights_m).collect();
        for (k, layer) in labels.chunks_exact_mut(grid.nx * grid.ny).enumerate() {
            let z_m = corner_m.z + (k as f64 + 0.5) * f64::from(grid.cell_size_m);
            let is_cut = |[low, high]: [f32; 2]| f64::from(low) < z_m && z_m < f64::from(high);
            let cut = bodies.iter().zip(&heights).filter(|(_, heights)| is_cut(**heights));
            let cut: Vec<Body<'_>> = cut.map(|(body, _)| *body).collect();
            if cut.is_empty() {
                continue;
            }
            section.find(grid, &cut, z_m)?;
            section.collect(found);
            for cell in found.iter().filter(|cell| cell.waterplane > SOLID) {
                layer[cell.index as usize] = cell.label;
            }
        }
        Ok(())
    }
}

/// Heights of the lowest and the highest point of a body, m.
fn heights_m(body: &Body<'_>) -> [f32; 2] {
    let heights = body.vertices.iter().map(|vertex| (body.rotation * *vertex + body.translation_m).z);
    heights.fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], z| [low.min(z), high.max(z)])
}
