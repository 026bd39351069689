//! From a scene to a finished picture, drawn by a GPU or the CPU.

use glam::{BVec3, Vec2, Vec3};

use super::composition::{Composition, Scales, decorates};
use super::cpu;
use super::error::Error;
#[cfg(feature = "gpu")]
use super::gpu::{Gpu, Painter, Uploads};
use super::overlay::{self, Hidden, Legend, Notes, Overlay, Plane};
use super::picture::Picture;
use super::shading::Lighting;
use crate::scene::{BodyModel, Field, Invented, Look, Scene, View, ViewKind};

/// The device that draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backend {
    /// A GPU if there is one in hardware, else the CPU.
    #[default]
    Auto,
    /// The CPU.
    Cpu,
    /// A GPU, or an error.
    Gpu {
        /// Accept a driver that computes on the CPU too; for tests.
        allow_software: bool,
    },
}

/// Draws scenes. Keep one for all pictures of a run: its colors then stand for the same levels throughout, except
/// that the range grows when the run outgrows it (see [`View::color_range_m`]).
pub struct Renderer {
    device: Device,
    composition: Composition,
    buffers: cpu::Buffers,
    samples_per_side: usize,
    overlay: bool,
}

enum Device {
    Cpu,
    #[cfg(feature = "gpu")]
    Gpu(Box<Painter>),
}

impl Renderer {
    /// A renderer on `backend`.
    ///
    /// # Errors
    /// [`Error::NoGpu`] if a GPU is requested and there is none, [`Error::Gpu`] if it fails.
    pub fn new(backend: Backend) -> Result<Self, Error> {
        let device = match backend {
            Backend::Cpu => Device::Cpu,
            Backend::Auto => Device::gpu(false).unwrap_or(Device::Cpu),
            Backend::Gpu { allow_software } => Device::gpu(allow_software)?,
        };
        Ok(Self::with(device))
    }

    /// A renderer for target textures of a format.
    #[cfg(feature = "gpu")]
    pub fn for_target(gpu: Gpu, format: wgpu::TextureFormat) -> Self {
        Self::with(Device::Gpu(Box::new(Painter::for_target(gpu, format))))
    }

    fn with(device: Device) -> Self {
        let (composition, buffers) = Default::default();
        Self { device, composition, buffers, samples_per_side: 2, overlay: true }
    }

    /// The device that draws: `CPU` or the name of the GPU.
    pub fn device(&self) -> &str {
        match &self.device {
            Device::Cpu => "CPU",
            #[cfg(feature = "gpu")]
            Device::Gpu(painter) => painter.name(),
        }
    }

    /// Trouble that its GPU has reported and nobody waited for, as [`Gpu::trouble`]: pictures on a target are not to be relied on then.
    #[cfg(feature = "gpu")]
    pub fn trouble(&self) -> Option<&str> {
        match &self.device {
            Device::Cpu => None,
            Device::Gpu(painter) => painter.trouble(),
        }
    }

    /// The account of creations on its GPU and of uploads to it so far; nothing of a CPU.
    #[cfg(feature = "gpu")]
    pub fn uploads(&self) -> Uploads {
        match &self.device {
            Device::Cpu => Uploads::default(),
            Device::Gpu(painter) => painter.uploads(),
        }
    }

    /// Averages `n`² samples a pixel, 1..=4; 2 by default.
    #[must_use]
    pub fn samples_per_side(mut self, n: usize) -> Self {
        self.samples_per_side = n.clamp(1, 4);
        self
    }

    /// The same, between two pictures.
    pub fn set_samples_per_side(&mut self, n: usize) {
        self.samples_per_side = n.clamp(1, 4);
    }

    /// Whether title, time, legend and scale are drawn on the pictures; they are by default.
    #[must_use]
    pub fn overlay(mut self, overlay: bool) -> Self {
        self.overlay = overlay;
        self
    }

    /// The present scales of its colors and arrows.
    pub fn scales(&self) -> Scales {
        self.composition.scales()
    }

    /// Uses another renderer's scales, to continue its series of pictures.
    #[must_use]
    pub fn with_scales(mut self, scales: Scales) -> Self {
        self.composition.set_scales(scales);
        self
    }

    /// Replaces the scales of its colors and arrows.
    pub fn set_scales(&mut self, scales: Scales) {
        self.composition.set_scales(scales);
    }

    /// A picture of `scene`, opaque. If the GPU fails, this and all later pictures come from the CPU, as
    /// [`Renderer::device`] then reports.
    ///
    /// # Panics
    /// Unless the water has one level a cell.
    pub fn draw(&mut self, scene: &Scene, view: &View) -> Picture {
        self.draw_with(scene, view, &Notes::default())
    }

    /// A picture with more text on it.
    ///
    /// # Panics
    /// Unless the water has one level a cell.
    pub fn draw_with(&mut self, scene: &Scene, view: &View, notes: &Notes) -> Picture {
        let mut picture = Picture::filled([0, 0], [0; 4]);
        self.draw_into(&mut picture, scene, view, notes);
        picture
    }

    /// Draws over all of a picture, which takes the view's size on, and keeps its memory.
    ///
    /// # Panics
    /// Unless the water has one level a cell.
    pub fn draw_into(&mut self, picture: &mut Picture, scene: &Scene, view: &View, notes: &Notes) {
        let lighting = self.composition.compose(scene, view);
        self.without_words(picture, &lighting, view.size);
        if self.overlay {
            write_on(picture, scene, view, (&lighting, &self.composition), notes);
        }
    }

    /// Draws over all of `target`, a texture of the format that the renderer was made for. A picture with more smoke than its textures hold is the CPU's.
    ///
    /// # Panics
    /// Unless the water has one level a cell.
    #[cfg(feature = "gpu")]
    pub fn draw_on(&mut self, target: &wgpu::Texture, scene: &Scene, view: &View, notes: &Notes) {
        let lighting = self.composition.compose(scene, view);
        let size = [target.width(), target.height()];
        let Device::Gpu(painter) = &mut self.device else { return };
        let is_held = painter.holds(&self.composition);
        let words = painter.words(size);
        if !is_held {
            cpu::draw(&mut self.buffers, &self.composition, &lighting, self.samples_per_side, words);
        }
        write_on(words, scene, view, (&lighting, &self.composition), notes);
        let composition = is_held.then_some(&self.composition);
        painter.show(target, composition, &lighting, self.samples_per_side);
    }

    fn without_words(&mut self, picture: &mut Picture, lighting: &Lighting, size: [u32; 2]) {
        #[cfg(feature = "gpu")]
        if let Device::Gpu(painter) = &mut self.device
            && painter.holds(&self.composition)
        {
            match painter.draw(&self.composition, lighting, size, self.samples_per_side, picture) {
                Ok(()) => return,
                // A GPU that was lost does not come back.
                Err(_) => self.device = Device::Cpu,
            }
        }
        picture.resize(size);
        cpu::draw(&mut self.buffers, &self.composition, lighting, self.samples_per_side, picture);
    }
}

impl Device {
    #[cfg(feature = "gpu")]
    fn gpu(allow_software: bool) -> Result<Self, Error> {
        Painter::new(allow_software).map(|painter| Self::Gpu(Box::new(painter)))
    }

    #[cfg(not(feature = "gpu"))]
    fn gpu(_: bool) -> Result<Self, Error> {
        Err(Error::NoGpu { found: "the program was built without the feature `gpu`".into() })
    }
}

/// What a picture shows that was not simulated; empty if nothing.
fn invented(scene: &Scene, view: &View) -> String {
    if view.hide_water || !view.look.is_water() {
        return String::new();
    }
    let has = |is_in_place: bool| {
        let mut decorations = scene.bodies.iter().filter_map(|body| body.decoration.as_ref());
        decorates(view) && decorations.any(|decoration| decoration.is_in_place == is_in_place)
    };
    let ripples = (view.look == Look::Ripples).then_some("ripples");
    let fittings = has(false).then_some("fittings of boats");
    let in_place = has(true).then_some("looks of bodies");
    let Invented { haze, sand, foam, .. } = view.invented;
    let invented = ripples.into_iter().chain(fittings).chain(in_place);
    let has_foam = foam && scene.water.foam.density.iter().any(|density| *density > 0.0);
    let foam = has_foam.then_some("pattern of the foam");
    let bed = if sand { "sand" } else { "color of the bed" };
    let far = ["sky", bed].into_iter().chain(haze.then_some("haze")).chain(["surroundings"]);
    let all: Vec<&str> = invented.chain(foam).chain(far).collect();
    format!("invented: {}", all.join(", "))
}

/// Speed of the body that a view follows, and its Froude number of the depth; empty without one.
fn under_way(scene: &Scene, view: &View) -> String {
    let name = match &view.kind {
        ViewKind::Follow { body, .. } => Some(body),
        ViewKind::Map { follow, .. } | ViewKind::Perspective { follow, .. } => follow.as_ref(),
        ViewKind::Top | ViewKind::Overview => None,
    };
    let Some(body) = scene.bodies.iter().find(|body| name.is_some_and(|name| *name == *body.name)) else {
        return String::new();
    };
    let water = &scene.water;
    let speed_m_s = body.velocity_m_s.truncate().length();
    let bed_m = water.bed_at_m(body.translation_m.truncate()).unwrap_or(0.0);
    let froude = speed_m_s / (water.gravity_m_s2 * (water.still_level_m - bed_m)).sqrt();
    let of_depth = if froude.is_finite() { format!(", Fr {froude:.2}") } else { String::new() };
    format!("{} {speed_m_s:.1} m/s{of_depth}", body.name)
}

/// Boxes around the bodies in the picture, pixels: from their upper left to their lower right corners.
fn boxes(scene: &Scene, project: impl Fn(Vec3) -> Option<Vec2>) -> Vec<[Vec2; 2]> {
    let of_body = |body: &BodyModel| {
        let wider = |[low, high]: [Vec3; 2], at: &Vec3| [low.min(*at), high.max(*at)];
        let [low, high] = body.vertices.iter().fold([Vec3::INFINITY, Vec3::NEG_INFINITY], wider);
        let corner = |k: u32| Vec3::select(BVec3::new(k & 1 > 0, k & 2 > 0, k & 4 > 0), low, high);
        let corners = (0..8).filter_map(|k| project(body.translation_m + body.rotation * corner(k)));
        let found =
            corners.fold([Vec2::INFINITY, Vec2::NEG_INFINITY], |[low, high], at| [low.min(at), high.max(at)]);
        found[0].cmple(found[1]).all().then_some(found)
    };
    scene.bodies.iter().filter_map(of_body).collect()
}

/// Places along each side of the water by which its outline is known.
const ALONG: usize = 24;

/// Outline of the water in the picture as it is drawn, heights so many `times`, pixels; empty where a part of it is behind the camera.
fn outline(scene: &Scene, times: f32, project: impl Fn(Vec3) -> Option<Vec2>) -> Vec<Vec2> {
    let (water, extent_m) = (&scene.water, scene.water.extent_m());
    let corners = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y];
    let sides = corners.into_iter().zip(corners.into_iter().cycle().skip(1));
    let places = sides.flat_map(|(a, b)| (0..ALONG).map(move |k| a.lerp(b, k as f32 / ALONG as f32)));
    let drawn = places.map(|part| project(water.drawn_at_m(water.origin_m + part * extent_m, times)));
    drawn.collect::<Option<Vec<Vec2>>>().unwrap_or_default()
}

/// Draws title, time, notes, legend and scale on a picture.
fn write_on(
    picture: &mut Picture,
    scene: &Scene,
    view: &View,
    (lighting, composition): (&Lighting, &Composition),
    notes: &Notes,
) {
    let camera = &lighting.camera;
    let project = |place| camera.project(place, view.size);
    let pixels_per_meter = camera.pixels_per_meter(view.size);
    let shows_field = !view.hide_water && !view.look.is_water();
    let is_map = shows_field && lighting.look == Look::Science && camera.parallel;
    if is_map {
        overlay::draw_grid(picture, &scene.water, pixels_per_meter, view.dark, project);
    }
    if shows_field && view.streamlines {
        // On the sheet as it is drawn.
        let heights = if lighting.look == Look::Slab { lighting.vertical_scale } else { 0.0 };
        let hidden = Hidden::behind(&scene.bodies, scene.water.still_level_m, view.size, project);
        let project = |at_m| project(scene.water.drawn_at_m(at_m, heights)).filter(|at| !hidden.is_at(*at));
        let plane = Plane { project, pixels_per_meter, size: view.size };
        overlay::draw_streamlines(picture, &scene.water, &plane, view.dark);
    } else if is_map && view.field == Field::Speed {
        overlay::draw_flow(picture, &scene.water, pixels_per_meter, view.dark, project);
    }
    if view.track_s > 0.0 {
        let since_s = scene.time_s - f64::from(view.track_s);
        overlay::draw_tracks(picture, &scene.tracks, since_s, project);
    }
    if view.loads {
        overlay::draw_loads(picture, &scene.loads, project);
    }
    let mut legends = Vec::new();
    if shows_field {
        let legend = Legend::of_field(view.field, lighting.range.low, lighting.range.high);
        let legend = legend.on_dark(view.field, view.dark);
        legends.push(legend.with_beyond(lighting.range.is_left_by(composition.values.thing.ends)));
    }
    // The colors of earlier pictures are kept for when pressures are shown again.
    if composition.pressures.high_pa > 0.0 && scene.bodies.iter().any(|body| !body.pressure_pa.is_empty()) {
        legends.push(Legend::of_pressures(composition.pressures.high_pa));
    }
    let of_arrows = Notes { remark: "forces: pressure blue, drag and lift red", help: notes.help };
    let shows_arrows = view.forces && !scene.arrows.is_empty();
    let overlay = Overlay {
        title: &scene.title,
        time_s: scene.time_s,
        under_way: &if is_map { under_way(scene, view) } else { String::new() },
        notes: if notes.remark.is_empty() && shows_arrows { &of_arrows } else { notes },
        legends: &legends,
        pixels_per_meter,
        parallel: camera.parallel,
        vertical_scale: lighting.vertical_scale,
        letters: view.letters,
        dark: view.dark && shows_field && !lighting.lit,
        invented: &invented(scene, view),
        subjects: &boxes(scene, project),
        outline: &if legends.is_empty() {
            Vec::new()
        } else {
            outline(scene, lighting.vertical_scale, project)
        },
    };
    overlay.draw(picture);
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::scene::{BodyModel, Decoration};

    #[test]
    fn what_is_left_out_is_not_named() {
        let decoration = |is_in_place| {
            let (vertices, triangles) = (Arc::from(Vec::new()), Arc::from(Vec::new()));
            let decoration = Decoration { vertices, triangles, colors: Vec::new(), is_in_place };
            BodyModel { decoration: Some(Arc::new(decoration)), ..BodyModel::default() }
        };
        let scene = Scene { bodies: vec![decoration(false), decoration(true)], ..Scene::default() };
        let says = |fittings, look| {
            let left = Invented { fittings, ..Invented::ALL };
            let said = invented(&scene, &View { invented: left, look, ..View::default() });
            ["ripples", "fittings of boats", "looks of bodies"].map(|part| said.contains(part))
        };
        assert_eq!(says(true, Look::Ripples), [true; 3]);
        assert_eq!(says(true, Look::Water), [false, true, true]);
        assert_eq!(says(false, Look::Water), [false; 3]);
        assert_eq!(says(true, Look::Science), [false; 3]);
        let none = View { invented: Invented::NONE, ..View::default() };
        assert_eq!(invented(&scene, &none), "invented: sky, color of the bed, surroundings");
    }
}
