use crate::Side;

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

/// Account of all that the boundaries gave to the water, or took from it, in the last step.
///
/// Every population that enters the fluid from a side or a solid, and the opposite one that leaves it there, is in
/// exactly one of these sums, so the change of the water's total mass and momentum over a step is their sum, to
/// rounding (periodic sides cancel and are left out). The force of the water on a solid is minus its momentum here
/// (momentum exchange, Ladd 1994).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ledger {
    pub(crate) sides: [Exchange; 4],
    pub(crate) solids: Vec<Exchange>,
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

    /// The sum over the four sides.
    pub fn sides(&self) -> Exchange {
        Self::sum(&self.sides)
    }

    /// The sum over all solids.
    pub fn solids(&self) -> Exchange {
        Self::sum(&self.solids)
    }

    fn sum(exchanges: &[Exchange]) -> Exchange {
        let mut sum = Exchange::default();
        exchanges.iter().for_each(|e| sum.add(e));
        sum
    }

    pub(crate) fn clear(&mut self) {
        self.sides.fill(Exchange::default());
        self.solids.fill(Exchange::default());
    }
}
