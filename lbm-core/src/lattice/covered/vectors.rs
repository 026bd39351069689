//! Vectors of the cells of a row.

use pulp::Simd;

use crate::d2q9::Q;
use crate::engine::Vector;

/// Calls an expression for vectors of the cells of a row, from column `$first` on, around some columns and within a `$span` that holds them. The first
/// and the last vector may overlap the one beside: of each the first `$done` cells were computed already. In a span shorter than a vector the cells come one
/// by one.
macro_rules! in_vectors {
    ($simd:ident, $columns:expr, $span:expr, ($first:ident, $done:ident) => $compute:expr) => {{
        let (columns, span, lanes) = ($columns, $span, lanes_of($simd));
        if span.len() < lanes {
            let $simd = Scalar;
            for $first in columns {
                let $done = 0;
                $compute;
            }
        } else {
            let (mut next, mut end) = (columns.start / lanes * lanes, 0);
            while next < columns.end {
                let $first = next.max(span.start).min(span.end - lanes);
                let $done = usize::saturating_sub(end, $first);
                $compute;
                end = $first + lanes;
                next += lanes;
            }
        }
    }};
}

pub(super) use in_vectors;

pub(super) fn lanes_of<S: Simd>(_: S) -> usize {
    S::F32_LANES
}

/// The populations of the cells of a vector.
#[inline(always)]
pub(super) fn populations<S: Simd, L: std::ops::Deref<Target = [f32]>>(
    simd: S,
    lines: &[L; Q],
    first: usize,
) -> [Vector<S>; Q] {
    let mut f = [Vector::load(simd, &lines[0], first); Q];
    for q in 1..Q {
        f[q] = Vector::load(simd, &lines[q], first);
    }
    f
}

/// Lanes of a vector that are 0.
#[inline(always)]
pub(super) fn zeros_of<S: Simd>(vector: Vector<S>) -> S::m32s {
    vector.simd.equal_f32s(vector.values, vector.simd.splat_f32s(0.0))
}

/// Whether all numbers of some vectors are 0.
#[inline(always)]
pub(super) fn is_zero<S: Simd, const N: usize>(vectors: [Vector<S>; N]) -> bool {
    let simd = vectors[0].simd;
    let mut bits = vectors[0].values;
    for k in 1..N {
        bits = simd.or_f32s(bits, vectors[k].values);
    }
    simd.first_true_m32s(simd.not_m32s(zeros_of(Vector::new(simd, bits)))) == S::F32_LANES
}
