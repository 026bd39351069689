use pulp::Simd;

use crate::real::Lanes;

/// What a kind of lattice does with its cells: velocities, and a collision in one or more passes.
///
/// Velocities are given along the axes of memory: within a line, across the rows of a plane, across planes. A grid in two
/// dimensions has planes of one row.
pub(crate) trait Model<const Q: usize>: Copy + Sync {
    const VELOCITIES: [[i8; 3]; Q];

    /// Passes of a collision, 1 to 3: see [`crate::sweep`].
    const PASSES: usize;

    /// What the model needs to know of the cells of a row from its first one on; at least as long as the row where it is
    /// not empty.
    fn inputs(&self, plane: usize, row: usize) -> [&[f32]; 3];

    /// Takes a vector of cells from column `i` on through pass `PASS`: the first one starts with the populations that
    /// streamed into the cells, the last one ends with those that leave them.
    fn pass<const PASS: usize, S: Simd>(
        &self,
        f: [Lanes<S>; Q],
        inputs: &[&[f32]; 3],
        i: usize,
    ) -> [Lanes<S>; Q];

    /// Which cells are within the range of the method, from what the first pass made of them.
    fn is_well<S: Simd>(&self, f: [Lanes<S>; Q], inputs: &[&[f32]; 3], i: usize) -> S::m32s;
}
