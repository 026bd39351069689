use pulp::Simd;

use super::simd::Vector;

/// The velocities of a lattice and its collision.
///
/// Velocities are given along the axes of memory: within a line, across the rows of a plane, across planes. A grid in two
/// dimensions has planes of one row.
pub(crate) trait Model<const Q: usize>: Copy + Sync {
    const VELOCITIES: [[i8; 3]; Q];

    /// The populations at rest.
    const AT_REST: &'static [usize] = &[0];

    /// Properties of the cells of a row that the collision depends on, from the first one on; lines are empty or at least
    /// as long as the row.
    fn inputs(&self, plane: usize, row: usize) -> [&[f32]; 3];

    /// The populations after the collision of a vector of cells from column `i` on, from those that streamed into them,
    /// and [`Self::is_valid`] of them.
    fn collide<S: Simd>(
        &self,
        f: [Vector<S>; Q],
        inputs: &[&[f32]; 3],
        i: usize,
    ) -> ([Vector<S>; Q], S::m32s);

    /// Whether [`Self::prepare`] is called for some vectors before their collisions: where it takes so long that processors do not foresee
    /// enough of what follows.
    const PREPARES: bool = false;

    /// The part of the collision of a vector of cells that takes longest.
    #[inline(always)]
    fn prepare<S: Simd>(&self, f: [Vector<S>; Q], _inputs: &[&[f32]; 3], _i: usize) -> Vector<S> {
        f[0]
    }

    /// [`Self::collide`] with what was prepared.
    #[inline(always)]
    fn collide_prepared<S: Simd>(
        &self,
        f: [Vector<S>; Q],
        inputs: &[&[f32]; 3],
        i: usize,
        _prepared: Vector<S>,
    ) -> ([Vector<S>; Q], S::m32s) {
        self.collide(f, inputs, i)
    }

    /// Which cells are within the range of the method, from the populations that streamed into them.
    fn is_valid<S: Simd>(&self, f: [Vector<S>; Q], inputs: &[&[f32]; 3], i: usize) -> S::m32s;
}

/// Lattice velocities along the axes of memory ([`Model::VELOCITIES`]).
pub(crate) const fn in_memory<const D: usize, const Q: usize>(c: &[[i32; D]; Q]) -> [[i8; 3]; Q] {
    let mut velocities = [[0; 3]; Q];
    let mut q = 0;
    while q < Q {
        velocities[q][0] = c[q][0] as i8;
        velocities[q][2] = c[q][D - 1] as i8;
        if D == 3 {
            velocities[q][1] = c[q][1] as i8;
        }
        q += 1;
    }
    velocities
}
