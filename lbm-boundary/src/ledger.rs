use lbm_core::Units;

use crate::spec::{LatticeMotion, Side};

/// The side or solid whose account an exchange belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Owner {
    Side(Side),
    Solid(u16),
    /// Across a periodic side, where mass and momentum cancel.
    Periodic,
}

impl Owner {
    /// Label of the solid, 0 for none.
    pub(crate) fn label(self) -> u16 {
        if let Self::Solid(label) = self { label } else { 0 }
    }
}

/// Mass and momentum that the water gained in one step, in lattice units.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Exchange {
    /// Change of `Σ h`.
    pub mass: f64,
    /// Change of `Σ h u`.
    pub momentum: [f64; 2],
    /// Change of `Σ r × h u` about the middle of the grid, counter-clockwise, as [`lbm_core::Totals::angular_momentum`].
    pub angular_momentum: f64,
}

impl Exchange {
    /// Adds another exchange.
    pub fn add(&mut self, other: &Self) {
        self.mass += other.mass;
        self.momentum[0] += other.momentum[0];
        self.momentum[1] += other.momentum[1];
        self.angular_momentum += other.angular_momentum;
    }

    pub(crate) fn times(&self, part: f64) -> Self {
        let Self { mass, momentum, angular_momentum } = *self;
        Self {
            mass: part * mass,
            momentum: momentum.map(|p| part * p),
            angular_momentum: part * angular_momentum,
        }
    }

    /// The exchange of a mass and a momentum at a position from the middle of the grid.
    pub(crate) fn at([x, y]: [f64; 2], mass: f64, momentum: [f64; 2]) -> Self {
        Self { mass, momentum, angular_momentum: x * momentum[1] - y * momentum[0] }
    }
}

/// Force and torque of the water on a solid in lattice units, as impulse and angular impulse of one step.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Load {
    /// Impulse, `[x, y]`.
    pub force: [f64; 2],
    /// Angular impulse about the center of the solid's [`crate::Motion`], counter-clockwise.
    pub torque: f64,
}

impl Load {
    /// The load of a force at the end of an `arm`.
    pub(crate) fn at([x, y]: [f64; 2], force: [f64; 2]) -> Self {
        Self { force, torque: x * force[1] - y * force[0] }
    }

    /// Adds another load.
    pub fn add(&mut self, other: &Self) {
        self.force[0] += other.force[0];
        self.force[1] += other.force[1];
        self.torque += other.torque;
    }

    /// Impulse that a mass has at the end of an `arm` from the center of a `motion`, with which it moves.
    pub(crate) fn carried(mass: f64, arm: [f64; 2], motion: &LatticeMotion) -> Self {
        Self::at(arm, motion.velocity(arm).map(|u| mass * u))
    }

    pub(crate) fn times(&self, part: f64) -> Self {
        Self { force: self.force.map(|f| part * f), torque: part * self.torque }
    }

    /// Force, N, and torque, N·m, in water of the density `density_kg_m3`.
    pub fn to_si(&self, units: &Units, density_kg_m3: f64) -> ([f64; 2], f64) {
        let newtons = density_kg_m3 * units.to_momentum_m4_s(1.0) / units.time_step_s();
        (self.force.map(|f| f * newtons), self.torque * newtons * units.cell_size_m())
    }
}

/// Exchange of mass and momentum between the water and each side and solid in the last step.
///
/// Every population that enters the water from a side or a solid, and the opposite one that leaves it there, is in
/// exactly one of these sums, so their total is the change of the water's mass, momentum and angular momentum over a step, to
/// rounding, on a level bed without forces. Across periodic sides mass and momentum are conserved, but angular momentum is not. A moving solid's sum also contains the water of the cells that it covered and
/// uncovered, and the part of the mass owed that was returned in this step ([`crate::Boundary::owed_mass`]).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ledger {
    pub(crate) sides: [Exchange; 4],
    pub(crate) solids: Vec<Exchange>,
    pub(crate) loads: Vec<Load>,
    pub(crate) periodic: Exchange,
    pub(crate) bed: Exchange,
    /// The middle of the grid, in cells from its lower left corner.
    pub(crate) middle: [f64; 2],
    /// Sides whose sponges the sweep relaxes, and what was booked on them since: it comes after the sponge's part.
    held: [bool; 4],
    held_back: Vec<(Side, Exchange)>,
}

impl Ledger {
    /// An empty ledger of a grid of `[nx, ny]` cells.
    pub(crate) fn new(size: [usize; 2]) -> Self {
        Self { middle: size.map(|n| 0.5 * n as f64), ..Self::default() }
    }

    /// Mass and momentum that the water gained through a side, sponge included.
    pub fn side(&self, side: Side) -> Exchange {
        self.sides[side.index()]
    }

    /// Mass and momentum that the water gained at the solid with this label; zero for an unknown label.
    pub fn solid(&self, label: u16) -> Exchange {
        self.solids.get(usize::from(label)).copied().unwrap_or_default()
    }

    /// Force and torque of the water on the solid with this label, by momentum exchange relative to the moving wall, which
    /// makes it Galilean invariant (Wen, Zhang, Tu, Wang, Fang 2014); zero for an unknown label.
    ///
    /// The momentum of cells that were covered or uncovered, relative to the wall, is part of it over the steps that follow, a sixty-fourth in each. In sum the force
    /// is minus the momentum of [`Self::solid`], less the velocity of the wall times the mass owed ([`crate::Boundary::owed_mass`]). It contains the hydrostatic `½ ρ g h²`.
    pub fn load(&self, label: u16) -> Load {
        self.loads.get(usize::from(label)).copied().unwrap_or_default()
    }

    /// Sum over periodic sides: angular momentum, and the rounding of sums.
    pub fn periodic(&self) -> Exchange {
        self.periodic
    }

    /// Momentum that the bed gave the water between the middles of links and solids' walls elsewhere on them ([`crate::Mask::distance`]): these have the
    /// pressure of the depth where they stand, while the volume of the water ends half a cell from its cells. Zero over a level bed.
    pub fn bed(&self) -> Exchange {
        self.bed
    }

    /// Sum over the four sides.
    pub fn sides(&self) -> Exchange {
        Self::sum(&self.sides)
    }

    /// Sum over all solids.
    pub fn solids(&self) -> Exchange {
        Self::sum(&self.solids)
    }

    /// Adds a mass without momentum that the water gained at a solid, at the end of an arm from its center, and what that carried along with the wall.
    pub(crate) fn book_carried(&mut self, label: u16, motion: &LatticeMotion, (arm, mass): ([f64; 2], f64)) {
        let label = usize::from(label);
        self.solids[label].mass += mass;
        self.loads[label].add(&Load::carried(mass, arm, motion));
    }

    /// Vector from the middle of the grid to the middle of a cell.
    pub(crate) fn arm(&self, [i, j]: [usize; 2]) -> [f64; 2] {
        [i as f64 + 0.5 - self.middle[0], j as f64 + 0.5 - self.middle[1]]
    }

    /// Adds what the water gained along links of an owner.
    pub(crate) fn book(&mut self, owner: Owner, gained: &Exchange) {
        match owner {
            Owner::Side(side) if self.held[side.index()] => self.held_back.push((side, *gained)),
            Owner::Side(side) => self.sides[side.index()].add(gained),
            Owner::Solid(label) => self.solids[usize::from(label)].add(gained),
            Owner::Periodic => self.periodic.add(gained),
        }
    }

    /// Holds back what is booked on sides until [`Self::release`].
    pub(crate) fn hold(&mut self, sides: [bool; 4]) {
        self.held = sides;
        self.held_back.clear();
    }

    /// Books what the sides that are held gained in each row of their sponges, then what was held back.
    pub(crate) fn release(&mut self, rows: impl Iterator<Item = [Exchange; 4]>) {
        for gained in rows {
            for (account, gain) in self.sides.iter_mut().zip(&gained) {
                account.add(gain);
            }
        }
        self.held = [false; 4];
        for (side, gained) in self.held_back.drain(..) {
            self.sides[side.index()].add(&gained);
        }
    }

    fn sum(exchanges: &[Exchange]) -> Exchange {
        let mut sum = Exchange::default();
        exchanges.iter().for_each(|e| sum.add(e));
        sum
    }

    /// Resets the accounts of the sides and of labels below `labels`.
    pub(crate) fn clear(&mut self, labels: usize) {
        self.sides.fill(Exchange::default());
        self.periodic = Exchange::default();
        self.bed = Exchange::default();
        self.solids.clear();
        self.solids.resize(labels, Exchange::default());
        self.loads.clear();
        self.loads.resize(labels, Load::default());
    }
}
