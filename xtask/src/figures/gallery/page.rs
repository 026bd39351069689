//! The page: a picture in motion of each experiment that was drawn, what to see in it, its figures, its command and its plots.

use std::fs;
use std::path::Path;

use viewer::sim::records::Summary;
use viewer::sim::scenario::Scenario;

use super::exhibits::{Exhibit, SECTIONS};
use super::folder::FOLDER;

/// Pictures of an exhibit beside the one in motion, with what they show.
const PLOTS: [(&str, &str); 8] = [
    ("bodies.svg", "poses and speeds of the bodies over time"),
    ("gauges.svg", "levels at the gauges over time"),
    ("towing.svg", "resistance, sinkage and trim over time"),
    ("joints.svg", "tension of joints and mooring lines over time"),
    ("air.svg", "smoke and air over time"),
    ("gz.svg", "righting arm over heel"),
    ("beside.svg", "gauges beside those of the other run, and the differences"),
    ("panels.png", "both runs at one time"),
];

/// The page of what lies in the gallery's folder.
///
/// # Errors
/// One that names the file, for a summary that cannot be read.
pub(super) fn page() -> Result<String, String> {
    let mut links = String::new();
    let mut body = String::new();
    for (n, section) in SECTIONS.iter().enumerate() {
        let mut articles = String::new();
        for exhibit in section.exhibits {
            articles += &article(exhibit)?;
        }
        if articles.is_empty() {
            continue;
        }
        let title = section.title;
        links += &format!("<li><a href=\"#part-{n}\">{title}</a></li>\n");
        body += &format!("<section>\n<h2 id=\"part-{n}\">{title}</h2>\n{articles}</section>\n");
    }
    let (style, version) = (include_str!("page.css"), env!("CARGO_PKG_VERSION"));
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Estela: gallery</title>\n\
         <style>\n{style}</style>\n</head>\n<body>\n<header>\n<h1>Estela</h1>\n\
         <p>Shallow water on a lattice, with bodies that float in it, push it and are pushed by it. Each picture below is drawn by the command under \
         it: water, bodies and colors are those of the simulated state, and what is invented beside it, such as the sky, the picture names.</p>\n</header>\n<nav aria-label=\"Experiments\"><ul>\n{links}</ul></nav>\n\
         <main>\n{body}</main>\n<footer>Drawn by Estela {version}.</footer>\n</body>\n</html>\n"
    ))
}

/// What the page says of an exhibit; nothing of one that was not drawn.
fn article(exhibit: &Exhibit) -> Result<String, String> {
    let folder = Path::new(FOLDER).join(exhibit.name);
    let is_there = |file: &str| folder.join(file).is_file();
    if !is_there("animation.gif") {
        return Ok(String::new());
    }
    let changes: Vec<_> = exhibit.changes.iter().map(|change| (*change).to_owned()).collect();
    let scenario = Scenario::load(exhibit.scenario, &changes).map_err(|error| error.to_string())?;
    let name = exhibit.name;
    let picture = |file: &str, shows: &str| {
        format!("<img loading=\"lazy\" src=\"{name}/{file}\" alt=\"{}\">\n", escaped(shows))
    };
    let plots: String = PLOTS
        .iter()
        .filter(|(file, _)| is_there(file))
        .map(|(file, shows)| {
            let picture = picture(file, &format!("{}: {shows}", scenario.title));
            format!("<a href=\"{name}/{file}\">{}</a>\n", picture.trim_end())
        })
        .collect();
    let plots = if plots.is_empty() { plots } else { format!("<div class=\"plots\">\n{plots}</div>\n") };
    let entry = |term: &str, text: &str| format!("<dt>{term}</dt><dd>{}</dd>\n", escaped(text));
    let mut entries = entry("Why it matters", exhibit.matters) + &entry("Look for", exhibit.look_for);
    if !scenario.source.is_empty() {
        entries += &entry("From", &scenario.source);
    }
    entries += &entry("Figures", &figures(&folder, &scenario)?);
    Ok(format!(
        "<article id=\"{name}\">\n{}<div class=\"text\">\n<h3>{}</h3>\n<p class=\"what\">{}</p>\n<dl>\n{entries}</dl>\n\
         <pre><code>{}</code></pre>\n{plots}</div>\n</article>\n",
        picture("animation.gif", &scenario.description),
        escaped(&scenario.title),
        escaped(&scenario.description),
        escaped(&command(exhibit)),
    ))
}

/// Size, time and residual of a run.
fn figures(folder: &Path, scenario: &Scenario) -> Result<String, String> {
    let file = folder.join("summary.json");
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let run: Summary = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?;
    let [nx, ny] = run.cells;
    let mut figures = vec![format!("{nx} × {ny} cells of {} m", run.cell_size_m)];
    if let Some(air) = &scenario.air {
        let [nx, ny, nz] = air.cells;
        figures.push(format!("{nx} × {ny} × {nz} of air"));
    }
    match run.bodies.len() {
        0 => {}
        1 => figures.push("one body".into()),
        bodies => figures.push(format!("{bodies} bodies")),
    }
    figures.push(format!("{:.4} s in {} steps", run.simulated_s, run.steps));
    let threads = if run.threads == 1 { "one thread".into() } else { format!("{} threads", run.threads) };
    figures.push(format!("{:.2} × real time on {threads}, pictures aside", run.real_time_factor));
    let residual = run.mass.residual_relative.abs();
    figures.push(if residual == 0.0 {
        "volume closed exactly".into()
    } else {
        format!("volume closed to {residual:.0e}")
    });
    Ok(figures.join(" · "))
}

/// The command that draws an exhibit, as one types it.
fn command(exhibit: &Exhibit) -> String {
    let words = exhibit.arguments().into_iter().map(|word| {
        let is_plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "-_=./,:".contains(c));
        if is_plain { word } else { format!("'{word}'") }
    });
    let lines: Vec<_> = ["estela render".to_owned()].into_iter().chain(words).collect();
    lines.join(" ")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
