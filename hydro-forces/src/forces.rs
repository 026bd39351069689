use glam::{DVec2, DVec3};

use crate::immersion::Immersion;
use crate::report::{Report, Scratch, Triangles};
use crate::sum_up::CHUNK;
use crate::sums::Sums;
use crate::{Exchanges, ForceModel, Hull, Motion, WaterSurface};

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
    /// Where `exchange_n` goes back to, see [`Exchange::sample_m`], m.
    pub sample_m: DVec2,
}

/// What one triangle takes from the water and the water gets back.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct Exchange {
    /// Index of the triangle in the mesh.
    pub triangle: usize,
    /// Projected centroid of the whole triangle, where the velocity was sampled, and with
    /// [`Cut::Centroid`](crate::Cut::Centroid) the level, m.
    ///
    /// Scattering the force with [`SurfaceGrid::weights`](crate::SurfaceGrid::weights) of this position is
    /// the adjoint of gathering the velocity, with either cut: `Σ F · u` over the triangles is that over the
    /// cells, so that the water gives the power that the body takes. The levels that
    /// [`Cut::Corners`](crate::Cut::Corners) gathers at the corners have no force as their counterpart, and
    /// none is scattered there.
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
        self.sum_up(hull, motion, &surface, still_level_m, &mut Report::Nobody)
    }

    /// [`forces`](Self::forces), calling `each` with what goes back into the water, for every triangle
    /// that is wet, or would be under the still level, once; up to 128 triangles at a time, in an order
    /// that depends on the hull alone.
    ///
    /// Nearly as fast as `forces`; [`forces_with`](Self::forces_with) tells more of each triangle and
    /// takes longer.
    pub fn forces_exchanging(
        &self,
        hull: &Hull,
        motion: &Motion,
        surface: &(impl WaterSurface + ?Sized),
        still_level_m: f64,
        mut each: impl FnMut(&[Exchange]),
    ) -> Forces {
        self.sum_up(hull, motion, &surface, still_level_m, &mut Report::Exchanges(&mut each))
    }

    /// [`forces_exchanging`](Self::forces_exchanging) on all threads of rayon's pool: the same bits,
    /// for any number of threads. What goes back into the water is left in `exchanges`, whose memory
    /// is used again from call to call.
    pub fn forces_parallel(
        &self,
        hull: &Hull,
        motion: &Motion,
        surface: &(impl WaterSurface + Sync + ?Sized),
        still_level_m: f64,
        exchanges: &mut Exchanges,
    ) -> Forces {
        let surface: &(dyn WaterSurface + Sync) = &surface;
        match Immersion::new(self, hull, motion, surface, still_level_m) {
            Some(immersion) => exchanges.sum_up(&immersion, surface, motion),
            None => {
                exchanges.clear();
                Forces::all_skipped(hull)
            }
        }
    }

    /// [`forces`](Self::forces), calling `each` for every triangle that is wet, or would be under
    /// the still level, one after the other.
    pub fn forces_with(
        &self,
        hull: &Hull,
        motion: &Motion,
        surface: &(impl WaterSurface + ?Sized),
        still_level_m: f64,
        mut each: impl FnMut(&TriangleForce),
    ) -> Forces {
        let weight = self.water.density_kg_m3 * self.water.gravity_m_s2;
        let told = Triangles { weight, each: &mut each };
        self.sum_up(hull, motion, &surface, still_level_m, &mut Report::Triangles(told))
    }

    fn sum_up(
        &self,
        hull: &Hull,
        motion: &Motion,
        surface: &dyn WaterSurface,
        still_level_m: f64,
        report: &mut Report<'_>,
    ) -> Forces {
        let Some(immersion) = Immersion::new(self, hull, motion, surface, still_level_m) else {
            return Forces::all_skipped(hull);
        };
        let mut sums = Sums::default();
        if !immersion.is_dry() {
            let mut scratch = Scratch::default();
            for chunk in 0..hull.blocks().chunk_count(CHUNK) {
                sums.add(&report.sum_up(
                    &immersion,
                    surface,
                    hull.blocks().chunk(chunk, CHUNK),
                    &mut scratch,
                ));
            }
        }
        sums.total(&immersion.frame, motion, &self.water)
    }
}

impl Forces {
    fn all_skipped(hull: &Hull) -> Self {
        Self { skipped_triangles: hull.triangle_count(), ..Self::default() }
    }
}
