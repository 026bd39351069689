// From samples to pixels, with the text on top.

@group(0) @binding(1) var samples: texture_2d<f32>;
@group(0) @binding(2) var words: texture_2d<f32>;

@vertex
fn whole(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    let corner = vec2<f32>(f32(index & 1u), f32(index >> 1u));
    return vec4<f32>(corner * 4.0 - 1.0, 0.0, 1.0);
}

fn to_srgb(light: vec3<f32>) -> vec3<f32> {
    let low = 12.92 * light;
    let high = 1.055 * pow(max(light, vec3<f32>(0.0)), vec3<f32>(1.0 / 2.4)) - 0.055;
    return select(high, low, light <= vec3<f32>(0.0031308));
}

@fragment
fn resolve(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    let pixel = vec2<i32>(at.xy);
    let side = i32(picture.z);
    var sum = vec3<f32>(0.0);
    for (var y = 0; y < side; y++) {
        for (var x = 0; x < side; x++) {
            sum += textureLoad(samples, pixel * side + vec2<i32>(x, y), 0).rgb;
        }
    }
    let word = textureLoad(words, min(pixel, vec2<i32>(textureDimensions(words)) - 1), 0);
    let light = mix(sum / f32(side * side), word.rgb, word.a);
    return vec4<f32>(select(light, to_srgb(light), picture.w > 0.5), 1.0);
}

@group(0) @binding(0) var<uniform> picture: vec4<f32>;
