//! A box of 8 × 4 × 2 m and half the water's density: draft, metacentric heights, righting arms.

use glam::{DVec3, Vec3};
use hydro_forces::equilibrium::{float_pose, gz_curve, particulars};

use super::shapes::{BOX_M, cuboid, hull};
use crate::verify::row::Row;

pub(in crate::verify) fn rows() -> Vec<Row> {
    let [length, beam, depth] = BOX_M;
    let draft = depth / 2.0;
    let hull = hull(&cuboid(BOX_M, Vec3::ZERO));
    let volume = length * beam * draft;
    let pose = float_pose(&hull, DVec3::ZERO, volume, 0.0).expect("it floats");
    let numbers = particulars(&hull, DVec3::ZERO, volume, pose.rotation).expect("it floats");
    let curve = gz_curve(&hull, DVec3::ZERO, volume, 18).expect("it floats");
    let arm = |heel_deg: f64| {
        let arms = curve.arms.iter();
        arms.filter(|arm| (arm.heel_deg - heel_deg).abs() < 1e-9).map(|arm| arm.gz_m).next_back()
    };
    // BM = I / V; the center of mass is half the draft above that of buoyancy. While its sides are walls,
    // GZ = (GM + ½ BM tan² φ) sin φ.
    let bm = |breadth: f64| breadth * breadth / (12.0 * draft);
    let gm = |breadth: f64| bm(breadth) - draft / 2.0;
    let gz = |heel: f64| (gm(beam) + 0.5 * bm(beam) * heel.tan().powi(2)) * heel.sin();
    let row = |quantity: &str, value: f64, reference: f64| Row {
        case: "box at rest",
        quantity: quantity.to_owned(),
        value,
        reference,
        tolerance: 0.002 * reference,
    };
    vec![
        row("draft [m]", pose.draft_m, draft),
        row("GM transverse [m]", numbers.gm_transverse_m, gm(beam)),
        row("GM longitudinal [m]", numbers.gm_longitudinal_m, gm(length)),
        row("GZ at 10° [m]", arm(10.0).unwrap_or(f64::NAN), gz(10f64.to_radians())),
        row("GZ at 20° [m]", arm(20.0).unwrap_or(f64::NAN), gz(20f64.to_radians())),
    ]
}
