//! Water under a cover, such as a floating hull: cells with a second moment of their own.

mod cover;
mod forces;

use super::still::Still;
use super::{Lattice, Site};
use crate::d2q9::{Q, W, depth_and_momentum};
use crate::operator::{AdaptedViscosity, Collision, Conserved, Constant, EddyViscosity, Pressure};
pub use cover::Cover;

/// A cell in which a body, such as a floating hull, takes up the upper part of the head.
///
/// The depth `h` of a lattice is then a head: the water column `w` and the thickness `b` of the body below the still level,
/// `h = w + b`, with the surface where the pressure under the body would raise the water. The momentum of the lattice is that
/// of the column, `m = w u`, so the water moves at `u = m / w` ([`Lattice::covered_velocity`]), and
///
/// ```text
/// ∂h/∂t + ∇·m = ∂b/∂t
/// ∂m/∂t + ∇·(m m / w) + g w ∇η = 0
/// ```
///
/// (the shallow-water equations of a column under pressure, Lannes 2017, with a cover that gives way as the free surface does).
/// A lattice by itself has `m m / h` and `g h ∇η`. The differences:
/// - `∂b/∂t` is volume without momentum: one half before [`Lattice::step`] by [`Lattice::add_volume`] and one after it by
///   [`Lattice::relax_covered`], which is of second order in time;
/// - `g b ∇η`, momentum that the water gains ([`Lattice::add_momentum`], before the step) and the cover loses; under a
///   [`crate::Lid`] that gives it by itself, on links;
/// - inertia and viscosity, by [`Lattice::relax_covered`] too;
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
    /// Its gradient along x and y; not 0 also in the uncovered cells beside a cover.
    pub slope: [f32; 2],
    /// Its change in the present step, `∂b/∂t`.
    pub change: f32,
    /// Fraction of the cell under the cover, 0 to 1.
    pub coverage: f32,
}

impl CoveredCell {
    /// Smallest water column under a cover, as a fraction of the rest depth, that its inertia is computed with.
    pub const LEAST_COLUMN: f32 = 0.05;
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

    /// Velocity `m / w` of the water in a covered cell, with the column of [`Self::covered_column`].
    pub fn covered_velocity(&self, site: Site, thickness: f32) -> [f32; 2] {
        let m = self.moments(site);
        let momentum = [m.h * m.u, m.h * m.v];
        let column = self.covered_column(site, thickness, m.h, momentum);
        momentum.map(|c| c / column)
    }

    /// Puts covers on water at equilibrium which then goes on as before, at the same velocity and elevation: `cells` are those that are
    /// covered, or lie beside covered ones. Their [`CoveredCell::change`] does not count.
    ///
    /// The momentum becomes that of the column, `w u`, and the stress that which a cover in a uniform stream keeps,
    ///
    /// ```text
    /// w u u + ⅙ [u ∇w + (∇w) u + (u · ∇w) 1]
    /// ```
    ///
    /// beside the pressure; the second term is half of what streaming adds in a step, so that the flow has none of it in the mean of before
    /// and after. A cover on water that lacks this stress is pushed once, as a wave shows.
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
            let [wx, wy] = cell.slope.map(|slope| slope * (-1.0 / 6.0));
            let along = m.u * wx + m.v * wy;
            let stress = [
                inertia * x * x + 2.0 * m.u * wx + along,
                inertia * y * y + 2.0 * m.v * wy + along,
                inertia * x * y + m.u * wy + m.v * wx,
            ];
            add_stress(&mut f, stress);
            self.set_populations(cell.site, f);
        }
    }

    /// Adds volume of depth `dh` without momentum: `f_eq(h + dh, 0) − f_eq(h, 0)`.
    pub fn add_volume(&mut self, site: Site, dh: f32) {
        let [eta, _, _] = depth_and_momentum(self.populations(site));
        let mut volume = [0.0; Q];
        let (i, j) = self.layout().cell(site);
        add_volume(&mut volume, &self.still(), [i, j], eta, dh);
        self.add_at(site, volume, None);
    }

    /// Gives cells that are covered, or lie beside covered ones, the second moment of their water and the second half of the
    /// volume `∂b/∂t`, after [`Self::step`].
    ///
    /// The collision relaxed them to the equilibrium stress `m m / h`; this adds the rest of a relaxation, at the same rates, to
    /// the stress
    ///
    /// ```text
    /// m m / w + (τ − ½) / 3 [u ∇w + (∇w) u + (u · ∇w) 1] + (τ − ½) (1 − g h) (∂b/∂t + u · ∇b) 1,   u = m / w,   ∇w = −∇b
    /// ```
    ///
    /// The first term is the inertia of the column under the cover. The second turns the viscous stress of the lattice, `ν ∇m`,
    /// into that of the water, `ν w ∇u`. The third is that stress where the cover squeezes the column: the flow away from there
    /// is a potential flow with `∇·m = ∂b/∂t + u · ∇b`, of which the lattice's stress is the gradient of this pressure, and real
    /// water has none. Without it a hull is dragged in proportion to the lattice's viscosity, and the drag of a wall-sided one
    /// does not shrink with the cells. It does not change the momentum of a
    /// cell. With
    /// [`crate::LatticeBuilder::smagorinsky`] the rates are those of τ without the eddies' viscosity; with central moments the
    /// trace relaxes at its own rate.
    pub fn relax_covered(&mut self, cells: &[CoveredCell]) {
        let rates = StressRates::of(self);
        for cell in cells {
            let (i, j) = self.layout().cell(cell.site);
            let relaxation = Relaxation { still: self.still(), rates };
            let f = self.populations(cell.site);
            let added = relaxation.added([i, j], f, [cell.thickness, cell.change], cell.slope);
            self.add_at(cell.site, added, None);
        }
    }
}

/// See [`Lattice::covered_column`].
#[inline(always)]
fn covered_column(rest_depth: f32, thickness: f32, h: f32, [x, y]: [f32; 2]) -> f32 {
    let least = (CoveredCell::LEAST_COLUMN * rest_depth).max((x * x + y * y).sqrt() / LARGEST_SPEED);
    (h - thickness).max(least).min(h)
}

/// Adds the populations of a volume of depth `dh` at a cell whose surface lies `eta` above the still level:
/// `f_eq(h + dh, 0) − f_eq(h, 0)`.
#[inline(always)]
fn add_volume(f: &mut [f32; Q], still: &Still<'_>, [i, j]: [isize; 2], eta: f32, dh: f32) {
    if still.is_flat() {
        let pressure = Pressure::new(still.state);
        let rest_depth = still.rest_depth(i, j);
        let [before, after] = [eta, eta + dh].map(|eta| pressure.above_rest(rest_depth, eta) / 3.0);
        for q in 1..Q {
            f[q] += W[q] * after - W[q] * before;
        }
        f[0] += (eta + dh - 5.0 * after) - (eta - 5.0 * before);
    } else {
        let [before, after] = [eta, eta + dh].map(|eta| still.equilibrium([i, j], eta, [0.0; 2]));
        (0..Q).for_each(|q| f[q] += after[q] - before[q]);
    }
}

/// The rest of a relaxation, towards the stress of the water under a cover.
#[derive(Clone, Copy)]
struct Relaxation<'a> {
    still: Still<'a>,
    rates: StressRates,
}

impl Relaxation<'_> {
    /// What [`Lattice::relax_covered`] adds to the populations `f` of a cell under a cover of `[thickness, change]`.
    #[inline(always)]
    fn added(
        &self,
        [i, j]: [isize; 2],
        f: [f32; Q],
        [thickness, change]: [f32; 2],
        slope: [f32; 2],
    ) -> [f32; Q] {
        let [eta, hu, hv] = depth_and_momentum(f);
        let rest_depth = self.still.rest_depth(i, j);
        let h = rest_depth + eta;
        let [x, y] = self.still.bed_momentum(i, j, eta);
        let momentum = [hu - x, hv - y];
        // The second half of the change is not in the head yet.
        let column = covered_column(rest_depth, thickness - 0.5 * change, h, momentum);
        let mut added = [0.0; Q];
        add_volume(&mut added, &self.still, [i, j], eta, 0.5 * change);
        add_stress(&mut added, self.rates.stress(h, column, momentum, slope, change));
        added
    }
}

/// Rates at which stresses relax, and the viscous factor `(τ − ½) / 3` of each.
#[derive(Clone, Copy)]
struct StressRates {
    collision: Collision,
    adapts: bool,
    per_gravity: f32,
    trace: Option<f32>,
}

impl StressRates {
    fn of(lattice: &Lattice) -> Self {
        let collision = lattice.collision();
        let trace = match collision {
            Collision::CentralMoments { bulk_tau, .. } => Some((1.0 / bulk_tau) as f32),
            Collision::Bgk { .. } | Collision::Trt { .. } => None,
        };
        Self { collision, adapts: lattice.adapts(), per_gravity: 1.0 / lattice.gravity(), trace }
    }

    /// ω of shear and trace in a cell.
    #[inline(always)]
    fn rates(&self, h: f32, [hu, hv]: [f32; 2]) -> [f32; 2] {
        let constant = Constant(self.collision.omega() as f32);
        if !self.adapts {
            return [constant.0, self.trace.unwrap_or(constant.0)];
        }
        let cell = Conserved { rest_depth: h, eta: 0.0, h, hu, hv };
        let adapted = AdaptedViscosity { inner: constant, per_gravity: self.per_gravity };
        [adapted.omega(cell, 1.0 / h, [0.0; 3]); 2]
    }

    /// Relaxed part of the stress `[xx, yy, xy]` that the equilibrium of the collision lacks.
    #[inline(always)]
    fn stress(&self, h: f32, column: f32, momentum: [f32; 2], slope: [f32; 2], change: f32) -> [f32; 3] {
        let [x, y] = momentum;
        let inertia = (h - column) / (column * h);
        let [u, v] = [x / column, y / column];
        let [wx, wy] = [-slope[0], -slope[1]];
        let along = u * wx + v * wy;
        let rates = self.rates(h, momentum);
        // ω (τ − ½) / 3
        let [shear, trace] = rates;
        let viscosity = |omega: f32| (1.0 - 0.5 * omega) * (1.0 / 3.0);
        let (shear_viscosity, trace_viscosity) = (viscosity(shear), viscosity(trace));
        // ω_b [2/3 (τ − ½) + (1/3 − g h) (τ_b − ½)]
        let squeeze =
            2.0 * trace / shear * shear_viscosity + trace_viscosity * (1.0 - 3.0 * h / self.per_gravity);
        // Half the sum and half the difference of xx and yy.
        let mean = trace * (0.5 * inertia * (x * x + y * y))
            + trace_viscosity * (2.0 * along)
            + squeeze * (change - along);
        let half = shear * (0.5 * inertia * (x * x - y * y)) + shear_viscosity * (u * wx - v * wy);
        let xy = shear * (inertia * x * y) + shear_viscosity * (u * wy + v * wx);
        [mean + half, mean - half, xy]
    }
}

/// Adds populations with the second moment `[xx, yy, xy]` and without depth and momentum.
#[inline(always)]
fn add_stress(f: &mut [f32; Q], [xx, yy, xy]: [f32; 3]) {
    let sixth = (xx + yy) * (1.0 / 6.0);
    let axial = [0.5 * xx - sixth, 0.5 * yy - sixth];
    let diagonal = [0.5 * sixth + 0.25 * xy, 0.5 * sixth - 0.25 * xy];
    f[0] -= 4.0 * sixth;
    for k in [0, 4] {
        f[k + 1] += axial[0];
        f[k + 2] += diagonal[0];
        f[k + 3] += axial[1];
        f[k + 4] += diagonal[1];
    }
}
