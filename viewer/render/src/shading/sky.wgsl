// Laws of light on and in water, the invented sky, and the way to the screen, the twin of `sky.rs`.

fn fresnel(cosine: f32) -> f32 {
    let inner = sqrt(1.0 - (1.0 - cosine * cosine) / (INDEX * INDEX));
    let s = (cosine - inner * INDEX) / (cosine + inner * INDEX);
    let p = (cosine * INDEX - inner) / (cosine * INDEX + inner);
    return (s * s + p * p) * 0.5;
}

fn beer(way: f32) -> vec3<f32> {
    let e = exp(way * -ABSORPTION);
    let e2 = e * e;
    let e4 = e2 * e2;
    let e8 = e4 * e4;
    return vec3<f32>(e8 * e8 * e8 * e4 * e2, e8 * e, e8);
}

fn scattered(way: f32, sunlit: f32) -> vec3<f32> {
    // As by 1.9 times the absorption and 0.068 1/m more: 33, 12 and 11 times its unit.
    let e = exp(way * (-1.9 * ABSORPTION));
    let e2 = e * e;
    let e4 = e2 * e2;
    let e8 = e4 * e4;
    let e11 = e8 * e2 * e;
    let gone = vec3<f32>(e11 * e11 * e11, e8 * e4, e11);
    return DEEP * ((1.0 - SUNLIT) + sunlit * SUNLIT) * (1.0 - gone);
}

fn sky(direction: vec3<f32>, clouds: f32) -> vec3<f32> {
    let z = max(direction.z, 0.0);
    let t = 1.0 - exp(z * -4.2);
    var clear = mix(SKY_HORIZON, SKY_OVERHEAD, t);
    let m = max(dot(direction, SUN), 0.0);
    let m2 = m * m;
    let m8 = m2 * m2 * m2 * m2;
    let m40 = m8 * m8 * m8 * m8 * m8;
    clear += SKY_HALO * (m2 * m2 * m2 * 0.11 + m40 * 0.17);
    if clouds == 0.0 {
        return clear;
    }
    let flat_by = 0.16 / (z + 0.10);
    let thick = wrapped(patterns, direction.xy * flat_by * vec2<f32>(1.0, 2.6)).b;
    let cover = smoothstep(0.62, 1.05, thick) * smoothstep(0.03, 0.22, z) * clouds;
    return mix(clear, vec3<f32>(0.92, 0.94, 0.97), cover);
}

fn disc(direction: vec3<f32>) -> f32 {
    return power(dot(direction, SUN), 500.0) * 1.2;
}

fn glint(cosine: f32, variance: f32, distance: f32) -> f32 {
    let exponent = 1.0 / (variance * 0.5 + distance * 2e-6 + 1.0 / 6000.0);
    return min((exponent + 8.0) / 283.0, 3.0) * 9.0 * power(cosine, exponent);
}

fn power(cosine: f32, exponent: f32) -> f32 {
    let t = 1.0 - cosine;
    return exp((t + t * t * 0.5 + t * t * t / 3.0) * -exponent);
}

fn haze(light: vec3<f32>, view: vec3<f32>, distance: f32) -> vec3<f32> {
    if globals.eye.w > 0.5 || globals.invented.y < 0.5 {
        return light;
    }
    let lost = 1.0 - exp((25.0 - max(distance, 25.0)) / 2600.0);
    return mix(light, sky(normalize(vec3<f32>(-view.xy, 0.02)), 0.0), lost);
}

fn tone(light: vec3<f32>) -> vec3<f32> {
    let gray = dot(light, vec3<f32>(0.2126, 0.7152, 0.0722));
    let x = max(gray + (light - gray) * 1.06, vec3<f32>(0.0)) * 0.86;
    return clamp((x * (x * 2.51 + 0.03)) / (x * (x * 2.43 + 0.59) + 0.14), vec3<f32>(0.0), vec3<f32>(1.0));
}
