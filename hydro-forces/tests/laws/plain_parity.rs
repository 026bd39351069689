//! The crate against the plain loop, on rough water, with everything moving.

use glam::{DVec2, DVec3};
use hydro_forces::{Coefficients, Cut, Exchanges, ForceModel, ForceOptions, Lift, Motion, WaterSurface};
use proptest::prelude::*;

use crate::inputs::{coefficients, mesh, motion, rough_water, sea_water};
use crate::meshes::{Mesh, fine_sphere};
use crate::plain;

/// Both sides work in f64 on different paths; about 1e3 triangles of rounding.
const RELATIVE: f64 = 1e-11;

fn close(what: &str, got: DVec3, want: DVec3, scale: f64) {
    assert!((got - want).length() <= RELATIVE * scale, "{what}: {got} against {want}, scale {scale}");
}

/// Everything that is summed, and what is exchanged triangle by triangle.
fn compare(
    mesh: &Mesh,
    motion: &Motion,
    water: &impl WaterSurface,
    c: Coefficients,
    (cut, lift): (Cut, Lift),
) {
    let hull = mesh.hull();
    let model = ForceModel::new(sea_water(), c).unwrap().cut(cut).lift(lift);
    let mut exchanges = Exchanges::default();
    let options = ForceOptions::default().exchanges(&mut exchanges);
    let got = model.forces(&hull, motion, water, options);
    let exchanged: DVec2 = exchanges.iter().map(|exchange| exchange.force_n).sum();
    let want = plain::forces(&mesh.world(motion), motion, water, &sea_water(), &c, (cut, lift));
    // Bounds of pressure, of dynamic pressure and of levers.
    let (pressure, lever) = (1025.0 * (9.81 * 20.0 + 2.0 * 40.0f64.powi(2)), 20.0);
    let force = pressure * hull.area_m2();
    close("force", got.force_n, want.force, force);
    close("dynamic", got.dynamic_n, want.dynamic, force);
    close("torque", got.torque_n_m, want.torque, force * lever);
    close("dynamic torque", got.dynamic_torque_n_m, want.dynamic_torque, force * lever);
    close("exchange of triangles", exchanged.extend(0.0), want.dynamic.with_z(0.0), force);
    let z = |number| DVec3::Z * number;
    close("area", z(got.wet_area_m2), z(want.wet_area), hull.area_m2());
    close("volume", z(got.submerged_volume_m3), z(want.volume), hull.area_m2() * lever);
    if let Some(center) = got.center_of_buoyancy_m {
        let moment = center * got.submerged_volume_m3;
        close("volume moment", moment, want.volume_moment, hull.area_m2() * lever * 100.0);
    }
}

proptest! {
    #[test]
    fn sums_equal_those_of_the_plain_loop(
        mesh in mesh(),
        motion in motion(),
        water in rough_water(),
        c in coefficients(),
        cut in prop_oneof![Just(Cut::Centroid), Just(Cut::Corners)],
        lift in prop_oneof![Just(Lift::Exact), Just(Lift::Paper)],
    ) {
        compare(&mesh, &motion, &water.surface(), c, (cut, lift));
    }

    /// Most of a fine hull is wet all over and taken block by block; part of it, or all of it with the surface far above.
    #[test]
    fn a_fine_hull_is_summed_like_a_coarse_one(
        motion in motion(), water in rough_water(), c in coefficients(),
        z_m in prop_oneof![2 => Just(0.2), 1 => -40.0..-4.0],
        cut in prop_oneof![Just(Cut::Centroid), Just(Cut::Corners)],
    ) {
        // Open, so that what is wrong with all of its triangles does not cancel.
        let mut mesh = fine_sphere(12);
        mesh.triangles.truncate(900);
        let motion = Motion { translation_m: motion.translation_m.with_z(z_m), ..motion };
        compare(&mesh, &motion, &water.surface(), c, (cut, Lift::Exact));
    }
}
