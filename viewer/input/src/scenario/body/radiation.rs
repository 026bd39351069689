use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Added mass, linear damping, and the memory of waves that the body radiated.
///
/// In mode `conservative` the simulated water makes waves as the body moves, all of them as long ones, and lacks the added mass
/// of short ones. Which of the two a body makes in heave, `estela check` says.
///
/// - A body that is small beside the depth makes short ones: give it `coefficients`. Heave, roll and pitch then take added
///   mass and waves from the table alone, and the simulated water makes none of them: the body displaces it in the height and the
///   tilt that it has at rest, at its place and with its heading. `estimate` alone has the added mass, not the damping.
/// - A body that is broad beside the depth, such as a ship in a canal, makes long ones: it needs none of these keys.
///
/// It is solved for bodies that are free in all their motions: with moorings and joints it is refused.
///
/// `docs/RADIATION.md` has the figures.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Radiation {
    /// Estimate of the added mass; either this, `added_mass` or `coefficients`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Estimate>,
    /// Added mass over surge, sway, heave, roll, pitch, yaw about the center of mass, kg, kg m and kg m².
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub added_mass: Option<[[f64; 6]; 6]>,
    /// Linear damping `−B ν` over the same six motions relative to the water, about the center of mass, N s/m, N s and
    /// N m s; with any of the others or alone. Its symmetric part must dissipate energy in every motion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damping: Option<[[f64; 6]; 6]>,
    /// A file of frequency coefficients, relative to the scenario file, else to the working folder: comma-separated
    /// `frequency_rad_s,i,j,added_mass,damping` with that line at its head, `i` and `j` from 1 (surge) to 6 (yaw), about
    /// the center of mass; or the table of a dataset of Capytaine (`omega`, `influenced_dof`, …). The damping becomes a memory of the
    /// body's motion (Cummins 1962); the lines of frequency `inf` are the added mass, if no other is given. In mode
    /// `conservative` the simulated water makes the waves of surge, sway and yaw: damping of these counts twice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coefficients: Option<PathBuf>,
    /// Length of the memory of `coefficients`, s.
    #[serde(default = "twenty")]
    pub memory_s: f64,
}

/// Estimates of added mass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Estimate {
    /// Half an ellipsoid as long and as broad as the body and as deep as its draft at the start; the whole of one as
    /// large as the body if it starts under water (Lamb §114–115).
    Ellipsoid,
}

fn twenty() -> f64 {
    20.0
}
