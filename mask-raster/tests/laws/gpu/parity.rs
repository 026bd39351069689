//! CPU and GPU compute the same masks to the bit, and the same wet sections and rims.

use crate::setup::comparison::{difference, is_equal, largest};
use crate::setup::posed::{self, GRID, WILD, bodies, calls, triangles};
use crate::setup::{adapter, bits, body, joint, meshes, rasterize, section};
use glam::{Quat, Vec3};
use mask_raster::gpu::{Backend, GpuRasterizer, Section};
use mask_raster::{Body, CellMask, Error, Grid, Rasterizer, rim};

#[test]
#[ignore = "needs a GPU adapter; a software one is enough"]
fn ten_thousand_meshes_are_the_same_on_both() {
    let (name, device, queue) = adapter::any();
    println!("{name}, {:?}", device.adapter_info().backend);
    for samples in [1, 3] {
        let backend = Backend::Gpu { device: &device, queue: &queue, allow_software: true };
        let mut on_gpu = Rasterizer::with_backend(GRID, backend).unwrap().samples_per_side(samples).unwrap();
        let mut on_cpu = Rasterizer::new(GRID).unwrap().samples_per_side(samples).unwrap();
        let (mut cpu, mut gpu) = (CellMask::new(), CellMask::new());
        let (mut covered, mut drawn) = ([0; 2], posed::Triangles::default());
        // Several samples per cell use the same code: some of the meshes are enough.
        for (call, posed) in calls().enumerate().filter(|(call, _)| samples == 1 || call % 10 == 0) {
            let bodies = bodies(&posed);
            let expected = on_cpu.rasterize(&bodies, &mut cpu).unwrap();
            let found = on_gpu.rasterize(&bodies, &mut gpu).unwrap();
            assert_eq!(expected, found, "call {call}");
            assert_eq!(difference(&cpu, &gpu), (0, 0.0), "call {call}");
            assert!(is_equal(&cpu, &gpu));
            assert_eq!(bits(&cpu), bits(&gpu), "call {call}");
            assert_eq!(cpu.boxes(), gpu.boxes());
            let is_wild = call < WILD;
            covered[usize::from(is_wild)] += cpu.labels().iter().filter(|&&label| label != 0).count();
            if is_wild {
                drawn += triangles(&posed, samples);
            }
        }
        let [tame, wild] = covered;
        println!("{samples}² samples: {tame} and {wild} covered cells alike; of the wild {drawn:?}");
        let rarer = if samples == 1 { 1 } else { 10 };
        assert!(tame > 100_000 / rarer && wild > 1_000_000 / rarer);
        // Shaders draw most triangles, many of them just within reach; the CPU draws some, and some are not drawn.
        assert!(drawn.by_shaders > 2 * drawn.by_cpu && drawn.just_in_reach > 500 / rarer, "{drawn:?}");
        assert!(drawn.by_cpu.min(drawn.by_nobody) > 500 / rarer, "{drawn:?}");
    }
}

/// Repeats the meshes on grids with other cell sizes and origins, most of them no powers of two.
#[test]
#[ignore = "needs a GPU adapter; a software one is enough"]
fn meshes_are_the_same_on_both_whatever_the_size_and_place_of_the_cells() {
    let (_, device, queue) = adapter::any();
    let (mut cpu, mut gpu) = (CellMask::new(), CellMask::new());
    let places = [(0.3, [-7.1, 2.9]), (0.0013, [17.0, -5.3]), (137.5, [-1.1e6, 3.3e5]), (0.0625, [1e5, 1e5])];
    for (k, (cell_size_m, origin_m)) in places.into_iter().enumerate() {
        let grid = Grid { cell_size_m, origin_m: origin_m.into(), ..GRID };
        let backend = Backend::Gpu { device: &device, queue: &queue, allow_software: true };
        let mut on_gpu = Rasterizer::with_backend(grid, backend).unwrap();
        let mut on_cpu = Rasterizer::new(grid).unwrap();
        let mut covered = 0;
        for (call, mut posed) in calls().enumerate().filter(|(call, _)| call % 8 == k) {
            posed.iter_mut().for_each(|posed| posed.put_onto(&grid));
            let bodies = bodies(&posed);
            let expected = on_cpu.rasterize(&bodies, &mut cpu).unwrap();
            assert_eq!(on_gpu.rasterize(&bodies, &mut gpu).unwrap(), expected, "call {call}");
            assert_eq!(difference(&cpu, &gpu), (0, 0.0), "call {call}");
            assert_eq!(bits(&cpu), bits(&gpu), "call {call} in cells of {cell_size_m} m");
            covered += cpu.labels().iter().filter(|&&label| label != 0).count();
        }
        println!("cells of {cell_size_m} m from {origin_m:?} m: {covered} covered alike");
        assert!(covered > 100_000, "{covered}");
    }
}

#[test]
fn the_comparison_can_fail() {
    let mut rasterizer = Rasterizer::new(GRID).unwrap();
    let (mut here, mut there) = (CellMask::new(), CellMask::new());
    let (mut found, mut moved_labels) = (0, 0);
    for posed in calls().skip(WILD).take(400) {
        rasterizer.rasterize(&bodies(&posed), &mut here).unwrap();
        rasterizer.rasterize(&bodies(&posed), &mut there).unwrap();
        assert!(is_equal(&here, &there));
        let mut moved = posed;
        // By one step of the fixed-point grid.
        moved.iter_mut().for_each(|posed| posed.push(1.0 / 256.0));
        rasterizer.rasterize(&bodies(&moved), &mut there).unwrap();
        found += usize::from(!is_equal(&here, &there));
        moved_labels += difference(&here, &there).0;
    }
    assert!(found > 360, "{found}");
    assert!(moved_labels > 100, "{moved_labels}");
    // Masks of fewer cells, or of as many in another shape; a height in either that is NaN, or infinite, or differs; fewer heights.
    rasterizer.rasterize(&[], &mut there).unwrap();
    for other in [Grid { ny: GRID.ny - 1, ..GRID }, Grid { nx: GRID.ny, ny: GRID.nx, ..GRID }] {
        Rasterizer::new(other).unwrap().rasterize(&[], &mut here).unwrap();
        assert!(!is_equal(&here, &there) && !is_equal(&there, &here));
    }
    let depths_m = [f32::INFINITY, 0.5, 2.0];
    assert_eq!(largest(&depths_m, &depths_m), 0.0);
    for wrong in [f32::NAN, f32::NEG_INFINITY, 0.75] {
        let other_m = [f32::INFINITY, wrong, 2.0];
        assert!(largest(&depths_m, &other_m) > 0.2 && largest(&other_m, &depths_m) > 0.2, "{wrong}");
    }
    assert!(largest(&depths_m[..2], &depths_m) > 0.0 && largest(&depths_m, &depths_m[..2]) > 0.0);
}

#[test]
#[ignore = "needs a GPU adapter; a software one is enough"]
fn triangles_that_many_workgroups_share_are_the_same_on_both() {
    let (_, device, queue) = adapter::any();
    let grid = Grid { nx: 701, ny: 503, ..GRID };
    let backend = Backend::Gpu { device: &device, queue: &queue, allow_software: true };
    let mut on_gpu = Rasterizer::with_backend(grid, backend).unwrap();
    let mut mask = CellMask::new();
    let hull = meshes::cuboid(Vec3::new(400.0, 300.0, 20.0));
    for k in 0..20 {
        let turned = Quat::from_rotation_z(0.3 * k as f32) * Quat::from_rotation_x(0.2 * k as f32);
        let at = |x: f32, label| Body {
            rotation: turned,
            translation_m: Vec3::new(x, 251.5, 0.0),
            ..body(&hull, label)
        };
        // The last body is in the place of the first, which has the cells.
        let bodies = [at(200.5, 3), at(450.25, 9), at(200.5, 1)];
        on_gpu.rasterize(&bodies, &mut mask).unwrap();
        assert_eq!(bits(&mask), bits(&rasterize(grid, 1, &bodies)));
        assert!(!mask.labels().contains(&1));
    }
}

#[test]
#[ignore = "needs a GPU adapter; a software one is enough"]
fn wet_sections_and_rims_are_the_same_on_both() {
    let (_, device, queue) = adapter::any();
    for samples in [1, 3] {
        let backend = Backend::Gpu { device: &device, queue: &queue, allow_software: true };
        let mut on_gpu = Rasterizer::with_backend(GRID, backend).unwrap().samples_per_side(samples).unwrap();
        let (mut mask, mut wet, mut section) = (CellMask::new(), Vec::new(), Section::default());
        let (mut normals, mut cells) = (Vec::new(), 0);
        let slope_m: Vec<f32> = (0..GRID.cells()).map(|cell| 0.01 * (cell % 97) as f32 - 0.4).collect();
        let level_m = |label: u16| 0.1 * f32::from(label) - 0.3;
        for posed in calls().skip(WILD - 10).step_by(7).take(60) {
            on_gpu.rasterize(&bodies(&posed), &mut mask).unwrap();
            for by_cell in [false, true] {
                let gpu = on_gpu.gpu().unwrap().mask();
                if by_cell {
                    mask.wet_section_below(|cell| slope_m[cell], &mut wet);
                    gpu.wet_section_below(&slope_m).unwrap();
                } else {
                    mask.wet_section(level_m, &mut wet);
                    gpu.wet_section(level_m);
                }
                gpu.read_section().wait(&mut section).unwrap();
                rim(&GRID, &wet, &mut normals);
                assert_eq!(section::difference(&section, &wet, &normals), None);
                cells += normals.len();
            }
        }
        assert!(cells > 1_000, "{cells}");
    }
}

/// Levels that a failed solver may supply: infinite, NaN, the largest, the smallest; and an ordinary one.
const ODD_LEVELS_M: [f32; 9] =
    [f32::INFINITY, f32::NEG_INFINITY, f32::NAN, -f32::NAN, f32::MAX, f32::MIN, -0.0, 1e-40, 0.2];

#[test]
#[ignore = "needs a GPU adapter; a software one is enough"]
fn levels_that_are_no_numbers_mean_the_same_on_both() {
    let (_, device, queue) = adapter::any();
    let backend = Backend::Gpu { device: &device, queue: &queue, allow_software: true };
    let mut on_gpu = Rasterizer::with_backend(GRID, backend).unwrap();
    let (mut mask, mut wet, mut normals) = (CellMask::new(), Vec::new(), Vec::new());
    let mut section = Section::default();
    let mut wet_cells = [0; ODD_LEVELS_M.len()];
    for posed in calls().skip(WILD - 10).step_by(29).take(8) {
        on_gpu.rasterize(&bodies(&posed), &mut mask).unwrap();
        let gpu = on_gpu.gpu().unwrap().mask();
        for (level_m, wet_cells) in ODD_LEVELS_M.into_iter().zip(&mut wet_cells) {
            mask.wet_section(|_| level_m, &mut wet);
            gpu.wet_section(|_| level_m);
            gpu.read_section().wait(&mut section).unwrap();
            rim(&GRID, &wet, &mut normals);
            assert_eq!(section::difference(&section, &wet, &normals), None, "{level_m:e} m");
            *wet_cells += wet.len();
        }
        let mixed_m: Vec<f32> = ODD_LEVELS_M.into_iter().cycle().take(GRID.cells()).collect();
        mask.wet_section_below(|cell| mixed_m[cell], &mut wet);
        gpu.wet_section_below(&mixed_m).unwrap();
        gpu.read_section().wait(&mut section).unwrap();
        rim(&GRID, &wet, &mut normals);
        assert_eq!(section::difference(&section, &wet, &normals), None);
    }
    let [everything, nothing, not_a_number, neither, largest, lowest, ..] = wet_cells;
    assert!(everything > 1_000 && everything == largest, "{wet_cells:?}");
    assert_eq!([nothing, not_a_number, neither, lowest], [0; 4]);
}

#[test]
#[ignore = "needs a GPU adapter; a software one is enough"]
fn levels_in_a_buffer_are_those_of_a_slice() {
    let (_, device, queue) = adapter::any();
    let mut gpu = GpuRasterizer::new(GRID, &device, &queue).unwrap();
    let slope_m: Vec<f32> = (0..GRID.cells()).map(|cell| 0.01 * (cell % 97) as f32 - 0.4).collect();
    let buffer = |levels_m: &[f32], usage| {
        let bytes: Vec<u8> = levels_m.iter().flat_map(|level_m| level_m.to_le_bytes()).collect();
        let buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: bytes.len() as u64,
            usage: usage | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        queue.write_buffer(&buffer, 0, &bytes);
        buffer
    };
    let level_m = buffer(&slope_m, wgpu::BufferUsages::STORAGE);
    let (mut by_slice, mut by_buffer) = (Section::default(), Section::default());
    for posed in calls().skip(WILD - 5).step_by(31).take(5) {
        gpu.rasterize(&bodies(&posed)).unwrap();
        gpu.mask().wet_section_below(&slope_m).unwrap();
        gpu.mask().read_section().wait(&mut by_slice).unwrap();
        // Clear the section computed before.
        gpu.mask().wet_section_below(&vec![f32::NEG_INFINITY; GRID.cells()]).unwrap();
        gpu.mask().wet_section_below_buffer(&level_m).unwrap();
        gpu.mask().read_section().wait(&mut by_buffer).unwrap();
        assert_eq!(by_slice, by_buffer);
        assert!(!by_slice.rim.is_empty());
    }
    let short = buffer(&slope_m[1..], wgpu::BufferUsages::STORAGE);
    let (expected, got) = (GRID.cells(), GRID.cells() - 1);
    let levels = Error::ShapeMismatch { what: "water levels", expected, got };
    assert_eq!(gpu.mask().wet_section_below_buffer(&short), Err(levels));
    let unreadable = buffer(&slope_m, wgpu::BufferUsages::COPY_SRC);
    assert_eq!(
        gpu.mask().wet_section_below_buffer(&unreadable),
        Err(Error::NotStorage { what: "water levels" })
    );
}

#[test]
#[ignore = "needs a GPU adapter; a software one is enough"]
fn bodies_that_meet_within_cells_have_the_same_rim_on_both() {
    let (_, device, queue) = adapter::any();
    let hull = joint::hull();
    let backend = Backend::Gpu { device: &device, queue: &queue, allow_software: true };
    let mut on_gpu = Rasterizer::with_backend(joint::GRID, backend).unwrap().samples_per_side(3).unwrap();
    let (mut mask, mut wet, mut normals) = (CellMask::new(), Vec::new(), Vec::new());
    let mut section = Section::default();
    for step in 0..16 {
        // From four bodies that meet in the middle cell to some that overlap or leave a gap.
        let mut bodies = joint::four(&hull);
        bodies[0].translation_m.x += 0.13 * step as f32;
        bodies[1].translation_m.y -= 0.17 * step as f32;
        on_gpu.rasterize(&bodies, &mut mask).unwrap();
        mask.wet_section(|_| 0.0, &mut wet);
        rim(&joint::GRID, &wet, &mut normals);
        let gpu = on_gpu.gpu().unwrap().mask();
        gpu.wet_section(|_| 0.0);
        gpu.read_section().wait(&mut section).unwrap();
        assert_eq!(section::difference(&section, &wet, &normals), None);
        assert!(step > 0 || normals.iter().all(|cell| cell.index != joint::MIDDLE));
    }
}
