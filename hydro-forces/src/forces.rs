use glam::{DVec2, DVec3};
use pulp::WithSimd;

use crate::motion::BodyFrame;
use crate::sum_up::SumUp;
use crate::sums::Sums;
use crate::triangle::{Immersion, NotFinite, Wetted};
use crate::{ForceModel, Hull, Motion, WaterSurface};

/// What the water does to a hull, summed over its triangles; world axes, f64.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct Forces {
    /// Buoyancy, drag, lift and skin friction, N.
    pub force_n: DVec3,
    /// Their torque about [`Motion::reference_m`], N m.
    pub torque_n_m: DVec3,
    /// The part of `force_n` that is drag, lift and skin friction, N.
    pub dynamic_n: DVec3,
    /// Area under water, m².
    pub wet_area_m2: f64,
    /// Volume between the wet surface and the water level, m³; its sign is reversed for an inverted
    /// mesh.
    pub submerged_volume_m3: f64,
    /// Centroid of that volume, world, m; `None` where the volume is not positive.
    pub centre_of_buoyancy_m: Option<DVec3>,
    /// Sum of [`TriangleForce::exchange_n`], N.
    pub exchange_force_n: DVec2,
    /// Torque of the exchanged forces about the vertical through [`Motion::reference_m`], N m, each
    /// acting where the body feels it.
    pub exchange_torque_z_n_m: f64,
    /// Number of triangles left out because the motion, the still level, or the level or velocity of
    /// the water under them is not finite, or too large to square.
    pub skipped_triangles: usize,
}

/// What the water does to one triangle; world axes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct TriangleForce {
    /// Index of the triangle in the mesh.
    pub triangle: usize,
    /// Hydrostatic force, N.
    pub hydrostatic_n: DVec3,
    /// Where it acts, m; the centroid of the triangle if it is dry.
    pub application_m: DVec3,
    /// Drag, lift and skin friction, N.
    pub dynamic_n: DVec3,
    /// Where they act: the centroid of the wet part, m; that of the triangle if it is dry.
    pub wet_centroid_m: DVec3,
    /// Wet area, m²; zero if only the still level would reach the triangle.
    pub wet_area_m2: f64,
    /// Mean hydrostatic pressure over the wet part, Pa.
    pub pressure_pa: f64,
    /// Horizontal force from the water that goes back into the water, N: drag, lift, friction, and what the
    /// hydrostatic force differs from that of the same triangle under the still level.
    pub exchange_n: DVec2,
    /// Projected centroid of the whole triangle, where level and velocity were sampled, m.
    pub sample_m: DVec2,
}

/// What one triangle takes from the water and the water gets back.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct Exchange {
    /// Index of the triangle in the mesh.
    pub triangle: usize,
    /// Projected centroid of the triangle, where level and velocity were sampled, m.
    pub sample_m: DVec2,
    /// Horizontal force on the triangle, [`TriangleForce::exchange_n`], N.
    pub force_n: DVec2,
}

impl ForceModel {
    /// Forces of the water on a hull.
    ///
    /// Each triangle is clipped at the local level (see [`Cut`](crate::Cut)). Its wet part feels the
    /// hydrostatic force `−ρ g d A n` (Lazo et al. Eq. 3; see [`Pressure`](crate::Pressure)) and,
    /// where it moves into the water, drag and lift (Eq. 4–6, with `(1 − α)` for the misprinted
    /// `(α − 1)`), taken with the velocity of the wet part's centroid relative to the water under the
    /// triangle's centroid. [`SkinFriction`](crate::SkinFriction) comes on top where the model has it.
    ///
    /// On a plane surface with slope s a closed mesh feels ρ g V (−s, 1): the pressure
    /// ρ g (level − z) has the gradient ρ g (s, −1), and a body feels what the water it displaces
    /// would feel, with no moment about the centre of buoyancy. On horizontal water this holds to
    /// rounding. On a slope it does with [`Cut::Corners`](crate::Cut::Corners); with
    /// [`Cut::Centroid`](crate::Cut::Centroid) the force holds to rounding for a hull wholly under
    /// water and the rest with an error that falls with the triangles' size.
    ///
    /// `still_level_m` is the level of the undisturbed water around the hull; it decides only what
    /// is exchanged with the water. Under it the horizontal hydrostatic forces of a closed mesh
    /// cancel, so leaving them out keeps still water still and changes the sums of the exchange only
    /// by rounding (their torque, with [`Pressure::Paper`](crate::Pressure::Paper), by the moment
    /// error of that rule).
    ///
    /// Nothing is allocated. Values that are not finite do not spread: see
    /// [`Forces::skipped_triangles`].
    pub fn forces(
        &self,
        hull: &Hull,
        motion: &Motion,
        surface: &(impl WaterSurface + ?Sized),
        still_level_m: f64,
    ) -> Forces {
        self.forces_exchanging(hull, motion, surface, still_level_m, |_| ())
    }

    /// [`forces`](Self::forces), calling `each` with what goes back into the water for every triangle
    /// that is wet, or would be under the still level, in the order of the mesh.
    ///
    /// As fast as `forces`; [`forces_with`](Self::forces_with) tells more of each triangle and takes
    /// longer.
    pub fn forces_exchanging(
        &self,
        hull: &Hull,
        motion: &Motion,
        surface: &(impl WaterSurface + ?Sized),
        still_level_m: f64,
        mut each: impl FnMut(&Exchange),
    ) -> Forces {
        let frame = match BodyFrame::new(motion) {
            Some(frame) if still_level_m.is_finite() => frame,
            _ => return Forces { skipped_triangles: hull.triangle_count(), ..Forces::default() },
        };
        let immersion = Immersion { model: self, hull, frame: &frame, surface, still_level_m };
        let dry_above = immersion.dry_above();
        let mut sums = Sums::default();
        if !immersion.above(dry_above) {
            let sum = SumUp { immersion: &immersion, dry_above, sums: &mut sums, each: &mut each };
            match pulp::Arch::new() {
                pulp::Arch::Scalar => sum.with_simd(pulp::Scalar128b),
                #[allow(unreachable_patterns, reason = "on some machines there is no other")]
                arch => arch.dispatch(sum),
            }
        }
        sums.total(&frame, motion, &self.water)
    }

    /// [`forces`](Self::forces), calling `each` for every triangle that is wet, or would be under
    /// the still level, in the order of the mesh.
    pub fn forces_with(
        &self,
        hull: &Hull,
        motion: &Motion,
        surface: &(impl WaterSurface + ?Sized),
        still_level_m: f64,
        mut each: impl FnMut(&TriangleForce),
    ) -> Forces {
        let frame = match BodyFrame::new(motion) {
            Some(frame) if still_level_m.is_finite() => frame,
            _ => return Forces { skipped_triangles: hull.triangle_count(), ..Forces::default() },
        };
        let immersion = Immersion { model: self, hull, frame: &frame, surface, still_level_m };
        let dry_above = immersion.dry_above();
        let up = frame.up();
        let mut sums = Sums::default();
        for index in 0..hull.triangle_count() {
            match immersion.wet(index, dry_above) {
                Ok(None) => {}
                Ok(Some(wetted)) => {
                    sums.add(&wetted, up);
                    each(&self.report(&frame, index, &wetted));
                }
                Err(NotFinite) => sums.skipped += 1,
            }
        }
        sums.total(&frame, motion, &self.water)
    }

    #[inline(always)]
    fn report(&self, frame: &BodyFrame, triangle: usize, t: &Wetted) -> TriangleForce {
        let weight = self.water.density_kg_m3 * self.water.gravity_m_s2;
        let centroid = (t.corners[0] + t.corners[1] + t.corners[2]) / 3.0;
        let wet = t.part.area > 0.0;
        let wet_centroid = if wet { t.wet_centroid } else { centroid };
        let application = if t.part.depth > 0.0 { t.part.force_moment / t.part.depth } else { wet_centroid };
        TriangleForce {
            triangle,
            hydrostatic_n: frame.to_world(t.area_vector * (-weight * t.part.depth)),
            application_m: frame.point_to_world(application),
            dynamic_n: frame.to_world(t.dynamic),
            wet_centroid_m: frame.point_to_world(wet_centroid),
            wet_area_m2: t.wet_area,
            pressure_pa: if wet { weight * t.part.depth / t.part.area } else { 0.0 },
            exchange_n: frame.to_world(t.exchange(&self.water)).truncate(),
            sample_m: t.sample_m,
        }
    }
}
