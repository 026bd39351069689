// Which samples a triangle covers: the twin of `triangle.rs`, with integers of two words in the place of `i128` and `f64`.
//
// Vertices are within 2^29 fixed-point steps of the grid's corner and samples within 2^28.1, so differences fit in 31 bits
// and edge functions in 62.

/// A 64-bit integer in two's complement: low word, high word.
alias Wide = vec2<u32>;

fn minus(a: Wide, b: Wide) -> Wide {
    return Wide(a.x - b.x, a.y - b.y - select(0u, 1u, a.x < b.x));
}

fn is_negative(a: Wide) -> bool {
    return (a.y >> 31u) == 1u;
}

fn product(a: i32, b: i32) -> Wide {
    let u = u32(abs(a));
    let v = u32(abs(b));
    let low = (u & 0xffffu) * (v & 0xffffu);
    let left = (u >> 16u) * (v & 0xffffu);
    let right = (u & 0xffffu) * (v >> 16u);
    let middle = (low >> 16u) + (left & 0xffffu) + (right & 0xffffu);
    let high = (u >> 16u) * (v >> 16u) + (left >> 16u) + (right >> 16u) + (middle >> 16u);
    let magnitude = Wide((low & 0xffffu) | (middle << 16u), high);
    if (a < 0) == (b < 0) {
        return magnitude;
    }
    return minus(Wide(0u, 0u), magnitude);
}

/// a × b of vectors in the plane.
fn cross_product(a: vec2<i32>, b: vec2<i32>) -> Wide {
    return minus(product(a.x, b.y), product(a.y, b.x));
}

/// An edge with the interior on its left.
struct Edge {
    from_: vec2<i32>,
    along: vec2<i32>,
    /// Least value of the edge function at a covered sample: 0 if samples on the edge are covered, 1 if not.
    least: u32,
}

fn edge(from_: vec2<i32>, to: vec2<i32>, turn: i32) -> Edge {
    let along = (to - from_) * turn;
    let keeps = along.y < 0 || (along.y == 0 && along.x > 0);
    return Edge(from_, along, select(1u, 0u, keeps));
}

/// The edge function at a sample less its least value at a covered one.
fn excess(edge: Edge, sample: vec2<i32>) -> Wide {
    let center = sample * SUBSAMPLES + SUBSAMPLES / 2;
    return minus(cross_product(edge.along, center - edge.from_), Wide(edge.least, 0u));
}

/// First samples whose centers lie at or beyond fixed-point coordinates.
fn first_sample(u: vec2<i32>) -> vec2<i32> {
    return (u + (SUBSAMPLES / 2 - 1)) >> vec2<u32>(8u);
}

// Heights over a triangle: the twin of `Plane`, to the bit.
//
// WGSL rounds sums, differences and products as IEEE 754 does, but lets a compiler fuse and reorder them, and does not specify how
// conversions and quotients are rounded. So every result passes through `rounded`, and conversions and quotients are computed from
// integers. Numbers below 2^-126 may become zero.

/// `x`, in a form that the compiler cannot fuse or reorder.
fn rounded(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) ^ frame.zero);
}

/// The `f32` nearest to a nonnegative 64-bit integer, ties to even.
fn to_f32(v: Wide) -> f32 {
    if v.y == 0u && v.x < 0x1000000u {
        return f32(v.x);
    }
    let bits = select(64u - countLeadingZeros(v.y), 32u - countLeadingZeros(v.x), v.y == 0u);
    let shift = bits - 24u;
    var kept: u32; // the leading 24 bits
    var next: u32; // the 32 after them
    var later = false; // whether any later bit is set
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
