//! The books of a world: where its water and its horizontal momentum came from and went to.

use glam::DVec2;

/// Volumes of water.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct MassBalance {
    /// Water at the start, m³.
    pub initial_m3: f64,
    /// Water now, m³.
    pub final_m3: f64,
    /// What came in through sides, less what went out, m³.
    pub through_borders_m3: f64,
    /// What moving solids have taken and are about to give back, m³ ([`lbm_boundary::Boundary::owed_mass`]).
    pub owed_m3: f64,
    /// What came in at solids, less what went out for good, m³. A solid has no water to give: all of it is a leak.
    pub at_solids_m3: f64,
    /// Volume that the bodies displace below the still level now, m³.
    pub displaced_m3: f64,
}

impl MassBalance {
    /// What no side accounts for, as part of the water at the start; a solid's leak is in it.
    pub fn residual_relative(&self) -> f64 {
        (self.final_m3 + self.owed_m3 - self.initial_m3 - self.through_borders_m3) / self.initial_m3
    }
}

/// Horizontal momenta of water and bodies together, N s.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct MomentumBalance {
    /// Momentum of water and bodies at the start.
    pub initial_n_s: DVec2,
    /// Momentum of water and bodies now.
    pub final_n_s: DVec2,
    /// Impulse of sides and fixed bodies.
    pub through_borders_n_s: DVec2,
    /// Impulse of what is neither water nor body: contacts with the ground and walls, and whatever the coupling gives
    /// to one side only (all of it in the modes `paper` and `none`).
    pub external_n_s: DVec2,
    /// Sum of the magnitudes of all impulses exchanged, step by step: what a residual is measured against.
    pub exchanged_n_s: f64,
}

impl MomentumBalance {
    /// What nothing accounts for.
    pub fn residual_n_s(&self) -> DVec2 {
        self.final_n_s - self.initial_n_s - self.through_borders_n_s - self.external_n_s
    }

    /// The residual as part of the impulse exchanged; 0 where less than [`Self::LEAST_N_S`] was, as in still water.
    pub fn residual_relative(&self) -> f64 {
        if self.exchanged_n_s < Self::LEAST_N_S {
            0.0
        } else {
            self.residual_n_s().length() / self.exchanged_n_s
        }
    }

    /// Impulse below which a ratio to it would compare rounding with rounding.
    pub const LEAST_N_S: f64 = 1e-3;
}
