//! Pictures that a GPU draws on the window.

use std::sync::Arc;

use wgpu::CurrentSurfaceTexture;
use winit::event_loop::ActiveEventLoop;
use winit::window::Window;

use crate::app::error::Error;
use crate::render::gpu::Gpu;
use crate::render::{Notes, Renderer};
use crate::scene::{Scene, View};

/// A window's surface and the renderer for it.
pub(crate) struct GpuSurface {
    renderer: Renderer,
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
        let formats = surface.get_capabilities(&gpu.adapter).formats;
        config.format = formats.into_iter().find(wgpu::TextureFormat::is_srgb).unwrap_or(config.format);
        config.present_mode = wgpu::PresentMode::AutoVsync;
        surface.configure(&gpu.device, &config);
        let (device, queue) = (gpu.device.clone(), gpu.queue.clone());
        Ok(Self { renderer: Renderer::for_target(gpu, config.format), surface, config, device, queue })
    }

    /// Draws and shows a picture, or skips it where the surface is not ready.
    pub(crate) fn show(
        &mut self,
        window: &Window,
        scene: &Scene,
        view: &View,
        notes: &Notes,
    ) -> Result<(), Error> {
        let [width, height] = view.size;
        if (self.config.width, self.config.height) != (width, height) {
            (self.config.width, self.config.height) = (width, height);
            self.surface.configure(&self.device, &self.config);
        }
        match self.surface.get_current_texture() {
            CurrentSurfaceTexture::Success(frame) | CurrentSurfaceTexture::Suboptimal(frame) => {
                self.renderer.draw_on(&frame.texture, scene, view, notes);
                window.pre_present_notify();
                self.queue.present(frame);
                Ok(())
            }
            CurrentSurfaceTexture::Timeout | CurrentSurfaceTexture::Occluded => Ok(()),
            CurrentSurfaceTexture::Outdated | CurrentSurfaceTexture::Lost => {
                self.surface.configure(&self.device, &self.config);
                Ok(())
            }
            CurrentSurfaceTexture::Validation => Err(Error::window("the GPU refused the window's surface")),
        }
    }
}
