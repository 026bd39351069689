//! Bodies as the cells of the air see them.

use glam::{DVec3, Vec2};
use mask_raster::{Body, CellMask, Grid, Rasterizer};

use crate::scenario;

/// Finds the cells of the air in which bodies are.
#[derive(Debug)]
pub(super) struct BodyCells {
    rasterizer: Rasterizer,
    mask: CellMask,
    /// Labels of the bodies, `[nz][ny][nx]`, x fastest, 0 for air.
    pub(super) labels: Vec<u16>,
    corner_m: DVec3,
}

impl BodyCells {
    pub(super) fn new(given: &scenario::Air, corner_m: DVec3) -> Result<Self, mask_raster::Error> {
        let [nx, ny, nz] = given.cells;
        let origin_m = Vec2::new(corner_m.x as f32, corner_m.y as f32);
        let grid = Grid { nx, ny, cell_size_m: given.cell_size_m as f32, origin_m };
        Ok(Self {
            rasterizer: Rasterizer::new(grid)?,
            mask: CellMask::new(),
            labels: vec![0; nx * ny * nz],
            corner_m,
        })
    }

    /// Labels the cells whose centers lie between the lowest and the highest surface of a body, layer by layer. Of bodies that share a cell
    /// the later one counts.
    pub(super) fn update(&mut self, bodies: &[Body<'_>]) -> Result<(), mask_raster::Error> {
        let Self { rasterizer, mask, labels, corner_m } = self;
        labels.fill(0);
        let &Grid { nx, ny, cell_size_m, .. } = rasterizer.grid();
        for body in bodies {
            // One at a time: of several over a cell a mask shows only the lowest.
            rasterizer.rasterize(std::slice::from_ref(body), mask)?;
            let Some(own) = mask.boxes().first() else { continue };
            for (k, layer) in labels.chunks_exact_mut(nx * ny).enumerate() {
                let z_m = (corner_m.z + (k as f64 + 0.5) * f64::from(cell_size_m)) as f32;
                for row in own.y.clone().map(|j| j * nx + own.x.start..j * nx + own.x.end) {
                    let spans = mask.bottom_m()[row.clone()].iter().zip(&mask.top_m()[row.clone()]);
                    for (label, (bottom, top)) in layer[row].iter_mut().zip(spans) {
                        if *bottom <= z_m && z_m <= *top {
                            *label = body.label;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}
