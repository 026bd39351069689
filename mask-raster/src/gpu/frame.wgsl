// Common to all shaders: the uniform block `Frame`, the bodies of `frame.rs`, and keys of heights.

struct Frame {
    /// Samples across and down.
    size: vec2<u32>,
    samples_per_side: u32,
    triangles: u32,
    bodies: u32,
    /// One over the number of samples in a cell.
    sample_weight: f32,
    /// 0, which the compiler does not know: see `rounded`.
    zero: u32,
}

struct Body {
    /// The samples that the body may cover: first column and row, then those after the last.
    rectangle: vec4<i32>,
    /// Index of its first sample among those of all bodies.
    first: u32,
    label: u32,
}

@group(0) @binding(0) var<uniform> frame: Frame;

/// An integer that increases with the height, never 0 and never all ones.
fn key(z: f32) -> u32 {
    let bits = bitcast<u32>(z);
    return bits ^ select(0x80000000u, 0xffffffffu, (bits >> 31u) == 1u);
}

/// The height of a key.
fn height_of(key: u32) -> f32 {
    return bitcast<f32>(key ^ select(0xffffffffu, 0x80000000u, (key >> 31u) == 1u));
}

/// Index of a sample of the grid among the samples of all bodies.
fn tile_sample(body: Body, sample: vec2<i32>) -> u32 {
    let place = vec2<u32>(sample - body.rectangle.xy);
    return body.first + place.y * u32(body.rectangle.z - body.rectangle.x) + place.x;
}
