//! Exhibits shown in pairs: gauges in one plot, pictures of the same step in two panels.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use image::imageops::replace;
use image::{Rgb, RgbImage};

use super::estela::{FOLDER, estela};
use super::finite_volume::Basin;

/// The frame that two panels show: at 0.2 s a frame, t = 30 s.
const FRAME: &str = "frames/frame-00150.png";

/// Pixels between two panels.
const GAP: u32 = 16;

/// Draws all pairs, or those of one exhibit, whose exhibits have been drawn.
pub(super) fn draw(only: Option<&str>) -> Result<(), String> {
    let is_there = |name: &&str| Path::new(&in_gallery(name)).join("summary.json").is_file();
    let wanted = |names: &[&str]| only.is_none_or(|name| names.contains(&name)) && names.iter().all(is_there);
    if wanted(&["bridge", "bridge-without-piers"]) {
        estela(&["plot", &in_gallery("bridge"), "--beside", &in_gallery("bridge-without-piers")])?;
    }
    if wanted(&["partial-breach"]) {
        let reference = in_gallery("finite-volumes");
        partial_breach(Path::new(&reference))?;
        estela(&["plot", &in_gallery("partial-breach"), "--beside", &reference])?;
    }
    if wanted(&["propeller", "propeller-as-printed"]) {
        panels("propeller", "propeller-as-printed")?;
    }
    Ok(())
}

fn in_gallery(name: &str) -> String {
    format!("{FOLDER}/{name}")
}

fn at(path: &Path) -> impl Fn(std::io::Error) -> String + use<'_> {
    move |error| format!("{}: {error}", path.display())
}

/// The gauges of the partial breach by finite volumes, as records of a run.
fn partial_breach(folder: &Path) -> Result<(), String> {
    let gauges: [(&str, [f64; 2]); 6] = [
        ("breach", [100.0, 132.5]),
        ("near", [115.0, 132.5]),
        ("far", [140.0, 132.5]),
        ("aside", [125.0, 80.0]),
        ("above", [80.0, 132.5]),
        ("basin", [60.0, 100.0]),
    ];
    let mut basin = Basin::new(400, 200.0, |x, y| {
        let dam = (95.0..105.0).contains(&x) && !(95.0..170.0).contains(&y);
        (!dam).then_some(if x < 95.0 { 10.0 } else { 5.0 })
    });
    let mut table = String::from("t_s,gauge,h_m,eta_m,u_m_s,v_m_s\n");
    loop {
        for (name, [x_m, y_m]) in gauges {
            let (t_s, h_m) = (basin.time_s, basin.depth_m(x_m, y_m));
            writeln!(table, "{t_s},{name},{h_m},NaN,NaN,NaN").expect("a string takes all text");
        }
        if basin.time_s >= 7.2 {
            break;
        }
        basin.step(7.2);
    }
    fs::create_dir_all(folder).map_err(at(folder))?;
    let path = folder.join("gauges.csv");
    fs::write(&path, table).map_err(at(&path))
}

/// Two exhibits at one step side by side, at the same scale: `panels.png` of the first.
fn panels(one: &str, other: &str) -> Result<(), String> {
    let open = |name: &str| {
        let path = Path::new(FOLDER).join(name).join(FRAME);
        image::open(&path)
            .map(|picture| picture.into_rgb8())
            .map_err(|error| format!("{}: {error}", path.display()))
    };
    let [left, right] = [open(one)?, open(other)?];
    let [width, height] = [left.width() + GAP + right.width(), left.height().max(right.height())];
    let mut both = RgbImage::from_pixel(width, height, Rgb([255; 3]));
    replace(&mut both, &left, 0, 0);
    replace(&mut both, &right, (left.width() + GAP).into(), 0);
    let path = Path::new(FOLDER).join(one).join("panels.png");
    both.save(&path).map_err(|error| format!("{}: {error}", path.display()))
}
