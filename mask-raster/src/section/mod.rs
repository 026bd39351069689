//! Wet sections of closed bodies, averaged over the area of each cell.

mod cut;
mod faces;
mod lanes;
mod mesh;
mod place;
mod polygon;
mod rows;
mod sort;
mod steps;
#[cfg(test)]
mod tests;
mod window;

use crate::body::check_labels;
use crate::edges::Known;
use crate::{Body, Error, Grid, WetCell};
use mesh::Mesh;
use rayon::prelude::*;
use sort::Sort;
use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};
use window::{Scratch, Window};

/// The cells in which bodies reach below a still level, by the areas of their surfaces in each cell; keeps its memory from call to call.
///
/// Of a closed mesh whose triangles face outward the part `S` of the surface below the level `L` gives the submerged thickness of a cell `C` of
/// area `A`, and the fraction `a` of it that the waterplane takes, by the divergence theorem:
///
/// ```text
/// b = −1/A ∫_{S ∩ C} (L − z) n_z dS,    a = −1/A ∫_{S ∩ C} n_z dS
/// ```
///
/// with the part of `S` over or under the cell. Edges are cut along the level and the sides of the cells, so both are exact but for rounding,
/// and change as smoothly as the body moves, where [`crate::CellMask::wet_section`] counts samples: a vertical side that passes one changes the
/// thickness by a jump. They add up to the volume that hydrostatic pressure on the same triangles carries, also where parts of a mesh
/// lie in one another, which count twice, and of a hull without a deck, which counts as filled up to the level.
#[derive(Debug, Default)]
pub struct Section {
    windows: Vec<Window>,
    meshes: Known<Mesh>,
    sort: Mutex<Sort>,
    /// Number of the bodies of the last call.
    count: usize,
    /// Grid and level of the last call.
    last: Option<(Grid, f64)>,
}

/// Bodies in a task.
const BODIES_PER_TASK: usize = 4;

thread_local! {
    /// Memory of a thread: that of another one would have to come from its processor.
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

impl Section {
    /// An empty section.
    pub fn new() -> Self {
        Self::default()
    }

    /// Finds the wet sections of bodies below a level, m. A body that has stood still for two calls is not looked at again. Bodies are taken on all
    /// threads of the current rayon pool; the result does not depend on their number.
    ///
    /// # Errors
    /// [`Error::LabelZero`], [`Error::Index`] for a triangle that names a vertex which does not exist. Nothing is found then.
    pub fn find(&mut self, grid: &Grid, bodies: &[Body<'_>], level_m: f64) -> Result<(), Error> {
        self.count = 0;
        check_labels(bodies)?;
        let Self { windows, meshes, sort: _, count, last } = self;
        let meshes = &*meshes;
        windows.resize_with(bodies.len(), Window::default);
        if last.replace((*grid, level_m)) != Some((*grid, level_m)) {
            windows.iter_mut().for_each(Window::forget);
        }
        let tasks =
            windows.par_chunks_mut(BODIES_PER_TASK).zip(bodies.par_chunks(BODIES_PER_TASK)).enumerate();
        let find = |(task, (windows, bodies)): (usize, (&mut [Window], &[Body<'_>]))| {
            let mut each = (task * BODIES_PER_TASK..).zip(windows.iter_mut().zip(bodies));
            SCRATCH.with_borrow_mut(|scratch| {
                each.try_for_each(|(k, (window, body))| {
                    window.update((grid, level_m), (k, body), (meshes, scratch))
                })
            })
        };
        // The first error in the order of the bodies.
        tasks.with_max_len(1).map(find).reduce(|| Ok(()), Result::and)?;
        *count = bodies.len();
        Ok(())
    }

    /// The sections of the bodies, in their order: for each the cells that it wets, ascending.
    pub fn of_bodies(&self) -> impl ExactSizeIterator<Item = &[WetCell]> {
        self.windows[..self.count].iter().map(Window::found)
    }

    /// The section of the body of a number among those of the last call.
    ///
    /// # Panics
    /// If there were not so many.
    pub fn of_body(&self, number: usize) -> &[WetCell] {
        assert!(number < self.count, "body {number} of {}", self.count);
        self.windows[number].found()
    }

    /// Volume of all sections of the last call, m³.
    pub fn volume_m3(&self) -> f64 {
        let volume_m: f64 = self.windows[..self.count].iter().map(Window::volume_m).sum();
        self.last.map_or(0.0, |(grid, _)| volume_m * f64::from(grid.cell_size_m).powi(2))
    }

    /// Replaces `out` by the sections of all bodies: sorted by cell, then in the order of the bodies, with one entry for each body that is wet in
    /// a cell.
    pub fn collect(&self, out: &mut Vec<WetCell>) {
        out.clear();
        self.of_bodies().for_each(|found| out.extend_from_slice(found));
        if let Some((grid, _)) = self.last.as_ref().filter(|_| self.count > 1) {
            self.sort.lock().unwrap_or_else(PoisonError::into_inner).by_cell(grid, out);
        }
    }
}
