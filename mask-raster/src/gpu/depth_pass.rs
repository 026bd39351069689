//! Masks from depth maps, drawn by the graphics pipeline as in Lazo et al. §2.3.

use super::buffers::{SMALLEST, buffer, queue, reserve, storage, uniform};
use super::depth_pipelines::{DepthPipelines, Pass, Targets};
use super::frame::GpuBody;
use super::input::{Input, points};
use super::mask::GpuMask;
use super::pipelines::{bind, groups, run};
use crate::body::check_labels;
use crate::{Body, Error, Grid, Report};
use bytemuck::{Pod, Zeroable};
use wgpu::BufferUsages;

/// Largest coordinate of a vertex, in fixed-point steps from the grid's corner: 2¹⁴ samples. It is exact in `f32`, and rounding in the
/// viewport transform moves it by up to a thousandth of a sample.
const REACH: f64 = (1 << 22) as f64;

/// Masks from two depth maps, drawn by the graphics pipeline as in Lazo et al. §2.3: one from below, with the body that is visible
/// there, and one from above of that body alone.
///
/// As with [`crate::Rasterizer`] a sample belongs to the body with the lowest bottom, of equal ones to the first. The compute shaders
/// of [`GpuRasterizer`](super::GpuRasterizer) give the same bits. Graphics pipelines have some freedom, so here
///
/// - a sample may be on the other side of an edge that passes within a step of the device's sub-pixel grid. Vulkan promises 4 bits
///   (Vulkan specification, Required Limits, `subPixelPrecisionBits`), steps of 1/16 of a sample; common devices have 8 bits, and
///   vertices are rounded to that grid beforehand. The viewport transform in `f32` adds up to 1/1000 of a sample;
/// - a height may be off by the triangle's slope times that distance;
/// - heights are rounded to about 2⁻²² of the range from the lowest of all vertices to the highest, in a depth buffer of `f32`; of
///   bodies whose bottoms differ by less than that either may have the sample.
///
/// Triangles with a vertex more than 2¹⁴ samples from the grid's corner along x or y are drawn by the CPU, sample by sample,
/// and passed on as points; of bodies with equal bottoms at a sample those come last.
#[derive(Debug)]
pub struct DepthPass {
    pub(super) pipelines: DepthPipelines,
    targets: Targets,
    vertices: wgpu::Buffer,
    indices: wgpu::Buffer,
    bodies: wgpu::Buffer,
    view: wgpu::Buffer,
    input: Input,
    mask: GpuMask,
}

/// The uniform block `View` of `depth.wgsl`.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct View {
    low_m: f32,
    range_m: f32,
    unused: [u32; 2],
}

impl DepthPass {
    /// A depth pass on this device, with one sample per cell, at its center. The device needs no more than
    /// `wgpu::Limits::downlevel_defaults()`.
    ///
    /// # Errors
    /// As [`GpuRasterizer::new`](super::GpuRasterizer::new), and [`Error::Gpu`] for a grid with more samples along a side than a
    /// texture of this device has texels: 2048 at least.
    pub fn new(grid: Grid, device: &wgpu::Device, queue: &wgpu::Queue) -> Result<Self, Error> {
        Self::with_samples(grid, 1, device, queue)
    }

    /// Sets `n × n` samples per cell, as [`crate::Rasterizer::samples_per_side`].
    ///
    /// # Errors
    /// As there and as [`DepthPass::new`].
    pub fn samples_per_side(self, n: usize) -> Result<Self, Error> {
        let GpuMask { grid, device, queue, .. } = &self.mask;
        Self::with_samples(*grid, n, device, queue)
    }

    fn with_samples(grid: Grid, n: usize, device: &wgpu::Device, queue: &wgpu::Queue) -> Result<Self, Error> {
        grid.check(n)?;
        let most = device.limits().max_texture_dimension_2d as usize;
        if grid.nx.max(grid.ny) * n > most {
            let (nx, ny) = (grid.nx * n, grid.ny * n);
            let reason = format!("{nx} × {ny} samples; its textures have up to {most} along a side");
            return Err(Error::Gpu { adapter: device.adapter_info().name, reason });
        }
        let mask = GpuMask::new(grid, n, device, queue)?;
        Ok(Self {
            pipelines: DepthPipelines::new(device),
            targets: Targets::new(&mask)?,
            vertices: buffer(device, "vertices", SMALLEST, BufferUsages::VERTEX)?,
            indices: buffer(device, "indices", SMALLEST, BufferUsages::INDEX)?,
            bodies: storage(device, "bodies", SMALLEST)?,
            view: uniform(device, "view", size_of::<View>())?,
            input: Input::within(REACH),
            mask,
        })
    }

    /// The mask, with its wet section and rim.
    pub fn mask(&self) -> &GpuMask {
        &self.mask
    }

    /// Replaces the mask on the GPU by these bodies. Returns as soon as the work is queued.
    ///
    /// # Errors
    /// As [`GpuRasterizer::rasterize`](super::GpuRasterizer::rasterize).
    pub fn rasterize(&mut self, bodies: &[Body<'_>]) -> Result<Report, Error> {
        check_labels(bodies)?;
        self.input.set(bodies, &self.mask.grid, self.mask.samples_per_side)?;
        let device = self.mask.device.clone();
        queue(&device, || self.draw_all(bodies))
    }

    /// Queues the work on the bodies.
    fn draw_all(&mut self, bodies: &[Body<'_>]) -> Result<Report, Error> {
        let counts = self.upload()?;
        let Self { pipelines, targets, mask, .. } = &*self;
        let mut encoder = mask.device.create_command_encoder(&Default::default());
        let owners = wgpu::RenderPassColorAttachment {
            view: &targets.owners,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations {
                load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                store: wgpu::StoreOp::Store,
            },
        };
        let frame = || vec![(0, mask.frame.as_entire_binding()), (1, self.view.as_entire_binding())];
        let texture = |view| wgpu::BindingResource::TextureView(view);
        let from_below = (&targets.lowest, 1.0, &[Some(owners)][..]);
        self.draw(&mut encoder, &pipelines.from_below, from_below, (&frame(), counts));
        let mut resources = frame();
        resources.push((2, texture(&targets.owners)));
        self.draw(&mut encoder, &pipelines.from_above, (&targets.highest, 0.0, &[]), (&resources, counts));
        resources.extend([
            (3, texture(&targets.lowest)),
            (4, texture(&targets.highest)),
            (5, self.bodies.as_entire_binding()),
            (6, mask.samples.as_entire_binding()),
        ]);
        let [x, y] = groups(mask.sample_count());
        run(&mask.device, &mut encoder, &pipelines.settle, &resources, [x, y, 1]);
        mask.queue.submit([encoder.finish()]);
        std::mem::swap(&mut self.mask.boxes, &mut self.input.boxes);
        Ok(Report::new(bodies, [self.input.skipped]))
    }

    /// Uploads the input of the shaders. Returns the number of indices, of vertices of triangles, and of these and points together.
    fn upload(&mut self) -> Result<[u32; 3], Error> {
        let Self { vertices, indices, bodies, view, input, mask, .. } = self;
        let (device, queue) = (&mask.device, &mask.queue);
        let corners = input.vertices.len() as u32;
        input.vertices.extend(input.far.iter().flat_map(|(body, canvas)| {
            let GpuBody { rectangle: [x, y, ..], .. } = input.bodies[*body];
            points(canvas, [x, y]).map(|[x, y, z]| [x, y, z, *body as i32 + 1])
        }));
        let order: Vec<[u32; 3]> = input.triangles.iter().map(|&[a, b, c, _]| [a, b, c]).collect();
        reserve(device, vertices, "vertices", 16 * input.vertices.len() as u64)?;
        reserve(device, indices, "indices", 12 * order.len() as u64)?;
        reserve(device, bodies, "bodies", 32 * input.bodies.len() as u64)?;
        queue.write_buffer(vertices, 0, bytemuck::cast_slice(&input.vertices));
        queue.write_buffer(indices, 0, bytemuck::cast_slice(&order));
        queue.write_buffer(bodies, 0, bytemuck::cast_slice(&input.bodies));
        queue.write_buffer(view, 0, bytemuck::bytes_of(&View::of(&input.vertices)));
        Ok([3 * order.len() as u32, corners, input.vertices.len() as u32])
    }

    /// Clears a depth map and draws everything into it.
    fn draw(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        pipelines: &Pass,
        (map, blank, owners): (&wgpu::TextureView, f32, &[Option<wgpu::RenderPassColorAttachment<'_>>]),
        (resources, [indices, corners, vertices]): (&[(u32, wgpu::BindingResource<'_>)], [u32; 3]),
    ) {
        let Pass { triangles, points } = pipelines;
        let [of_triangles, of_points] = [triangles, points]
            .map(|pipeline| bind(&self.mask.device, &pipeline.get_bind_group_layout(0), resources));
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: owners,
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: map,
                depth_ops: Some(wgpu::Operations {
                    load: wgpu::LoadOp::Clear(blank),
                    store: wgpu::StoreOp::Store,
                }),
                stencil_ops: None,
            }),
            ..Default::default()
        });
        pass.set_vertex_buffer(0, self.vertices.slice(..));
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint32);
        pass.set_pipeline(triangles);
        pass.set_bind_group(0, &of_triangles, &[]);
        pass.draw_indexed(0..indices, 0, 0..1);
        pass.set_pipeline(points);
        pass.set_bind_group(0, &of_points, &[]);
        pass.draw(corners..vertices, 0..1);
    }
}

impl View {
    /// The range from the lowest to the highest of the vertices that are drawn.
    fn of(vertices: &[[i32; 4]]) -> Self {
        let heights_m = vertices.iter().filter(|v| v[3] != 0).map(|v| f32::from_bits(v[2] as u32));
        let (low_m, high_m) =
            heights_m.fold((f32::MAX, f32::MIN), |(low, high), z_m| (low.min(z_m), high.max(z_m)));
        // Vertices all at one height have differences of 0, for any positive range.
        Self { low_m, range_m: (high_m - low_m).max(f32::MIN_POSITIVE), unused: [0; 2] }
    }
}
