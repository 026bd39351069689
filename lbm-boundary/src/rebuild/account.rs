//! Exchange of mass and momentum along links, and the impulse on solids: the momentum-exchange method.
//!
//! Along a link in direction `q` the population `f_q` enters the water and the opposite one, `f_s`, leaves it. The water gains
//! the mass `m = f_q − f_s` and the momentum `e_q (f_q + f_s)`. The impulse on a solid is
//! `Σ (e_s − u_w) f_s − (e_q − u_w) f_q` over its links (Wen et al. 2014): minus the momentum that the water gained, plus
//! `Σ u_w m`, which the mass that passes the wall carries along. The former acts along the link and has the same moment at the
//! cell as at the wall; the latter acts at the wall, half a link from the cell.
//!
//! Sums over links have two orders of evaluation, which differ by rounding: link by link ([`Tally`]), and for all links of
//! a cell at once ([`Passed`]), where `u_w = (u, v) + ω × (e / 2)` is expanded.

use lbm_core::d2q9::C;

use crate::ledger::{Exchange, Ledger, Load, Owner};
use crate::spec::LatticeMotion;

/// Number of sums that are taken side by side.
pub(super) const LANES: usize = 8;

/// Sum of sums that were taken side by side.
#[inline(always)]
pub(super) fn sum_lanes(&[a, b, c, d, e, f, g, h]: &[f64; LANES]) -> f64 {
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}

/// Mass and momentum that the water gains by the populations `entering` in direction `q`, `leaving` in the opposite one, and
/// `at_rest`, which passes both ways at rest and is not contained in them.
#[inline]
pub(super) fn gained(q: usize, entering: f64, leaving: f64, at_rest: f64) -> Exchange {
    let along = entering + leaving + at_rest;
    let e = C[q].map(f64::from);
    Exchange { mass: entering - leaving, momentum: [e[0] * along, e[1] * along] }
}

/// Impulse of the momentum that the water gained, and of its `moment` about the solid's center.
fn reaction(gained: &Exchange, moment: f64) -> Load {
    let [x, y] = gained.momentum;
    Load { force: [-x, -y], torque: -moment }
}

/// Enters what the water `gained` into the ledger and, at a solid, the reaction to it. `moment` returns that of the momentum
/// about the solid's center.
pub(super) fn book_at_rest(
    ledger: &mut Ledger,
    owner: Owner,
    gained: &Exchange,
    moment: impl FnOnce() -> f64,
) {
    let Some(account) = ledger.account(owner) else { return };
    account.add(gained);
    if let Owner::Solid(label) = owner {
        ledger.loads[usize::from(label)].add(&reaction(gained, moment()));
    }
}

/// Exchange of one cell with one owner, summed link by link.
pub(super) struct Tally<'a> {
    pub(super) owner: Owner,
    motion: &'a LatticeMotion,
    /// The cell's place relative to the owner's center, and the velocity of the owner's motion there.
    arm: [f64; 2],
    velocity: [f64; 2],
    gained: Exchange,
    /// `Σ u_w m`, and its moment about the center.
    carried: Load,
}

impl<'a> Tally<'a> {
    /// No links yet of the cell with its center at `place`.
    pub(super) fn new(owner: Owner, place: [f64; 2], motion: &'a LatticeMotion) -> Self {
        Self {
            owner,
            motion,
            arm: [place[0] - motion.center[0], place[1] - motion.center[1]],
            velocity: motion.velocity(place),
            gained: Exchange::default(),
            carried: Load::default(),
        }
    }

    /// Velocity of the owner half a link against `q` from the cell.
    pub(super) fn wall_velocity(&self, q: usize) -> [f64; 2] {
        let half = 0.5 * self.motion.angvel;
        [self.velocity[0] + half * f64::from(C[q][1]), self.velocity[1] - half * f64::from(C[q][0])]
    }

    /// Adds what the water `gained` by the link in direction `q`, at a wall with `velocity`.
    pub(super) fn add(&mut self, q: usize, gained: &Exchange, velocity: [f64; 2]) {
        self.gained.add(gained);
        if velocity != [0.0; 2] {
            let e = C[q].map(f64::from);
            let [x, y] = [self.arm[0] - 0.5 * e[0], self.arm[1] - 0.5 * e[1]];
            let force = [velocity[0] * gained.mass, velocity[1] * gained.mass];
            self.carried.add(&Load { force, torque: x * force[1] - y * force[0] });
        }
    }

    /// Enters the sums into the ledger.
    pub(super) fn book(&self, ledger: &mut Ledger) {
        let [x, y] = self.gained.momentum;
        book_at_rest(ledger, self.owner, &self.gained, || self.arm[0] * y - self.arm[1] * x);
        if let Owner::Solid(label) = self.owner {
            ledger.loads[usize::from(label)].add(&self.carried);
        }
    }
}

/// Sums over the links of each of `N` cells, with `e = e_s` the direction from the cell to the solid.
#[derive(Debug)]
pub(super) struct Passed<const N: usize> {
    /// `Σ e (f_q + f_s)`, with the populations at rest.
    pub(super) momentum: [[f64; N]; 2],
    /// `Σ m`, `Σ m e` and `Σ m e²`.
    pub(super) mass: [f64; N],
    pub(super) through: [[f64; N]; 2],
    pub(super) squares: [f64; N],
}

impl<const N: usize> Default for Passed<N> {
    fn default() -> Self {
        let zeros = [0.0; N];
        Self { momentum: [zeros; 2], mass: zeros, through: [zeros; 2], squares: zeros }
    }
}

impl<const N: usize> Passed<N> {
    /// Enters the sums over the first `len` cells, a multiple of [`LANES`], at a solid into the ledger. `x` and `y` are the
    /// cells' places relative to its center.
    #[inline(always)]
    pub(super) fn book(
        &self,
        len: usize,
        [x, y]: [&[f64; N]; 2],
        (label, motion): (u16, &LatticeMotion),
        ledger: &mut Ledger,
    ) {
        let ([u0, v0], omega) = (motion.velocity(motion.center), motion.angvel);
        let mut sums = [[0.0f64; LANES]; 7];
        for c in (0..len.min(N)).step_by(LANES) {
            for l in 0..LANES {
                let (x, y, mass) = (x[c + l], y[c + l], self.mass[c + l]);
                let [px, py] = [self.momentum[0][c + l], self.momentum[1][c + l]];
                let [ex, ey] = [self.through[0][c + l], self.through[1][c + l]];
                let (u, v) = (u0 - omega * y, v0 + omega * x);
                let fx = u * mass - 0.5 * omega * ey;
                let fy = v * mass + 0.5 * omega * ex;
                let at_wall = 0.5 * (ex * v - ey * u + 0.5 * omega * self.squares[c + l]);
                sums[0][l] += mass;
                sums[1][l] += px;
                sums[2][l] += py;
                sums[3][l] += x * py - y * px;
                sums[4][l] += fx;
                sums[5][l] += fy;
                sums[6][l] += x * fy - y * fx + at_wall;
            }
        }
        let mut totals = [0.0; 7];
        for (total, sums) in totals.iter_mut().zip(&sums) {
            *total = sum_lanes(sums);
        }
        let [mass, px, py, turned, fx, fy, torque] = totals;
        let load = &mut ledger.loads[usize::from(label)];
        load.add(&Load { force: [px + fx, py + fy], torque: turned + torque });
        ledger.solids[usize::from(label)].add(&Exchange { mass, momentum: [-px, -py] });
    }
}
