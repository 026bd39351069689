use glam::{DVec2, DVec3};

/// The forces of the water on a hull, summed over its triangles; world axes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Forces {
    /// Buoyancy, drag, lift and skin friction, N.
    pub force_n: DVec3,
    /// Torque of these forces about [`crate::Motion::reference_m`], N m.
    pub torque_n_m: DVec3,
    /// The part of `force_n` that is drag, lift and skin friction, N: what the hull exchanges with the flow.
    pub dynamic_n: DVec3,
    /// The part of `torque_n_m` that is theirs, N m.
    pub dynamic_torque_n_m: DVec3,
    /// Wet area, m².
    pub wet_area_m2: f64,
    /// Volume between the wet surface and the water level, m³; its sign is reversed for an inverted
    /// mesh.
    pub submerged_volume_m3: f64,
    /// Centroid of that volume, world, m; `None` where the volume is not positive.
    pub center_of_buoyancy_m: Option<DVec3>,
    /// Number of triangles left out because the motion, or the level or velocity of the water over them is
    /// not finite or too large to square.
    pub skipped_triangles: usize,
}

/// The forces of the water on one triangle; world axes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct TriangleForce {
    /// Index of the triangle in the mesh.
    pub triangle: usize,
    /// Hydrostatic force, N.
    pub hydrostatic_n: DVec3,
    /// Point of application of the hydrostatic force, m; the centroid of the triangle if it is dry.
    pub application_m: DVec3,
    /// Drag, lift and skin friction, N.
    pub dynamic_n: DVec3,
    /// Point of application of drag, lift and skin friction: the centroid of the wet part, m; that of the triangle if it is dry.
    pub wet_centroid_m: DVec3,
    /// Wet area, m².
    pub wet_area_m2: f64,
    /// Mean hydrostatic pressure over the wet part, Pa.
    pub pressure_pa: f64,
    /// Position in plan at which the reaction to `dynamic_n` enters the water, see [`Exchange::sample_m`], m.
    pub sample_m: DVec2,
}

/// The force that one triangle exchanges with the flow; the reaction, its opposite, belongs into the water. The pressure is no
/// part of it: its horizontal sum over a closed hull is that of the water's slope over the displaced volume
/// ([`Water::slope_force_n`](crate::Water::slope_force_n)).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Exchange {
    /// Index of the triangle in the mesh.
    pub triangle: usize,
    /// Centroid of the whole triangle in plan, m: where the velocity was sampled, and with
    /// [`Cut::Centroid`](crate::Cut::Centroid) the level.
    ///
    /// Scattering the force with [`SurfaceGrid::weights`](crate::SurfaceGrid::weights) of this position is the adjoint of
    /// gathering the velocity, with either cut: `Σ F · u` over the triangles equals that over the cells, so that the water
    /// loses the power that the body takes. The levels that [`Cut::Corners`](crate::Cut::Corners) gathers at the corners
    /// have no force as their counterpart, and none is scattered there.
    pub sample_m: DVec2,
    /// Horizontal drag, lift and skin friction on the triangle, N.
    pub force_n: DVec2,
}

/// Exchanges that are written where they stay; keeps its memory.
#[derive(Debug, Clone, Default)]
pub(crate) struct ExchangeList {
    all: Vec<Exchange>,
    count: usize,
}

impl ExchangeList {
    pub(crate) const EMPTY: Self = Self { all: Vec::new(), count: 0 };

    /// Room for so many more, of which [`Self::keep`] keeps the first ones.
    #[inline(always)]
    pub(crate) fn room(&mut self, most: usize) -> &mut [Exchange] {
        if self.all.len() < self.count + most {
            self.all.resize(self.count + most, Exchange::default());
        }
        &mut self.all[self.count..]
    }

    #[inline(always)]
    pub(crate) fn keep(&mut self, more: usize) {
        self.count += more;
    }

    pub(crate) fn as_slice(&self) -> &[Exchange] {
        &self.all[..self.count]
    }

    pub(crate) fn clear(&mut self) {
        self.count = 0;
    }
}
