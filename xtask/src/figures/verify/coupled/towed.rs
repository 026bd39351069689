//! Hulls under a carriage that holds all their motions, in water 1 m deep: resistance above and below the critical speed, at
//! rest over ground and in currents.

use viewer::sim::Measured;

use super::tank;
use crate::verify::reference::{ParabolicHull, Shallow, resistance_n};
use crate::verify::row::Row;

const HULL: ParabolicHull =
    ParabolicHull { length_m: 5.0, beam_m: 1.0, depth_m: 0.1, fullness: 0.5, draught_m: 0.05 };

/// Half of the width of the tank: beyond it the walls' reflections meet the wake behind the hull.
const ASIDE_M: f64 = 5.0;

/// For still water: the least viscosity.
const CALM: &str = "{ tau = 0.51, gravity_number = 0.1 }";

/// For currents up to Fr 0.8: stable in them, and below a quarter of the lattice speed, at which the column under a hull is limited.
const STREAM: &str = "{ tau = 0.65, gravity_number = 0.06 }";

/// A run of the carriage.
struct Towing {
    /// Of the motion through the water, over `√(g H)`.
    froude: f64,
    /// Of the current along the tank.
    current: f64,
    cell_size_m: f64,
    seconds: f64,
    solver: &'static str,
}

impl Towing {
    /// Above the critical speed, for as long as the waves of the start take to leave the hull and a third more, over which
    /// the forces are averaged.
    fn above(froude: f64, current: f64, cell_size_m: f64, solver: &'static str) -> Self {
        let behind_s = HULL.length_m / ((froude - 1.0) * water().wave_speed_m_s());
        Self { froude, current, cell_size_m, seconds: 1.4 * behind_s, solver }
    }

    /// What the carriage measures, in a tank that is closed to a ring; nothing where the run failed.
    fn measure(&self) -> Option<Measured> {
        let Self { froude, current, cell_size_m: dx, seconds, solver } = *self;
        let celerity = water().wave_speed_m_s();
        let (speed, current_m_s) = ((froude + current) * celerity, current * celerity);
        let ParabolicHull { length_m, beam_m, depth_m, fullness, draught_m } = HULL;
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
            solver = {solver}
            coupling = {{ samples_per_side = 5 }}
            sides.west.kind = "periodic"
            sides.east.kind = "periodic"
            [body.hull]
            hull = {{ kind = "parabolic", length_m = {length_m}, beam_m = {beam_m}, depth_m = {depth_m}, fullness = {fullness}, sections = 81, points = 40 }}
            mass_kg = {}
            center_of_mass_m = [0.0, 0.0, {draught_m}]
            position_m = [{start}, {}, 1.0]
            drag = 0.0
            tow = {{ speed_m_s = {speed}, ramp_s = 0.0, free = [] }}
            "#,
            1000.0 * HULL.volume_m3(),
            0.5 * across,
        );
        let mut world = tank::world(&text);
        tank::run(&mut world, seconds, |_| ()).then(|| tank::body(&world).tow.map(|tow| tow.mean)).flatten()
    }

    fn resistance_n(&self) -> f64 {
        self.measure().map_or(f64::NAN, |measured| measured.resistance_n)
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
        for cell_size_m in [0.1, 0.05] {
            let exact = linear_n(froude);
            let quantity = format!("R at Fr {froude}, Δx {cell_size_m} m [N]");
            let value = Towing::above(froude, 0.0, cell_size_m, CALM).resistance_n();
            rows.push(row(quantity, value, exact, 0.05 * exact));
        }
    }
    for froude in [0.3, 0.5, 0.8] {
        let value =
            Towing { froude, current: 0.0, cell_size_m: 0.1, seconds: 20.0, solver: CALM }.resistance_n();
        rows.push(row(format!("R at Fr {froude} [N]"), value, 0.0, 0.03 * linear_n(1.6)));
    }
    let in_current = |current: f64| Towing::above(1.6, current, 0.1, STREAM).resistance_n();
    let still = in_current(0.0);
    for current in [-0.8, -0.4, 0.2, 0.4] {
        let quantity = format!("R at Fr 1.6 in a current of Fr {current} [N]");
        rows.push(row(quantity, in_current(current), still, 0.02 * still.abs()));
    }
    rows
}
