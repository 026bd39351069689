//! A dam breaks: Stoker's exact solution, and what lies beyond it.

use lbm_core::{Collision, Lattice, LatticeBuilder, Units};

use super::Row;
use super::tank::{GRAVITY, Tank};

const LENGTH_M: f64 = 50.0;

/// Stoker (1957): water of depth `left` at x < 0 falls onto water of depth `right`.
struct Stoker {
    left: f64,
    right: f64,
    middle: f64,
    speed: f64,
    bore: f64,
}

impl Stoker {
    fn new(left: f64, right: f64) -> Self {
        let through_rarefaction = |h: f64| 2.0 * ((GRAVITY * left).sqrt() - (GRAVITY * h).sqrt());
        let through_bore = |h: f64| (h - right) * (0.5 * GRAVITY * (1.0 / h + 1.0 / right)).sqrt();
        let (mut low, mut high) = (right, left);
        for _ in 0..100 {
            let h = 0.5 * (low + high);
            if through_bore(h) < through_rarefaction(h) { low = h } else { high = h }
        }
        let speed = through_bore(low);
        Self { left, right, middle: low, speed, bore: low * speed / (low - right) }
    }

    /// Depth at `x / t`.
    fn depth(&self, xi: f64) -> f64 {
        let [c_left, c_middle] = [self.left, self.middle].map(|h| (GRAVITY * h).sqrt());
        if xi < -c_left {
            self.left
        } else if xi < self.speed - c_middle {
            (2.0 * c_left - xi).powi(2) / (9.0 * GRAVITY)
        } else if xi < self.bore {
            self.middle
        } else {
            self.right
        }
    }
}

fn broken_dam(cells: usize, collision: Collision, lattice_speed: f64, depths: [f64; 2]) -> Tank {
    let dx = LENGTH_M / cells as f64;
    let units = Units::new(dx, dx / lattice_speed, GRAVITY).expect("in range");
    let builder: LatticeBuilder = Lattice::builder(cells, 1, units);
    let mut tank = Tank::closed(builder.rest_depth_m(depths[0]).collision(collision));
    tank.fill(|x, _| (if x < 0.5 * LENGTH_M { depths[0] } else { depths[1] }, [0.0; 2]));
    tank
}

/// Mean error of the depth over the jump, after 1.5 s, and the state halfway between dam and bore.
fn stoker(cells: usize) -> (f64, [f64; 2]) {
    let exact = Stoker::new(8.0, 4.0);
    let mut tank = broken_dam(cells, Collision::Bgk { tau: 0.6 }, 15.0, [8.0, 4.0]);
    let time = 1.5;
    tank.run_for(time);
    let x = |i: usize| (i as f64 + 0.5) * LENGTH_M / cells as f64 - 0.5 * LENGTH_M;
    let sum: f64 = (0..cells).map(|i| (tank.depth_m(i, 0) - exact.depth(x(i) / time)).abs()).sum();
    let halfway = cells / 2 + (0.5 * exact.bore * time / LENGTH_M * cells as f64) as usize;
    (sum / cells as f64 / 4.0, [tank.depth_m(halfway, 0), tank.velocity_m_s(halfway, 0)[0]])
}

pub(super) fn rows() -> Vec<Row> {
    let case = "dam break 8/4 m";
    let row = |quantity: &str, value, reference, tolerance| Row {
        case,
        quantity: quantity.to_owned(),
        value,
        reference,
        tolerance,
    };
    let exact = Stoker::new(8.0, 4.0);
    let (coarse, _) = stoker(100);
    let (medium, _) = stoker(200);
    let (fine, [depth, speed]) = stoker(400);
    let mut rows = vec![
        row("L1 of depth over jump, 200 cells", medium, 0.0, 0.005),
        row("order, 100 to 400 cells (at least 0.8)", ((coarse / fine).log2() / 2.0).min(0.9), 0.9, 0.1),
        row("depth behind the bore [m]", depth, exact.middle, 0.005 * exact.middle),
        row("speed behind the bore [m/s]", speed, exact.speed, 0.01 * exact.speed),
    ];
    rows.push(refused("dam break 10/1 m", 1.0));
    rows.push(refused("dam break 10/0 m", 0.0));
    rows
}

/// Beyond Fr 1 the lattice cannot go, nor onto dry ground: it has to stop at a cell that it names, before anything else
/// goes wrong.
fn refused(case: &'static str, right: f64) -> Row {
    let operators = [Collision::Bgk { tau: 0.6 }, Collision::CentralMoments { tau: 0.6, bulk_tau: 1.0 }];
    let named = operators.into_iter().filter(|&collision| {
        let mut tank = broken_dam(100, collision, 25.0, [10.0, right]);
        !tank.run(500) && tank.lattice.trouble(|_| true).is_some()
    });
    Row {
        case,
        quantity: "operators that stop and name a cell".to_owned(),
        value: named.count() as f64,
        reference: operators.len() as f64,
        tolerance: 0.0,
    }
}
