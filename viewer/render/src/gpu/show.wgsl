// Pixels on a target of any format.

@group(0) @binding(0) var picture: texture_2d<f32>;

@vertex
fn whole(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    let corner = vec2<f32>(f32(index & 1u), f32(index >> 1u));
    return vec4<f32>(corner * 4.0 - 1.0, 0.0, 1.0);
}

// On a target that stores what it is given.
@fragment
fn show(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    return textureLoad(picture, vec2<i32>(at.xy), 0);
}

// On one that takes light.
@fragment
fn show_light(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    let pixel = textureLoad(picture, vec2<i32>(at.xy), 0);
    return vec4<f32>(from_srgb(pixel.rgb), pixel.a);
}

fn from_srgb(value: vec3<f32>) -> vec3<f32> {
    let low = value / 12.92;
    let high = pow((value + 0.055) / 1.055, vec3<f32>(2.4));
    return select(high, low, value <= vec3<f32>(0.04045));
}
