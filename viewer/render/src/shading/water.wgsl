// Water, the twin of `water.rs`.

@group(1) @binding(2) var mirror_texels: texture_2d<f32>;
@group(1) @binding(4) var sunken_texels: texture_2d<f32>;

fn ripple_detail(lod: f32, ratio: f32) -> f32 {
    let side = RIPPLES_M * ratio;
    return 1.0 - smoothstep(side / 160.0, side / 28.0, lod);
}

fn ripple_place(place: vec2<f32>, layer: vec4<f32>) -> vec2<f32> {
    let side = RIPPLES_M * layer.x;
    let run = globals.upward.w * sqrt(9.81 * 0.05 * side / (2.0 * PI));
    let along = place.x * layer.z + place.y * layer.w - run;
    let across = place.y * layer.z - place.x * layer.w;
    return vec2<f32>(along, across) / side;
}

// Slope and lost variance.
fn ripples(place: vec2<f32>, lod: f32) -> vec3<f32> {
    var sum = vec3<f32>(0.0);
    if !has_ripples() {
        return sum;
    }
    for (var k = 0; k < 3; k++) {
        let layer = layer_of(k);
        let slope = wrapped(ripple_slopes, ripple_place(place, layer)).xy;
        let keeps = ripple_detail(lod, layer.x);
        let turned = vec2<f32>(slope.x * layer.z - slope.y * layer.w, slope.x * layer.w + slope.y * layer.z);
        let lost = layer.y * RIPPLE_SLOPE;
        sum += vec3<f32>(turned * (keeps * layer.y), (1.0 - keeps * keeps) * lost * lost);
    }
    return sum;
}

fn layer_of(k: i32) -> vec4<f32> {
    if k == 0 {
        return LAYER_0;
    }
    if k == 1 {
        return LAYER_1;
    }
    return LAYER_2;
}

fn focus(level_entry: vec2<f32>, depth: f32, lod: f32) -> f32 {
    var h = clamped(below_texels, level_entry).xyz;
    let bend = depth * (1.0 - 1.0 / INDEX);
    if has_ripples() {
        // The slope there turned the ray uphill: it came in further down.
        let entry = level_entry - bend * ripples(level_entry, lod).xy;
        for (var k = 0; k < 3; k++) {
            let layer = layer_of(k);
            let c = wrapped(ripple_curvatures, ripple_place(entry, layer)).xyz;
            let keeps = ripple_detail(lod, layer.x) * (layer.y / layer.x);
            let cc = layer.z * layer.z;
            let ss = layer.w * layer.w;
            let cs = layer.z * layer.w;
            h += keeps * vec3<f32>(
                c.x * cc - c.y * 2.0 * cs + c.z * ss,
                c.x * cs + c.y * (cc - ss) - c.z * cs,
                c.x * ss + c.y * 2.0 * cs + c.z * cc,
            );
        }
    }
    // A crest gathers light, a trough spreads it: a slope turns rays uphill.
    let spread = abs((1.0 + bend * h.x) * (1.0 + bend * h.z) - bend * h.y * bend * h.y);
    // Rays that cross above the bed spread again: the determinant says no more where they go.
    let bent = bend * sqrt(h.x * h.x + 2.0 * h.y * h.y + h.z * h.z);
    let gathered = 1.0 / max(spread, 1.0 / 3.6);
    return mix(gathered, 1.0, smoothstep(CROSSED.x, CROSSED.y, bent));
}

fn lines(place: vec2<f32>, lod: f32, period: f32, half_width: f32, strength: f32) -> f32 {
    let width = max(lod * 0.6, half_width);
    let away = abs(fract(place / period + 0.5) - 0.5) * period;
    let off = smoothstep(vec2<f32>(0.6), vec2<f32>(1.4), away / width);
    return (1.0 - off.x * off.y) * (strength * half_width) / width;
}

fn sand(place: vec2<f32>, lod: f32) -> f32 {
    if globals.invented.z < 0.5 {
        return 1.0;
    }
    let grains = 1.0 + (grain(place, 11.0, lod) + grain(place, 2.3, lod)) * 0.11;
    return grains * (1.0 - lines(place, lod, 5.0, 0.035, 0.16)) * (1.0 - lines(place, lod, 1.0, 0.014, 0.05));
}

// What `scattered` takes for sunlit water from which hulls hide a fraction of the sky.
fn under_hulls(sunlit: f32, cover: f32) -> f32 {
    return sunlit - cover * ((1.0 - SUNLIT) / SUNLIT);
}

fn below_water(at: vec3<f32>, view: vec3<f32>, normal: vec3<f32>, cosine: f32, lod: f32, sunlit: f32, cover: f32) -> vec3<f32> {
    let k = 1.0 / INDEX;
    let inner = sqrt(1.0 - (1.0 - cosine * cosine) * (k * k));
    let refracted = normal * (cosine * k - inner) - view * k;
    let down = max(-refracted.z, 0.2);
    var way = max(at.z - clamped(below_texels, at.xy).w, 0.01) / down;
    var place = at.xy + refracted.xy * way;
    let depth = max(at.z - clamped(below_texels, place).w, 0.01);
    way = depth / down;
    place = at.xy + refracted.xy * way;
    let entry = place + SUN_AHEAD * (depth * SUN_RUN);
    let entered = shadows(entry);
    let gathered = mix(focus(entry, depth, lod), 1.0, smoothstep(PRESSED.x, PRESSED.y, entered.z));
    let direct = gathered * (1.0 - entered.x) * (0.95 * SUN.z);
    let albedo = sand(place, lod) * (1.25 / PI);
    // The light of the sky comes down about as steeply as that of the sun, and all of it goes up to the eye.
    let hidden = shadows(place).z;
    let bed = (SUNSHINE * direct + SKYLIGHT * (1.0 - hidden)) * SAND * albedo;
    return bed * beer(depth / COS_REFRACTED + way) + scattered(way, under_hulls(sunlit, (cover + hidden) * 0.5));
}

// Velocity of the water that foam goes with, bilinear between the middles of cells.
fn carrying(place: vec2<f32>) -> vec2<f32> {
    if globals.relief.w < 0.5 {
        return vec2<f32>(0.0);
    }
    let last = vec2<f32>(textureDimensions(velocity_texels)) - 1.0;
    let at = clamp((place - globals.relief.xy) / (globals.relief.z * TEXELS) - 0.5, vec2<f32>(0.0), last);
    let low = vec2<i32>(at);
    let high = min(low + 1, vec2<i32>(last));
    let t = at - vec2<f32>(low);
    let south = mix(textureLoad(velocity_texels, low, 0), textureLoad(velocity_texels, vec2<i32>(high.x, low.y), 0), t.x);
    let north = mix(textureLoad(velocity_texels, vec2<i32>(low.x, high.y), 0), textureLoad(velocity_texels, high, 0), t.x);
    return mix(south, north, t.y).xy;
}

// The patterns in tiles of some turn and side.
fn tiled(place: vec2<f32>, turn: vec2<f32>) -> vec4<f32> {
    return wrapped(patterns, vec2<f32>(dot(place, turn), place.y * turn.x - place.x * turn.y));
}

// Cover and emboss.
fn foam_cover(at: vec2<f32>, foam: f32, lod: f32) -> vec2<f32> {
    if globals.invented.w < 0.5 {
        return vec2<f32>(foam * 0.85, 0.90);
    }
    let velocity = carrying(at);
    let phase = fract(globals.upward.w / FOAM_S);
    // Where bubbles are too small for a pixel there are patches, and where these are, an even white.
    let blurred = smoothstep(BLURRED_M.x, BLURRED_M.y, lod);
    var pattern = 0.0;
    var relief = 0.0;
    for (var k = 0; k < 2; k++) {
        let late = fract(phase + 0.5 * f32(k));
        let weight = 1.0 - abs(2.0 * late - 1.0);
        // Where it is seen best it is as it was made: a stream that differs from place to place shears it before and after.
        let place = at - velocity * ((late - 0.5) * FOAM_S) + 3.7 * f32(k);
        let coarse = tiled(place, BUBBLES).r;
        let fine = tiled(place, FROTH).r;
        let toward = tiled(place + 0.07 * SUN.xy, BUBBLES).r;
        let spots = mix(coarse * 0.62 + fine * 0.38, tiled(place, PATCHES).a, blurred);
        pattern += mix(spots, tiled(place, DRIFTS).a, 0.36) * weight;
        relief += (coarse - toward) * weight;
    }
    let near = abs(2.0 * phase - 1.0);
    let phases = near * near + (1.0 - near) * (1.0 - near);
    var sizes = (1.0 - blurred) * (1.0 - blurred) * (0.62 * 0.62 + 0.38 * 0.38) + blurred * blurred;
    sizes = sizes * (0.64 * 0.64) + 0.36 * 0.36;
    pattern = clamp(0.5 + (pattern - 0.5) / sqrt(sizes * phases), 0.0, 1.0);
    let edge = 1.0 - foam;
    let spots = smoothstep(edge - 0.15, edge + 0.15, 0.06 + pattern * 0.88)
        * smoothstep(0.015, 0.22, foam)
        * (0.62 + smoothstep(0.15, 0.8, foam) * 0.38);
    let even = smoothstep(EVEN_M.x, EVEN_M.y, lod);
    return vec2<f32>(mix(spots, foam * 0.85, even), 0.90 + relief * ((1.0 - blurred) * 1.1));
}

fn seen_texel(texels: texture_2d<f32>, at: vec2<f32>) -> vec4<f32> {
    let size = vec2<f32>(textureDimensions(texels));
    if any(at < vec2<f32>(0.0)) || any(at >= size) {
        return vec4<f32>(0.0);
    }
    // Half the light, so that it fits.
    return textureLoad(texels, vec2<i32>(at), 0) * vec4<f32>(2.0, 2.0, 2.0, 1.0);
}

// A picture of bodies in the water at a place in pixels, bilinear.
fn seen_at(texels: texture_2d<f32>, pixel: vec2<f32>) -> vec4<f32> {
    let at = pixel / MIRROR_COARSE - 0.5;
    let low = floor(at);
    let t = at - low;
    let south = mix(seen_texel(texels, low), seen_texel(texels, low + vec2<f32>(1.0, 0.0)), t.x);
    let north = mix(seen_texel(texels, low + vec2<f32>(0.0, 1.0)), seen_texel(texels, low + vec2<f32>(1.0, 1.0)), t.x);
    return mix(south, north, t.y);
}

fn sunken(below: vec3<f32>, slope: vec2<f32>, distance: f32, pixel: vec2<f32>) -> vec3<f32> {
    let shift = 0.25 / (distance * globals.across.w);
    let right = normalize(globals.across.xyz).xy;
    let up = normalize(globals.upward.xyz).xy;
    let seen = seen_at(sunken_texels, pixel + vec2<f32>(dot(slope, right), -dot(slope, up)) * shift);
    return below * (1.0 - seen.a) + seen.rgb;
}

fn mirrored(sky: vec3<f32>, slope: vec2<f32>, distance: f32, pixel: vec2<f32>) -> vec3<f32> {
    if globals.look.w < 0.5 {
        return sky;
    }
    let keeps = 1.0 - smoothstep(0.16, 0.40, length(slope));
    let shift = 0.9 * 3.0 / (distance + 3.0) / globals.across.w;
    let right = normalize(globals.across.xyz).xy;
    let up = normalize(globals.upward.xyz).xy;
    let seen = seen_at(mirror_texels, pixel + vec2<f32>(dot(slope, right), dot(slope, up)) * shift);
    return sky * (1.0 - seen.a * keeps) + seen.rgb * keeps;
}

fn shade_field(at: vec3<f32>) -> vec3<f32> {
    let surface = clamped(surface_texels, at.xy);
    let slope = clamped(below_texels, at.xy).xy;
    var base = mix(field_color(surface.x), UNKNOWN, surface.w);
    base = mix(base, base * 0.45 + globals.footprint.w, contours(surface.x, length(slope)) * (1.0 - surface.w));
    if globals.look.y < 0.5 {
        return base;
    }
    let shade = 1.0 - shadows(at.xy).x * (1.0 - SHADE);
    let view = view_of(at).xyz;
    let normal = normalize(vec3<f32>(-surface.yz * globals.range.w, 1.0));
    let relief = max(1.0 + (dot(normal, SUN) / SUN.z - 1.0) * RELIEF, 0.15);
    let cosine = dot(normal, view);
    let reflectance = fresnel(max(cosine, 0.0));
    let mirrored_z = cosine * normal.z * 2.0 - view.z;
    let body = base * (relief * shade);
    let above = mix(HORIZON, ZENITH, sqrt(clamp(mirrored_z, 0.0, 1.0)));
    let x64 = power64(max(dot(normal, normalize(view + SUN)), 0.0));
    let bright = x64 * x64 * x64 * x64 * shade;
    return mix(body, above, reflectance * 0.75) + SUNLIGHT * (bright * 0.45);
}

fn tilted(slope: vec2<f32>) -> f32 {
    let more = dot(slope, SUN.xy) * (-TILT / SUN.z);
    return 1.0 + more / (1.0 + abs(more));
}

// How bright the line of a waterline of some nearness is: as wide as a pixel where it is finer.
fn waterline(nearness: f32, lod: f32) -> f32 {
    let reach = CONTACT * globals.footprint.z;
    let finest = min(LINE_M, 0.5 * reach);
    let width = min(max(lod * 1.2, finest), reach);
    let off = min((1.0 - nearness) * reach / width, 1.0);
    return (1.0 - off * off) * (1.0 - off * off) * (finest / width);
}

fn shade_water(at: vec3<f32>, pixel: vec2<f32>) -> vec3<f32> {
    if !is_water_look() {
        return shade_field(at);
    }
    let seen = view_of(at);
    let view = seen.xyz;
    let distance = seen.w;
    let lod = distance * globals.across.w / sqrt(max(view.z, 0.03));
    let surface = clamped(surface_texels, at.xy);
    let rippled = ripples(at.xy, lod);
    let normal = normalize(vec3<f32>(-(surface.yz + rippled.xy), 1.0));
    let cosine = max(dot(normal, view), 0.02);
    let reflectance = fresnel(min(sqrt(cosine * cosine + rippled.z * 0.6), 1.0));

    var up = normal * (cosine * 2.0) - view;
    let far = 0.10 * (1.0 - exp((30.0 - max(distance, 30.0)) / 220.0));
    up.z = max(up.z + far + sqrt(rippled.z) * 0.5, 0.0);
    let reflected = mirrored(sky(normalize(up), 0.10 * globals.invented.x), surface.yz, distance, pixel);

    let shadow = shadows(at.xy);
    let sunlit = 1.0 - shadow.x;
    let contact = waterline(shadow.y, lod);
    var light = below_water(at, view, normal, cosine, lod, sunlit, shadow.z);
    light = sunken(light, surface.yz + rippled.xy, distance, pixel);
    let rough = rippled.z + roughness();
    let sparkle = glint(dot(normal, normalize(view + SUN)), rough, distance) * reflectance * sunlit;
    let foam = 1.0 - exp(-1.25 * (surface.w + contact * 0.75));
    var open = 1.0;
    light = light * tilted(surface.yz + rippled.xy);
    if foam > 0.0 {
        light = light * (1.0 - foam * 0.55) + MILK * (foam * (0.35 + sunlit * 0.65));
    }
    light = mix(light, reflected, reflectance);
    if foam > 0.0 {
        let white = SUNSHINE * (max(dot(normal, SUN), 0.0) * sunlit) + SKY_UP * 1.9;
        // Around hulls a line without a pattern, which would be dashes.
        let line = contact * LINE;
        light = mix(light, white * 0.3, line);
        open = 1.0 - line;
        let floats = 1.0 - exp(-1.25 * surface.w);
        if floats > 0.0 {
            let cover = foam_cover(at.xy, floats, lod);
            light = mix(light, white * (cover.y * 0.335), cover.x);
            open *= 1.0 - cover.x;
        }
    }
    light += SUNSHINE * (sparkle * open / 3.0);
    return tone(haze(light, view, distance));
}
