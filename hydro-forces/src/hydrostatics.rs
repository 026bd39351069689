use glam::{DQuat, DVec3};

use crate::motion::BodyFrame;
use crate::wet::WetPart;
use crate::{Error, Hull, Motion, Pressure};

/// Geometry of a hull cut by a horizontal water plane. Frame: world axes about the hull's origin.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Submerged {
    /// Volume under the plane, m³.
    pub volume_m3: f64,
    /// Its centroid, m; `None` where the volume is not positive.
    pub centre_of_buoyancy_m: Option<DVec3>,
    /// Area of the hull's section by the plane, m².
    pub waterplane_area_m2: f64,
    /// Area of the hull under the plane, m².
    pub wet_area_m2: f64,
}

/// Cuts `hull`, turned by `rotation`, with the plane z = `level_m` (m above the hull's origin).
///
/// Volume and moments by the divergence theorem over the wet surface; the plane needs no mesh. The
/// section's area is −∫ nz dA. For an open hull the numbers are those of the hull closed by
/// vertical walls from its wet rim to the plane.
///
/// # Errors
/// [`Error::InvalidParameter`] if `rotation` is zero or not finite, or `level_m` is not finite.
pub fn submerged(hull: &Hull, rotation: DQuat, level_m: f64) -> Result<Submerged, Error> {
    let frame = upright(rotation)?;
    crate::error::check("level_m", level_m, true, "finite")?;
    Ok(cut(hull, &frame, level_m))
}

/// A frame at the world's origin, turned by `rotation`.
pub(crate) fn upright(rotation: DQuat) -> Result<BodyFrame, Error> {
    BodyFrame::new(&Motion::at_rest(rotation, DVec3::ZERO)).ok_or(Error::InvalidParameter {
        what: "the length of rotation",
        value: rotation.length(),
        expected: "finite and above 0",
    })
}

pub(crate) fn cut(hull: &Hull, frame: &BodyFrame, level_m: f64) -> Submerged {
    let up = frame.up();
    let (mut volume_m3, mut waterplane_area_m2, mut wet_area_m2) = (0.0, 0.0, 0.0);
    let mut moment = DVec3::ZERO;
    for index in 0..hull.triangle_count() {
        let corners = hull.triangle(index);
        let part = WetPart::new(corners, corners.map(|p| level_m - frame.height(p)), Pressure::Exact);
        let plan_area = -hull.area_vector_m2(index).dot(up);
        volume_m3 += plan_area * part.depth;
        moment += (part.depth_moment + up * (part.depth_squared / 2.0)) * plan_area;
        waterplane_area_m2 += plan_area * part.area;
        wet_area_m2 += hull.triangle_area_m2(index) * part.area;
    }
    let centre_of_buoyancy_m = (volume_m3 > 0.0).then(|| frame.point_to_world(moment / volume_m3));
    Submerged { volume_m3, centre_of_buoyancy_m, waterplane_area_m2, wet_area_m2 }
}
