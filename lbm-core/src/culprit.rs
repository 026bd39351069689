//! Which cell it was: what the sweep does once a row is not well.

use std::array::from_fn;

use pulp::Scalar;

use crate::model::Model;
use crate::real::Lanes;
use crate::sweep::StreamCollide;

/// A cell that has left the range of the method, and the populations that streamed into it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Culprit<const Q: usize> {
    /// Its place along the axes of memory: column, row of the plane, plane.
    pub(crate) place: [usize; 3],
    pub(crate) populations: [f32; Q],
}

impl<M: Model<Q>, const Q: usize> StreamCollide<M, Q> {
    /// The first cell that is not well in a plane that has one, from the planes `[above, here, below]`: one cell after the
    /// other by the formula of the vectors, which has the same bits.
    pub(crate) fn culprit(&self, plane: usize, planes: [&[f32]; 3]) -> Culprit<Q> {
        for row in 0..self.rows {
            let inputs = self.model.inputs(plane, row);
            let sources: [&[f32]; Q] = from_fn(|q| {
                let (through, start) = self.source(row, q);
                &planes[through][start..start + self.nx]
            });
            for i in 0..self.nx {
                let populations: [f32; Q] = from_fn(|q| sources[q][i]);
                let f = populations.map(|f| Lanes::new(Scalar, f));
                if !self.model.is_well(f, &inputs, i) {
                    return Culprit { place: [i, row, plane], populations };
                }
            }
        }
        unreachable!("plane {plane} is not well, but each of its cells is")
    }
}
