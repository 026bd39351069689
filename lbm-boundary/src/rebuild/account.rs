//! Exchange of mass and momentum along links, and the impulse on solids: the momentum-exchange method.
//!
//! Along a link in direction `s`, from the water to a wall or a side, the population `f_s` leaves the water and the opposite
//! one, `f_q`, enters it. The water gains the mass `m = f_q − f_s` and the momentum `−e_s (f_q + f_s)`. The impulse on a
//! solid is `Σ (e_s − u_w) f_s − (e_q − u_w) f_q` over its links (Wen et al. 2014): minus the momentum that the water gained,
//! plus `Σ u_w m`, which the mass that passes the wall carries along. The former acts along the link and has the same moment
//! at the cell as at the wall; the latter acts at the wall, half a link from the cell.
//!
//! All other mass `m` that the water gains at a solid does the same with the momentum `p` that it brings: the impulse is `u_w m − p`, of covered and uncovered cells, of
//! mass owed that comes back at rest, and of water that flows over. So what a solid takes from the water, the water takes from it, but for the momentum that mass owed has
//! with the wall's velocity.

use lbm_core::d2q9::{C, Q, depth_and_momentum};

use crate::lanes::{self, LANES};
use crate::ledger::{Exchange, Ledger, Load, Owner};
use crate::spec::LatticeMotion;

/// Sums over links of the mass and momentum that passed them.
#[derive(Debug, Default)]
pub(super) struct Passed {
    /// `Σ m`.
    mass: f64,
    /// `Σ e_s (f_q + f_s)` with the populations at rest, and its moment about the center of the owner's motion: that of sides is the grid's
    /// lower left corner.
    impulse: [f64; 2],
    moment: f64,
    /// `Σ u_w m`, and its moment about the solid's center.
    carried: Load,
}

impl Passed {
    /// Sums over links with the populations `leaving` in each direction and those `entering` against it, zero where there
    /// is no link. `at_rest` is `Σ e_s (f_q + f_s)` of the populations at rest. The moment is that of [`Self::with_moment`]; the mass carries no momentum.
    #[inline(always)]
    pub(super) fn new(leaving: &[f64; Q], entering: &[f64; Q], at_rest: [f64; 2]) -> Self {
        let (mut gained, mut both) = ([0.0; Q], [0.0; Q]);
        for s in 1..Q {
            gained[s] = entering[s] - leaving[s];
            both[s] = entering[s] + leaving[s];
        }
        let [mass, ..] = depth_and_momentum(gained);
        let [_, x, y] = depth_and_momentum(both);
        Self { mass, impulse: [x + at_rest[0], y + at_rest[1]], ..Self::default() }
    }

    /// The same sums with the moment of the impulse, `Σ` [`lever`] `(f_q + f_s)` and that of the populations at rest.
    #[inline(always)]
    pub(super) fn with_moment(self, moment: f64) -> Self {
        Self { moment, ..self }
    }

    /// Sums over links of one cell, as [`Self::new`], at a solid with this motion; `arm` is the vector from its center to that
    /// of the cell, where it would move with `(u, v)`: the wall moves with `u_w = (u, v) + ω × (e_s / 2)`.
    #[inline(always)]
    pub(super) fn at_cell(
        leaving: &[f64; Q],
        entering: &[f64; Q],
        at_rest: [f64; 2],
        arm: [f64; 2],
        motion: &LatticeMotion,
    ) -> Self {
        let passed = Self::new(leaving, entering, at_rest);
        // `Σ m e_s` and `Σ m e_s²`.
        let mut gained = [0.0; Q];
        for s in 1..Q {
            gained[s] = entering[s] - leaving[s];
        }
        let [_, ex, ey] = depth_and_momentum(gained);
        let [_, a, b, c, d, e, f, g, h] = gained;
        let squares = ((a + e) + (c + g)) + 2.0 * ((b + f) + (d + h));

        let ([u, v], half) = (motion.velocity(arm), 0.5 * motion.angvel);
        let force = [u * passed.mass - half * ey, v * passed.mass + half * ex];
        let at_wall = 0.5 * (ex * v - ey * u + half * squares);
        let carried = Load { force, torque: cross(arm, force) + at_wall };
        Self { moment: cross(arm, passed.impulse), carried, ..passed }
    }

    /// Enters the sums into the ledger; `center` is that of the owner's motion.
    #[inline(always)]
    pub(super) fn book(&self, owner: Owner, center: [f64; 2], ledger: &mut Ledger) {
        let [x, y] = self.impulse;
        let arm = [center[0] - ledger.middle[0], center[1] - ledger.middle[1]];
        let gained = Exchange {
            mass: self.mass,
            momentum: [-x, -y],
            angular_momentum: -(self.moment + cross(arm, self.impulse)),
        };
        ledger.book(owner, &gained);
        if let Owner::Solid(label) = owner {
            let Load { force, torque } = self.carried;
            let load = &mut ledger.loads[usize::from(label)];
            load.add(&Load { force: [x + force[0], y + force[1]], torque: self.moment + torque });
        }
    }
}

/// Moment of `e_s` at the end of an `arm`: times `f_q + f_s`, that of a link's impulse.
#[inline(always)]
pub(super) fn lever(arm: [f64; 2], s: usize) -> f64 {
    cross(arm, C[s].map(f64::from))
}

/// Moment of the impulse `e_s (f_q + f_s)` of a link, from the [`lever`] of its direction and the populations that enter and leave.
#[inline(always)]
pub(super) fn moment(lever: f64, [enters, leaves]: [f64; 2]) -> f64 {
    lever * (enters + leaves)
}

/// Moment of a `force` at the end of an `arm`.
#[inline(always)]
pub(super) fn cross(arm: [f64; 2], force: [f64; 2]) -> f64 {
    arm[0] * force[1] - arm[1] * force[0]
}

/// [`Passed`] of each of `N` cells, as arrays for vector instructions.
#[derive(Debug)]
pub(super) struct PassedByCell<const N: usize>([[f64; N]; 7]);

impl<const N: usize> Default for PassedByCell<N> {
    fn default() -> Self {
        Self([[0.0; N]; 7])
    }
}

impl<const N: usize> PassedByCell<N> {
    /// Sets the sums of cell `c`.
    #[inline(always)]
    pub(super) fn set(&mut self, c: usize, passed: &Passed) {
        let Passed { mass, impulse: [x, y], moment, carried: Load { force: [fx, fy], torque } } = *passed;
        let sums = [mass, x, y, moment, fx, fy, torque];
        for k in 0..7 {
            self.0[k][c] = sums[k];
        }
    }

    /// Sums over the first `len` cells, a multiple of [`LANES`].
    #[inline(always)]
    pub(super) fn sum(&self, len: usize) -> Passed {
        let mut totals = [0.0; 7];
        for k in 0..7 {
            let mut sums = [0.0; LANES];
            for lanes in self.0[k][..len.min(N)].as_chunks::<LANES>().0 {
                for l in 0..LANES {
                    sums[l] += lanes[l];
                }
            }
            totals[k] = lanes::sum(&sums);
        }
        let [mass, x, y, moment, fx, fy, torque] = totals;
        Passed { mass, impulse: [x, y], moment, carried: Load { force: [fx, fy], torque } }
    }
}
