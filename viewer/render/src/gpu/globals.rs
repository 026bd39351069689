//! The uniforms of a picture in `shading.wgsl`.

use glam::{Vec2, Vec3};

use crate::color::ENTRIES;
use crate::composition::Composition;
use crate::scene::Invented;
use crate::shading::{self, Lighting, TEXELS, is_carried};
use crate::smoke::{self, Smoke};

/// The uniform block `Globals`.
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(super) struct Globals {
    view_projection: [[f32; 4]; 4],
    eye: [f32; 4],
    forward: [f32; 4],
    across: [f32; 4],
    upward: [f32; 4],
    range: [f32; 4],
    look: [f32; 4],
    footprint: [f32; 4],
    footprint_size: [f32; 4],
    relief: [f32; 4],
    domain: [f32; 4],
    banks: [f32; 4],
    levels: [f32; 4],
    smoke: [f32; 4],
    paper: [f32; 4],
    smoke_light: [f32; 4],
    invented: [f32; 4],
    /// Samples across and down, samples a side of a pixel.
    pub(super) picture: [f32; 4],
    colors: [[f32; 4]; ENTRIES],
}

fn flag(set: bool) -> f32 {
    if set { 1.0 } else { 0.0 }
}

impl Globals {
    pub(super) fn new(composition: &Composition, lighting: &Lighting, picture: [f32; 4]) -> Self {
        let Lighting { camera, range, colors, lit, headlight, .. } = lighting;
        let sheet = &composition.water.sheet;
        let footprint = &composition.footprint.thing;
        let [columns, rows] = footprint.size.map(|n| n as f32);
        let texture = |origin_m: Vec2, texel_m: f32, other: f32| [origin_m.x, origin_m.y, texel_m, other];
        let [low, high] = lighting.domain_m;
        let [smoke, smoke_light] = composition.smoke.thing.as_ref().map_or([[0.0; 4]; 2], Smoke::uniforms);
        Self {
            view_projection: camera.view_projection.to_cols_array_2d(),
            eye: camera.eye_m.extend(flag(camera.parallel)).into(),
            forward: camera.forward.extend(camera.reach_m).into(),
            across: camera.across.extend(lighting.pixel_m).into(),
            upward: camera.upward.extend(lighting.time_s).into(),
            range: [range.low, range.high, lighting.contour, lighting.vertical_scale],
            look: [
                shading::look_code(lighting.look),
                flag(*lit),
                flag(*headlight),
                flag(lighting.mirrors() && composition.is_mirrored()),
            ],
            footprint: texture(footprint.origin_m, footprint.texel_m, lighting.line_light),
            footprint_size: [columns, rows, 0.0, 0.0],
            relief: texture(
                sheet.origin_m,
                sheet.cell_size_m / TEXELS as f32,
                flag(is_carried(sheet, lighting.look)),
            ),
            domain: [low.x, low.y, high.x, high.y],
            banks: lighting.banks.map(flag),
            levels: [lighting.still_level_m, lighting.land_m, lighting.quay_m(), lighting.swell_m],
            smoke,
            paper: lighting.paper.extend(lighting.map_paint).into(),
            smoke_light,
            invented: {
                let Invented { clouds, haze, sand, foam, fittings: _ } = lighting.invented;
                [clouds, haze, sand, foam].map(flag)
            },
            picture,
            colors: colors.map(|[r, g, b]| [r, g, b, 1.0]),
        }
    }
}

/// The constants of the modules `shading` and `smoke`, as WGSL, to stand in front of its shaders.
pub(super) fn constants() -> String {
    let number = |(name, value): (&str, f32)| format!("const {name}: f32 = {value:?};\n");
    let pair = |(name, Vec2 { x, y }): (&str, Vec2)| format!("const {name} = vec2<f32>({x:?}, {y:?});\n");
    let vector =
        |(name, Vec3 { x, y, z }): (&str, Vec3)| format!("const {name} = vec3<f32>({x:?}, {y:?}, {z:?});\n");
    let layer = |(k, [a, b, c, d]): (usize, &[f32; 4])| {
        format!("const LAYER_{k} = vec4<f32>({a:?}, {b:?}, {c:?}, {d:?});\n")
    };
    let vectors = shading::VECTORS.into_iter().map(vector);
    let pairs = shading::PAIRS.into_iter().map(pair);
    let layers = shading::LAYERS.iter().enumerate().map(layer);
    shading::NUMBERS
        .into_iter()
        .chain(smoke::NUMBERS)
        .map(number)
        .chain(pairs)
        .chain(vectors)
        .chain(layers)
        .collect()
}
