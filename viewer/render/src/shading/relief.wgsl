// The textures of the water's surface from the values of its cells, the twin of `relief.rs`, and the corners of the squares between the
// middles of cells, of `water_surface.rs`.

struct Sheet {
    // cells along x and y, edge of a cell, 1 where values of a field are shown, 2 where those of cells
    grid: vec4<f32>,
    // width of the strip in which each side fades into the sea, 0 at a bank
    edges: vec4<f32>,
    // level that elevations are above, exaggeration of heights, 1 with thin walls, -
    level: vec4<f32>,
    // 1 with elevations, with foam, with a bed, with solids
    has: vec4<f32>,
}

@group(0) @binding(0) var<uniform> sheet: Sheet;
@group(0) @binding(1) var elevations: texture_2d<f32>;
@group(0) @binding(2) var foam: texture_2d<f32>;
@group(0) @binding(3) var bed: texture_2d<f32>;
@group(0) @binding(4) var values: texture_2d<f32>;
@group(0) @binding(5) var unknown: texture_2d<f32>;
@group(0) @binding(6) var solids: texture_2d<f32>;
// Numbers of the cells and the squares beside thin walls from 1 on, 0 elsewhere, and what is drawn there: eight numbers a texel, elevations of
// the cells and values of the field, and the heights of the corners.
@group(0) @binding(7) var beside_cells: texture_2d<f32>;
@group(0) @binding(8) var elevations_beside: texture_2d<f32>;
@group(0) @binding(9) var values_beside: texture_2d<f32>;
@group(0) @binding(10) var beside_squares: texture_2d<f32>;
@group(0) @binding(11) var squares_beside: texture_2d<f32>;
@group(1) @binding(0) var surface: texture_2d<f32>;
@group(1) @binding(1) var made: texture_storage_2d<rgba32float, write>;

struct Weights {
    value: vec4<f32>,
    slope: vec4<f32>,
}

fn weights(t: f32) -> Weights {
    let t2 = t * t;
    let t3 = t2 * t;
    let value = vec4<f32>(
        (1.0 - 3.0 * t + 3.0 * t2 - t3) / 6.0,
        (4.0 - 6.0 * t2 + 3.0 * t3) / 6.0,
        (1.0 + 3.0 * t + 3.0 * t2 - 3.0 * t3) / 6.0,
        t3 / 6.0,
    );
    let slope = vec4<f32>(
        -0.5 * (1.0 - t) * (1.0 - t),
        0.5 * (3.0 * t2 - 4.0 * t),
        0.5 * (-3.0 * t2 + 2.0 * t + 1.0),
        0.5 * t2,
    );
    return Weights(value, slope);
}

// Value and slopes, per cell, of the cubic B-spline at a texel.
fn spline(texels: texture_2d<f32>, texel: vec2<i32>) -> vec3<f32> {
    let last = vec2<i32>(sheet.grid.xy) - 1;
    let part = texel % i32(TEXELS);
    let first = texel / i32(TEXELS) + part - 2;
    let t = fract((vec2<f32>(part) + 0.5) / TEXELS + 0.5);
    let x = weights(t.x);
    let y = weights(t.y);
    var sum = vec3<f32>(0.0);
    for (var n = 0; n < 4; n++) {
        let row = clamp(first.y + n, 0, last.y);
        var cells = vec4<f32>(0.0);
        for (var m = 0; m < 4; m++) {
            cells[m] = textureLoad(texels, vec2<i32>(clamp(first.x + m, 0, last.x), row), 0).r;
        }
        let value = dot(x.value, cells);
        sum += vec3<f32>(y.value[n] * value, y.value[n] * dot(x.slope, cells), y.slope[n] * value);
    }
    return sum;
}

// Four of the numbers of a texel beside a thin wall, the first or the last ones; above all heights elsewhere.
fn beside(numbers: texture_2d<f32>, texel: vec2<i32>, last: i32) -> vec4<f32> {
    if sheet.level.z < 0.5 {
        return vec4<f32>(NOTHING);
    }
    let side = i32(TEXELS);
    let found = i32(textureLoad(beside_cells, texel / side, 0).r) - 1;
    if found < 0 {
        return vec4<f32>(NOTHING);
    }
    let part = texel % side;
    let each = 2 * side * side;
    let at = vec2<i32>(found % i32(BESIDE) * each + 2 * (part.y * side + part.x) + last, found / i32(BESIDE));
    return textureLoad(numbers, at, 0);
}

fn fade(cell: vec2<f32>) -> f32 {
    let last = sheet.grid.xy - 1.0;
    let away = vec4<f32>(cell.x, last.x - cell.x, cell.y, last.y - cell.y);
    let t = clamp(away * sheet.grid.z / max(sheet.edges, vec4<f32>(sheet.grid.z)), vec4<f32>(0.0), vec4<f32>(1.0));
    let part = select(vec4<f32>(1.0), t * t * (3.0 - 2.0 * t), sheet.edges > vec4<f32>(0.0));
    return part.x * part.y * part.z * part.w;
}

fn fading(texel: vec2<i32>) -> f32 {
    return fade(max((vec2<f32>(texel) + 0.5) / TEXELS - 0.5, vec2<f32>(0.0)));
}

// Elevations with their slopes, or the values of a field, and foam or where it is not known.
@compute @workgroup_size(8, 8)
fn raise(@builtin(global_invocation_id) id: vec3<u32>) {
    if any(id.xy >= textureDimensions(made)) {
        return;
    }
    let texel = vec2<i32>(id.xy);
    let cell = texel / i32(TEXELS);
    var water = vec3<f32>(0.0);
    if sheet.has.x > 0.5 {
        let wall = beside(elevations_beside, texel, 0);
        water = select(spline(elevations, texel), wall.xyz, wall.x < NOTHING);
    }
    var white = 0.0;
    if sheet.has.y > 0.5 {
        white = textureLoad(foam, texel, 0).r * fading(texel);
    }
    if sheet.grid.w == 2.0 {
        water.x = textureLoad(values, cell, 0).r;
    } else if sheet.grid.w > 0.5 {
        let wall = beside(values_beside, texel, 0);
        water.x = select(spline(values, texel).x, wall.x, wall.x < NOTHING);
    }
    if sheet.grid.w > 0.5 {
        white = select(0.0, 1.0, textureLoad(unknown, cell, 0).r > 0.0);
    }
    textureStore(made, texel, vec4<f32>(water.x, water.yz / sheet.grid.z, white));
}

// Curvatures of the surface and the bed, or the slopes of a field.
@compute @workgroup_size(8, 8)
fn curve(@builtin(global_invocation_id) id: vec3<u32>) {
    if any(id.xy >= textureDimensions(made)) {
        return;
    }
    let texel = vec2<i32>(id.xy);
    if sheet.grid.w > 0.5 {
        var slope = vec2<f32>(0.0);
        if sheet.grid.w == 1.0 {
            let wall = beside(values_beside, texel, 0);
            slope = select(spline(values, texel).yz, wall.yz, wall.x < NOTHING) / sheet.grid.z;
        }
        textureStore(made, texel, vec4<f32>(slope, 0.0, 0.0));
        return;
    }
    let last = vec2<i32>(textureDimensions(surface)) - 1;
    let low = max(texel - i32(TEXELS), vec2<i32>(0));
    let high = min(texel + i32(TEXELS), last);
    let wide = vec2<f32>(high - low) * (sheet.grid.z / TEXELS);
    let west = textureLoad(surface, vec2<i32>(low.x, texel.y), 0).yz;
    let east = textureLoad(surface, vec2<i32>(high.x, texel.y), 0).yz;
    let south = textureLoad(surface, vec2<i32>(texel.x, low.y), 0).yz;
    let north = textureLoad(surface, vec2<i32>(texel.x, high.y), 0).yz;
    let x = (east - west) / wide.x;
    let y = (north - south) / wide.y;
    var height = 0.0;
    if sheet.has.z > 0.5 {
        height = spline(bed, texel).x;
    }
    let wall = beside(elevations_beside, texel, 1);
    let curved = vec3<f32>(x.x, 0.5 * (x.y + y.x), y.y);
    let of_wall = wall.xyz / (sheet.grid.z * sheet.grid.z);
    let level = sheet.level.x + textureLoad(surface, texel, 0).x;
    textureStore(made, texel, vec4<f32>(uncrossed(select(curved, of_wall, wall.x < NOTHING), level - height), height));
}

// Curvatures without those that let the sun's rays cross before they meet the bed below so much water.
fn uncrossed(h: vec3<f32>, depth: f32) -> vec3<f32> {
    let bend = depth * (1.0 - 1.0 / INDEX);
    let bent = bend * bend * (h.x * h.x + 2.0 * h.y * h.y + h.z * h.z);
    return h * (1.0 - smoothstep(CROSSED.x * CROSSED.x, CROSSED.y * CROSSED.y, bent));
}

// The cell that a point of the grid with its ring belongs to.
fn cell_of(point: vec2<i32>) -> vec2<i32> {
    return clamp(point - 1, vec2<i32>(0), vec2<i32>(sheet.grid.xy) - 1);
}

fn weighted(three: vec3<f32>) -> f32 {
    return (three.x + 4.0 * three.y + three.z) / 6.0;
}

fn corner_height(point: vec2<i32>) -> f32 {
    let last = vec2<i32>(sheet.grid.xy) - 1;
    let cell = cell_of(point);
    var rows = vec3<f32>(0.0);
    for (var n = 0; n < 3; n++) {
        let row = clamp(cell.y + n - 1, 0, last.y);
        let west = textureLoad(elevations, vec2<i32>(max(cell.x - 1, 0), row), 0).r;
        let here = textureLoad(elevations, vec2<i32>(cell.x, row), 0).r;
        let east = textureLoad(elevations, vec2<i32>(min(cell.x + 1, last.x), row), 0).r;
        rows[n] = weighted(vec3<f32>(west, here, east));
    }
    return sheet.level.x + sheet.level.y * weighted(rows);
}

fn is_solid(point: vec2<i32>) -> bool {
    return textureLoad(solids, cell_of(point), 0).r > 0.0;
}

// Heights of the corners of a square, those along x first; beyond all heights where all four are blocks.
@compute @workgroup_size(8, 8)
fn squares(@builtin(global_invocation_id) id: vec3<u32>) {
    if any(id.xy >= textureDimensions(made)) {
        return;
    }
    let a = vec2<i32>(id.xy);
    let b = a + vec2<i32>(1, 0);
    let c = a + vec2<i32>(0, 1);
    let d = a + 1;
    var heights = vec4<f32>(1e30);
    if sheet.has.w < 0.5 || !(is_solid(a) && is_solid(b) && is_solid(c) && is_solid(d)) {
        heights = vec4<f32>(corner_height(a), corner_height(b), corner_height(c), corner_height(d));
        if sheet.level.z > 0.5 {
            let found = i32(textureLoad(beside_squares, a, 0).r) - 1;
            if found >= 0 {
                heights = textureLoad(squares_beside, vec2<i32>(found % i32(BESIDE), found / i32(BESIDE)), 0);
            }
        }
    }
    textureStore(made, a, heights);
}
