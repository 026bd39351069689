//! Rivers: slope, friction and open sides.

use lbm_boundary::{Boundary, Side, SideKind, Wall};
use lbm_core::{Forces, Lattice, Units};

const CELL_M: f64 = 5.0;
const CELLS: usize = 60;

/// Depths in a canal of 300 m, begun at a depth of 1 m and a speed, whose bed falls by `slope` with a Manning's n of 0.03, after so many seconds: flow at one end, `Outflow` at the other.
fn depths_of_a_river(slope: f64, speed_m_s: f64, seconds: f64, side: Side) -> Vec<f64> {
    let along_x = matches!(side, Side::West | Side::East);
    let upstream = match side {
        Side::West => Side::East,
        Side::East => Side::West,
        Side::South => Side::North,
        Side::North => Side::South,
    };
    let [nx, ny] = if along_x { [CELLS, 3] } else { [3, CELLS] };
    let length_m = CELL_M * CELLS as f64;
    let from_outflow = move |x: f64, y: f64| match side {
        Side::West => x,
        Side::East => length_m - x,
        Side::South => y,
        Side::North => length_m - y,
    };
    let bed = move |x: f64, y: f64| slope * from_outflow(x, y);
    let deepest = 1.0 + slope * length_m;
    let units = Units::from_gravity_number(CELL_M, deepest, 0.15, 9.81).unwrap();
    let forces = Forces { manning_s_m13: 0.03, ..Forces::default() };
    let mut lattice =
        Lattice::builder(nx, ny, units).rest_depth_m(deepest).bed_m(bed).forces(forces).build().unwrap();
    let velocity_m_s = upstream.inward().map(|n| n * speed_m_s);
    for (i, j) in (0..ny).flat_map(|j| (0..nx).map(move |i| (i, j))) {
        lattice.set_cell_m(i, j, 1.0, velocity_m_s);
    }
    let width_m = 3.0 * CELL_M;
    let given = SideKind::Discharge { discharge_m3_s: speed_m_s * width_m, ramp_s: 0.0 };
    let mut builder = Boundary::builder().side(upstream, given).side(side, SideKind::Outflow);
    for across in if along_x { [Side::South, Side::North] } else { [Side::West, Side::East] } {
        builder = builder.side(across, SideKind::Wall(Wall::FREE_SLIP));
    }
    let mut boundary = builder.build(&lattice).unwrap();
    for _ in 0..(seconds / units.time_step_s()) as usize {
        boundary.apply(&mut lattice);
        assert!(lattice.step());
    }
    let at = |k: usize| if along_x { (k as isize, 1) } else { (1, k as isize) };
    (0..CELLS)
        .map(|k| f64::from(lattice.moments(lattice.layout().site(at(k).0, at(k).1)).h) * CELL_M)
        .collect()
}

/// A stream at its normal depth, `u = h^⅔ √S / n` (Manning), goes on so: a level that goes on even beyond the side holds what friction takes back, half a cell of it, and fills the canal.
/// Over a level bed the depth where it leaves stays as it was, and rises upstream as gradually varied flow does, `dh/dx = −S_f / (1 − Fr²)`.
#[test]
fn rivers_leave_at_the_slope_that_friction_takes() {
    for (slope, side) in
        [(0.002, Side::East), (0.002, Side::South), (0.0005, Side::West), (0.004, Side::North)]
    {
        let speed_m_s = f64::sqrt(slope) / 0.03;
        let depths_m = depths_of_a_river(slope, speed_m_s, 1500.0, side);
        let off = depths_m.iter().map(|depth_m| (depth_m - 1.0).abs()).fold(0.0, f64::max);
        assert!(off < 0.005, "slope {slope}, {side} side: {off} m off");
    }
    let depths_m = depths_of_a_river(0.0, 0.5, 3000.0, Side::East);
    let (first, last) = (depths_m[0], depths_m[CELLS - 1]);
    let mut wanted = last;
    for _ in 0..1000 {
        let friction = (0.03 * 0.5_f64).powi(2) / wanted.powf(10.0 / 3.0);
        let froude_squared = 0.5_f64.powi(2) / (9.81 * wanted.powi(3));
        wanted += CELL_M * (CELLS - 1) as f64 / 1000.0 * friction / (1.0 - froude_squared);
    }
    assert!((last - 1.0).abs() < 0.01 && (first - wanted).abs() < 0.001, "{first} of {wanted} to {last} m");
}
