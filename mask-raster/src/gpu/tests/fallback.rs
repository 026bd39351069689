//! The CPU as the replacement of a GPU.

use super::{adapter, meshes};
use crate::gpu::Backend;
use crate::gpu::buffers::allocate;
use crate::{Body, CellMask, Error, Grid, Rasterizer};
use glam::{Quat, Vec2, Vec3};

/// A rasterizer on a GPU, a software driver too, that the CPU may replace.
fn replaceable(grid: Grid, (device, queue): (&wgpu::Device, &wgpu::Queue)) -> Rasterizer {
    let backend = Backend::Gpu { device, queue, allow_software: true };
    let rasterizer = Rasterizer::with_backend(grid, backend).unwrap();
    rasterizer.falls_back()
}

#[test]
#[ignore = "needs a GPU adapter; a software one is enough"]
fn the_cpu_takes_over_where_the_gpu_cannot() {
    let (_, device, queue) = adapter::any();
    let gpu = (&device, &queue);
    let hull = meshes::cuboid(Vec3::new(2500.0, 2500.0, 2.0));
    let body = |label| Body {
        vertices: &hull.vertices,
        triangles: &hull.triangles,
        rotation: Quat::IDENTITY,
        translation_m: Vec3::new(1250.0, 1250.0, 0.0),
        label,
    };
    let grid = Grid { nx: 2500, ny: 2500, cell_size_m: 1.0, origin_m: Vec2::ZERO };

    // 15² samples per cell are more than a downlevel GPU can bind.
    let small = Grid { nx: 700, ny: 700, ..grid };
    let mut fine = replaceable(small, gpu).samples_per_side(15).unwrap();
    assert!(fine.gpu().is_none() && matches!(fine.fallback(), Some(Error::GpuMemory { .. })));
    let mut mask = CellMask::new();
    fine.rasterize(&[Body { translation_m: Vec3::ZERO, ..body(1) }], &mut mask).unwrap();
    assert!(mask.labels().iter().all(|&label| label == 1));

    // The rectangles of three bodies as large as this grid are too large as well; that of one is not.
    let mut rasterizer = replaceable(grid, gpu);
    rasterizer.rasterize(&[body(1)], &mut mask).unwrap();
    assert!(rasterizer.gpu().is_some() && mask.labels().iter().all(|&label| label == 1));
    // An error of a body is no reason to leave the GPU.
    assert_eq!(rasterizer.rasterize(&[body(0)], &mut mask), Err(Error::LabelZero { body: 0 }));
    assert!(rasterizer.gpu().is_some() && rasterizer.fallback().is_none());
    rasterizer.rasterize(&[body(2), body(3), body(4)], &mut mask).unwrap();
    assert!(rasterizer.gpu().is_none() && mask.labels().iter().all(|&label| label == 2));
    assert!(matches!(rasterizer.fallback(), Some(Error::GpuMemory { .. })));
}

/// The largest texture that an adapter allows takes terabytes. OpenGL does not report that it has no memory left.
#[test]
#[ignore = "needs a GPU adapter other than OpenGL's; a software one is enough"]
fn a_gpu_without_memory_is_an_error() {
    let (adapter, device, _queue) = adapter::within(|limits| limits);
    let limits = device.limits();
    let side = limits.max_texture_dimension_2d;
    let descriptor = wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d {
            width: side,
            height: side,
            depth_or_array_layers: limits.max_texture_array_layers,
        },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba32Float,
        usage: wgpu::TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    };
    let refused = allocate(&device, "all of it", || device.create_texture(&descriptor)).err();
    let reason = "it has no memory left for all of it".into();
    assert_eq!(refused, Some(Error::Gpu { adapter, reason }));
}
