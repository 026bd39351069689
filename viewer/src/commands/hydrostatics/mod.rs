mod numbers;
mod plot;
mod table;
mod write;

use crate::sim::mesh_file;

use super::cli::Vessel;
use super::failure::Failure;
use super::figures::significant;
use super::say;

use numbers::Numbers;

/// Says how a mesh floats: draft, heel, trim, centres, metacentric heights, with `--curve` its righting arms.
///
/// With `--out` the numbers are also written: `hydrostatics.json`, and of a curve `gz.csv` and `gz.svg`.
///
/// # Errors
///
/// [`Failure`] for a mesh that is no body, a mass that it cannot carry, or a folder that cannot be written.
pub fn hydrostatics(vessel: &Vessel) -> Result<String, Failure> {
    let (mesh, repairs) = mesh_file::read(&vessel.mesh, vessel.scale)?;
    let notes = repairs.notes();
    let numbers = Numbers::of(vessel, &mesh, notes).map_err(|source| Failure::Hydrostatics {
        file: vessel.mesh.display().to_string(),
        advice: advice(&source, vessel.density),
        source,
    })?;
    if !vessel.quiet {
        numbers.notes.iter().for_each(|note| say::warning(&format!("{}: {note}", vessel.mesh.display())));
    }
    let mut text = if vessel.quiet { String::new() } else { table::of(&numbers) };
    if let Some(folder) = &vessel.out {
        let written = write::to(folder, &numbers)?;
        if !vessel.quiet {
            text += &written;
        }
    }
    Ok(text)
}

/// What would be right instead, in the words of the command line.
fn advice(error: &hydro_forces::Error, density_kg_m3: f64) -> String {
    match error {
        hydro_forces::Error::VolumeOutOfRange { full_m3, .. } => format!(
            "; --mass must be below {} kg, its full displacement (is --scale right? 0.001 for millimetres)",
            significant(full_m3 * density_kg_m3)
        ),
        _ => String::new(),
    }
}
