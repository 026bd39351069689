// From samples to pixels: water and what is beyond, shaded once a pixel, and the text on top.

@group(1) @binding(0) var samples: texture_2d<f32>;
@group(1) @binding(1) var depths: texture_2d<f32>;
@group(1) @binding(3) var words: texture_2d<f32>;
@group(1) @binding(5) var picture: texture_storage_2d<rgba8unorm, write>;

fn to_srgb(light: vec3<f32>) -> vec3<f32> {
    let low = 12.92 * light;
    let high = 1.055 * pow(max(light, vec3<f32>(0.0)), vec3<f32>(1.0 / 2.4)) - 0.055;
    return select(high, low, light <= vec3<f32>(0.0031308));
}

fn distance_of(depth: f32) -> f32 {
    if globals.eye.w > 0.5 {
        return (1.0 - depth) * globals.forward.w;
    }
    return globals.forward.w / depth;
}

@compute @workgroup_size(8, 8)
fn resolve(@builtin(global_invocation_id) id: vec3<u32>) {
    if any(id.xy >= textureDimensions(picture)) {
        return;
    }
    let pixel = vec2<i32>(id.xy);
    let at = vec2<f32>(id.xy) + 0.5;
    let side = i32(globals.picture.z);
    let fraction = 1.0 / f32(side * side);
    var sum = vec3<f32>(0.0);
    var water = 0.0;
    var distance = 0.0;
    var nothing = 0.0;
    var seen = 0.0;
    var away = 0.0;
    for (var y = 0; y < side; y++) {
        for (var x = 0; x < side; x++) {
            let place = pixel * side + vec2<i32>(x, y);
            let sample = textureLoad(samples, place, 0);
            if sample.a > 0.25 {
                seen += fraction;
                away += fraction * distance_of(textureLoad(depths, place, 0).r);
            }
            if sample.a > 0.75 {
                sum += sample.rgb * fraction;
            } else if sample.a > 0.25 {
                water += fraction;
                distance += fraction * distance_of(textureLoad(depths, place, 0).r);
            } else {
                nothing += fraction;
            }
        }
    }
    let size = globals.picture.xy / globals.picture.z;
    let down = at.y / size.y;
    let right = 2.0 * at.x / size.x - 1.0;
    let aside = globals.across.xyz * right + globals.upward.xyz * (1.0 - 2.0 * down);
    let parallel = globals.eye.w > 0.5;
    let origin = globals.eye.xyz + select(vec3<f32>(0.0), aside, parallel);
    let ray = globals.forward.xyz + select(aside, vec3<f32>(0.0), parallel);
    if water > 0.0 {
        let light = shade_water(origin + ray * (distance / water), at);
        sum += clamp(light, vec3<f32>(0.0), vec3<f32>(1.0)) * water;
    }
    if nothing > 0.0 {
        sum += shade_beyond(origin, ray, at, down) * nothing;
    }
    if globals.smoke.w > 0.0 {
        let along = through(origin, ray, seen, away, pixel);
        sum = over_smoke(sum, origin, ray, seen, away, along);
    }
    let word = textureLoad(words, min(pixel, vec2<i32>(textureDimensions(words)) - 1), 0);
    let light = mix(sum, word.rgb, word.a);
    textureStore(picture, pixel, vec4<f32>(to_srgb(light), 1.0));
}

fn shade_beyond(origin: vec3<f32>, ray: vec3<f32>, pixel: vec2<f32>, down: f32) -> vec3<f32> {
    if !is_water_look() || globals.look.z > 0.5 {
        return shade_background(down);
    }
    let met = beyond(origin, ray);
    if met.kind == 0 {
        return shade_sky(ray);
    }
    if met.kind == 1 {
        return shade_water(met.place, pixel);
    }
    return shade_solid(met.place, met.normal, vec4<f32>(met.paint, 0.0));
}
