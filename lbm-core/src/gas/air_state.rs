//! The state of air: what it holds, how it is read and written, and its hashes.

use super::air::{Air, AirBuilder};
use super::smoky::Q;
use crate::Error;
use crate::lattice::Hash;

/// The state of an [`Air`] after a step, from which one that was built alike continues with the same bits
/// ([`Air::restore`]).
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AirState {
    /// Steps taken.
    pub steps: u64,
    /// Stored deviations of all populations, `[nz][ny][26][nx]`, x fastest, without ghost cells.
    pub populations: Vec<f32>,
}

impl Air {
    /// The present state.
    pub fn state(&self) -> AirState {
        let [nx, ny, nz] = self.cells();
        let mut populations = Vec::with_capacity(nx * ny * nz * Q);
        for (k, j) in (0..nz).flat_map(|k| (0..ny).map(move |j| (k, j))) {
            self.grid.lines(k, j).into_iter().for_each(|line| populations.extend_from_slice(line));
        }
        AirState { steps: self.steps, populations }
    }

    /// Restores a state of this air, or of one that was built alike ([`Self::fingerprint`]).
    ///
    /// # Errors
    /// [`Error::ShapeMismatch`] if it has not 26 populations for each cell; nothing changes then.
    pub fn restore(&mut self, state: &AirState) -> Result<(), Error> {
        let [nx, ny, nz] = self.cells();
        let (expected, got) = (nx * ny * nz * Q, state.populations.len());
        if got != expected {
            return Err(Error::ShapeMismatch { what: "populations", expected, got });
        }
        let mut lines = state.populations.chunks_exact(nx);
        for (k, j) in (0..nz).flat_map(|k| (0..ny).map(move |j| (k, j))) {
            for (q, line) in (0..Q).zip(&mut lines) {
                let start = self.grid.slot(q, [0, j as isize, k as isize]);
                self.grid.values_mut()[start..start + nx].copy_from_slice(line);
            }
        }
        self.steps = state.steps;
        self.failed = None;
        Ok(())
    }

    /// A hash of everything that determines the evolution of a state: air with the same one continues it with the same bits,
    /// under the same boundary code.
    pub fn fingerprint(&self) -> u64 {
        let AirBuilder { cells, ends, collision, smagorinsky, diffusivity, buoyancy } = self.settings;
        let mut hash = Hash::new();
        cells.iter().for_each(|&n| hash.add(&(n as u64).to_le_bytes()));
        ends.iter().for_each(|&ends| hash.add(&[ends as u8]));
        hash.add_collision(collision, false, smagorinsky);
        for number in [diffusivity, buoyancy] {
            hash.add(&number.to_le_bytes());
        }
        hash.0
    }

    /// A hash of all populations and the steps taken.
    pub fn state_hash(&self) -> u64 {
        let AirState { steps, populations } = self.state();
        let mut hash = Hash::new();
        hash.add(&steps.to_le_bytes());
        populations.iter().for_each(|f| hash.add(&f.to_le_bytes()));
        hash.0
    }
}
