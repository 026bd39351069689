use std::cell::Cell;

use super::batch::WaterSamples;
use super::input::HullInWater;
use super::listener::{ExchangeBatch, ExchangeListener, NoListener, TriangleListener};
use super::run::ChunkSum;
use super::sums::Sums;
use crate::TriangleForce;
use crate::hull::Chunk;
use crate::results::ExchangeList;

/// What is reported of single triangles.
pub(crate) enum Report<'f> {
    /// Nothing.
    Sums,
    /// The exchanged forces, appended.
    Exchanges(&'f mut ExchangeList),
    /// All forces on each triangle.
    Triangles(&'f mut dyn FnMut(&TriangleForce)),
}

/// Working memory, used again from chunk to chunk: clearing it each time takes as long as some triangles.
#[derive(Default)]
struct Scratch {
    water: WaterSamples,
    batch: ExchangeBatch,
}

thread_local! {
    /// That of this thread; taken while it computes a chunk.
    static SCRATCH: Cell<Option<Box<Scratch>>> = const { Cell::new(None) };
}

impl Report<'_> {
    /// The sum over a chunk of triangles.
    pub(crate) fn sum_chunk(&mut self, input: &HullInWater<'_>, chunk: Chunk<'_>) -> Sums {
        let mut scratch = SCRATCH.take().unwrap_or_default();
        let Scratch { water, batch } = &mut *scratch;
        let sums = match self {
            Self::Sums => ChunkSum { input, chunk, water, listener: &mut NoListener }.run(),
            Self::Exchanges(exchanges) => {
                let listener = &mut ExchangeListener { exchanges, batch };
                ChunkSum { input, chunk, water, listener }.run()
            }
            Self::Triangles(each) => {
                let weight = input.model.water.density_kg_m3 * input.model.water.gravity_m_s2;
                let listener = &mut TriangleListener { weight, each };
                ChunkSum { input, chunk, water, listener }.run()
            }
        };
        SCRATCH.set(Some(scratch));
        sums
    }
}
