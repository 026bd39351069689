// The depth maps of all bodies from below and from above, drawn by the graphics pipeline, and the mask computed from them.

struct View {
    /// Lowest height of all vertices, and the difference to the highest, m.
    low_m: f32,
    range_m: f32,
}

@group(0) @binding(1) var<uniform> view: View;
// Index of the body that has the sample, plus 1; 0 where there is none.
@group(0) @binding(2) var owners: texture_2d<u32>;
@group(0) @binding(3) var lowest: texture_2d<f32>;
@group(0) @binding(4) var highest: texture_2d<f32>;
@group(0) @binding(5) var<storage, read> bodies: array<Body>;
// Three layers of one value per sample: label, bits of the top, bits of the bottom.
@group(0) @binding(6) var<storage, read_write> samples: array<u32>;

/// The depth of the highest vertex: less than 1, the depth of a cleared map. A power of two costs no precision.
const DEEPEST = 0.5;

struct Corner {
    // Invariant, so that both passes compute the same heights and a single sheet has no thickness.
    @builtin(position) @invariant place: vec4<f32>,
    @location(0) @interpolate(flat) owner: u32,
}

@vertex
fn corner(@location(0) steps: vec2<i32>, @location(1) z_m: f32, @location(2) owner: u32) -> Corner {
    let place = 2.0 * vec2<f32>(steps) / vec2<f32>(frame.size * SUBSAMPLES);
    // Rows of a texture run down.
    let depth = DEEPEST * ((z_m - view.low_m) / view.range_m);
    return Corner(vec4<f32>(place.x - 1.0, 1.0 - place.y, depth, 1.0), owner);
}

@fragment
fn from_below(seen: Corner) -> @location(0) u32 {
    return seen.owner;
}

@fragment
fn from_above(seen: Corner) {
    // The top is that of the body with the lowest bottom.
    if textureLoad(owners, vec2<i32>(seen.place.xy), 0).x != seen.owner {
        discard;
    }
}

fn height_bits(depth: f32) -> u32 {
    return bitcast<u32>(view.low_m + depth / DEEPEST * view.range_m);
}

@compute @workgroup_size(INVOCATIONS)
fn settle(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let sample = (group.y * groups.x + group.x) * INVOCATIONS + lane;
    let layer = frame.size.x * frame.size.y;
    if sample >= layer {
        return;
    }
    let texel = vec2<u32>(sample % frame.size.x, sample / frame.size.x);
    let owner = textureLoad(owners, texel, 0).x;
    var label = 0u;
    var top = NO_TOP;
    var bottom = NO_BOTTOM;
    if owner != 0u {
        label = bodies[owner - 1u].label;
        top = height_bits(textureLoad(highest, texel, 0).x);
        bottom = height_bits(textureLoad(lowest, texel, 0).x);
    }
    samples[sample] = label;
    samples[layer + sample] = top;
    samples[2u * layer + sample] = bottom;
}
