//! The force of waves on bodies that do not disturb them.

use glam::{DQuat, DVec2, DVec3, Vec3};
use hydro_forces::waves::{Sea, Superposition, Wave, WavePressure, WaveTrain};
use hydro_forces::{Cut, ForceModel, ForceOptions, Forces, Hull, Motion, Plane, WaterSurface, refine};
use proptest::prelude::*;

use crate::inputs::{hydrostatics, mesh, motion, sea_water};
use crate::meshes::fine_sphere;

const AMPLITUDE_M: f64 = 1e-3;
const LENGTH_M: f64 = 20.0;

fn sea(depth_m: f64, phase_deg: f64, pressure: WavePressure) -> Sea {
    let train = WaveTrain { amplitude_m: AMPLITUDE_M, length_m: LENGTH_M, towards_deg: 30.0, phase_deg };
    Sea { waves: vec![Wave::airy(train, depth_m, 9.81).unwrap()], pressure, ..Sea::default() }
}

/// What is left of the forces on a sphere of 1 m at `center` without its buoyancy.
fn wave_force(model: &ForceModel, sea: &Sea, center: DVec3) -> (Forces, DVec3) {
    let hull = fine_sphere(12).hull();
    let motion = Motion::at_rest(DQuat::IDENTITY, center);
    let forces = model.forces(&hull, &motion, sea, ForceOptions::default());
    let buoyancy = sea_water().density_kg_m3 * 9.81 * hull.volume_m3();
    (forces, forces.force_n - DVec3::Z * buoyancy)
}

/// The undisturbed dynamic pressure of Airy's wave is harmonic in x and z about a mean that a sphere keeps: its
/// Froude–Krylov force is ρ V times the water's acceleration at the center, of the size ρ V a ω² e^(−kd) in
/// deep water (Newman, Marine Hydrodynamics, §6.16), up to terms in (kR)².
#[test]
fn a_submerged_sphere_is_pushed_as_the_water_it_displaces_would_be() {
    let wavenumber = std::f64::consts::TAU / LENGTH_M;
    for cut in [Cut::Centroid, Cut::Corners] {
        let model = hydrostatics().cut(cut);
        for depth_m in [6.0, f64::INFINITY] {
            for (phase_deg, down) in [(0.0, 1.5), (70.0, 2.5), (140.0, 4.0), (-110.0, 4.5)] {
                let sea = sea(depth_m, phase_deg, WavePressure::Decaying);
                let center = DVec3::new(1.0, 2.0, -down);
                let (forces, got) = wave_force(&model, &sea, center);
                let mass = sea_water().density_kg_m3 * forces.submerged_volume_m3;
                let want = sea.acceleration_m_s2(center) * mass;
                // Faceted, so 1 % off in the volume's distribution; (kR)²/10 is 1 %.
                let tolerance = 0.02 * mass * AMPLITUDE_M * 9.81 * wavenumber;
                assert!((got - want).length() < tolerance, "{cut:?} {depth_m} {down}: {got} {want}");
                // From the local level alone the horizontal force does not fade.
                let (_, flat) = wave_force(&model, &Sea { pressure: WavePressure::FromLevel, ..sea }, center);
                assert!(flat.truncate().length() > 1.3 * got.truncate().length());
            }
        }
    }
}

#[test]
fn heads_are_zero_at_the_surface_and_fade_to_the_pressure_of_still_water() {
    let at = DVec2::new(3.0, -1.0);
    let deep = sea(f64::INFINITY, 20.0, WavePressure::Decaying);
    assert!(
        deep.has_pressure_heads()
            && !Sea { pressure: WavePressure::FromLevel, ..deep.clone() }.has_pressure_heads()
    );
    let eta = deep.level_m(at);
    for (depth, decay) in [(0.0, 1.0), (LENGTH_M / 2.0, (-std::f64::consts::PI).exp()), (1e6, 0.0)] {
        let dynamic = deep.pressure_head_m(at, depth) - (depth - eta);
        assert!((dynamic - eta * decay).abs() < 1e-9, "{depth}: {dynamic}");
    }
    // On the bed of shallow water 1 / cosh kh is left.
    let shallow = sea(2.0, 20.0, WavePressure::Decaying);
    let decay = (std::f64::consts::TAU / LENGTH_M * 2.0).cosh().recip();
    for depth in [2.0, 3.0] {
        assert!((shallow.pressure_head_m(at, depth) - (depth - eta) - eta * decay).abs() < 1e-12);
    }
    let over = Superposition { base: Plane::flat(5.0), added: &deep };
    assert!(
        over.has_pressure_heads()
            && (over.pressure_head_m(at, 4.0) - deep.pressure_head_m(at, 4.0)).abs() < 1e-15
    );
}

/// Half a wave length on, the first harmonic has the opposite sign and the second the same.
#[test]
fn the_second_harmonic_fades_twice_as_fast() {
    let train = WaveTrain { amplitude_m: 0.5, length_m: LENGTH_M, towards_deg: 0.0, phase_deg: 10.0 };
    let waves = vec![Wave::stokes2(train, f64::INFINITY, 9.81).unwrap()];
    let sea = Sea { waves, pressure: WavePressure::Decaying, ..Sea::default() };
    let harmonics = |depth: f64| {
        let dynamic = |x: f64| sea.pressure_head_m(DVec2::X * x, depth) - depth + sea.level_m(DVec2::X * x);
        let [here, opposite] = [dynamic(0.0), dynamic(LENGTH_M / 2.0)];
        [(here - opposite) / 2.0, (here + opposite) / 2.0]
    };
    let ([first, second], [deep_first, deep_second]) = (harmonics(0.0), harmonics(LENGTH_M / 8.0));
    let fade = (-std::f64::consts::FRAC_PI_4).exp();
    assert!(second > 1e-2);
    assert!((deep_first - first * fade).abs() < 1e-12);
    assert!((deep_second - second * fade * fade).abs() < 1e-12);
}

proptest! {
    /// Volume and wet area are those of the surface, whatever the pressure; without waves nothing changes.
    #[test]
    fn the_pressure_alone_fades(mesh in mesh(), motion in motion(), phase in 0.0..360.0) {
        let hull = mesh.hull();
        let [fading, from_level] = [WavePressure::Decaying, WavePressure::FromLevel]
            .map(|pressure| hydrostatics().forces(&hull, &motion, &sea(f64::INFINITY, phase, pressure), ForceOptions::default()));
        prop_assert!((fading.wet_area_m2 - from_level.wet_area_m2).abs() < 1e-9 * hull.area_m2());
        let size = hull.bounding_sphere().1 * hull.area_m2();
        prop_assert!((fading.submerged_volume_m3 - from_level.submerged_volume_m3).abs() < 1e-9 * size);
        // No head differs by more than the amplitude.
        let bound = 1025.0 * 9.81 * AMPLITUDE_M * hull.area_m2();
        prop_assert!((fading.force_n - from_level.force_n).length() <= bound);
        let calm = Sea { pressure: WavePressure::Decaying, ..Sea::default() };
        let still = hydrostatics().forces(&hull, &motion, &calm, ForceOptions::default());
        prop_assert_eq!(still, hydrostatics().forces(&hull, &motion, &Sea::default(), ForceOptions::default()));
    }

    /// The forces on the triangles add up to the sums.
    #[test]
    fn triangles_add_up(mesh in mesh(), motion in motion(), phase in 0.0..360.0) {
        let (mut force, mut torque) = (DVec3::ZERO, DVec3::ZERO);
        let sea = sea(5.0, phase, WavePressure::Decaying);
        let hull = mesh.hull();
        let sums = hydrostatics().forces(&hull, &motion, &sea, ForceOptions::default().triangles(&mut |t| {
            force += t.hydrostatic_n;
            torque += (t.application_m - motion.reference_m).cross(t.hydrostatic_n);
        }));
        let scale = 1e-11 * 1025.0 * 9.81 * 20.0 * hull.area_m2();
        prop_assert!((sums.force_n - force).length() <= scale);
        prop_assert!((sums.torque_n_m - torque).length() <= 20.0 * scale);
    }
}

/// Heave of waves from the side on the box of the README, 8 × 4 m and half immersed, `ρ g a L B sin(kB/2)/(kB/2)` with the pressure from the level: what large triangles make of
/// it, and that it comes out with edges of a part of the wave's length.
#[test]
fn waves_lift_a_box_of_small_triangles_by_what_the_formula_says() {
    let vertices: Vec<Vec3> = (0..8)
        .map(|i| {
            Vec3::new(
                (i & 1) as f32 * 8.0 - 4.0,
                (i >> 1 & 1) as f32 * 4.0 - 2.0,
                (i >> 2) as f32 * 2.0 - 1.0,
            )
        })
        .collect();
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles: Vec<[u32; 3]> = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let amplitude_m = 0.01;
    let scale = sea_water().density_kg_m3 * 9.81 * amplitude_m * 32.0;
    for length_m in [8.0, 4.0] {
        let half = std::f64::consts::PI / length_m * 4.0;
        let theory = scale * half.sin() / half;
        let heave = |cut: Cut, longest_m: f32| {
            let (vertices, triangles) = refine(&vertices, &triangles, longest_m).unwrap();
            let hull = Hull::new(&vertices, &triangles).unwrap();
            let at_phase = |phase_deg: f64| {
                let train = WaveTrain { amplitude_m, length_m, towards_deg: 90.0, phase_deg };
                let waves = vec![Wave::airy(train, f64::INFINITY, 9.81).unwrap()];
                let motion = Motion::at_rest(DQuat::IDENTITY, DVec3::ZERO);
                let model = hydrostatics().cut(cut);
                let sea = Sea { waves, ..Sea::default() };
                model.forces(&hull, &motion, &sea, ForceOptions::default()).force_n.z
            };
            0.5 * (at_phase(0.0) - at_phase(180.0))
        };
        for cut in [Cut::Centroid, Cut::Corners] {
            let parts = [20.0, length_m / 4.0, length_m / 8.0, length_m / 16.0];
            let off = parts.map(|longest_m| (heave(cut, longest_m as f32) - theory) / scale);
            println!("{length_m} m, {cut:?}: {off:.4?} of the greatest force");
            assert!(off[0].abs() > 0.1, "{length_m} {cut:?}: {off:?}");
            assert!(
                off[1].abs() < 0.05 && off[2].abs() < 0.012 && off[3].abs() < 0.003,
                "{length_m} {cut:?}: {off:?}"
            );
        }
    }
}
