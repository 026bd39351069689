use serde::{Deserialize, Serialize};

use super::table::Row;
use crate::{
    Air, AirBalance, AngularBalance, Dissipation, EnergyBalance, MassBalance, MomentumBalance, World,
};

/// What the columns are read of.
struct Books {
    t_s: f64,
    mass: MassBalance,
    momentum: MomentumBalance,
    angular: AngularBalance,
    energy: EnergyBalance,
    air: AirBalance,
}

/// Declares the row from a list of its columns: name, unit and meaning, value.
macro_rules! ledger {
    ($($column:ident: $meaning:literal = $value:expr,)+) => {
        /// The books at one instant, a row of `ledger.csv`: each quantity with what nothing accounts for.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        pub struct LedgerRow {
            $(#[doc = $meaning] pub $column: f64,)+
        }

        impl Row for LedgerRow {
            const COLUMNS: &[(&str, &str)] = &[$((stringify!($column), $meaning)),+];
        }

        impl From<Books> for LedgerRow {
            fn from(books: Books) -> Self {
                Self { $($column: { let value: fn(&Books) -> f64 = $value; value(&books) },)+ }
            }
        }
    };
}

ledger! {
    t_s: "s, simulated time" = |books| books.t_s,
    water_m3: "m³, volume of the water" = |books| books.mass.final_m3,
    displaced_m3: "m³, volume that bodies displace" = |books| books.mass.displaced_m3,
    through_borders_m3: "m³, inflow through sides less outflow" = |books| books.mass.through_borders_m3,
    owed_m3: "m³, water that moving solids took and have not yet returned: what stood where they are less what has stood where they were" = |books| books.mass.owed_m3,
    water_residual_m3: "m³, volume that no side accounts for: water_m3 + owed_m3 - through_borders_m3, less the water at the start" = |books| books.mass.residual_relative() * books.mass.initial_m3,
    momentum_x_n_s: "N s, momentum of water and bodies along x" = |books| books.momentum.final_n_s.x,
    momentum_y_n_s: "N s, momentum of water and bodies along y" = |books| books.momentum.final_n_s.y,
    bed_x_n_s: "N s, momentum along x that the bed's slope gave the water since the start" = |books| books.momentum.bed_n_s.x,
    bed_y_n_s: "N s, momentum along y that the bed's slope gave the water since the start" = |books| books.momentum.bed_n_s.y,
    wind_x_n_s: "N s, momentum along x that the wind gave water and bodies since the start" = |books| books.momentum.wind_n_s.x,
    wind_y_n_s: "N s, momentum along y that the wind gave water and bodies since the start" = |books| books.momentum.wind_n_s.y,
    coriolis_x_n_s: "N s, momentum along x that the earth's rotation gave water and bodies since the start" = |books| books.momentum.coriolis_n_s.x,
    coriolis_y_n_s: "N s, momentum along y that the earth's rotation gave water and bodies since the start" = |books| books.momentum.coriolis_n_s.y,
    friction_x_n_s: "N s, momentum along x that the bed's friction gave the water since the start" = |books| books.momentum.friction_n_s.x,
    friction_y_n_s: "N s, momentum along y that the bed's friction gave the water since the start" = |books| books.momentum.friction_n_s.y,
    momentum_residual_x_n_s: "N s, momentum along x that nothing accounts for" = |books| books.momentum.residual_n_s().x,
    momentum_residual_y_n_s: "N s, momentum along y that nothing accounts for" = |books| books.momentum.residual_n_s().y,
    angular_momentum_n_m_s: "N m s, angular momentum of water and bodies about the middle of the domain" = |books| books.angular.final_n_m_s,
    angular_offset_n_m_s: "N m s, angular momentum that drag and thrust gave since the start by acting on bodies beside the cells that return them" = |books| books.angular.offset_n_m_s,
    angular_residual_n_m_s: "N m s, angular momentum that nothing accounts for, to rounding" = |books| books.angular.residual_n_m_s(),
    water_kinetic_j: "J, kinetic energy of the water" = |books| books.energy.now.water_kinetic_j,
    water_potential_j: "J, potential energy of the water's elevation" = |books| books.energy.now.water_potential_j,
    bodies_kinetic_j: "J, kinetic energy of the bodies afloat" = |books| books.energy.now.bodies_kinetic_j,
    bodies_potential_j: "J, potential energy of the bodies afloat, with that of the water they displace and of springs" = |books| books.energy.now.bodies_potential_j,
    solids_potential_j: "J, potential energy since the start of the room that driven and carried solids take in the water, which falls where its bed rises and as a solid is taken out" = |books| books.energy.now.solids_potential_j,
    thrust_j: "J, work of propellers on their bodies since the start" = |books| books.energy.work.thrust_j,
    race_j: "J, work of propellers since the start on the water that they drive back" = |books| books.energy.work.race_j,
    carriages_j: "J, work of carriages since the start" = |books| books.energy.work.carriages_j,
    driven_j: "J, work of driven bodies on the water and on other bodies since the start" = |books| books.energy.work.driven_j,
    joint_drives_j: "J, work of the drives of hinges and sliders since the start" = |books| books.energy.work.joint_drives_j,
    by_hand_j: "J, work of hands since the start: pulls, forces that were added, splashes, what bodies took along that came in or were removed" = |books| books.energy.work.by_hand_j,
    waves_j: "J, work of the pressure of waves by formula on bodies afloat since dissipation is measured" = |books| books.energy.work.waves_j,
    wind_j: "J, work of the wind on water and bodies since the start" = |books| books.energy.work.wind_j,
    levels_j: "J, work on the water of the levels below which soft hulls displace it, as these change, since dissipation is measured" = |books| books.energy.work.levels_j,
    friction_j: "J, work of the bed's friction on the water since the start, below 0" = |books| books.energy.work.friction_j,
    through_sides_j: "J, energy that came in through open sides since the start less what left" = |books| books.energy.through_sides_j,
    smoke_m3: "m³, smoke in the air, as the volume that it has undiluted" = |books| books.air.smoke_m3,
    smoke_given_m3: "m³, smoke that the sources gave since the start" = |books| books.air.given_m3,
    smoke_residual_m3: "m³, smoke that neither sources nor sides account for" = |books| books.air.smoke_residual_m3(),
    air_kg: "kg, air over the water" = |books| books.air.mass_kg,
    air_residual_kg: "kg, air that no side accounts for" = |books| books.air.mass_residual_kg(),
    air_momentum_x_n_s: "N s, momentum of the air along x" = |books| books.air.momentum_n_s.x,
    air_momentum_y_n_s: "N s, momentum of the air along y" = |books| books.air.momentum_n_s.y,
    air_momentum_z_n_s: "N s, momentum of the air upwards" = |books| books.air.momentum_n_s.z,
    air_residual_x_n_s: "N s, momentum of the air along x that nothing accounts for" = |books| books.air.momentum_residual_n_s().x,
    air_residual_y_n_s: "N s, momentum of the air along y that nothing accounts for" = |books| books.air.momentum_residual_n_s().y,
    air_residual_z_n_s: "N s, momentum of the air upwards that nothing accounts for" = |books| books.air.momentum_residual_n_s().z,
    dissipated_j: "J, energy that is gone: dissipated, taken by sponges, or radiated by formula" = |books| books.energy.dissipated_j(),
    viscosity_j: "J, energy that the water's viscosity took, molecular and eddy, since it is measured; NaN where it is not" = |books| by_kind(books).viscosity_j,
    sponges_j: "J, energy that sponges at sides took since it is measured" = |books| by_kind(books).sponges_j,
    drag_j: "J, energy that drag, lift, friction and slamming of bodies afloat took since it is measured" = |books| by_kind(books).drag_j,
    contacts_j: "J, energy that contacts and joints took since it is measured" = |books| by_kind(books).contacts_j,
    radiation_j: "J, energy that was given to water that is not simulated since it is measured: radiation by formula, added mass" = |books| by_kind(books).radiation_j,
    energy_residual_j: "J, energy that is gone since it is measured by kind without any of these" = |books| books.energy.residual_j().unwrap_or(f64::NAN),
}

/// What took energy; no numbers where that is not measured.
fn by_kind(books: &Books) -> Dissipation {
    let none = f64::NAN;
    let unknown =
        Dissipation { viscosity_j: none, sponges_j: none, drag_j: none, contacts_j: none, radiation_j: none };
    books.energy.by_kind.unwrap_or(unknown)
}

impl LedgerRow {
    /// The row of a world in its present state. It takes some passes over all cells. What took energy is in it where
    /// the world measures that ([`World::measure_dissipation`]).
    pub fn new(world: &World) -> Self {
        let (mass, momentum) = (world.mass(), world.momentum());
        let (angular, energy) = (world.angular_momentum(), world.energy());
        let air = world.air().map(Air::balance).unwrap_or_default();
        Books { t_s: world.time_s(), mass, momentum, angular, energy, air }.into()
    }
}
