use pulp::Simd;

use super::ground::{Ground, RestDepths};
use crate::d2q9::{C, Q};
use crate::engine::{Float, Model, Vector, in_memory};
use crate::operator::{BedForce, Conserved, Operator, Pairs};

/// The model of [`crate::Lattice`]: D2Q9, for the depth of water over a bed or for the density of a gas.
///
/// A step of a cell: its populations become [`Pairs`] and get half of the bed's force; they are relaxed; they get the
/// other half and become populations again; other forces add momentum.
#[derive(Clone, Copy)]
pub(crate) struct Water<O, G> {
    pub(crate) gravity: f32,
    /// See [`Float::minus`].
    pub(crate) unit: f32,
    pub(crate) ground: G,
    pub(crate) operator: O,
}

/// A cell after streaming.
struct Arrived<R> {
    pairs: Pairs<R>,
    cell: Conserved<R>,
    /// The half of the bed's force that the populations get as they leave.
    bed_force: Option<BedForce<R>>,
}

impl<O: Operator, G: Ground> Model<Q> for Water<O, G> {
    /// Each row along y is a plane of its own.
    const VELOCITIES: [[i8; 3]; Q] = in_memory(&C);

    #[inline(always)]
    fn inputs(&self, j: usize, _: usize) -> [&[f32]; 3] {
        self.ground.lines(j)
    }

    #[inline(always)]
    fn collide<S: Simd>(
        &self,
        f: [Vector<S>; Q],
        lines: &[&[f32]; 3],
        i: usize,
    ) -> ([Vector<S>; Q], S::m32s) {
        let arrived = self.arrive(f, self.ground.rest_depths(f[0].simd, lines, i));
        let third_per_depth = self.operator.third_per_depth(arrived.pairs, arrived.cell);
        self.relax(f, arrived, third_per_depth)
    }

    const PREPARES: bool = O::VARIES;

    #[inline(always)]
    fn prepare<S: Simd>(&self, f: [Vector<S>; Q], lines: &[&[f32]; 3], i: usize) -> Vector<S> {
        let Arrived { pairs, cell, .. } = self.arrive(f, self.ground.rest_depths(f[0].simd, lines, i));
        self.operator.third_per_depth(pairs, cell)
    }

    #[inline(always)]
    fn collide_prepared<S: Simd>(
        &self,
        f: [Vector<S>; Q],
        lines: &[&[f32]; 3],
        i: usize,
        third_per_depth: Vector<S>,
    ) -> ([Vector<S>; Q], S::m32s) {
        self.relax(f, self.arrive(f, self.ground.rest_depths(f[0].simd, lines, i)), third_per_depth)
    }

    #[inline(always)]
    fn is_valid<S: Simd>(&self, f: [Vector<S>; Q], lines: &[&[f32]; 3], i: usize) -> S::m32s {
        is_valid(self.arrive(f, self.ground.rest_depths(f[0].simd, lines, i)).cell)
    }
}

/// Positive depth, and a speed below the lattice speed.
#[inline(always)]
fn is_valid<S: Simd>(cell: Conserved<Vector<S>>) -> S::m32s {
    let speed = cell.hu * cell.hu + cell.hv * cell.hv;
    // Negative where the depth is.
    let fastest = cell.h * cell.h.abs();
    cell.h.simd.less_than_f32s(speed.values, fastest.values)
}

impl<O: Operator, G: Ground> Water<O, G> {
    #[inline(always)]
    fn relax<S: Simd>(
        &self,
        f: [Vector<S>; Q],
        arrived: Arrived<Vector<S>>,
        third_per_depth: Vector<S>,
    ) -> ([Vector<S>; Q], S::m32s) {
        let Arrived { pairs, cell, bed_force } = arrived;
        let mut pairs = self.operator.relax(pairs, cell, third_per_depth);
        if let Some(force) = bed_force {
            pairs = pairs.leave(force);
        }
        let f = pairs.into_populations(f, bed_force, f[0].splat(self.unit));
        (self.add_forces(f, cell), is_valid(cell))
    }

    /// Adds the half of the bed's force that populations get as they arrive.
    #[inline(always)]
    fn arrive<R: Float>(&self, f: [R; Q], rest: RestDepths<R>) -> Arrived<R> {
        let mut pairs = Pairs::new(f);
        let bed_force = rest.bed_force(self.gravity, pairs.eta);
        if let Some(force) = bed_force {
            pairs = pairs.arrive(force);
        }
        Arrived { pairs, cell: pairs.conserved(rest.here), bed_force }
    }

    /// Adds the momentum of forces other than the bed's.
    #[inline(always)]
    fn add_forces<R: Float>(&self, f: [R; Q], cell: Conserved<R>) -> [R; Q] {
        match self.ground.momentum(cell) {
            Some(momentum) => pushed(f, momentum),
            None => f,
        }
    }
}

/// The populations with a momentum `F` more, `w_q / 3 e_q·F` each, which leaves the stress unchanged.
#[inline(always)]
pub(crate) fn pushed<R: Float>(mut f: [R; Q], [x, y]: [R; 2]) -> [R; Q] {
    let [x, y] = [x * (1.0 / 3.0), y * (1.0 / 3.0)];
    let [north_east, north_west] = [(x + y) * 0.25, (y - x) * 0.25];
    let gain = [x, north_east, y, north_west];
    for q in 1..5 {
        f[q] = f[q] + gain[q - 1];
        f[q + 4] = f[q + 4] - gain[q - 1];
    }
    f
}
