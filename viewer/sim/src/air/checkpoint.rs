//! The state of the air between two steps of the world.

use lbm_boundary::{AirBoundaryState, AirParticlesState};
use mask_raster::Body;

use super::Air;
use super::books::Books;
use crate::checkpoint::Error;
use crate::codec::coded;

/// Lattice, boundary, particles, books, and sources that were warned of. The cells that bodies are in follow from these.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AirState {
    lattice: lbm_core::AirState,
    boundary: AirBoundaryState,
    particles: AirParticlesState,
    books: Books,
    warned: Vec<String>,
}

coded!(AirState { lattice, boundary, particles, books, warned });

impl Air {
    /// The present state.
    pub(crate) fn state(&self) -> AirState {
        AirState {
            lattice: self.lattice_state(),
            boundary: self.boundary.state(),
            particles: self.particles.all.state(),
            books: self.books,
            warned: self.warned.clone(),
        }
    }

    /// The lattice, at rest in the cells of bodies: what streams about in them leads to nothing, and depends on how the bodies came there.
    fn lattice_state(&self) -> lbm_core::AirState {
        let mut state = self.lattice.state();
        let [nx, ..] = self.cells();
        let rows = state.populations.chunks_exact_mut(lbm_core::Air::POPULATIONS * nx);
        for (row, labels) in rows.zip(self.bodies.labels.chunks_exact(nx)) {
            for line in row.chunks_exact_mut(nx) {
                line.iter_mut().zip(labels).filter(|(_, label)| **label != 0).for_each(|(f, _)| *f = 0.0);
            }
        }
        state
    }

    /// Goes to a state, in which the bodies are where they are now; an error leaves the air as it was.
    pub(crate) fn restore(&mut self, state: &AirState, bodies: &[Body<'_>]) -> Result<(), Error> {
        let mut particles = self.particles.all.clone();
        if !particles.restore(&state.particles) {
            return Err(Error::state("it has particles of a source that the scenario has not"));
        }
        self.lattice.restore(&state.lattice).map_err(Error::state)?;
        self.bodies.update(bodies).map_err(Error::state)?;
        self.boundary.place_solids(&mut self.lattice, &self.bodies.labels);
        self.boundary.restore(state.boundary);
        self.particles.all = particles;
        self.books = state.books;
        self.warned.clone_from(&state.warned);
        Ok(())
    }

    /// A hash of all that determines how the lattice goes on.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.lattice.fingerprint()
    }
}
