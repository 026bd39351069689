use hydro_forces::equilibrium::{GzCurve, Particulars, float_pose, gz_curve, particulars};
use hydro_forces::{Error, Hull};
use serde::Serialize;

use super::afloat::Afloat;

/// Steps of heel of a righting curve: 5° each.
const HEEL_STEPS: usize = 36;

/// The hydrostatics of a mesh, as in `hydrostatics.json`. Frame of the mesh: x ahead, y to port, z up; heights above its lowest
/// point K in its equilibrium pose.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Numbers {
    /// The file, or scenario and body.
    pub(super) mesh: String,
    /// What was wrong with the mesh and was repaired.
    pub(super) notes: Vec<String>,
    pub(super) triangles: usize,
    /// Number of connected parts.
    pub(super) parts: usize,
    pub(super) size_m: [f64; 3],
    pub(super) full_volume_m3: f64,
    pub(super) mass_kg: f64,
    pub(super) density_kg_m3: f64,
    pub(super) center_of_mass_m: [f64; 3],
    /// Whether the center of mass is the centroid of the mesh, because none was given.
    pub(super) center_of_mass_assumed: bool,
    pub(super) heel_deg: f64,
    pub(super) trim_deg: f64,
    pub(super) draft_m: f64,
    pub(super) displaced_volume_m3: f64,
    pub(super) wet_area_m2: f64,
    pub(super) waterplane_area_m2: f64,
    pub(super) center_of_buoyancy_m: [f64; 3],
    pub(super) center_of_flotation_m: [f64; 3],
    pub(super) kb_m: f64,
    pub(super) kg_m: f64,
    pub(super) bm_transverse_m: f64,
    pub(super) bm_longitudinal_m: f64,
    pub(super) gm_transverse_m: f64,
    pub(super) gm_longitudinal_m: f64,
    /// Least metacentric height of all directions of tilt.
    pub(super) gm_least_m: f64,
    /// Righting arms, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) curve: Option<Curve>,
}

/// Righting arms over the heel from 0 to 180°, trim free.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Curve {
    /// Heel at which the hull rests.
    pub(super) steady_deg: Option<f64>,
    /// Heel beyond which it turns over.
    pub(super) vanishing_deg: Option<f64>,
    /// Greatest righting arm.
    pub(super) greatest_gz_m: f64,
    /// Its heel.
    pub(super) greatest_gz_at_deg: f64,
    pub(super) arms: Vec<Arm>,
}

/// One heel of a curve, a row of `gz.csv`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct Arm {
    pub(super) heel_deg: f64,
    pub(super) gz_m: f64,
    pub(super) trim_deg: f64,
    pub(super) draft_m: f64,
}

impl Numbers {
    pub(super) fn of(afloat: Afloat, curve: bool) -> Result<Self, Error> {
        let Afloat { name, mesh, notes, mass_kg, center_of_mass_m, density_kg_m3 } = afloat;
        let hull = Hull::new(&mesh.vertices, &mesh.triangles)?;
        let center = center_of_mass_m.unwrap_or(mesh.centroid_m());
        let [low, high] = mesh.bounds_m();
        let volume = mass_kg / density_kg_m3;
        let pose = float_pose(&hull, center, volume, 0.0)?;
        let Particulars {
            volume_m3,
            wet_area_m2,
            waterplane_area_m2,
            center_of_buoyancy_m,
            center_of_flotation_m,
            kb_m,
            kg_m,
            bm_transverse_m,
            bm_longitudinal_m,
            gm_transverse_m,
            gm_longitudinal_m,
            ..
        } = particulars(&hull, center, volume, pose.rotation)?;
        let curve = match curve {
            true => Some(Curve::from(gz_curve(&hull, center, volume, HEEL_STEPS)?)),
            false => None,
        };
        Ok(Self {
            mesh: name,
            notes,
            triangles: mesh.triangles.len(),
            parts: hull.diagnosis().parts,
            size_m: (high - low).as_dvec3().to_array(),
            full_volume_m3: hull.volume_m3(),
            mass_kg,
            density_kg_m3,
            center_of_mass_m: center.to_array(),
            center_of_mass_assumed: center_of_mass_m.is_none(),
            heel_deg: pose.heel_deg,
            trim_deg: pose.trim_deg,
            draft_m: pose.draft_m,
            displaced_volume_m3: volume_m3,
            wet_area_m2,
            waterplane_area_m2,
            center_of_buoyancy_m: center_of_buoyancy_m.to_array(),
            center_of_flotation_m: center_of_flotation_m.to_array(),
            kb_m,
            kg_m,
            bm_transverse_m,
            bm_longitudinal_m,
            gm_transverse_m,
            gm_longitudinal_m,
            gm_least_m: pose.least_gm_m,
            curve,
        })
    }
}

impl From<GzCurve> for Curve {
    fn from(curve: GzCurve) -> Self {
        let arms: Vec<Arm> = curve
            .arms
            .iter()
            .map(|arm| Arm {
                heel_deg: arm.heel_deg,
                gz_m: arm.gz_m,
                trim_deg: arm.trim_deg,
                draft_m: arm.draft_m,
            })
            .collect();
        let greatest = arms.iter().copied().max_by(|a, b| a.gz_m.total_cmp(&b.gz_m));
        Self {
            steady_deg: curve.steady_deg,
            vanishing_deg: curve.vanishing_deg,
            greatest_gz_m: greatest.map_or(0.0, |arm| arm.gz_m),
            greatest_gz_at_deg: greatest.map_or(0.0, |arm| arm.heel_deg),
            arms,
        }
    }
}
