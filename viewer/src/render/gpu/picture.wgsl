// The stages that draw a picture's samples with `shading.wgsl`.

struct Corner {
    @builtin(position) clip: vec4<f32>,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) paint: vec3<f32>,
}

@vertex
fn corner(
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) paint: vec3<f32>,
) -> Corner {
    return Corner(globals.view_projection * vec4<f32>(position, 1.0), position, normal, paint);
}

@fragment
fn solid(in: Corner) -> @location(0) vec4<f32> {
    return vec4<f32>(shade_solid(in.position, normalize(in.normal), in.paint), 1.0);
}

@fragment
fn water(in: Corner) -> @location(0) vec4<f32> {
    if is_dry(in.position.xy) {
        discard;
    }
    return vec4<f32>(shade_water(in.position, normalize(in.normal), in.paint.x), 1.0);
}

@vertex
fn whole(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    let corner = vec2<f32>(f32(index & 1u), f32(index >> 1u));
    return vec4<f32>(corner * 4.0 - 1.0, 0.0, 1.0);
}

@fragment
fn background(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    return vec4<f32>(shade_background(at.y / globals.picture.y), 1.0);
}
