use pulp::Simd;

use crate::real::Lanes;

/// What a kind of lattice does with its cells: velocities and a collision.
///
/// Velocities are given along the axes of memory: within a line, across the rows of a plane, across planes. A grid in two
/// dimensions has planes of one row.
pub(crate) trait Model<const Q: usize>: Copy + Sync {
    const VELOCITIES: [[i8; 3]; Q];

    /// What the model needs to know of the cells of a row from its first one on; at least as long as the row where it is
    /// not empty.
    fn inputs(&self, plane: usize, row: usize) -> [&[f32]; 3];

    /// What leaves a vector of cells from column `i` on, of the populations that streamed into them.
    fn collide<S: Simd>(&self, f: [Lanes<S>; Q], inputs: &[&[f32]; 3], i: usize) -> [Lanes<S>; Q];

    /// Which cells are within the range of the method, from what streamed into them.
    fn is_well<S: Simd>(&self, f: [Lanes<S>; Q], inputs: &[&[f32]; 3], i: usize) -> S::m32s;
}
