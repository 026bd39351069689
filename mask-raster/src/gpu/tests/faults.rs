//! The comparison of CPU and GPU finds faults planted in the shaders.

use super::comparison::is_equal;
use super::freedom::{Differences, Freedom};
use super::section::difference;
use super::{adapter, meshes};
use crate::gpu::depth_pipelines::DepthPipelines;
use crate::gpu::pipelines::{DrawPipelines, SectionPipelines};
use crate::gpu::shaders::Shader;
use crate::gpu::{Backend, DepthPass, GpuRasterizer, Section};
use crate::{Body, CellMask, Grid, Rasterizer, rim};
use glam::{Quat, Vec2, Vec3};

/// Parts of the shaders that draw, and the faulty code that replaces them.
const FAULTS: [(&str, &str); 5] = [
    ("let keeps = along.y < 0 ||", "let keeps = along.y > 0 ||"),
    ("(along.y == 0 && along.x > 0)", "(along.y == 0 && along.x < 0)"),
    ("(vec3<i32>(a.z, b.z, c.z))", "(vec3<i32>(a.z, c.z, b.z))"),
    ("return rounded(plane.base + sum);", "return rounded(plane.base + sum) * 1.0001;"),
    ("label = body.label;", "label = body.label + 1u;"),
];

/// Upright boxes with edges through samples, turned ones, and two in one place.
fn bodies<'a>(hull: &'a meshes::Mesh, ball: &'a meshes::Mesh) -> Vec<Body<'a>> {
    let at = |mesh: &'a meshes::Mesh, label: u16, place: [f32; 3], turn: f32| Body {
        vertices: &mesh.vertices,
        triangles: &mesh.triangles,
        rotation: Quat::from_rotation_z(turn) * Quat::from_rotation_x(0.7 * turn),
        translation_m: place.into(),
        label,
    };
    vec![
        at(hull, 1, [4.5, 6.5, 0.3], 0.0),
        at(hull, 2, [10.5, 8.5, -0.2], 0.4),
        at(ball, 3, [18.0, 16.0, 0.0], 0.0),
        at(ball, 4, [18.0, 16.0, 0.0], 0.0),
    ]
}

#[test]
#[ignore = "needs a GPU adapter; a software one is enough"]
fn faults_in_shaders_are_found() {
    let (_, device, queue) = adapter::any();
    let grid = Grid { nx: 26, ny: 23, cell_size_m: 1.0, origin_m: Vec2::ZERO };
    let (hull, ball) = (meshes::cuboid(Vec3::new(4.0, 6.0, 2.0)), meshes::icosphere(3.0, 1));
    let bodies = bodies(&hull, &ball);
    let (mut cpu, mut gpu) = (CellMask::new(), CellMask::new());
    Rasterizer::new(grid).unwrap().rasterize(&bodies, &mut cpu).unwrap();
    let backend = Backend::Gpu { device: &device, queue: &queue, allow_software: true };
    let mut on_gpu = Rasterizer::with_backend(grid, backend).unwrap();
    on_gpu.rasterize(&bodies, &mut gpu).unwrap();
    assert!(is_equal(&cpu, &gpu));
    for (right, wrong) in FAULTS {
        let pipelines = DrawPipelines::edited(&device, |source| source.replace(right, wrong));
        on_gpu.gpu().unwrap().pipelines = pipelines;
        on_gpu.rasterize(&bodies, &mut gpu).unwrap();
        assert!(!is_equal(&cpu, &gpu), "{wrong}");
    }
}

/// Faults of the shader of the depth pass, in the same form.
const DEPTH_FAULTS: [(&str, &str); 6] = [
    ("place.x - 1.0", "place.x - 1.0 + 0.4 / f32(frame.size.x)"),
    ("1.0 - place.y", "1.0 - place.y + 0.4 / f32(frame.size.y)"),
    ("return seen.owner;", "return seen.owner % 2u + 1u;"),
    ("!= seen.owner", "== 0u"),
    ("bodies[owner - 1u].label;", "bodies[owner - 1u].label + 1u;"),
    ("depth / DEEPEST", "1.0001 * depth / DEEPEST"),
];

#[test]
#[ignore = "needs a GPU adapter; a software one is enough"]
fn faults_in_the_depth_pass_are_found() {
    let (_, device, queue) = adapter::any();
    let grid = Grid { nx: 26, ny: 23, cell_size_m: 1.0, origin_m: Vec2::ZERO };
    let (hull, ball) = (meshes::cuboid(Vec3::new(4.0, 6.0, 2.0)), meshes::icosphere(3.0, 1));
    let mut bodies = bodies(&hull, &ball);
    // Above the first body: its top must not be taken for that of the first.
    bodies.push(Body { translation_m: Vec3::new(4.5, 6.5, 5.3), label: 9, ..bodies[0] });
    let (mut exact, mut drawn) = (CellMask::new(), CellMask::new());
    Rasterizer::new(grid).unwrap().rasterize(&bodies, &mut exact).unwrap();
    let freedom = Freedom::new(&grid, 1, &bodies);
    let mut pass = DepthPass::new(grid, &device, &queue).unwrap();
    let mut differences = |pass: &mut DepthPass| {
        let mut found = Differences::default();
        pass.rasterize(&bodies).unwrap();
        pass.mask().read_mask().wait(&mut drawn).unwrap();
        freedom.compare(&exact, &drawn, &mut found);
        found
    };
    let right = differences(&mut pass);
    assert!(right.breaches == 0 && 2 * right.labels <= right.near, "{right:?}");
    for (right, wrong) in DEPTH_FAULTS {
        pass.pipelines = DepthPipelines::edited(&device, |source| source.replace(right, wrong));
        let found = differences(&mut pass);
        assert!(found.breaches > 0, "{wrong}: {found:?}");
    }
}

/// Faults of the shaders of wet sections and their rims, in the same form.
const SECTION_FAULTS: [(&str, &str); 18] = [
    ("bottom_m < here_m", "bottom_m <= here_m"),
    ("min(here_m, top_m) - bottom_m", "here_m - bottom_m"),
    ("select(label, cell, by_cell)", "label"),
    ("select(label, cell, by_cell)", "cell"),
    ("bitcast<u32>(rounded(thickness_m * frame.sample_weight))", "bitcast<u32>(thickness_m)"),
    ("rounded(column_m + found.thickness_m)", "found.thickness_m"),
    ("rounded(thickness_m + column_m)", "column_m"),
    ("own > most_samples ||", "own < most_samples ||"),
    ("found.label < most)", "found.label > most)"),
    ("2u * count >= n * n", "2u * count > n * n + 1u"),
    ("2u * count >= n * n", "count > 0u"),
    ("(k % n) * frame.size.x + k / n", "k"),
    ("min(magnitude, LARGEST)", "0u"),
    ("dy <= 1;", "dy < 1;"),
    (
        "wet[u32(neighbor.y * cells.x + neighbor.x)] == 0u",
        "wet[u32(neighbor.y * cells.x + neighbor.x)] != 0u",
    ),
    ("let on_grid = all(neighbor >= vec2<i32>(0, 0)) &&", "let on_grid = neighbor.y >= 0 &&"),
    ("all(neighbor < cells)", "neighbor.y < cells.y"),
    ("RECIPROCAL_LENGTH[dot(sum, sum)]", "RECIPROCAL_LENGTH[1]"),
];

#[test]
#[ignore = "needs a GPU adapter; a software one is enough"]
fn faults_in_sections_are_found() {
    let (_, device, queue) = adapter::any();
    let grid = Grid { nx: 26, ny: 23, cell_size_m: 1.0, origin_m: Vec2::ZERO };
    let (hull, ball) = (meshes::cuboid(Vec3::new(4.0, 6.0, 2.0)), meshes::icosphere(3.0, 1));
    let mut gpu = GpuRasterizer::new(grid, &device, &queue).unwrap().samples_per_side(3).unwrap();
    let mut bodies = bodies(&hull, &ball);
    // Bodies beside each other within cells, one narrower than half a cell; across the west and the east side; with the underside at
    // the level.
    let beside = |x_m: f32, y_m: f32, z_m: f32, label: u16| Body {
        rotation: Quat::IDENTITY,
        translation_m: Vec3::new(x_m, y_m, z_m),
        label,
        ..bodies[0]
    };
    let more = [
        beside(4.6, 17.4, 0.0, 7),
        beside(8.6, 17.4, 0.1, 6),
        beside(0.3, 21.6, 0.0, 5),
        beside(25.1, 12.3, 0.0, 9),
        beside(23.0, 3.2, 1.0, 8),
    ];
    bodies.extend(more);
    gpu.rasterize(&bodies).unwrap();
    let mut mask = CellMask::new();
    gpu.mask().read_mask().wait(&mut mask).unwrap();
    let mut slope_m: Vec<f32> = (0..grid.cells()).map(|cell| 0.01 * (cell % 29) as f32 - 0.1).collect();
    slope_m[6 * 26 + 4] = f32::INFINITY;
    let level_m = |label: u16| 0.1 * f32::from(label % 8);
    let (mut wet, mut normals, mut section) = (Vec::new(), Vec::new(), Section::default());
    let mut is_right = |gpu: &GpuRasterizer| {
        [false, true].into_iter().all(|by_cell| {
            if by_cell {
                mask.wet_section_below(|cell| slope_m[cell], &mut wet);
                gpu.mask().wet_section_below(&slope_m).unwrap();
            } else {
                mask.wet_section(level_m, &mut wet);
                gpu.mask().wet_section(level_m);
            }
            gpu.mask().read_section().wait(&mut section).unwrap();
            rim(&grid, &wet, &mut normals);
            difference(&section, &wet, &normals).is_none()
        })
    };
    assert!(is_right(&gpu));
    for (right, wrong) in SECTION_FAULTS {
        let shaders = [Shader::Wet, Shader::Rim].map(Shader::source).concat();
        assert!(shaders.contains(right), "{right}");
        gpu.mask.pipelines = SectionPipelines::edited(&device, |source| source.replace(right, wrong));
        assert!(!is_right(&gpu), "{wrong}");
    }
}
