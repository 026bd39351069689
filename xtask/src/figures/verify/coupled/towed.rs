//! Hulls under a carriage that holds all their motions, in water 1 m deep: resistance above and below the critical speed, at
//! rest over ground and in currents.

use glam::DVec2;
use hydro_forces::slender::{Channel, wave_resistance_n};
use viewer::sim::World;

use super::carriage::{Towed, Towing};
use super::one_body;
use super::squat::lens;
use crate::verify::reference::{ParabolicHull, Under, resistance_n};
use crate::verify::row::Row;

const HULL: ParabolicHull =
    ParabolicHull { length_m: 5.0, beam_m: 1.0, depth_m: 0.1, fullness: 0.5, draft_m: 0.05 };

/// Width of the tank: in a narrower one the walls' reflections meet the wake behind the hull.
const WIDTH_M: f64 = 10.0;

/// Hull of [`resistance_beside`]: its draft is a third of the depth, and it meets its own trough.
const DEEP: ParabolicHull =
    ParabolicHull { length_m: 4.0, beam_m: 0.8, depth_m: 0.6, fullness: 0.5, draft_m: 0.3 };

/// A run of the hull, at rest over ground where there is no current, held in all its motions.
fn held(froude: f64, current: f64, cell_size_m: f64, seconds: f64) -> Towing {
    let current = Some(current);
    let towed = Towed::from(HULL);
    Towing {
        towed,
        under: Under::SoftHead,
        schedule: "in-turn",
        froude,
        current,
        width_m: WIDTH_M,
        cell_size_m,
        ramp_s: 0.0,
        seconds,
        free: &[],
        drag: false,
    }
}

/// Above the critical speed, for as long as the waves of the start take to leave the hull and a third more, over which the forces
/// are averaged.
fn above(froude: f64, current: f64, cell_size_m: f64) -> f64 {
    measured_n(&held(froude, current, cell_size_m, above_s(froude)))
}

fn above_s(froude: f64) -> f64 {
    1.4 * HULL.length_m / ((froude - 1.0) * Channel::default().wave_speed_m_s())
}

fn measured_n(towing: &Towing) -> f64 {
    towing.measure().map_or(f64::NAN, |(measured, _)| measured.resistance_n)
}

/// Resistance by linear theory above the critical speed.
fn linear_n(hull: &ParabolicHull, froude: f64) -> f64 {
    let size = [hull.length_m, hull.waterline_beam_m()];
    resistance_n(&Channel::default(), froude, size, |x, y| hull.thickness_m(x, y))
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
    // The faster the hull, the shorter the waves that its ends make, which the cells soften.
    for (froude, cells) in [
        (1.2, &[(0.1, 0.15), (0.05, 0.05)][..]),
        (1.6, &[(0.1, 0.15), (0.05, 0.05)]),
        (2.5, &[(0.1, 0.2), (0.05, 0.1), (0.025, 0.05)]),
    ] {
        let exact = linear_n(&HULL, froude);
        for (dx, part) in cells {
            let value = above(froude, 0.0, *dx);
            rows.push(row(format!("R at Fr {froude}, Δx {dx} m [N]"), value, exact, part * exact));
        }
    }
    // Near the critical speed the lattice's own error is largest.
    for (froude, part) in [(0.3, 0.003), (0.5, 0.01), (0.8, 0.03)] {
        for (cell_size_m, slack) in [(0.1, 1.5), (0.05, 1.0)] {
            let value = measured_n(&held(froude, 0.0, cell_size_m, 20.0));
            let bound = slack * part * linear_n(&HULL, 1.6);
            rows.push(row(format!("R at Fr {froude}, Δx {cell_size_m} m [N]"), value, 0.0, bound));
        }
    }
    for (cell_size_m, part) in [(0.1, 0.025), (0.05, 0.02)] {
        let in_current = |current: f64| above(1.6, current, cell_size_m);
        let still = in_current(0.0);
        for current in [-0.8, -0.4, 0.2, 0.4] {
            let quantity = format!("R at Fr 1.6 in a current of Fr {current}, Δx {cell_size_m} m [N]");
            rows.push(row(quantity, in_current(current), still, part * still.abs()));
        }
    }
    rows.extend(linear_part());
    rows.extend(drifting());
    rows
}

/// Hulls that are projected beside the water's step push it, and it them, a step behind their motion, both in the same place: towed steadily they meet
/// the resistance of hulls that are projected in turn. It is held against [`on_own_slope_n`], what it would be more if the water pressed on the hull
/// where it is a step later. What is left is its change in a step: near the critical speed it takes long to become steady.
pub(super) fn resistance_beside() -> Vec<Row> {
    let rows = |(froude, cell_size_m): (f64, f64)| {
        let [in_turn, beside] = ["in-turn", "side-by-side"].map(|schedule| {
            let in_still_water = held(froude, 0.0, cell_size_m, 12.0);
            let towing =
                Towing { towed: DEEP.into(), schedule, current: None, ramp_s: 2.0, ..in_still_water };
            towing.measure().map_or([f64::NAN; 2], |(measured, world)| {
                [measured.resistance_n, on_own_slope_n(&world, measured.speed_m_s)]
            })
        });
        Row {
            case: "side by side, towed",
            quantity: format!("R − R in turn at Fr {froude}, Δx {cell_size_m} m [N]"),
            value: beside[0] - in_turn[0],
            reference: 0.0,
            tolerance: 0.05 * in_turn[1].abs(),
        }
    };
    [(0.5, 0.1), (0.8, 0.2), (0.8, 0.1)].map(rows).into()
}

/// Force `ρ g U Δt ∫ ∂b/∂x ∂η/∂x dA` by which the pressure along a hull changes on the way of a time step.
fn on_own_slope_n(world: &World, speed_m_s: f64) -> f64 {
    let slopes = sum_along(world, |eta, b| 0.25 * (eta[2] - eta[0]) * (b[2] - b[0]));
    1000.0 * world.gravity_m_s2() * speed_m_s * world.time_step_s() * slopes
}

/// What of the resistance above the critical speed is linear. Waves press on the hull's sides above the still level too, with ½ ρ g η² a meter
/// of the waterline, more at the bow than at the stern. Linear theory leaves that out; as a part of R it goes with the beam over the length,
/// however small the draft is, and it is greater under a rigid lid, where the surface ends at the hull. So what presses below the
/// still level is held against theory by itself, and all of it as the beam shrinks. The cells take 4 % of a slender hull's, and of what presses
/// below the still level on a lid at Fr 1.2 7 %, 11 % where they are twice as long.
fn linear_part() -> Vec<Row> {
    const CELL_SIZE_M: f64 = 0.05;
    let mut rows = Vec::new();
    for (case, under, parts, below_parts) in [
        ("towed hull", Under::SoftHead, [0.05; 3], [0.11, 0.03]),
        ("towed lid", Under::RigidLid, [0.2, 0.05, 0.05], [0.12, 0.07]),
    ] {
        let towing = |hull: ParabolicHull, froude: f64, cell_size_m: f64| Towing {
            towed: hull.into(),
            under,
            ..held(froude, 0.0, cell_size_m, above_s(froude))
        };
        let mut row = |quantity: String, value: f64, reference: f64, part: f64| {
            rows.push(Row { case, quantity, value, reference, tolerance: part * reference });
        };
        for (beam_m, part) in [1.0, 0.5, 0.25].into_iter().zip(parts) {
            let hull = ParabolicHull { beam_m, ..HULL };
            let beam = hull.waterline_beam_m() / hull.length_m;
            let value = measured_n(&towing(hull, 1.6, CELL_SIZE_M));
            row(format!("R at Fr 1.6, beam {beam:.3} of the length [N]"), value, linear_n(&hull, 1.6), part);
        }
        for froude in [1.2, 1.6] {
            for (cell_size_m, part) in [2.0 * CELL_SIZE_M, CELL_SIZE_M].into_iter().zip(below_parts) {
                let run = towing(HULL, froude, cell_size_m).measure();
                let below = run.map_or(f64::NAN, |(_, world)| below_still_level_n(&world));
                let quantity = format!("R below the still level, Fr {froude}, Δx {cell_size_m} m [N]");
                row(quantity, below, linear_n(&HULL, froude), part);
            }
        }
    }
    // On finer cells the facets of the other runs' hull would make waves of their own.
    for (cell_size_m, part) in [(CELL_SIZE_M, 0.04), (0.5 * CELL_SIZE_M, 0.02)] {
        let smooth =
            Towing { towed: Towed::of_facets(HULL, [401, 100]), ..held(1.6, 0.0, cell_size_m, above_s(1.6)) };
        rows.push(Row {
            case: "towed hull",
            quantity: format!("R at Fr 1.6, 400 sections, Δx {cell_size_m} m [N]"),
            value: measured_n(&smooth),
            reference: linear_n(&HULL, 1.6),
            tolerance: part * linear_n(&HULL, 1.6),
        });
    }
    rows
}

/// Resistance `−ρ g ∫ η ∂b/∂x` by the pressure under a hull in fresh water, up to the still level.
fn below_still_level_n(world: &World) -> f64 {
    let presses = sum_along(world, |eta, b| 0.5 * eta[1] * (b[2] - b[0]));
    -1000.0 * world.gravity_m_s2() * world.cell_size_m() * presses
}

/// Sum over the cells that are not at the ends of a tank, given elevations and submerged thicknesses, m, in the cells before, in and behind them along x.
fn sum_along(world: &World, of: impl Fn([f64; 3], [f64; 3]) -> f64) -> f64 {
    let ([nx, _], levels) = (world.cells(), &world.fields().eta_m);
    let mut thickness_m = vec![0.0; levels.len()];
    world.wet_section().iter().for_each(|wet| thickness_m[wet.index as usize] += f64::from(wet.thickness_m));
    let cells = (1..levels.len() - 1).filter(|cell| (1..nx - 1).contains(&(cell % nx)));
    let beside = |cell: usize| [cell - 1, cell, cell + 1];
    cells
        .map(|cell| of(beside(cell).map(|at| f64::from(levels[at])), beside(cell).map(|at| thickness_m[at])))
        .sum()
}

/// Hulls that drift with the current, under a carriage that holds their speed, and free in all their motions. The waves' resistance that they would have held fast is none below the critical speed, by theory:
/// what pushes them is held against the drag that they have there, as a hull has that is given none, and against R at Fr 1.6.
///
/// At their rims, and where their ends are blunt, the thickness changes within a cell and the lattice errs: in the cells that touch them the
/// level is off by up to 7 % of the draft at Fr 0.8, and 2 % at Fr 0.3. What leaves that band is a wave, and falls with the size of the cells:
/// 1 % of the draft on the finer ones may be left.
fn drifting() -> Vec<Row> {
    /// Width of that band: three cells of the coarser grid.
    const BAND_M: f64 = 0.3;
    let (lens, sections) = lens([0.8, HULL.draft_m]);
    let of_lens = wave_resistance_n(&sections, &Channel::default(), 1.6).unwrap_or(f64::NAN);
    let mut rows = Vec::new();
    for (case, towed, under, fast_n, level) in [
        ("drifting, slender", HULL.into(), Under::SoftHead, linear_n(&HULL, 1.6), 0.01),
        ("drifting, wall-sided", lens.clone(), Under::SoftHead, of_lens, 0.02),
        ("drifting, slender, lid", HULL.into(), Under::RigidLid, linear_n(&HULL, 1.6), 0.01),
        ("drifting, wall-sided, lid", lens, Under::RigidLid, of_lens, 0.02),
    ] {
        let towing = |relative: f64, current: f64, cell_size_m: f64, seconds: f64| Towing {
            towed: Towed::clone(&towed),
            under,
            ..held(relative, current, cell_size_m, seconds)
        };
        for froude in [0.3, 0.8] {
            let held_n = measured_n(&Towing { drag: true, ..towing(-froude, froude, 0.1, 4.0) });
            for cell_size_m in [0.1, 0.05] {
                let mut row = |quantity: &str, value: f64, tolerance: f64| {
                    let quantity = format!("{quantity}, Fr {froude}, Δx {cell_size_m} m");
                    rows.push(Row { case, quantity, value, reference: 0.0, tolerance });
                };
                let with_current = towing(0.0, froude, cell_size_m, 10.0);
                let waves_of = |world: &World| waves_m(world, (BAND_M / cell_size_m).round() as usize);
                let (measured, waves) = match with_current.measure() {
                    Some((measured, world)) => (measured.resistance_n, waves_of(&world)),
                    None => (f64::NAN, [f64::NAN; 2]),
                };
                row("force over drag held fast", measured.abs() / held_n.abs(), 0.02);
                row("force over R at Fr 1.6", measured.abs() / fast_n, 0.02);
                row(&format!("wave over draft, {BAND_M} m off"), waves[0] / HULL.draft_m, 0.2 * cell_size_m);
                row("level under it, rms over draft", waves[1] / HULL.draft_m, level);
                let (slower, free_waves) = match with_current.adrift() {
                    Some(world) => {
                        let speed_m_s = one_body::body(&world).linvel_m_s.truncate();
                        let current_m_s = DVec2::X * with_current.speed_over_ground_m_s();
                        ((speed_m_s - current_m_s).length() / current_m_s.length(), waves_of(&world))
                    }
                    None => (f64::NAN, [f64::NAN; 2]),
                };
                row("free: speed through the water over the current", slower, 0.01);
                row(
                    &format!("free: wave over draft, {BAND_M} m off"),
                    free_waves[0] / HULL.draft_m,
                    0.2 * cell_size_m,
                );
            }
        }
    }
    rows
}

/// The highest wave, m, in cells that are at least `band` cells from those under the hull, and the root mean square of the level there.
fn waves_m(world: &World, band: usize) -> [f64; 2] {
    let ([nx, ny], levels) = (world.cells(), &world.fields().eta_m);
    let mut near = vec![false; nx * ny];
    for wet in world.wet_section() {
        let [i, j] = [wet.index as usize % nx, wet.index as usize / nx];
        for row in j.saturating_sub(band - 1)..(j + band).min(ny) {
            near[row * nx + i.saturating_sub(band - 1)..row * nx + (i + band).min(nx)].fill(true);
        }
    }
    let beside = levels.iter().zip(near).filter(|(_, near)| !near);
    let highest = beside.fold(0.0, |highest, (eta, _)| f64::from(eta.abs()).max(highest));
    let under = world.wet_section().iter().map(|wet| f64::from(levels[wet.index as usize]).powi(2));
    [highest, (under.sum::<f64>() / world.wet_section().len() as f64).sqrt()]
}
