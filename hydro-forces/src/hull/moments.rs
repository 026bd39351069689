use glam::{DMat3, DVec3};
use pulp::Simd;

use crate::simd::{LANES, Lanes, Reals};

/// Moments of the surface of submerged triangles, from which the hydrostatic integrals below the height of the hull's center
/// follow in any pose. They add up, so that many triangles are turned into integrals at once. They are about that center: about
/// an origin far from it the integrals would be small differences of large numbers.
///
/// With A n the area vector of a triangle, c its centroid and M = ∫ x xᵀ dA / A: the sums of A; (A n) cᵀ; columns M ê_k × A n; and for the six pairs j ≤ k of axes M ê_k (A n)_j + M ê_j (A n)_k, taken
/// once where j = k.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(align(64))]
pub(crate) struct SurfaceMoments([Lanes; 5]);

/// Integrals over submerged triangles, d the depth below the height of the hull's center; body axes about the body's origin.
pub(crate) struct CenterIntegrals {
    pub(crate) area: f64,
    /// ∫ d n dA and ∫ d x × n dA.
    pub(crate) pressure: DVec3,
    pub(crate) pressure_moment: DVec3,
    /// ∫ x d nz dA and ∫ d²/2 nz dA.
    pub(crate) columns: DVec3,
    pub(crate) columns_height: f64,
}

/// The six pairs j ≤ k of axes.
const PAIRS: [[usize; 2]; 6] = [[0, 0], [1, 1], [2, 2], [0, 1], [0, 2], [1, 2]];

impl SurfaceMoments {
    pub(crate) const ZERO: Self = Self([[0.0; LANES]; 5]);

    /// Moments of one triangle about `center`.
    pub(crate) fn of(corners: [DVec3; 3], center: DVec3) -> Self {
        let corners = corners.map(|corner| corner - center);
        let [a, b, c] = corners;
        let area_vector = (b - a).cross(c - a) / 2.0;
        let sum = a + b + c;
        // With λ the barycentric coordinates, ∫ λi λj dA = A (1 + δij) / 12.
        let second = corners.iter().fold(square(sum), |s, &p| s + square(p)) * (1.0 / 12.0);
        let mut numbers = vec![area_vector.length()];
        let mut push = |v: DVec3| numbers.extend(v.to_array());
        for k in 0..3 {
            push(area_vector * (sum[k] / 3.0));
        }
        for k in 0..3 {
            push(second.col(k).cross(area_vector));
        }
        for [j, k] in PAIRS {
            let both = second.col(k) * area_vector[j] + second.col(j) * area_vector[k];
            push(if j == k { both / 2.0 } else { both });
        }
        numbers.resize(5 * LANES, 0.0);
        Self(std::array::from_fn(|row| std::array::from_fn(|lane| numbers[row * LANES + lane])))
    }

    /// Adds the moments of other triangles.
    #[inline(always)]
    pub(crate) fn add<S: Simd>(&mut self, simd: S, other: &Self) {
        for (sums, terms) in self.0.iter_mut().zip(&other.0) {
            for part in 0..LANES / S::F64_LANES {
                Reals::load(simd, terms, part).add_to(sums, part);
            }
        }
    }

    /// The integrals below the height, along the unit vector `up`, of `center`, the point that the moments are about.
    pub(crate) fn below_center(&self, up: DVec3, center: DVec3) -> CenterIntegrals {
        let number = |k: usize| self.0[k / LANES][k % LANES];
        let vector = |k: usize| DVec3::new(number(k), number(k + 1), number(k + 2));
        let matrix = |k: usize| DMat3::from_cols(vector(k), vector(k + 3), vector(k + 6));
        let (first, crossed) = (matrix(1), matrix(10));
        let second: DVec3 =
            PAIRS.iter().zip(0..).map(|(&[j, k], n)| vector(19 + 3 * n) * (up[j] * up[k])).sum();
        let pressure = -(first * up);
        CenterIntegrals {
            area: number(0),
            pressure,
            pressure_moment: center.cross(pressure) - crossed * up,
            columns: center * up.dot(pressure) - second,
            columns_height: second.dot(up) / 2.0,
        }
    }
}

/// `v vᵀ`.
fn square(v: DVec3) -> DMat3 {
    DMat3::from_cols(v * v.x, v * v.y, v * v.z)
}
