//! A GPU that is lost is an error that names it.
#![cfg(feature = "gpu")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "common/adapter.rs"]
mod adapter;
mod common;

use common::{body, meshes, unit_grid};
use glam::Vec3;
use mask_raster::gpu::{Backend, DepthPass, GpuRasterizer, GpuVelocities, Section};
use mask_raster::{CellMask, Error, Motion, Rasterizer};

#[test]
#[ignore = "needs a GPU adapter; a software one is enough"]
fn a_lost_gpu_is_an_error() {
    let (name, device, queue) = adapter::any();
    let mut gpu = GpuRasterizer::new(unit_grid(24, 24), &device, &queue).unwrap();
    let mesh = meshes::icosphere(5.0, 2);
    let sphere = mask_raster::Body { translation_m: Vec3::new(12.0, 12.0, 0.0), ..body(&mesh, 3) };
    gpu.rasterize(&[sphere]).unwrap();
    let backend = Backend::Gpu { device: &device, queue: &queue, allow_software: true };
    let mut rasterizer = Rasterizer::with_backend(unit_grid(24, 24), backend).unwrap();
    let mut pass = DepthPass::new(unit_grid(24, 24), &device, &queue).unwrap();
    let velocities = GpuVelocities::new(gpu.mask()).unwrap();
    device.destroy();
    // These are no errors before their results are read back.
    gpu.mask().wet_section(|_| 0.0);
    velocities.find(gpu.mask(), |_| Motion::default());
    let (mut mask, mut section) = (CellMask::new(), Section::default());
    let errors = [
        gpu.mask().read_mask().wait(&mut mask).unwrap_err(),
        gpu.mask().read_section().wait(&mut section).unwrap_err(),
        velocities.read().wait(&mut Vec::new()).unwrap_err(),
        rasterizer.rasterize(&[sphere], &mut mask).unwrap_err(),
        gpu.rasterize(&[sphere]).err().or_else(|| gpu.mask().read_mask().wait(&mut mask).err()).unwrap(),
        pass.rasterize(&[sphere]).err().or_else(|| pass.mask().read_mask().wait(&mut mask).err()).unwrap(),
    ];
    for error in errors {
        assert!(matches!(&error, Error::Gpu { adapter, .. } if *adapter == name), "{error}");
    }
    assert!(mask.labels().iter().all(|&label| label == 0));
}
