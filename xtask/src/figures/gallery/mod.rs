//! Pictures, records over time and righting arms of the shipped scenarios on one page: `target/gallery/index.html`.

mod exhibits;
#[allow(dead_code, reason = "its tests use all of it")]
#[path = "../../../../viewer/sim/tests/laws/water/finite_volume.rs"]
mod finite_volume;
mod folder;
mod page;
mod pairs;

use std::fs;
use std::path::Path;

use exhibits::Exhibit;
use folder::FOLDER;

use crate::estela::{build, estela};

/// Draws all exhibits, or the one that is named, and writes the page of those that have been drawn.
pub(crate) fn gallery(only: Option<&str>) -> Result<(), String> {
    let names = || Exhibit::all().map(|exhibit| exhibit.name);
    if let Some(name) = only
        && names().all(|known| known != name)
    {
        return Err(format!("no exhibit `{name}`; there are {}", names().collect::<Vec<_>>().join(", ")));
    }
    build()?;
    for exhibit in Exhibit::all().filter(|exhibit| only.is_none_or(|name| name == exhibit.name)) {
        let folder = format!("{FOLDER}/{}", exhibit.name);
        let arguments = exhibit.arguments();
        let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
        estela(&[&["render", "--overwrite"], &arguments[..], &["--out", &folder]].concat())?;
        // A scenario without bodies, gauges and air has nothing to plot.
        if has_records(Path::new(&folder)) {
            estela(&["plot", &folder])?;
        }
        for body in exhibit.afloat {
            estela(&["hydrostatics", body, "--curve", "--quiet", "--out", &folder])?;
        }
    }
    pairs::draw(only)?;
    let page = Path::new(FOLDER).join("index.html");
    fs::write(&page, page::page()?).map_err(|error| format!("{}: {error}", page.display()))?;
    println!("the gallery is {}", page.display());
    Ok(())
}

/// Whether a run has tables with a row below their heads.
fn has_records(folder: &Path) -> bool {
    ["gauges.csv", "bodies.csv", "air.csv"]
        .iter()
        .any(|table| fs::read_to_string(folder.join(table)).is_ok_and(|text| text.lines().nth(1).is_some()))
}
