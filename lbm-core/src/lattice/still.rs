//! Still water in each cell, and the bed's force on water that is not still.

use pulp::Simd;

use super::Lattice;
use crate::d2q9::{Q, W};
use crate::engine::{Float, Rows, Vector};
use crate::operator::{BedForce, EquationOfState, Pressure};
use crate::shallow::{Ground, LatticeForces, Uneven};

/// What a lattice knows of its cells besides the populations, to be read while these change.
#[derive(Clone, Copy)]
pub(super) struct Still<'a> {
    pub(super) state: EquationOfState,
    reference_depth: f32,
    uneven: Option<&'a Uneven>,
    /// Whether a step was taken.
    has_stepped: bool,
}

impl Lattice {
    pub(super) fn still(&self) -> Still<'_> {
        let Self { state, flat, uneven, steps, .. } = self;
        let (reference_depth, uneven) = (flat.rest_depth, uneven.as_ref());
        Still { state: *state, reference_depth, uneven, has_stepped: *steps > 0 }
    }

    /// The populations, and what is known of their cells.
    pub(super) fn rows_and_still(&mut self) -> (&mut Rows, Still<'_>) {
        let Self { rows, state, flat, uneven, steps, .. } = self;
        let (reference_depth, uneven) = (flat.rest_depth, uneven.as_ref());
        (rows, Still { state: *state, reference_depth, uneven, has_stepped: *steps > 0 })
    }
}

impl Still<'_> {
    /// Whether all cells have the same depth at rest, without forces.
    #[inline(always)]
    pub(super) fn is_flat(&self) -> bool {
        self.uneven.is_none()
    }

    /// The forces that gave the water momentum in the last step, if there were any.
    #[inline]
    pub(super) fn forces_given(&self) -> Option<LatticeForces> {
        self.uneven.map(|ground| ground.forces).filter(|forces| self.has_stepped && forces.act())
    }

    /// Depth of the still water in a cell or ghost cell.
    #[inline]
    pub(super) fn rest_depth(&self, i: isize, j: isize) -> f32 {
        self.uneven.map_or(self.reference_depth, |ground| ground.rest_depth(i, j))
    }

    /// The same of the cells of a vector.
    #[inline(always)]
    pub(super) fn rest_depths<S: Simd>(&self, simd: S, [i, j]: [usize; 2]) -> Vector<S> {
        match self.uneven {
            Some(ground) => Vector::load(simd, ground.rest_depths_from(i, j), 0),
            None => Vector::new(simd, simd.splat_f32s(self.reference_depth)),
        }
    }

    /// The bed under the cells of a vector whose surface lies `eta` above the still level.
    #[inline(always)]
    pub(super) fn bed_under<S: Simd>(&self, [i, j]: [usize; 2], eta: Vector<S>) -> Bed<Vector<S>> {
        let Some(ground) = self.uneven else {
            return Bed { rest_depth: eta.splat(self.reference_depth), force: None };
        };
        let rest = ground.rest_depths(eta.simd, &ground.lines(j), i);
        Bed { rest_depth: rest.here, force: rest.bed_force(self.state.gravity(), eta) }
    }

    /// Populations of still water in the cells of a vector whose surface lies `eta` above the still level.
    #[inline(always)]
    pub(super) fn at_rest<S: Simd>(&self, place: [usize; 2], eta: Vector<S>) -> [Vector<S>; Q] {
        self.bed_under(place, eta).at_rest(Pressure::new(self.state), eta)
    }

    /// The bed under a cell or ghost cell whose surface lies `eta` above the still level.
    #[inline]
    pub(super) fn bed_at(&self, i: isize, j: isize, eta: f32) -> Bed<f32> {
        Bed { rest_depth: self.rest_depth(i, j), force: self.bed_force(i, j, eta) }
    }

    /// Half of the bed's force on a cell or ghost cell whose surface lies `eta` above the still level.
    #[inline]
    pub(super) fn bed_force(&self, i: isize, j: isize, eta: f32) -> Option<BedForce<f32>> {
        self.uneven?.at(i, j).bed_force(self.state.gravity(), eta)
    }

    /// The momentum of the half of the bed's force that the stored populations of a cell, about to leave, already have.
    #[inline]
    pub(super) fn bed_momentum(&self, i: isize, j: isize, eta: f32) -> [f32; 2] {
        self.bed_force(i, j, eta).map_or([0.0; 2], |force| force.momentum())
    }

    /// See [`Lattice::equilibrium`].
    #[inline]
    pub(super) fn equilibrium(&self, [i, j]: [isize; 2], eta: f32, [u, v]: [f32; 2]) -> [f32; Q] {
        let mut f = self.state.deviation_equilibrium(self.rest_depth(i, j), eta, u, v);
        if let Some(force) = self.bed_force(i, j, eta) {
            let leaving = force.leaving();
            (0..Q).for_each(|q| f[q] += leaving[q]);
        }
        f
    }
}

/// The bed under one or several cells: the depth of still water over it, and half of its force on the water.
#[derive(Clone, Copy)]
pub(super) struct Bed<R> {
    pub(super) rest_depth: R,
    pub(super) force: Option<BedForce<R>>,
}

impl<R: Float> Bed<R> {
    /// The momentum of the half of its force that populations have which are about to leave.
    #[inline(always)]
    pub(super) fn momentum(&self) -> [R; 2] {
        match self.force {
            Some(force) => force.momentum(),
            None => [self.rest_depth.splat(0.0); 2],
        }
    }

    /// Populations of still water whose surface lies `eta` above the still level.
    #[inline(always)]
    pub(super) fn at_rest(&self, pressure: Pressure, eta: R) -> [R; Q] {
        let third = pressure.above_rest(self.rest_depth, eta) / eta.splat(3.0);
        let mut f = [eta - third * 5.0; Q];
        for q in 1..Q {
            f[q] = third * W[q];
        }
        if let Some(force) = self.force {
            let leaving = force.leaving();
            for q in 0..Q {
                f[q] = f[q] + leaving[q];
            }
        }
        f
    }
}
