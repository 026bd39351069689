//! A wall-sided hull with a draft of half the depth, towed slowly: inviscid shallow water would not resist it, so what does is
//! the lattice's viscosity at its rim. With displaced volume that has momentum and comes all at once, the pressure's reaction at the
//! rim, and the inertia and viscosity of the head instead of the column, the coefficient is −0.159 and −0.142 on these grids.
//!
//! At a given relaxation time the viscosity `e Δx (2 τ − 1) / 6` goes with the size of the cells, and the drag falls with it: at τ = 1 it is
//! 0.076 and 0.054 on these grids, at 0.6 0.017 and 0.012. At 0.51 it is 0.0017 and 0.0012.

use super::one_body;
use crate::verify::row::Row;

const FROUDE: f64 = 0.2;

pub(in crate::verify) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    // The drag as measured, and half as much again.
    for (tau, cells) in [(0.51, [(0.2, 0.0026), (0.1, 0.0019)]), (1.0, [(0.2, 0.114), (0.1, 0.081)])] {
        rows.extend(cells.map(|(dx, most)| Row {
            case: "wall-sided hull, slow",
            quantity: format!("R / (½ ρ U² B T), Fr {FROUDE}, τ {tau}, Δx {dx} m"),
            value: coefficient(tau, dx),
            reference: 0.0,
            tolerance: most,
        }));
    }
    rows
}

/// A lens 6 m long and 1 m broad that draws 0.5 m in water 1 m deep and 12 m wide.
fn coefficient(tau: f64, dx: f64) -> f64 {
    const SECONDS: f64 = 30.0;
    let speed = FROUDE * 9.81f64.sqrt();
    let half = |x: f64| 0.5 * (1.0 - (x / 3.0).powi(2));
    let side = (0..48).map(|k| -3.0 + 0.125 * f64::from(k));
    let outline: Vec<[f64; 2]> =
        side.clone().map(|x| [x, -half(x)]).chain(side.map(|x| [-x, half(x)])).collect();
    let text = format!(
        r#"
        title = "slow"
        duration_s = {SECONDS}
        grid = {{ cells = [{}, {}], cell_size_m = {dx} }}
        water = {{ level_m = 1.0 }}
        solver = {{ tau = {tau:?} }}
        coupling = {{ samples_per_side = 5 }}
        sides = {{ west = {{ kind = "sponge", width_m = 4.0 }}, east = {{ kind = "sponge", width_m = 4.0 }} }}
        [body.hull]
        hull = {{ kind = "prism", outline_m = {outline:?}, height_m = 1.0 }}
        mass_kg = {}
        center_of_mass_m = [0.0, 0.0, 0.4]
        position_m = [10.0, 6.0]
        drag = 0.0
        tow = {{ speed_m_s = {speed}, ramp_s = 10.0, free = [] }}
        "#,
        (38.0 / dx).round(),
        (12.0 / dx).round(),
        // ⅔ L B T.
        1000.0 * 2.0 / 3.0 * 6.0 * 0.5
    );
    let mut world = one_body::world(&text);
    let finished = one_body::run(&mut world, SECONDS, |_| ());
    let resistance_n =
        one_body::body(&world).tow.filter(|_| finished).map_or(f64::NAN, |tow| tow.mean.resistance_n);
    resistance_n / (0.5 * 1000.0 * speed * speed * 0.5)
}
