// The mask of all bodies, composited from their rectangles: the twin of `merge.rs`.
//
// A sample belongs to the body with the lowest bottom there, of equal ones to the first. `deepen` finds the lowest bottom, `claim` the
// body, `settle` writes label, top and bottom.

@group(0) @binding(1) var<storage, read> bodies: array<Body>;
@group(0) @binding(2) var<storage, read> tiles: array<u32>;
// Complement of the key of the lowest bottom of each sample; 0 where there is none.
@group(0) @binding(3) var<storage, read_write> deepest: array<atomic<u32>>;
// Complement of the index of the body that has the sample; 0 where there is none.
@group(0) @binding(4) var<storage, read_write> owners: array<atomic<u32>>;
// Three layers of one value per sample: label, bits of the top, bits of the bottom.
@group(0) @binding(5) var<storage, read_write> samples: array<u32>;

/// The samples of a body that an invocation handles: every `step`-th from `first` on.
struct Samples {
    first: u32,
    step: u32,
    count: u32,
    width: u32,
}

fn samples_of(body: Body, group: u32, groups: u32, lane: u32) -> Samples {
    let width = u32(body.rectangle.z - body.rectangle.x);
    let height = u32(body.rectangle.w - body.rectangle.y);
    return Samples(group * INVOCATIONS + lane, groups * INVOCATIONS, width * height, width);
}

fn grid_sample(body: Body, k: u32, width: u32) -> u32 {
    let sample = vec2<u32>(body.rectangle.xy) + vec2<u32>(k % width, k / width);
    return sample.y * frame.size.x + sample.x;
}

@compute @workgroup_size(INVOCATIONS)
fn deepen(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    for (var b = group.y; b < frame.bodies; b += groups.y) {
        let body = bodies[b];
        let own = samples_of(body, group.x, groups.x, lane);
        for (var k = own.first; k < own.count; k += own.step) {
            let bottom = tiles[2u * (body.first + k) + 1u];
            if bottom != 0u {
                atomicMax(&deepest[grid_sample(body, k, own.width)], bottom);
            }
        }
    }
}

@compute @workgroup_size(INVOCATIONS)
fn claim(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    for (var b = group.y; b < frame.bodies; b += groups.y) {
        let body = bodies[b];
        let own = samples_of(body, group.x, groups.x, lane);
        for (var k = own.first; k < own.count; k += own.step) {
            let bottom = tiles[2u * (body.first + k) + 1u];
            let sample = grid_sample(body, k, own.width);
            if bottom != 0u && bottom == atomicLoad(&deepest[sample]) {
                atomicMax(&owners[sample], ~b);
            }
        }
    }
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
    let owner = atomicLoad(&owners[sample]);
    var label = 0u;
    var top = NO_TOP;
    var bottom = NO_BOTTOM;
    if owner != 0u {
        let body = bodies[~owner];
        let place = tile_sample(body, vec2<i32>(i32(sample % frame.size.x), i32(sample / frame.size.x)));
        label = body.label;
        top = bitcast<u32>(height_of(tiles[2u * place]));
        bottom = bitcast<u32>(height_of(~tiles[2u * place + 1u]));
    }
    samples[sample] = label;
    samples[layer + sample] = top;
    samples[2u * layer + sample] = bottom;
}
