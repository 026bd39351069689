use std::fs;
use std::path::Path;

use super::numbers::{Arm, Numbers};
use super::plot;
use crate::commands::chart;
use crate::commands::failure::Failure;
use crate::sim::records::{Error, Row, Table};

impl Row for Arm {
    const COLUMNS: &[&str] = &["heel_deg", "gz_m", "trim_deg", "draft_m"];
}

/// Writes the numbers into a folder; returns a line with the files.
pub(super) fn to(folder: &Path, numbers: &Numbers) -> Result<String, Failure> {
    fs::create_dir_all(folder).map_err(Error::at(folder))?;
    let json = folder.join("hydrostatics.json");
    let text = serde_json::to_string_pretty(numbers).expect("numbers have string keys");
    fs::write(&json, text + "\n").map_err(Error::at(&json))?;
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
