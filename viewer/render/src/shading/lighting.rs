//! Camera, colors and light of a picture, and what shading reads beside them.

use glam::{Vec2, Vec3};
use pulp::Simd;

use super::footprint::Footprint;
use super::lanes::lanes3::Lanes3;
use super::lanes::{Lanes, MOST, index};
use super::mirror::Mirror;
pub(crate) use super::relief::INDEX;
use super::relief::Relief;
use super::tiles::Layer;
use crate::camera::Camera;
use crate::color::{ENTRIES, Linear, Range};
use crate::scene::{Edge, Field, Invented, Look, Scene, View};

/// Direction towards the sun: in the west-south-west, 38° high, so that it lights an overview from the left and in front, and shadows lie
/// beside what throws them.
pub(crate) const SUN: Vec3 = Vec3::new(-0.6209, -0.4851, 0.6157);
/// Its horizontal direction.
pub(crate) const SUN_AHEAD: Vec2 = Vec2::new(-0.788_011, -0.615_661);
/// Under level water: the cosine of the angle that its rays make with the vertical, and the horizontal way for each meter of
/// depth.
pub(crate) const COS_REFRACTED: f32 = 0.806_57;
/// See [`COS_REFRACTED`].
pub(crate) const SUN_RUN: f32 = 0.732_78;
/// Light of the sun on water and what is in it.
pub(crate) const SUNSHINE: Vec3 = Vec3::new(3.25, 2.95, 2.50);
/// Light of the sky from above and from below.
pub(crate) const SKY_UP: Vec3 = Vec3::new(0.30, 0.40, 0.52);
/// See [`SKY_UP`].
pub(crate) const SKY_DOWN: Vec3 = Vec3::new(0.10, 0.19, 0.22);
/// In the look of the slab: light of the sun on a surface that faces it.
pub(crate) const SUNLIGHT: Vec3 = Vec3::new(1.0, 0.96, 0.88);
/// In the look of the slab: the sky overhead and at the horizon.
pub(crate) const ZENITH: Vec3 = Vec3::new(0.24, 0.43, 0.70);
/// See [`ZENITH`].
pub(crate) const HORIZON: Vec3 = Vec3::new(0.80, 0.88, 0.94);
/// The background of the slab, at the top and at the bottom of the picture.
pub(crate) const BACKGROUND: [Vec3; 2] = [Vec3::new(0.62, 0.75, 0.86), Vec3::new(0.93, 0.95, 0.965)];
/// The background of a view of a field alone, light and dark.
const PAPER: [Vec3; 2] = [Vec3::new(0.955, 0.96, 0.965), Vec3::new(0.0045, 0.007, 0.0125)];
/// Color of cells in which a field is not defined.
pub(crate) const UNKNOWN: Vec3 = Vec3::new(0.36, 0.36, 0.36);
/// In the look of the slab: fraction of the light that reaches water in full shadow.
pub(crate) const SHADE: f32 = 0.50;
/// Darkening of bodies on a map, where bright paint would not stand out from pale water, and on one that is dark.
const MAP_PAINT: [f32; 2] = [0.30, 0.90];
/// Light of the contour lines of a map, beside that of the colors below them, on a light and on a dark background.
const LINE_LIGHT: [f32; 2] = [0.0, 0.16];
/// In the look of the slab: how strongly slopes lighten and darken the water's color.
pub(crate) const RELIEF: f32 = 0.85;
/// How much darker than its paint a solid is under a headlight where it is seen edge-on.
pub(crate) const HEADLIGHT_FALL: f32 = 0.35;

/// Variance of the slopes of water in a light breeze that are too fine for the cells.
pub(crate) const ROUGHNESS: f32 = 0.009;

/// Camera, colors and light of one picture.
#[derive(Clone, Debug)]
pub(crate) struct Lighting {
    /// The camera.
    pub camera: Camera,
    /// Unit vector to the right of the picture.
    pub right: Vec3,
    /// Unit vector to the top of the picture.
    pub up: Vec3,
    /// The look of the water.
    pub look: Look,
    /// Invented parts that are drawn.
    pub invented: Invented,
    /// Values at the ends of the colors.
    pub range: Range,
    /// Colors of the values.
    pub colors: [Linear; ENTRIES],
    /// Value between two contour lines; 0 for none.
    pub contour: f32,
    /// False where water shows the bare color of its field.
    pub lit: bool,
    /// True where solids are lit from the camera alone, so that their colors can be read from below too.
    pub headlight: bool,
    /// Background of a map.
    pub paper: Vec3,
    /// Factor of the paint of bodies on a map.
    pub map_paint: f32,
    /// Light of the contour lines of a map, beside that of the colors below them.
    pub line_light: f32,
    /// Exaggeration of heights.
    pub vertical_scale: f32,
    /// Width of a pixel a meter away, or of all where the camera is parallel, m.
    pub pixel_m: f32,
    /// Simulated time, s.
    pub time_s: f32,
    /// Ripples at that time.
    pub layers: [Layer; 3],
    /// Height of the surface at rest, or of the sea beyond it, m.
    pub still_level_m: f32,
    /// Lower-left and upper-right corner of the sheet, m.
    pub domain_m: [Vec2; 2],
    /// Sides beyond which there is a bank: low x, high x, low y, high y.
    pub banks: [bool; 4],
    /// Height of the banks, m.
    pub land_m: f32,
    /// Depth below the water's surface down to which solids are mirrored, m: where a wave's slope shifts what it mirrors, there is no gap.
    pub swell_m: f32,
}

/// What shading reads: the light, the textures of the water, and what it mirrors.
#[derive(Clone, Copy)]
pub(crate) struct Scenery<'a> {
    pub(crate) lighting: &'a Lighting,
    pub(crate) relief: &'a Relief,
    pub(crate) footprint: &'a Footprint,
    /// Bodies that the water mirrors.
    pub(crate) mirror: &'a Mirror,
    /// Bodies under water.
    pub(crate) sunken: &'a Mirror,
}

impl Lighting {
    /// Lighting for a view of a scene from `camera`, its colors for values in `range`.
    pub(crate) fn new(camera: Camera, scene: &Scene, view: &View, range: Range) -> Self {
        let water = &scene.water;
        let wide = 2.0 * camera.across.length() / view.size[0].max(1) as f32;
        Self {
            right: camera.across.normalize_or_zero(),
            up: camera.upward.normalize_or_zero(),
            look: view.look,
            invented: view.invented,
            range,
            colors: crate::color::colors_of(view.field, view.dark),
            // Of the same lightness as still water.
            paper: PAPER[usize::from(view.dark)],
            map_paint: MAP_PAINT[usize::from(view.dark)],
            line_light: LINE_LIGHT[usize::from(view.dark && view.field != Field::Speed)],
            contour: if view.look == Look::Science { range.step() } else { 0.0 },
            lit: view.look != Look::Science && !camera.parallel,
            headlight: view.hide_water,
            vertical_scale: 1.0,
            pixel_m: wide.max(1e-9),
            time_s: scene.time_s as f32,
            layers: Layer::ripple_layers(scene.time_s as f32),
            still_level_m: water.still_level_m,
            domain_m: [water.origin_m, water.origin_m + water.extent_m()],
            banks: water.edges.map(|edge| edge == Edge::Bank && water.nx > 0),
            land_m: water.still_level_m,
            swell_m: 0.0,
            camera,
        }
    }

    /// Whether water mirrors bodies.
    pub(crate) fn mirrors(&self) -> bool {
        self.look.is_water() && !self.headlight && !self.camera.parallel
    }

    /// Whether what is under water is seen through its surface.
    pub(crate) fn refracts(&self) -> bool {
        self.look.is_water() && !self.headlight
    }

    /// Width of a pixel at a place, m.
    pub(crate) fn pixel_at_m(&self, place: Vec3) -> f32 {
        if self.camera.parallel { self.pixel_m } else { self.pixel_m * place.distance(self.camera.eye_m) }
    }

    /// Where a place is seen in level water that is so much above it, m.
    pub(crate) fn mirror_image(&self, place: Vec3, depth_m: f32) -> Vec3 {
        place + Vec3::Z * (2.0 * depth_m)
    }

    /// Where a place is seen that is some way below the surface above it, m: its apparent depth, by Snell's law for the ray that
    /// passes the surface straight above it.
    pub(crate) fn sunken_image(&self, place: Vec3, depth_m: f32) -> Vec3 {
        let up = if self.camera.parallel {
            1.0
        } else {
            let away = self.camera.eye_m - (place + Vec3::Z * depth_m);
            (away.z / away.length().max(1e-6)).max(0.0)
        };
        let apparent = up / (INDEX * INDEX - 1.0 + up * up).sqrt();
        place + Vec3::Z * (depth_m - depth_m * apparent)
    }

    /// Whether ripples are drawn.
    #[inline(always)]
    pub(crate) fn ripples(&self) -> bool {
        self.look == Look::Ripples
    }

    /// Variance of slopes too fine for the cells, which ripples stand for where they are drawn: without any, the sun would be a hard white
    /// spot on each wave.
    #[inline(always)]
    pub(crate) fn roughness(&self) -> f32 {
        if self.ripples() { 0.0 } else { ROUGHNESS }
    }

    /// So much of the clouds as is drawn.
    #[inline(always)]
    pub(crate) fn clouds(&self, much: f32) -> f32 {
        if self.invented.clouds { much } else { 0.0 }
    }

    /// Whether haze is before what is far.
    #[inline(always)]
    pub(crate) fn is_hazy(&self) -> bool {
        self.invented.haze && !self.camera.parallel
    }

    /// Unit vectors from some points to the camera, and its distance.
    #[inline(always)]
    pub(crate) fn view<S: Simd>(&self, position: Lanes3<S>) -> (Lanes3<S>, Lanes<S>) {
        if self.camera.parallel {
            let simd = position.x.simd();
            return (Lanes3::splat(simd, -self.camera.forward), Lanes::splat(simd, 1.0));
        }
        let away = Lanes3::splat(position.x.simd(), self.camera.eye_m) - position;
        let distance = away.dot(away).sqrt().max(1e-6);
        (away * (1.0 / distance), distance)
    }

    /// Colors of the map at some values, linear between its entries.
    #[inline(always)]
    pub(crate) fn field_colors<S: Simd>(&self, value: Lanes<S>) -> Lanes3<S> {
        let fraction = (value - self.range.low) * (1.0 / (self.range.high - self.range.low));
        let at = fraction.clamp01() * (ENTRIES - 1) as f32;
        let entry = at.floor().min((ENTRIES - 2) as f32);
        let t = at - entry;
        let mut ends = [[[0.0; MOST]; 3]; 2];
        for (k, entry) in entry.as_slice().iter().enumerate() {
            let entry = index(*entry).min(ENTRIES - 2);
            let (low, high) = (&self.colors[entry], &self.colors[entry + 1]);
            for c in 0..3 {
                ends[0][c][k] = low[c];
                ends[1][c][k] = high[c];
            }
        }
        let simd = value.simd();
        let [low, high] = &ends;
        Lanes3::new(
            Lanes::load(simd, &low[0]).lerp(Lanes::load(simd, &high[0]), t),
            Lanes::load(simd, &low[1]).lerp(Lanes::load(simd, &high[1]), t),
            Lanes::load(simd, &low[2]).lerp(Lanes::load(simd, &high[2]), t),
        )
    }

    /// Strength of the contour lines where a field has a value and a slope.
    #[inline(always)]
    pub(crate) fn contours<S: Simd>(&self, value: Lanes<S>, slope: Lanes<S>) -> Lanes<S> {
        if self.contour <= 0.0 || !self.camera.parallel {
            return value.like(0.0);
        }
        let away = ((value * (1.0 / self.contour) + 0.5).fract() - 0.5).abs() * self.contour;
        // Lines of a pixel; none where the field is so level that they would be areas.
        let width = (slope * (0.7 * self.pixel_m)).max(1e-12);
        let line = 1.0 - (away / width).smoothstep(0.5, 1.5);
        line * (slope * (self.pixel_m * 400.0) / self.contour).clamp01() * 0.55
    }

    /// Color of the background of a slab or map, `down` of the way (0..=1) from the top of the picture to its bottom.
    pub(crate) fn shade_background(&self, down: f32) -> Vec3 {
        if self.lit || self.headlight { BACKGROUND[0].lerp(BACKGROUND[1], down) } else { self.paper }
    }

    #[inline(always)]
    pub(crate) fn power64<S: Simd>(x: Lanes<S>) -> Lanes<S> {
        x.square().square().square().square().square().square()
    }
}

#[cfg(test)]
mod tests {
    use pulp::Scalar128b;

    use super::*;
    use crate::scene::WaterSheet;

    /// Level water of some meters under the look of a slab.
    fn scene() -> Scene {
        let water = WaterSheet {
            nx: 8,
            ny: 8,
            cell_size_m: 1.0,
            level_m: vec![3.0; 64],
            still_level_m: 3.0,
            ..Default::default()
        };
        Scene { water, ..Scene::default() }
    }

    fn lighting(look: Look) -> Lighting {
        let camera = Camera::look_at(Vec3::new(4.0, -10.0, 13.0), Vec3::new(4.0, 4.0, 3.0), 40.0, 1.5);
        Lighting::new(camera, &scene(), &View { look, ..View::default() }, Range { low: -1.0, high: 1.0 })
    }

    /// Color of water at its still level with a slope.
    fn water(lighting: &Lighting, slope: Vec2, footprint: &Footprint, depth_m: f32) -> Vec3 {
        curved(lighting, slope, footprint, [0.0, depth_m])
    }

    /// Color of water with a slope, a curvature and a depth.
    fn curved(
        lighting: &Lighting,
        slope: Vec2,
        footprint: &Footprint,
        [curvature, depth_m]: [f32; 2],
    ) -> Vec3 {
        let surface = vec![[0.0, slope.x, slope.y, 0.0]];
        let below = vec![[curvature, 0.0, curvature, 3.0 - depth_m]];
        let relief = Relief { surface, below, ..Relief::default() };
        let mirror = Mirror::default();
        let scenery = Scenery { lighting, relief: &relief, footprint, mirror: &mirror, sunken: &mirror };
        let at = Lanes3::splat(Scalar128b, Vec3::new(4.0, 4.0, 3.0));
        scenery.shade_water(at, [at.x.like(0.0); 2]).clamp01().lane(3)
    }

    #[test]
    fn level_water_of_a_slab_has_nearly_the_legends_color() {
        let lighting = lighting(Look::Slab);
        let color = water(&lighting, Vec2::ZERO, &Footprint::default(), 3.0);
        let legend = lighting.field_colors(Lanes::splat(Scalar128b, 0.0)).lane(0);
        assert!((color - legend).abs().max_element() < 0.06, "{color} for {legend}");
    }

    #[test]
    fn slopes_towards_the_sun_are_brighter_and_shade_is_darker() {
        let shaded = Footprint {
            texels: vec![[255, 0, 0, 0]; 16],
            size: [4, 4],
            texel_m: 100.0,
            origin_m: Vec2::splat(-200.0),
            ..Default::default()
        };
        let open = Footprint::default();
        let slab = lighting(Look::Slab);
        let at = |slope: f32, footprint| water(&slab, -slope * SUN_AHEAD, footprint, 3.0).element_sum();
        assert!(at(0.2, &open) > at(0.0, &open) && at(0.0, &open) > at(-0.2, &open));
        for look in [Look::Slab, Look::Water] {
            let lighting = lighting(look);
            let [light, dark] =
                [&open, &shaded].map(|footprint| water(&lighting, Vec2::ZERO, footprint, 3.0));
            assert!(dark.element_sum() < 0.8 * light.element_sum(), "{look:?}");
        }
    }

    #[test]
    fn deep_water_is_blue_and_shallow_water_shows_the_sand() {
        let lighting = lighting(Look::Water);
        let [shallow, deep] =
            [0.2, 12.0].map(|depth| water(&lighting, Vec2::ZERO, &Footprint::default(), depth));
        assert!(shallow.x > 0.9 * shallow.z, "sand: {shallow}");
        assert!(deep.z > 3.0 * deep.x, "deep: {deep}");
    }

    #[test]
    fn a_crest_gathers_light_on_the_bed_and_a_trough_spreads_it() {
        let lighting = lighting(Look::Water);
        let of =
            |curvature| curved(&lighting, Vec2::ZERO, &Footprint::default(), [curvature, 3.0]).element_sum();
        assert!(
            of(-0.2) > 1.02 * of(0.0) && of(0.2) < 0.98 * of(0.0),
            "{} {} {}",
            of(-0.2),
            of(0.0),
            of(0.2)
        );
    }

    #[test]
    fn what_is_beside_a_map_is_as_light_as_its_still_water() {
        for (field, dark) in
            [(Field::Speed, false), (Field::Speed, true), (Field::Depth, false), (Field::Depth, true)]
        {
            let view = View { look: Look::Science, field, dark, ..View::default() };
            let camera = Camera::top(&scene().water, view.size);
            let lighting = Lighting::new(camera, &scene(), &view, Range { low: 0.0, high: 1.0 });
            let water = Vec3::from(lighting.colors[0]);
            assert_eq!(lighting.paper.element_sum() < 0.3, water.element_sum() < 0.3, "{field:?} {dark}");
        }
    }

    #[test]
    fn the_sun_is_a_direction_that_water_refracts_by_snells_law() {
        assert!((SUN.length() - 1.0).abs() < 1e-3);
        assert!((SUN_AHEAD - SUN.truncate().normalize()).length() < 1e-3);
        let sine = SUN.truncate().length() / INDEX;
        assert!((COS_REFRACTED - (1.0 - sine * sine).sqrt()).abs() < 1e-3);
        assert!((SUN_RUN - sine / COS_REFRACTED).abs() < 1e-3);
    }
}
