// Light and color of a point, the twin of `shading.rs`: functions and constants have the same names there. The
// constants themselves are written in front of this text from the Rust ones.

struct Globals {
    view_projection: mat4x4<f32>,
    // xyz; w: 1 for a parallel view
    eye: vec4<f32>,
    forward: vec4<f32>,
    // low, high, lit, headlight
    levels: vec4<f32>,
    // origin.xy, texel, -
    footprint: vec4<f32>,
    // samples across, samples down, samples a side of a pixel, 1 if the target wants sRGB values
    picture: vec4<f32>,
    colors: array<vec4<f32>, 256>,
}

@group(0) @binding(0) var<uniform> globals: Globals;
@group(0) @binding(1) var footprint_texels: texture_2d<f32>;

fn texel(at: vec2<f32>) -> vec2<f32> {
    let size = vec2<f32>(textureDimensions(footprint_texels));
    if any(at < vec2<f32>(0.0)) || any(at >= size) {
        return vec2<f32>(0.0);
    }
    return textureLoad(footprint_texels, vec2<i32>(at), 0).rg;
}

fn footprint_shadow(place: vec2<f32>) -> f32 {
    let at = (place - globals.footprint.xy) / globals.footprint.z - 0.5;
    let low = floor(at);
    let t = at - low;
    let south = mix(texel(low).r, texel(low + vec2<f32>(1.0, 0.0)).r, t.x);
    let north = mix(texel(low + vec2<f32>(0.0, 1.0)).r, texel(low + vec2<f32>(1.0, 1.0)).r, t.x);
    return mix(south, north, t.y);
}

fn is_dry(place: vec2<f32>) -> bool {
    return texel(floor((place - globals.footprint.xy) / globals.footprint.z)).g > 0.5;
}

fn view_direction(position: vec3<f32>) -> vec3<f32> {
    if globals.eye.w > 0.5 {
        return -globals.forward.xyz;
    }
    return normalize(globals.eye.xyz - position);
}

fn sky(z: f32) -> vec3<f32> {
    return mix(HORIZON, ZENITH, sqrt(clamp(z, 0.0, 1.0)));
}

fn level_color(fraction: f32) -> vec3<f32> {
    let at = clamp(fraction, 0.0, 1.0) * 255.0;
    let low = min(u32(at), 254u);
    return mix(globals.colors[low].rgb, globals.colors[low + 1u].rgb, at - f32(low));
}

fn power5(x: f32) -> f32 {
    let x2 = x * x;
    return x2 * x2 * x;
}

fn power256(x: f32) -> f32 {
    let x64 = power64(x);
    let x128 = x64 * x64;
    return x128 * x128;
}

fn power64(x: f32) -> f32 {
    let x2 = x * x;
    let x4 = x2 * x2;
    let x8 = x4 * x4;
    let x16 = x8 * x8;
    let x32 = x16 * x16;
    return x32 * x32;
}

fn shade_water(position: vec3<f32>, normal: vec3<f32>, eta_m: f32) -> vec3<f32> {
    let fraction = (eta_m - globals.levels.x) / (globals.levels.y - globals.levels.x);
    let base = level_color(fraction);
    if globals.levels.z < 0.5 {
        return base;
    }
    let shade = 1.0 - (1.0 - SHADE) * footprint_shadow(position.xy);
    let view = view_direction(position);
    let slope = 1.0 + RELIEF * (dot(normal, SUN) / SUN.z - 1.0);
    let facing = max(dot(normal, view), 0.0);
    let reflectance = WATER_REFLECTANCE + (1.0 - WATER_REFLECTANCE) * power5(1.0 - facing);
    let mirrored = 2.0 * dot(normal, view) * normal - view;
    let glint = power256(max(dot(normal, normalize(view + SUN)), 0.0));
    let body = base * max(slope, 0.15) * shade;
    return body + (sky(mirrored.z) - body) * (0.75 * reflectance) + SUNLIGHT * (0.45 * glint * shade);
}

fn shade_solid(position: vec3<f32>, outward: vec3<f32>, paint: vec3<f32>) -> vec3<f32> {
    let view = view_direction(position);
    let normal = select(outward, -outward, dot(outward, view) < 0.0);
    if globals.levels.w > 0.5 {
        return paint * (1.0 - HEADLIGHT_FALL + HEADLIGHT_FALL * dot(normal, view));
    }
    let up = 0.5 + 0.5 * normal.z;
    let ambient = HORIZON * (0.20 + 0.32 * up);
    let sun = SUNLIGHT * (0.80 * max(dot(normal, SUN), 0.0));
    if globals.levels.z < 0.5 {
        return paint * (ambient + sun) * MAP_PAINT;
    }
    let gloss = 0.18 * power64(max(dot(normal, normalize(view + SUN)), 0.0));
    return paint * (ambient + sun) + SUNLIGHT * gloss;
}

fn shade_background(down: f32) -> vec3<f32> {
    if globals.levels.z < 0.5 {
        return PAPER;
    }
    return mix(BACKGROUND_TOP, BACKGROUND_BOTTOM, down);
}
