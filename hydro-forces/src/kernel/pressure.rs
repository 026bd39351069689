use pulp::Simd;

use super::depths::{CornerDepths, Submergence};
use super::integrals::WetIntegrals;
use crate::simd::{Reals, Vectors, three};
use crate::{Cut, ForceModel};

/// Integrals of the pressure over triangles; body axes.
pub(super) struct PressureIntegrals<S: Simd> {
    pub(super) wet: WetIntegrals<S>,
    /// Centroid of the wet part; the origin where there is none.
    pub(super) wet_centroid: Vectors<S>,
    /// ∫ p dA and ∫ p x dA, p the pressure over ρ g, less the same below the still level; divided by the area.
    pub(super) excess: Reals<S>,
    pub(super) excess_moment: Vectors<S>,
}

impl<S: Simd> PressureIntegrals<S> {
    /// Over triangles that are all uncut.
    #[inline(always)]
    pub(super) fn uncut(simd: S, t: &Submergence<S>, model: &ForceModel) -> Self {
        let one = Reals::splat(simd, 1.0);
        let wet = WetIntegrals::whole(simd, t.below_surface(), one, model.pressure);
        let (rise, rise_moment) = match model.cut {
            // The same at all corners.
            Cut::Centroid => {
                let [rise, ..] = t.elevations;
                (rise, three!(k => wet.first_moment[k] * rise))
            }
            Cut::Corners => {
                let rise = WetIntegrals::whole(simd, t.between_levels(), one, model.pressure);
                (rise.head, rise.head_moment)
            }
        };
        Self {
            wet_centroid: wet.first_moment,
            // Above the still level there is nothing to subtract.
            excess: t.below_still.select(rise, wet.head),
            excess_moment: three!(k => t.below_still.select(rise_moment[k], wet.head_moment[k])),
            wet,
        }
    }

    /// Over any triangles; for uncut ones the same bits as [`uncut`](Self::uncut). `heads` are the pressures over ρ g at
    /// the corners if they differ from the depths.
    #[inline(always)]
    pub(super) fn cut(simd: S, t: &Submergence<S>, heads: Option<[Reals<S>; 3]>, model: &ForceModel) -> Self {
        let uncut = Self::uncut(simd, t, model);
        let below = t.below_surface();
        let (heads, is_uncut) = match heads {
            Some(heads) => (heads, t.uncut.and(t.uncut.not())),
            None => (below.heads, t.uncut),
        };
        let wet = WetIntegrals::of(simd, CornerDepths { heads, ..below }, model.pressure);
        let still = WetIntegrals::of(simd, t.below_still_level(), model.pressure);
        let per_area = Reals::splat(simd, 1.0) / wet.area.max(Reals::splat(simd, f64::MIN_POSITIVE));
        Self {
            wet_centroid: three!(k => wet.first_moment[k] * per_area),
            excess: is_uncut.select(uncut.excess, wet.head - still.head),
            excess_moment: three!(k => {
                is_uncut.select(uncut.excess_moment[k], wet.head_moment[k] - still.head_moment[k])
            }),
            wet,
        }
    }
}
