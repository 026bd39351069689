//! Pictures and panels that a GPU draws on the window.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use egui::TextureId;
use egui_wgpu::{RendererOptions, ScreenDescriptor};
use wgpu::CurrentSurfaceTexture;
use winit::event_loop::OwnedDisplayHandle;
use winit::window::Window;

use super::frame::Frame;
use super::textures::Textures;
use crate::app::error::Error;
use crate::render::Gpu;
use crate::render::{Notes, Renderer, Scales};

/// What the picture is drawn on before the panels' painter puts it in its place.
const PICTURE_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// Times in a row that a surface is made anew before its device is given up.
const TRIES: u32 = 3;

/// A window's surface, the renderer of pictures and the painter of panels.
pub(crate) struct GpuSurface {
    renderer: Renderer,
    picture: wgpu::Texture,
    picture_id: TextureId,
    painter: egui_wgpu::Renderer,
    instance: wgpu::Instance,
    surface: wgpu::Surface<'static>,
    config: wgpu::SurfaceConfiguration,
    device: wgpu::Device,
    queue: wgpu::Queue,
    /// Frames that were shown.
    frames: u64,
    /// Surfaces that were made since.
    tries: u32,
    /// Whether the picture is older than what was to be shown.
    is_stale: bool,
    /// Whether the last frame was not shown, and is to be asked for again.
    is_due: bool,
}

impl GpuSurface {
    pub(crate) fn new(
        window: &Arc<Window>,
        display: &OwnedDisplayHandle,
        allow_software: bool,
    ) -> Result<Self, Error> {
        let display = Box::new(display.clone());
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
        if let Some(trouble) = renderer.trouble() {
            return Err(Error::window(trouble));
        }
        let (frames, tries, is_stale, is_due) = (0, 0, true, false);
        Ok(Self {
            renderer,
            picture,
            picture_id,
            painter,
            instance,
            surface,
            config,
            device,
            queue,
            frames,
            tries,
            is_stale,
            is_due,
        })
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

    pub(super) fn set_scales(&mut self, scales: Scales) {
        self.renderer.set_scales(scales);
    }

    /// Frames that were shown.
    pub(super) fn frames(&self) -> u64 {
        self.frames
    }

    /// When it wants to show the last frame, which it could not.
    pub(super) fn due(&self) -> Option<Instant> {
        self.is_due.then(Instant::now)
    }

    /// Takes over all textures of the panels.
    pub(super) fn take(&mut self, textures: &Textures) {
        for (id, texture) in textures.anew() {
            self.painter.update_texture(&self.device, &self.queue, id, &texture);
        }
    }

    #[cfg(all(test, feature = "panel-tests", target_os = "linux"))]
    pub(super) fn device(&self) -> &wgpu::Device {
        &self.device
    }

    /// Draws and shows a frame, or skips it where the surface is not ready.
    ///
    /// # Errors
    /// Why the device shows no frame any more.
    pub(super) fn show(&mut self, window: &Arc<Window>, frame: &Frame) -> Result<(), String> {
        // wgpu and the painter of panels panic where a device is lost while they wait for it or upload to it.
        let shown = catch_unwind(AssertUnwindSafe(|| self.draw(window, frame)));
        frame.textures.free.iter().for_each(|id| self.painter.free_texture(id));
        shown.unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            Err(text.or(panic.downcast_ref().copied()).unwrap_or("it failed").to_owned())
        })
    }

    fn draw(&mut self, window: &Arc<Window>, frame: &Frame) -> Result<(), String> {
        let Self { painter, device, queue, config, .. } = self;
        for (id, changes) in &frame.textures.set {
            changes.iter().for_each(|change| painter.update_texture(device, queue, *id, change));
        }
        self.is_stale |= frame.is_new;
        self.is_due = false;
        if frame.size.contains(&0) {
            return Ok(());
        }
        if [config.width, config.height] != frame.size {
            [config.width, config.height] = frame.size;
            self.surface.configure(device, config);
        }
        self.works()?;
        let target = match self.surface.get_current_texture() {
            CurrentSurfaceTexture::Success(target) | CurrentSurfaceTexture::Suboptimal(target) => target,
            CurrentSurfaceTexture::Occluded => return Ok(()),
            reason => {
                self.is_due = true;
                return match reason {
                    CurrentSurfaceTexture::Lost | CurrentSurfaceTexture::Validation => self.renew(window),
                    CurrentSurfaceTexture::Outdated => {
                        self.surface.configure(&self.device, &self.config);
                        self.works()
                    }
                    _ => Ok(()),
                };
            }
        };
        let Self { painter, device, .. } = self;
        let size = frame.view.size;
        let is_resized = [self.picture.width(), self.picture.height()] != size;
        if is_resized && !size.contains(&0) {
            self.picture = texture(device, size);
            let view = self.picture.create_view(&Default::default());
            let (id, filter) = (self.picture_id, wgpu::FilterMode::Nearest);
            painter.update_egui_texture_from_wgpu_texture(device, &view, filter, id);
        }
        if (self.is_stale || is_resized) && !size.contains(&0) {
            self.renderer.draw_on(&self.picture, frame.scene, frame.view, &Notes::default());
            self.is_stale = false;
        }
        self.works()?;
        let Self { painter, device, queue, .. } = self;
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
        window.pre_present_notify();
        queue.present(target);
        self.works()?;
        (self.frames, self.tries) = (self.frames + 1, 0);
        Ok(())
    }

    /// Whether the device has reported nothing.
    fn works(&self) -> Result<(), String> {
        self.renderer.trouble().map_or(Ok(()), |trouble| Err(trouble.to_owned()))
    }

    /// Makes the surface anew, which is lost; where the device is, or the surface stays lost, that is the end of both.
    fn renew(&mut self, window: &Arc<Window>) -> Result<(), String> {
        // A device that was destroyed says so only where it is asked.
        let _ = self.device.poll(wgpu::PollType::Poll);
        self.works()?;
        self.tries += 1;
        if self.tries > TRIES {
            return Err("the window's surface stays lost".to_owned());
        }
        self.surface = self.instance.create_surface(window.clone()).map_err(|error| error.to_string())?;
        self.surface.configure(&self.device, &self.config);
        self.works()
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
