//! Pictures, records over time and righting arms of the shipped scenarios on one page: `target/gallery/index.html`.

mod estela;
#[allow(dead_code, reason = "its tests use all of it")]
#[path = "../../../../viewer/tests/laws/water/finite_volume.rs"]
mod finite_volume;
mod pairs;

use std::fmt::Write;
use std::fs;
use std::path::Path;

use estela::{FOLDER, estela};

use crate::shell::{cargo, run};

/// One experiment of the page.
struct Exhibit {
    /// Its folder in the gallery.
    name: &'static str,
    /// Arguments of `estela render`.
    arguments: &'static [&'static str],
    /// Bodies whose righting arms are shown.
    afloat: &'static [&'static str],
}

const fn exhibit(name: &'static str, arguments: &'static [&'static str]) -> Exhibit {
    Exhibit { name, arguments, afloat: &[] }
}

const EXHIBITS: [Exhibit; 13] = [
    exhibit("speedboat", &["speedboat"]),
    exhibit("bridge", &["bridge"]),
    exhibit("bridge-without-piers", &["bridge", "--set=body.pier-north=", "--set=body.pier-south="]),
    exhibit("triangular-column", &["triangular-column"]),
    // In the same colors, as they stand side by side.
    exhibit(
        "propeller",
        &["propeller", "--set=title=\"Propeller, corrected\"", "--set=view.field_range=[0,2]"],
    ),
    exhibit(
        "propeller-as-printed",
        &[
            "propeller",
            "--set=title=\"Propeller, as printed\"",
            "--set=view.field_range=[0,2]",
            "--set=body.propeller.wall={slip=\"no-slip\",scheme=\"as-printed\"}",
        ],
    ),
    exhibit("propeller-3d", &["propeller", "--set=view.kind=perspective"]),
    exhibit("dam-break", &["dam-break"]),
    exhibit("partial-breach", &["partial-breach"]),
    exhibit("weight-distribution", &["weight-distribution"]),
    // Lazo et al. Fig. 6: what the water does to a ball at rest and to a boat under way.
    exhibit(
        "forces",
        &[
            "speedboat",
            "--until=4",
            "--set=view.forces=true",
            "--set=view.hide_water=true",
            "--set=view.vertical_scale=1",
            "--set=view.eye_m=[46.0,22.0,-2.0]",
            "--set=view.target_m=[31.0,35.5,2.6]",
            "--set=body.boat.color=[0.8,0.8,0.8]",
            "--set=body.ball.hull={kind=\"sphere\",radius_m=1.5,subdivisions=2}",
            "--set=body.ball.mass_kg=7000",
            "--set=body.ball.position_m=[29.0,31.5]",
            "--set=body.ball.color=[0.95,0.75,0.2]",
        ],
    ),
    Exhibit { name: "sailboat-stable", arguments: &["sailboat-stable"], afloat: &["sailboat-stable:boat"] },
    Exhibit {
        name: "sailboat-capsize",
        arguments: &["sailboat-capsize"],
        afloat: &["sailboat-capsize:boat"],
    },
];

/// Draws all exhibits, or the one that is named, and writes the page.
pub(crate) fn gallery(only: Option<&str>) -> Result<(), String> {
    let names = || EXHIBITS.iter().map(|exhibit| exhibit.name);
    if let Some(name) = only
        && names().all(|known| known != name)
    {
        return Err(format!("no exhibit `{name}`; there are {}", names().collect::<Vec<_>>().join(", ")));
    }
    run(cargo(&["build", "--release", "--package", "viewer"]))?;
    for exhibit in EXHIBITS.iter().filter(|exhibit| only.is_none_or(|name| name == exhibit.name)) {
        let folder = format!("{FOLDER}/{}", exhibit.name);
        estela(&[&["render", "--overwrite"], exhibit.arguments, &["--out", &folder]].concat())?;
        // A scenario without bodies and gauges has nothing to plot.
        let _ = estela(&["plot", &folder]);
        for body in exhibit.afloat {
            estela(&["hydrostatics", body, "--curve", "--quiet", "--out", &folder])?;
        }
    }
    pairs::draw(only)?;
    let page = Path::new(FOLDER).join("index.html");
    fs::write(&page, html()).map_err(|error| format!("{}: {error}", page.display()))?;
    println!("the gallery is {}", page.display());
    Ok(())
}

/// A section for each exhibit that was drawn, with the pictures that are there.
fn html() -> String {
    let mut page = String::from(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Estela</title>\n\
         <style>body { font: 16px sans-serif; margin: 2em } img { max-width: 48% }</style>\n<h1>Estela</h1>\n",
    );
    for exhibit in EXHIBITS {
        let there = |file: &&str| Path::new(FOLDER).join(exhibit.name).join(file).is_file();
        let pictures: Vec<&str> =
            ["animation.gif", "bodies.svg", "gauges.svg", "gz.svg", "beside.svg", "panels.png"]
                .into_iter()
                .filter(there)
                .collect();
        if pictures.is_empty() {
            continue;
        }
        let name = exhibit.name;
        let written = writeln!(
            page,
            "<h2>{name}</h2>\n<p><code>estela render {}</code></p>",
            exhibit.arguments.join(" ").replace('<', "&lt;")
        );
        written.expect("a string takes all text");
        for picture in pictures {
            page += &format!("<img src=\"{name}/{picture}\" alt=\"{name}\">\n");
        }
    }
    page
}
