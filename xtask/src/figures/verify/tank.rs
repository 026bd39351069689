//! Water in a rectangular tank: a lattice with its sides.

use lbm_boundary::{Boundary, Side, SideKind, Wall};
use lbm_core::{Lattice, LatticeBuilder, Moments};

pub(super) const GRAVITY: f64 = 9.81;

pub(super) struct Tank {
    pub(super) lattice: Lattice,
    pub(super) boundary: Boundary,
}

impl Tank {
    /// Sides in the order west, east, south, north.
    pub(super) fn new(builder: LatticeBuilder, sides: [SideKind; 4]) -> Self {
        let lattice = builder.build().expect("the case's numbers are in range");
        let mut boundary = Boundary::builder();
        for (side, kind) in Side::ALL.into_iter().zip(sides) {
            boundary = boundary.side(side, kind);
        }
        let boundary = boundary.build(&lattice).expect("the case's sides are in range");
        Self { lattice, boundary }
    }

    /// A tank with four free-slip walls.
    pub(super) fn closed(builder: LatticeBuilder) -> Self {
        Self::new(builder, [SideKind::Wall(Wall::FREE_SLIP); 4])
    }

    pub(super) fn periodic(builder: LatticeBuilder) -> Self {
        Self::new(builder, [SideKind::Periodic; 4])
    }

    /// Sets every cell to the depth and velocity at its center `(x, y)`.
    pub(super) fn fill(&mut self, state: impl Fn(f64, f64) -> (f64, [f64; 2])) {
        let dx = self.lattice.units().cell_size_m();
        for j in 0..self.lattice.layout().ny() {
            for i in 0..self.lattice.layout().nx() {
                let (depth_m, velocity_m_s) = state((i as f64 + 0.5) * dx, (j as f64 + 0.5) * dx);
                self.lattice.set_cell_m(i, j, depth_m, velocity_m_s);
            }
        }
    }

    /// Runs some steps; `false` as soon as the flow leaves the range of the method.
    pub(super) fn run(&mut self, steps: usize) -> bool {
        (0..steps).all(|_| {
            self.boundary.apply(&mut self.lattice);
            self.lattice.step()
        })
    }

    /// Runs for `seconds`, to the nearest step.
    pub(super) fn run_for(&mut self, seconds: f64) -> bool {
        self.run((seconds / self.lattice.units().time_step_s()).round() as usize)
    }

    fn moments(&self, i: usize, j: usize) -> Moments {
        self.lattice.moments(self.lattice.layout().site(i as isize, j as isize))
    }

    pub(super) fn depth_m(&self, i: usize, j: usize) -> f64 {
        self.lattice.units().to_meters(self.moments(i, j).h.into())
    }

    /// Surface above the still level.
    pub(super) fn eta_m(&self, i: usize, j: usize) -> f64 {
        self.lattice.units().to_meters(self.moments(i, j).eta.into())
    }

    pub(super) fn velocity_m_s(&self, i: usize, j: usize) -> [f64; 2] {
        let m = self.moments(i, j);
        [m.u, m.v].map(|c| self.lattice.units().to_m_s(c.into()))
    }
}
