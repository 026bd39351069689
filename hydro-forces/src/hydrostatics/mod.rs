//! Volume, centroid and waterplane of a hull cut by the surface of still water.

mod clip;
mod integrals;

use glam::{DMat2, DQuat, DVec2, DVec3};

pub use clip::{WetTriangle, clip_triangle};
pub(crate) use integrals::SubmergedIntegrals;

use crate::error::{require_finite, require_positive};
use crate::motion::BodyFrame;
use crate::{Error, Hull, Motion, Water};

/// Geometry of a hull cut by the surface of still water; world axes about the hull's origin.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Submerged {
    /// Volume under the surface, m³.
    pub volume_m3: f64,
    /// Centroid of the volume under the surface, m; `None` where the volume is not positive.
    pub center_of_buoyancy_m: Option<DVec3>,
    /// Area of the hull under the surface, m².
    pub wet_area_m2: f64,
    /// Area of the hull's section by the surface, in plan, m².
    pub waterplane_area_m2: f64,
    /// Centroid of the section in plan, the center of flotation, m; `None` where the area is not
    /// positive.
    pub center_of_flotation_m: Option<DVec2>,
    /// Second moments of the section about its centroid, `∫ (x, y)(x, y)ᵀ dA`, m⁴: `y_axis.y` is that for heel about x,
    /// `x_axis.x` that for trim about y.
    pub waterplane_second_moments_m4: DMat2,
}

/// Cuts `hull`, turned by `rotation`, with the horizontal plane at `waterline_m`, m above the hull's origin.
///
/// Volume and moments follow from the divergence theorem over the wet surface, without a mesh of the plane; the area of the
/// section is −∫ nz dA. An open hull counts as closed by vertical walls from its wet rim to the plane.
///
/// # Errors
/// [`Error::OutOfRange`] or [`Error::NotFinite`] if `rotation` is zero or not finite, or `waterline_m` is not finite.
pub fn submerged(hull: &Hull, rotation: DQuat, waterline_m: f64) -> Result<Submerged, Error> {
    cut(hull, rotation, waterline_m, SubmergedIntegrals::new)
}

/// The section alone of [`submerged`], to the bit: all else is as of a dry hull.
pub(crate) fn section(hull: &Hull, rotation: DQuat, waterline_m: f64) -> Result<Submerged, Error> {
    cut(hull, rotation, waterline_m, SubmergedIntegrals::of_section)
}

fn cut(
    hull: &Hull,
    rotation: DQuat,
    waterline_m: f64,
    integrals: impl Fn(&Hull, DVec3, f64) -> SubmergedIntegrals,
) -> Result<Submerged, Error> {
    let frame = upright(rotation)?;
    require_finite("waterline_m", waterline_m)?;
    let (center, _) = hull.bounding_sphere();
    Ok(Submerged::new(hull, &frame, &integrals(hull, frame.up(), waterline_m - frame.height(center))))
}

impl Submerged {
    /// Work that it takes to lift the displaced water to a height `to_m` above the hull's origin: `ρ g ∫ (to − z) dV`, J.
    /// With the body's own `m g z` that to the surface, the `waterline_m` of [`submerged`], is the potential energy of a body in still water.
    pub fn lifting_work_j(&self, to_m: f64, water: Water) -> f64 {
        let depth_m = self.center_of_buoyancy_m.map_or(0.0, |center| to_m - center.z);
        water.density_kg_m3 * water.gravity_m_s2 * self.volume_m3 * depth_m
    }

    fn new(hull: &Hull, frame: &BodyFrame, under: &SubmergedIntegrals) -> Self {
        let (center, _) = hull.bounding_sphere();
        let second = frame.tensor_to_world(under.section_second_about_centroid());
        let to_world = |point: DVec3| frame.point_to_world(center + point);
        let has_section = under.section > 0.0;
        Self {
            volume_m3: under.volume,
            center_of_buoyancy_m: (under.volume > 0.0).then(|| to_world(under.volume_moment / under.volume)),
            wet_area_m2: under.wet_area,
            waterplane_area_m2: under.section,
            center_of_flotation_m: has_section.then(|| to_world(under.section_centroid()).truncate()),
            waterplane_second_moments_m4: DMat2::from_cols(
                second.x_axis.truncate(),
                second.y_axis.truncate(),
            ),
        }
    }
}

/// A frame at the world's origin, turned by `rotation`.
pub(crate) fn upright(rotation: DQuat) -> Result<BodyFrame, Error> {
    let (what, value) = ("the length of rotation", rotation.length());
    require_positive(what, value)?;
    BodyFrame::new(&Motion::at_rest(rotation, DVec3::ZERO)).ok_or(Error::OutOfRange {
        what,
        value,
        range: "that of a rotation, about 1".into(),
    })
}
