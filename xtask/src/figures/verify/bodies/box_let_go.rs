//! The box of `box_at_rest` let go beside its equilibrium, without drag: `T = 2π √(m / ρgA)` in heave,
//! `T = 2π k / √(g GM)` in roll.

use std::f64::consts::TAU;

use glam::{DQuat, DVec3, Vec3};
use rigid_sim::MassProperties;

use super::afloat::Afloat;
use super::shapes::{BOX_M, cuboid, hull};
use crate::verify::row::Row;
use crate::verify::tank::GRAVITY;

const TIME_STEP_S: f64 = 0.005;
const PERIODS: usize = 5;

pub(in crate::verify) fn rows() -> Vec<Row> {
    let [_, beam, depth] = BOX_M;
    let draft = depth / 2.0;
    let heave = period(afloat(0.05, 0.0), |afloat| afloat.body().center_of_mass_m().z);
    let roll = period(afloat(0.0, 1f64.to_radians()), |afloat| afloat.body().rotation().to_scaled_axis().x);
    let gyration = ((beam * beam + depth * depth) / 12.0).sqrt();
    let gm = beam * beam / (12.0 * draft) - draft / 2.0;
    let row = |quantity: &str, value: f64, reference: f64| Row {
        case: "box let go",
        quantity: quantity.to_owned(),
        value,
        reference,
        tolerance: 0.01 * reference,
    };
    vec![
        row("period of heave [s]", heave, TAU * (draft / GRAVITY).sqrt()),
        row("period of roll [s]", roll, TAU * gyration / (GRAVITY * gm).sqrt()),
    ]
}

fn afloat(above_m: f64, heel: f64) -> Afloat {
    let half = DVec3::from_array(BOX_M) / 2.0;
    let mass = MassProperties::from_box(half, 500.0 * BOX_M.iter().product::<f64>()).expect("in range");
    let rotation = DQuat::from_rotation_x(heel);
    Afloat::new(hull(&cuboid(BOX_M, Vec3::ZERO)), mass, DVec3::Z * above_m, rotation)
}

/// Mean time between the upward passages of `signal` through 0, s.
fn period(mut afloat: Afloat, signal: impl Fn(&Afloat) -> f64) -> f64 {
    let (mut before, mut passages) = (signal(&afloat), Vec::new());
    for step in 0..10_000u32 {
        afloat.load();
        let _ = afloat.world.step(TIME_STEP_S);
        let now = signal(&afloat);
        if before < 0.0 && now >= 0.0 {
            passages.push((f64::from(step) + before / (before - now)) * TIME_STEP_S);
        }
        before = now;
        if let [first, .., last] = passages[..]
            && passages.len() > PERIODS
        {
            return (last - first) / PERIODS as f64;
        }
    }
    f64::NAN
}
