//! Pictures and panels in the window, drawn by a GPU or the CPU.

mod first;
mod frame;
#[cfg(feature = "gpu")]
mod gpu;
mod software;
mod textures;

use std::sync::Arc;
use std::time::Instant;

use egui::TextureId;
use winit::event_loop::{ActiveEventLoop, OwnedDisplayHandle};
use winit::window::Window;

use super::error::Error;
use crate::render::{Backend, Scales};
pub(crate) use first::still_water;
pub(crate) use frame::Frame;
use software::SoftwareSurface;
use textures::Textures;

/// Frames that a GPU has shown before another device of it is made where it is lost: what fails sooner fails again.
const PROVEN: u64 = 100;
/// Devices that are made so, at most.
const RENEWALS: u32 = 3;

/// A window and the surface that shows its frames.
pub(crate) struct Presenter {
    window: Arc<Window>,
    display: OwnedDisplayHandle,
    /// Whether a driver that computes on the CPU is as good as a GPU.
    allow_software: bool,
    device: Device,
    textures: Textures,
    renewals: u32,
}

/// That a GPU does not draw any more.
#[derive(Debug)]
pub(crate) struct Loss {
    /// What happened, and what to do.
    pub(crate) text: String,
    /// Whether the CPU draws from now on, in place of another device of the GPU.
    pub(crate) is_for_good: bool,
}

/// A window and its display.
type On<'a> = (&'a Arc<Window>, &'a OwnedDisplayHandle);

enum Device {
    Software(Box<SoftwareSurface>),
    #[cfg(feature = "gpu")]
    Gpu(Box<gpu::GpuSurface>),
    /// One that has been put away: a window has one surface at a time.
    Gone,
}

impl Presenter {
    /// A presenter for `window`.
    pub(crate) fn new(
        window: Arc<Window>,
        events: &ActiveEventLoop,
        backend: Backend,
    ) -> Result<Self, Error> {
        let display = events.owned_display_handle();
        let allow_software = backend == Backend::Gpu { allow_software: true };
        let (surface, textures) = ((&window, &display), Textures::default());
        let device = match backend {
            Backend::Cpu => Device::software(surface)?,
            Backend::Auto => match Device::gpu(surface, false, &textures) {
                Ok(gpu) => gpu,
                Err(_) => Device::software(surface)?,
            },
            Backend::Gpu { .. } => Device::gpu(surface, allow_software, &textures)?,
        };
        Ok(Self { window, display, allow_software, device, textures, renewals: 0 })
    }

    /// The window.
    pub(crate) fn window(&self) -> &Window {
        &self.window
    }

    /// What draws: `CPU` or the name of the GPU.
    pub(crate) fn device(&self) -> &str {
        match &self.device {
            Device::Software(_) | Device::Gone => "CPU",
            #[cfg(feature = "gpu")]
            Device::Gpu(surface) => surface.name(),
        }
    }

    /// The texture that stands for the picture in the triangles of the panels.
    pub(crate) fn picture(&self) -> TextureId {
        match &self.device {
            Device::Software(_) | Device::Gone => software::PICTURE,
            #[cfg(feature = "gpu")]
            Device::Gpu(surface) => surface.picture(),
        }
    }

    /// Draws and shows a frame. A minimized window shows nothing. Where the GPU is lost, another device or the CPU draws the next one.
    pub(crate) fn show(&mut self, frame: &Frame) -> Result<Option<Loss>, Error> {
        self.textures.update(frame.textures);
        let shown = self.device.show(&self.window, &self.textures, frame);
        self.textures.free(frame.textures);
        shown?.err().map(|reason| self.survive(&reason)).transpose()
    }

    /// Goes on without the device, which was lost for a reason.
    fn survive(&mut self, reason: &str) -> Result<Loss, Error> {
        let is_proven = self.is_proven();
        self.renewals += u32::from(is_proven);
        let is_for_good = self.draw_by(is_proven)?.is_some() || !is_proven;
        let then = if is_for_good {
            "the window goes on drawing on the processor; choose the renderer GPU on the page Parameters (E) to try it again, \
             or start with --renderer cpu"
        } else {
            "the window goes on with a new one; if it is lost again, choose the renderer CPU on the page Parameters (E), \
             or start with --renderer cpu"
        };
        Ok(Loss { text: format!("The graphics device was lost ({reason}): {then}"), is_for_good })
    }

    /// Whether the device of the GPU has worked long enough to be worth another one.
    pub(crate) fn is_proven(&self) -> bool {
        self.device.frames() >= PROVEN && self.renewals < RENEWALS
    }

    /// Draws by a GPU from now on, or by the CPU, with the same scales; returns why no GPU does where it was to.
    pub(crate) fn draw_by(&mut self, gpu: bool) -> Result<Option<Error>, Error> {
        let scales = self.scales();
        self.device = Device::Gone;
        let surface = (&self.window, &self.display);
        let made = gpu.then(|| Device::gpu(surface, self.allow_software, &self.textures)).transpose();
        let (device, why) = match made {
            Ok(device) => (device, None),
            Err(why) => (None, Some(why)),
        };
        self.device = device.map_or_else(|| Device::software(surface), Ok)?;
        self.device.set_scales(scales);
        Ok(why)
    }

    /// Loses the device of the GPU, as a driver that fails does.
    #[cfg(all(test, feature = "panel-tests", feature = "gpu", target_os = "linux"))]
    pub(crate) fn lose(&self) {
        if let Device::Gpu(surface) = &self.device {
            surface.device().destroy();
        }
    }

    /// Asks the device of the GPU for what no device has, without waiting for the answer.
    #[cfg(all(test, feature = "panel-tests", feature = "gpu", target_os = "linux"))]
    pub(crate) fn refuse(&self) {
        if let Device::Gpu(surface) = &self.device {
            let (label, usage) = (None, wgpu::BufferUsages::UNIFORM);
            let none = wgpu::BufferDescriptor { label, size: u64::MAX, usage, mapped_at_creation: false };
            let _ = surface.device().create_buffer(&none);
        }
    }

    /// When it wants to draw the same picture more finely, or again, if nothing changes before.
    pub(crate) fn due(&self) -> Option<Instant> {
        match &self.device {
            Device::Software(surface) => surface.due(),
            #[cfg(feature = "gpu")]
            Device::Gpu(surface) => surface.due(),
            Device::Gone => None,
        }
    }

    /// What colors and arrows stand for by now.
    pub(crate) fn scales(&self) -> Scales {
        match &self.device {
            Device::Software(surface) => surface.scales(),
            #[cfg(feature = "gpu")]
            Device::Gpu(surface) => surface.scales(),
            Device::Gone => Scales::default(),
        }
    }

    /// Begins the color range of pictures anew, for another scenario.
    pub(crate) fn forget_scales(&mut self) {
        self.device.set_scales(Scales::default());
    }
}

impl Device {
    fn software((window, display): On) -> Result<Self, Error> {
        Ok(Self::Software(Box::new(SoftwareSurface::new(window, display)?)))
    }

    /// A GPU with all textures of the panels.
    #[cfg(feature = "gpu")]
    fn gpu((window, display): On, allow_software: bool, textures: &Textures) -> Result<Self, Error> {
        let mut surface = gpu::GpuSurface::new(window, display, allow_software)?;
        surface.take(textures);
        Ok(Self::Gpu(Box::new(surface)))
    }

    #[cfg(not(feature = "gpu"))]
    fn gpu(_: On, _: bool, _: &Textures) -> Result<Self, Error> {
        Err(crate::render::Renderer::new(Backend::Gpu { allow_software: true })
            .err()
            .map_or_else(|| Error::window("no GPU"), Error::Render))
    }

    /// Shows a frame; why a GPU does not any more, if it is lost.
    fn show(
        &mut self,
        window: &Arc<Window>,
        textures: &Textures,
        frame: &Frame,
    ) -> Result<Result<(), String>, Error> {
        match self {
            Self::Software(surface) => surface.show(window, textures, frame).map(Ok),
            #[cfg(feature = "gpu")]
            Self::Gpu(surface) => Ok(surface.show(window, frame)),
            Self::Gone => Ok(Ok(())),
        }
    }

    /// Frames that a GPU has shown.
    fn frames(&self) -> u64 {
        match self {
            Self::Software(_) | Self::Gone => 0,
            #[cfg(feature = "gpu")]
            Self::Gpu(surface) => surface.frames(),
        }
    }

    fn set_scales(&mut self, scales: Scales) {
        match self {
            Self::Software(surface) => surface.set_scales(scales),
            #[cfg(feature = "gpu")]
            Self::Gpu(surface) => surface.set_scales(scales),
            Self::Gone => {}
        }
    }
}
