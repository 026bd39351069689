use pulp::{Simd, WithSimd};

use super::depths::CornerDepths;
use crate::Pressure;
use crate::simd::{Mask, Reals, Vectors, inlined_late, three};

/// Integrals over the wet parts of triangles; each divided by the area of the whole triangle.
#[derive(Clone, Copy)]
pub(super) struct WetIntegrals<S: Simd> {
    /// ∫ dA: the wet fraction of the area.
    pub(super) area: Reals<S>,
    /// ∫ x dA.
    pub(super) first_moment: Vectors<S>,
    /// ∫ d dA, d the depth.
    pub(super) depth: Reals<S>,
    /// ∫ d x dA.
    pub(super) depth_moment: Vectors<S>,
    /// ∫ d² dA.
    pub(super) depth_squared: Reals<S>,
    /// ∫ p dA, p the pressure over ρ g.
    pub(super) head: Reals<S>,
    /// ∫ p x dA or, for [`Pressure::Paper`], the sum over the wet triangles with their centroids.
    pub(super) head_moment: Vectors<S>,
}

impl<S: Simd> WetIntegrals<S> {
    /// Integrals over whole triangles below the surface, times `fraction`.
    ///
    /// With λ the barycentric coordinates, ∫ λi dA = A / 3 and ∫ λi λj dA = A (1 + δij) / 12.
    #[inline(always)]
    pub(super) fn whole(simd: S, t: CornerDepths<S>, fraction: Reals<S>, pressure: Pressure) -> Self {
        let [a, b, c] = t.corners;
        let x = three!(k => a[k] + b[k] + c[k]);
        let (third, twelfth) =
            (fraction * Reals::splat(simd, 1.0 / 3.0), fraction * Reals::splat(simd, 1.0 / 12.0));
        // ∫ f dA and ∫ f x dA of a function f that is linear between the corners.
        macro_rules! moments {
            ($values:expr) => {{
                let ([p, q, r], sum) = ($values, $values[0] + $values[1] + $values[2]);
                let moment =
                    three!(k => c[k].mul_add(r, b[k].mul_add(q, a[k].mul_add(p, x[k] * sum))) * twelfth);
                (sum * third, moment)
            }};
        }
        let ((depth, depth_moment), (head, head_moment)) = (moments!(t.depths), moments!(t.heads));
        let ([p, q, r], d) = (t.depths, t.depths[0] + t.depths[1] + t.depths[2]);
        Self {
            area: fraction,
            first_moment: three!(k => x[k] * third),
            depth,
            depth_moment,
            depth_squared: r.mul_add(r, q.mul_add(q, p.mul_add(p, d * d))) * twelfth,
            head,
            head_moment: match pressure {
                Pressure::Exact => head_moment,
                Pressure::Paper => three!(k => x[k] * head * (1.0 / 3.0)),
            },
        }
    }

    /// Centroid of the wet part; the origin where there is none.
    #[inline(always)]
    pub(super) fn centroid(&self, simd: S) -> Vectors<S> {
        let per_area = Reals::splat(simd, 1.0) / self.area.max(Reals::splat(simd, f64::MIN_POSITIVE));
        three!(k => self.first_moment[k] * per_area)
    }

    /// Integrals over the wet parts of any triangles; cuts only registers in which a triangle is cut.
    #[inline(always)]
    pub(super) fn of(simd: S, t: CornerDepths<S>, pressure: Pressure) -> Self {
        let zero = Reals::splat(simd, 0.0);
        let wet = three!(k => t.depths[k].above(zero));
        if wet[0].differs(wet[1]).or(wet[1].differs(wet[2])).any() {
            inlined_late(simd, Clipped { simd, t, pressure })
        } else {
            Self::whole(simd, t, wet[0].or_zero(Reals::splat(simd, 1.0)), pressure)
        }
    }

    /// Integrals over the wet parts of triangles, cut as [`clip_triangle`](crate::clip_triangle) does: with the same cut points bit
    /// for bit, so that the wet surface stays closed.
    #[inline(always)]
    fn clipped(simd: S, t: CornerDepths<S>, pressure: Pressure) -> Self {
        let zero = Reals::splat(simd, 0.0);
        let wet = three!(k => t.depths[k].above(zero));
        let all_wet = wet[0].and(wet[1]).and(wet[2]);
        // p is the corner that differs from q and r, if one does.
        let second = wet[1].differs(wet[0]).and(wet[1].differs(wet[2]));
        let third = wet[2].differs(wet[0]).and(wet[2].differs(wet[1]));
        let is_cut = wet[0].differs(wet[1]).or(wet[1].differs(wet[2]));
        let (c, d, h) = (t.corners, t.depths, t.heads);
        let [p, q, r] = three!(i => three!(k => second.select(c[(i + 1) % 3][k], third.select(c[(i + 2) % 3][k], c[i][k]))));
        let [dp, dq, dr] = three!(i => second.select(d[(i + 1) % 3], third.select(d[(i + 2) % 3], d[i])));
        let [hp, hq, hr] = three!(i => second.select(h[(i + 1) % 3], third.select(h[(i + 2) % 3], h[i])));
        let tip = dp.above(zero);

        // Wet fractions of the two edges that are cut.
        let (s, t) = (wet_fraction(is_cut, tip, dp, dq), wet_fraction(is_cut, tip, dp, dr));
        let pq = three!(k => along(tip, p[k], q[k], s));
        let rp = three!(k => along(tip, p[k], r[k], t));

        // The tip; or the first half of the quadrangle without it; or the whole triangle.
        let first = CornerDepths {
            corners: [
                three!(k => tip.select(p[k], q[k])),
                three!(k => all_wet.select(q[k], tip.select(pq[k], r[k]))),
                three!(k => all_wet.select(r[k], rp[k])),
            ],
            depths: [tip.select(dp, dq), all_wet.select(dq, tip.select(zero, dr)), all_wet.select(dr, zero)],
            heads: [tip.select(hp, hq), all_wet.select(hq, tip.select(zero, hr)), all_wet.select(hr, zero)],
        };
        let fraction = all_wet.select(Reals::splat(simd, 1.0), tip.select(s * t, t));
        let first = Self::whole(simd, first, fraction, pressure);
        let rest = CornerDepths { corners: [q, rp, pq], depths: [dq, zero, zero], heads: [hq, zero, zero] };
        let fraction = tip.select(zero, (Reals::splat(simd, 1.0) - t) * s);
        first.plus(Self::whole(simd, rest, fraction, pressure))
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self {
            area: self.area + other.area,
            first_moment: three!(k => self.first_moment[k] + other.first_moment[k]),
            depth: self.depth + other.depth,
            depth_moment: three!(k => self.depth_moment[k] + other.depth_moment[k]),
            depth_squared: self.depth_squared + other.depth_squared,
            head: self.head + other.head,
            head_moment: three!(k => self.head_moment[k] + other.head_moment[k]),
        }
    }
}

/// The arguments of [`WetIntegrals::clipped`].
struct Clipped<S: Simd> {
    simd: S,
    t: CornerDepths<S>,
    pressure: Pressure,
}

impl<S: Simd> WithSimd for Clipped<S> {
    type Output = WetIntegrals<S>;

    #[inline(always)]
    fn with_simd<I: Simd>(self, _: I) -> WetIntegrals<S> {
        WetIntegrals::clipped(self.simd, self.t, self.pressure)
    }
}

/// The wet fraction of the edge from p to another corner if one of them is wet; 0 where nothing is cut.
#[inline(always)]
fn wet_fraction<S: Simd>(is_cut: Mask<S>, tip: Mask<S>, p: Reals<S>, other: Reals<S>) -> Reals<S> {
    let (wet, dry) = (tip.select(p, other), tip.select(other, p));
    is_cut.or_zero(wet / (wet - dry))
}

/// The point at `fraction` of the edge between p and another corner, from its wet end.
#[inline(always)]
fn along<S: Simd>(tip: Mask<S>, p: Reals<S>, other: Reals<S>, fraction: Reals<S>) -> Reals<S> {
    let (wet, dry) = (tip.select(p, other), tip.select(other, p));
    wet + (dry - wet) * fraction
}

/// Integrals over triangles of the height r of the surface above the hull's center, linear between the corners; each divided
/// by the area of the triangle.
pub(super) struct RiseIntegrals<S: Simd> {
    /// ∫ r dA.
    pub(super) mean: Reals<S>,
    /// ∫ r x dA.
    pub(super) moment: Vectors<S>,
    /// ∫ r² dA.
    pub(super) squared: Reals<S>,
}

impl<S: Simd> RiseIntegrals<S> {
    /// Integrals from the values of r at the corners.
    ///
    /// With λ the barycentric coordinates, ∫ λi dA = A / 3 and ∫ λi λj dA = A (1 + δij) / 12.
    #[inline(always)]
    pub(super) fn new(
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clip_triangle;
    use glam::DVec3;
    use pulp::Scalar;

    const SIMD: Scalar = Scalar;

    fn value(x: Reals<Scalar>) -> f64 {
        x.to_lanes(0)[0]
    }

    fn vector(x: Vectors<Scalar>) -> DVec3 {
        DVec3::from_array(x.map(value))
    }

    fn clipped(corners: [DVec3; 3], depths: [f64; 3]) -> WetIntegrals<Scalar> {
        let t = CornerDepths {
            corners: corners.map(|c| crate::simd::splat(SIMD, c)),
            depths: depths.map(|d| Reals::splat(SIMD, d)),
            heads: depths.map(|d| Reals::splat(SIMD, d)),
        };
        WetIntegrals::of(SIMD, t, Pressure::Exact)
    }

    /// A vertical plate, 1 m wide, from the surface down: the classic gate.
    #[test]
    fn center_of_pressure_of_a_gate_is_two_thirds_down() {
        let (a, b, c) = (DVec3::ZERO, DVec3::new(0.0, 0.0, -3.0), DVec3::new(1.0, 0.0, -3.0));
        let d = DVec3::X;
        let halves = [[a, b, c], [a, c, d]].map(|t| clipped(t, t.map(|p| -p.z)));
        let sum = |of: fn(&WetIntegrals<Scalar>) -> f64| of(&halves[0]) + of(&halves[1]);
        let depth = sum(|h| value(h.depth));
        let moment = vector(halves[0].depth_moment) + vector(halves[1].depth_moment);
        assert!((depth / 2.0 - 1.5).abs() < 1e-15);
        assert!((moment / depth - DVec3::new(0.5, 0.0, -2.0)).length() < 1e-15);
        assert!((sum(|h| value(h.depth_squared)) - 2.0 * 3.0).abs() < 1e-14);
    }

    #[test]
    fn every_cut_is_that_of_clip_triangle() {
        let corners = [DVec3::new(0.3, -1.0, 2.0), DVec3::new(4.0, 0.1, 0.7), DVec3::new(-1.0, 3.0, 0.2)];
        for signs in 0..27 {
            let sign = |k: u32| f64::from(signs / 3i32.pow(k) % 3 - 1);
            let depths = [1.7 * sign(0), 0.6 * sign(1), 2.9 * sign(2)];
            let (mut area, mut moment) = (0.0, DVec3::ZERO);
            clip_triangle(corners, depths, |w| {
                area += w.fraction;
                moment += (w.corners_m[0] + w.corners_m[1] + w.corners_m[2]) * (w.fraction * (1.0 / 3.0));
            });
            let part = clipped(corners, depths);
            assert_eq!(value(part.area), area, "{depths:?}");
            assert!((vector(part.first_moment) - moment).length() < 1e-15, "{depths:?}");
        }
    }
}
