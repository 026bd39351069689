use serde::{Deserialize, Serialize};

use super::table::Row;
use crate::{Air, AirBalance, Plume};

/// What the columns are read of.
struct Reading {
    t_s: f64,
    balance: AirBalance,
    plume: Plume,
}

/// Declares the row from a list of its columns: name, unit and meaning, value.
macro_rules! columns {
    ($($column:ident: $meaning:literal = $value:expr,)+) => {
        /// Air and smoke at one instant, a row of `air.csv`.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        pub struct AirRow {
            $(#[doc = $meaning] pub $column: f64,)+
        }

        impl Row for AirRow {
            const COLUMNS: &[(&str, &str)] = &[$((stringify!($column), $meaning)),+];
        }

        impl From<Reading> for AirRow {
            fn from(reading: Reading) -> Self {
                Self { $($column: { let value: fn(&Reading) -> f64 = $value; value(&reading) },)+ }
            }
        }
    };
}

columns! {
    t_s: "s, simulated time" = |air| air.t_s,
    smoke_m3: "m³, smoke in the air, as the volume that it has undiluted" = |air| air.balance.smoke_m3,
    given_m3: "m³, smoke that the sources gave since the start" = |air| air.balance.given_m3,
    smoke_through_sides_m3: "m³, smoke that came in through sides since the start less what left" = |air| air.balance.smoke_through_sides_m3,
    smoke_residual_m3: "m³, smoke that nothing accounts for" = |air| air.balance.smoke_residual_m3(),
    top_m: "m, height above the still level up to which there is more than a hundredth of the greatest concentration" = |air| air.plume.top_m,
    center_x_m: "m, center of the smoke" = |air| air.plume.center_m.x,
    center_y_m: "m, center of the smoke" = |air| air.plume.center_m.y,
    center_z_m: "m, center of the smoke, above the datum" = |air| air.plume.center_m.z,
    width_m: "m, root of the mean squared horizontal distance of the smoke from its center" = |air| air.plume.width_m,
    greatest: "greatest concentration" = |air| air.plume.greatest,
    fastest_m_s: "m/s, fastest flow" = |air| air.plume.fastest_m_s,
    mass_kg: "kg, air" = |air| air.balance.mass_kg,
    through_sides_kg: "kg, air that came in through sides since the start less what left" = |air| air.balance.through_sides_kg,
    mass_residual_kg: "kg, air that nothing accounts for" = |air| air.balance.mass_residual_kg(),
    momentum_x_n_s: "N s, momentum of the air along x" = |air| air.balance.momentum_n_s.x,
    momentum_y_n_s: "N s, momentum of the air along y" = |air| air.balance.momentum_n_s.y,
    momentum_z_n_s: "N s, momentum of the air upwards" = |air| air.balance.momentum_n_s.z,
    buoyancy_n_s: "N s, momentum upwards that the smoke gave since the start" = |air| air.balance.buoyancy_n_s,
    sides_x_n_s: "N s, momentum along x that sides gave since the start, but for the pressure of air at rest" = |air| air.balance.sides_n_s.x,
    sides_y_n_s: "N s, the same along y" = |air| air.balance.sides_n_s.y,
    sides_z_n_s: "N s, the same upwards" = |air| air.balance.sides_n_s.z,
    bodies_x_n_s: "N s, momentum along x that bodies gave since the start, but for the pressure of air at rest" = |air| air.balance.solids_n_s.x,
    bodies_y_n_s: "N s, the same along y" = |air| air.balance.solids_n_s.y,
    bodies_z_n_s: "N s, the same upwards" = |air| air.balance.solids_n_s.z,
    particles: "number of particles in the air" = |air| air.balance.particles.count as f64,
    particles_kg: "kg, particles in the air" = |air| air.balance.particles.mass_kg,
    particles_given_kg: "kg, particles that the sources gave since the start" = |air| air.balance.particles.given_kg,
    particles_settled_kg: "kg, particles that stayed at walls, on the water and on bodies since the start" = |air| air.balance.particles.settled_kg,
    particles_left_kg: "kg, particles that left or were taken out since the start" = |air| air.balance.particles.left_kg,
    particles_mass_residual_kg: "kg, particles that nothing accounts for" = |air| air.balance.particles.mass_residual_kg(),
    particles_x_n_s: "N s, momentum of the particles along x" = |air| air.balance.particles.momentum_n_s.x,
    particles_y_n_s: "N s, the same along y" = |air| air.balance.particles.momentum_n_s.y,
    particles_z_n_s: "N s, the same upwards" = |air| air.balance.particles.momentum_n_s.z,
    particles_weight_n_s: "N s, momentum upwards that their weight less their buoyancy gave the particles since the start" = |air| air.balance.particles.weight_n_s,
    particles_on_air_x_n_s: "N s, momentum along x that the particles gave the air since the start" = |air| air.balance.particles.on_air_n_s.x,
    particles_on_air_y_n_s: "N s, the same along y" = |air| air.balance.particles.on_air_n_s.y,
    particles_on_air_z_n_s: "N s, the same upwards" = |air| air.balance.particles.on_air_n_s.z,
    particles_residual_n_s: "N s, momentum of the particles that nothing accounts for, its length" = |air| air.balance.particles.momentum_residual_n_s().length(),
    momentum_residual_x_n_s: "N s, momentum along x that nothing accounts for" = |air| air.balance.momentum_residual_n_s().x,
    momentum_residual_y_n_s: "N s, momentum along y that nothing accounts for" = |air| air.balance.momentum_residual_n_s().y,
    momentum_residual_z_n_s: "N s, momentum upwards that nothing accounts for" = |air| air.balance.momentum_residual_n_s().z,
}

impl AirRow {
    /// The row of the air at a time. It takes two passes over all cells.
    pub fn new(t_s: f64, air: &Air) -> Self {
        Reading { t_s, balance: air.balance(), plume: air.plume() }.into()
    }
}
