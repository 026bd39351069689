use pulp::Simd;

use crate::reals::{Reals, Vectors, three};

/// How far the level over triangles lies above a base, linear between the corners: integrals over each
/// triangle, over its area.
pub(crate) struct Rise<S: Simd> {
    /// ∫ r dA.
    pub(crate) mean: Reals<S>,
    /// ∫ r x dA.
    pub(crate) moment: Vectors<S>,
    /// ∫ r² dA.
    pub(crate) squared: Reals<S>,
}

impl<S: Simd> Rise<S> {
    /// Of the rises at the corners.
    ///
    /// With λ the barycentric coordinates, ∫ λi dA = A / 3 and ∫ λi λj dA = A (1 + δij) / 12.
    #[inline(always)]
    pub(crate) fn new(
        simd: S,
        [p, q, r]: [Reals<S>; 3],
        corners: [Vectors<S>; 3],
        centroid: Vectors<S>,
    ) -> Self {
        let ([a, b, c], sum) = (corners, p + q + r);
        let (twelfth, quarter) = (Reals::splat(simd, 1.0 / 12.0), sum * 0.25);
        let moment = three!(k => {
            let apart = c[k].mul_add(r, b[k].mul_add(q, a[k] * p));
            apart.mul_add(twelfth, centroid[k] * quarter)
        });
        let squared = r.mul_add(r, q.mul_add(q, p.mul_add(p, sum * sum))) * twelfth;
        Self { mean: sum * (1.0 / 3.0), moment, squared }
    }
}
