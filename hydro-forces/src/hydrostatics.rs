use glam::{DMat2, DQuat, DVec2, DVec3};

use crate::error::check;
use crate::immersed::Immersed;
use crate::motion::BodyFrame;
use crate::{Error, Hull, Motion, WaterSurface};

/// Geometry of a hull cut by the surface of water. Frame: world axes about the hull's origin.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Submerged {
    /// Volume under the surface, m³.
    pub volume_m3: f64,
    /// Its centroid, m; `None` where the volume is not positive.
    pub centre_of_buoyancy_m: Option<DVec3>,
    /// Area of the hull under the surface, m².
    pub wet_area_m2: f64,
    /// Area of the hull's section by the surface, in plan, m².
    pub waterplane_area_m2: f64,
    /// Centroid of the section in plan, the centre of flotation, m; `None` where the area is not
    /// positive.
    pub centre_of_flotation_m: Option<DVec2>,
    /// Second moments of the section about its centroid, `∫ (x, y)(x, y)ᵀ dA`, m⁴: `y_axis.y` resists
    /// heel about x, `x_axis.x` trim about y.
    pub waterplane_second_moments_m4: DMat2,
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
    check("level_m", level_m, true, "finite")?;
    let (centre, _) = hull.bounding_sphere();
    Ok(Submerged::new(hull, &frame, &Immersed::new(hull, frame.up(), level_m - frame.height(centre))))
}

/// Cuts `hull` at the pose of `motion` with any surface, waves or a solver's.
///
/// As [`submerged`], with the level taken at each corner and linear between, like
/// [`Cut::Corners`](crate::Cut::Corners): for a closed mesh the section is that of its wet rim in plan,
/// exact on any plane, tilted ones too. It is a pass of its own beside
/// [`ForceModel::forces`](crate::ForceModel::forces), one triangle after the other.
///
/// # Errors
/// [`Error::InvalidParameter`] if the motion is not finite or its rotation zero, or if the level at a
/// corner is not finite.
pub fn submerged_in(
    hull: &Hull,
    motion: &Motion,
    surface: &(impl WaterSurface + ?Sized),
) -> Result<Submerged, Error> {
    let pose = Motion::at_rest(motion.rotation, motion.translation_m);
    let frame = frame(&pose)?;
    let (centre, _) = hull.bounding_sphere();
    let level_m = |p: DVec3| surface.level_m(frame.plan(centre + p));
    for triangle in 0..hull.triangle_count() {
        for corner in hull.triangle(triangle) {
            check("the level under a corner", level_m(corner - centre), true, "finite")?;
        }
    }
    let depth = |p: DVec3| level_m(p) - frame.height(centre + p);
    let under = Immersed::where_deep(hull, frame.up(), depth);
    // About the hull's origin.
    let mut axes = frame;
    axes.origin_m = DVec3::ZERO;
    Ok(Submerged::new(hull, &axes, &under))
}

impl Submerged {
    fn new(hull: &Hull, frame: &BodyFrame, under: &Immersed) -> Self {
        let (centre, _) = hull.bounding_sphere();
        let second = frame.tensor_to_world(under.section_second_about_centroid());
        let to_world = |point: DVec3| frame.point_to_world(centre + point);
        let has_section = under.section > 0.0;
        Self {
            volume_m3: under.volume,
            centre_of_buoyancy_m: (under.volume > 0.0).then(|| to_world(under.volume_moment / under.volume)),
            wet_area_m2: under.wet_area,
            waterplane_area_m2: under.section,
            centre_of_flotation_m: has_section.then(|| to_world(under.section_centroid()).truncate()),
            waterplane_second_moments_m4: DMat2::from_cols(
                second.x_axis.truncate(),
                second.y_axis.truncate(),
            ),
        }
    }
}

/// A frame at the world's origin, turned by `rotation`.
pub(crate) fn upright(rotation: DQuat) -> Result<BodyFrame, Error> {
    frame(&Motion::at_rest(rotation, DVec3::ZERO))
}

fn frame(pose: &Motion) -> Result<BodyFrame, Error> {
    for coordinate in pose.translation_m.to_array() {
        check("a coordinate of translation_m", coordinate, true, "finite")?;
    }
    BodyFrame::new(pose).ok_or(Error::InvalidParameter {
        what: "the length of rotation",
        value: pose.rotation.length(),
        expected: "finite and above 0",
    })
}
