//! Smoke that rises from a small source over a floor, in air at rest: the similarity law of the laminar plume, and the books.
//!
//! Of a flux of buoyancy `F`, where the smoke spreads as momentum does, Yih (1951) solved the equations of the boundary layer:
//! with the length `L = ν / W` and the distance `z` from the virtual source
//!
//! ```text
//! w = W / (1 + r² / 12 L z)²,   W = √(F / 2 π ν),   C ∝ 1 / z (1 + r² / 12 L z)³
//! ```

use std::f64::consts::PI;

use lbm_boundary::{AirBoundary, AirExchange, AirSide, AirSideKind};
use lbm_core::{Air, Collision, Ends};

use super::each;
use crate::verify::row::Row;

/// `W`, cells a step.
const SPEED: f64 = 0.05;

/// A plume in a grid of `[9, 9, 10] · n` cells; lengths and times in cells and steps go as `n`.
struct Plume {
    n: usize,
    cells: [usize; 3],
    /// Viscosity, and diffusivity of the smoke, cells² a step.
    viscosity: f64,
    air: Air,
    /// Beyond the books: smoke over what was given, mass over all, momentum over what buoyancy gave.
    lost: [f64; 3],
}

impl Plume {
    fn new(n: usize) -> Self {
        let cells = [9, 9, 10].map(|side| side * n);
        let (viscosity, buoyancy) = (0.025 / 8.0 * n as f64, 8e-3 / n as f64);
        let collision = Collision::Trt { tau: 0.5 + 3.0 * viscosity, magic: 0.1875 };
        let builder = Air::builder(cells).collision(collision).diffusivity(viscosity).buoyancy(buoyancy);
        let mut air = builder.ends([Ends::Given; 3]).build().expect("in range");
        let rate = 2.0 * PI * viscosity * SPEED * SPEED / buoyancy;
        // A square of about a twenty-fourth of the width.
        let side = (3 * n).div_ceil(8) | 1;
        let mut builder = AirBoundary::builder();
        for [i, j, _] in each([side, side, 1]).map(|cell| cell.map(|at| at as usize)) {
            let from = (cells[0] - side).div_ceil(2);
            builder = builder.source([from + i, from + j, n / 4], rate / (side * side) as f64);
        }
        for side in AirSide::ALL.into_iter().filter(|&side| side != AirSide::Bottom) {
            builder = builder.side(side, AirSideKind::Open { concentration: 0.0 });
        }
        let mut boundary = builder.build(&mut air).expect("in range");
        let before = air.totals(|_| true);
        let (mut booked, mut given, mut lifted) = (AirExchange::default(), 0.0, 0.0);
        for _ in 0..750 * n {
            boundary.apply(&mut air);
            assert!(air.step(), "a plume rises: {:?}", air.trouble());
            booked.add(&boundary.ledger().total());
            given += boundary.ledger().sources();
            lifted += boundary.ledger().buoyancy();
        }
        let after = air.totals(|_| true);
        let momentum = |a: usize| (after.momentum[a] - before.momentum[a] - booked.momentum[a]).abs();
        let lost = [
            (after.smoke - booked.smoke) / given,
            (after.mass - before.mass - booked.mass) / after.mass,
            (0..3).map(momentum).sum::<f64>() / lifted,
        ];
        Self { n, cells, viscosity, air, lost }
    }

    /// Speed on the axis at a height, and the radius at which it is half of that.
    fn section(&self, k: usize) -> [f64; 2] {
        let middle = (self.cells[0] / 2) as isize;
        let rising = |i: isize| f64::from(self.air.moments([i, middle, k as isize]).velocity[2]);
        let axis = rising(middle);
        let half =
            (middle..self.cells[0] as isize - 1).find(|&i| rising(i + 1) < 0.5 * axis).unwrap_or(middle);
        let [inner, outer] = [rising(half), rising(half + 1)];
        [axis, (half - middle) as f64 + (inner - 0.5 * axis) / (inner - outer)]
    }

    /// Speed on the axis over `W`, and the growth of the squared half width over the law's: above the source's own size, below what the top
    /// disturbs.
    fn over_law(&self) -> [f64; 2] {
        let [low, middle, high] = [3, 5, 7].map(|at| self.section(at * self.n));
        let growth = (high[1].powi(2) - low[1].powi(2)) / (4 * self.n) as f64;
        let law = 12.0 * (2.0f64.sqrt() - 1.0) * self.viscosity / SPEED;
        [middle[0] / SPEED, growth / law]
    }
}

pub(in crate::verify) fn plume() -> Vec<Row> {
    let row = |quantity: String, value, reference, tolerance| Row {
        case: "plume of smoke",
        quantity,
        value,
        reference,
        tolerance,
    };
    let [coarse, fine] = [4, 8].map(Plume::new);
    let mut rows = Vec::new();
    for (plume, tolerance) in [(&coarse, 0.2), (&fine, 0.1)] {
        let [speed, growth] = plume.over_law();
        let [nx, ny, nz] = plume.cells;
        rows.push(row(format!("speed on the axis, over W, {nx} × {ny} × {nz} cells"), speed, 1.0, tolerance));
        rows.push(row(
            format!("growth of (half width)² over law, {nx} × {ny} × {nz}"),
            growth,
            1.0,
            tolerance,
        ));
    }
    let [smoke, mass, momentum] = fine.lost;
    rows.push(row("smoke, beyond the books / given".to_owned(), smoke, 0.0, 1e-6));
    rows.push(row("gas, beyond the books / all".to_owned(), mass, 0.0, 1e-6));
    rows.push(row("momentum, beyond the books / lifted".to_owned(), momentum, 0.0, 1e-6));
    rows
}
