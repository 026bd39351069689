// From samples to pixels: water and what is beyond, shaded once a pixel, and the text on top.

@group(1) @binding(0) var samples: texture_2d<f32>;
@group(1) @binding(1) var depths: texture_2d<f32>;
@group(1) @binding(3) var words: texture_2d<f32>;

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

fn distance_of(depth: f32) -> f32 {
    if globals.eye.w > 0.5 {
        return (1.0 - depth) * globals.forward.w;
    }
    return globals.forward.w / depth;
}

@fragment
fn resolve(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    let pixel = vec2<i32>(at.xy);
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
        let light = shade_water(origin + ray * (distance / water), at.xy);
        sum += clamp(light, vec3<f32>(0.0), vec3<f32>(1.0)) * water;
    }
    if nothing > 0.0 {
        sum += shade_beyond(origin, ray, at.xy, down) * nothing;
    }
    if globals.smoke.w > 0.0 {
        let along = through(origin, ray, seen, away, pixel);
        sum = over_smoke(sum, origin, ray, seen, away, along);
    }
    let word = textureLoad(words, min(pixel, vec2<i32>(textureDimensions(words)) - 1), 0);
    let light = mix(sum, word.rgb, word.a);
    return vec4<f32>(select(light, to_srgb(light), globals.picture.w > 0.5), 1.0);
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
