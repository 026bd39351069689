use lbm_core::{Air, AirTotals};

use crate::spec::AirSide;

/// Mass, momentum and smoke that the air gained in one step, in lattice units.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AirExchange {
    /// Change of `Σ ρ`.
    pub mass: f64,
    /// Change of `Σ c f`, without the pressure of air at rest, which pushes on all sides alike.
    pub momentum: [f64; 3],
    /// Change of `Σ C`.
    pub smoke: f64,
}

impl From<AirTotals> for AirExchange {
    fn from(AirTotals { mass, momentum, smoke }: AirTotals) -> Self {
        Self { mass, momentum, smoke }
    }
}

impl AirExchange {
    /// Adds another exchange.
    pub fn add(&mut self, other: &Self) {
        self.mass += other.mass;
        (0..3).for_each(|axis| self.momentum[axis] += other.momentum[axis]);
        self.smoke += other.smoke;
    }

    /// The exchange times a factor.
    pub(super) fn times(self, factor: f64) -> Self {
        let Self { mass, momentum, smoke } = self;
        Self { mass: mass * factor, momentum: momentum.map(|of| of * factor), smoke: smoke * factor }
    }

    /// Adds what entered in direction `q`, and takes away what left against it, both as sums over cells: the account of a link, as
    /// `rebuild::account` has it for shallow water, whose still pressure air does not have. The two lattices share no directions.
    pub(super) fn pass(&mut self, q: usize, entered: f64, left: f64) {
        if q < Air::SMOKE {
            self.mass += entered - left;
            let c = Air::DIRECTIONS[q];
            (0..3).for_each(|axis| self.momentum[axis] += f64::from(c[axis]) * (entered + left));
        } else {
            self.smoke += entered - left;
        }
    }
}

/// Mass, momentum and smoke that the air gained in the last step: from each side and solid, from sources and by buoyancy. Their
/// sum is the change of [`lbm_core::AirTotals`] over the step, to rounding.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AirLedger {
    /// The six sides, then the solids from label 0 on, which is none.
    pub(super) accounts: Vec<AirExchange>,
    pub(super) sources: f64,
    pub(super) buoyancy: f64,
}

impl AirLedger {
    /// Gain of the air through a side.
    pub fn side(&self, side: AirSide) -> AirExchange {
        self.accounts[side.index()]
    }

    /// Gain of the air at the solid with this label; nothing for an unknown label. The force on the solid is minus its
    /// momentum.
    pub fn solid(&self, label: u16) -> AirExchange {
        self.accounts.get(AirSide::ALL.len() + usize::from(label)).copied().unwrap_or_default()
    }

    /// Gain of the air at all solids.
    pub fn solids(&self) -> AirExchange {
        let mut sum = AirExchange::default();
        self.accounts[AirSide::ALL.len()..].iter().for_each(|account| sum.add(account));
        sum
    }

    /// Smoke that the sources gave.
    pub fn sources(&self) -> f64 {
        self.sources
    }

    /// Momentum along z that the smoke gave the gas.
    pub fn buoyancy(&self) -> f64 {
        self.buoyancy
    }

    /// Sum of all.
    pub fn total(&self) -> AirExchange {
        let mut sum = AirExchange { mass: 0.0, momentum: [0.0, 0.0, self.buoyancy], smoke: self.sources };
        self.accounts.iter().for_each(|account| sum.add(account));
        sum
    }
}

/// Mass and momentum of particles, in lattice units.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ParticleTotals {
    /// Number of particles.
    pub count: u64,
    /// Mass of all particles.
    pub mass: f64,
    /// Momentum of all particles.
    pub momentum: [f64; 3],
}

impl ParticleTotals {
    /// Adds other particles.
    pub fn add_all(&mut self, other: &Self) {
        self.count += other.count;
        self.mass += other.mass;
        (0..3).for_each(|axis| self.momentum[axis] += other.momentum[axis]);
    }

    /// Adds a particle.
    pub(super) fn add(&mut self, mass: f64, velocity: [f64; 3]) {
        self.add_all(&Self { count: 1, mass, momentum: velocity.map(|u| mass * u) });
    }
}

/// Momentum balance of the particles over the last step: the change of their momentum is, to rounding, what added particles brought and their
/// weight gave, less what left with settled and outgoing ones and what went to the air.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ParticleLedger {
    /// Particles that were added.
    pub added: ParticleTotals,
    /// Particles that reached walls and solids.
    pub settled: ParticleTotals,
    /// Particles that left through open sides, or were in the air for as long as their kind lasts.
    pub left: ParticleTotals,
    /// Momentum along z of their weight less their buoyancy.
    pub weight: f64,
    /// Momentum that they gave the air.
    pub on_air: [f64; 3],
}

impl ParticleLedger {
    /// Adds the books of another step.
    pub fn add(&mut self, other: &Self) {
        self.added.add_all(&other.added);
        self.settled.add_all(&other.settled);
        self.left.add_all(&other.left);
        self.weight += other.weight;
        (0..3).for_each(|axis| self.on_air[axis] += other.on_air[axis]);
    }
}
