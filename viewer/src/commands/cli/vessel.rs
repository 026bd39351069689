use std::path::PathBuf;

use clap::Args;

use super::values::{point, positive};

/// A mesh with a mass.
#[derive(Debug, Clone, Default, Args)]
pub struct Vessel {
    /// A file of triangles: STL, OBJ or glTF; x ahead, y to port, z up. Or a body of a scenario with its loads, such as
    /// sailboat-stable:boat, which also gives what is not given here: mass, center of mass, scale, density
    pub mesh: String,
    /// Mass; a mesh file needs it
    #[arg(long, value_name = "KG", value_parser = positive, allow_negative_numbers = true)]
    pub mass: Option<f64>,
    /// Center of mass in the mesh's frame, m [default: the centroid of the mesh's volume]
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true)]
    pub com: Option<[f64; 3]>,
    /// Meters per unit of the file: 0.001 for millimeters [default: 1]
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    pub scale: Option<f64>,
    /// Density of the water, kg/m³: 1025 for the sea [default: 1000]
    #[arg(long, value_name = "RHO", value_parser = positive, allow_negative_numbers = true)]
    pub density: Option<f64>,
    /// Adds the righting arms GZ for heels from 0 to 180°, trim free
    #[arg(long)]
    pub curve: bool,
    /// Folder for hydrostatics.json, and of a curve gz.csv, gz.svg and gz.png
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Prints errors only
    #[arg(long, short)]
    pub quiet: bool,
}
