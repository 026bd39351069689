use glam::{DMat3, DVec3};

use super::clip::clip_triangle;
use crate::Hull;
use crate::simd::three;

/// Integrals over the submerged part of a hull; body axes about the center of its bounding sphere, where the coordinates are
/// small.
///
/// They follow from the divergence theorem over the wet surface alone: fields that vanish on the water's surface, or do not
/// change along the vertical, need no mesh of it. The section is the projection of the wet surface along the vertical; only
/// the horizontal components of its moments have a meaning.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SubmergedIntegrals {
    pub(crate) volume: f64,
    /// ∫ x dV.
    pub(crate) volume_moment: DVec3,
    pub(crate) wet_area: f64,
    /// Area of the waterplane, the section of the hull by the water's surface.
    pub(crate) section: f64,
    /// ∫ x dA over the section.
    pub(crate) section_moment: DVec3,
    /// ∫ x xᵀ dA over the section.
    pub(crate) section_second: DMat3,
}

impl SubmergedIntegrals {
    /// Integrals over the part of `hull` where `up · (x − center) < level`, `up` a unit vector in body axes.
    pub(crate) fn new(hull: &Hull, up: DVec3, level: f64) -> Self {
        let (center, _) = hull.bounding_sphere();
        let mut sum = Self {
            volume: 0.0,
            volume_moment: DVec3::ZERO,
            wet_area: 0.0,
            section: 0.0,
            section_moment: DVec3::ZERO,
            section_second: DMat3::ZERO,
        };
        for index in 0..hull.triangle_count() {
            let corners = hull.triangle(index);
            let corners = three!(k => corners[k] - center);
            let depths = three!(k => level - up.dot(corners[k]));
            if depths.iter().all(|depth| *depth <= 0.0) {
                continue;
            }
            let normal = hull.area_vector_m2(index);
            let (plan_area, area) = (-normal.dot(up), normal.length());
            // With λ the barycentric coordinates, ∫ λi dA = A / 3 and ∫ λi λj dA = A (1 + δij) / 12.
            clip_triangle(corners, depths, |wet| {
                let ([a, b, c], [p, q, r]) = (wet.corners_m, wet.depths_m);
                let (x, d, plan) = (a + b + c, p + q + r, plan_area * wet.fraction);
                let depth_moment = x * d + a * p + b * q + c * r;
                let depth_squared = d * d + p * p + q * q + r * r;
                sum.volume += plan * d / 3.0;
                sum.volume_moment += (depth_moment + up * (depth_squared / 2.0)) * (plan / 12.0);
                sum.wet_area += area * wet.fraction;
                sum.section += plan;
                sum.section_moment += x * (plan / 3.0);
                sum.section_second += (square(x) + square(a) + square(b) + square(c)) * (plan / 12.0);
            });
        }
        sum
    }

    /// The section with its moments alone, to the bit those of [`new`](Self::new), and nothing else.
    pub(crate) fn of_section(hull: &Hull, up: DVec3, level: f64) -> Self {
        let (center, _) = hull.bounding_sphere();
        let (mut section, mut section_moment, mut section_second) = (0.0, DVec3::ZERO, DMat3::ZERO);
        for index in 0..hull.triangle_count() {
            let corners = hull.triangle(index);
            let corners = three!(k => corners[k] - center);
            let depths = three!(k => level - up.dot(corners[k]));
            if depths.iter().all(|depth| *depth <= 0.0) {
                continue;
            }
            let plan_area = -hull.area_vector_m2(index).dot(up);
            clip_triangle(corners, depths, |wet| {
                let ([a, b, c], plan) = (wet.corners_m, plan_area * wet.fraction);
                let x = a + b + c;
                section += plan;
                section_moment += x * (plan / 3.0);
                section_second += (square(x) + square(a) + square(b) + square(c)) * (plan / 12.0);
            });
        }
        let (volume, volume_moment, wet_area) = (0.0, DVec3::ZERO, 0.0);
        Self { volume, volume_moment, wet_area, section, section_moment, section_second }
    }

    /// Volume and section alone, to the bit those of [`new`](Self::new).
    pub(crate) fn volume_and_section(hull: &Hull, up: DVec3, level: f64) -> (f64, f64) {
        let (center, _) = hull.bounding_sphere();
        let (mut volume, mut section) = (0.0, 0.0);
        for index in 0..hull.triangle_count() {
            let corners = hull.triangle(index);
            let corners = three!(k => corners[k] - center);
            let depths = three!(k => level - up.dot(corners[k]));
            if depths.iter().all(|depth| *depth <= 0.0) {
                continue;
            }
            let plan_area = -hull.area_vector_m2(index).dot(up);
            clip_triangle(corners, depths, |wet| {
                let ([p, q, r], plan) = (wet.depths_m, plan_area * wet.fraction);
                volume += plan * (p + q + r) / 3.0;
                section += plan;
            });
        }
        (volume, section)
    }

    /// Centroid of the section; the origin where there is none.
    pub(crate) fn section_centroid(&self) -> DVec3 {
        if self.section > 0.0 { self.section_moment / self.section } else { DVec3::ZERO }
    }

    /// ∫ x xᵀ dA over the section about its own centroid.
    pub(crate) fn section_second_about_centroid(&self) -> DMat3 {
        self.section_second - square(self.section_centroid()) * self.section
    }
}

/// `v vᵀ`.
fn square(v: DVec3) -> DMat3 {
    DMat3::from_cols(v * v.x, v * v.y, v * v.z)
}
