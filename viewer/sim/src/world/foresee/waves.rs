//! Waves that sides send in, of which the viscosity of the lattice takes much: on their way, and at walls that they rub on.

use std::f64::consts::TAU;

use glam::Vec3;

use crate::bodies::{Bodies, Body};
use crate::scenario::{Collision, Scenario, Slip};
use crate::water::Water;

/// Fraction of the height of waves that viscosity may take across the domain.
const LOSS: f64 = 0.1;

/// Thickness of the viscous layer at a wall, as a fraction of the half breadth of a body, up to which its force is the waves'.
const THIN: f64 = 0.05;

/// Warnings of waves that do not get across the domain, and of bodies with no-slip walls in waves.
pub(super) fn warnings(scenario: &Scenario, water: &Water, bodies: &Bodies) -> Vec<String> {
    let lost = (0..4).filter_map(|n| lost(scenario, water, n));
    lost.chain(rubbed(scenario, water, bodies)).collect()
}

/// Warning of waves of a side that lose much of their height on their way to the opposite one.
fn lost(scenario: &Scenario, water: &Water, n: usize) -> Option<String> {
    let (name, side) = scenario.sides.named()[n];
    let period_s = side.wave()?.period_s()?;
    let (way_m, cell_m) = (scenario.size_m()[n / 2], scenario.grid.cell_size_m);
    let speed_m_s = water.fluid.lattice.units().wave_speed_m_s(scenario.greatest_depth_m());
    let length_m = speed_m_s * period_s;
    let [rate_1_s, bulk_1_s] = scenario.wave_damping_1_s(length_m);
    let loss = 1.0 - (-rate_1_s * way_m / speed_m_s).exp();
    let is_bulk = scenario.solver.collision == Collision::CentralMoments && bulk_1_s > 0.5 * rate_1_s;
    let remedy = match is_bulk {
        true => {
            "take a smaller solver.bulk_tau, which is stable in slower flow, solver.collision = \"bgk\", or a smaller grid.cell_size_m"
        }
        false => "take a smaller solver.tau or grid.cell_size_m",
    };
    (loss > LOSS).then(|| {
        format!(
            "sides.{name}.wave: its waves of {period_s} s are {length_m:.1} m long, {:.0} cells, and lose {:.0} % of their height to the lattice's viscosity on \
             the {way_m} m across the domain: {remedy}",
            length_m / cell_m,
            100.0 * loss
        )
    })
}

/// Warning of the first body with a no-slip wall in waves of a side whose viscous layer is thick beside it.
fn rubbed(scenario: &Scenario, water: &Water, bodies: &Bodies) -> Option<String> {
    let periods = scenario.sides.named().into_iter().filter_map(|(_, side)| side.wave()?.period_s());
    let period_s = periods.reduce(f64::max)?;
    let units = water.fluid.lattice.units();
    let layer_m = (2.0 * units.viscosity_m2_s(scenario.solver.tau) * period_s / TAU).sqrt();
    let is_rubbed = |name: &str, body: &Body| {
        let of = scenario.body.get(name);
        let rubs = of.is_some_and(|of| of.kind().wall().is_some_and(|wall| wall.slip == Slip::NoSlip));
        rubs && body.is_wall()
    };
    let half_m = |body: &Body| {
        let (low, high) = body
            .hull
            .mesh
            .vertices
            .iter()
            .fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), v| (low.min(*v), high.max(*v)));
        0.5 * f64::from((high - low).truncate().min_element())
    };
    let (body, half_m) = bodies
        .iter()
        .filter(|(body, _)| is_rubbed(&body.name, body))
        .map(|(body, _)| (body, half_m(body)))
        .find(|(_, half_m)| layer_m > THIN * half_m)?;
    Some(format!(
        "body.{}.wall.slip: \"no-slip\" in waves of {period_s} s: the layer that the lattice's viscosity makes at the wall, √(2 ν/ω), is {layer_m:.2} m thick, \
         {:.0} % of the half breadth of {half_m:.2} m, and much of the force on it is friction that water does not have; take slip = \"free-slip\", and a \
         solver.tau nearer to 0.5",
        body.name,
        100.0 * layer_m / half_m
    ))
}
