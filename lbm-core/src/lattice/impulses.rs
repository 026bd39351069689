//! What the bed and forces gave the water in a step.

use super::Lattice;
use crate::d2q9::{Q, depth_and_momentum};

/// Momentum, moment and energy that a force gave the water in a step, summed over cells, in lattice units and `f64`.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Impulse {
    /// Momentum `Σ h u`.
    pub momentum: [f64; 2],
    /// Moment of that momentum about the middle of the grid, counter-clockwise.
    pub angular_momentum: f64,
    /// Kinetic energy `½ Σ |m|² / h`, of the momentum `m`; below 0 where the force took it.
    pub energy: f64,
}

impl Impulse {
    /// Adds another impulse.
    pub fn add(&mut self, other: &Self) {
        self.momentum[0] += other.momentum[0];
        self.momentum[1] += other.momentum[1];
        self.angular_momentum += other.angular_momentum;
        self.energy += other.energy;
    }

    pub(super) fn of(momentum: [f64; 2], energy: f64, [x, y]: [f64; 2]) -> Self {
        Self { momentum, angular_momentum: x * momentum[1] - y * momentum[0], energy }
    }
}

/// Impulses of the single [`crate::Forces`] on the water in the last step.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Impulses {
    /// Impulse of the acceleration.
    pub acceleration: Impulse,
    /// Impulse of the wind.
    pub wind: Impulse,
    /// Impulse of the rotation of the earth, which does no work.
    pub coriolis: Impulse,
    /// Impulse of the bed's friction.
    pub friction: Impulse,
}

impl Impulses {
    /// Adds others.
    pub fn add(&mut self, other: &Self) {
        self.acceleration.add(&other.acceleration);
        self.wind.add(&other.wind);
        self.coriolis.add(&other.coriolis);
        self.friction.add(&other.friction);
    }
}

impl Lattice {
    /// Half of the impulse of a step of the bed's force on the cells for which `include`, given the index `j · nx + i`, is true.
    ///
    /// What the bed gives the water in a step is the sum of two such halves: that before the boundaries write the populations
    /// that enter, with which the water leaves its cells, and that after [`Self::step`], with which it arrives. It does no work:
    /// the potential energy `½ g Σ η²` has none of the bed's.
    pub fn bed_impulse(&self, include: impl Fn(usize) -> bool + Sync) -> Impulse {
        if !self.is_sloping() {
            return Impulse::default();
        }
        let of = |i: usize, j: usize, cell: [f32; Q], at: [f64; 2]| {
            let [eta, _, _] = depth_and_momentum(cell);
            let momentum = self.bed_momentum(i as isize, j as isize, eta);
            Impulse::of(momentum.map(f64::from), 0.0, at)
        };
        self.sum(include, of, Impulse::add)
    }

    /// Impulses of the [`crate::Forces`] on the cells for which `include`, given the index `j · nx + i`, is true, in the last step: to be
    /// asked right after [`Self::step`].
    pub fn impulses(&self, include: impl Fn(usize) -> bool + Sync) -> Impulses {
        let Some(ground) = self.uneven().filter(|ground| ground.forces.act()) else {
            return Impulses::default();
        };
        let of = |i: usize, j: usize, cell: [f32; Q], at: [f64; 2]| {
            let [eta, hu, hv] = depth_and_momentum(cell);
            let [x, y] = self.bed_momentum(i as isize, j as isize, eta);
            let h = f64::from(self.rest_depth_of(i, j) + eta);
            let given = ground.forces.given(h, [hu - x, hv - y].map(f64::from));
            let [acceleration, wind, coriolis, friction] =
                given.map(|given| Impulse::of(given.momentum, given.energy, at));
            Impulses { acceleration, wind, coriolis, friction }
        };
        self.sum(include, of, Impulses::add)
    }

    /// Sums `of(i, j, populations, position)` over cells, the position from the middle of the grid: rows in parallel, added in
    /// order.
    fn sum<T: Default + Send>(
        &self,
        include: impl Fn(usize) -> bool + Sync,
        of: impl Fn(usize, usize, [f32; Q], [f64; 2]) -> T + Sync,
        add: impl Fn(&mut T, &T) + Sync,
    ) -> T {
        let (nx, ny) = (self.layout().nx(), self.layout().ny());
        let from_middle = |k: usize, n: usize| k as f64 - 0.5 * (n as f64 - 1.0);
        let row = |j: usize| {
            self.read_row(j, |f| {
                let mut row = T::default();
                for i in (0..nx).filter(|i| include(j * nx + i)) {
                    let at = [from_middle(i, nx), from_middle(j, ny)];
                    add(&mut row, &of(i, j, f.map(|line| line[i]), at));
                }
                row
            })
        };
        self.rows(&row).iter().fold(T::default(), |mut sum, row| {
            add(&mut sum, row);
            sum
        })
    }
}
