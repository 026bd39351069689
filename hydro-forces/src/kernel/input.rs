use crate::motion::BodyFrame;
use crate::{ForceModel, Hull, Motion, WaterSurface};

/// Bound in m and m/s beyond which a value counts as not finite, because its square has to be finite.
pub(super) const LARGE: f64 = 1e100;

/// A hull at its pose in the water: the validated input of one force computation.
pub(crate) struct HullInWater<'a> {
    pub(crate) model: &'a ForceModel,
    pub(crate) hull: &'a Hull,
    pub(crate) frame: BodyFrame,
    pub(super) surface: &'a dyn WaterSurface,
    /// Height that the surface does not reach, m: triangles above it are dry.
    dry_above_m: f64,
}

impl<'a> HullInWater<'a> {
    /// `None` if the motion is not finite or too large to square.
    pub(crate) fn new(
        model: &'a ForceModel,
        hull: &'a Hull,
        motion: &Motion,
        surface: &'a dyn WaterSurface,
    ) -> Option<Self> {
        let frame = BodyFrame::new(motion)?;
        let (center, radius) = hull.bounding_sphere();
        let speed = frame.linvel.abs().max_element() + frame.angvel.abs().max_element();
        let bounded =
            speed * (1.0 + center.length() + radius) < LARGE && frame.origin_m.abs().max_element() < LARGE;
        let plan = frame.plan(center);
        // The margins cover the rounding of positions and of the level itself.
        let reach = radius * (1.0 + 1e-9) + 1e-12 * plan.abs().max_element();
        let highest = surface.highest_level_m(plan - reach, plan + reach);
        let dry_above_m =
            if highest.is_nan() { f64::INFINITY } else { (highest + 1e-12 * highest.abs()).max(-LARGE) };
        bounded.then_some(Self { model, hull, frame, surface, dry_above_m })
    }

    /// Whether the whole hull is dry.
    pub(crate) fn is_dry(&self) -> bool {
        let (center, radius) = self.hull.bounding_sphere();
        let margin = 1e-9 * radius + 1e-12 * self.frame.origin_m.z.abs();
        self.frame.height(center) - radius - margin >= self.dry_above_m
    }

    /// Distance along [`BodyFrame::up`] from the body's origin above which triangles are dry, m.
    pub(super) fn dry_above(&self) -> f64 {
        self.dry_above_m - self.frame.origin_m.z + 1e-15 * self.frame.origin_m.z.abs()
    }
}
