use lbm_core::Units;

use crate::Side;
use crate::classify::Owner;

/// What the water gained somewhere during one step, in lattice units.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Exchange {
    /// Change of `Σ h`.
    pub mass: f64,
    /// Change of `Σ h u`.
    pub momentum: [f64; 2],
}

impl Exchange {
    /// Adds another exchange.
    pub fn add(&mut self, other: &Self) {
        self.mass += other.mass;
        self.momentum[0] += other.momentum[0];
        self.momentum[1] += other.momentum[1];
    }
}

/// Force and torque of the water on a solid in lattice units: impulse and angular impulse of one step.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Load {
    /// Impulse, `[x, y]`.
    pub force: [f64; 2],
    /// Angular impulse about the centre of the solid's [`crate::Motion`], counter-clockwise.
    pub torque: f64,
}

impl Load {
    /// Adds another load.
    pub fn add(&mut self, other: &Self) {
        self.force[0] += other.force[0];
        self.force[1] += other.force[1];
        self.torque += other.torque;
    }

    /// Force, N, and torque, N·m, in water of the density `density_kg_m3`.
    pub fn to_si(&self, units: &Units, density_kg_m3: f64) -> ([f64; 2], f64) {
        let newtons = density_kg_m3 * units.to_momentum_m4_s(1.0) / units.time_step_s();
        (self.force.map(|f| f * newtons), self.torque * newtons * units.cell_size_m())
    }
}

/// Account of all that the boundaries gave to the water, or took from it, in the last step.
///
/// Every population that enters the fluid from a side or a solid, and the opposite one that leaves it there, is in
/// exactly one of these sums, so the change of the water's total mass and momentum over a step is their sum, to
/// rounding (periodic sides cancel and are left out). A moving solid's sum also holds the water of the cells that it
/// covered and uncovered, and what the contour cells got back in this step of what they are owed
/// ([`crate::Boundary::owed_mass`]).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ledger {
    pub(crate) sides: [Exchange; 4],
    pub(crate) solids: Vec<Exchange>,
    pub(crate) loads: Vec<Load>,
}

impl Ledger {
    /// What the water gained through a side, sponge included.
    pub fn side(&self, side: Side) -> Exchange {
        self.sides[side.index()]
    }

    /// What the water gained at the solid with this label; nothing for a label that is not there.
    pub fn solid(&self, label: u16) -> Exchange {
        self.solids.get(usize::from(label)).copied().unwrap_or_default()
    }

    /// Force and torque of the water on the solid with this label, by momentum exchange relative to the moving wall, which
    /// makes it Galilean invariant (Wen, Zhang, Tu, Wang, Fang 2014); nothing for a label that is not there.
    ///
    /// For a solid at rest the force is minus [`Self::solid`]'s momentum. It contains the hydrostatic `½ ρ g h²`.
    pub fn load(&self, label: u16) -> Load {
        self.loads.get(usize::from(label)).copied().unwrap_or_default()
    }

    /// The sum over the four sides.
    pub fn sides(&self) -> Exchange {
        Self::sum(&self.sides)
    }

    /// The sum over all solids.
    pub fn solids(&self) -> Exchange {
        Self::sum(&self.solids)
    }

    pub(crate) fn account(&mut self, owner: Owner) -> Option<&mut Exchange> {
        match owner {
            Owner::Side(side) => self.sides.get_mut(side.index()),
            Owner::Solid(label) => self.solids.get_mut(usize::from(label)),
            Owner::Across => None,
        }
    }

    fn sum(exchanges: &[Exchange]) -> Exchange {
        let mut sum = Exchange::default();
        exchanges.iter().for_each(|e| sum.add(e));
        sum
    }

    /// Empty accounts for the sides and for labels below `labels`.
    pub(crate) fn clear(&mut self, labels: usize) {
        self.sides.fill(Exchange::default());
        self.solids.clear();
        self.solids.resize(labels, Exchange::default());
        self.loads.clear();
        self.loads.resize(labels, Load::default());
    }
}
