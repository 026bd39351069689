//! Energy that viscosity and sponges take from the water between the sides and solids.

use lbm_core::d2q9::C;
use lbm_core::{Across, Cover, Lattice};

use crate::boundary::Boundary;
use crate::links::Surroundings;
use crate::spec::{Side, SideKind, Slip, Wall};

impl Boundary {
    /// [`Lattice::viscous_power`] of the water between these sides and solids, as a step ends: per unit density in lattice units, an energy a step.
    ///
    /// Walls between cells count as half-way ones wherever they are, and those on the last cell ([`Wall::OnGrid`], [`Wall::Modified`]) hold its water. Across open sides, and walls that slip along with the water, nothing is sheared.
    ///
    /// # Panics
    /// As [`Lattice::viscous_power`].
    pub fn viscous_power(&self, lattice: &Lattice, fields: [&[f32]; 3], cover: &Cover<'_>) -> f64 {
        let around = self.around(lattice);
        lattice.viscous_power(fields, cover, &|cell, q| self.across(&around, cell, q))
    }

    /// Energy that sponges take from the present water in the next [`Self::apply`], per unit density in lattice units:
    /// `Σ ½ |m|² / w + ½ g η²` less that of `(1 − σ) m` and `(1 − σ) η`, with the fraction σ that cells lose of their deviation from still water.
    ///
    /// `thickness`, by the index of a cell, is that of covers over the water, as [`Lattice::energy`] takes it.
    pub fn sponge_energy(&self, lattice: &Lattice, thickness: impl Fn(usize) -> f32) -> f64 {
        let Some(sponge) = &self.sponge else { return 0.0 };
        let (nx, gravity) = (self.layout.nx(), f64::from(lattice.gravity()));
        let mut sum = 0.0;
        for j in (0..self.layout.ny()).filter(|j| sponge.has(*j)) {
            let mut of_row = 0.0;
            for i in 0..nx {
                let sigma = f64::from(sponge.strength([i, j]));
                if sigma == 0.0 {
                    continue;
                }
                let site = lattice.layout().site(i as isize, j as isize);
                let m = lattice.moments(site);
                let momentum = [m.h * m.u, m.h * m.v];
                let column = lattice.covered_column(site, thickness(j * nx + i), m.h, momentum);
                let [eta, column, x, y] = [m.eta, column, momentum[0], momentum[1]].map(f64::from);
                let kinetic = |column: f64| 0.5 * (x * x + y * y) / column;
                let kept = (1.0 - sigma).powi(2);
                of_row += kinetic(column) - kept * kinetic(column - sigma * eta);
                of_row += 0.5 * gravity * eta * eta * (1.0 - kept);
            }
            sum += of_row;
        }
        sum
    }

    /// What is across the link `q` of a water cell, which leads out of the grid, into a solid or between two.
    fn across(&self, around: &Surroundings<'_>, cell: usize, q: usize) -> Across {
        let size = [self.layout.nx(), self.layout.ny()];
        let here = [cell % size[0], cell / size[0]];
        // Cells across periodic sides, and the other sides that the link leaves through.
        let (mut there, mut left) = ([0; 2], [None; 2]);
        for axis in 0..2 {
            let step = C[q][axis] as isize;
            let next = here[axis].wrapping_add_signed(step);
            let side = match (axis, step) {
                (0, ..0) => Side::West,
                (0, _) => Side::East,
                (_, ..0) => Side::South,
                _ => Side::North,
            };
            let leaves = next >= size[axis];
            if leaves && self.sides[side.index()] != SideKind::Periodic {
                left[axis] = Some(side);
            }
            there[axis] = if leaves { next.wrapping_add(size[axis]) % size[axis] } else { next };
        }
        let at = |[i, j]: [usize; 2]| j * size[0] + i;
        if left == [None; 2] {
            return match (
                self.labels[at(there)],
                around.corner(here.map(|c| c as isize), C[q].map(|c| c as isize)),
            ) {
                (0, None) => Across::Cell(at(there)),
                (0, Some(label)) => Across::Wall(self.velocity_between(here, there, label)),
                (label, _) => self.beyond_solid(here, there, label),
            };
        }
        let by_rank = left.into_iter().flatten().map(|side| self.sides[side.index()]);
        match by_rank.min_by_key(SideKind::rank) {
            Some(SideKind::Wall(wall)) => {
                let reversed = left.map(|side| side.is_some());
                self.beyond_wall(here, there, (wall, [0.0; 2]), reversed)
            }
            _ => Across::Open,
        }
    }

    fn beyond_solid(&self, here: [usize; 2], there: [usize; 2], label: u16) -> Across {
        let velocity = self.velocity_between(here, there, label);
        let nx = self.layout.nx();
        let is_solid = |[i, j]: [usize; 2]| self.labels[j * nx + i] != 0;
        let reversed = [is_solid([there[0], here[1]]), is_solid([here[0], there[1]])];
        // Nothing is mirrored at a corner that the link alone meets.
        let reversed = if reversed == [false; 2] { [true; 2] } else { reversed };
        self.beyond_wall(here, there, (self.walls.of(label), velocity), reversed)
    }

    /// Velocity of a solid half way between two cells.
    fn velocity_between(&self, here: [usize; 2], there: [usize; 2], label: u16) -> [f32; 2] {
        let motion = self.motions.of(label);
        let [a, b] = [here, there].map(|cell| motion.velocity_in(cell));
        [0, 1].map(|axis| (0.5 * (a[axis] + b[axis])) as f32)
    }

    /// What is beyond a wall of a velocity that reverses that of the water across it along some axes.
    fn beyond_wall(
        &self,
        here: [usize; 2],
        there: [usize; 2],
        (wall, velocity): (Wall, [f32; 2]),
        reversed: [bool; 2],
    ) -> Across {
        match wall {
            Wall::HalfWay(Slip::FreeSlip) => {
                let nx = self.layout.nx();
                let place = [0, 1].map(|axis| if reversed[axis] { here[axis] } else { there[axis] });
                let mirrored = place[1] * nx + place[0];
                let cell = if self.labels[mirrored] == 0 { mirrored } else { here[1] * nx + here[0] };
                Across::Mirrored { cell, reversed, wall: velocity }
            }
            Wall::OnGrid(_) | Wall::Modified | Wall::AsPrinted | Wall::Interpolated(Slip::FreeSlip) => {
                Across::Open
            }
            _ => Across::Wall(velocity),
        }
    }
}
