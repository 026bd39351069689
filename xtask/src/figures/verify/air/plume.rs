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

const CELLS: [usize; 3] = [72, 72, 80];
/// Of momentum and of smoke, cells² a step.
const VISCOSITY: f64 = 0.025;
/// `W`, cells a step.
const SPEED: f64 = 0.05;
const BUOYANCY: f64 = 1e-3;
const STEPS: usize = 6000;
/// Heights between which the plume is measured: above its source's own size, below what the top disturbs.
const HEIGHTS: [usize; 2] = [24, 56];

/// Speed on the axis at a height, and the radius at which it is half of that.
fn section(air: &Air, k: usize) -> [f64; 2] {
    let middle = (CELLS[0] / 2) as isize;
    let rising = |i: isize| f64::from(air.moments([i, middle, k as isize]).velocity[2]);
    let axis = rising(middle);
    let half = (middle..CELLS[0] as isize - 1).find(|&i| rising(i + 1) < 0.5 * axis).unwrap_or(middle);
    let [inner, outer] = [rising(half), rising(half + 1)];
    [axis, (half - middle) as f64 + (inner - 0.5 * axis) / (inner - outer)]
}

pub(in crate::verify) fn plume() -> Vec<Row> {
    let collision = Collision::Trt { tau: 0.5 + 3.0 * VISCOSITY, magic: 0.1875 };
    let builder = Air::builder(CELLS).collision(collision).diffusivity(VISCOSITY).buoyancy(BUOYANCY);
    let mut air = builder.ends([Ends::Given; 3]).build().expect("in range");
    let rate = 2.0 * PI * VISCOSITY * SPEED * SPEED / BUOYANCY;
    let mut builder = AirBoundary::builder();
    let near = each([3, 3, 1]).map(|cell| cell.map(|at| at as usize));
    for [i, j, _] in near {
        builder = builder.source([CELLS[0] / 2 - 1 + i, CELLS[1] / 2 - 1 + j, 2], rate / 9.0);
    }
    for side in AirSide::ALL.into_iter().filter(|&side| side != AirSide::Bottom) {
        builder = builder.side(side, AirSideKind::Open { concentration: 0.0 });
    }
    let mut boundary = builder.build(&mut air).expect("in range");
    let before = air.totals(|_| true);
    let (mut booked, mut given, mut lifted) = (AirExchange::default(), 0.0, 0.0);
    for _ in 0..STEPS {
        boundary.apply(&mut air);
        assert!(air.step(), "a plume rises: {:?}", air.trouble());
        booked.add(&boundary.ledger().total());
        given += boundary.ledger().sources();
        lifted += boundary.ledger().buoyancy();
    }
    let after = air.totals(|_| true);
    let [low, high] = HEIGHTS.map(|k| section(&air, k));
    let middle = section(&air, (HEIGHTS[0] + HEIGHTS[1]) / 2)[0];
    let growth = (high[1].powi(2) - low[1].powi(2)) / (HEIGHTS[1] - HEIGHTS[0]) as f64;
    let law = 12.0 * (2.0f64.sqrt() - 1.0) * VISCOSITY / SPEED;
    let lost: f64 = (0..3).map(|a| (after.momentum[a] - before.momentum[a] - booked.momentum[a]).abs()).sum();
    let row = |quantity: &str, value, reference, tolerance| Row {
        case: "plume of smoke",
        quantity: quantity.to_owned(),
        value,
        reference,
        tolerance,
    };
    vec![
        row("speed on the axis, over W", middle / SPEED, 1.0, 0.1),
        row("growth of (half width)², over law", growth / law, 1.0, 0.1),
        row("smoke, beyond the books / given", (after.smoke - booked.smoke) / given, 0.0, 1e-6),
        row("gas, beyond the books / all", (after.mass - before.mass - booked.mass) / after.mass, 0.0, 1e-6),
        row("momentum, beyond the books / lifted", lost / lifted, 0.0, 1e-5),
    ]
}
