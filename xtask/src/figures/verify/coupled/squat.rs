//! Hulls that are free to heave and pitch under a carriage: sinkage and trim below the critical speed, against Tuck's theory of
//! slender ships between banks.
//!
//! The theory is of first order in the beam over the length, and in the section of the hull over what the critical speed leaves: the
//! hulls are light, and what is off falls with their beam.

use hydro_forces::slender::{Channel, Sections, squat};
use viewer::sim::Measured;

use super::carriage::{Towed, Towing};
use super::one_body;
use crate::verify::reference::{ParabolicHull, Under};
use crate::verify::row::Row;

/// Width of the tank.
const WIDTH_M: f64 = 10.0;

const LENGTH_M: f64 = 5.0;

/// Width of the waterline over the length, and sides of the cells.
type Beam = (f64, &'static [f64]);

/// Froude numbers and drafts; widths of the waterline over the length, from broad to narrow, each with the sides of the cells. The
/// narrowest is held to [`of_narrowest`] of linear theory, the others to as much in proportion to their beam. Near the critical speed only a narrow
/// hull is one of linear theory: there the hulls sink by 0.16, 0.07 and 0.03 of their draft, which displaces that much more.
const SINKAGES: [(f64, f64, &[Beam]); 3] = [
    (0.3, 0.05, &[(0.16, &[0.1]), (0.08, &[0.1, 0.05])]),
    (0.5, 0.05, &[(0.16, &[0.1, 0.05]), (0.08, &[0.1, 0.05])]),
    (0.8, 0.02, &[(0.16, &[0.1]), (0.08, &[0.1, 0.05]), (0.04, &[0.05, 0.025])]),
];

/// The same under a rigid lid.
const UNDER_LIDS: [(f64, f64, &[Beam]); 3] = [
    (0.3, 0.05, &[(0.08, &[0.1, 0.05]), (0.04, &[0.05])]),
    (0.5, 0.05, &[(0.08, &[0.1, 0.05]), (0.04, &[0.05])]),
    (0.8, 0.02, &[(0.08, &[0.1, 0.05]), (0.04, &[0.05])]),
];

/// Part of the theory's sinkage by which the narrowest hull may be off, and of a beam's error that half of the beam may leave.
fn of_narrowest(under: Under) -> [f64; 2] {
    match under {
        Under::SoftHead => [0.06, 0.75],
        Under::RigidLid => [0.05, 0.7],
    }
}

/// Sides of the cells of trims.
const OF_TRIMS_M: [f64; 2] = [0.1, 0.05];

/// Froude numbers, beams and drafts; parts of the theory's trim by which it may be off on the finer cells, on the coarser ones by twice as
/// much, and of the error on the coarser ones that may be left. At Froude number 0.3 the trim is a few thousandths of a degree, and both the beam
/// and the cells are seen in it: this one is off by 23 and 14 %.
const TRIMS: [(f64, [f64; 2], [f64; 2]); 3] =
    [(0.3, [0.25, 0.05], [0.15, 0.8]), (0.5, [0.5, 0.1], [0.13, 0.65]), (0.8, [0.3, 0.05], [0.07, 0.8])];

fn channel() -> Channel {
    Channel { width_m: Some(WIDTH_M), ..Channel::default() }
}

/// A run at constant speed for as long as the waves of the start take to leave, at 0.8 of their speed the slowest.
fn measure(towed: Towed, under: Under, froude: f64, cell_size_m: f64) -> Measured {
    let behind_s = LENGTH_M / ((1.0 - froude) * channel().wave_speed_m_s());
    let towing = Towing {
        towed,
        under,
        schedule: "in-turn",
        froude,
        current: None,
        width_m: WIDTH_M,
        cell_size_m,
        ramp_s: 4.0,
        seconds: 16.0 + 2.0 * behind_s,
        free: &["heave", "pitch"],
        drag: false,
    };
    let nothing =
        Measured { speed_m_s: f64::NAN, resistance_n: f64::NAN, sinkage_m: f64::NAN, trim_deg: f64::NAN };
    towing.measure().map_or(nothing, |(measured, _)| measured)
}

pub(in crate::verify) fn rows() -> Vec<Row> {
    let mut rows = sinkages(Under::SoftHead, &SINKAGES);
    rows.extend(trims());
    rows.extend(sinkages(Under::RigidLid, &UNDER_LIDS));
    rows
}

fn sinkages(under: Under, sinkages: &[(f64, f64, &[Beam])]) -> Vec<Row> {
    let case = match under {
        Under::SoftHead => "squat of a slender hull",
        Under::RigidLid => "squat of a slender lid",
    };
    let [of_narrowest, left_over] = of_narrowest(under);
    let mut rows = Vec::new();
    let mut row = |quantity: String, value: f64, reference: f64, tolerance: f64| {
        rows.push(Row { case, quantity, value, reference, tolerance });
    };
    for &(froude, draft_m, beams) in sinkages {
        let narrowest = beams.last().map_or(f64::NAN, |(beam, _)| *beam);
        // Of each beam on its coarsest cells.
        let mut off: Vec<f64> = Vec::new();
        for (beam, cells_m) in beams {
            let tolerance = of_narrowest * beam / narrowest;
            // The waterline of this hull is as wide as its beam over √2.
            let beam_m = 2f64.sqrt() * beam * LENGTH_M;
            let depth_m = 2.0 * draft_m;
            let hull = ParabolicHull { length_m: LENGTH_M, beam_m, depth_m, fullness: 0.5, draft_m };
            let exact = 1e3 * squat(&hull.sections(), &channel(), froude).expect("it is slender").sinkage_m;
            for (n, dx) in cells_m.iter().enumerate() {
                let sinkage = 1e3 * measure(hull.into(), under, froude, *dx).sinkage_m;
                let quantity = format!("sinkage at Fr {froude}, B/L {beam}, Δx {dx} m [mm]");
                // The coarser of two grids may be off by a fifth more.
                let coarser = if n + 1 < cells_m.len() { 1.2 } else { 1.0 };
                row(quantity, sinkage, exact, coarser * tolerance * exact);
                if n == 0 {
                    off.push((sinkage / exact - 1.0).abs());
                }
            }
        }
        for (pair, beams) in off.windows(2).zip(beams.windows(2)) {
            let quantity = format!("error of the sinkage at Fr {froude}, B/L {}, of that at 2 B", beams[1].0);
            row(quantity, pair[1] / pair[0], 0.0, left_over);
        }
    }
    rows
}

fn trims() -> Vec<Row> {
    let case = "squat of a slender hull";
    let mut rows = Vec::new();
    let mut row = |quantity: String, value: f64, reference: f64, tolerance: f64| {
        rows.push(Row { case, quantity, value, reference, tolerance });
    };
    for (froude, beam_and_draft_m, [part, left_over]) in TRIMS {
        let (lens, sections) = lens(beam_and_draft_m);
        let exact = squat(&sections, &channel(), froude).expect("it is slender").trim_rad.to_degrees();
        let trims = OF_TRIMS_M.map(|dx| measure(lens.clone(), Under::SoftHead, froude, dx).trim_deg);
        for (dx, trim) in OF_TRIMS_M.into_iter().zip(trims) {
            let tolerance = part * dx / OF_TRIMS_M[1] * exact.abs();
            row(format!("trim of a skew lens at Fr {froude}, Δx {dx} m [°]"), trim, exact, tolerance);
        }
        let left = (trims[1] - exact) / (trims[0] - exact);
        row(format!("error of the trim at Fr {froude}, of that at 2 Δx"), left.abs(), 0.0, left_over);
    }
    rows
}

/// A wall-sided ship of a beam and draft that is fuller towards its bow, and its sections about its center of mass.
pub(super) fn lens([beam_m, draft_m]: [f64; 2]) -> (Towed, Sections) {
    let half = 0.5 * LENGTH_M;
    let breadth = |part: f64| beam_m * (1.0 - part * part) * (1.0 + 0.4 * part);
    let outline = one_body::outline(LENGTH_M, breadth);
    // ∫ (1 − ξ²) (1 + 0.4 ξ) dξ and with ξ, over −1 to 1.
    let (plane, moment) = (beam_m * half * 4.0 / 3.0, beam_m * half * half * 0.4 * 4.0 / 15.0);
    let center = moment / plane;
    let towed = Towed {
        hull: format!("{{ kind = \"prism\", outline_m = {outline:?}, height_m = {} }}", 2.0 * draft_m),
        length_m: LENGTH_M,
        mass_kg: 1000.0 * plane * draft_m,
        center_of_mass_m: [center, 0.0, draft_m],
    };
    let of = |x: f64| [draft_m, 1.0].map(|factor| breadth((x + center) / half) * factor);
    let sections = Sections::from_fn([-half - center, half - center], 1000, of).expect("it has a length");
    (towed, sections)
}
