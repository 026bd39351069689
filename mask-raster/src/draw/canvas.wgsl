// Top and bottom of every body at the samples of its rectangle: the twin of `canvas.rs`.
//
// Each invocation draws one small triangle. The large triangles of a workgroup are drawn by all its invocations together, along with
// the workgroups at other z.

@group(0) @binding(1) var<storage, read> vertices: array<vec4<i32>>; // x, y in steps, bits of the height, index of the body plus 1
@group(0) @binding(2) var<storage, read> triangles: array<vec4<u32>>; // three vertices, body
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read_write> tiles: array<atomic<u32>>; // for each sample: key of its top, complement of the key of its bottom

/// Most samples in the bounding box of a triangle that one invocation draws.
const SMALL = 64u;

var<workgroup> large: array<u32, INVOCATIONS>;
var<workgroup> large_count: atomic<u32>;

@compute @workgroup_size(INVOCATIONS)
fn draw(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let t = (group.y * groups.x + group.x) * INVOCATIONS + lane;
    if t < frame.triangles {
        if samples_of(bounds(t)) > SMALL {
            large[atomicAdd(&large_count, 1u)] = t;
        } else if group.z == 0u {
            draw_triangle(t, 0u, 1u);
        }
    }
    workgroupBarrier();
    let count = atomicLoad(&large_count);
    for (var k = 0u; k < count; k++) {
        draw_triangle(large[k], group.z * INVOCATIONS + lane, groups.z * INVOCATIONS);
    }
}

/// Bounding box of a triangle within the rectangle of its body: first column and row, then those after the last.
fn bounds(t: u32) -> vec4<i32> {
    let triangle = triangles[t];
    let body = bodies[triangle.w];
    let a = vertices[triangle.x].xy;
    let b = vertices[triangle.y].xy;
    let c = vertices[triangle.z].xy;
    let low = max(first_sample(min(min(a, b), c)), body.rectangle.xy);
    let high = min(first_sample(max(max(a, b), c)), body.rectangle.zw);
    return vec4<i32>(low, max(high, low));
}

fn samples_of(bounds: vec4<i32>) -> u32 {
    return u32(bounds.z - bounds.x) * u32(bounds.w - bounds.y);
}

/// Draws every `step`-th sample of a triangle's bounding box from `first` on.
fn draw_triangle(t: u32, first: u32, step: u32) {
    let triangle = triangles[t];
    let a = vertices[triangle.x];
    let b = vertices[triangle.y];
    let c = vertices[triangle.z];
    var area = cross_product(b.xy - a.xy, c.xy - a.xy);
    var turn = 1;
    if is_negative(area) {
        area = minus(Wide(0u, 0u), area);
        turn = -1;
    }
    let edges = array<Edge, 3>(edge(b.xy, c.xy, turn), edge(c.xy, a.xy, turn), edge(a.xy, b.xy, turn));
    let heights = bitcast<vec3<f32>>(vec3<i32>(a.z, b.z, c.z));
    let height = plane(heights, to_f32(area), vec2<u32>(edges[1].least, edges[2].least));
    let bounds = bounds(t);
    let width = u32(bounds.z - bounds.x);
    for (var k = first; k < samples_of(bounds); k += step) {
        let sample = bounds.xy + vec2<i32>(i32(k % width), i32(k / width));
        let e0 = excess(edges[0], sample);
        let e1 = excess(edges[1], sample);
        let e2 = excess(edges[2], sample);
        if !(is_negative(e0) || is_negative(e1) || is_negative(e2)) {
            let z_key = key(value_at(height, to_f32(e1), to_f32(e2)));
            let place = 2u * tile_sample(bodies[triangle.w], sample);
            atomicMax(&tiles[place], z_key);
            atomicMax(&tiles[place + 1u], ~z_key);
        }
    }
}
