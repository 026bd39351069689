//! A lake stays at rest over any bed at any level between sides and solids of any kind; the books of mass and momentum close there; the
//! water follows a slow tide.

use std::f64::consts::TAU;

use crate::setups::{any_wall, assert_booked, solid, units};
use lbm_boundary::{Boundary, Side, SideKind, Wall};
use lbm_core::{Lattice, Totals, Units};
use proptest::prelude::*;

const NX: usize = 9;
const NY: usize = 7;

/// A side at which a lake rests; those that hold a level get it from [`at_level`].
fn side() -> impl Strategy<Value = SideKind> {
    let level_m = 1.0;
    prop_oneof![
        4 => any_wall().prop_map(SideKind::Wall),
        1 => Just(SideKind::Discharge { discharge_m3_s: 0.0, ramp_s: 0.0 }),
        1 => Just(SideKind::Inflow { velocity_m_s: 0.0, level_m: None }),
        1 => Just(SideKind::Inflow { velocity_m_s: 0.0, level_m: Some(level_m) }),
        1 => Just(SideKind::Level { level_m }),
        1 => Just(SideKind::Characteristic { level_m, velocity_m_s: 0.0 }),
    ]
}

fn at_level(mut side: SideKind, to_m: f64) -> SideKind {
    if let SideKind::Inflow { level_m: Some(level_m), .. }
    | SideKind::Level { level_m }
    | SideKind::Characteristic { level_m, .. } = &mut side
    {
        *level_m = to_m;
    }
    side
}

/// Heights of the bed of a small lake, those of the ghost cells around it among them.
fn heights() -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(-0.3f64..0.3, (NX + 2) * (NY + 2))
}

/// A lake over `heights` at a level above the still one, with piers.
struct Lake {
    lattice: Lattice,
    boundary: Boundary,
    labels: Vec<u16>,
    level_m: f64,
}

impl Lake {
    /// # Arguments
    /// `beyond`: whether the bed goes on beyond the sides with heights of its own; `waves`: their height, m.
    fn new(
        heights: &[f64],
        (level_m, beyond, waves): (f64, bool, f64),
        sides: [SideKind; 4],
        (piers, wall, distance): (&[usize], Wall, f64),
    ) -> Self {
        let height = |i: usize, j: usize| heights[j * (NX + 2) + i];
        let bed = |x: f64, y: f64| height((x + 1.0) as usize, (y + 1.0) as usize);
        let periodic = [0, 2].map(|side| sides[side] == SideKind::Periodic);
        let mut builder = Lattice::builder(NX, NY, units()).bed_m(bed).periodic_bed(periodic);
        if beyond && periodic == [false; 2] {
            builder = builder.bed_beyond_m(bed);
        }
        let mut lattice = builder.build().unwrap();
        for k in 0..NX * NY {
            let (i, j) = (k % NX, k / NX);
            let wave = waves * (0.7 * i as f64).sin() * (0.9 * j as f64 + 0.3).cos();
            let depth_m = 1.0 + level_m - height(i + 1, j + 1) + wave;
            lattice.set_cell_m(i, j, depth_m, [wave, -1.5 * wave]);
        }
        let mut labels = vec![0u16; NX * NY];
        piers.iter().for_each(|&k| labels[k] = 1);
        let distance = |_: u16, _: [f64; 2], _: [f64; 2]| distance;
        let mut builder = Boundary::builder().solids(&labels).solid_wall(wall).distance(&distance);
        for (side, kind) in Side::ALL.into_iter().zip(sides) {
            builder = builder.side(side, at_level(kind, 1.0 + level_m));
        }
        let boundary = builder.build(&lattice).unwrap();
        Self { lattice, boundary, labels, level_m }
    }

    fn step(&mut self) {
        self.boundary.apply(&mut self.lattice);
        assert!(self.lattice.step());
    }

    /// Largest deviation of the water from rest after 300 steps, in lattice units.
    fn unrest(mut self) -> f64 {
        (0..300).for_each(|_| self.step());
        let water = (0..NX * NY).filter(|&k| self.labels[k] == 0);
        let off = water.map(|k| {
            let m = self.lattice.moments(self.lattice.layout().site((k % NX) as isize, (k / NX) as isize));
            let speed = f64::from(m.u.abs().max(m.v.abs()));
            speed.max((f64::from(m.eta) - self.level_m).abs())
        });
        off.fold(0.0, f64::max)
    }
}

fn totals(lattice: &Lattice, labels: &[u16]) -> Totals {
    lattice.totals(|cell| labels[cell] == 0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_lake_stays_at_rest_over_any_bed_at_any_level(
        sides in prop::array::uniform4(side()), periodic in prop_oneof![3 => Just(2), 1 => 0usize..2],
        heights in heights(), beyond in any::<bool>(), level_m in -0.2f64..0.3,
        piers in prop::collection::vec(0usize..NX * NY, 0..6), of_piers in any_wall(), distance in 0.05f64..0.95,
    ) {
        let side = |k: usize| if k / 2 == periodic { SideKind::Periodic } else { sides[k] };
        let piers = (&piers[..], of_piers, distance);
        let lake = Lake::new(&heights, (level_m, beyond, 0.0), [0, 1, 2, 3].map(side), piers);
        let off = lake.unrest();
        prop_assert!(off < 2e-6, "off by {}", off);
    }

    /// Nothing holds the level of a lake beside an outflow, through which crests leave while nothing comes in for troughs: those of the
    /// rounding, too.
    #[test]
    fn a_lake_stays_at_rest_beside_an_outflow_but_for_rounding(
        side in 0usize..4, heights in heights(), beyond in any::<bool>(), level_m in -0.2f64..0.3,
    ) {
        let mut sides = [SideKind::Wall(Wall::NO_SLIP); 4];
        sides[side] = SideKind::Outflow;
        let lake = Lake::new(&heights, (level_m, beyond, 0.0), sides, (&[], Wall::NO_SLIP, 0.5));
        let off = lake.unrest();
        prop_assert!(off < 1e-5, "off by {}", off);
    }

    #[test]
    fn the_books_close_over_any_bed(
        sides in prop::array::uniform4(prop_oneof![4 => side(), 1 => Just(SideKind::Outflow)]),
        heights in heights(), beyond in any::<bool>(), level_m in -0.2f64..0.3,
        piers in prop::collection::vec(0usize..NX * NY, 0..6), of_piers in any_wall(), distance in 0.05f64..0.95,
    ) {
        let mut lake = Lake::new(&heights, (level_m, beyond, 0.02), sides, (&piers, of_piers, distance));
        for _ in 0..20 {
            let bed = |lake: &Lake| lake.lattice.bed_impulse(&solid(&lake.labels));
            let mut before = totals(&lake.lattice, &lake.labels);
            let (leaving, at_rest) = (bed(&lake), lake.boundary.impulse_at_rest(&lake.lattice));
            lake.step();
            let (arriving, before_walls) = (bed(&lake), lake.boundary.ledger().bed());
            for axis in 0..2 {
                before.momentum[axis] += leaving.momentum[axis] + arriving.momentum[axis] - at_rest.momentum[axis] + before_walls.momentum[axis];
            }
            before.angular_momentum += leaving.angular_momentum + arriving.angular_momentum - at_rest.angular_momentum + before_walls.angular_momentum;
            assert_booked(&before, &totals(&lake.lattice, &lake.labels), lake.boundary.ledger(), 1e-6);
        }
    }

    /// Two populations that a mirror exchanges get the same with opposite signs.
    #[test]
    fn free_slip_walls_keep_mass_over_any_bed(
        heights in heights(), level_m in -0.2f64..0.3, piers in prop::collection::vec(0usize..NX * NY, 0..6),
    ) {
        let sides = [SideKind::Wall(Wall::FREE_SLIP); 4];
        let mut lake = Lake::new(&heights, (level_m, true, 0.02), sides, (&piers, Wall::FREE_SLIP, 0.5));
        for _ in 0..20 {
            lake.step();
            let ledger = lake.boundary.ledger();
            let gained = ledger.sides().mass + ledger.solids().mass;
            prop_assert!(gained.abs() < 1e-7, "{}", gained);
        }
    }
}

/// Hills along and across the open side of a basin: the level follows a slow tide within what its own waves take, and the water flows no
/// faster than the tide fills it.
#[test]
fn a_slow_tide_fills_a_basin_over_hills() {
    let (nx, ny, depth_m, rise_m, period_s) = (40usize, 32usize, 4.0, 0.3, 200.0);
    let units = Units::from_gravity_number(0.5, depth_m, 0.15, 9.81).unwrap();
    let bed = |x: f64, y: f64| 1.2 * (0.5 + 0.25 * ((0.9 * y).sin() + (0.7 * x).sin()));
    let center = |k: usize| 0.5 * (k as f64 + 0.5);
    let (omega, length_m) = (TAU / period_s, 0.5 * nx as f64);
    // Of the mean depth.
    let celerity = (9.81f64 * (depth_m - 0.6)).sqrt();
    for (kind, rise_m) in [(0, rise_m), (0, -rise_m), (1, rise_m), (1, -rise_m)] {
        let tide_m = |t: f64| 0.5 * rise_m * (1.0 - (omega * t.max(0.0)).cos());
        let side = |level_m: f64| match kind {
            0 => SideKind::Level { level_m },
            _ => SideKind::Characteristic { level_m, velocity_m_s: 0.0 },
        };
        let mut lattice = Lattice::builder(nx, ny, units).rest_depth_m(depth_m).bed_m(bed).build().unwrap();
        let mut boundary = Boundary::builder().side(Side::West, side(depth_m)).build(&lattice).unwrap();
        // A side of characteristics sends waves in, which come with the tide's level when the last ones have gone.
        let late_s = if kind == 0 { 0.0 } else { length_m / celerity };
        let (mut off_m, mut fastest) = (0.0f64, 0.0f64);
        for step in 0..(period_s / units.time_step_s()) as usize {
            let t = step as f64 * units.time_step_s();
            boundary.set_side(&lattice, Side::West, side(depth_m + tide_m(t))).unwrap();
            boundary.apply(&mut lattice);
            assert!(lattice.step());
            if step % 50 != 0 {
                continue;
            }
            for k in 0..nx * ny {
                let cell = lattice.cell_m(k % nx, k / nx);
                off_m = off_m.max((cell.eta_m - tide_m(t - late_s)).abs());
                fastest = fastest.max(cell.velocity_m_s[0].hypot(cell.velocity_m_s[1]));
            }
        }
        // The closed end runs ahead by ½ (ω L / c)² of the tide, and swings by as much after its sudden start; what the tide adds to the basin
        // streams in.
        let theory_m = 0.5 * rise_m.abs() * (omega * length_m / celerity).powi(2);
        let shallowest_m =
            depth_m + rise_m.min(0.0) - (0..ny).map(|j| bed(0.25, center(j))).fold(0.0, f64::max);
        let stream = 0.5 * rise_m.abs() * omega * length_m / shallowest_m;
        assert!(off_m < 1.5 * theory_m, "kind {kind}, {rise_m} m: off by {off_m} of {theory_m} m");
        assert!(fastest < 1.5 * stream, "kind {kind}, {rise_m} m: {fastest} of {stream} m/s");
    }
}
