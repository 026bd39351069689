//! Pictures a second on the CPU, 960 × 540 of 200 × 200 cells, and the adapter's name beside those of a GPU.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use glam::Vec2;
use viewer::render::{Backend, Renderer};
use viewer::scene::{Look, Scene, View, ViewKind, WaterSheet};

const CELLS: usize = 200;

fn scene() -> Scene {
    let level = |k: usize| {
        let r = Vec2::new((k % CELLS) as f32, (k / CELLS) as f32).distance(Vec2::splat(80.0)) * 0.5;
        0.3 * (0.8 * r).cos() / (1.0 + 0.1 * r)
    };
    let water = WaterSheet {
        nx: CELLS,
        ny: CELLS,
        cell_size_m: 0.5,
        level_m: (0..CELLS * CELLS).map(level).collect(),
        bed_m: vec![-4.0; CELLS * CELLS],
        ..WaterSheet::default()
    };
    Scene { title: "Rings".into(), water, ..Scene::default() }
}

fn pictures(criterion: &mut Criterion) {
    let scene = scene();
    let mut group = criterion.benchmark_group("picture");
    group.sample_size(20).throughput(Throughput::Elements(960 * 540));
    let looks = [
        ("water", Look::Water, ViewKind::Overview),
        ("ripples", Look::Ripples, ViewKind::Overview),
        ("slab", Look::Slab, ViewKind::Overview),
        ("science", Look::Science, ViewKind::Top),
    ];
    for (name, look, kind) in looks {
        let view = View { look, kind, ..View::default() };
        for samples in [1, 2] {
            let Ok(renderer) = Renderer::new(Backend::Cpu) else { continue };
            let mut renderer = renderer.samples_per_side(samples);
            group.bench_function(format!("{name}, CPU, {samples}x{samples} samples"), |b| {
                b.iter(|| renderer.draw(black_box(&scene), &view));
            });
        }
        if let Ok(mut renderer) = Renderer::new(Backend::Gpu { allow_software: true }) {
            let adapter = renderer.device().to_owned();
            group.bench_function(format!("{name}, {adapter}, 2x2 samples"), |b| {
                b.iter(|| renderer.draw(black_box(&scene), &view));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, pictures);
criterion_main!(benches);
