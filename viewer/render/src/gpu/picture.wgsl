// The stages that draw a picture's samples, and the bodies that the water mirrors.

struct Corner {
    @builtin(position) clip: vec4<f32>,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) paint: vec4<f32>,
}

@vertex
fn corner(
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) paint: vec4<f32>,
) -> Corner {
    return Corner(globals.view_projection * vec4<f32>(position, 1.0), position, normal, paint);
}

// Heights of the corners of the squares between the middles of cells, beyond all heights where blocks are.
@group(1) @binding(0) var squares: texture_2d<f32>;

// The corner of a triangle of the water's surface, two to a square.
@vertex
fn corner_of_square(@builtin(vertex_index) index: u32) -> Corner {
    let count = textureDimensions(squares);
    let square = vec2<u32>((index / 6u) % count.x, (index / 6u) / count.x);
    let heights = textureLoad(squares, vec2<i32>(square), 0);
    // Along the flatter diagonal, so that crests are not serrated: the corners 0, 1, 3, 0, 3, 2 or 0, 1, 2, 1, 3, 2, two bits each.
    let order = select(0xb64u, 0xb34u, abs(heights.x - heights.w) <= abs(heights.y - heights.z));
    let corner = (order >> (2u * (index % 6u))) & 3u;
    let point = square + vec2<u32>(corner & 1u, corner >> 1u);
    // The first and the last point are on the edge of the sheet.
    let cells = clamp(vec2<f32>(point) - 0.5, vec2<f32>(0.0), vec2<f32>(count - 1u));
    let position = vec3<f32>(globals.relief.xy + cells * (globals.relief.z * TEXELS), heights[corner]);
    let normal = vec3<f32>(0.0, 0.0, 1.0);
    if heights.x > 9e29 {
        // All three in one place: nothing is drawn.
        return Corner(vec4<f32>(0.0, 0.0, 0.0, 1.0), position, normal, vec4<f32>(0.0));
    }
    return Corner(globals.view_projection * vec4<f32>(position, 1.0), position, normal, vec4<f32>(0.0));
}

struct InWater {
    @builtin(position) clip: vec4<f32>,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) paint: vec4<f32>,
    // How far it is over the level at which what is drawn ends.
    @location(3) over: f32,
}

// A corner mirrored in level water as high as that above it.
@vertex
fn corner_mirrored(
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) paint: vec4<f32>,
) -> InWater {
    let depth = clamped(surface_texels, position.xy).x + globals.levels.x - position.z;
    let flipped = position + vec3<f32>(0.0, 0.0, 2.0 * depth);
    return InWater(globals.view_projection * vec4<f32>(flipped, 1.0), position, normal, paint, depth - globals.levels.w);
}

// A corner at its apparent depth.
@vertex
fn corner_sunken(
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) paint: vec4<f32>,
) -> InWater {
    let depth = clamped(surface_texels, position.xy).x + globals.levels.x - position.z;
    let up = max(view_of(position + vec3<f32>(0.0, 0.0, depth)).z, 0.0);
    let apparent = up / sqrt(INDEX * INDEX - 1.0 + up * up);
    let seen = position + vec3<f32>(0.0, 0.0, depth - depth * apparent);
    // A little of what is above it too, so that nothing is between the two.
    let margin = globals.levels.w + 3.0 * globals.across.w * view_of(position).w;
    return InWater(globals.view_projection * vec4<f32>(seen, 1.0), position, normal, paint, -depth - margin);
}

// Half the light, so that it fits.
@fragment
fn sunken(in: InWater) -> @location(0) vec4<f32> {
    if in.over > 0.0 {
        discard;
    }
    return vec4<f32>(shade_sunken(in.position, in.normal, in.paint.rgb) * 0.5, 1.0);
}

// Opacity tells what a sample shows: 1 a solid, in its color, a half water, which is shaded once a pixel, 0 nothing.
@fragment
fn solid(in: Corner) -> @location(0) vec4<f32> {
    return vec4<f32>(shade_solid(in.position, in.normal, in.paint), 1.0);
}

@fragment
fn water(in: Corner) -> @location(0) vec4<f32> {
    if is_dry(in.position.xy) {
        discard;
    }
    return vec4<f32>(0.0, 0.0, 0.0, 0.5);
}

// Half the light, so that it fits, and how far it is spread.
@fragment
fn mirror(in: InWater) -> @location(0) vec4<f32> {
    if in.over > 0.0 {
        discard;
    }
    let seen = shade_mirrored(in.position, in.normal, in.paint.rgb);
    let farthest = max(globals.picture.y / (globals.picture.z * MIRROR_COARSE) * FURTHEST, 1.0);
    let code = floor(1.5 + CODES * clamp(seen.w / farthest, 0.0, 1.0));
    return vec4<f32>(seen.rgb * 0.5, code / (CODES + 1.0));
}
