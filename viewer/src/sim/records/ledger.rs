use serde::{Deserialize, Serialize};

use super::table::Row;
use crate::sim::World;

/// The books at one instant, a row of `ledger.csv`: each quantity with what nothing accounts for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LedgerRow {
    /// Simulated time.
    pub t_s: f64,
    /// Volume of the water.
    pub water_m3: f64,
    /// Volume that bodies displace.
    pub displaced_m3: f64,
    /// Inflow through the sides less outflow.
    pub through_borders_m3: f64,
    /// Volume that no side accounts for.
    pub water_residual_m3: f64,
    /// Horizontal momentum of water and bodies.
    pub momentum_x_n_s: f64,
    /// The same along y.
    pub momentum_y_n_s: f64,
    /// Momentum that the bed's slope gave the water.
    pub bed_x_n_s: f64,
    /// The same along y.
    pub bed_y_n_s: f64,
    /// Momentum that the wind gave the water.
    pub wind_x_n_s: f64,
    /// The same along y.
    pub wind_y_n_s: f64,
    /// Momentum that the earth's rotation gave the water.
    pub coriolis_x_n_s: f64,
    /// The same along y.
    pub coriolis_y_n_s: f64,
    /// Momentum that the bed's friction gave the water.
    pub friction_x_n_s: f64,
    /// The same along y.
    pub friction_y_n_s: f64,
    /// Momentum that nothing accounts for.
    pub momentum_residual_x_n_s: f64,
    /// The same along y.
    pub momentum_residual_y_n_s: f64,
    /// Angular momentum of water and bodies about the vertical through the middle of the domain, counter-clockwise.
    pub angular_momentum_n_m_s: f64,
    /// Angular momentum that nothing accounts for but the sides, whose moments are not known.
    pub angular_residual_n_m_s: f64,
    /// Kinetic energy of the water.
    pub water_kinetic_j: f64,
    /// Potential energy of the water's elevation above the still level.
    pub water_potential_j: f64,
    /// Kinetic energy of the bodies afloat.
    pub bodies_kinetic_j: f64,
    /// Potential energy of the bodies afloat, with that of the water they displace.
    pub bodies_potential_j: f64,
    /// Work of propellers.
    pub thrust_j: f64,
    /// Work of carriages.
    pub carriages_j: f64,
    /// Work of driven bodies on the water.
    pub driven_j: f64,
    /// Work of the wind on the water.
    pub wind_j: f64,
    /// Work of the bed's friction on the water, below 0.
    pub friction_j: f64,
    /// Energy that came in through open sides less what left.
    pub through_sides_j: f64,
    /// Energy that is gone: dissipated, taken by sponges, or radiated by formula.
    pub dissipated_j: f64,
}

impl Row for LedgerRow {
    const COLUMNS: &[(&str, &str)] = &[
        ("t_s", "s, simulated time"),
        ("water_m3", "m³, volume of the water"),
        ("displaced_m3", "m³, volume that bodies displace"),
        ("through_borders_m3", "m³, inflow through sides less outflow"),
        ("water_residual_m3", "m³, volume that no side accounts for"),
        ("momentum_x_n_s", "N s, momentum of water and bodies along x"),
        ("momentum_y_n_s", "N s, momentum of water and bodies along y"),
        ("bed_x_n_s", "N s, momentum along x that the bed's slope gave the water since the start"),
        ("bed_y_n_s", "N s, momentum along y that the bed's slope gave the water since the start"),
        ("wind_x_n_s", "N s, momentum along x that the wind gave the water since the start"),
        ("wind_y_n_s", "N s, momentum along y that the wind gave the water since the start"),
        ("coriolis_x_n_s", "N s, momentum along x that the earth's rotation gave the water since the start"),
        ("coriolis_y_n_s", "N s, momentum along y that the earth's rotation gave the water since the start"),
        ("friction_x_n_s", "N s, momentum along x that the bed's friction gave the water since the start"),
        ("friction_y_n_s", "N s, momentum along y that the bed's friction gave the water since the start"),
        ("momentum_residual_x_n_s", "N s, momentum along x that nothing accounts for"),
        ("momentum_residual_y_n_s", "N s, momentum along y that nothing accounts for"),
        (
            "angular_momentum_n_m_s",
            "N m s, angular momentum of water and bodies about the middle of the domain",
        ),
        ("angular_residual_n_m_s", "N m s, angular momentum that nothing accounts for but the sides"),
        ("water_kinetic_j", "J, kinetic energy of the water"),
        ("water_potential_j", "J, potential energy of the water's elevation"),
        ("bodies_kinetic_j", "J, kinetic energy of the bodies afloat"),
        (
            "bodies_potential_j",
            "J, potential energy of the bodies afloat with that of the water they displace",
        ),
        ("thrust_j", "J, work of propellers since the start"),
        ("carriages_j", "J, work of carriages since the start"),
        ("driven_j", "J, work of driven bodies on the water since the start"),
        ("wind_j", "J, work of the wind on the water since the start"),
        ("friction_j", "J, work of the bed's friction on the water since the start, below 0"),
        ("through_sides_j", "J, energy that came in through open sides since the start less what left"),
        ("dissipated_j", "J, energy that is gone: dissipated, taken by sponges, or radiated by formula"),
    ];
}

impl LedgerRow {
    /// The row of a world in its present state. It takes some passes over all cells.
    pub fn new(world: &World) -> Self {
        let (mass, momentum) = (world.mass(), world.momentum());
        let (angular, energy) = (world.angular_momentum(), world.energy());
        let residual_n_s = momentum.residual_n_s();
        Self {
            t_s: world.time_s(),
            water_m3: mass.final_m3,
            displaced_m3: mass.displaced_m3,
            through_borders_m3: mass.through_borders_m3,
            water_residual_m3: mass.residual_relative() * mass.initial_m3,
            momentum_x_n_s: momentum.final_n_s.x,
            momentum_y_n_s: momentum.final_n_s.y,
            bed_x_n_s: momentum.bed_n_s.x,
            bed_y_n_s: momentum.bed_n_s.y,
            wind_x_n_s: momentum.wind_n_s.x,
            wind_y_n_s: momentum.wind_n_s.y,
            coriolis_x_n_s: momentum.coriolis_n_s.x,
            coriolis_y_n_s: momentum.coriolis_n_s.y,
            friction_x_n_s: momentum.friction_n_s.x,
            friction_y_n_s: momentum.friction_n_s.y,
            momentum_residual_x_n_s: residual_n_s.x,
            momentum_residual_y_n_s: residual_n_s.y,
            angular_momentum_n_m_s: angular.final_n_m_s,
            angular_residual_n_m_s: angular.residual_n_m_s(),
            water_kinetic_j: energy.now.water_kinetic_j,
            water_potential_j: energy.now.water_potential_j,
            bodies_kinetic_j: energy.now.bodies_kinetic_j,
            bodies_potential_j: energy.now.bodies_potential_j,
            thrust_j: energy.work.thrust_j,
            carriages_j: energy.work.carriages_j,
            driven_j: energy.work.driven_j,
            wind_j: energy.work.wind_j,
            friction_j: energy.work.friction_j,
            through_sides_j: energy.through_sides_j,
            dissipated_j: energy.dissipated_j(),
        }
    }
}
