//! Cells under rigid lids, and the bodies over each.

use std::ops::Range;

use lbm_core::LidCell;
use mask_raster::WetCell;

use crate::bodies::Bodies;
use crate::coupling::projection::Projection;
use crate::water::{Cells, Water};

/// A body over a cell of a lid.
#[derive(Debug, Clone, Copy)]
pub(super) struct Owner {
    /// Its number in the order of names.
    pub(super) body: u32,
    /// The part of the cell that it covers.
    pub(super) covered: f32,
}

/// The cells of a step.
#[derive(Debug, Default)]
pub(super) struct Under {
    pub(super) cells: Vec<LidCell>,
    /// Number of each on the grid, and the range of its `owners`.
    places: Vec<(u32, Range<u32>)>,
    owners: Vec<Owner>,
    /// Memory for the sections of the bodies.
    wet: Vec<WetCell>,
}

impl Under {
    pub(super) fn clear(&mut self) {
        self.cells.clear();
        self.places.clear();
        self.owners.clear();
    }

    /// Number on the grid of the cell of this number.
    pub(super) fn place(&self, cell: usize) -> u32 {
        self.places[cell].0
    }

    /// Number on the grid of the cell of this number, and the bodies over it.
    pub(super) fn at(&self, cell: usize) -> (u32, &[Owner]) {
        let (place, Range { start, end }) = &self.places[cell];
        (*place, &self.owners[*start as usize..*end as usize])
    }

    /// The same of all, in order.
    pub(super) fn places(&self) -> impl Iterator<Item = (u32, &[Owner])> {
        (0..self.places.len()).map(|cell| self.at(cell))
    }

    /// Bodies over a cell of the grid, if it is under any.
    pub(super) fn over(&self, cell: u32) -> Option<&[Owner]> {
        let at = self.places.binary_search_by_key(&cell, |(cell, _)| *cell).ok()?;
        let Range { start, end } = self.places[at].1;
        Some(&self.owners[start as usize..end as usize])
    }

    /// Puts back the cells of a step whose bodies are not known any more.
    pub(super) fn restore(&mut self, cells: impl Iterator<Item = u32>) {
        self.clear();
        self.places.extend(cells.map(|cell| (cell, 0..0)));
    }

    /// Lists where bodies that reach through the mean level cover water.
    pub(super) fn find(&mut self, grid: &Cells, projection: &Projection, bodies: &Bodies, water: &Water) {
        self.clear();
        let (fluid, wet) = (&water.fluid, &mut self.wet);
        wet.clear();
        for (number, (body, _)) in bodies.iter().enumerate() {
            if body.afloat().is_some_and(|afloat| afloat.is_lid && !afloat.is_outside) {
                wet.extend_from_slice(projection.wet_of(number));
            }
        }
        // Those of bodies that share a cell in their order.
        wet.sort_unstable_by_key(|wet| (wet.index, wet.label));
        for &WetCell { index, label, waterplane, .. } in &*wet {
            let body = usize::from(label) - 1;
            if fluid.solid[index as usize] || waterplane == 0.0 {
                continue;
            }
            let owner = self.owners.len() as u32;
            self.owners.push(Owner { body: body as u32, covered: waterplane });
            if let Some((cell, owners)) = self.places.last_mut()
                && *cell == index
            {
                owners.end = owner + 1;
                if let Some(cell) = self.cells.last_mut() {
                    cell.covered = (cell.covered + waterplane).min(1.0);
                }
                continue;
            }
            self.places.push((index, owner..owner + 1));
            self.cells.push(LidCell {
                site: grid.site(&fluid.lattice, index as usize),
                covered: waterplane,
                level: (bodies.all[body].mean_eta_m() / grid.cell_size_m) as f32,
            });
        }
    }
}
