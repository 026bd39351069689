//! Books of a world: balances of its water, of its horizontal momentum and the moment of that, and of its energy.

use glam::{DVec2, DVec3};
use lbm_boundary::Exchange;
use lbm_core::Impulses;
use rigid_sim::RigidBody;

use super::energy::{Energies, EnergyBalance, Measured, Work};
use crate::bodies::Bodies;
use crate::codec::coded;
use crate::coupling::{Coupling, Impulse};
use crate::water::Water;

/// Balance of the volume of water.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct MassBalance {
    /// Water at the start, m³.
    pub initial_m3: f64,
    /// Water now, m³.
    pub final_m3: f64,
    /// Inflow through sides less outflow, m³.
    pub through_borders_m3: f64,
    /// Water that moving solids took and have not yet returned, m³ ([`lbm_boundary::Boundary::owed_mass`]).
    pub owed_m3: f64,
    /// Inflow at solids less outflow, without what is owed, m³: a leak.
    pub at_solids_m3: f64,
    /// Volume that the bodies displace below the mean level now, m³.
    pub displaced_m3: f64,
}

impl MassBalance {
    /// Volume that no side accounts for, as a fraction of the water at the start; it includes leaks at solids.
    pub fn residual_relative(&self) -> f64 {
        (self.final_m3 + self.owed_m3 - self.initial_m3 - self.through_borders_m3) / self.initial_m3
    }
}

/// Balance of the horizontal momentum of water and bodies together, N s.
///
/// The water's is its own, `ρ Σ m A`: under hulls that of the column which they leave.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct MomentumBalance {
    /// Momentum of water and bodies at the start.
    pub initial_n_s: DVec2,
    /// Momentum of water and bodies now.
    pub final_n_s: DVec2,
    /// Impulse of sides and fixed bodies.
    pub through_borders_n_s: DVec2,
    /// Impulse of the bed's slope on the water, by its pressure there.
    pub bed_n_s: DVec2,
    /// Impulse of the wind on the water and on the bodies afloat.
    pub wind_n_s: DVec2,
    /// Impulse of the earth's rotation on the water and on the bodies afloat.
    pub coriolis_n_s: DVec2,
    /// Impulse of the bed's friction on the water.
    pub friction_n_s: DVec2,
    /// Impulse of contacts with the ground and walls, of carriages that tow bodies, and of coupling forces that act on bodies or
    /// on the water alone (all of them in the modes `paper` and `none`).
    pub external_n_s: DVec2,
    /// Sum of the magnitudes of all impulses exchanged, step by step and under hulls cell by cell.
    pub exchanged_n_s: f64,
}

impl MomentumBalance {
    /// Momentum that nothing accounts for.
    pub fn residual_n_s(&self) -> DVec2 {
        let of_bed_n_s = self.bed_n_s + self.friction_n_s;
        let given_n_s = self.through_borders_n_s + of_bed_n_s + self.wind_n_s + self.coriolis_n_s;
        self.final_n_s - self.initial_n_s - given_n_s - self.external_n_s
    }

    /// All momentum that was there or came and went: that at the start and the impulse exchanged, N s. What rounding leaves of the
    /// water's populations, which hold both, is a part of it.
    pub fn turnover_n_s(&self) -> f64 {
        self.initial_n_s.length() + self.exchanged_n_s
    }

    /// The residual as a fraction of the turnover; 0 where that is below [`Self::MIN_TURNOVER_N_S`], as in still water.
    pub fn residual_relative(&self) -> f64 {
        let turnover_n_s = self.turnover_n_s();
        if turnover_n_s < Self::MIN_TURNOVER_N_S { 0.0 } else { self.residual_n_s().length() / turnover_n_s }
    }

    /// Turnover below which the relative residual would be a ratio of rounding errors.
    pub const MIN_TURNOVER_N_S: f64 = 1e-3;
}

/// Balance of the angular momentum of water and bodies about the vertical through the middle of the domain, counter-clockwise,
/// N m s.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct AngularBalance {
    /// Angular momentum of water and bodies at the start.
    pub initial_n_m_s: f64,
    /// Angular momentum of water and bodies now, with what the bodies are still owed by rigid lids.
    pub final_n_m_s: f64,
    /// Angular impulse of sides, and of bodies that are fixed or driven.
    pub through_borders_n_m_s: f64,
    /// Angular impulse of the bed, the wind, the earth's rotation and friction on the water, and of wind and rotation on the bodies afloat.
    pub of_forces_n_m_s: f64,
    /// Angular impulse of all else whose impulse is in [`MomentumBalance::external_n_s`].
    pub external_n_m_s: f64,
    /// Angular impulse `Σ (r × J − Σ r' × J')` of the impulses J that water and bodies exchange, by acting on the bodies at r and on the water in cells at
    /// r': of drag on triangles that are partly wet, whose reaction enters below the middle of the whole triangle; on triangles that lie in the outer
    /// half of a side's own cells or beyond; and of thrust where a side cuts the race. All others are exchanged at one place.
    pub offset_n_m_s: f64,
}

impl AngularBalance {
    /// Angular momentum that nothing accounts for: rounding.
    pub fn residual_n_m_s(&self) -> f64 {
        let given_n_m_s = self.through_borders_n_m_s + self.of_forces_n_m_s + self.external_n_m_s;
        self.final_n_m_s - self.initial_n_m_s - given_n_m_s - self.offset_n_m_s
    }
}

/// Running sums of what entered and left.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Books {
    initial_water_m3: f64,
    sides_m3: f64,
    solids_m3: f64,
    /// Its final momentum is computed by [`Self::momentum`].
    pub(super) momentum: MomentumBalance,
    /// Its final angular momentum is computed by [`Self::angular`].
    pub(super) angular: AngularBalance,
    initial_energy: Energies,
    /// Energy that hulls which pass a side have left beyond it, J.
    pub(super) hulls_out_j: f64,
    /// Energy of the room of moving solids, since the start, J.
    pub(super) room_j: f64,
    pub(super) work: Work,
    /// What took energy, if that is measured.
    pub(super) measured: Option<Measured>,
}

coded!(Books {
    initial_water_m3,
    sides_m3,
    solids_m3,
    momentum,
    angular,
    initial_energy,
    hulls_out_j,
    room_j,
    work,
    measured
});
coded!(AngularBalance {
    initial_n_m_s,
    final_n_m_s,
    through_borders_n_m_s,
    of_forces_n_m_s,
    external_n_m_s,
    offset_n_m_s
});
coded!(MomentumBalance {
    initial_n_s,
    final_n_s,
    through_borders_n_s,
    bed_n_s,
    wind_n_s,
    coriolis_n_s,
    friction_n_s,
    external_n_s,
    exchanged_n_s
});

impl Books {
    /// Records the state at the start.
    pub(super) fn open(&mut self, water: &Water, bodies: &Bodies, coupling: &Coupling) {
        self.initial_water_m3 = water_m3(water, coupling);
        self.momentum.initial_n_s = momentum_n_s(water, bodies);
        self.angular.initial_n_m_s = angular_n_m_s(water, bodies);
        self.initial_energy = Energies::of(water, bodies, coupling);
    }

    /// Adds what passed sides and solids in a step.
    pub(super) fn add_boundaries(&mut self, water: &Water) {
        let (ledger, units) = (water.fluid.boundary.ledger(), water.fluid.lattice.units());
        let (sides, solids) = (ledger.sides(), ledger.solids());
        let to_n_s = water.density_kg_m3 * units.to_momentum_m4_s(1.0);
        let impulse = |exchange: Exchange| DVec2::from_array(exchange.momentum) * to_n_s;
        let moment = |exchange: Exchange| units.to_meters(exchange.angular_momentum * to_n_s);
        self.sides_m3 += units.to_m3(sides.mass);
        self.solids_m3 += units.to_m3(solids.mass);
        let gained = impulse(sides) + impulse(solids);
        // Of still water, which the bed gives back, less what it gives before walls that are elsewhere than half a cell out.
        let still = water.fluid.impulse_at_rest();
        let at_rest = impulse(still) - impulse(ledger.bed());
        self.angular.through_borders_n_m_s += moment(sides) + moment(solids) + moment(ledger.periodic());
        self.angular.of_forces_n_m_s += moment(ledger.bed()) - moment(still);
        self.momentum.through_borders_n_s += gained;
        self.momentum.bed_n_s -= at_rest;
        self.momentum.exchanged_n_s += (gained - at_rest).length();
    }

    /// Adds what the bed and forces gave the water in a step of the lattice, right after it. `leaving` is the bed's half before the
    /// boundaries moved any water.
    pub(super) fn add_forces(&mut self, water: &Water, leaving: lbm_core::Impulse) {
        let mut bed = leaving;
        bed.add(&water.fluid.bed_impulse());
        let bed_n_s = self.add_impulse(water, &bed);
        self.momentum.bed_n_s += bed_n_s;
        self.add_impulses(water, water.fluid.impulses());
    }

    /// Adds what forces gave the water.
    pub(super) fn add_impulses(&mut self, water: &Water, of: Impulses) {
        let Impulses { acceleration: _, wind, coriolis, friction } = of;
        let [wind_n_s, coriolis_n_s, friction_n_s] =
            [&wind, &coriolis, &friction].map(|of| self.add_impulse(water, of));
        self.momentum.wind_n_s += wind_n_s;
        self.momentum.coriolis_n_s += coriolis_n_s;
        self.momentum.friction_n_s += friction_n_s;
        let (units, density_kg_m3) = (water.fluid.lattice.units(), water.density_kg_m3);
        self.work.wind_j += density_kg_m3 * units.to_energy_m5_s2(wind.energy);
        self.work.friction_j += density_kg_m3 * units.to_energy_m5_s2(friction.energy);
    }

    /// Adds the size and the moment of an impulse, which it returns, N s.
    fn add_impulse(&mut self, water: &Water, of: &lbm_core::Impulse) -> DVec2 {
        let (units, density_kg_m3) = (water.fluid.lattice.units(), water.density_kg_m3);
        let impulse_n_s = DVec2::from_array(of.momentum) * (density_kg_m3 * units.to_momentum_m4_s(1.0));
        self.momentum.exchanged_n_s += impulse_n_s.length();
        let moment = units.to_meters(units.to_momentum_m4_s(of.angular_momentum));
        self.angular.of_forces_n_m_s += density_kg_m3 * moment;
        impulse_n_s
    }

    pub(super) fn mass(&self, water: &Water, coupling: &Coupling) -> MassBalance {
        let owed_m3 = water.fluid.owed_m3();
        MassBalance {
            initial_m3: self.initial_water_m3,
            final_m3: water_m3(water, coupling),
            through_borders_m3: self.sides_m3,
            owed_m3,
            at_solids_m3: self.solids_m3 + owed_m3,
            displaced_m3: displaced_m3(water, coupling),
        }
    }

    /// The balance, with what the bodies are still `owed` by the water as part of theirs.
    pub(super) fn momentum(&self, water: &Water, bodies: &Bodies, owed: Impulse) -> MomentumBalance {
        MomentumBalance { final_n_s: momentum_n_s(water, bodies) + owed.linear_n_s, ..self.momentum }
    }

    /// As [`Self::momentum`].
    pub(super) fn angular(&self, water: &Water, bodies: &Bodies, owed: Impulse) -> AngularBalance {
        AngularBalance { final_n_m_s: angular_n_m_s(water, bodies) + owed.angular_n_m_s, ..self.angular }
    }

    pub(super) fn energy(
        &self,
        (water, bodies, coupling): (&Water, &Bodies, &Coupling),
        through_sides_j: f64,
        measured: Option<Measured>,
    ) -> EnergyBalance {
        let solids_potential_j = self.room_j;
        EnergyBalance {
            initial: self.initial_energy,
            now: Energies { solids_potential_j, ..Energies::of(water, bodies, coupling) },
            work: self.work,
            through_sides_j: through_sides_j - self.hulls_out_j,
            by_kind: measured.map(|measured| measured.sums),
            before_measured_j: measured.map_or(0.0, |measured| measured.before_j),
        }
    }
}

fn displaced_m3(water: &Water, coupling: &Coupling) -> f64 {
    coupling.displaced_m() * water.fluid.lattice.units().cell_area_m2()
}

/// Volume of the water: the head less what the bodies displace.
fn water_m3(water: &Water, coupling: &Coupling) -> f64 {
    water.fluid.head_m3() - displaced_m3(water, coupling)
}

/// Momentum of the water and of the bodies afloat.
fn momentum_n_s(water: &Water, bodies: &Bodies) -> DVec2 {
    let of_bodies: DVec2 = bodies.afloat().map(|(.., rigid)| rigid.momentum().truncate()).sum();
    water.fluid.momentum_m4_s() * water.density_kg_m3 + of_bodies
}

/// Moment of a load on a body, a force at its center of mass and a torque, about the vertical through the middle of the domain.
pub(super) fn moment_n_m(water: &Water, rigid: &RigidBody, force_n: DVec3, torque_n_m: DVec3) -> f64 {
    let arm_m = rigid.center_of_mass_m().truncate() - water.fluid.cells().middle_m();
    arm_m.perp_dot(force_n.truncate()) + torque_n_m.z
}

/// Angular momentum of the water and of the bodies afloat about the vertical through the middle of the domain.
fn angular_n_m_s(water: &Water, bodies: &Bodies) -> f64 {
    let of_bodies = bodies
        .afloat()
        .map(|(.., rigid)| moment_n_m(water, rigid, rigid.momentum(), rigid.angular_momentum()));
    water.fluid.angular_momentum_m5_s() * water.density_kg_m3 + of_bodies.sum::<f64>()
}
