// What shading reads, the twin of `lighting.rs`, `sampling.rs` and `footprint.rs`: functions and constants have the same names there.
// The constants themselves are written in front of this text from the Rust ones.

struct Globals {
    view_projection: mat4x4<f32>,
    // xyz; w: 1 for a parallel view
    eye: vec4<f32>,
    // xyz; w: distance of the near plane, of the far one in a parallel view
    forward: vec4<f32>,
    // xyz; w: width of a pixel a meter away
    across: vec4<f32>,
    // xyz; w: simulated time
    upward: vec4<f32>,
    // low, high, distance of contour lines, exaggeration of heights
    range: vec4<f32>,
    // 1 water, 2 ripples, 3 slab, 4 science; lit; headlight; whether something is mirrored
    look: vec4<f32>,
    // origin.xy, texel, light of contour lines on a map
    footprint: vec4<f32>,
    // texels along x and y, -, -; its texture has room for more
    footprint_size: vec4<f32>,
    // origin.xy, texel, 1 where foam goes with the water
    relief: vec4<f32>,
    // lower-left and upper-right corner
    domain: vec4<f32>,
    // 1 beyond low x, high x, low y, high y
    banks: vec4<f32>,
    // still level, height of the banks, width of the quay, how far below the surface solids are mirrored
    levels: vec4<f32>,
    // corner of the box of smoke, size of its cells, 0 without smoke
    smoke: vec4<f32>,
    // background of a map; factor of the paint of bodies on it
    paper: vec4<f32>,
    // fraction of the extinguished light that is scattered, -, -, -
    smoke_light: vec4<f32>,
    // 1 for clouds, haze, the pattern of the sand, that of the foam
    invented: vec4<f32>,
    // samples across, samples down, samples a side of a pixel, -
    picture: vec4<f32>,
    colors: array<vec4<f32>, u32(LAST_COLOR) + 1u>,
}

@group(0) @binding(0) var<uniform> globals: Globals;
@group(0) @binding(1) var footprint_texels: texture_2d<f32>;
@group(0) @binding(2) var surface_texels: texture_2d<f32>;
@group(0) @binding(3) var below_texels: texture_2d<f32>;
@group(0) @binding(4) var velocity_texels: texture_2d<f32>;
@group(0) @binding(5) var patterns: texture_2d<f32>;
@group(0) @binding(6) var ripple_slopes: texture_2d<f32>;
@group(0) @binding(7) var ripple_curvatures: texture_2d<f32>;

fn is_water_look() -> bool {
    return globals.look.x < SLAB;
}

fn has_ripples() -> bool {
    return globals.look.x == RIPPLES;
}

fn roughness() -> f32 {
    return select(ROUGHNESS, 0.0, has_ripples());
}

fn footprint_texel(at: vec2<f32>) -> vec4<f32> {
    if any(at < vec2<f32>(0.0)) || any(at >= globals.footprint_size.xy) {
        return vec4<f32>(0.0);
    }
    return textureLoad(footprint_texels, vec2<i32>(at), 0);
}

// Shadow, contact, and cover.
fn shadows(place: vec2<f32>) -> vec3<f32> {
    let at = (place - globals.footprint.xy) / globals.footprint.z - 0.5;
    let low = floor(at);
    let t = at - low;
    let south = mix(footprint_texel(low).rba, footprint_texel(low + vec2<f32>(1.0, 0.0)).rba, t.x);
    let north = mix(footprint_texel(low + vec2<f32>(0.0, 1.0)).rba, footprint_texel(low + vec2<f32>(1.0, 1.0)).rba, t.x);
    return mix(south, north, t.y);
}

fn is_dry(place: vec2<f32>) -> bool {
    return footprint_texel(floor((place - globals.footprint.xy) / globals.footprint.z)).g > 0.5;
}

// A texture of the relief, bilinear; beyond its edge as at the edge.
fn clamped(texels: texture_2d<f32>, place: vec2<f32>) -> vec4<f32> {
    let last = vec2<f32>(textureDimensions(texels)) - 1.0;
    let at = clamp((place - globals.relief.xy) / globals.relief.z - 0.5, vec2<f32>(0.0), last);
    let low = vec2<i32>(at);
    let high = min(low + 1, vec2<i32>(last));
    let t = at - vec2<f32>(low);
    let south = mix(textureLoad(texels, low, 0), textureLoad(texels, vec2<i32>(high.x, low.y), 0), t.x);
    let north = mix(textureLoad(texels, vec2<i32>(low.x, high.y), 0), textureLoad(texels, high, 0), t.x);
    return mix(south, north, t.y);
}

// A texture that repeats at places in its sides, bilinear.
fn wrapped(texels: texture_2d<f32>, place: vec2<f32>) -> vec4<f32> {
    let side = i32(textureDimensions(texels).x);
    let at = fract(place) * f32(side);
    let t = at - floor(at);
    let low = vec2<i32>(at) & vec2<i32>(side - 1);
    let high = (low + 1) & vec2<i32>(side - 1);
    let south = mix(textureLoad(texels, low, 0), textureLoad(texels, vec2<i32>(high.x, low.y), 0), t.x);
    let north = mix(textureLoad(texels, vec2<i32>(low.x, high.y), 0), textureLoad(texels, high, 0), t.x);
    return mix(south, north, t.y);
}

// Grain in a tile of some side, as far as pixels of a footprint show it.
fn grain(place: vec2<f32>, side: f32, lod: f32) -> f32 {
    return (wrapped(patterns, place / side).g - 0.5) * (1.0 - smoothstep(side * 0.02, side * 0.2, lod));
}

// Unit vector from a point to the camera, and its distance.
fn view_of(position: vec3<f32>) -> vec4<f32> {
    if globals.eye.w > 0.5 {
        return vec4<f32>(-globals.forward.xyz, 1.0);
    }
    let away = globals.eye.xyz - position;
    let distance = max(length(away), 1e-6);
    return vec4<f32>(away / distance, distance);
}

fn field_color(value: f32) -> vec3<f32> {
    let fraction = (value - globals.range.x) / (globals.range.y - globals.range.x);
    let at = clamp(fraction, 0.0, 1.0) * LAST_COLOR;
    let low = min(u32(at), u32(LAST_COLOR) - 1u);
    return mix(globals.colors[low].rgb, globals.colors[low + 1u].rgb, at - f32(low));
}

fn contours(value: f32, slope: f32) -> f32 {
    let step = globals.range.z;
    if step <= 0.0 || globals.eye.w < 0.5 {
        return 0.0;
    }
    let away = abs(fract(value / step + 0.5) - 0.5) * step;
    let width = max(slope * (0.7 * globals.across.w), 1e-12);
    let line = 1.0 - smoothstep(0.5, 1.5, away / width);
    return line * clamp(slope * (globals.across.w * 400.0) / step, 0.0, 1.0) * 0.55;
}

fn shade_background(down: f32) -> vec3<f32> {
    if globals.look.y < 0.5 && globals.look.z < 0.5 {
        return globals.paper.xyz;
    }
    return mix(BACKGROUND_TOP, BACKGROUND_BOTTOM, down);
}

fn power64(x: f32) -> f32 {
    let x2 = x * x;
    let x4 = x2 * x2;
    let x8 = x4 * x4;
    let x16 = x8 * x8;
    let x32 = x16 * x16;
    return x32 * x32;
}
