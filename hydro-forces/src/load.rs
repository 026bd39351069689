use pulp::Simd;

use crate::reals::{Reals, Vectors, three};
use crate::spread::Wetness;
use crate::wet::{Depths, WetPart};
use crate::{Cut, ForceModel};

/// What the pressure does to triangles; body axes.
pub(crate) struct Load<I: Simd> {
    pub(crate) part: WetPart<I>,
    /// Centroid of the wet part; the origin where there is none.
    pub(crate) wet_centroid: Vectors<I>,
    /// ∫ p dA and ∫ p x dA, p the pressure over ρ g, less those under the still level, over the area.
    pub(crate) excess: Reals<I>,
    pub(crate) excess_moment: Vectors<I>,
}

impl<I: Simd> Load<I> {
    /// Of triangles that are all plain.
    #[inline(always)]
    pub(crate) fn plain(simd: I, t: &Wetness<I>, model: &ForceModel) -> Self {
        let one = Reals::splat(simd, 1.0);
        let part = WetPart::whole(simd, t.wet(), one, model.pressure);
        let (rise, rise_moment) = match model.cut {
            // The same at all corners.
            Cut::Centroid => {
                let [rise, ..] = t.risen().depths;
                (rise, three!(k => part.first_moment[k] * rise))
            }
            Cut::Corners => {
                let more = WetPart::whole(simd, t.risen(), one, model.pressure);
                (more.head, more.head_moment)
            }
        };
        Self {
            wet_centroid: part.first_moment,
            // Without the still level nothing is taken off.
            excess: t.under_still.select(rise, part.head),
            excess_moment: three!(k => t.under_still.select(rise_moment[k], part.head_moment[k])),
            part,
        }
    }

    /// Of any triangles; the same bits as [`plain`](Self::plain) of those that are. `heads` are the pressures over
    /// ρ g at the corners if they are not the depths.
    #[inline(always)]
    pub(crate) fn cut(simd: I, t: &Wetness<I>, heads: Option<[Reals<I>; 3]>, model: &ForceModel) -> Self {
        let plain = Self::plain(simd, t, model);
        let wet = t.wet();
        let (heads, is_plain) = match heads {
            Some(heads) => (heads, t.is_plain.and(t.is_plain.not())),
            None => (wet.heads, t.is_plain),
        };
        let part = WetPart::of(simd, Depths { heads, ..wet }, model.pressure);
        let still = WetPart::of(simd, t.wet_if_still(), model.pressure);
        let per_area = Reals::splat(simd, 1.0) / part.area.max(Reals::splat(simd, f64::MIN_POSITIVE));
        Self {
            wet_centroid: three!(k => part.first_moment[k] * per_area),
            excess: is_plain.select(plain.excess, part.head - still.head),
            excess_moment: three!(k => {
                is_plain.select(plain.excess_moment[k], part.head_moment[k] - still.head_moment[k])
            }),
            part,
        }
    }
}
