// Rays through smoke, the twin of `volume.rs`, `packet.rs`, which follows many side by side, and `over.rs`: functions have the same names
// there, but for some that end in `_smoke`, and for those that `packet.rs` has within its loop.

// Optical depth of a cell's edge, and the fraction of the sunlight that reaches its center; once more around the box.
@group(0) @binding(8) var smoke_texels: texture_3d<f32>;
// Length of the steps in each block of cells, over that of the block; 0 where there is no smoke.
@group(0) @binding(9) var smoke_blocks: texture_3d<f32>;

struct Along {
    passes: f32,
    sunlit: f32,
    scattered: f32,
}

// A ray's way, along each axis a little at least.
fn moving(way: vec3<f32>) -> vec3<f32> {
    return select(way, vec3<f32>(1e-9), abs(way) < vec3<f32>(1e-9));
}

fn in_cells(place: vec3<f32>) -> vec3<f32> {
    return (place - globals.smoke.xyz) / globals.smoke.w;
}

// Where a ray is in the box: from and to, in ways.
fn crossing(start: vec3<f32>, way: vec3<f32>) -> vec2<f32> {
    let size = vec3<f32>(textureDimensions(smoke_texels)) - 2.0;
    let inverse = 1.0 / way;
    let a = -start * inverse;
    let b = (size - start) * inverse;
    let enters = min(a, b);
    let leaves = max(a, b);
    return vec2<f32>(
        max(max(max(enters.x, enters.y), enters.z), 0.0),
        min(min(leaves.x, leaves.y), leaves.z),
    );
}

// Length of the steps in the block around a place, 0 without smoke, and the way until it is left; the texture holds it in blocks.
fn block(at: vec3<f32>, inverse: vec3<f32>) -> vec2<f32> {
    let last = vec3<f32>(textureDimensions(smoke_blocks)) - 1.0;
    let own = clamp(trunc(at * (1.0 / SMOKE_BLOCK)), vec3<f32>(0.0), last);
    let faces = (own + select(vec3<f32>(0.0), vec3<f32>(1.0), inverse > vec3<f32>(0.0))) * SMOKE_BLOCK;
    let ways = (faces - at) * inverse;
    let clear = max(min(min(ways.x, ways.y), ways.z), 0.0);
    return vec2<f32>(round(SMOKE_BLOCK * textureLoad(smoke_blocks, vec3<i32>(own), 0).r), clear);
}

// Optical depth a cell and sunlight, trilinear.
fn sample_smoke(at: vec3<f32>) -> vec2<f32> {
    let most = vec3<f32>(textureDimensions(smoke_texels)) - 2.0 + 0.9999;
    let place = clamp(at + 0.5, vec3<f32>(0.0), most);
    let base = vec3<i32>(place);
    let part = place - vec3<f32>(base);
    let right = vec3<i32>(1, 0, 0);
    let back = vec3<i32>(0, 1, 0);
    let up = vec3<i32>(0, 0, 1);
    let low = mix(line_of_smoke(base), line_of_smoke(base + back), part.y);
    let high = mix(line_of_smoke(base + up), line_of_smoke(base + up + back), part.y);
    let both = mix(low, high, part.z);
    return mix(both.xy, both.zw, part.x);
}

fn line_of_smoke(at: vec3<i32>) -> vec4<f32> {
    return vec4<f32>(
        textureLoad(smoke_texels, at, 0).rg,
        textureLoad(smoke_texels, at + vec3<i32>(1, 0, 0), 0).rg,
    );
}

fn faded(depth: f32) -> f32 {
    if depth > 0.3 {
        return exp(-depth);
    }
    return 1.0 - depth * (1.0 - depth * (0.5 - depth * (1.0 / 6.0 - depth * (1.0 / 24.0))));
}

fn along_smoke(origin: vec3<f32>, ray: vec3<f32>, reach: f32, jitter: f32) -> Along {
    let way = moving(ray / globals.smoke.w);
    let outside = in_cells(origin);
    let box = crossing(outside, way);
    if box.x >= box.y {
        return Along(1.0, 0.0, 0.0);
    }
    let speed = length(way);
    let step = way / speed;
    let inverse = 1.0 / step;
    let start = outside + way * box.x;
    let end = (min(box.y, reach) - box.x) * speed;
    var at = 0.0;
    var first = jitter;
    var passes = 1.0;
    var sunlit = 0.0;
    while at < end && passes > 0.0 {
        let inside = at + 0.001;
        let here = block(start + step * inside, inverse);
        let until = min(inside + here.y, end);
        if here.x == 0.0 {
            at = until;
            continue;
        }
        while at < until {
            let length = min(min(here.x * max(first, 0.05), max(until - at, 1.0)), end - at);
            first = 1.0;
            let found = sample_smoke(start + step * (at + 0.5 * length));
            if found.x > 0.0 {
                let left = passes * faded(found.x * length);
                sunlit += (passes - left) * found.y;
                passes = left;
                if passes < SMOKE_OPAQUE {
                    passes = 0.0;
                    break;
                }
            }
            at += length;
        }
    }
    let albedo = globals.smoke_light.x;
    return Along(passes, albedo * sunlit, albedo * (1.0 - passes));
}

fn sunlight(place: vec3<f32>) -> f32 {
    let at = in_cells(place);
    let way = moving(SUN);
    let box = crossing(at, way);
    if box.x >= box.y {
        return 1.0;
    }
    return sample_smoke(at + way * box.x).y;
}

// What the smoke does to the ray of a pixel, given what fraction of it shows triangles, and the sum of their distances.
fn through(origin: vec3<f32>, ray: vec3<f32>, fraction: f32, distance: f32, pixel: vec2<i32>) -> Along {
    let random = jitter(vec2<f32>(pixel));
    var along = Along(1.0, 0.0, 0.0);
    if fraction > 0.0 {
        along = along_smoke(origin, ray, distance / fraction, random);
    }
    if fraction < 0.999 {
        let far = along_smoke(origin, ray, 1e30, random);
        along = Along(
            mix(far.passes, along.passes, fraction),
            mix(far.sunlit, along.sunlit, fraction),
            mix(far.scattered, along.scattered, fraction),
        );
    }
    return along;
}

// The color of a pixel through the smoke along its ray, given that of what is behind.
fn over_smoke(
    lit: vec3<f32>,
    origin: vec3<f32>,
    ray: vec3<f32>,
    fraction: f32,
    distance: f32,
    along: Along,
) -> vec3<f32> {
    var behind = lit;
    if fraction > 0.0 {
        let shadow = (1.0 - sunlight(origin + ray * (distance / fraction))) * min(fraction, 1.0);
        behind *= 1.0 - (1.0 - SHADE) * shadow;
    }
    let opacity = 1.0 - along.passes;
    if opacity <= 0.0 {
        return behind;
    }
    return behind * along.passes + color_of_smoke(along, opacity) * opacity;
}

fn color_of_smoke(along: Along, opacity: f32) -> vec3<f32> {
    let sunlit = along.sunlit / opacity;
    let scattered = along.scattered / opacity;
    if !is_water_look() {
        return min(SUNLIGHT * (0.8 * sunlit) + HORIZON * (0.5 * scattered), vec3<f32>(1.0));
    }
    let sky = (SKY_UP + SKY_DOWN) * (0.5 * SMOKE_SKY);
    return tone((SUNSHINE * (0.25 * sunlit) + sky * scattered) * SMOKE_EXPOSURE);
}

fn jitter(pixel: vec2<f32>) -> f32 {
    return fract(52.982918 * fract(0.06711056 * pixel.x + 0.00583715 * pixel.y));
}
