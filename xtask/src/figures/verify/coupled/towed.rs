//! Hulls under a carriage that holds all their motions, in water 1 m deep: resistance above and below the critical speed, at
//! rest over ground and in currents.

use hydro_forces::slender::Channel;
use viewer::sim::World;

use super::carriage::{Towed, Towing};
use crate::verify::reference::{ParabolicHull, Under, resistance_n};
use crate::verify::row::Row;

const HULL: ParabolicHull =
    ParabolicHull { length_m: 5.0, beam_m: 1.0, depth_m: 0.1, fullness: 0.5, draft_m: 0.05 };

/// Width of the tank: in a narrower one the walls' reflections meet the wake behind the hull.
const WIDTH_M: f64 = 10.0;

/// A run of the hull, at rest over ground where there is no current, held in all its motions.
fn held(froude: f64, current: f64, cell_size_m: f64, seconds: f64) -> Towing {
    let current = Some(current);
    let towed = Towed::from(HULL);
    Towing { towed, under: Under::SoftHead, froude, current, width_m: WIDTH_M, cell_size_m, ramp_s: 0.0, seconds, free: &[] }
}

/// Above the critical speed, for as long as the waves of the start take to leave the hull and a third more, over which the forces
/// are averaged.
fn above(froude: f64, current: f64, cell_size_m: f64) -> f64 {
    let behind_s = HULL.length_m / ((froude - 1.0) * Channel::default().wave_speed_m_s());
    measured_n(&held(froude, current, cell_size_m, 1.4 * behind_s))
}

fn measured_n(towing: &Towing) -> f64 {
    towing.measure().map_or(f64::NAN, |(measured, _)| measured.resistance_n)
}

/// Resistance by linear theory above the critical speed.
fn linear_n(froude: f64) -> f64 {
    let size = [HULL.length_m, HULL.waterline_beam_m()];
    resistance_n(&Channel::default(), froude, size, |x, y| HULL.thickness_m(x, y))
}

pub(in crate::verify) fn resistance() -> Vec<Row> {
    let row = |quantity: String, value: f64, reference: f64, tolerance: f64| Row {
        case: "towed hull",
        quantity,
        value,
        reference,
        tolerance,
    };
    let mut rows = Vec::new();
    for froude in [1.2, 1.6, 2.5] {
        let exact = linear_n(froude);
        let [coarse, fine] = [0.1, 0.05].map(|dx| above(froude, 0.0, dx));
        rows.push(row(format!("R at Fr {froude}, Δx 0.1 m [N]"), coarse, exact, 0.15 * exact));
        rows.push(row(format!("R at Fr {froude}, Δx 0.05 m [N]"), fine, exact, 0.05 * exact));
        // Linear theory leaves out what is of second order in the hull's thickness, some hundredths of it: near the critical speed, where
        // that is most, the two grids lie on either side of it.
        if froude > 1.5 {
            let left = (fine - exact).abs() / (coarse - exact).abs();
            rows.push(row(format!("error of R at Fr {froude}, of that at 2 Δx"), left, 0.0, 0.6));
        }
    }
    // Near the critical speed the lattice's own error is largest.
    for (froude, cell_size_m, part) in [(0.3, 0.1, 0.003), (0.5, 0.1, 0.01), (0.8, 0.05, 0.03)] {
        let value = measured_n(&held(froude, 0.0, cell_size_m, 20.0));
        rows.push(row(format!("R at Fr {froude}, Δx {cell_size_m} m [N]"), value, 0.0, part * linear_n(1.6)));
    }
    let in_current = |current: f64| above(1.6, current, 0.1);
    let still = in_current(0.0);
    for current in [-0.8, -0.4, 0.2, 0.4] {
        let quantity = format!("R at Fr 1.6 in a current of Fr {current} [N]");
        rows.push(row(quantity, in_current(current), still, 0.02 * still.abs()));
    }
    // In the faster current the lattice itself errs in the cells under the hull's ends, which are sharper than any grid: what leaves them
    // counts as a wave.
    for (froude, away) in [(0.3, 0), (0.8, 2)] {
        let (force_n, wave) =
            held(0.0, froude, 0.1, 10.0).measure().map_or((f64::NAN, f64::NAN), |(measured, world)| {
                (measured.resistance_n, highest_m(&world, away) / HULL.draft_m)
            });
        rows.push(row(format!("R drifting at Fr {froude} [N]"), force_n, 0.0, 0.02 * linear_n(1.6)));
        let place = if away == 0 { "" } else { " beside the hull" };
        rows.push(row(format!("wave over draft{place}, drifting at Fr {froude}"), wave, 0.0, 0.01));
    }
    rows
}

/// The highest wave, m, in cells that are at least `away` cells from those under the hull.
fn highest_m(world: &World, away: usize) -> f64 {
    let [nx, ny] = world.cells();
    let mut near = vec![false; nx * ny];
    for wet in world.wet_section().iter().filter(|_| away > 0) {
        let [i, j] = [wet.index as usize % nx, wet.index as usize / nx];
        for row in j.saturating_sub(away - 1)..(j + away).min(ny) {
            near[row * nx + i.saturating_sub(away - 1)..row * nx + (i + away).min(nx)].fill(true);
        }
    }
    let levels = world.fields().eta_m.iter().zip(near).filter(|(_, near)| !near);
    levels.fold(0.0, |highest, (eta, _)| highest.max(f64::from(eta.abs())))
}
