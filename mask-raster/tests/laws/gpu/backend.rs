//! The choice of a backend, read-backs, and GPUs that are lost.

use crate::setup::{adapter, bits, body, meshes, rasterize, unit_grid};
use glam::Vec3;
use mask_raster::gpu::{Backend, DepthPass, GpuRasterizer, Section, is_software};
use mask_raster::{Body, CellMask, Error, Grid, Rasterizer};

const GRID: Grid = Grid { nx: 60, ny: 24, cell_size_m: 1.0, origin_m: glam::Vec2::ZERO };

#[test]
#[ignore = "needs a GPU adapter; a software one is enough"]
fn results_come_back_without_waiting() {
    let (_, device, queue) = adapter::any();
    let mut gpu = GpuRasterizer::new(GRID, &device, &queue).unwrap();
    let mesh = meshes::icosphere(5.0, 2);
    let sphere = Body { translation_m: Vec3::new(30.0, 12.0, 0.0), ..body(&mesh, 3) };
    gpu.rasterize(&[sphere]).unwrap();
    let (mut readback, mut mask) = (gpu.mask().read_mask(), CellMask::new());
    // The next drawing does not change a copy that was started before.
    gpu.rasterize(&[]).unwrap();
    while !readback.try_take(&mut mask).unwrap() {}
    assert_eq!(bits(&mask), bits(&rasterize(GRID, 1, &[sphere])));
    assert_eq!(readback.try_take(&mut mask), Err(Error::AlreadyTaken));
    assert_eq!(readback.wait(&mut mask), Err(Error::AlreadyTaken));
    gpu.mask().read_mask().wait(&mut mask).unwrap();
    assert!(mask.labels().iter().all(|&label| label == 0));
    // The error of a body leaves the last mask unchanged.
    gpu.rasterize(&[sphere]).unwrap();
    gpu.rasterize(&[Body { triangles: &[[0, 1, 1 << 20]], label: 2, ..sphere }]).unwrap_err();
    gpu.mask().read_mask().wait(&mut mask).unwrap();
    assert_eq!(bits(&mask), bits(&rasterize(GRID, 1, &[sphere])));
}

/// A mask of fifty megabytes has not arrived at the first query: if that waited, it would have. Software drivers for OpenGL copy
/// synchronously.
#[test]
#[ignore = "needs a GPU adapter other than OpenGL's; a software one is enough"]
fn to_ask_for_a_mask_is_not_to_wait_for_it() {
    let (_, device, queue) = adapter::any();
    let gpu = GpuRasterizer::new(unit_grid(2048, 2048), &device, &queue).unwrap();
    let mut mask = CellMask::new();
    let came_at_once = |_| {
        let mut readback = gpu.mask().read_mask();
        let came = readback.try_take(&mut mask).unwrap();
        if !came {
            readback.wait(&mut mask).unwrap();
        }
        came
    };
    // On a busy machine this thread may be suspended for as long as the copy takes.
    assert!((0..40).map(came_at_once).any(|came| !came));
}

/// Passes on any machine: a GPU, no software driver, or the CPU and the reason.
#[test]
fn the_rasterizer_finds_a_gpu_or_tells_why_the_cpu_computes() {
    let mut auto = Rasterizer::with_backend(GRID, Backend::Auto).unwrap();
    assert_eq!(auto.gpu().is_some(), auto.fallback().is_none());
    if let Some(gpu) = auto.gpu() {
        assert!(!is_software(&gpu.device().adapter_info()), "{}", gpu.adapter());
    }
    let mesh = meshes::icosphere(5.0, 2);
    let sphere = Body { translation_m: Vec3::new(30.0, 12.0, 0.0), ..body(&mesh, 3) };
    let mut mask = CellMask::new();
    auto.rasterize(&[sphere], &mut mask).unwrap();
    assert_eq!(bits(&mask), bits(&rasterize(GRID, 1, &[sphere])));
}

#[test]
#[ignore = "needs a GPU adapter; a software one is enough"]
fn a_software_adapter_is_never_taken_unasked() {
    let (name, device, queue) = adapter::any();
    let is_software = is_software(&device.adapter_info());
    let refused = Rasterizer::with_backend(
        GRID,
        Backend::Gpu { device: &device, queue: &queue, allow_software: false },
    );
    assert_eq!(refused.is_err(), is_software);
    if let Err(error) = refused {
        assert!(error.to_string().starts_with(&format!("{name} computes on the CPU")), "{error}");
    }
    let prefer = Backend::Prefer { device: &device, queue: &queue };
    let mut preferring = Rasterizer::with_backend(GRID, prefer).unwrap();
    assert_eq!(preferring.gpu().is_none(), is_software);
    let refused = is_software.then_some(Error::SoftwareGpu { adapter: name });
    assert_eq!(preferring.fallback(), refused.as_ref());
    let too_large = unit_grid(1 << 13, 1 << 13);
    let refused = Rasterizer::with_backend(
        too_large,
        Backend::Gpu { device: &device, queue: &queue, allow_software: true },
    );
    assert_eq!(
        refused.unwrap_err().to_string(),
        "268435456 bytes for deepest bottoms: the GPU binds at most 134217728 at a time"
    );
}

#[test]
#[ignore = "needs a GPU adapter; a software one is enough"]
fn a_lost_gpu_is_an_error() {
    let (name, device, queue) = adapter::any();
    let mut gpu = GpuRasterizer::new(unit_grid(24, 24), &device, &queue).unwrap();
    let mesh = meshes::icosphere(5.0, 2);
    let sphere = Body { translation_m: Vec3::new(12.0, 12.0, 0.0), ..body(&mesh, 3) };
    gpu.rasterize(&[sphere]).unwrap();
    let backend = Backend::Gpu { device: &device, queue: &queue, allow_software: true };
    let mut rasterizer = Rasterizer::with_backend(unit_grid(24, 24), backend).unwrap();
    let mut pass = DepthPass::new(unit_grid(24, 24), &device, &queue).unwrap();
    device.destroy();
    // Errors of these are reported when the results are read back.
    gpu.mask().wet_section(|_| 0.0);
    let (mut mask, mut section) = (CellMask::new(), Section::default());
    let errors = [
        gpu.mask().read_mask().wait(&mut mask).unwrap_err(),
        gpu.mask().read_section().wait(&mut section).unwrap_err(),
        rasterizer.rasterize(&[sphere], &mut mask).unwrap_err(),
        gpu.rasterize(&[sphere]).err().or_else(|| gpu.mask().read_mask().wait(&mut mask).err()).unwrap(),
        pass.rasterize(&[sphere]).err().or_else(|| pass.mask().read_mask().wait(&mut mask).err()).unwrap(),
    ];
    for error in errors {
        assert!(matches!(&error, Error::Gpu { adapter, .. } if *adapter == name), "{error}");
    }
    assert!(mask.labels().iter().all(|&label| label == 0));
}
