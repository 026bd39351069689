mod afloat;
mod numbers;
mod plot;
mod table;
mod write;

use super::cli::Vessel;
use super::failure::Failure;
use super::terminal;
use super::terminal::significant;

use afloat::Afloat;
use numbers::Numbers;

/// Computes how a mesh floats: draft, heel, trim, centers, metacentric heights, with `--curve` its righting arms.
///
/// With `--out` the numbers are also written: `hydrostatics.json`, and of a curve `gz.csv`, `gz.svg` and `gz.png`.
///
/// # Errors
///
/// [`Failure`] for a mesh that is not closed, a mass that it cannot carry, or a folder that cannot be written.
pub fn hydrostatics(vessel: &Vessel) -> Result<String, Failure> {
    let afloat = Afloat::of(vessel)?;
    let (name, mass_kg) = (afloat.name.clone(), afloat.mass_kg);
    let full_kg = afloat.density_kg_m3 * afloat.mesh.volume_m3();
    // First, because they may be the reason of an error.
    if !vessel.quiet {
        afloat.notes.iter().for_each(|note| terminal::warning(&format!("{name}: {note}")));
    }
    let numbers = Numbers::of(afloat, vessel.curve).map_err(|source| Failure::Hydrostatics {
        advice: advice(mass_kg, full_kg),
        file: name,
        source,
    })?;
    let mut text = if vessel.quiet { String::new() } else { table::of(&numbers) };
    if let Some(folder) = &vessel.out {
        let of = vessel.mesh.rsplit_once(':').map_or(&*vessel.mesh, |(scenario, _)| scenario);
        let written = write::to(folder, of, &numbers)?;
        if !vessel.quiet {
            text += &written;
        }
    }
    Ok(text)
}

/// The remedy for a mass above the full displacement, in terms of the command line.
fn advice(mass_kg: f64, full_kg: f64) -> String {
    if mass_kg < full_kg {
        return String::new();
    }
    format!(
        "; --mass must be below {} kg, its full displacement (is --scale right? 0.001 for millimeters)",
        significant(full_kg)
    )
}
