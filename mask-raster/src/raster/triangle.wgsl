// Which samples a triangle covers: the twin of `triangle.rs`, in integers of two words where that needs `i128` or `f64`.
//
// Vertices are within 2^29 fixed-point steps of the grid's corner and samples within 2^28.1, so differences fit in 31 bits
// and edge functions in 62.

const SUBSAMPLES = 256;

/// A whole number of 64 bits in two's complement: low word, high word.
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
    let centre = sample * SUBSAMPLES + SUBSAMPLES / 2;
    return minus(cross_product(edge.along, centre - edge.from_), Wide(edge.least, 0u));
}

/// First samples whose centres lie at or beyond fixed-point coordinates.
fn first_sample(u: vec2<i32>) -> vec2<i32> {
    return (u + (SUBSAMPLES / 2 - 1)) >> vec2<u32>(8u);
}
