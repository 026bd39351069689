//! Books of the air: what came in through sides, from sources and at solids, and by buoyancy.

use glam::DVec3;
use lbm_boundary::{AirExchange, AirLedger, AirSide, ParticleLedger, ParticleTotals};
use lbm_core::{AirTotals, AirUnits};

use crate::codec::coded;

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
    particles: ParticleLedger,
}

coded!(Books { start, sides, solids, sources, buoyancy, particles });

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
    /// The particles in the air.
    pub particles: ParticleBalance,
}

/// Mass and momentum of the particles in the air since the start.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ParticleBalance {
    /// Number of particles now.
    pub count: u64,
    /// Mass of the particles, kg.
    pub mass_kg: f64,
    /// Mass that the sources gave, kg.
    pub given_kg: f64,
    /// Mass that stayed at walls, on the water and on bodies, kg.
    pub settled_kg: f64,
    /// Mass that left through sides, or was taken out after its time, kg.
    pub left_kg: f64,
    /// Momentum of the particles, N s.
    pub momentum_n_s: DVec3,
    /// Momentum that they came with, less what those had that settled and left, N s.
    pub came_n_s: DVec3,
    /// Impulse of their weight less their buoyancy, upwards, N s.
    pub weight_n_s: f64,
    /// Impulse of their drag on the air, N s; the air's on them is the opposite.
    pub on_air_n_s: DVec3,
}

impl ParticleBalance {
    /// Mass that nothing accounts for, kg.
    pub fn mass_residual_kg(&self) -> f64 {
        self.mass_kg - (self.given_kg - self.settled_kg - self.left_kg)
    }

    /// Momentum that nothing accounts for, N s.
    pub fn momentum_residual_n_s(&self) -> DVec3 {
        self.momentum_n_s - (self.came_n_s + DVec3::Z * self.weight_n_s - self.on_air_n_s)
    }
}

impl Books {
    pub(super) fn new(totals: AirTotals) -> Self {
        let AirTotals { mass, momentum, smoke } = totals;
        Self { start: AirExchange { mass, momentum, smoke }, ..Self::default() }
    }

    /// Adds those of a step.
    pub(super) fn add(&mut self, ledger: &AirLedger, particles: &ParticleLedger) {
        let mut of_sides = AirExchange::default();
        AirSide::ALL.iter().for_each(|&side| of_sides.add(&ledger.side(side)));
        self.sides.add(&of_sides);
        self.solids.add(&ledger.solids());
        self.sources += ledger.sources();
        self.buoyancy += ledger.buoyancy();
        self.particles.add(particles);
    }

    pub(super) fn balance(&self, now: AirTotals, afloat: ParticleTotals, units: &AirUnits) -> AirBalance {
        let Self { start, sides, solids, sources, buoyancy, particles } = self;
        let ParticleLedger { added, settled, left, weight, on_air } = particles;
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
            particles: ParticleBalance {
                count: afloat.count,
                mass_kg: units.to_kg(afloat.mass),
                given_kg: units.to_kg(added.mass),
                settled_kg: units.to_kg(settled.mass),
                left_kg: units.to_kg(left.mass),
                momentum_n_s: impulse(afloat.momentum),
                came_n_s: impulse(added.momentum) - impulse(settled.momentum) - impulse(left.momentum),
                weight_n_s: units.to_momentum_n_s(*weight),
                on_air_n_s: impulse(*on_air),
            },
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
        let of_particles = self.particles.on_air_n_s;
        let given = self.sides_n_s + self.solids_n_s + DVec3::Z * self.buoyancy_n_s + of_particles;
        self.momentum_n_s - self.initial_n_s - given
    }
}
