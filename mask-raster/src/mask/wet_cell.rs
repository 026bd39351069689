//! Wet cells, and memory for them.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// A cell in which a body reaches below the water level, by samples ([`crate::CellMask::wet_section`]) or by areas ([`crate::Section`]).
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WetCell {
    /// Linear index of the cell, x fastest.
    pub index: u32,
    /// Label of the body.
    pub label: u16,
    /// Submerged thickness `b`, mean over the cell, m; times the cell's area it is the displaced volume.
    pub thickness_m: f32,
    /// Fraction of the cell that lies over the body's wet underside, 0…1.
    pub coverage: f32,
    /// Fraction of the cell in which the body reaches through the level, 0…1: the part of the body's waterplane in the cell, over the cell's area.
    pub waterplane: f32,
}

/// Memory of a mask for its wet sections, which one call uses after the other.
#[derive(Debug, Default)]
pub(super) struct Bands(Mutex<Vec<Band>>);

/// Copies have memory of their own.
impl Clone for Bands {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// Some rows of cells, and the wet ones of them.
#[derive(Debug, Default)]
pub(super) struct Band {
    pub(super) rows: Range<usize>,
    pub(super) wet: Vec<WetCell>,
}

impl Bands {
    /// Takes the memory for a call. The lock is not held during it: calls wait for tasks, which may be calls.
    pub(super) fn take(&self) -> Vec<Band> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn give_back(&self, bands: Vec<Band>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = bands;
    }
}
