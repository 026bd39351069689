use glam::{DVec2, DVec3};

use crate::dynamics::drag_and_lift;
use crate::motion::BodyFrame;
use crate::wet::WetPart;
use crate::{Cut, ForceModel, Hull, Water, WaterSample, WaterSurface};

/// A hull in the water.
pub(crate) struct Immersion<'a, S: ?Sized> {
    pub(crate) model: &'a ForceModel,
    pub(crate) hull: &'a Hull,
    pub(crate) frame: &'a BodyFrame,
    pub(crate) surface: &'a S,
    pub(crate) still_level_m: f64,
}

/// A triangle that the water touches, or would touch under the still level; body axes.
pub(crate) struct Wetted {
    pub(crate) corners: [DVec3; 3],
    /// Area of the whole triangle times its normal.
    pub(crate) area_vector: DVec3,
    pub(crate) wet_area: f64,
    pub(crate) part: WetPart,
    /// The same triangle under the still level.
    pub(crate) still: WetPart,
    pub(crate) wet_centroid: DVec3,
    /// Drag, lift and friction, N.
    pub(crate) dynamic: DVec3,
    pub(crate) sample_m: DVec2,
}

impl Wetted {
    /// What the triangle takes from the water beyond what it would under the still level, N, body axes.
    #[inline(always)]
    pub(crate) fn exchange(&self, water: &Water) -> DVec3 {
        let weight = water.density_kg_m3 * water.gravity_m_s2;
        self.dynamic - self.area_vector * (self.part.depth - self.still.depth) * weight
    }
}

/// A level or velocity is not finite, or too large to square.
pub(crate) struct NotFinite;

impl<S: WaterSurface + ?Sized> Immersion<'_, S> {
    /// What neither the surface nor the still level reaches, m: triangles above are dry.
    pub(crate) fn dry_above(&self) -> f64 {
        let (centre, radius) = self.hull.bounding_sphere();
        let centre = self.frame.plan(centre);
        // The margins cover the rounding of positions and of the level itself.
        let reach = radius * (1.0 + 1e-9) + 1e-12 * centre.abs().max_element();
        let highest = self.surface.highest_level_m(centre - reach, centre + reach);
        if highest.is_nan() {
            return f64::INFINITY;
        }
        (highest + 1e-12 * highest.abs()).max(self.still_level_m)
    }

    /// Whether all of the hull is above `dry_above`.
    pub(crate) fn above(&self, dry_above: f64) -> bool {
        let (centre, radius) = self.hull.bounding_sphere();
        let margin = 1e-9 * radius + 1e-12 * self.frame.origin_m.z.abs();
        self.frame.height(centre) - radius - margin >= dry_above
    }

    /// Triangle `index` in the water; `None` if it is dry.
    #[inline(always)]
    pub(crate) fn wet(&self, index: usize, dry_above: f64) -> Result<Option<Wetted>, NotFinite> {
        let Self { model, hull, frame, surface, still_level_m } = *self;
        let corners = hull.triangle(index);
        let heights = corners.map(|p| frame.height(p));
        if heights.iter().all(|&z| z >= dry_above) {
            return Ok(None);
        }
        let sample_m = frame.plan((corners[0] + corners[1] + corners[2]) / 3.0);
        let WaterSample { level_m, velocity_m_s } = surface.sample(sample_m);
        let levels = match model.cut {
            Cut::Centroid => [level_m; 3],
            Cut::Corners => corners.map(|p| surface.level_m(frame.plan(p))),
        };
        let depths = [levels[0] - heights[0], levels[1] - heights[1], levels[2] - heights[2]];
        let still_depths = heights.map(|z| still_level_m - z);
        if depths.iter().any(|d| !d.is_finite()) {
            return Err(NotFinite);
        }
        if depths.iter().chain(&still_depths).all(|&d| d <= 0.0) {
            return Ok(None);
        }
        let part = WetPart::new(corners, depths, model.pressure);
        let still = if levels == [still_level_m; 3] {
            part
        } else {
            WetPart::new(corners, still_depths, model.pressure)
        };
        if !(part.depth_squared + still.depth_squared).is_finite() {
            return Err(NotFinite);
        }
        let area_vector = hull.area_vector_m2(index);
        let wet_area = hull.triangle_area_m2(index) * part.area;
        let (mut wet_centroid, mut dynamic) = (DVec3::ZERO, DVec3::ZERO);
        if part.area > 0.0 {
            wet_centroid = part.first_moment / part.area;
            let velocity = frame.relative_velocity(wet_centroid, velocity_m_s);
            if !velocity.length_squared().is_finite() {
                return Err(NotFinite);
            }
            let wet_vector = area_vector * part.area;
            dynamic = drag_and_lift(wet_vector, wet_area, velocity, &model.coefficients);
            if let Some(friction) = &model.friction {
                dynamic += friction.force(wet_vector, wet_area, velocity);
            }
            dynamic *= 0.5 * model.water.density_kg_m3;
        }
        Ok(Some(Wetted { corners, area_vector, wet_area, part, still, wet_centroid, dynamic, sample_m }))
    }
}
