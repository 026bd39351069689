// Bodies, blocks and banks, the twin of `solids.rs`.

fn lit(position: vec3<f32>, normal: vec3<f32>, paint: vec3<f32>) -> vec3<f32> {
    let above = position.z - globals.levels.x - clamped(surface_texels, position.xy).x;
    let wet = paint * (0.62 + smoothstep(0.04, 0.24, above) * 0.38);
    let facing = max(dot(normal, SUN), 0.0);
    let light = mix(SKY_DOWN, SKY_UP, 0.5 + normal.z * 0.5) * 1.9;
    return wet * (SUNSHINE * facing + light) * (1.25 / PI);
}

// Factor of the color of what is not varnished: no large surface is of one color.
fn weathered(at: vec3<f32>, lod: f32, gloss: f32) -> f32 {
    let place = at.xy + at.z * vec2<f32>(0.37, 0.53);
    let coarse = grain(place, WEATHER_M.x, lod) + grain(place, WEATHER_M.y, lod);
    return 1.0 + coarse * ((1.0 - gloss) * WEATHER);
}

fn shade_solid(position: vec3<f32>, outward: vec3<f32>, coat: vec4<f32>) -> vec3<f32> {
    let paint = coat.rgb;
    let seen = view_of(position);
    let view = seen.xyz;
    let toward = dot(normalize(outward), view);
    let flip = select(-1.0, 1.0, toward > 0.0);
    let normal = normalize(outward) * flip;
    let cosine = toward * flip;
    if globals.look.z > 0.5 {
        return paint * (1.0 - HEADLIGHT_FALL + HEADLIGHT_FALL * cosine);
    }
    let up = 0.5 + 0.5 * normal.z;
    let facing = max(dot(normal, SUN), 0.0);
    let half = normalize(view + SUN);
    if !is_water_look() {
        let ambient = HORIZON * (0.20 + 0.32 * up);
        let light = paint * (ambient + SUNLIGHT * (0.80 * facing));
        if globals.look.y < 0.5 {
            return light * globals.paper.w;
        }
        return light + SUNLIGHT * (0.18 * power64(max(dot(normal, half), 0.0)));
    }
    let mirrored = normalize(normal * (cosine * 2.0) - view);
    let gloss = (min(fresnel(max(cosine, 0.0)), 0.2) + 0.02) * 0.5 * coat.a;
    let lod = seen.w * globals.across.w / sqrt(max(cosine, 0.03));
    let light = mix(lit(position, normal, paint * weathered(position, lod, coat.a)), sky(mirrored, 0.0), gloss);
    let shine = 0.12 * coat.a * power64(max(dot(normal, half), 0.0));
    return tone(haze(light + SUNSHINE * shine, view, seen.w));
}

// Color, and half the height in pixels over which slopes too fine to be seen spread it.
fn shade_mirrored(position: vec3<f32>, outward: vec3<f32>, paint: vec3<f32>) -> vec4<f32> {
    // The camera, mirrored in the water there.
    let level = clamped(surface_texels, position.xy).x + globals.levels.x;
    let below = vec3<f32>(globals.eye.xy, 2.0 * level - globals.eye.z);
    let flip = select(-1.0, 1.0, dot(outward, below - position) > 0.0);
    let away = max(length(below - position), 1e-6);
    let sine = max((position.z - below.z) / away, LEAST_SINE);
    let reach = max((position.z - level) * SMEAR / (globals.across.w * sine * away), 0.0);
    return vec4<f32>(lit(position, normalize(outward) * flip, paint), reach);
}

fn shade_sunken(position: vec3<f32>, outward: vec3<f32>, paint: vec3<f32>) -> vec3<f32> {
    let view = view_of(position).xyz;
    let level = clamped(surface_texels, position.xy).x + globals.levels.x;
    let depth = max(level - position.z, 0.0);
    let inner = sqrt(1.0 - (1.0 - view.z * view.z) / (INDEX * INDEX));
    let way = depth / max(inner, 0.2);
    let unit = normalize(outward);
    let normal = unit * select(-1.0, 1.0, dot(unit, view) > 0.0);
    let facing = max(dot(normal, vec3<f32>(SUN_AHEAD * SUN_RUN, 1.0)), 0.0);
    let direct = SUNSHINE * beer(depth / COS_REFRACTED) * (facing * (0.95 * COS_REFRACTED));
    let sky = mix(SKY_DOWN, SKY_UP, 0.5 + normal.z * 0.5) * beer(depth * 1.2) * 1.9;
    let shadow = shadows(position.xy);
    let sunlit = 1.0 - shadow.x;
    let bed_m = clamped(below_texels, position.xy).w;
    let through = max(level - bed_m, 0.0) / COS_REFRACTED + max(position.z - bed_m, 0.0) * 1.2;
    let from_bed = SUNSHINE * (sunlit * 0.95 * SUN.z) + SKYLIGHT * (1.0 - shadow.z);
    let bed = from_bed * SAND * beer(through) * (0.5 - normal.z * 0.5);
    let light = paint * (direct + sky + bed) * (0.62 * 1.25 / PI);
    return light * beer(way) + scattered(way, sunlit);
}

fn shade_sky(ray: vec3<f32>) -> vec3<f32> {
    let direction = normalize(ray);
    return tone(sky(direction, 0.55 * globals.invented.x) + SUNSHINE * disc(direction));
}

// How far a place is behind each bank; not above 0 where it is not.
fn behind(place: vec2<f32>) -> vec4<f32> {
    let away = vec4<f32>(globals.domain.xy - place, place - globals.domain.zw).xzyw;
    return select(vec4<f32>(-1.0), away, globals.banks > vec4<f32>(0.5));
}

fn is_land(place: vec2<f32>) -> bool {
    return any(behind(place) > vec4<f32>(0.0));
}

fn land_paint(place: vec2<f32>) -> vec3<f32> {
    let away = max(behind(place), vec4<f32>(0.0));
    return select(GRASS, CONCRETE, max(max(away.x, away.y), max(away.z, away.w)) < globals.levels.z);
}

// Kind (0 sky, 1 sea, 2 bank) and place of what a ray meets; the normal of a bank follows from its place.
struct Beyond {
    kind: i32,
    place: vec3<f32>,
    normal: vec3<f32>,
    paint: vec3<f32>,
}

fn beyond(origin: vec3<f32>, ray: vec3<f32>) -> Beyond {
    let nothing = Beyond(0, origin, vec3<f32>(0.0), vec3<f32>(0.0));
    if ray.z >= -1e-6 {
        return nothing;
    }
    let land = origin + ray * ((globals.levels.y - origin.z) / ray.z);
    if origin.z > globals.levels.y && is_land(land.xy) {
        return Beyond(2, land, vec3<f32>(0.0, 0.0, 1.0), land_paint(land.xy));
    }
    if origin.z <= globals.levels.x {
        return nothing;
    }
    let sea = origin + ray * ((globals.levels.x - origin.z) / ray.z);
    if !is_land(sea.xy) {
        return Beyond(1, sea, vec3<f32>(0.0), vec3<f32>(0.0));
    }
    var nearest = 1e30;
    var normal = vec3<f32>(0.0);
    for (var k = 0; k < 4; k++) {
        let axis = k / 2;
        let inward = f32(1 - 2 * (k % 2));
        let low_or_high = select(globals.domain.zw, globals.domain.xy, k % 2 == 0);
        let way = (low_or_high[axis] - origin[axis]) / ray[axis];
        if globals.banks[k] > 0.5 && inward * ray[axis] < 0.0 && way > 0.0 && way < nearest {
            nearest = way;
            normal = select(vec3<f32>(0.0, inward, 0.0), vec3<f32>(inward, 0.0, 0.0), axis == 0);
        }
    }
    if nearest >= 1e30 {
        return nothing;
    }
    return Beyond(2, origin + ray * nearest, normal, CONCRETE);
}
