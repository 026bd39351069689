//! A closed mesh under a plane surface feels ρ g V straight up through the center of the volume that it displaces.

use std::f64::consts::FRAC_PI_2;

use glam::{DQuat, DVec3, Vec3};
use hydro_forces::{Coefficients, ForceModel, ForceOptions, Motion, Plane, Water};

use super::shapes::{BOX_M, Mesh, cuboid, hull, sphere, volume_m3};
use crate::verify::row::Row;

/// Tolerance for meshes of `f32`, over ρ g V and ρ g V L.
const TOLERANCE: f64 = 1e-5;
const LENGTH_M: f64 = 8.0;
const LEVEL_M: f64 = 2.5;

/// A mesh in a pose in which the displaced volume and its center are known.
struct Case {
    mesh: Mesh,
    rotation: DQuat,
    translation_m: DVec3,
    volume_m3: f64,
    center_of_buoyancy_m: DVec3,
}

pub(in crate::verify) fn rows() -> Vec<Row> {
    let model = ForceModel::new(Water::default(), Coefficients::NONE).expect("in range");
    let mut worst = [0.0f64; 3];
    for case in cases() {
        let motion = Motion {
            reference_m: case.center_of_buoyancy_m,
            ..Motion::at_rest(case.rotation, case.translation_m)
        };
        let forces = model.forces(&hull(&case.mesh), &motion, &Plane::flat(LEVEL_M), ForceOptions::default());
        let lift = model.water().density_kg_m3 * model.water().gravity_m_s2 * case.volume_m3;
        let defects = [
            (forces.force_n.z / lift - 1.0).abs(),
            forces.force_n.truncate().length() / lift,
            forces.torque_n_m.length() / (lift * LENGTH_M),
        ];
        for (worst, defect) in worst.iter_mut().zip(defects) {
            // NaN is propagated instead of ignored.
            *worst = if defect.is_nan() { defect } else { worst.max(defect) };
        }
    }
    let quantities =
        ["|F_z / ρgV − 1|, worst pose", "|F_xy| / ρgV, worst pose", "|M about B| / ρgVL, worst pose"];
    let row = |(quantity, value): (&str, f64)| Row {
        case: "closed mesh",
        quantity: quantity.to_owned(),
        value,
        reference: 0.0,
        tolerance: TOLERANCE,
    };
    quantities.into_iter().zip(worst).map(row).collect()
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    // Its own frame's origin is no special point of it.
    let center = Vec3::new(0.3, -0.2, 0.7);
    for (heel_deg, heading_deg) in [(0.0f64, 0.0f64), (8.0, 33.0), (-15.0, 100.0), (20.0, -72.0)] {
        cases.push(heeled_box(center, heel_deg.to_radians(), heading_deg.to_radians()));
    }
    // Wholly under water, turned anyhow.
    let ball = sphere(2.0, 3);
    let volume = volume_m3(&ball);
    for turn in [0.3, 1.1, 2.9] {
        let at = DVec3::new(-40.0, 25.0, LEVEL_M - 3.0);
        cases.push(Case {
            mesh: ball.clone(),
            rotation: DQuat::from_rotation_x(turn) * DQuat::from_rotation_y(2.0 * turn),
            translation_m: at,
            volume_m3: volume,
            center_of_buoyancy_m: at,
        });
    }
    cases
}

/// The box of half the water's density, heeled about its own middle, which then lies on the surface. Its sides stay
/// walls, so the center of buoyancy of its lower half moves by `BM (tan φ, ½ tan² φ)` from half the draft below.
fn heeled_box(center: Vec3, heel: f64, heading: f64) -> Case {
    let [length, beam, depth] = BOX_M;
    let draft = depth / 2.0;
    assert!(heel.abs() < FRAC_PI_2 && beam / 2.0 * heel.tan().abs() < draft, "no corner crosses the surface");
    let rotation = DQuat::from_rotation_z(heading) * DQuat::from_rotation_x(heel);
    let middle = DVec3::new(13.0, -7.0, LEVEL_M);
    let radius = beam * beam / (12.0 * draft);
    // Heeled to starboard, −y, the water rises there.
    let buoyancy = DVec3::new(0.0, -radius * heel.tan(), -draft / 2.0 + radius / 2.0 * heel.tan().powi(2));
    Case {
        mesh: cuboid(BOX_M, center),
        rotation,
        translation_m: middle - rotation * center.as_dvec3(),
        volume_m3: length * beam * draft,
        center_of_buoyancy_m: middle + rotation * buoyancy,
    }
}
