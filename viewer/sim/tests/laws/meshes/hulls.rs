//! Generated hulls are closed, point outward, and have the dimensions given.

use std::collections::HashMap;

use glam::{DQuat, Vec3};
use hydro_forces::slender::{Channel, Sections, wave_resistance_n};
use hydro_forces::{Hull, Water};
use proptest::prelude::*;
use viewer_sim::World;
use viewer_sim::hulls::{Mesh, Parabolic, cuboid, parabolic, speedboat, sphere};
use viewer_sim::scenario::{Origin, Scenario};

use super::files::{binary_stl, write};

/// Every edge is run along once in each direction.
fn assert_closed(mesh: &Mesh) {
    let mut runs: HashMap<[u32; 2], i32> = HashMap::new();
    for [a, b, c] in &mesh.triangles {
        for edge in [[*a, *b], [*b, *c], [*c, *a]] {
            *runs.entry(edge).or_default() += 1;
        }
    }
    for ([a, b], count) in &runs {
        assert_eq!((*count, runs.get(&[*b, *a])), (1, Some(&1)), "edge {a}–{b}");
    }
}

/// Every triangle of a body that is star-shaped about `inner` looks away from it.
fn assert_outward(mesh: &Mesh, inner: Vec3) {
    for (i, [a, b, c]) in mesh.corners().enumerate() {
        let normal = (b - a).cross(c - a);
        assert!(normal.length() > 0.0, "triangle {i} has no area");
        assert!(normal.dot((a + b + c) / 3.0 - inner) > 0.0, "triangle {i} looks inward");
    }
}

fn assert_size(mesh: &Mesh, low: Vec3, high: Vec3) {
    let bounds = mesh.bounds_m();
    let near = |a: Vec3, b: Vec3| (a - b).abs().max_element() <= 1e-5 * (high - low).max_element();
    assert!(near(bounds[0], low) && near(bounds[1], high), "{bounds:?} instead of {low} … {high}");
}

fn half(length: f32, beam: f32, depth: f32) -> [Vec3; 2] {
    [Vec3::new(-length / 2.0, -beam / 2.0, 0.0), Vec3::new(length / 2.0, beam / 2.0, depth)]
}

proptest! {
    #[test]
    fn speedboats_are_sound_for_any_dimensions(length in 0.5..200.0_f32, beam in 0.2..40.0_f32, depth in 0.1..20.0_f32) {
        let mesh = speedboat(length, beam, depth);
        let [low, high] = half(length, beam, depth);
        assert_closed(&mesh);
        assert_outward(&mesh, mesh.centroid_m().as_vec3());
        assert_size(&mesh, low, high);
        prop_assert_eq!(mesh.triangles.len(), 460);
        let block_coefficient = mesh.volume_m3() / f64::from(length * beam * depth);
        prop_assert!((0.5..0.8).contains(&block_coefficient), "{}", block_coefficient);
    }

    /// The volume under `B/2 (1 − (2x/L)²) (z/D)^p` is `2 B L D / 3 (p + 1)`.
    #[test]
    fn parabolic_hulls_are_sound_for_any_dimensions(
        length in 0.5..200.0_f32, beam in 0.2..40.0_f32, depth in 0.1..20.0_f32, fullness in 0.1..2.0_f32,
        sections in 3u32..40, points in 2u32..20,
    ) {
        let hull = Parabolic { length_m: length, beam_m: beam, depth_m: depth, fullness, sections, points };
        let mesh = parabolic(&hull);
        let [low, high] = half(length, beam, depth);
        assert_closed(&mesh);
        assert_size(&mesh, low, high);
        let more = mesh.triangles.len() as u32 - 2 * sections * (2 * points + 1);
        prop_assert!((4..=4 * points).contains(&more), "{more} at the stems");
        // The stems are vertical: at each height the hull is as long as at the deck.
        for end in [-0.5, 0.5] {
            let at_end = || mesh.vertices.iter().filter(|v| v.x == end * length);
            let low = at_end().map(|v| v.z).fold(f32::INFINITY, f32::min);
            let high = at_end().map(|v| v.z).fold(0.0, f32::max);
            prop_assert!(low == 0.0 && high == depth && at_end().all(|v| v.y == 0.0));
        }
        let fine = parabolic(&Parabolic { sections: 41, points: 40, ..hull });
        let exact = 2.0 * f64::from(beam * length * depth) / (3.0 * (f64::from(fullness) + 1.0));
        prop_assert!((fine.volume_m3() - exact).abs() < 0.005 * exact, "{} of {exact}", fine.volume_m3());
    }

    #[test]
    fn boxes_are_sound_for_any_dimensions(length in 0.01..200.0_f32, beam in 0.01..40.0_f32, depth in 0.01..20.0_f32) {
        let mesh = cuboid(length, beam, depth);
        let [low, high] = half(length, beam, depth);
        assert_closed(&mesh);
        assert_outward(&mesh, Vec3::new(0.0, 0.0, depth / 2.0));
        assert_size(&mesh, low, high);
        prop_assert_eq!(mesh.triangles.len(), 12);
        let volume = f64::from(length) * f64::from(beam) * f64::from(depth);
        prop_assert!((mesh.volume_m3() / volume - 1.0).abs() < 1e-5);
    }

    #[test]
    fn spheres_are_sound_for_any_radius(radius in 0.01..100.0_f32, subdivisions in 0..4_u32) {
        let mesh = sphere(radius, subdivisions);
        assert_closed(&mesh);
        assert_outward(&mesh, Vec3::new(0.0, 0.0, radius));
        prop_assert_eq!(mesh.triangles.len(), 20 * 4_usize.pow(subdivisions));
        for vertex in &mesh.vertices {
            prop_assert!(((vertex - radius * Vec3::Z).length() / radius - 1.0).abs() < 1e-5);
        }
        let lowest = mesh.bounds_m()[0].z;
        prop_assert!(lowest.abs() <= 1e-6 * radius);
    }
}

/// Thin-ship theory of a cut mesh against that of its formula, `ρ U² / (2 H √(F² − 1)) ∫ S'² dx` with `S = B (1 − (2x/L)²) T (T/D)^p /
/// (p + 1)` to the draft `T`: `∫ S'² dx = 16 S(0)² / (3 L)`.
#[test]
fn parabolic_hulls_meet_the_resistance_of_their_formula() {
    let [length_m, beam_m, depth_m, fullness, draft_m] = [6.0_f64, 0.9, 0.6, 0.5, 0.32];
    let water = Water::default();
    let channel = Channel { water, depth_m: 1.2, width_m: None };
    let area_m2 = beam_m * draft_m * (draft_m / depth_m).powf(fullness) / (fullness + 1.0);
    let froude: f64 = 1.5;
    let exact_n = water.density_kg_m3 * froude * froude * water.gravity_m_s2
        / (2.0 * (froude * froude - 1.0).sqrt())
        * 16.0
        * area_m2
        * area_m2
        / (3.0 * length_m);
    for sections in [20, 60, 200] {
        let mesh = parabolic(&Parabolic {
            length_m: length_m as f32,
            beam_m: beam_m as f32,
            depth_m: depth_m as f32,
            fullness: fullness as f32,
            sections,
            points: 12,
        });
        let hull = Hull::new(&mesh.vertices, &mesh.triangles).unwrap();
        let cut = Sections::cut(&hull, DQuat::IDENTITY, draft_m, 400).unwrap();
        let found_n = wave_resistance_n(&cut, &channel, froude).unwrap();
        println!("{sections} sections: {found_n} of {exact_n} N");
        assert!((found_n / exact_n - 1.0).abs() < 0.02, "{sections} sections: {found_n} of {exact_n} N");
    }
}

#[test]
fn finer_spheres_come_nearer_to_the_volume_of_a_ball() {
    let ball = std::f64::consts::PI * 4.0 / 3.0 * 125.0;
    let missing: Vec<f64> = (0..5).map(|n| 1.0 - sphere(5.0, n).volume_m3() / ball).collect();
    // An error of second order: a quarter with each subdivision.
    for pair in missing.windows(2) {
        assert!(pair[1] > 0.0 && (pair[0] / pair[1] - 4.0).abs() < 1.2, "{missing:?}");
    }
}

#[test]
fn the_centroid_of_a_box_is_its_middle() {
    let centroid = cuboid(4.0, 2.0, 1.0).centroid_m();
    assert!((centroid - glam::DVec3::new(0.0, 0.0, 0.5)).length() < 1e-12, "{centroid}");
}

#[test]
fn the_speedboat_is_the_same_to_port_and_to_starboard() {
    let mesh = speedboat(12.7, 3.85, 2.4);
    assert!(mesh.centroid_m().y.abs() < 1e-6);
    for vertex in &mesh.vertices {
        let mirrored = Vec3::new(vertex.x, -vertex.y, vertex.z);
        assert!(mesh.vertices.iter().any(|other| other.distance(mirrored) < 1e-6), "{vertex}");
    }
}

/// Of a ball of many triangles neither its neutral pose is searched for, nor, with its weight above its middle, where it comes to rest.
#[test]
fn large_hulls_are_not_followed_where_they_turn_over() {
    let folder = tempfile::tempdir().unwrap();
    for (subdivisions, is_followed) in [(3, true), (6, false)] {
        let ball = sphere(1.0, subdivisions);
        assert_eq!(ball.triangles.len() > 50_000, !is_followed, "{}", ball.triangles.len());
        write(&folder, "ball.stl", binary_stl(&ball));
        let heights = [(0.0, false), (0.3, true), (-0.3, false)];
        for (height_m, tilts) in heights.into_iter().take(if is_followed { 3 } else { 2 }) {
            let text = format!(
                "title = \"ball\"\nduration_s = 1.0\ngrid = {{ cells = [20, 20], cell_size_m = 0.5 }}\nwater = {{ level_m = 2.0 }}\n\
                 [body.b]\nposition_m = [5.0, 5.0]\nmass_kg = 1500.0\nmesh = \"ball.stl\"\ncenter_of_mass_m = [0.0, 0.0, {}]\n",
                1.0 + height_m
            );
            let origin = Origin { name: "ball.toml".into(), folder: Some(folder.path().into()) };
            let scenario = Scenario::parse(&text, origin, &[]).unwrap();
            let world = World::new(&scenario).unwrap();
            let said = world.warnings().iter().filter(|text| text.contains("not stable upright"));
            let said: Vec<_> = said.collect();
            assert_eq!(said.len(), usize::from(tilts), "{subdivisions} {height_m} {:?}", world.warnings());
            let words = if is_followed { "will come to rest at" } else { "will tilt by more than 30°" };
            assert!(said.iter().all(|text| text.contains(words)), "{said:?}");
        }
    }
}
