//! Hulls under a carriage that holds all their motions, in water 1 m deep: resistance above and below the critical speed, at
//! rest over ground and in currents.

use viewer::sim::Measured;

use super::tank;
use crate::verify::reference::{ParabolicHull, Shallow, resistance_n};
use crate::verify::row::Row;

const HULL: ParabolicHull =
    ParabolicHull { length_m: 5.0, beam_m: 1.0, depth_m: 0.1, fullness: 0.5, draft_m: 0.05 };

/// Half of the width of the tank: beyond it the walls' reflections meet the wake behind the hull.
const ASIDE_M: f64 = 5.0;

/// Solver that is stable in currents up to Froude number 0.8, which are slower than a quarter of the lattice speed, at which the column under a hull is
/// limited.
const SOLVER: &str = "{ tau = 0.55, gravity_number = 0.06 }";

/// A run of the carriage.
struct Towing {
    /// Speed through the water, over `√(g H)`.
    froude: f64,
    /// Speed of the current along the tank, over the same.
    current: f64,
    cell_size_m: f64,
    seconds: f64,
}

impl Towing {
    /// Above the critical speed, for as long as the waves of the start take to leave the hull and a third more, over which
    /// the forces are averaged.
    fn above(froude: f64, current: f64, cell_size_m: f64) -> Self {
        let behind_s = HULL.length_m / ((froude - 1.0) * water().wave_speed_m_s());
        Self { froude, current, cell_size_m, seconds: 1.4 * behind_s }
    }

    /// Measurements of the carriage in a tank that is closed to a ring, and the highest wave at the end, m; nothing where the run
    /// failed.
    fn measure(&self) -> Option<(Measured, f64)> {
        let Self { froude, current, cell_size_m: dx, seconds } = *self;
        let celerity = water().wave_speed_m_s();
        let (speed, current_m_s) = ((froude + current) * celerity, current * celerity);
        let ParabolicHull { length_m, beam_m, depth_m, fullness, draft_m } = HULL;
        // What the hull passes of the water, and the waves of the start before and behind it.
        let ring = froude.max(1.0) * celerity * seconds + celerity * seconds + 3.0 * length_m;
        let cells = [ring, 2.0 * ASIDE_M].map(|size| (size / dx).round() as usize);
        let [along, across] = cells.map(|n| n as f64 * dx);
        // The water carries the start back or ahead by its current.
        let start = celerity * seconds + length_m - current_m_s.min(0.0) * seconds;
        let start = if speed < 0.0 { along - length_m } else { start.min(along - length_m) };
        let text = format!(
            r#"
            title = "towed"
            duration_s = {seconds}
            grid = {{ cells = {cells:?}, cell_size_m = {dx} }}
            water = {{ depth_m = 1.0, column = [{{ x_m = [0.0, {along}], depth_m = 1.0, velocity_m_s = [{current_m_s:?}, 0.0] }}] }}
            solver = {SOLVER}
            coupling = {{ samples_per_side = 5 }}
            sides.west.kind = "periodic"
            sides.east.kind = "periodic"
            [body.hull]
            hull = {{ kind = "parabolic", length_m = {length_m}, beam_m = {beam_m}, depth_m = {depth_m}, fullness = {fullness}, sections = 81, points = 40 }}
            mass_kg = {}
            center_of_mass_m = [0.0, 0.0, {draft_m}]
            position_m = [{start}, {}, 1.0]
            drag = 0.0
            tow = {{ speed_m_s = {speed}, ramp_s = 0.0, free = [] }}
            "#,
            1000.0 * HULL.volume_m3(),
            0.5 * across,
        );
        let mut world = tank::world(&text);
        let finished = tank::run(&mut world, seconds, |_| ());
        let highest_m = world.fields().eta_m.iter().fold(0.0f32, |highest, eta| highest.max(eta.abs()));
        let tow = tank::body(&world).tow.filter(|_| finished)?;
        Some((tow.mean, f64::from(highest_m)))
    }

    fn resistance_n(&self) -> f64 {
        self.measure().map_or(f64::NAN, |(measured, _)| measured.resistance_n)
    }
}

fn water() -> Shallow {
    Shallow::fresh(1.0)
}

/// Resistance by linear theory above the critical speed.
fn linear_n(froude: f64) -> f64 {
    let size = [HULL.length_m, HULL.waterline_beam_m()];
    resistance_n(&water(), froude, size, |x, y| HULL.thickness_m(x, y))
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
        let [coarse, fine] = [0.1, 0.05].map(|dx| Towing::above(froude, 0.0, dx).resistance_n());
        rows.push(row(format!("R at Fr {froude}, Δx 0.1 m [N]"), coarse, exact, 0.15 * exact));
        rows.push(row(format!("R at Fr {froude}, Δx 0.05 m [N]"), fine, exact, 0.05 * exact));
        let left = (fine - exact) / (coarse - exact);
        rows.push(row(format!("error of R at Fr {froude}, of that at 2 Δx"), left.abs(), 0.0, 0.6));
    }
    // Near the critical speed the lattice's own error is largest.
    for (froude, cell_size_m) in [(0.3, 0.1), (0.5, 0.1), (0.8, 0.05)] {
        let value = Towing { froude, current: 0.0, cell_size_m, seconds: 20.0 }.resistance_n();
        rows.push(row(format!("R at Fr {froude}, Δx {cell_size_m} m [N]"), value, 0.0, 0.03 * linear_n(1.6)));
    }
    let in_current = |current: f64| Towing::above(1.6, current, 0.1).resistance_n();
    let still = in_current(0.0);
    for current in [-0.8, -0.4, 0.2, 0.4] {
        let quantity = format!("R at Fr 1.6 in a current of Fr {current} [N]");
        rows.push(row(quantity, in_current(current), still, 0.02 * still.abs()));
    }
    let drifting = Towing { froude: 0.0, current: 0.3, cell_size_m: 0.1, seconds: 10.0 }.measure();
    let (force_n, highest_m) =
        drifting.map_or((f64::NAN, f64::NAN), |(measured, highest_m)| (measured.resistance_n, highest_m));
    rows.push(row("R drifting at Fr 0.3 [N]".into(), force_n, 0.0, 0.02 * linear_n(1.6)));
    rows.push(row("wave over draft, drifting at Fr 0.3".into(), highest_m / HULL.draft_m, 0.0, 0.01));
    rows
}
