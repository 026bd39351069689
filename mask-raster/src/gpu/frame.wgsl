// What all shaders of a call know: the uniform block `Frame` and the bodies of `frame.rs`.

struct Frame {
    /// Samples across and down.
    size: vec2<u32>,
    samples_per_side: u32,
    triangles: u32,
    bodies: u32,
    /// One over the samples in a cell.
    share: f32,
    /// 0, which no compiler knows.
    zero: u32,
}

struct Body {
    /// The samples that the body may cover: columns and rows from, up to before.
    rectangle: vec4<i32>,
    /// Where its samples begin among those of all bodies.
    first: u32,
    label: u32,
}

@group(0) @binding(0) var<uniform> frame: Frame;

/// A number that is larger for larger heights, never 0 and never all ones.
fn key(z: f32) -> u32 {
    let bits = bitcast<u32>(z);
    return bits ^ select(0x80000000u, 0xffffffffu, (bits >> 31u) == 1u);
}

fn height_of(key: u32) -> f32 {
    return bitcast<f32>(key ^ select(0xffffffffu, 0x80000000u, (key >> 31u) == 1u));
}

/// The number of a sample of the grid among those of all bodies.
fn tile_sample(body: Body, sample: vec2<i32>) -> u32 {
    let place = vec2<u32>(sample - body.rectangle.xy);
    return body.first + place.y * u32(body.rectangle.z - body.rectangle.x) + place.x;
}
