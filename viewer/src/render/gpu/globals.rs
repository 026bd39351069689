//! The uniforms of a picture in `shading.wgsl`.

use glam::Vec3;

use crate::render::color::ENTRIES;
use crate::render::composition::Composition;
use crate::render::shading::{self, Lighting};

/// The uniform block `Globals`.
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(super) struct Globals {
    view_projection: [[f32; 4]; 4],
    eye: [f32; 4],
    forward: [f32; 4],
    levels: [f32; 4],
    footprint: [f32; 4],
    /// Samples across and down, samples a side of a pixel, 1 if the target wants sRGB values.
    pub(super) picture: [f32; 4],
    colors: [[f32; 4]; ENTRIES],
}

impl Globals {
    pub(super) fn new(composition: &Composition, lighting: &Lighting, picture: [f32; 4]) -> Self {
        let flag = |set: bool| if set { 1.0 } else { 0.0 };
        let Lighting { camera, range, colors, lit, headlight } = lighting;
        let footprint = &composition.footprint;
        Self {
            view_projection: camera.view_projection.to_cols_array_2d(),
            eye: camera.eye_m.extend(flag(camera.parallel)).into(),
            forward: camera.forward.extend(0.0).into(),
            levels: [range.low_m, range.high_m, flag(*lit), flag(*headlight)],
            footprint: [footprint.origin_m.x, footprint.origin_m.y, footprint.texel_m, 0.0],
            picture,
            colors: colors.map(|[r, g, b]| [r, g, b, 1.0]),
        }
    }
}

/// The constants of the module `shading`, as WGSL, to stand in front of `shading.wgsl`.
pub(super) fn constants() -> String {
    let vectors = [
        ("SUN", shading::SUN),
        ("SUNLIGHT", shading::SUNLIGHT),
        ("ZENITH", shading::ZENITH),
        ("HORIZON", shading::HORIZON),
        ("BACKGROUND_TOP", shading::BACKGROUND[0]),
        ("BACKGROUND_BOTTOM", shading::BACKGROUND[1]),
        ("PAPER", shading::PAPER),
    ];
    let numbers = [
        ("SHADE", shading::SHADE),
        ("HEADLIGHT_FALL", shading::HEADLIGHT_FALL),
        ("MAP_PAINT", shading::MAP_PAINT),
        ("RELIEF", shading::RELIEF),
        ("WATER_REFLECTANCE", shading::WATER_REFLECTANCE),
    ];
    let vector =
        |(name, Vec3 { x, y, z }): (&str, Vec3)| format!("const {name} = vec3<f32>({x:?}, {y:?}, {z:?});\n");
    let number = |(name, value): (&str, f32)| format!("const {name}: f32 = {value:?};\n");
    vectors.into_iter().map(vector).chain(numbers.into_iter().map(number)).collect()
}
