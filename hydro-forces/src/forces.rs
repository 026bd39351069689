use rayon::prelude::*;

use crate::kernel::{HullInWater, Report, Sums};
use crate::{Exchanges, ForceModel, Forces, Hull, Motion, SurfaceGrid, TriangleForce, WaterSurface};

/// Options of [`ForceModel::forces`]. By default nothing is reported of single triangles, and the computation runs on the calling
/// thread.
///
/// ```
/// # use glam::{DQuat, DVec3, Vec3};
/// # use hydro_forces::{Coefficients, ForceModel, Hull, Motion, Plane, Water};
/// use hydro_forces::{Exchanges, ForceOptions};
///
/// # let hull = Hull::new(&[Vec3::ZERO, Vec3::X, Vec3::Y], &[[0, 1, 2]])?;
/// # let motion = Motion { linvel_m_s: DVec3::X, ..Motion::at_rest(DQuat::from_rotation_y(1.0), DVec3::ZERO) };
/// # let model = ForceModel::new(Water::default(), Coefficients { drag: 1.0, ..Coefficients::NONE })?;
/// let mut exchanges = Exchanges::default();
/// let options = ForceOptions::default().exchanges(&mut exchanges).parallel();
/// let forces = model.forces(&hull, &motion, &Plane::flat(0.3), options);
/// let sum: glam::DVec2 = exchanges.iter().map(|exchange| exchange.force_n).sum();
/// assert!(sum.x < 0.0 && (sum - forces.dynamic_n.truncate()).length() < 1e-9);
/// # Ok::<(), hydro_forces::Error>(())
/// ```
#[derive(Default)]
#[must_use = "pass it to `ForceModel::forces`"]
pub struct ForceOptions<'a> {
    output: Output<'a>,
    parallel: bool,
}

/// What is reported beside the sums.
#[derive(Default)]
enum Output<'a> {
    #[default]
    Nothing,
    Exchanges(&'a mut Exchanges, Option<&'a SurfaceGrid>),
    Triangles(&'a mut dyn FnMut(&TriangleForce)),
}

impl<'a> ForceOptions<'a> {
    /// Stores the horizontal force that each triangle exchanges with the flow, for every triangle that has one. Their order depends on the hull alone; the memory is reused from call to call. Replaces
    /// [`triangles`](Self::triangles).
    pub fn exchanges(self, exchanges: &'a mut Exchanges) -> Self {
        Self { output: Output::Exchanges(exchanges, None), ..self }
    }

    /// Distributes these forces over the cells of a grid at once, as [`Exchanges::scatter`] does, and keeps none of single triangles, for which many hulls
    /// would need much memory: [`Exchanges::iter`] has none then. Replaces [`exchanges`](Self::exchanges).
    pub fn exchanges_on(self, grid: &'a SurfaceGrid, exchanges: &'a mut Exchanges) -> Self {
        Self { output: Output::Exchanges(exchanges, Some(grid)), ..self }
    }

    /// Calls `each` with all forces on every triangle that the surface reaches, one after the other, on the calling thread. Slower than [`exchanges`](Self::exchanges), which it replaces.
    pub fn triangles(self, each: &'a mut dyn FnMut(&TriangleForce)) -> Self {
        Self { output: Output::Triangles(each), ..self }
    }

    /// Computes on all threads of the current rayon pool, with the same bits for any number of threads. Without effect on
    /// [`triangles`](Self::triangles).
    pub fn parallel(self) -> Self {
        Self { parallel: true, ..self }
    }
}

impl ForceModel {
    /// Forces of the water on a hull.
    ///
    /// Each triangle is clipped at the local level (see [`Cut`](crate::Cut)). Its wet part has the hydrostatic force
    /// `−ρ g d A n` (Lazo et al. Eq. 3; see [`Pressure`](crate::Pressure)) and, where it moves into the water, drag and lift
    /// (Eq. 4–6, with `(1 − α)` for the misprinted `(α − 1)`), from the velocity of the wet part's centroid relative to the
    /// water over the triangle's centroid; [`SkinFriction`](crate::SkinFriction) is added if the model has it.
    ///
    /// On a plane surface with slope s the force on a closed mesh is ρ g V (−s, 1): the pressure ρ g (level − z) has the
    /// gradient ρ g (s, −1), and a body has the force of the water it displaces, with no moment about the center of buoyancy.
    /// On horizontal water this holds to rounding. On a slope it does with [`Cut::Corners`](crate::Cut::Corners); with
    /// [`Cut::Centroid`](crate::Cut::Centroid) the force holds to rounding for a submerged hull, and the rest with an error
    /// that falls with the triangles' size.
    ///
    /// Nothing is allocated, once the memory of [`Exchanges`] suffices. Values that are not finite leave out the triangles they affect, see [`Forces::skipped_triangles`].
    pub fn forces(
        &self,
        hull: &Hull,
        motion: &Motion,
        surface: &dyn WaterSurface,
        options: ForceOptions<'_>,
    ) -> Forces {
        let ForceOptions { output, parallel } = options;
        let Some(input) = HullInWater::new(self, hull, motion, surface) else {
            if let Output::Exchanges(exchanges, _) = output {
                exchanges.clear();
            }
            return Forces { skipped_triangles: hull.triangle_count(), ..Forces::default() };
        };
        let sums = match output {
            Output::Exchanges(exchanges, grid) => exchanges.compute(&input, grid, parallel),
            _ if input.is_dry() => Sums::default(),
            Output::Triangles(each) => sum_chunks(&input, Report::Triangles(each)),
            Output::Nothing if parallel && hull.blocks().chunk_count() > 1 => sum_chunks_in_parallel(&input),
            Output::Nothing => sum_chunks(&input, Report::Sums),
        };
        sums.total(&input, motion)
    }
}

fn sum_chunks(input: &HullInWater<'_>, mut report: Report<'_>) -> Sums {
    let mut sums = Sums::default();
    let blocks = input.hull.blocks();
    for index in 0..blocks.chunk_count() {
        sums.add(&report.sum_chunk(input, blocks.chunk(index)));
    }
    sums
}

/// Chunks whose sums are found at once, on the stack.
const CHUNKS_AT_ONCE: usize = 64;

fn sum_chunks_in_parallel(input: &HullInWater<'_>) -> Sums {
    let (blocks, mut sums) = (input.hull.blocks(), Sums::default());
    let mut of_chunks = [Sums::default(); CHUNKS_AT_ONCE];
    for first in (0..blocks.chunk_count()).step_by(CHUNKS_AT_ONCE) {
        let of_chunks = &mut of_chunks[..CHUNKS_AT_ONCE.min(blocks.chunk_count() - first)];
        of_chunks.par_iter_mut().enumerate().for_each(|(k, of_chunk)| {
            *of_chunk = Report::Sums.sum_chunk(input, blocks.chunk(first + k));
        });
        of_chunks.iter().for_each(|of_chunk| sums.add(of_chunk));
    }
    sums
}
