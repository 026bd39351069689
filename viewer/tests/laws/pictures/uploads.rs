//! What is kept from picture to picture: nothing that changed is drawn as it was, and on a GPU nothing that did not change is uploaded
//! again.

use glam::{Quat, Vec2, Vec3};
use viewer::render::{Backend, Gpu, Notes, Picture, Renderer, Scales};
use viewer::scene::{Field, Look, Scene, Smoke, Speck, Station, View, ViewKind, WaterSheet};

use super::scenes::{basin_with_boat, chase, over_basin};

/// A change of a scene or of its view.
type Change = (&'static str, fn(&mut Scene, &mut View));

/// Changes, each of which leaves all but a part as it was.
const CHANGES: [Change; 28] = [
    ("nothing", |_, _| {}),
    ("the view moves", |_, view| view.kind = around(0.3)),
    ("time", |scene, _| scene.time_s += 0.7),
    ("a level", |scene, _| scene.water.level_m[20 * 60 + 30] += 0.4),
    ("nothing again", |_, _| {}),
    ("bed", |scene, _| scene.water.bed_m.iter_mut().for_each(|bed_m| *bed_m -= 0.3)),
    ("velocity", |scene, _| scene.water.velocity_m_s.iter_mut().for_each(|v| *v = Vec2::new(v.y, -0.4))),
    ("foam", |scene, _| scene.water.foam.density.rotate_right(13)),
    ("a body moves", |scene, _| scene.bodies[0].translation_m.x -= 2.0),
    ("a body turns", |scene, _| scene.bodies[0].rotation = Quat::from_rotation_z(1.2)),
    ("pressure", |scene, _| scene.bodies[0].pressure_pa[1] = 100.0),
    ("paint", |scene, _| scene.bodies[0].color = [0.1, 0.7, 0.2]),
    ("solids", |scene, _| (0..12).for_each(|k| scene.water.solid[(10 + k / 4) * 60 + 20 + k % 4] = true)),
    ("a rope", |scene, _| scene.lines[0].length_m += 2.0),
    ("specks", |scene, _| {
        let at_m = Vec3::new(9.0, 9.0, 4.0);
        scene.specks = vec![Speck { at_m, radius_m: 0.6, color: [1.0, 0.4, 0.1] }];
    }),
    ("a force", |scene, _| scene.arrows[0].force_n *= 0.5),
    ("the sea rises", |scene, _| scene.water.sea_level_m = Some(2.2)),
    ("sides", |scene, _| scene.water.edges.rotate_left(1)),
    ("smoke", |scene, _| scene.smoke = over_basin(2.0, |at| 1.0 - at.truncate().length())),
    ("a whiff", |scene, _| scene.smoke.concentration[12 * 1024 + 16 * 32 + 16] = 40.0),
    ("thicker smoke", |scene, _| scene.smoke.extinction_1_m *= 2.0),
    ("no smoke", |scene, _| scene.smoke.cells = [0; 3]),
    ("another place", |scene, _| scene.water.origin_m = Vec2::new(3.0, -1.0)),
    ("without water", |_, view| view.hide_water = true),
    ("with water", |_, view| view.hide_water = false),
    ("fewer cells", |scene, _| scene.water = WaterSheet { foam: scene.water.foam.clone(), ..small() }),
    ("no pixels", |_, view| view.size = [0, 5]),
    ("another size", |_, view| view.size = [320, 200]),
];

fn around(angle: f32) -> ViewKind {
    let eye_m = Quat::from_rotation_z(angle) * Vec3::new(-9.0, -7.0, 6.0);
    ViewKind::Perspective { eye_m, target_m: Vec3::X, fov_deg: 40.0, follow: Some("boat".into()) }
}

fn small() -> WaterSheet {
    let level_m = (0..30 * 20).map(|k| 2.0 + 0.1 * (k as f32 * 0.3).sin()).collect();
    WaterSheet { nx: 30, ny: 20, cell_size_m: 0.8, level_m, still_level_m: 2.0, ..WaterSheet::default() }
}

/// Looks, with fixed ranges of their colors: the others grow with what was drawn before.
fn views() -> Vec<View> {
    let of = |look, kind, field| View {
        look,
        kind,
        field,
        size: [240, 150],
        color_range_m: Some((-0.5, 0.5)),
        field_range: Some((0.0, 1.5)),
        ..View::default()
    };
    let follow = |from| ViewKind::Follow { body: "boat".into(), from };
    vec![
        of(Look::Water, chase(), Field::Level),
        of(Look::Ripples, follow(Station::Astern), Field::Level),
        View { vertical_scale: 2.5, ..of(Look::Slab, chase(), Field::Speed) },
        of(Look::Slab, chase(), Field::Mask),
        of(Look::Science, ViewKind::Top, Field::Thickness),
    ]
}

/// Draws a series of scenes by one renderer, and each by one that knows none of those before.
fn all_are_drawn_anew(backend: Backend, mut draw_anew: impl FnMut(&Scene, &View, Scales) -> Picture) {
    let mut are_same = |kept: &mut Renderer, scene: &Scene, view: &View, name: &str| {
        let new = draw_anew(scene, view, kept.scales());
        assert!(kept.draw(scene, view) == new, "{name}: {:?} {:?}", view.look, view.field);
    };
    for first in views() {
        let mut kept = Renderer::new(backend).unwrap();
        let (mut scene, mut view) = (basin_with_boat(), first);
        for (name, change) in CHANGES {
            change(&mut scene, &mut view);
            are_same(&mut kept, &scene, &view, name);
        }
        assert_eq!(kept.device() == "CPU", backend == Backend::Cpu, "the GPU failed");
    }
    // From look to look of one scene.
    let mut kept = Renderer::new(backend).unwrap();
    for view in views().into_iter().chain(views()) {
        are_same(&mut kept, &basin_with_boat(), &view, "another look");
    }
}

/// Nor does a picture follow from what its threads drew before; with five they are others for each band.
#[test]
fn nothing_that_changed_is_drawn_as_it_was() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(5).build().unwrap();
    pool.install(|| {
        all_are_drawn_anew(Backend::Cpu, |scene, view, scales| {
            Renderer::new(Backend::Cpu).unwrap().with_scales(scales).draw(scene, view)
        });
    });
}

#[test]
#[ignore = "needs a wgpu adapter, a software one will do"]
fn nothing_that_changed_is_drawn_as_it_was_on_a_gpu_parity() {
    let backend = Backend::Gpu { allow_software: true };
    // A new one takes long to be made: between two scenes it draws one that has nothing in common with either.
    let water = WaterSheet { nx: 10, ny: 60, ..small() };
    let other = Scene { water, smoke: over_basin(1.0, |_| 0.5), ..Scene::default() };
    let mut renderer = Renderer::new(backend).unwrap();
    all_are_drawn_anew(backend, |scene, view, scales| {
        renderer.draw(&other, view);
        renderer.set_scales(scales);
        renderer.draw(scene, view)
    });
}

/// Cells along each side of a lake that is large beside the boat on it.
const LAKE: usize = 160;

fn lake() -> Scene {
    let mut scene = basin_with_boat();
    let count = LAKE * LAKE;
    let water = &mut scene.water;
    (water.nx, water.ny, water.solid) = (LAKE, LAKE, vec![false; count]);
    water.level_m = (0..count).map(|k| 2.0 + 0.1 * (0.1 * (k % LAKE) as f32).sin()).collect();
    water.velocity_m_s = vec![Vec2::new(0.5, 0.1); count];
    water.bed_m = (0..count).map(|k| 0.4 * (k as f32 * 0.01).sin()).collect();
    water.thickness_m.clear();
    water.foam.density = (0..4 * count).map(|k| 0.5 * (k as f32 * 0.01).cos().abs()).collect();
    scene.specks.clear();
    scene
}

/// What a picture takes: resources that are created, and bytes that are uploaded.
fn taken(renderer: &mut Renderer, scene: &Scene, view: &View) -> [u64; 2] {
    let before = renderer.uploads();
    renderer.draw(scene, view);
    assert_ne!(renderer.device(), "CPU", "the GPU failed");
    let after = renderer.uploads();
    [after.resources - before.resources, after.bytes - before.bytes]
}

/// Most bytes of uniforms, and of lines, whose width follows from the camera.
const OF_THE_CAMERA: u64 = 12_000;
/// Most bytes of a boat's triangles and of its footprint.
const OF_A_BOAT: u64 = 40_000;
const CELLS: u64 = (LAKE * LAKE) as u64;

#[test]
#[ignore = "needs a wgpu adapter, a software one will do"]
fn what_did_not_change_is_not_uploaded_parity() {
    let backend = Backend::Gpu { allow_software: true };
    for first in views() {
        let (mut scene, mut view) = (lake(), first);
        let is_water = view.look.is_water();
        let mut renderer = Renderer::new(backend).unwrap();
        let name = format!("{:?} of {:?}", view.look, view.field);
        let [created, bytes] = taken(&mut renderer, &scene, &view);
        assert!(created > 20 && bytes > 4 * CELLS, "{name}: {created}, {bytes}");
        assert_eq!(taken(&mut renderer, &scene, &view), [0, 0], "{name}: the same picture");
        if view.look != Look::Science {
            view.kind = around(0.4);
            let [created, bytes] = taken(&mut renderer, &scene, &view);
            assert!(created == 0 && bytes > 0 && bytes <= OF_THE_CAMERA, "{name}: {created}, {bytes}");
        }
        scene.bodies[0].translation_m.x += 0.3;
        let [created, bytes] = taken(&mut renderer, &scene, &view);
        assert!(created == 0 && bytes <= OF_A_BOAT, "{name}: a body moves: {created}, {bytes}");
        // From here on without a boat, whose footprint follows from the water too.
        scene.bodies.clear();
        taken(&mut renderer, &scene, &view);
        let mut of_change = |change: fn(&mut WaterSheet)| {
            change(&mut scene.water);
            taken(&mut renderer, &scene, &view)
        };
        let [created, bytes] = of_change(|water| water.level_m[5000] += 0.01);
        match (view.look, view.field) {
            (Look::Water | Look::Ripples, _) => {
                assert_eq!([created, bytes], [0, 4 * CELLS], "{name}: a level")
            }
            // With the sides of the slab, and the field.
            (Look::Slab, _) => assert!(created == 0 && bytes <= 16 * CELLS, "{name}: {created}, {bytes}"),
            (Look::Science, _) => assert_eq!([created, bytes], [0, 5 * CELLS], "{name}: a level"),
        }
        if is_water {
            let bytes = of_change(|water| water.velocity_m_s[7] = Vec2::X);
            assert_eq!(bytes, [0, 8 * CELLS], "{name}: a velocity");
            let bytes = of_change(|water| water.foam.density[7] += 0.1);
            assert_eq!(bytes, [0, 16 * CELLS], "{name}: foam");
            let bytes = of_change(|water| water.bed_m[7] += 0.1);
            assert_eq!(bytes, [0, 4 * CELLS], "{name}: bed");
        }
    }
}

fn target(gpu: &Gpu, [width, height]: [u32; 2], format: wgpu::TextureFormat) -> wgpu::Texture {
    gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
        view_formats: &[],
    })
}

/// A software GPU, where `WGPU_BACKEND` says or where there is one.
fn gpu() -> Gpu {
    let descriptor = wgpu::InstanceDescriptor::new_without_display_handle_from_env();
    Gpu::find(&wgpu::Instance::new(descriptor), None, true).unwrap()
}

#[test]
#[ignore = "needs a wgpu adapter, a software one will do"]
fn of_a_window_only_rows_with_other_words_are_uploaded_parity() {
    let (gpu, format) = (gpu(), wgpu::TextureFormat::Rgba8Unorm);
    let target = target(&gpu, [480, 270], format);
    let mut renderer = Renderer::for_target(gpu, format);
    let mut scene = lake();
    let view = View { size: [480, 270], ..views()[0].clone() };
    let mut taken = |scene: &Scene| {
        let before = renderer.uploads();
        renderer.draw_on(&target, scene, &view, &Notes::default());
        let after = renderer.uploads();
        [after.resources - before.resources, after.bytes - before.bytes]
    };
    let [created, _] = taken(&scene);
    assert!(created > 20, "{created}");
    assert_eq!(taken(&scene), [0, 0], "the same picture");
    scene.time_s += 0.1;
    let [created, bytes] = taken(&scene);
    let row = 4 * 480;
    assert!(created == 0 && bytes > row && bytes < 40 * row + OF_THE_CAMERA, "{created}, {bytes}");
}

/// A device that is lost, or was asked for what it cannot do, ends no program: the processor draws from then on.
#[test]
#[ignore = "needs a wgpu adapter, a software one will do"]
fn a_device_that_is_lost_leaves_pictures_to_the_processor_parity() {
    type Trouble = fn(&wgpu::Device);
    let lost: Trouble = wgpu::Device::destroy;
    let refused: Trouble = |device| {
        let (size, usage) = (u64::MAX, wgpu::BufferUsages::UNIFORM);
        let none = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
        let _ = device.create_buffer(&none);
    };
    let view = View { size: [301, 59], ..views()[0].clone() };
    for (trouble, words) in [(lost, "destroyed"), (refused, "Validation Error")] {
        let gpu = gpu();
        let device = gpu.device.clone();
        let mut renderer = Renderer::for_target(gpu, wgpu::TextureFormat::Rgba8Unorm);
        renderer.draw(&basin_with_boat(), &view);
        assert!(renderer.device() != "CPU" && renderer.trouble().is_none());
        trouble(&device);
        let _ = device.poll(wgpu::PollType::Poll);
        let said = renderer.trouble().unwrap_or_default().to_owned();
        assert!(said.contains(words) && !said.contains('\n'), "{said}");
        let picture = renderer.draw(&basin_with_boat(), &view);
        assert_eq!(renderer.device(), "CPU");
        assert!(picture == Renderer::new(Backend::Cpu).unwrap().draw(&basin_with_boat(), &view));
    }
}

/// Low pictures are without words, which the GPU lays over them in its own way.
#[test]
#[ignore = "needs a wgpu adapter, a software one will do"]
fn a_window_shows_the_picture_that_is_read_back_parity() {
    for format in [wgpu::TextureFormat::Rgba8Unorm, wgpu::TextureFormat::Rgba8UnormSrgb] {
        let (gpu, view) = (gpu(), View { size: [301, 59], ..views()[0].clone() });
        let target = target(&gpu, view.size, format);
        let (device, queue) = (gpu.device.clone(), gpu.queue.clone());
        let mut renderer = Renderer::for_target(gpu, format);
        let mut shown = |scene: &Scene| {
            renderer.draw_on(&target, scene, &view, &Notes::default());
            assert_eq!(renderer.trouble(), None);
            pixels(&device, &queue, &target)
        };
        // More smoke along an axis than any texture holds is drawn by the CPU.
        let (cells, concentration) = ([40_000, 2, 2], vec![1.0; 160_000]);
        let smoke = Smoke { cells, concentration, cell_size_m: 0.001, ..over_basin(2.0, |_| 0.0) };
        let long = Scene { smoke, ..basin_with_boat() };
        let on_cpu = Renderer::new(Backend::Cpu).unwrap().draw(&long, &view);
        assert!(shown(&long) == on_cpu.pixels(), "{format:?}");
        let shown = shown(&basin_with_boat());
        assert!(shown != on_cpu.pixels());
        let mut read = Picture::filled([1, 1], [0; 4]);
        renderer.draw_into(&mut read, &basin_with_boat(), &view, &Notes::default());
        assert!(shown == read.pixels(), "{format:?}");
        assert!(
            read == Renderer::new(Backend::Gpu { allow_software: true })
                .unwrap()
                .draw(&basin_with_boat(), &view)
        );
    }
}

fn pixels(device: &wgpu::Device, queue: &wgpu::Queue, texture: &wgpu::Texture) -> Vec<[u8; 4]> {
    let padded = (4 * texture.width()).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: u64::from(padded * texture.height()),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(padded), rows_per_image: None };
    let mut encoder = device.create_command_encoder(&Default::default());
    let to = wgpu::TexelCopyBufferInfo { buffer: &buffer, layout };
    encoder.copy_texture_to_buffer(texture.as_image_copy(), to, texture.size());
    queue.submit([encoder.finish()]);
    buffer.slice(..).map_async(wgpu::MapMode::Read, |result| result.unwrap());
    device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    let bytes = buffer.slice(..).get_mapped_range().unwrap();
    let rows = bytes.chunks_exact(padded as usize);
    rows.flat_map(|row| row[..4 * texture.width() as usize].as_chunks().0).copied().collect()
}
