use glam::{DVec2, DVec3};

/// The water at one point of the plan.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WaterSample {
    /// Height of the free surface above z = 0, m.
    pub level_m: f64,
    /// Horizontal velocity of the water, m/s.
    pub velocity_m_s: DVec2,
}

impl WaterSample {
    /// Energy that shallow water carries through a vertical line of unit width across each axis, `ρ h u (g η + ½ u²)`, W/m: with
    /// the column `h` of `depth_m` and the elevation `η`, which the level is where z = 0 is the still level.
    pub fn power_w_m(&self, depth_m: f64, density_kg_m3: f64, gravity_m_s2: f64) -> DVec2 {
        let head = gravity_m_s2 * self.level_m + 0.5 * self.velocity_m_s.length_squared();
        self.velocity_m_s * (density_kg_m3 * depth_m * head)
    }
}

/// The water at one point below the surface, world axes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Flow {
    /// Velocity of the water, m/s.
    pub velocity_m_s: DVec3,
    /// Acceleration of the water, m/s².
    pub acceleration_m_s2: DVec3,
}

/// A free surface with a level and a velocity at each plan position; several threads may sample it at a time.
///
/// Where the surface has no value it returns one that is not finite; the triangles over it are then left out and counted
/// in [`Forces::skipped_triangles`](crate::Forces::skipped_triangles).
pub trait WaterSurface: Sync {
    /// Level and velocity at `position_m` (world x, y in m).
    fn sample(&self, position_m: DVec2) -> WaterSample;

    /// Level alone at `position_m`, m; the same number as [`sample`](Self::sample) returns.
    fn level_m(&self, position_m: DVec2) -> f64 {
        self.sample(position_m).level_m
    }

    /// [`sample`](Self::sample) at many positions, eight at a time: `at_m[n]` holds x and y of eight,
    /// `water[n]` receives their levels, their velocities along x, and those along y. Both are of one
    /// length.
    ///
    /// For surfaces that compute several samples at a time; the numbers must be those of `sample`.
    #[inline(always)]
    fn sample_lanes(&self, at_m: &[[[f64; 8]; 2]], water: &mut [[[f64; 8]; 3]]) {
        one_by_one(self, at_m, water);
    }

    /// Velocities alone, for callers of [`sample_lanes`](Self::sample_lanes) that do not read the levels: these may be left as they are.
    #[inline(always)]
    fn velocity_lanes(&self, at_m: &[[[f64; 8]; 2]], water: &mut [[[f64; 8]; 3]]) {
        self.sample_lanes(at_m, water);
    }

    /// [`level_m`](Self::level_m) at many positions, as [`sample_lanes`](Self::sample_lanes) takes them.
    #[inline(always)]
    fn level_lanes(&self, at_m: &[[[f64; 8]; 2]], level_m: &mut [[f64; 8]]) {
        levels_one_by_one(self, at_m, level_m);
    }

    /// Whether the pressure below the surface differs from that of water at rest below the local level, and is given by
    /// [`pressure_head_m`](Self::pressure_head_m).
    fn has_pressure_heads(&self) -> bool {
        false
    }

    /// The pressure over ρ g `depth_m` ≥ 0 below the surface at `position_m`, m; 0 at the surface.
    ///
    /// By default `depth_m`, the hydrostatic pressure, as if the water's acceleration did not decay with the depth. Called
    /// only if [`has_pressure_heads`](Self::has_pressure_heads); a value that is not finite is replaced by `depth_m`.
    fn pressure_head_m(&self, position_m: DVec2, depth_m: f64) -> f64 {
        let _ = position_m;
        depth_m
    }

    /// Whether the velocity below the surface differs from that of [`sample`](Self::sample), and is given by
    /// [`flow`](Self::flow).
    fn has_flow(&self) -> bool {
        false
    }

    /// Velocity and acceleration of the water `depth_m` ≥ 0 below the surface at `position_m`.
    ///
    /// By default the velocity of `sample` at all depths, with no vertical component, and no acceleration. Drag and lift
    /// use it only if [`has_flow`](Self::has_flow), with the velocity of `sample` in the place of one that is not finite.
    /// The acceleration acts on the added mass (see [`AddedMass`](crate::radiation::AddedMass)); the Froude–Krylov force,
    /// its effect on the displaced water, is in the pressure already.
    fn flow(&self, position_m: DVec2, depth_m: f64) -> Flow {
        let _ = depth_m;
        Flow {
            velocity_m_s: self.sample(position_m).velocity_m_s.extend(0.0),
            acceleration_m_s2: DVec3::ZERO,
        }
    }

    /// An upper bound of the level over the box from `min_m` to `max_m`, m.
    ///
    /// Triangles wholly above it are dry without a sample. It need not be tight; the default, infinity, always holds.
    fn highest_level_m(&self, min_m: DVec2, max_m: DVec2) -> f64 {
        let _ = (min_m, max_m);
        f64::INFINITY
    }
}

/// Samples the positions one after the other.
#[inline(always)]
pub(super) fn one_by_one<S: WaterSurface + ?Sized>(
    surface: &S,
    at_m: &[[[f64; 8]; 2]],
    water: &mut [[[f64; 8]; 3]],
) {
    for ([x, y], water) in at_m.iter().zip(water) {
        for l in 0..8 {
            let WaterSample { level_m, velocity_m_s } = surface.sample(DVec2::new(x[l], y[l]));
            (water[0][l], water[1][l], water[2][l]) = (level_m, velocity_m_s.x, velocity_m_s.y);
        }
    }
}

/// Takes the levels at the positions one after the other.
#[inline(always)]
pub(super) fn levels_one_by_one<S: WaterSurface + ?Sized>(
    surface: &S,
    at_m: &[[[f64; 8]; 2]],
    level_m: &mut [[f64; 8]],
) {
    for ([x, y], level_m) in at_m.iter().zip(level_m) {
        for l in 0..8 {
            level_m[l] = surface.level_m(DVec2::new(x[l], y[l]));
        }
    }
}

impl<S: WaterSurface + ?Sized> WaterSurface for &S {
    fn sample(&self, position_m: DVec2) -> WaterSample {
        (**self).sample(position_m)
    }

    fn level_m(&self, position_m: DVec2) -> f64 {
        (**self).level_m(position_m)
    }

    #[inline(always)]
    fn sample_lanes(&self, at_m: &[[[f64; 8]; 2]], water: &mut [[[f64; 8]; 3]]) {
        (**self).sample_lanes(at_m, water);
    }

    #[inline(always)]
    fn velocity_lanes(&self, at_m: &[[[f64; 8]; 2]], water: &mut [[[f64; 8]; 3]]) {
        (**self).velocity_lanes(at_m, water);
    }

    #[inline(always)]
    fn level_lanes(&self, at_m: &[[[f64; 8]; 2]], level_m: &mut [[f64; 8]]) {
        (**self).level_lanes(at_m, level_m);
    }

    fn has_pressure_heads(&self) -> bool {
        (**self).has_pressure_heads()
    }

    fn pressure_head_m(&self, position_m: DVec2, depth_m: f64) -> f64 {
        (**self).pressure_head_m(position_m, depth_m)
    }

    fn has_flow(&self) -> bool {
        (**self).has_flow()
    }

    fn flow(&self, position_m: DVec2, depth_m: f64) -> Flow {
        (**self).flow(position_m, depth_m)
    }

    fn highest_level_m(&self, min_m: DVec2, max_m: DVec2) -> f64 {
        (**self).highest_level_m(min_m, max_m)
    }
}
