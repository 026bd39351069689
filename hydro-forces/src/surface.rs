use glam::{DVec2, DVec3};

/// The water at one point of the plan.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WaterSample {
    /// Height of the free surface above z = 0, m.
    pub level_m: f64,
    /// Horizontal velocity of the water, m/s.
    pub velocity_m_s: DVec2,
}

/// The water at one point below the surface, world axes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Flow {
    /// Its velocity, m/s.
    pub velocity_m_s: DVec3,
    /// Its acceleration, m/s².
    pub acceleration_m_s2: DVec3,
}

/// A free surface that hulls can ask for its level and velocity.
///
/// The surface is a single-valued function of the plan position. Where it cannot answer it returns
/// a value that is not finite; the triangles that asked are then left out and counted in
/// [`Forces::skipped_triangles`](crate::Forces::skipped_triangles).
pub trait WaterSurface {
    /// Level and velocity at `position_m` (world x, y in m).
    fn sample(&self, position_m: DVec2) -> WaterSample;

    /// Level alone at `position_m`; the same number as [`sample`](Self::sample) gives.
    fn level_m(&self, position_m: DVec2) -> f64 {
        self.sample(position_m).level_m
    }

    /// [`sample`](Self::sample) at many positions, eight at a time: `at_m[n]` holds x and y of eight,
    /// `water[n]` receives their levels, their velocities along x, and those along y. Both are of one
    /// length.
    ///
    /// For surfaces that can do several at a time; the numbers must be those of `sample`.
    #[inline(always)]
    fn sample_lanes(&self, at_m: &[[[f64; 8]; 2]], water: &mut [[[f64; 8]; 3]]) {
        one_by_one(self, at_m, water);
    }

    /// [`level_m`](Self::level_m) at many positions, as [`sample_lanes`](Self::sample_lanes) takes them.
    #[inline(always)]
    fn level_lanes(&self, at_m: &[[[f64; 8]; 2]], level_m: &mut [[f64; 8]]) {
        levels_one_by_one(self, at_m, level_m);
    }

    /// Whether the pressure below the surface is another than that of water at rest under the local level, so that
    /// [`head_m`](Self::head_m) must be asked for it.
    fn has_heads(&self) -> bool {
        false
    }

    /// The pressure over ρ g `depth_m` ≥ 0 below the surface at `position_m`, m; 0 at the surface.
    ///
    /// By default `depth_m`, the hydrostatic pressure, which holds as if the water's acceleration did not fade with
    /// the depth. Asked only where [`has_heads`](Self::has_heads) is true; an answer that is not finite is taken as
    /// `depth_m`.
    fn head_m(&self, position_m: DVec2, depth_m: f64) -> f64 {
        let _ = position_m;
        depth_m
    }

    /// Whether the water below the surface moves otherwise than [`sample`](Self::sample) says, so that
    /// [`flow`](Self::flow) must be asked for it.
    fn has_flow(&self) -> bool {
        false
    }

    /// The water `depth_m` ≥ 0 below the surface at `position_m`.
    ///
    /// By default it moves at all depths as `sample` says, with no vertical part, and does not accelerate. Drag and lift
    /// ask only where [`has_flow`](Self::has_flow) is true, and take the velocity of `sample` where an answer is not finite.
    /// The acceleration is that which added mass answers to (see [`AddedMass`](crate::radiation::AddedMass)); what it does
    /// to the displaced water, the Froude–Krylov force, is in the pressure already.
    fn flow(&self, position_m: DVec2, depth_m: f64) -> Flow {
        let _ = depth_m;
        Flow {
            velocity_m_s: self.sample(position_m).velocity_m_s.extend(0.0),
            acceleration_m_s2: DVec3::ZERO,
        }
    }

    /// An upper bound of the level over the box from `min_m` to `max_m`, m.
    ///
    /// Triangles wholly above it are known to be dry without a sample. It need not be tight; the
    /// default, infinity, is always right.
    fn highest_level_m(&self, min_m: DVec2, max_m: DVec2) -> f64 {
        let _ = (min_m, max_m);
        f64::INFINITY
    }
}

#[inline(always)]
pub(crate) fn one_by_one<S: WaterSurface + ?Sized>(
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

#[inline(always)]
pub(crate) fn levels_one_by_one<S: WaterSurface + ?Sized>(
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
    fn level_lanes(&self, at_m: &[[[f64; 8]; 2]], level_m: &mut [[f64; 8]]) {
        (**self).level_lanes(at_m, level_m);
    }

    fn has_heads(&self) -> bool {
        (**self).has_heads()
    }

    fn head_m(&self, position_m: DVec2, depth_m: f64) -> f64 {
        (**self).head_m(position_m, depth_m)
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

/// A plane surface moving with one velocity: level = `level_m` + `slope` · position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plane {
    /// Level above the world's origin, m.
    pub level_m: f64,
    /// Rise of the level per metre along x and along y.
    pub slope: DVec2,
    /// Velocity of the water, m/s.
    pub velocity_m_s: DVec2,
}

impl Plane {
    /// Still water at `level_m`.
    pub fn flat(level_m: f64) -> Self {
        Self { level_m, slope: DVec2::ZERO, velocity_m_s: DVec2::ZERO }
    }

    /// The same plane tilted by `slope` (rise per metre along x and y).
    pub fn with_slope(self, slope: DVec2) -> Self {
        Self { slope, ..self }
    }

    /// The same plane with water that moves at `velocity_m_s`.
    pub fn with_velocity(self, velocity_m_s: DVec2) -> Self {
        Self { velocity_m_s, ..self }
    }
}

impl WaterSurface for Plane {
    fn sample(&self, position_m: DVec2) -> WaterSample {
        WaterSample { level_m: self.level_m(position_m), velocity_m_s: self.velocity_m_s }
    }

    fn level_m(&self, position_m: DVec2) -> f64 {
        self.level_m + self.slope.dot(position_m)
    }

    fn highest_level_m(&self, min_m: DVec2, max_m: DVec2) -> f64 {
        self.level_m + (self.slope * min_m).max(self.slope * max_m).element_sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plane_bound_is_reached_at_a_corner() {
        let plane = Plane::flat(2.0).with_slope(DVec2::new(0.5, -0.25));
        let (min, max) = (DVec2::new(-4.0, -8.0), DVec2::new(2.0, 4.0));
        assert_eq!(plane.highest_level_m(min, max), 2.0 + 1.0 + 2.0);
        assert_eq!(plane.level_m(DVec2::new(2.0, -8.0)), 5.0);
    }
}
