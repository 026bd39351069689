//! Books of the air: what came in through sides, from sources and at solids, and by buoyancy.

use glam::DVec3;
use lbm_boundary::{AirExchange, AirLedger, AirSide};
use lbm_core::{AirTotals, AirUnits};

use crate::sim::codec::coded;

/// What the air gained since the start, in lattice units.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Books {
    /// What there was at the start.
    pub(super) start: AirExchange,
    sides: AirExchange,
    /// Exchange at bodies.
    solids: AirExchange,
    sources: f64,
    buoyancy: f64,
}

coded!(Books { start, sides, solids, sources, buoyancy });

/// Mass, momentum and smoke of the air since the start.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct AirBalance {
    /// Smoke in the air at the start, as the volume that it has undiluted, m³.
    pub initial_smoke_m3: f64,
    /// Smoke now, m³.
    pub smoke_m3: f64,
    /// Smoke that the sources gave, m³.
    pub given_m3: f64,
    /// Smoke that came in through sides less what left, m³.
    pub smoke_through_sides_m3: f64,
    /// Mass at the start, kg.
    pub initial_kg: f64,
    /// Mass now, kg.
    pub mass_kg: f64,
    /// Air that came in through sides less what left, kg.
    pub through_sides_kg: f64,
    /// Air that bodies gave as they moved, kg.
    pub at_solids_kg: f64,
    /// Momentum at the start, N s.
    pub initial_n_s: DVec3,
    /// Momentum now, N s.
    pub momentum_n_s: DVec3,
    /// Impulse of sides, N s, but for the pressure of air at rest.
    pub sides_n_s: DVec3,
    /// Impulse of bodies on the air, N s, but for the same; the opposite is what the air did to them.
    pub solids_n_s: DVec3,
    /// Impulse of the smoke's buoyancy, upwards, N s.
    pub buoyancy_n_s: f64,
}

impl Books {
    pub(super) fn new(totals: AirTotals) -> Self {
        let AirTotals { mass, momentum, smoke } = totals;
        Self { start: AirExchange { mass, momentum, smoke }, ..Self::default() }
    }

    /// Adds those of a step.
    pub(super) fn add(&mut self, ledger: &AirLedger) {
        let mut of_sides = AirExchange::default();
        AirSide::ALL.iter().for_each(|&side| of_sides.add(&ledger.side(side)));
        self.sides.add(&of_sides);
        self.solids.add(&ledger.solids());
        self.sources += ledger.sources();
        self.buoyancy += ledger.buoyancy();
    }

    pub(super) fn balance(&self, now: AirTotals, units: &AirUnits) -> AirBalance {
        let Self { start, sides, solids, sources, buoyancy } = self;
        let impulse = |momentum: [f64; 3]| DVec3::from_array(momentum.map(|m| units.to_momentum_n_s(m)));
        AirBalance {
            initial_smoke_m3: units.to_m3(start.smoke),
            smoke_m3: units.to_m3(now.smoke),
            given_m3: units.to_m3(*sources),
            smoke_through_sides_m3: units.to_m3(sides.smoke),
            initial_kg: units.to_kg(start.mass),
            mass_kg: units.to_kg(now.mass),
            through_sides_kg: units.to_kg(sides.mass),
            at_solids_kg: units.to_kg(solids.mass),
            initial_n_s: impulse(start.momentum),
            momentum_n_s: impulse(now.momentum),
            sides_n_s: impulse(sides.momentum),
            solids_n_s: impulse(solids.momentum),
            buoyancy_n_s: units.to_momentum_n_s(*buoyancy),
        }
    }
}

impl AirBalance {
    /// Smoke that nothing accounts for, m³.
    pub fn smoke_residual_m3(&self) -> f64 {
        self.smoke_m3 - self.initial_smoke_m3 - self.given_m3 - self.smoke_through_sides_m3
    }

    /// Mass that nothing accounts for, kg.
    pub fn mass_residual_kg(&self) -> f64 {
        self.mass_kg - self.initial_kg - self.through_sides_kg - self.at_solids_kg
    }

    /// Momentum that nothing accounts for, N s.
    pub fn momentum_residual_n_s(&self) -> DVec3 {
        let given = self.sides_n_s + self.solids_n_s + DVec3::Z * self.buoyancy_n_s;
        self.momentum_n_s - self.initial_n_s - given
    }
}
