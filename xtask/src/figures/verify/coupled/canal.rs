//! A long ship in a narrow canal: sinkage and limiting speed, against hydraulic theory in one dimension.
//!
//! The ship of Schijf sinks with the level beside it: a unit of drawdown takes the width of the canal from the section. So it does
//! under a rigid lid. Under a soft head the column falls with the level, too, though the hull below the still level sinks by
//! itself: the drawdown takes `1 + B/W` widths. It cannot be otherwise: a soft head is the pressure on the hull and the top of the column
//! in one number, so no pressure acts without a change of the column, and the hull that sinks by it displaces as much again. Where the ship
//! is narrow beside the canal that is little; where it is not, the rows hold the soft head against the theory with its own storage, and
//! state what Schijf has.

use hydro_forces::slender::Channel;
use viewer::sim::Measured;

use super::carriage::Towing;
use crate::verify::reference::{ParabolicHull, Ship, Under};
use crate::verify::row::Row;

/// Long beside the canal, so that the flow is of one dimension.
const LENGTH_M: f64 = 12.0;
const WIDTH_M: f64 = 1.6;
const DRAFT_M: f64 = 0.2;

/// Sides of the cells: a tenth and a twentieth of the width.
const COARSE_M: f64 = 0.16;
const FINE_M: f64 = 0.08;

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

fn ship(fraction: f64, under: Under) -> Ship {
    let channel = Channel { width_m: Some(WIDTH_M), ..Channel::default() };
    Ship { sections: hull(fraction).sections(), channel, under }
}

/// A ship in the simulated canal.
#[derive(Clone, Copy)]
struct Simulated {
    fraction: f64,
    under: Under,
    cell_size_m: f64,
}

impl Simulated {
    fn measure(self, froude: f64, seconds: f64) -> Option<Measured> {
        let towing = Towing {
            towed: hull(self.fraction).into(),
            under: self.under,
            schedule: "in-turn",
            froude,
            current: None,
            width_m: WIDTH_M,
            cell_size_m: self.cell_size_m,
            ramp_s: 12.0,
            seconds,
            free: &["heave", "pitch"],
            drag: false,
        };
        Some(towing.measure()?.0)
    }

    fn sinkage_mm(self) -> f64 {
        self.measure(FROUDE, 45.0).map_or(f64::NAN, |measured| 1e3 * measured.sinkage_m)
    }

    /// Resistance over the force of the pressure that the drawdown takes from the largest section, `ρ g S s`: nothing in a steady
    /// flow, about 1 where the flow past the ship is critical and the water piles up before it.
    fn choking(self, froude: f64) -> Option<f64> {
        let weight = 1000.0 * 9.81 * hull(self.fraction).area_m2(0.0);
        let measured = self.measure(froude, 60.0)?;
        Some(measured.resistance_n / (weight * measured.sinkage_m))
    }

    /// The Froude number at which [`Self::choking`] passes one half, to 1 % or so; nothing where a run ended early.
    fn limiting_froude(self, expected: f64) -> f64 {
        let (mut below, mut above) = (0.7 * expected, 1.3 * expected);
        for _ in 0..6 {
            let middle = 0.5 * (below + above);
            match self.choking(middle) {
                Some(choking) if choking < 0.5 => below = middle,
                Some(_) => above = middle,
                None => return f64::NAN,
            }
        }
        0.5 * (below + above)
    }
}

pub(in crate::verify) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    let mut row = |quantity: String, value: f64, reference: f64, tolerance: f64| {
        let tolerance = tolerance * reference;
        rows.push(Row { case: "ship in a canal", quantity, value, reference, tolerance });
    };
    let sinkage_mm = |fraction, under| 1e3 * ship(fraction, under).sinkage_m(FROUDE).unwrap_or(f64::NAN);
    let [schijf, soft] = [Under::RigidLid, Under::SoftHead];
    for (cell_size_m, bound) in [(COARSE_M, 0.1), (FINE_M, 0.05)] {
        let lid = Simulated { fraction: BROAD, under: Under::RigidLid, cell_size_m };
        let of = |what: &str| format!("lid: {what}, B/W {BROAD}, Δx {cell_size_m} m");
        row(of(&format!("sinkage at Fr {FROUDE} [mm]")), lid.sinkage_mm(), sinkage_mm(BROAD, schijf), bound);
        let limit = ship(BROAD, schijf).limiting_froude();
        row(of("limiting Fr"), lid.limiting_froude(limit), limit, bound);
    }
    // What Schijf has of the broad ship is what the soft head misses.
    for (fraction, of_schijf) in [(NARROW, 0.05), (BROAD, 0.2)] {
        let simulated = Simulated { fraction, under: soft, cell_size_m: FINE_M };
        let got = simulated.sinkage_mm();
        let of = |what: &str| format!("soft: sinkage at Fr {FROUDE}, B/W {fraction}, {what} [mm]");
        row(of("κ = 1 + B/W"), got, sinkage_mm(fraction, soft), 0.05);
        row(of("Schijf"), got, sinkage_mm(fraction, schijf), of_schijf);
    }
    let coarse = Simulated { fraction: BROAD, under: soft, cell_size_m: COARSE_M }.sinkage_mm();
    let quantity = format!("soft: sinkage at Fr {FROUDE}, B/W {BROAD}, κ = 1 + B/W, Δx {COARSE_M} m [mm]");
    row(quantity, coarse, sinkage_mm(BROAD, soft), 0.1);
    let [of_schijf, of_model] = [schijf, soft].map(|under| ship(BROAD, under).limiting_froude());
    let limit = Simulated { fraction: BROAD, under: soft, cell_size_m: FINE_M }.limiting_froude(of_model);
    row(format!("soft: limiting Fr, B/W {BROAD}, κ = 1 + B/W"), limit, of_model, 0.05);
    row(format!("soft: limiting Fr, B/W {BROAD}, Schijf"), limit, of_schijf, 0.15);
    rows
}
