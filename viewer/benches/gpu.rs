//! Pictures by a GPU: how long each takes until the GPU is done, and what is uploaded for it.
//!
//! A program of its own, which needs no files: `gpu [--software] [--cells 1024] [--pictures 24] [--size 3840x2160]...`. Where there is no GPU,
//! it says so and ends.

use std::time::Instant;

use glam::{Quat, Vec2, Vec3};
use viewer::render::{Gpu, Notes, Picture, Renderer};
use viewer::scene::{BodyModel, Field, Foam, Look, Scene, View, ViewKind, WaterSheet};

/// Pictures that are not timed, before those that are.
const BEFORE: usize = 4;

struct Order {
    cells: usize,
    pictures: usize,
    sizes: Vec<[u32; 2]>,
    software: bool,
}

fn order() -> Result<Order, String> {
    let mut order = Order { cells: 1024, pictures: 24, sizes: Vec::new(), software: false };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || words.next().ok_or(format!("{word} of what?"));
        let parsed = |text: &str| text.parse().map_err(|_| format!("{text} is no number"));
        match word.as_str() {
            "--software" => order.software = true,
            "--cells" => order.cells = parsed(&number()?)?,
            "--pictures" => order.pictures = parsed(&number()?)?,
            "--size" => {
                let size = number()?;
                let (width, height) = size.split_once('x').ok_or("a size is 3840x2160")?;
                order.sizes.push([parsed(width)? as u32, parsed(height)? as u32]);
            }
            // Of cargo, and of benches by criterion beside this one.
            "--bench" | "--noplot" => {}
            _ => return Err(format!("{word}: --software, --cells N, --pictures N, --size WxH are known")),
        }
    }
    if order.sizes.is_empty() {
        order.sizes = vec![[3840, 2160], [1920, 1080]];
    }
    Ok(order)
}

/// Two states of the water between which it changes.
type Water = [WaterSheet; 2];

/// Rings with foam on their crests, and a block of a boat.
fn scene(cells: usize) -> (Scene, Water) {
    let cell_size_m = 0.5;
    let place = |k: usize, n: usize| Vec2::new((k % n) as f32, (k / n) as f32) / n as f32 - 0.4;
    let wave = |at: Vec2, phase: f32| (60.0 * at.length() - phase).cos() / (1.0 + 12.0 * at.length());
    let state = |phase: f32| WaterSheet {
        nx: cells,
        ny: cells,
        cell_size_m,
        level_m: (0..cells * cells).map(|k| 0.8 * wave(place(k, cells), phase)).collect(),
        velocity_m_s: (0..cells * cells)
            .map(|k| 0.7 * wave(place(k, cells), phase) * place(k, cells).normalize_or_zero())
            .collect(),
        bed_m: vec![-4.0; cells * cells],
        gravity_m_s2: 9.81,
        foam: Foam {
            per_cell: 2,
            density: (0..4 * cells * cells)
                .map(|k| (2.0 * wave(place(k, 2 * cells), phase) - 0.4).clamp(0.0, 1.0))
                .collect(),
        },
        ..WaterSheet::default()
    };
    let corners = (0..8).map(|k| Vec3::new((k & 1) as f32, (k >> 1 & 1) as f32, (k >> 2) as f32) - 0.5);
    let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = sides.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
    let boat = BodyModel {
        name: "boat".into(),
        vertices: corners.map(|corner| corner * Vec3::new(12.0, 4.0, 3.0)).collect(),
        triangles: triangles.collect(),
        translation_m: (0.5 * cell_size_m * cells as f32 * Vec2::ONE).extend(0.4),
        color: [0.8, 0.3, 0.2],
        waterline_m: Some(0.0),
        ..BodyModel::default()
    };
    let water = [state(0.0), state(1.0)];
    let scene =
        Scene { title: "Rings".into(), water: water[0].clone(), bodies: vec![boat], ..Scene::default() };
    (scene, water)
}

/// What changes from picture to picture.
#[derive(Clone, Copy, PartialEq)]
enum Moves {
    View,
    Levels,
    Water,
}

/// Becomes the picture of a number.
fn turn(number: usize, moves: Moves, scene: &mut Scene, water: &mut Water, view: &mut View) {
    let half_m = 0.5 * scene.water.extent_m().x;
    match (moves, view.look) {
        (Moves::View, Look::Science) => {
            let center_m = Vec2::splat(half_m) + 0.2 * number as f32;
            view.kind = ViewKind::Map { center_m, half_height_m: half_m, follow: None };
        }
        (Moves::View, _) => view.kind = around(0.02 * number as f32, half_m),
        // The other state comes in and this one goes, without a copy.
        (Moves::Levels, _) => std::mem::swap(&mut scene.water.level_m, &mut water[1].level_m),
        (Moves::Water, _) => std::mem::swap(&mut scene.water, &mut water[1]),
    }
    scene.time_s += 1.0 / 60.0;
}

/// A view from beside the middle.
fn around(angle: f32, half_m: f32) -> ViewKind {
    let target_m = Vec3::new(half_m, half_m, 0.0);
    let eye_m =
        target_m + Quat::from_rotation_z(angle) * Vec3::new(-0.5 * half_m, -0.4 * half_m, 0.25 * half_m);
    ViewKind::Perspective { eye_m, target_m, fov_deg: 45.0, follow: None }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Order { cells, pictures, sizes, software } = order()?;
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env());
    let gpu = match Gpu::find(&instance, None, software) {
        Ok(gpu) => gpu,
        Err(error) => {
            println!("{error}");
            return Ok(());
        }
    };
    println!("{}, {cells} x {cells} cells, {pictures} pictures each, medians", gpu.name);
    println!(
        "{:<12} {:<10} {:<34} {:>8} {:>8} {:>8} {:>10} {:>9}",
        "size", "look", "from picture to picture", "ms", "longest", "on CPU", "uploaded", "created"
    );
    let format = wgpu::TextureFormat::Rgba8Unorm;
    let (device, mut renderer) = (gpu.device.clone(), Renderer::for_target(gpu, format));
    let (mut scene, mut water) = scene(cells);
    let cases = [
        ("view moves", Moves::View, false),
        ("levels change", Moves::Levels, false),
        ("levels, flow and foam change", Moves::Water, false),
        ("the same, read back", Moves::Water, true),
    ];
    for [width, height] in sizes {
        let size = wgpu::Extent3d { width, height, depth_or_array_layers: 1 };
        let target = device.create_texture(&wgpu::TextureDescriptor {
            label: Some("target"),
            size,
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
            view_formats: &[],
        });
        let mut picture = Picture::filled([width, height], [0; 4]);
        for (look_name, look) in [("water", Look::Water), ("ripples", Look::Ripples), ("map", Look::Science)]
        {
            let kind = if look == Look::Science { ViewKind::Top } else { around(0.0, 0.25 * cells as f32) };
            let mut view = View { look, kind, size: [width, height], field: Field::Level, ..View::default() };
            for (name, moves, reads) in cases {
                let mut times = [Vec::new(), Vec::new()];
                let mut before = renderer.uploads();
                for number in 0..BEFORE + pictures {
                    turn(number, moves, &mut scene, &mut water, &mut view);
                    if number == BEFORE {
                        before = renderer.uploads();
                    }
                    let start = Instant::now();
                    if reads {
                        renderer.draw_into(&mut picture, &scene, &view, &Notes::default());
                    } else {
                        renderer.draw_on(&target, &scene, &view, &Notes::default());
                    }
                    let on_cpu = start.elapsed();
                    device.poll(wgpu::PollType::wait_indefinitely())?;
                    if number >= BEFORE {
                        times[0].push(1e3 * start.elapsed().as_secs_f64());
                        times[1].push(1e3 * on_cpu.as_secs_f64());
                    }
                }
                times.iter_mut().for_each(|times| times.sort_by(f64::total_cmp));
                let [(median, longest), (on_cpu, _)] =
                    [0, 1].map(|k| (times[k][pictures / 2], times[k][pictures - 1]));
                let after = renderer.uploads();
                let each = |sum: u64| sum as f64 / pictures as f64;
                println!(
                    "{:<12} {look_name:<10} {name:<34} {median:>8.2} {longest:>8.2} {on_cpu:>8.2} {:>7.3} MB {:>9.2}",
                    format!("{width} x {height}"),
                    1e-6 * each(after.bytes - before.bytes),
                    each(after.resources - before.resources),
                );
            }
        }
    }
    Ok(())
}
