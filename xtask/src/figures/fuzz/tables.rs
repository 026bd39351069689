//! Tables that scenarios name, and tables of records that `estela plot` draws.

use std::fs;
use std::path::Path;

use viewer::commands::{Selection, check, plot};

use super::checkpoints::runs;
use super::outcome::{Outcome, scenario_message};

/// Records that `estela plot` reads.
const RECORDS: [&str; 3] = ["gauges.csv", "bodies.csv", "towing.csv"];

/// Scenarios that name the table; one for each use, so that no use hides another.
const USES: [(&str, &str); 3] = [
    ("series.toml", "[sides.west]\nkind = \"level\"\nseries = { file = \"input.csv\" }\n"),
    (
        "coefficients.toml",
        "[body.a]\nhull = { kind = \"sphere\", radius_m = 0.5, subdivisions = 1 }\nmass_kg = 200\nposition_m = [4, 3]\n\
         radiation = { coefficients = \"input.csv\", memory_s = 1.0 }\n",
    ),
    (
        "places.toml",
        "[[gauge]]\nname = \"a\"\nposition_m = [2, 2]\nrepeat = { kind = \"table\", file = \"input.csv\" }\n",
    ),
];

const POOL: &str = "title = \"pool\"\nduration_s = 1\ngrid = { cells = [16, 12], cell_size_m = 0.5 }\nwater = { level_m = 1.0 }\n";

/// A table as Capytaine's datasets are written.
const DATASET: &str = "omega,radiating_dof,influenced_dof,added_mass,radiation_damping\n\
                       0.5,Heave,Heave,2000,400\n1.0,Heave,Heave,1900,500\n2.0,Heave,Heave,1800,0\ninf,Heave,Heave,1700,0\n";

/// Sound tables of every kind.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let beside = [
        include_str!("../../../../viewer/tests/regressions/beside/tide.csv"),
        include_str!("../../../../viewer/tests/regressions/beside/coefficients.csv"),
        include_str!("../../../../viewer/tests/regressions/beside/places.csv"),
        DATASET,
    ];
    let records = RECORDS.map(|name| runs()[0].file(name));
    beside.iter().map(|text| text.as_bytes().into()).chain(records).collect()
}

/// Reads a table for all of its uses.
pub(super) fn read(input: &[u8]) -> Result<Outcome, String> {
    let written = |path: &Path, content: &[u8]| {
        fs::write(path, content).map_err(|error| format!("{}: {error}", path.display()))
    };
    let mut outcome = Outcome::Refused;
    for (name, more) in USES {
        written(Path::new(name), format!("{POOL}{more}").as_bytes())?;
        match check(&Selection { scenario: name.into(), ..Selection::default() }) {
            Ok(_) => outcome = Outcome::Read,
            Err(failure) => drop(scenario_message(&failure.to_string(), name)?),
        }
    }
    let folder = Path::new("plotted");
    fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    for name in RECORDS {
        for other in RECORDS {
            // A record of no row.
            let head = runs()[0].file(other);
            let head = head.split_inclusive(|byte| *byte == b'\n').next().unwrap_or_default();
            written(&folder.join(other), if other == name { input } else { head })?;
        }
        match plot(folder, None) {
            Ok(_) => outcome = Outcome::Read,
            Err(failure) => {
                let message = failure.to_string();
                if !message.starts_with("plotted") || message.len() > 2000 {
                    return Err(format!("message without its file: {message}"));
                }
            }
        }
    }
    Ok(outcome)
}
