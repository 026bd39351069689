//! Water under a cover, such as a floating hull: cells with a second moment of their own.

mod around;
mod cover;
mod energy;
mod exchange;
mod forces;
mod links;
mod neighbor;
mod rows;
mod vectors;
mod velocities;
mod viscosity;

pub use energy::Energy;
pub use links::CoveredEnd;
pub(super) use links::end;
pub use neighbor::Neighbor;
pub use viscosity::Across;

use std::ops::Range;

use super::still::{Bed, Still};
use super::{Lattice, Site};
use crate::d2q9::{Q, W, depth_and_momentum};
use crate::engine::Float;
use crate::operator::{AdaptedViscosity, Collision, Conserved, Constant, EddyViscosity, Pressure};

/// A cell in which a body, such as a floating hull, takes up the upper part of the head.
///
/// The depth `h` of a lattice is then a head: the water column `w` and the thickness `b` of the body below the still level, or another that changes as
/// slowly as the mean of all water, `h = w + b`, with the surface where the pressure under the body would raise the water. The momentum of the lattice is that
/// of the column, `m = w u`, so the water moves at `u = m / w` ([`Lattice::covered_velocity`]), and
///
/// ```text
/// ∂h/∂t + ∇·m = ∂b/∂t
/// ∂m/∂t + ∇·(m m / w) + g w ∇η = 0
/// ```
///
/// (the shallow-water equations of a column under pressure, Lannes 2017, with a cover that gives way as the free surface does).
/// A lattice by itself has `m m / h` and `g h ∇η`. The differences:
/// - `∂b/∂t`, of which a cell takes the [`crate::d2q9::mean`] around it, is volume without momentum: one half before [`Lattice::step`] by [`Lattice::begin_covered`] and one after it by
///   [`Lattice::relax_covered`], which is of second order in time;
/// - `g b ∇η`, momentum that the water gains ([`Lattice::add_momentum`], before the step) and the cover loses; a cover that reaches above
///   the still level may count up to the present one in this, as a hull does on whose sides waves press; under a
///   [`crate::Lid`] that gives it by itself, on links;
/// - viscosity, which acts on `∇u` and not on `∇m`, and inertia, by these two;
/// - [`crate::Forces`]: no wind blows on the water under a cover, and the bed's friction is that of the column, by
///   [`Lattice::force_covered`].
///
/// All in lattice units. [`crate::Cover`] does the same for all covers of a lattice at once.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CoveredCell {
    /// The cell.
    pub site: Site,
    /// Thickness `b` of the cover below the still level, 0 or above, averaged over the cell. It may be 0 beside a cover.
    pub thickness: f32,
    /// Gradient of the thickness along x and y; not 0 also in the uncovered cells beside a cover.
    pub slope: [f32; 2],
    /// Change of the thickness in the present step, `∂b/∂t`: the [`crate::d2q9::mean`] around the cell.
    pub change: f32,
    /// Fraction of the cell under the cover, 0 to 1.
    pub coverage: f32,
}

impl CoveredCell {
    /// Smallest water column under a cover, as a fraction of the rest depth, that its inertia is computed with.
    pub const LEAST_COLUMN: f32 = 0.05;
}

/// The covers of a lattice, such as all hulls that float on it: [`CoveredCell`] for many cells at once, on all
/// threads of the current rayon pool. The results are those of the cells one by one, for any number of threads.
///
/// All slices of cells are `[ny][nx]`, x fastest.
#[derive(Debug, Clone, Copy)]
pub struct Cover<'a> {
    /// Thickness below the still level, m; 0 in open water. Beyond the grid it is as in the nearest cell.
    pub thickness_m: &'a [f32],
    /// Change of the thickness in the present step, m.
    pub change_m: &'a [f32],
    /// Whether a cell has no water. It is left as it is, and the cells beside it have a thickness as their own there.
    pub solid: &'a [bool],
    /// For each row the columns outside of which thickness and change are 0.
    pub columns: &'a [Range<usize>],
}

/// Speed of the water under covers.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct CoveredFlow {
    /// Largest Froude number of a column, `|u| / √(g w)` with `u = m / w` ([`Lattice::covered_column`]). Waves under a cover that
    /// gives way run at `√(g w)`.
    pub froude: f64,
    /// Number of cells whose column is one of the bounds of [`Lattice::covered_column`], so that the water there is faster than a quarter
    /// of the lattice speed, or thinner than a twentieth of the rest depth.
    pub bounded: usize,
    /// The first of them in row order, `[i, j]`.
    pub first_bounded: Option<[usize; 2]>,
}

/// Largest speed of water under a cover, as a fraction of the lattice speed, that its inertia is computed with.
const LARGEST_SPEED: f32 = 0.25;

impl Lattice {
    /// The water column `w` under a cover of thickness `b` where the head is `h` and the momentum `m`:
    /// `min(h, max(h − b, 0.05 d, |m| / 0.25))` with the rest depth `d`. The two bounds keep the scheme stable where a body
    /// leaves hardly any water under it; they change no flow that is slower than a quarter of the lattice speed in a column of
    /// at least a twentieth of the rest depth.
    #[inline]
    pub fn covered_column(&self, site: Site, thickness: f32, h: f32, momentum: [f32; 2]) -> f32 {
        covered_column(self.rest_depth(site), thickness, h, momentum)
    }

    /// Velocity `m / w` of the water in a covered cell, with the column of [`Self::covered_column`] and the momentum of [`Self::moments`], which contains all that
    /// forces gave in the last step and none of what [`Self::add_momentum`] gives before the next.
    pub fn covered_velocity(&self, site: Site, thickness: f32) -> [f32; 2] {
        let m = self.moments(site);
        let momentum = [m.h * m.u, m.h * m.v];
        let column = self.covered_column(site, thickness, m.h, momentum);
        momentum.map(|c| c / column)
    }

    /// Puts covers on water at equilibrium which then goes on as before, at the same velocity and elevation: `cells` are those that are
    /// covered, or lie beside covered ones. Their [`CoveredCell::change`] does not count.
    ///
    /// The momentum becomes that of the column, `w u`, and the stress beside the pressure `w u u`.
    pub fn cover(&mut self, cells: &[CoveredCell]) {
        for cell in cells {
            let m = self.moments(cell.site);
            if (m.u, m.v) == (0.0, 0.0) {
                continue;
            }
            let column = self.covered_column(cell.site, cell.thickness, m.h, [0.0; 2]);
            let [x, y] = [column * m.u, column * m.v];
            let mut f = self.equilibrium(cell.site, m.eta, x / m.h, y / m.h);
            let inertia = (m.h - column) / (column * m.h);
            add_stress(&mut f, [inertia * x * x, inertia * y * y, inertia * x * y]);
            self.set_populations(cell.site, f);
        }
    }

    /// Adds volume of depth `dh` without momentum: `f_eq(h + dh, 0) − f_eq(h, 0)`.
    pub fn add_volume(&mut self, site: Site, dh: f32) {
        let [eta, _, _] = depth_and_momentum(self.populations(site));
        let (i, j) = self.layout().cell(site);
        self.add_at(site, volume_at(&self.still(), [i, j], eta, dh), dh);
    }

    /// Distributes a volume of depth `dh` (lattice units), which was added to the population at rest of a cell, over all its populations, as
    /// [`Self::add_volume`] does. Over a level bed nothing changes. Returns the momentum that the bed gives the volume as it leaves the cell; that of the
    /// cell's water stays as it was.
    ///
    /// In the population at rest a volume is pushed by the bed as it arrives, but neither pushed as it leaves nor pressed by the pressure of
    /// its neighbors, which over a slope balances both: it would gain `½ g dh ∇z_b` of momentum from nothing.
    pub fn settle_volume(&mut self, site: Site, dh: f32) -> [f32; 2] {
        if !self.is_sloping() {
            return [0.0; 2];
        }
        let [eta, _, _] = depth_and_momentum(self.populations(site));
        let (i, j) = self.layout().cell(site);
        let still = self.still();
        let mut added = volume_at(&still, [i, j], eta - dh, dh);
        let momentum = still.bed_momentum(i, j, dh);
        added[0] -= dh;
        self.add_at(site, added, 0.0);
        momentum
    }

    /// Gives cells that are covered, or lie beside covered ones, the second moment of their water and the second half of the
    /// volume `∂b/∂t`, after [`Self::step`].
    ///
    /// The collision relaxed them to the equilibrium stress `m m / h`; this adds the rest of a relaxation, at the same rates, to
    /// the stress
    ///
    /// ```text
    /// m m / w + [⅓ (τ − ½) + ⅔ (τ_b − ½)] (∂b/∂t + u · ∇b) 1,   u = m / w
    /// ```
    ///
    /// The first term is the inertia of the column under the cover. The second is the viscous stress where the cover squeezes the column: the flow away from there
    /// is a potential flow with `w ∇·u = ∂b/∂t + u · ∇b`, in which the lattice's stress, `(τ − ½) ⅓ w (∇u + ∇uᵀ − ∇·u 1)` without a trace and
    /// `(τ_b − ½) ⅔ w ∇·u 1` with the relaxation time of the trace, has the divergence of this pressure's gradient; real
    /// water has none. Without it a hull is dragged in proportion to the lattice's viscosity, and the drag of a wall-sided one
    /// does not shrink with the cells. It counts only as far as the column is smooth: where it changes by more than half of itself within a cell this is multiplied by
    /// `w / 2 |∇w|`, or the smallest flow under a hull that lies on the bed would feed on it. Both terms count in a film, which is thinner than
    /// [`CoveredCell::LEAST_COLUMN`] of the rest depth, by the part of that: see [`Self::begin_covered`].
    ///
    /// The second half of the volume comes at equilibrium less `(1 − ω) ½ g h ∂b/∂t`: the water that arrived lacks it, and its pressure, so that the collision took
    /// a share of ω of the pressure away.
    ///
    /// No term changes the momentum of a cell. With
    /// [`crate::LatticeBuilder::smagorinsky`] the rates are those of τ without the eddies' viscosity; with central moments the
    /// trace relaxes at its own rate.
    pub fn relax_covered(&mut self, cells: &[CoveredCell]) {
        let rates = StressRates::of(self);
        for cell in cells {
            let (i, j) = self.layout().cell(cell.site);
            let f = self.populations(cell.site);
            let [eta, _, _] = depth_and_momentum(f);
            let still = self.still();
            let bed = still.bed_at(i, j, eta);
            let uneven = (!still.is_flat()).then(|| volume_at(&still, [i, j], eta, 0.5 * cell.change));
            let added = rates.added((bed, uneven), f, [cell.thickness, cell.change], cell.slope);
            self.add_at(cell.site, added, 0.5 * cell.change);
        }
    }
}

/// See [`Lattice::covered_column`].
#[inline(always)]
fn covered_column<R: Float>(rest_depth: R, thickness: R, h: R, [x, y]: [R; 2]) -> R {
    let column = (h - thickness).max(rest_depth * CoveredCell::LEAST_COLUMN);
    let momentum_squared = x * x + y * y;
    // Most water is too slow by far for the bound of its speed, of which the root is left out then.
    let fastest_squared = (1.0 / LARGEST_SPEED) * (1.0 / LARGEST_SPEED);
    if (momentum_squared * (1.01 * fastest_squared) - column * column).is_some_positive() {
        return column.max(momentum_squared.sqrt() * (1.0 / LARGEST_SPEED)).min(h);
    }
    column.min(h)
}

/// How much the terms of the column count where a cover leaves so much water, 0 to 1: all from the least column on, none where no water is left.
#[inline(always)]
fn part_of_film<R: Float>(left: R, least: R) -> R {
    (left / least).max(left.splat(0.0)).min(left.splat(1.0))
}

/// Populations of a volume of depth `dh` at a cell whose surface lies `eta` above the still level:
/// `f_eq(h + dh, 0) − f_eq(h, 0)`.
#[inline]
fn volume_at(still: &Still<'_>, [i, j]: [isize; 2], eta: f32, dh: f32) -> [f32; Q] {
    if still.is_flat() {
        return volume(dh, Pressure::new(still.state).gained(still.rest_depth(i, j), eta, dh));
    }
    let pressure = Pressure::new(still.state);
    let [before, after] = [eta, eta + dh].map(|eta| still.bed_at(i, j, eta).at_rest(pressure, eta));
    std::array::from_fn(|q| after[q] - before[q])
}

/// Populations of a volume of depth `dh` with a pressure over a bed that is level.
#[inline(always)]
fn volume<R: Float>(dh: R, pressure: R) -> [R; Q] {
    let mut volume = [dh.splat(0.0); Q];
    volume[0] = dh;
    add_pressure(&mut volume, pressure);
    volume
}

/// How far a column counts as smooth, 0 to 1: see [`Lattice::relax_covered`].
#[inline(always)]
fn smooth<R: Float>(column: R, [x, y]: [R; 2]) -> R {
    let slope_squared = x * x + y * y;
    if (slope_squared * (1.01 * 4.0) - column * column).is_some_positive() {
        return column / (slope_squared.sqrt() * 2.0).max(column);
    }
    column.splat(1.0)
}

/// Half the trace of the second moment of populations.
#[inline(always)]
fn pressure<R: Float>([_, f1, f2, f3, f4, f5, f6, f7, f8]: [R; Q]) -> R {
    ((f1 + f5) + (f3 + f7)) * 0.5 + ((f2 + f6) + (f4 + f8))
}

/// Populations of a volume without its pressure.
#[inline(always)]
fn without_pressure<R: Float>(mut volume: [R; Q]) -> [R; Q] {
    let less = pressure(volume) * -1.0;
    add_pressure(&mut volume, less);
    volume
}

/// Adds a pressure to populations as that of an equilibrium: `⅓ W_q p` to those that move, less at rest. The same second moment in other populations would not be what collisions take
/// from a volume or give it, and the rest would go on with the water: more by directions along diagonals than by axes.
#[inline(always)]
fn add_pressure<R: Float>(f: &mut [R; Q], pressure: R) {
    f[0] = f[0] - pressure * (5.0 / 3.0);
    for q in 1..Q {
        f[q] = f[q] + pressure * (W[q] / 3.0);
    }
}

/// Rates at which stresses relax.
#[derive(Clone, Copy)]
pub(super) struct StressRates {
    collision: Collision,
    adapts: bool,
    per_gravity: f32,
    trace: Option<f32>,
    pressure: Pressure,
}

impl StressRates {
    pub(super) fn of(lattice: &Lattice) -> Self {
        let collision = lattice.collision();
        let trace = match collision {
            Collision::CentralMoments { bulk_tau, .. } => Some((1.0 / bulk_tau) as f32),
            Collision::Bgk { .. } | Collision::Trt { .. } => None,
        };
        let pressure = Pressure::new(lattice.still().state);
        Self { collision, adapts: lattice.adapts(), per_gravity: 1.0 / lattice.gravity(), trace, pressure }
    }

    /// What [`Lattice::relax_covered`] adds to the populations `f` of cells under a cover of `[thickness, change]`, over an uneven bed given the populations
    /// of the second half of the change.
    #[inline(always)]
    fn added<R: Float>(
        &self,
        (bed, uneven): (Bed<R>, Option<[R; Q]>),
        f: [R; Q],
        [thickness, change]: [R; 2],
        slope: [R; 2],
    ) -> [R; Q] {
        let [eta, hu, hv] = depth_and_momentum(f);
        let h = bed.rest_depth + eta;
        let [x, y] = bed.momentum();
        let momentum = [hu - x, hv - y];
        // The second half of the change is not in the head yet.
        let thickness = thickness - change * 0.5;
        let column = covered_column(bed.rest_depth, thickness, h, momentum);
        let rates = self.rates(h, momentum);
        let mut added = match uneven {
            None => volume(change * 0.5, rates[1] * self.pressure.gained(bed.rest_depth, eta, change * 0.5)),
            Some(mut volume) => {
                let gained = pressure(volume);
                add_pressure(&mut volume, (rates[1] - 1.0) * gained);
                volume
            }
        };
        let mut stress = stress([h, column], momentum, (slope, change), rates);
        let (left, least) = (h - thickness, bed.rest_depth * CoveredCell::LEAST_COLUMN);
        if (least - left).is_some_positive() {
            let part = part_of_film(left, least);
            for k in 0..3 {
                stress[k] = stress[k] * part;
            }
        }
        add_stress(&mut added, stress);
        added
    }

    /// Takes the pressure from populations that relax to the equilibrium of a head which fell by a depth, given times gravity, while what the
    /// cell bears did not: see [`super::Lid::finish`].
    pub(super) fn lower(&self, f: &mut [f32; Q], rest_depth: f32, depth: f32) {
        let [eta, hu, hv] = depth_and_momentum(*f);
        let h = rest_depth + eta;
        let [_, trace] = self.rates(h, [hu, hv]);
        add_pressure(f, (trace - 1.0) * h * depth);
    }

    /// ω of shear and trace in a cell.
    #[inline(always)]
    fn rates<R: Float>(&self, h: R, [hu, hv]: [R; 2]) -> [R; 2] {
        let constant = Constant(self.collision.omega() as f32);
        if !self.adapts {
            return [h.splat(constant.0), h.splat(self.trace.unwrap_or(constant.0))];
        }
        let zero = h.splat(0.0);
        let cell = Conserved { rest_depth: h, eta: zero, h, hu, hv };
        let adapted = AdaptedViscosity { inner: constant, per_gravity: self.per_gravity };
        let omega = adapted.omega(cell, adapted.third_per_depth(cell, [zero; 3]));
        [omega, omega]
    }
}

/// Part of the stress `[xx, yy, xy]` that relaxes, at the rates of shear and trace, and that the equilibrium of the collision lacks.
#[inline(always)]
fn stress<R: Float>(
    [h, column]: [R; 2],
    [x, y]: [R; 2],
    (slope, change): ([R; 2], R),
    [shear, trace]: [R; 2],
) -> [R; 3] {
    let one = h.splat(1.0);
    let inertia = (h - column) / (column * h);
    let [wx, wy] = [slope[0] * -1.0, slope[1] * -1.0];
    let along = (x * wx + y * wy) / column;
    let smooth = smooth(column, [wx, wy]);
    // ω_b [⅓ (τ − ½) + ⅔ (τ_b − ½)]
    let squeeze = (trace / shear * (one - shear * 0.5) + (one - trace * 0.5) * 2.0) * (1.0 / 3.0) * smooth;
    // Half the sum and half the difference of xx and yy.
    let [xx, yy] = [x * x, y * y];
    let mean = trace * (inertia * 0.5 * (xx + yy)) + squeeze * (change - along);
    let half = shear * (inertia * 0.5 * (xx - yy));
    let xy = shear * (inertia * x * y);
    [mean + half, mean - half, xy]
}

/// Adds populations with the second moment `[xx, yy, xy]` and without depth and momentum.
#[inline(always)]
fn add_stress<R: Float>(f: &mut [R; Q], [xx, yy, xy]: [R; 3]) {
    let sixth = (xx + yy) * (1.0 / 6.0);
    let axial = [xx * 0.5 - sixth, yy * 0.5 - sixth];
    let diagonal = [sixth * 0.5 + xy * 0.25, sixth * 0.5 - xy * 0.25];
    f[0] = f[0] - sixth * 4.0;
    for k in [0, 4] {
        f[k + 1] = f[k + 1] + axial[0];
        f[k + 2] = f[k + 2] + diagonal[0];
        f[k + 3] = f[k + 3] + axial[1];
        f[k + 4] = f[k + 4] + diagonal[1];
    }
}
