//! The level of the water around a rigid lid, with its waves.

use glam::DVec2;
use lbm_core::Lattice;

use super::cells::Cells;

/// The ring around a hull in which the water is looked at, in its radii and cells: near enough for waves a few times as long as the hull to be the same there, and beyond the water that the hull
/// itself covers, which answers to its motion at once.
const RING: [(f64, f64); 2] = [(1.0, 1.0), (1.5, 2.0)];

/// Water around hulls.
#[derive(Clone, Copy)]
pub(crate) struct Around<'a> {
    pub(super) lattice: &'a Lattice,
    pub(super) still_level_m: f64,
    /// Solids, none where there are no.
    pub(super) solid: &'a [bool],
    /// Thickness of hulls over each cell: under lids the lattice has not the head.
    pub(super) thickness_m: &'a [f32],
}

impl Around<'_> {
    /// Elevation above the still level of a height above the datum, m.
    pub(crate) fn eta_at_m(&self, z_m: f64) -> f64 {
        z_m - self.still_level_m
    }

    /// Mean elevation of the water in the ring around a hull within a radius of a position, m, with weights that rise from nothing at its borders. None where no water is.
    pub(crate) fn eta_m(&self, (at_m, radius_m): (DVec2, f64)) -> Option<f64> {
        let Self { lattice, solid, thickness_m, .. } = *self;
        let cells = Cells::of(lattice);
        let size_m = cells.cell_size_m;
        let [near_m, far_m] = RING.map(|(radii, of_cells)| radii * radius_m + of_cells * size_m);
        let range = |at_m: f64, count: usize| {
            let cell = |at_m: f64| ((at_m / size_m).floor().max(0.0) as usize).min(count);
            cell(at_m - far_m)..(cell(at_m + far_m) + 1).min(count)
        };
        let (mut sum_m, mut weights) = (0.0, 0.0);
        for j in range(at_m.y, cells.ny) {
            for i in range(at_m.x, cells.nx) {
                let distance_m = cells.center_at_m([i, j]).distance(at_m);
                let weight = (distance_m - near_m) * (far_m - distance_m);
                let cell = j * cells.nx + i;
                let is_water = !solid[cell] && thickness_m[cell] == 0.0;
                if weight > 0.0 && is_water {
                    let eta = lattice.eta(lattice.layout().site(i as isize, j as isize));
                    sum_m += weight * lattice.units().to_meters(eta.into());
                    weights += weight;
                }
            }
        }
        (weights > 0.0).then(|| sum_m / weights)
    }
}
