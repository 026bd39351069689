use rayon::prelude::*;

use crate::immersion::Immersion;
use crate::report::{Report, Scratch};
use crate::sum_up::CHUNK;
use crate::sums::Sums;
use crate::{Exchange, Forces, Motion, WaterSurface};

/// What [`ForceModel::forces_parallel`](crate::ForceModel::forces_parallel) found to go back into the
/// water.
#[derive(Debug, Clone, Default)]
pub struct Exchanges {
    chunks: Vec<(Sums, Vec<Exchange>)>,
}

impl Exchanges {
    /// Every triangle that is wet, or would be under the still level, in the order of
    /// [`ForceModel::forces_exchanging`](crate::ForceModel::forces_exchanging).
    pub fn iter(&self) -> impl Iterator<Item = &Exchange> {
        self.chunks.iter().flat_map(|(_, exchanges)| exchanges)
    }

    pub(crate) fn clear(&mut self) {
        for (sums, exchanges) in &mut self.chunks {
            *sums = Sums::default();
            exchanges.clear();
        }
    }

    pub(crate) fn sum_up(
        &mut self,
        immersion: &Immersion<'_>,
        surface: &(dyn WaterSurface + Sync),
        motion: &Motion,
    ) -> Forces {
        self.clear();
        let blocks = immersion.hull.blocks();
        self.chunks.resize_with(blocks.chunk_count(CHUNK), Default::default);
        if !immersion.is_dry() {
            let chunks = self.chunks.par_iter_mut().enumerate();
            chunks.for_each_init(Scratch::default, |scratch, (index, (sums, exchanges))| {
                let mut keep = |several: &[Exchange]| exchanges.extend_from_slice(several);
                let chunk = blocks.chunk(index, CHUNK);
                *sums = Report::Exchanges(&mut keep).sum_up(immersion, surface, chunk, scratch);
            });
        }
        let mut total = Sums::default();
        for (sums, _) in &self.chunks {
            total.add(sums);
        }
        total.total(&immersion.frame, motion, &immersion.model.water)
    }
}
