//! Masks drawn by the graphics pipeline differ from the exact ones only as far as Vulkan allows devices to.

use crate::setup::freedom::{Differences, Freedom};
use crate::setup::posed::{GRID, WILD, bodies, calls};
use crate::setup::{adapter, body, meshes, rasterize, unit_grid};
use glam::{Quat, Vec3};
use mask_raster::gpu::{DepthPass, Section};
use mask_raster::{Body, CellMask, Error, Grid, Rasterizer, rim};

#[test]
#[ignore = "needs a GPU adapter; a software one is enough"]
fn samples_differ_only_within_a_sub_pixel_step_of_an_edge() {
    let (name, device, queue) = adapter::any();
    println!("{name}");
    for samples in [1, 3] {
        let mut pass = DepthPass::new(GRID, &device, &queue).unwrap().samples_per_side(samples).unwrap();
        let mut on_cpu = Rasterizer::new(GRID).unwrap().samples_per_side(samples).unwrap();
        let (mut exact, mut drawn) = (CellMask::new(), CellMask::new());
        let mut found = Differences::default();
        for (call, posed) in calls().enumerate().filter(|(call, _)| samples == 1 || call % 10 == 0) {
            let bodies = bodies(&posed);
            let expected = on_cpu.rasterize(&bodies, &mut exact).unwrap();
            assert_eq!(pass.rasterize(&bodies).unwrap(), expected, "call {call}");
            pass.mask().read_mask().wait(&mut drawn).unwrap();
            assert_eq!(drawn.boxes(), exact.boxes());
            Freedom::new(&GRID, samples, &bodies).compare(&exact, &drawn, &mut found);
            assert_eq!(found.breaches, 0, "call {call}: {found:?}");
        }
        println!("{samples}² samples: {found:?}");
        assert!(found.covered > 1_000_000 / samples.pow(3), "{found:?}");
        // Samples within a step of an edge lie on both sides of it; those on one side only can change.
        assert!(2 * found.labels <= found.near, "{found:?}");
    }
}

#[test]
fn the_comparison_can_fail() {
    let mut rasterizer = Rasterizer::new(GRID).unwrap();
    let (mut here, mut there) = (CellMask::new(), CellMask::new());
    let (mut calls_found, mut found) = (0, Differences::default());
    for posed in calls().skip(WILD).take(100) {
        rasterizer.rasterize(&bodies(&posed), &mut here).unwrap();
        let freedom = Freedom::new(&GRID, 1, &bodies(&posed));
        freedom.compare(&here, &here, &mut found);
        assert_eq!((found.breaches, found.labels), (0, 0));
        let mut moved = posed;
        // By a quarter of a sample.
        moved.iter_mut().for_each(|posed| posed.push(0.25));
        rasterizer.rasterize(&bodies(&moved), &mut there).unwrap();
        let mut differences = Differences::default();
        freedom.compare(&here, &there, &mut differences);
        calls_found += usize::from(differences.breaches > 0);
    }
    assert!(calls_found > 90, "{calls_found}");
}

#[test]
#[ignore = "needs a GPU adapter; a software one is enough"]
fn the_deepest_body_has_a_sample_with_its_own_top_and_of_equals_the_first() {
    let (_, device, queue) = adapter::any();
    let grid = unit_grid(12, 9);
    let (low, high) = (meshes::cuboid(Vec3::new(6.0, 4.0, 2.0)), meshes::cuboid(Vec3::new(4.0, 6.0, 3.0)));
    // Far triangles, which the CPU draws for the GPU, below and between others.
    let sheet = meshes::Mesh {
        vertices: vec![Vec3::new(-1e5, -1e5, -8.0), Vec3::new(1e5, -1e5, -8.0), Vec3::new(0.0, 2e5, 16.0)],
        triangles: vec![[0, 1, 2]],
    };
    let at = |mesh, label, z| Body { translation_m: Vec3::new(6.0, 4.5, z), ..body(mesh, label) };
    let mut pass = DepthPass::new(grid, &device, &queue).unwrap();
    let mut mask = CellMask::new();
    for bodies in [
        vec![at(&low, 3, -2.0), at(&high, 5, 0.0), at(&low, 4, -2.0)],
        vec![at(&high, 5, 0.0), at(&low, 4, -2.0), at(&low, 3, -2.0), at(&sheet, 8, 0.0)],
        vec![at(&sheet, 9, -3.0), at(&low, 4, -3.0), at(&high, 9, 5.0)],
        vec![],
    ] {
        pass.rasterize(&bodies).unwrap();
        pass.mask().read_mask().wait(&mut mask).unwrap();
        let exact = rasterize(grid, 1, &bodies);
        assert_eq!(mask.labels(), exact.labels());
        for (a, b) in
            mask.top_m().iter().zip(exact.top_m()).chain(mask.bottom_m().iter().zip(exact.bottom_m()))
        {
            assert!(a == b || (a - b).abs() < 1e-5, "{a} m instead of {b} m");
        }
    }
}

#[test]
#[ignore = "needs a GPU adapter; a software one is enough"]
fn single_sheets_have_no_thickness() {
    let (_, device, queue) = adapter::any();
    let mut pass = DepthPass::new(GRID, &device, &queue).unwrap();
    let (mut mask, mut wet) = (CellMask::new(), Vec::new());
    let sheet = meshes::Mesh {
        vertices: vec![Vec3::new(1.3, 0.2, -1.0), Vec3::new(200.7, 5.1, 3.0), Vec3::new(40.0, 23.9, -4.0)],
        triangles: vec![[0, 1, 2]],
    };
    pass.rasterize(&[body(&sheet, 2)]).unwrap();
    pass.mask().read_mask().wait(&mut mask).unwrap();
    let covered = mask.labels().iter().filter(|&&label| label == 2).count();
    assert!(covered > 1_000, "{covered}");
    let is_single = |cell: &usize| mask.top_m()[*cell] == mask.bottom_m()[*cell];
    assert_eq!((0..GRID.cells()).filter(is_single).count(), covered);
    mask.wet_section(|_| 9.0, &mut wet);
    assert!(wet.iter().all(|cell| cell.thickness_m == 0.0));
}

#[test]
#[ignore = "needs a GPU adapter; a software one is enough"]
fn sections_and_rims_are_those_of_the_mask_that_was_drawn() {
    let (_, device, queue) = adapter::any();
    let mut pass = DepthPass::new(GRID, &device, &queue).unwrap();
    let (mut mask, mut wet, mut normals) = (CellMask::new(), Vec::new(), Vec::new());
    let mut section = Section::default();
    let slope_m: Vec<f32> = (0..GRID.cells()).map(|cell| 0.01 * (cell % 97) as f32 - 0.4).collect();
    let level_m = |label: u16| 0.1 * f32::from(label) - 0.3;
    let mut rims = 0;
    for posed in calls().skip(WILD - 10).step_by(11).take(30) {
        pass.rasterize(&bodies(&posed)).unwrap();
        let drawn = pass.mask();
        drawn.read_mask().wait(&mut mask).unwrap();
        for by_cell in [false, true] {
            if by_cell {
                mask.wet_section_below(|cell| slope_m[cell], &mut wet);
                drawn.wet_section_below(&slope_m).unwrap();
            } else {
                mask.wet_section(level_m, &mut wet);
                drawn.wet_section(level_m);
            }
            drawn.read_section().wait(&mut section).unwrap();
            rim(&GRID, &wet, &mut normals);
            assert_eq!(section.rim, normals);
            let mut thickness_m = vec![0.0; GRID.cells()];
            wet.iter().for_each(|cell| thickness_m[cell.index as usize] = cell.thickness_m);
            assert_eq!(section.thickness_m, thickness_m);
            rims += normals.len();
        }
    }
    assert!(rims > 1_000, "{rims}");
}

#[test]
#[ignore = "needs a GPU adapter; a software one is enough"]
fn what_does_not_fit_is_refused() {
    let (name, device, queue) = adapter::any();
    let refused = DepthPass::new(Grid { nx: 2049, ny: 2, ..GRID }, &device, &queue).unwrap_err();
    let reason = "2049 × 2 samples; its textures have up to 2048 along a side".to_owned();
    assert_eq!(refused, Error::Gpu { adapter: name, reason });
    let mut pass = DepthPass::new(GRID, &device, &queue).unwrap();
    let mesh = meshes::icosphere(5.0, 2);
    let sphere = Body {
        rotation: Quat::from_rotation_x(0.3),
        translation_m: Vec3::new(30.0, 12.0, 0.0),
        ..body(&mesh, 3)
    };
    assert_eq!(pass.rasterize(&[Body { label: 0, ..sphere }]), Err(Error::LabelZero { body: 0 }));
    // The error of a body leaves the last mask unchanged.
    pass.rasterize(&[sphere]).unwrap();
    pass.rasterize(&[Body { triangles: &[[0, 1, 1 << 20]], label: 2, ..sphere }]).unwrap_err();
    let mut mask = CellMask::new();
    pass.mask().read_mask().wait(&mut mask).unwrap();
    assert!(mask.labels().contains(&3) && !mask.labels().contains(&2));
}
