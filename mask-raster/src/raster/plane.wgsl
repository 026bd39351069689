// Heights over a triangle: the twin of `plane.rs`, to the bit.
//
// WGSL rounds sums, differences and products as IEEE 754 does, but lets a compiler fuse or reorder them, and does not
// round conversions and quotients in a known way. So every result goes through `rounded`, and the other two are
// put together from integers. Numbers below 2^-126 may become zero.

/// `x`, whose bits the compiler cannot see through.
fn rounded(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) ^ frame.zero);
}

/// A whole number of 64 bits that is not negative, rounded to nearest, ties to even.
fn to_f32(v: Wide) -> f32 {
    if v.y == 0u && v.x < 0x1000000u {
        return f32(v.x);
    }
    let bits = select(64u - countLeadingZeros(v.y), 32u - countLeadingZeros(v.x), v.y == 0u);
    let shift = bits - 24u;
    var kept: u32; // the leading 24 bits
    var next: u32; // the 32 after them
    var later = false; // whether there is a one behind those
    if shift < 32u {
        kept = (v.x >> shift) | (v.y << (32u - shift));
        next = v.x << (32u - shift);
    } else if shift == 32u {
        kept = v.y;
        next = v.x;
    } else {
        let high = shift - 32u;
        kept = v.y >> high;
        next = (v.y << (32u - high)) | (v.x >> high);
        later = (v.x << (32u - high)) != 0u;
    }
    let is_tie = next == 0x80000000u && !later;
    let up = next >= 0x80000000u && (!is_tie || (kept & 1u) == 1u);
    // A carry out of the 24 bits goes into the exponent.
    return bitcast<f32>(((shift + 149u) << 23u) + kept + select(0u, 1u, up));
}

/// `1 / x` for x from 1 to 2^62, rounded to nearest, ties to even.
fn reciprocal(x: f32) -> f32 {
    let bits = bitcast<u32>(x);
    let divisor = (bits & 0x7fffffu) | 0x800000u;
    // 2^47 / divisor by long division, eight bits at a time.
    var quotient = 0u;
    var rest = 1u << 23u;
    for (var digit = 0; digit < 3; digit++) {
        rest = rest << 8u;
        quotient = quotient * 256u + rest / divisor;
        rest = rest % divisor;
    }
    let up = 2u * rest > divisor || (2u * rest == divisor && (quotient & 1u) == 1u);
    return bitcast<f32>(((252u - (bits >> 23u)) << 23u) + quotient + select(0u, 1u, up));
}

struct Plane {
    base: f32,
    slopes: vec2<f32>,
}

fn plane(at_vertices: vec3<f32>, area: f32, least: vec2<u32>) -> Plane {
    let inverse_area = reciprocal(area);
    let rise_b = rounded(at_vertices.y - at_vertices.x);
    let rise_c = rounded(at_vertices.z - at_vertices.x);
    let slopes = vec2<f32>(rounded(rise_b * inverse_area), rounded(rise_c * inverse_area));
    let offset = rounded(rounded(slopes.x * f32(least.x)) + rounded(slopes.y * f32(least.y)));
    return Plane(rounded(at_vertices.x + offset), slopes);
}

fn value_at(plane: Plane, e1: f32, e2: f32) -> f32 {
    let sum = rounded(rounded(e1 * plane.slopes.x) + rounded(e2 * plane.slopes.y));
    return rounded(plane.base + sum);
}
