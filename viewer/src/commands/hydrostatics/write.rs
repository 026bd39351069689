use std::path::Path;

use super::numbers::{Arm, Numbers};
use super::plot;
use crate::commands::chart;
use crate::commands::failure::Failure;
use crate::sim::records::{Error, Row, RunFolder, Table, make_folder};

impl Row for Arm {
    const COLUMNS: &[(&str, &str)] = &[
        ("heel_deg", "degrees, heel that the hull is held at"),
        ("gz_m", "m, righting arm"),
        ("trim_deg", "degrees, trim at which it floats"),
        ("draft_m", "m, depth of the lowest point below the water"),
    ];
}

/// Writes the numbers into a folder, which may hold the records of a run of the scenario or mesh `of`; returns a line with the files.
pub(super) fn to(folder: &Path, of: &str, numbers: &Numbers) -> Result<String, Failure> {
    make_folder(folder)?;
    let of_curve = if numbers.curve.is_some() { &["gz.csv", "gz.svg", "gz.png"][..] } else { &[] };
    let names = [&["hydrostatics.json"], of_curve].concat();
    let _locked = RunFolder::beside(folder, Some(of), &names)?;
    let json = folder.join("hydrostatics.json");
    let text = serde_json::to_string_pretty(numbers).expect("numbers have string keys");
    whole_file::write(&json, (text + "\n").as_bytes()).map_err(Error::at(&json))?;
    let mut written = format!("\nwrote {}", json.display());
    if let Some(curve) = &numbers.curve {
        let (rows, picture) = (folder.join("gz.csv"), folder.join("gz.svg"));
        let mut table = Table::create(&rows)?;
        curve.arms.iter().try_for_each(|arm| table.write(arm))?;
        table.flush()?;
        let title = format!("Righting arm GZ of {}, {} kg", numbers.mesh, numbers.mass_kg);
        let charts = [plot::righting_arms(numbers, curve, &title)];
        let picture = chart::write(&picture, &charts, plot::HEIGHT)?;
        let pixels = folder.join("gz.png");
        chart::pixels(&charts, plot::HEIGHT).save(&pixels)?;
        written += &format!(", {}, {}, {}", rows.display(), picture, pixels.display());
    }
    Ok(written + "\n")
}
