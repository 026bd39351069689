use glam::{DQuat, DVec3};

use super::attitude::{FloatingHull, Tilts};
use crate::hydrostatics::upright;
use crate::{Error, Hull};

/// Hydrostatic particulars of a hull in one attitude.
///
/// Heights count from the hull's lowest point K, vertically. Transverse is heel about the hull's x
/// axis, longitudinal trim across it.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Particulars {
    /// Displaced volume, m³.
    pub volume_m3: f64,
    /// Height of the water plane above K, m.
    pub draft_m: f64,
    /// Area of the hull under water, m².
    pub wet_area_m2: f64,
    /// Area of the waterplane, m².
    pub waterplane_area_m2: f64,
    /// Center of buoyancy B, body frame, m.
    pub center_of_buoyancy_m: DVec3,
    /// Centroid of the waterplane, about which small tilts turn, body frame, m.
    pub center_of_flotation_m: DVec3,
    /// Height of B above K, m.
    pub kb_m: f64,
    /// Height of the center of mass G above K, m.
    pub kg_m: f64,
    /// Transverse metacentric radius BM = I / V, m.
    pub bm_transverse_m: f64,
    /// Longitudinal metacentric radius, m.
    pub bm_longitudinal_m: f64,
    /// Transverse metacentric height GM = KB + BM − KG, m.
    pub gm_transverse_m: f64,
    /// Longitudinal metacentric height, m.
    pub gm_longitudinal_m: f64,
}

/// Hydrostatic particulars of `hull` turned by `rotation`, at the level where it displaces `volume_m3`, with its center of
/// mass at `center_of_mass_m` (body frame). The attitude need not be one of equilibrium.
///
/// # Errors
/// [`Error::OutOfRange`] or [`Error::NotFinite`] for a volume that is not above zero or more than the hull has, a
/// rotation that is zero, or a value that is not finite.
pub fn particulars(
    hull: &Hull,
    center_of_mass_m: DVec3,
    volume_m3: f64,
    rotation: DQuat,
) -> Result<Particulars, Error> {
    let up = upright(rotation)?.up();
    let afloat = FloatingHull::new(hull, center_of_mass_m, volume_m3)?;
    let at = afloat.at(up, None)?;
    let Tilts { bow_up, to_starboard } = Tilts::of(up);
    let (center, _) = hull.bounding_sphere();
    let keel = afloat.keel(up);
    let buoyancy = at.under.volume_moment / at.under.volume;
    let section = at.under.section_centroid();
    let kb_m = up.dot(buoyancy) - keel;
    Ok(Particulars {
        volume_m3: at.under.volume,
        draft_m: at.level - keel,
        wet_area_m2: at.under.wet_area,
        waterplane_area_m2: at.under.section,
        center_of_buoyancy_m: center + buoyancy,
        // The moments of the section are in plan and have no height.
        center_of_flotation_m: center + section + up * (at.level - up.dot(section)),
        kb_m,
        kg_m: kb_m + at.energy,
        bm_transverse_m: at.bm(to_starboard),
        bm_longitudinal_m: at.bm(bow_up),
        gm_transverse_m: at.gm(to_starboard),
        gm_longitudinal_m: at.gm(bow_up),
    })
}
