// What water mirrors, spread along the columns of the picture by slopes that are too fine to be seen. The twin of `smear.rs`.

// Half the light of the bodies that are mirrored; opacity tells how far it is spread, 0 where nothing is seen.
@group(0) @binding(0) var raw: texture_2d<f32>;
// Means of the texels of some rows, and below each how far the farthest is spread.
@group(0) @binding(1) var means: texture_2d<f32>;
@group(0) @binding(2) var made: texture_storage_2d<rgba16float, write>;

fn reach_of(code: f32) -> f32 {
    let farthest = max(f32(textureDimensions(raw).y) * FURTHEST, 1.0);
    return max(code - 1.0, 0.0) * (farthest / CODES);
}

// Light, and a cover of 0 or 1.
fn texel_of(at: vec2<i32>) -> vec4<f32> {
    let texel = textureLoad(raw, at, 0);
    return vec4<f32>(texel.rgb, select(0.0, 1.0, texel.a > 0.0));
}

@compute @workgroup_size(8, 8)
fn gather(@builtin(global_invocation_id) id: vec3<u32>) {
    let size = vec2<i32>(textureDimensions(raw));
    let cell = vec2<i32>(id.xy);
    if cell.x >= size.x || cell.y >= i32(textureDimensions(made).y) / 2 {
        return;
    }
    var sum = vec4<f32>(0.0);
    var code = 0.0;
    let first = cell.y * i32(TOGETHER);
    for (var row = first; row < min(first + i32(TOGETHER), size.y); row++) {
        sum += texel_of(vec2<i32>(cell.x, row));
        code = max(code, textureLoad(raw, vec2<i32>(cell.x, row), 0).a);
    }
    textureStore(made, vec2<i32>(cell.x, 2 * cell.y), sum / TOGETHER);
    textureStore(made, vec2<i32>(cell.x, 2 * cell.y + 1), vec4<f32>(round(code * (CODES + 1.0))));
}

// How far the light that comes to a texel from one side, -1 above and 1 below, is spread, in rows; negative where none comes.
fn reach_at(at: vec2<i32>, side: i32) -> f32 {
    let own = round(textureLoad(raw, at, 0).a * (CODES + 1.0));
    if own > 0.0 {
        return reach_of(own);
    }
    let cell = at.y / i32(TOGETHER);
    let cells = i32(textureDimensions(means).y) / 2;
    let search = i32(reach_of(CODES + 1.0) / TOGETHER) + 1;
    for (var k = 0; k <= search; k++) {
        let there = cell + side * k;
        if there < 0 || there >= cells {
            break;
        }
        let found = textureLoad(means, vec2<i32>(at.x, 2 * there + 1), 0).r;
        if found > 0.0 {
            let reach = reach_of(found);
            return select(-1.0, reach, f32(max(k - 1, 0)) * TOGETHER <= reach);
        }
    }
    return -1.0;
}

// Light that comes to a texel from within some rows on one side; the texel itself counts to those below.
fn light_from(at: vec2<i32>, side: i32, reach: f32) -> vec4<f32> {
    var sum = vec4<f32>(0.0);
    if reach < TOGETHER {
        let taps = i32(ceil(reach));
        let last = i32(textureDimensions(raw).y) - 1;
        let first = select(max(at.y - taps, 0), at.y, side > 0);
        let end = select(at.y - 1, min(at.y + taps, last), side > 0);
        for (var row = first; row <= end; row++) {
            // The outermost ones in part.
            let weight = clamp(reach + 1.0 - abs(f32(row - at.y)), 0.0, 1.0);
            sum += texel_of(vec2<i32>(at.x, row)) * weight;
        }
        return sum / (2.0 * reach + 1.0);
    }
    let middle = (f32(at.y) + 0.5) / TOGETHER;
    let half = (reach + 0.5) / TOGETHER;
    let low = select(middle - half, middle, side > 0);
    let high = select(middle, middle + half, side > 0);
    let last = min(i32(ceil(high)), i32(textureDimensions(means).y) / 2);
    for (var cell = i32(max(low, 0.0)); cell < last; cell++) {
        let part = max(min(high, f32(cell) + 1.0) - max(low, f32(cell)), 0.0);
        sum += textureLoad(means, vec2<i32>(at.x, 2 * cell), 0) * part;
    }
    return sum / (2.0 * half);
}

@compute @workgroup_size(8, 8)
fn smear(@builtin(global_invocation_id) id: vec3<u32>) {
    if any(id.xy >= textureDimensions(raw)) {
        return;
    }
    let at = vec2<i32>(id.xy);
    var light = vec4<f32>(0.0);
    for (var side = -1; side <= 1; side += 2) {
        let reach = reach_at(at, side);
        if reach >= 0.0 {
            light += light_from(at, side, reach);
        }
    }
    textureStore(made, at, light);
}
