//! The sphere of the IEA OES modeling task (Wendt et al. 2019): 5 m of radius, 261.8 t, dropped from 1 m on deep water,
//! with added mass and the memory of its waves.

use std::f64::consts::PI;

use glam::{DQuat, DVec3};
use hydro_forces::radiation::{AddedMass, Inertia, RadiationMemory};
use hydro_forces::{Flow, Load};
use rigid_sim::MassProperties;

use super::afloat::Afloat;
use super::hemisphere::{ADDED_MASS, heave_damping, in_heave};
use super::shapes::{hull, sphere};
use crate::verify::row::Row;
use crate::verify::tank::GRAVITY;

pub(in crate::verify) const RADIUS_M: f64 = 5.0;
pub(in crate::verify) const MASS_KG: f64 = 261.8e3;
const TIME_STEP_S: f64 = 0.01;

/// The range of the task's models: its middle and half its width, for heights m and for times s.
const TROUGH_M: [f64; 2] = [-0.880, 0.012];
const TROUGH_S: [f64; 2] = [2.23, 0.05];
const CREST_M: [f64; 2] = [0.641, 0.010];
const CREST_S: [f64; 2] = [4.45, 0.08];

pub(in crate::verify) fn rows() -> Vec<Row> {
    rows_of("IEA sphere", &path(), TIME_STEP_S)
}

/// First trough and crest of heights at equal intervals of time.
pub(in crate::verify) fn rows_of(case: &'static str, path: &[f64], time_step_s: f64) -> Vec<Row> {
    let turn = |from: usize, way: f64| {
        let heights = path.iter().enumerate().skip(from);
        let found = heights.max_by(|a, b| (way * a.1).total_cmp(&(way * b.1)));
        found.map_or((from, f64::NAN), |(step, height)| (step, *height))
    };
    let trough = turn(0, -1.0);
    let crest = turn(trough.0, 1.0);
    let row = |quantity: &str, value: f64, [middle, half]: [f64; 2]| Row {
        case,
        quantity: quantity.to_owned(),
        value,
        reference: middle,
        tolerance: half,
    };
    let time_s = |step: usize| step as f64 * time_step_s;
    vec![
        row("first trough [m]", trough.1, TROUGH_M),
        row("time of the first trough [s]", time_s(trough.0), TROUGH_S),
        row("first crest [m]", crest.1, CREST_M),
        row("time of the first crest [s]", time_s(crest.0), CREST_S),
    ]
}

/// Heights of the center over 6 s, one a step.
fn path() -> Vec<f64> {
    let displaced_kg = 1000.0 * 2.0 / 3.0 * PI * RADIUS_M.powi(3);
    let mass = MassProperties::from_sphere(RADIUS_M, MASS_KG).expect("in range");
    let inertia = Inertia { mass_kg: MASS_KG, tensor_kg_m2: mass.inertia_kg_m2 };
    let added = AddedMass::new(in_heave(ADDED_MASS * displaced_kg)).expect("in range");
    let damping = heave_damping(RADIUS_M, displaced_kg);
    let mut memory = RadiationMemory::new(&damping, TIME_STEP_S, 20.0).expect("in range");
    let mut afloat = Afloat::new(hull(&sphere(RADIUS_M, 5)), mass, DVec3::Z, DQuat::IDENTITY);
    let mut path = vec![1.0];
    for _ in 0..600 {
        afloat.load();
        let waves = memory.step(&afloat.motion(), DVec3::ZERO);
        let (force_n, torque_n_m) = afloat.body().gathered();
        let others = Load {
            force_n: force_n + waves.force_n - DVec3::Z * (MASS_KG * GRAVITY),
            torque_n_m: torque_n_m + waves.torque_n_m,
        };
        let reaction = added.reaction(&inertia, &afloat.motion(), &Flow::default(), &others);
        let reaction = reaction.expect("finite motions have one");
        afloat.body_mut().add_force(waves.force_n + reaction.force_n);
        afloat.body_mut().add_torque(waves.torque_n_m + reaction.torque_n_m);
        let _ = afloat.world.step(TIME_STEP_S);
        path.push(afloat.body().center_of_mass_m().z);
    }
    path
}
