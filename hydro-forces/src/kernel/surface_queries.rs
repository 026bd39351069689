//! Pressure heads and flows below the surface, queried one triangle at a time from surfaces that have their own.

use glam::DVec2;
use pulp::Simd;

use super::depths::Submergence;
use super::input::LARGE;
use super::register::{RegisterKernel, WetArea};
use crate::simd::{LANES, Reals, Vectors, dot, three};

impl<S: Simd> RegisterKernel<'_, S> {
    /// The surface's pressure over ρ g at the wet corners of a register.
    #[inline(always)]
    pub(super) fn pressure_heads(&self, t: &Submergence<S>, part: usize) -> [Reals<S>; 3] {
        three!(k => {
            let x = (dot(self.axes[0], t.corners[k]) + self.origin_m[0]).to_lanes(part);
            let y = (dot(self.axes[1], t.corners[k]) + self.origin_m[1]).to_lanes(part);
            let depths = t.depths[k].to_lanes(part);
            let mut heads = [0.0; LANES];
            for l in part * S::F64_LANES..(part + 1) * S::F64_LANES {
                if depths[l] > 0.0 {
                    let head = self.surface.pressure_head_m(DVec2::new(x[l], y[l]), depths[l]);
                    heads[l] = if head.is_finite() { head } else { depths[l] };
                }
            }
            Reals::load(self.simd, &heads, part)
        })
    }

    /// The velocity of the water at the centroids of the wet parts of a register, in body axes; `sampled` is that at the
    /// surface, which holds where the surface's own is not finite.
    #[inline(always)]
    pub(super) fn flow_at_centroids(
        &self,
        wet: &WetArea<S>,
        sampled: [Reals<S>; 2],
        part: usize,
    ) -> Vectors<S> {
        let [x, y, z] =
            three!(axis => (dot(self.axes[axis], wet.centroid) + self.origin_m[axis]).to_lanes(part));
        let area = wet.area.to_lanes(part);
        let [mut u, mut v] = [sampled[0].to_lanes(part), sampled[1].to_lanes(part)];
        let mut w = [0.0; LANES];
        for l in part * S::F64_LANES..(part + 1) * S::F64_LANES {
            if area[l] > 0.0 {
                let at = DVec2::new(x[l], y[l]);
                let depth = (self.surface.level_m(at) - z[l]).max(0.0);
                let velocity = self.surface.flow(at, depth).velocity_m_s;
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
