//! Energy that is gone, by what took it.

use crate::codec::coded;

/// Energy that is gone since it is measured, by what took it, J.
///
/// Each kind is measured by itself, none is what others leave over: [`EnergyBalance::residual_j`](super::EnergyBalance::residual_j).
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Dissipation {
    /// Taken by the water's viscosity, molecular and eddy, `ρ ∫∫ σ : ∇u dA dt` of the stress σ that the collision operator has
    /// ([`lbm_core::Lattice::viscous_power`]): `2 ρ ν h S:S` of shear and what the lattice's bulk viscosity takes. By the trapezoidal rule over the powers of every eighth step.
    pub viscosity_j: f64,
    /// Taken by sponges at sides ([`lbm_boundary::Boundary::sponge_energy`]), by the same rule.
    pub sponges_j: f64,
    /// Taken by drag, lift, friction and slamming of bodies afloat: minus the work of these forces on the bodies, minus that of their reactions on the water,
    /// `−Σ F · (v − u)`. Upright parts have no reaction in shallow water, so that all of their work is lost. With the energy of water that a body broke
    /// and that was laid still ([`StepReport::quarantined`](crate::StepReport::quarantined)).
    pub drag_j: f64,
    /// Taken by contacts and joints ([`rigid_sim::StepReport::lost_j`]).
    pub contacts_j: f64,
    /// Minus the work on bodies of what acts back on water that is not simulated: damping and memory of radiation, which are lost; added mass, which holds energy as long as a
    /// body moves and gives it back; and what softens the loads on bodies too light for the time step.
    pub radiation_j: f64,
}

coded!(Dissipation { viscosity_j, sponges_j, drag_j, contacts_j, radiation_j });

impl Dissipation {
    /// The sum of all kinds, J.
    pub fn total_j(&self) -> f64 {
        self.viscosity_j + self.sponges_j + self.drag_j + self.contacts_j + self.radiation_j
    }
}

/// What was measured, and from when on.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(in crate::world) struct Measured {
    pub(in crate::world) sums: Dissipation,
    /// Energy that was gone before.
    pub(in crate::world) before_j: f64,
    /// Powers of viscosity and sponges at a step, to which their sums reach.
    pub(in crate::world) powers_w: [f64; 2],
    pub(in crate::world) step: u64,
    /// The step at which someone did something last; 0 if nobody did.
    pub(in crate::world) disturbed: u64,
}

coded!(Measured { sums, before_j, powers_w, step, disturbed });

impl Measured {
    /// What was measured until a step with such powers.
    pub(in crate::world) fn until(&self, step: u64, powers_w: [f64; 2], time_step_s: f64) -> Self {
        let time_s = step.saturating_sub(self.step) as f64 * time_step_s;
        let [viscosity_j, sponges_j] = [0, 1].map(|k| 0.5 * (self.powers_w[k] + powers_w[k]) * time_s);
        let mut sums = self.sums;
        sums.viscosity_j += viscosity_j;
        sums.sponges_j += sponges_j;
        Self { sums, powers_w, step, ..*self }
    }
}
