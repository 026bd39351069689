//! Bodies as the cells of the air see them.

use glam::Vec2;
use mask_raster::{Body, CellMask, Grid, Rasterizer};

use super::Air;
use crate::sim::scenario;

/// Labels of the bodies in the cells of the air, `[nz][ny][nx]`, x fastest, 0 for air: those whose centers lie between the lowest and
/// the highest surface of a body, layer by layer. Of bodies that share a cell the later one counts.
pub(super) fn labels(
    given: &scenario::Air,
    corner_m: [f64; 3],
    bodies: &[Body<'_>],
) -> Result<Vec<u16>, mask_raster::Error> {
    let ([nx, ny, nz], dx) = (given.cells, given.cell_size_m);
    let origin_m = Vec2::new(corner_m[0] as f32, corner_m[1] as f32);
    let mut rasterizer = Rasterizer::new(Grid { nx, ny, cell_size_m: dx as f32, origin_m })?;
    let (mut mask, mut labels) = (CellMask::new(), vec![0; nx * ny * nz]);
    for body in bodies {
        // One at a time: of several over a cell a mask shows only the lowest.
        rasterizer.rasterize(std::slice::from_ref(body), &mut mask)?;
        for (k, layer) in labels.chunks_exact_mut(nx * ny).enumerate() {
            let z_m = (corner_m[2] + (k as f64 + 0.5) * dx) as f32;
            let spans = mask.bottom_m().iter().zip(mask.top_m());
            for (label, _) in
                layer.iter_mut().zip(spans).filter(|(_, (bottom, top))| **bottom <= z_m && z_m <= **top)
            {
                *label = body.label;
            }
        }
    }
    Ok(labels)
}

impl Air {
    /// Whether any body stands in it.
    pub fn has_solids(&self) -> bool {
        self.labels.iter().any(|label| *label != 0)
    }
}
