//! Pictures and panels that a GPU draws on the window.

use std::sync::Arc;

use egui::TextureId;
use egui_wgpu::{RendererOptions, ScreenDescriptor};
use wgpu::CurrentSurfaceTexture;
use winit::event_loop::ActiveEventLoop;
use winit::window::Window;

use super::frame::Frame;
use crate::app::error::Error;
use crate::render::Gpu;
use crate::render::{Notes, Renderer, Scales};

/// What the picture is drawn on before the panels' painter puts it in its place.
const PICTURE_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// A window's surface, the renderer of pictures and the painter of panels.
pub(crate) struct GpuSurface {
    renderer: Renderer,
    picture: wgpu::Texture,
    picture_id: TextureId,
    painter: egui_wgpu::Renderer,
    surface: wgpu::Surface<'static>,
    config: wgpu::SurfaceConfiguration,
    device: wgpu::Device,
    queue: wgpu::Queue,
}

impl GpuSurface {
    pub(crate) fn new(
        window: &Arc<Window>,
        events: &ActiveEventLoop,
        allow_software: bool,
    ) -> Result<Self, Error> {
        let display = Box::new(events.owned_display_handle());
        let descriptor = wgpu::InstanceDescriptor::new_with_display_handle_from_env(display);
        let instance = wgpu::Instance::new(descriptor);
        let surface = instance.create_surface(window.clone()).map_err(Error::window)?;
        let gpu = Gpu::find(&instance, Some(&surface), allow_software)?;
        let size = window.inner_size();
        let mut config = surface
            .get_default_config(&gpu.adapter, size.width.max(1), size.height.max(1))
            .ok_or_else(|| Error::window(format!("{} cannot show pictures on this window", gpu.name)))?;
        // The painter of panels mixes colors as they are stored.
        let formats = surface.get_capabilities(&gpu.adapter).formats;
        let plain = [wgpu::TextureFormat::Rgba8Unorm, wgpu::TextureFormat::Bgra8Unorm];
        config.format = formats.into_iter().find(|of| plain.contains(of)).unwrap_or(config.format);
        config.present_mode = wgpu::PresentMode::AutoVsync;
        surface.configure(&gpu.device, &config);
        let (device, queue) = (gpu.device.clone(), gpu.queue.clone());
        let mut painter = egui_wgpu::Renderer::new(&device, config.format, RendererOptions::default());
        let picture = texture(&device, [1, 1]);
        let view = picture.create_view(&Default::default());
        let picture_id = painter.register_native_texture(&device, &view, wgpu::FilterMode::Nearest);
        let renderer = Renderer::for_target(gpu, PICTURE_FORMAT);
        Ok(Self { renderer, picture, picture_id, painter, surface, config, device, queue })
    }

    /// Name of the adapter.
    pub(super) fn name(&self) -> &str {
        self.renderer.device()
    }

    pub(super) fn picture(&self) -> TextureId {
        self.picture_id
    }

    pub(super) fn scales(&self) -> Scales {
        self.renderer.scales()
    }

    pub(super) fn forget_scales(&mut self) {
        self.renderer.set_scales(Scales::default());
    }

    /// Draws and shows a frame, or skips it where the surface is not ready.
    pub(super) fn show(&mut self, window: &Window, frame: &Frame) -> Result<(), Error> {
        let Self { painter, device, queue, config, .. } = self;
        for (id, changes) in &frame.textures.set {
            changes.iter().for_each(|change| painter.update_texture(device, queue, *id, change));
        }
        if frame.size.contains(&0) {
            return Ok(());
        }
        if [config.width, config.height] != frame.size {
            [config.width, config.height] = frame.size;
            self.surface.configure(device, config);
        }
        let target = match self.surface.get_current_texture() {
            CurrentSurfaceTexture::Success(target) | CurrentSurfaceTexture::Suboptimal(target) => target,
            CurrentSurfaceTexture::Timeout | CurrentSurfaceTexture::Occluded => return Ok(()),
            CurrentSurfaceTexture::Outdated | CurrentSurfaceTexture::Lost => {
                self.surface.configure(device, config);
                return Ok(());
            }
            CurrentSurfaceTexture::Validation => {
                return Err(Error::window("the GPU refused the window's surface"));
            }
        };
        let size = frame.view.size;
        let is_resized = [self.picture.width(), self.picture.height()] != size;
        if is_resized && !size.contains(&0) {
            self.picture = texture(device, size);
            let view = self.picture.create_view(&Default::default());
            let (id, filter) = (self.picture_id, wgpu::FilterMode::Nearest);
            painter.update_egui_texture_from_wgpu_texture(device, &view, filter, id);
        }
        if (frame.is_new || is_resized) && !size.contains(&0) {
            self.renderer.draw_on(&self.picture, frame.scene, frame.view, &Notes::default());
        }
        let screen =
            ScreenDescriptor { size_in_pixels: frame.size, pixels_per_point: frame.pixels_per_point };
        let mut encoder = device.create_command_encoder(&Default::default());
        let mut commands = painter.update_buffers(device, queue, &mut encoder, frame.primitives, &screen);
        let view = target.texture.create_view(&Default::default());
        let [r, g, b, _] = frame.background.map(|c| f64::from(c) / 255.0);
        let clear = wgpu::LoadOp::Clear(wgpu::Color { r, g, b, a: 1.0 });
        let ops = wgpu::Operations { load: clear, store: wgpu::StoreOp::Store };
        let attachment =
            wgpu::RenderPassColorAttachment { view: &view, depth_slice: None, resolve_target: None, ops };
        let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("panels"),
            color_attachments: &[Some(attachment)],
            ..Default::default()
        });
        painter.render(&mut pass.forget_lifetime(), frame.primitives, &screen);
        commands.push(encoder.finish());
        queue.submit(commands);
        frame.textures.free.iter().for_each(|id| painter.free_texture(id));
        window.pre_present_notify();
        queue.present(target);
        Ok(())
    }
}

/// A texture for pictures of a size.
fn texture(device: &wgpu::Device, [width, height]: [u32; 2]) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some("picture"),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: PICTURE_FORMAT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    })
}
