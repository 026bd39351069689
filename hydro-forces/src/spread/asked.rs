//! What surfaces are asked for one triangle after the other: heads and flows that are not those of still water.

use glam::DVec2;
use pulp::Simd;

use super::{Spread, Wet, Wetness};
use crate::WaterSurface;
use crate::immersion::LARGE;
use crate::reals::{LANES, Reals, Vectors, dot, three};

impl<I: Simd> Spread<'_, I> {
    /// What the surface says of the pressure at the wet corners of a register, over ρ g.
    #[inline(always)]
    pub(super) fn heads(
        &self,
        wetness: &Wetness<I>,
        surface: &dyn WaterSurface,
        part: usize,
    ) -> [Reals<I>; 3] {
        three!(k => {
            let x = (dot(self.axes[0], wetness.corner[k]) + self.origin_m[0]).to_lanes(part);
            let y = (dot(self.axes[1], wetness.corner[k]) + self.origin_m[1]).to_lanes(part);
            let depths = wetness.depths[k].to_lanes(part);
            let mut heads = [0.0; LANES];
            for l in part * I::F64_LANES..(part + 1) * I::F64_LANES {
                if depths[l] > 0.0 {
                    let head = surface.head_m(DVec2::new(x[l], y[l]), depths[l]);
                    heads[l] = if head.is_finite() { head } else { depths[l] };
                }
            }
            Reals::load(self.simd, &heads, part)
        })
    }

    /// The velocity of the water at the centroids of the wet parts of a register, in body axes; `current` is that which was
    /// sampled.
    #[inline(always)]
    pub(super) fn flow(
        &self,
        wet: &Wet<I>,
        current: [Reals<I>; 2],
        surface: &dyn WaterSurface,
        part: usize,
    ) -> Vectors<I> {
        let [x, y, z] =
            three!(axis => (dot(self.axes[axis], wet.centroid) + self.origin_m[axis]).to_lanes(part));
        let area = wet.area.to_lanes(part);
        let [mut u, mut v] = [current[0].to_lanes(part), current[1].to_lanes(part)];
        let mut w = [0.0; LANES];
        for l in part * I::F64_LANES..(part + 1) * I::F64_LANES {
            if area[l] > 0.0 {
                let at = DVec2::new(x[l], y[l]);
                let velocity = surface.flow(at, (surface.level_m(at) - z[l]).max(0.0)).velocity_m_s;
                if velocity.length_squared() < LARGE {
                    [u[l], v[l], w[l]] = velocity.to_array();
                }
            }
        }
        let [u, v, w] = [
            Reals::load(self.simd, &u, part),
            Reals::load(self.simd, &v, part),
            Reals::load(self.simd, &w, part),
        ];
        three!(k => u.mul_add(self.axes[0][k], v.mul_add(self.axes[1][k], w * self.axes[2][k])))
    }
}
