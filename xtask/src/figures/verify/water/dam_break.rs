//! A dam breaks: Stoker's exact solution, and cases beyond it.

use lbm_core::{Collision, DamBreak, Lattice, LatticeBuilder, Policy, Units};

use crate::verify::row::Row;
use crate::verify::tank::{GRAVITY, Tank};

const LENGTH_M: f64 = 50.0;

fn channel(cells: usize, lattice_speed: f64, collision: Collision) -> LatticeBuilder {
    let dx = LENGTH_M / cells as f64;
    let units = Units::new(dx, dx / lattice_speed, GRAVITY).expect("in range");
    Lattice::builder(cells, 1, units).collision(collision)
}

fn broken_dam(channel: LatticeBuilder, depths: [f64; 2]) -> Tank {
    let mut tank = Tank::closed(channel.rest_depth_m(depths[0]));
    tank.fill(|x, _| (if x < 0.5 * LENGTH_M { depths[0] } else { depths[1] }, [0.0; 2]));
    tank
}

/// Results of a run: mean error of the depth over the jump, speeds of the bore and of the ends of the rarefaction, and
/// the state halfway between dam and bore.
struct Outcome {
    error: f64,
    bore: f64,
    rarefaction: [f64; 2],
    depth_m: f64,
    speed_m_s: f64,
}

impl Outcome {
    /// The results after 1.5 s.
    fn of(mut tank: Tank, exact: &DamBreak) -> Self {
        let (cells, time) = (tank.lattice.layout().nx(), 1.5);
        tank.run_for(time);
        let x = |i: usize| (i as f64 + 0.5) * LENGTH_M / cells as f64 - 0.5 * LENGTH_M;
        let sum: f64 = (0..cells).map(|i| (tank.depth_m(i, 0) - exact.at(x(i), time)[0]).abs()).sum();
        let halfway = cells / 2 + (0.5 * exact.bore_m_s() * time / LENGTH_M * cells as f64) as usize;
        // Where the depth passes the mean of both sides of the bore.
        let middle = 0.5 * (exact.depth_m() + exact.shallow_m());
        let crossing = (0..cells - 1).rev().find(|&i| tank.depth_m(i, 0) >= middle).unwrap_or(0);
        let [above, below] = [crossing, crossing + 1].map(|i| tank.depth_m(i, 0));
        let front = x(crossing) + (above - middle) / (above - below) * LENGTH_M / cells as f64;
        // Within the rarefaction √(g h) falls along a line, here through a quarter and three quarters of its range.
        let [c_left, c_middle] = [exact.deep_m(), exact.depth_m()].map(|h| (GRAVITY * h).sqrt());
        let place = |fraction: f64| {
            let c = c_left + fraction * (c_middle - c_left);
            let wave = |i: usize| (GRAVITY * tank.depth_m(i, 0)).sqrt();
            let i = (0..cells - 1).find(|&i| wave(i + 1) < c).unwrap_or(0);
            x(i) + (wave(i) - c) / (wave(i) - wave(i + 1)) * LENGTH_M / cells as f64
        };
        let [quarter, rest] = [place(0.25), place(0.75)];
        Self {
            error: sum / cells as f64 / (exact.deep_m() - exact.shallow_m()),
            bore: front / time,
            rarefaction: [1.5 * quarter - 0.5 * rest, 1.5 * rest - 0.5 * quarter].map(|x| x / time),
            depth_m: tank.depth_m(halfway, 0),
            speed_m_s: tank.velocity_m_s(halfway, 0)[0],
        }
    }
}

pub(in crate::verify) fn rows() -> Vec<Row> {
    let mut rows = Vec::from(stoker());
    rows.extend(nearly_critical());
    rows.push(refused("dam break 10/1 m", 1.0));
    rows.push(refused("dam break 10/0 m", 0.0));
    rows
}

fn stoker() -> [Row; 7] {
    let exact = DamBreak::new(8.0, 4.0, GRAVITY).expect("a dam");
    let run = |cells| {
        let channel = channel(cells, 15.0, Collision::Bgk { tau: 0.6 });
        Outcome::of(broken_dam(channel, [8.0, 4.0]), &exact)
    };
    let [coarse, medium, fine] = [100, 200, 400].map(run);
    let [head, tail] = exact.rarefaction_m_s();
    let order = (coarse.error / fine.error).log2() / 2.0;
    let row = |quantity: &str, value, reference, tolerance| Row {
        case: "dam break 8/4 m",
        quantity: quantity.to_owned(),
        value,
        reference,
        tolerance,
    };
    [
        row("L1 of depth over jump, 200 cells", medium.error, 0.0, 0.005),
        row("order, 100 to 400 cells (at least 0.8)", order.min(0.9), 0.9, 0.1),
        row("depth behind the bore [m]", fine.depth_m, exact.depth_m(), 0.005 * exact.depth_m()),
        row("speed behind the bore [m/s]", fine.speed_m_s, exact.speed_m_s(), 0.01 * exact.speed_m_s()),
        row("speed of the bore [m/s]", fine.bore, exact.bore_m_s(), 0.01 * exact.bore_m_s()),
        row("head of the rarefaction [m/s]", fine.rarefaction[0], head, 0.02 * head.abs()),
        row("tail of the rarefaction [m/s]", fine.rarefaction[1], tail, 0.02 * head.abs()),
    ]
}

/// The Froude number is 0.96 behind the bore, and beyond 1 for a while at the dam. BGK is stable there only with adapted viscosity.
fn nearly_critical() -> [Row; 3] {
    let exact = DamBreak::new(10.0, 1.5, GRAVITY).expect("a dam");
    let dam = |policy| {
        let channel = channel(200, 25.0, Collision::Bgk { tau: 0.6 });
        broken_dam(channel.policy(policy), [10.0, 1.5])
    };
    let adapted = Outcome::of(dam(Policy::AdaptViscosity), &exact);
    let plain_ends = !dam(Policy::Warn).run_for(1.5);
    let row = |quantity: &str, value, reference, tolerance| Row {
        case: "dam break 10/1.5 m",
        quantity: quantity.to_owned(),
        value,
        reference,
        tolerance,
    };
    [
        row("depth behind the bore, adapted [m]", adapted.depth_m, exact.depth_m(), 0.005 * exact.depth_m()),
        row(
            "speed behind the bore, adapted [m/s]",
            adapted.speed_m_s,
            exact.speed_m_s(),
            0.01 * exact.speed_m_s(),
        ),
        row("ends at a named cell if not adapted", f64::from(u8::from(plain_ends)), 1.0, 0.0),
    ]
}

/// Flow that the lattice cannot carry, beyond Froude number 1 or onto dry ground: it has to stop at a cell that it names, before anything else
/// goes wrong.
fn refused(case: &'static str, right: f64) -> Row {
    let bgk = Collision::Bgk { tau: 0.6 };
    let trt = Collision::Trt { tau: 0.6, magic: 0.25 };
    let central = Collision::CentralMoments { tau: 0.6, bulk_tau: 1.0 };
    let runs = [
        (bgk, Policy::Warn),
        (bgk, Policy::AdaptViscosity),
        (bgk, Policy::Stop),
        (trt, Policy::Warn),
        (trt, Policy::Stop),
        (central, Policy::Warn),
        (central, Policy::Stop),
    ];
    let named = runs.into_iter().filter(|&(collision, policy)| {
        let mut tank = broken_dam(channel(100, 25.0, collision).policy(policy), [10.0, right]);
        // Dry ground is found before the first step, under `Stop` a fast cell by a check, else one by the sweep.
        let named = (0..50).find_map(|_| {
            let found = tank.lattice.check(|_| true).err();
            found.or_else(|| if tank.run(10) { None } else { tank.lattice.trouble(|_| true) })
        });
        named.is_some_and(|trouble| trouble.depth_m.is_finite())
    });
    Row {
        case,
        quantity: "runs that end at a named cell".to_owned(),
        value: named.count() as f64,
        reference: runs.len() as f64,
        tolerance: 0.0,
    }
}
