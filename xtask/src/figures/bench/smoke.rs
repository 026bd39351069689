//! What smoke adds to a picture: light in its cells and rays through them, beside the same picture without it.

use glam::Vec3;
use viewer::render::{Backend, Renderer};
use viewer::scene::{Look, Scene, Smoke, View, ViewKind, WaterSheet};

use super::row::Row;
use super::timing::{median_times, pool};

/// Edge of the box of smoke, m.
const BOX_M: f32 = 8.0;

/// Edge of the pictures, pixels.
const PIXELS: u32 = 512;

/// Pictures with smoke, and as many without, taken in turns.
const PICTURES: usize = 9;

/// Medians against what a picture may take, ms: a plume in clear air, and smoke everywhere, thin enough that no ray ends in it.
pub(super) fn measure() -> Vec<Row> {
    let cases = [(64, 60.0), (128, 150.0)];
    [1, 2].into_iter().flat_map(|threads| cases.map(|case| with_threads(threads, case))).flatten().collect()
}

fn with_threads(threads: usize, (n, limit_ms): (usize, f64)) -> [Row; 2] {
    [("plume", plume as fn(Vec3) -> f32), ("haze", |_| 0.02)].map(|(name, concentration)| {
        let value = pool(threads).install(|| added_ms(n, concentration));
        let case = format!("{name} in {n}³, {PIXELS}² pixels ({PICTURES} pictures)");
        Row { bench: "smoke", case, threads, value, unit: "ms", bound: limit_ms }
    })
}

/// A plume that widens as it rises; the place in edges of the box from its lower middle.
fn plume(at: Vec3) -> f32 {
    let width = 0.04 + 0.12 * at.z;
    let waves = 1.0 + 0.4 * (40.0 * at.z).sin() * (30.0 * at.x).cos();
    0.004 / (width * width) * waves * (-at.truncate().length_squared() / (width * width)).exp()
}

fn added_ms(n: usize, concentration: fn(Vec3) -> f32) -> f64 {
    let place = |k: usize| {
        let [x, y, z] = [k % n, k / n % n, k / (n * n)].map(|at| (at as f32 + 0.5) / n as f32);
        concentration(Vec3::new(x - 0.5, y - 0.5, z))
    };
    let sheet = WaterSheet {
        nx: 16,
        ny: 16,
        cell_size_m: BOX_M / 16.0,
        level_m: vec![0.0; 256],
        bed_m: vec![-2.0; 256],
        ..WaterSheet::default()
    };
    let smoke = Smoke {
        cells: [n; 3],
        cell_size_m: BOX_M / n as f32,
        corner_m: Vec3::ZERO,
        concentration: (0..n * n * n).map(place).collect(),
        extinction_1_m: 4.0,
        albedo: 0.8,
    };
    let without = Scene { water: sheet, ..Scene::default() };
    let with = Scene { smoke, ..without.clone() };
    let middle_m = Vec3::splat(0.5 * BOX_M);
    let kind = ViewKind::Perspective {
        eye_m: middle_m + Vec3::new(-1.1, -2.0, 0.3) * BOX_M,
        target_m: middle_m,
        fov_deg: 30.0,
        follow: None,
    };
    let view = View { kind, size: [PIXELS; 2], look: Look::Science, ..View::default() };
    let renderer = Renderer::new(Backend::Cpu).unwrap_or_else(|error| panic!("{error}"));
    let mut renderer = renderer.samples_per_side(1).overlay(false);
    let renderer = std::cell::RefCell::new(&mut renderer);
    let draw = |scene: &Scene| drop(std::hint::black_box(renderer.borrow_mut().draw(scene, &view)));
    let [without_s, with_s] = median_times([&mut || draw(&without), &mut || draw(&with)], PICTURES);
    1e3 * (with_s - without_s)
}
