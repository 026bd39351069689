use serde::{Deserialize, Serialize};

use crate::{Air, AngularBalance, EnergyBalance, MassBalance, MomentumBalance};

/// Balance of the volume of water.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Mass {
    /// Volume at the start.
    pub initial_m3: f64,
    /// Volume now.
    pub final_m3: f64,
    /// Inflow through the sides less outflow.
    pub through_borders_m3: f64,
    /// Water that moving solids took and have not yet returned.
    #[serde(default)]
    pub owed_m3: f64,
    /// Inflow at solids less outflow, without what is owed: a leak and part of the residual.
    #[serde(default)]
    pub at_solids_m3: f64,
    /// Volume that the bodies displace.
    pub displaced_m3: f64,
    /// Volume that no side accounts for, as a fraction of the volume at the start; it includes leaks at solids.
    pub residual_relative: f64,
}

impl From<MassBalance> for Mass {
    fn from(balance: MassBalance) -> Self {
        let MassBalance { initial_m3, final_m3, through_borders_m3, owed_m3, at_solids_m3, displaced_m3 } =
            balance;
        let residual_relative = balance.residual_relative();
        Self {
            initial_m3,
            final_m3,
            through_borders_m3,
            owed_m3,
            at_solids_m3,
            displaced_m3,
            residual_relative,
        }
    }
}

/// Balance of the horizontal momentum of water and bodies, along x and y.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Momentum {
    /// Momentum at the start.
    pub initial_n_s: [f64; 2],
    /// Momentum at the end.
    pub final_n_s: [f64; 2],
    /// Impulse of sides and solids.
    pub through_borders_n_s: [f64; 2],
    /// Impulse of the bed's slope on the water.
    #[serde(default)]
    pub bed_n_s: [f64; 2],
    /// Impulse of the wind on the water and on the bodies afloat.
    #[serde(default)]
    pub wind_n_s: [f64; 2],
    /// Impulse of the earth's rotation on the water and on the bodies afloat.
    #[serde(default)]
    pub coriolis_n_s: [f64; 2],
    /// Impulse of the bed's friction on the water.
    #[serde(default)]
    pub friction_n_s: [f64; 2],
    /// Impulse of contacts with walls and ground, of carriages that tow bodies, and of coupling forces that act on bodies or on the water alone.
    pub external_n_s: [f64; 2],
    /// Sum of the magnitudes of all impulses exchanged.
    pub exchanged_n_s: f64,
    /// Momentum that nothing accounts for, as a fraction of the momentum at the start and the impulse exchanged.
    pub residual_relative: f64,
}

impl From<MomentumBalance> for Momentum {
    fn from(balance: MomentumBalance) -> Self {
        Self {
            initial_n_s: balance.initial_n_s.to_array(),
            final_n_s: balance.final_n_s.to_array(),
            through_borders_n_s: balance.through_borders_n_s.to_array(),
            bed_n_s: balance.bed_n_s.to_array(),
            wind_n_s: balance.wind_n_s.to_array(),
            coriolis_n_s: balance.coriolis_n_s.to_array(),
            friction_n_s: balance.friction_n_s.to_array(),
            external_n_s: balance.external_n_s.to_array(),
            exchanged_n_s: balance.exchanged_n_s,
            residual_relative: balance.residual_relative(),
        }
    }
}

/// Balance of the angular momentum of water and bodies about the vertical through the middle of the domain.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Angular {
    /// Angular momentum at the start.
    pub initial_n_m_s: f64,
    /// Angular momentum at the end.
    pub final_n_m_s: f64,
    /// Angular impulse of sides and solids.
    #[serde(default)]
    pub through_borders_n_m_s: f64,
    /// Angular impulse of the bed, the wind, the earth's rotation and friction on the water, and of wind and rotation on the bodies afloat.
    #[serde(default)]
    pub of_forces_n_m_s: f64,
    /// Angular impulse of contacts, carriages, and coupling forces that act on bodies or on the water alone.
    pub external_n_m_s: f64,
    /// Angular impulse of drag and thrust that act on bodies beside the cells of the water that return them.
    #[serde(default)]
    pub offset_n_m_s: f64,
    /// Angular momentum that nothing accounts for.
    pub residual_n_m_s: f64,
}

impl From<AngularBalance> for Angular {
    fn from(balance: AngularBalance) -> Self {
        let AngularBalance {
            initial_n_m_s,
            final_n_m_s,
            through_borders_n_m_s,
            of_forces_n_m_s,
            external_n_m_s,
            offset_n_m_s,
        } = balance;
        Self {
            initial_n_m_s,
            final_n_m_s,
            through_borders_n_m_s,
            of_forces_n_m_s,
            external_n_m_s,
            offset_n_m_s,
            residual_n_m_s: balance.residual_n_m_s(),
        }
    }
}

/// Balance of the energy of water and bodies; heights count from the still level.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Energy {
    /// All kinds at the start.
    pub initial_j: f64,
    /// All kinds now.
    pub final_j: f64,
    /// Kinetic energy of the water now.
    pub water_kinetic_j: f64,
    /// Potential energy of the water's elevation now.
    pub water_potential_j: f64,
    /// Kinetic energy of the bodies afloat now.
    pub bodies_kinetic_j: f64,
    /// Potential energy of the bodies afloat now, with that of the water they displace.
    pub bodies_potential_j: f64,
    /// Potential energy of the room that driven and carried solids take in the water, since the start.
    #[serde(default)]
    pub solids_potential_j: f64,
    /// Work of propellers on their bodies.
    pub thrust_j: f64,
    /// Work of propellers on the water that they drive back.
    #[serde(default)]
    pub race_j: f64,
    /// Work of carriages.
    pub carriages_j: f64,
    /// Work of driven bodies on the water and on other bodies.
    pub driven_j: f64,
    /// Work of the drives of hinges and sliders.
    #[serde(default)]
    pub joint_drives_j: f64,
    /// Work of hands.
    #[serde(default)]
    pub by_hand_j: f64,
    /// Work of the pressure of waves by formula on bodies afloat, where what takes energy is measured by kind.
    #[serde(default)]
    pub waves_j: f64,
    /// Work of the wind on the water and on the bodies afloat.
    #[serde(default)]
    pub wind_j: f64,
    /// Work on the water of the levels below which soft hulls displace it, as these change, where what takes energy is measured by kind.
    #[serde(default)]
    pub levels_j: f64,
    /// Work of the bed's friction on the water, below 0.
    #[serde(default)]
    pub friction_j: f64,
    /// Energy that came in through open sides less what left.
    #[serde(default)]
    pub through_sides_j: f64,
    /// Energy that is gone, the residual of all others: dissipated by viscosity, drag, friction and contacts, taken by sponges, or radiated by
    /// formula.
    pub dissipated_j: f64,
    /// The same by kind, where it is measured, as with `--ledger`.
    #[serde(default, flatten, skip_serializing_if = "Option::is_none")]
    pub by_kind: Option<EnergyByKind>,
}

/// Energy that is gone since it is measured, by what took it, and what nothing accounts for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct EnergyByKind {
    /// Taken by the water's viscosity, molecular and eddy.
    pub viscosity_j: f64,
    /// Taken by sponges at sides.
    pub sponges_j: f64,
    /// Taken by drag, lift, friction and slamming of bodies afloat.
    pub drag_j: f64,
    /// Taken by contacts and joints.
    pub contacts_j: f64,
    /// Given to water that is not simulated.
    pub radiation_j: f64,
    /// Gone without any of these.
    pub residual_j: f64,
}

impl From<EnergyBalance> for Energy {
    fn from(balance: EnergyBalance) -> Self {
        let EnergyBalance { initial, now, work, through_sides_j, by_kind, before_measured_j: _ } = balance;
        let residual_j = balance.residual_j().unwrap_or_default();
        let by_kind = by_kind.map(|by| EnergyByKind {
            viscosity_j: by.viscosity_j,
            sponges_j: by.sponges_j,
            drag_j: by.drag_j,
            contacts_j: by.contacts_j,
            radiation_j: by.radiation_j,
            residual_j,
        });
        Self {
            initial_j: initial.total_j(),
            final_j: now.total_j(),
            water_kinetic_j: now.water_kinetic_j,
            water_potential_j: now.water_potential_j,
            bodies_kinetic_j: now.bodies_kinetic_j,
            bodies_potential_j: now.bodies_potential_j,
            solids_potential_j: now.solids_potential_j,
            thrust_j: work.thrust_j,
            race_j: work.race_j,
            carriages_j: work.carriages_j,
            driven_j: work.driven_j,
            joint_drives_j: work.joint_drives_j,
            by_hand_j: work.by_hand_j,
            waves_j: work.waves_j,
            wind_j: work.wind_j,
            levels_j: work.levels_j,
            friction_j: work.friction_j,
            through_sides_j,
            dissipated_j: balance.dissipated_j(),
            by_kind,
        }
    }
}

impl Energy {
    /// All work on water and bodies, J.
    pub fn work_j(&self) -> f64 {
        let Self {
            thrust_j,
            race_j,
            carriages_j,
            driven_j,
            joint_drives_j,
            by_hand_j,
            waves_j,
            wind_j,
            levels_j,
            friction_j,
            ..
        } = *self;
        let of_drives_j = carriages_j + driven_j + joint_drives_j;
        let of_water_j = waves_j + wind_j + levels_j + friction_j;
        thrust_j + race_j + of_drives_j + by_hand_j + of_water_j
    }
}

/// The air with its smoke, and their balances.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct AirSummary {
    /// Cells along x, y and upwards.
    pub cells: [usize; 3],
    /// Side of a cell.
    pub cell_size_m: f64,
    /// Simulated time of a step of the air.
    pub time_step_s: f64,
    /// Steps done.
    pub steps: u64,
    /// Smoke at the start, as the volume that it has undiluted.
    pub initial_smoke_m3: f64,
    /// Smoke now.
    pub smoke_m3: f64,
    /// Smoke that the sources gave.
    pub given_m3: f64,
    /// Smoke that came in through sides less what left.
    pub smoke_through_sides_m3: f64,
    /// Smoke that nothing accounts for, as a fraction of what there was and was given.
    pub smoke_residual_relative: f64,
    /// Mass of the air now.
    pub mass_kg: f64,
    /// Mass that nothing accounts for, as a fraction of it.
    pub mass_residual_relative: f64,
    /// Momentum now.
    pub momentum_n_s: [f64; 3],
    /// Momentum that smoke gave the air by its buoyancy, upwards.
    pub buoyancy_n_s: f64,
    /// Impulse of sides on the air, but for the pressure of air at rest.
    pub sides_n_s: [f64; 3],
    /// Impulse of bodies on the air, but for the same.
    pub bodies_n_s: [f64; 3],
    /// Momentum that nothing accounts for.
    pub momentum_residual_n_s: [f64; 3],
    /// Height above the still level up to which there is more than a hundredth of the greatest concentration.
    pub top_m: f64,
    /// Root of the mean squared horizontal distance of the smoke from its center.
    pub width_m: f64,
}

impl From<&Air> for AirSummary {
    fn from(air: &Air) -> Self {
        let (balance, plume) = (air.balance(), air.plume());
        let smoke_m3 = balance.initial_smoke_m3.abs() + balance.given_m3.abs();
        let over = |residual: f64, all: f64| if all > 0.0 { residual / all } else { residual };
        Self {
            cells: air.cells(),
            cell_size_m: air.cell_size_m(),
            time_step_s: air.step_s(),
            steps: air.steps(),
            initial_smoke_m3: balance.initial_smoke_m3,
            smoke_m3: balance.smoke_m3,
            given_m3: balance.given_m3,
            smoke_through_sides_m3: balance.smoke_through_sides_m3,
            smoke_residual_relative: over(balance.smoke_residual_m3(), smoke_m3),
            mass_kg: balance.mass_kg,
            mass_residual_relative: over(balance.mass_residual_kg(), balance.mass_kg),
            momentum_n_s: balance.momentum_n_s.to_array(),
            buoyancy_n_s: balance.buoyancy_n_s,
            sides_n_s: balance.sides_n_s.to_array(),
            bodies_n_s: balance.solids_n_s.to_array(),
            momentum_residual_n_s: balance.momentum_residual_n_s().to_array(),
            top_m: plume.top_m,
            width_m: plume.width_m,
        }
    }
}
