//! A vertical cylinder let go in shallow water, against the radial solver of the same model.

use std::f64::consts::{PI, TAU};

use viewer::sim::World;

use super::one_body;
use crate::verify::reference::{Heave, Record, Under};
use crate::verify::row::Row;

/// Radii of the cylinder in cells, from coarse to fine.
const CELLS: [u32; 2] = [10, 20];

/// Corners of the outline.
const CORNERS: u32 = 96;

const CYLINDERS: [(&str, Heave, f64); 3] = [
    ("cylinder, 6 m deep", Heave { depth_m: 6.0, radius_m: 2.5, draft_m: 1.2, raised_m: 0.08 }, 3.5),
    ("cylinder, 3 m deep", Heave { depth_m: 3.0, radius_m: 1.5, draft_m: 0.6, raised_m: 0.04 }, 2.75),
    ("cylinder, 4 m deep", Heave { depth_m: 4.0, radius_m: 3.0, draft_m: 1.6, raised_m: 0.06 }, 4.2),
];

pub(in crate::verify) fn rows() -> Vec<Row> {
    let compare = |under| {
        CYLINDERS.into_iter().flat_map(move |(case, heave, seconds)| compare(case, heave, seconds, under))
    };
    [Under::SoftHead, Under::RigidLid].into_iter().flat_map(compare).collect()
}

fn compare(case: &'static str, heave: Heave, seconds: f64, under: Under) -> Vec<Row> {
    let exact = heave.record(under, seconds, 100);
    let (hull, coupling) = (under.key(), format!("hull = \"{}\"", under.key()));
    let mut rows = Vec::new();
    // The coarser grid has twice the bound of the finer one.
    for (cells, factor) in CELLS.into_iter().zip([2.0, 1.0]) {
        let got = simulated(&heave, seconds, cells, &coupling).0;
        let mut row = |quantity: &str, value: Option<f64>, reference: f64, part: f64| {
            rows.push(Row {
                case,
                quantity: format!("{hull}: {quantity}, R = {cells} Δx"),
                value: value.unwrap_or(f64::NAN),
                reference,
                tolerance: factor * part * reference.abs(),
            });
        };
        for (n, crossing) in exact.crossings_s.iter().enumerate() {
            row(&format!("crossing {} [s]", n + 1), got.crossings_s.get(n).copied(), *crossing, 0.015);
        }
        row("first trough [m]", Some(got.trough[1]), exact.trough[1], 0.04);
    }
    rows
}

/// The motion in the middle of a basin, and the time step, s; `coupling` are keys of the scenario.
pub(super) fn simulated(heave: &Heave, seconds: f64, cells: u32, coupling: &str) -> (Record, f64) {
    let Heave { depth_m, draft_m, raised_m, .. } = *heave;
    let mut world = basin(heave, seconds, cells, coupling, |_| String::new());
    let rest = depth_m - 0.5 * draft_m;
    let mut heights = vec![raised_m];
    one_body::run(&mut world, seconds, |world| heights.push(one_body::body(world).position_m.z - rest));
    (Record::read(&heights, world.time_step_s()), world.time_step_s())
}

/// A cylinder to be let go in the middle of a square basin from whose walls no wave returns in time; `coupling` and `more` are
/// keys of the scenario, the latter by the place of the middle.
pub(super) fn basin(
    heave: &Heave,
    seconds: f64,
    cells: u32,
    coupling: &str,
    more: impl Fn(f64) -> String,
) -> World {
    let Heave { depth_m, radius_m, draft_m, raised_m } = *heave;
    let dx = radius_m / f64::from(cells);
    let reach = radius_m + 0.55 * (9.81 * depth_m).sqrt() * seconds;
    let across = 2 * (reach / dx).ceil() as u32;
    let middle = 0.5 * f64::from(across) * dx;
    // A polygon of the disc's area.
    let turn = TAU / f64::from(CORNERS);
    let corner = radius_m * (turn / turn.sin()).sqrt();
    let outline: Vec<[f64; 2]> =
        (0..CORNERS).map(|i| f64::from(i) * turn).map(|a| [corner * a.cos(), corner * a.sin()]).collect();
    let mass = 1000.0 * PI * radius_m * radius_m * draft_m;
    let (height, center) = (2.0 * draft_m, 0.5 * draft_m);
    let rest = depth_m - draft_m + center;
    let text = format!(
        r#"
        title = "heave"
        duration_s = {seconds}
        grid = {{ cells = [{across}, {across}], cell_size_m = {dx} }}
        water = {{ level_m = {depth_m:?} }}
        solver = {{ tau = 0.51 }}
        coupling = {{ samples_per_side = 5, {coupling} }}
        {}
        [body.cylinder]
        hull = {{ kind = "prism", outline_m = {outline:?}, height_m = {height} }}
        mass_kg = {mass}
        center_of_mass_m = [0.0, 0.0, {center}]
        gyration_m = [{radius_m}, {radius_m}, {radius_m}]
        position_m = [{middle}, {middle}, {}]
        drag = 0.0
        "#,
        more(middle),
        rest + raised_m
    );
    one_body::world(&text)
}
