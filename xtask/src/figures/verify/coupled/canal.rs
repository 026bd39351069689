//! A long ship in a narrow canal: sinkage and limiting speed, against hydraulic theory in one dimension.
//!
//! The ship of Schijf sinks with the level beside it: a unit of drawdown takes the width of the canal from the section. In the
//! model the column under a hull falls with the level, too, though the hull below the still level sinks by itself: the drawdown
//! takes `1 + B/W` widths. Where the ship is narrow beside the canal that is little; where it is not, the rows hold the model
//! against the theory with its own storage, and state what Schijf has.

use hydro_forces::slender::Channel;
use viewer::sim::Measured;

use super::carriage::Towing;
use crate::verify::reference::{ParabolicHull, Ship, Storage};
use crate::verify::row::Row;

/// Long beside the canal, so that the flow is of one dimension.
const LENGTH_M: f64 = 12.0;
const WIDTH_M: f64 = 1.6;
const DRAFT_M: f64 = 0.2;
const CELL_SIZE_M: f64 = 0.08;

/// Froude number at which the sinkage is compared.
const FROUDE: f64 = 0.5;

/// Width of the waterline over that of the canal: of a ship that is narrow, and one that is not.
const NARROW: f64 = 0.1;
const BROAD: f64 = 0.25;

fn hull(fraction: f64) -> ParabolicHull {
    // The waterline of this hull is as wide as its beam over √2.
    let beam_m = 2f64.sqrt() * fraction * WIDTH_M;
    ParabolicHull { length_m: LENGTH_M, beam_m, depth_m: 2.0 * DRAFT_M, fullness: 0.5, draft_m: DRAFT_M }
}

fn ship(fraction: f64, storage: Storage) -> Ship {
    let channel = Channel { width_m: Some(WIDTH_M), ..Channel::default() };
    Ship { sections: hull(fraction).sections(), channel, storage }
}

fn measure(fraction: f64, froude: f64, seconds: f64) -> Option<Measured> {
    let towing = Towing {
        towed: hull(fraction).into(),
        froude,
        current: None,
        width_m: WIDTH_M,
        cell_size_m: CELL_SIZE_M,
        ramp_s: 12.0,
        seconds,
        free: &["heave", "pitch"],
    };
    Some(towing.measure()?.0)
}

/// Resistance over the force of the pressure that the drawdown takes from the largest section, `ρ g S s`: nothing in a steady
/// flow, about 1 where the flow past the ship is critical and the water piles up before it.
fn choking(fraction: f64, froude: f64) -> f64 {
    let weight = 1000.0 * 9.81 * hull(fraction).area_m2(0.0);
    // A run that fails has piled up too much water.
    measure(fraction, froude, 60.0)
        .map_or(f64::INFINITY, |measured| measured.resistance_n / (weight * measured.sinkage_m))
}

/// The Froude number at which [`choking`] passes one half, to 1 % or so.
fn limiting_froude(fraction: f64, expected: f64) -> f64 {
    let (mut below, mut above) = (0.9 * expected, 1.1 * expected);
    for _ in 0..4 {
        let middle = 0.5 * (below + above);
        if choking(fraction, middle) < 0.5 { below = middle } else { above = middle }
    }
    0.5 * (below + above)
}

pub(in crate::verify) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    let mut row = |quantity: String, value: f64, reference: f64, tolerance: f64| {
        let tolerance = tolerance * reference;
        rows.push(Row { case: "ship in a canal", quantity, value, reference, tolerance });
    };
    // What Schijf has of the broad ship is what the model misses.
    for (fraction, of_schijf) in [(NARROW, 0.05), (BROAD, 0.2)] {
        let sinkage = measure(fraction, FROUDE, 45.0).map_or(f64::NAN, |measured| 1e3 * measured.sinkage_m);
        let by = |storage| 1e3 * ship(fraction, storage).sinkage_m(FROUDE).unwrap_or(f64::NAN);
        let of = |what: &str| format!("sinkage at Fr {FROUDE}, B/W {fraction}, {what} [mm]");
        row(of("κ = 1 + B/W"), sinkage, by(Storage::FreeSurface), 0.05);
        row(of("Schijf"), sinkage, by(Storage::None), of_schijf);
    }
    let [schijf, model] =
        [Storage::None, Storage::FreeSurface].map(|storage| ship(BROAD, storage).limiting_froude());
    let limit = limiting_froude(BROAD, model);
    row(format!("limiting Fr, B/W {BROAD}, κ = 1 + B/W"), limit, model, 0.05);
    row(format!("limiting Fr, B/W {BROAD}, Schijf"), limit, schijf, 0.15);
    rows
}
