//! Given flows and levels hold at the sides themselves, half a cell from the outermost cells' middles.

use std::f64::consts::TAU;

use crate::setups::units;
use lbm_boundary::{Boundary, Side, SideKind, Wall};
use lbm_core::{Collision, Lattice, Units};

/// A basin of 12 × 4 m over a slope, with two posts at the side, into which water flows and out of which it flows again: what it holds is what was given, in
/// any cells.
#[test]
fn a_discharge_fills_a_basin_by_what_was_given() {
    for (cell_m, side) in [(1.0, Side::West), (0.5, Side::East), (0.25, Side::South), (0.25, Side::North)] {
        let units = Units::from_gravity_number(cell_m, 2.0, 0.15, 9.81).unwrap();
        let along_x = matches!(side, Side::West | Side::East);
        let size = if along_x { [12.0, 4.0] } else { [4.0, 12.0] };
        let [nx, ny] = size.map(|length: f64| (length / cell_m) as usize);
        let bed = |x: f64, y: f64| 0.03 * x - 0.05 * y;
        let mut lattice =
            Lattice::builder(nx, ny, units).rest_depth_m(2.0).bed_m(bed).bed_beyond_m(bed).build().unwrap();
        let labels: Vec<u16> = (0..nx * ny)
            .map(|k| {
                let [i, j] = [k % nx, k / nx];
                let [from, along] = if along_x { [i, j] } else { [j, i] };
                let last = if along_x { nx } else { ny } - 1;
                u16::from((from == 0 || from == last) && (along == 0 || along == 2))
            })
            .collect();
        let kind = |discharge_m3_s: f64| SideKind::Discharge { discharge_m3_s, ramp_s: 3.0 };
        let mut boundary = Boundary::builder().solids(&labels).side(side, kind(0.0)).build(&lattice).unwrap();
        let volume_m3 = |lattice: &Lattice| units.to_m3(lattice.totals(|k| labels[k] == 0).mass);
        let (before, mut given_m3, mut most_m3) = (volume_m3(&lattice), 0.0, 0.0f64);
        let dt = units.time_step_s();
        for step in 0..(30.0 / dt) as usize {
            let time_s = (step + 1) as f64 * dt;
            let discharge_m3_s = 0.6 * (TAU * time_s / 40.0).cos();
            boundary.set_side(&lattice, side, kind(discharge_m3_s)).unwrap();
            boundary.apply(&mut lattice);
            let passed = units.to_m3(boundary.ledger().side(side).mass);
            let now = discharge_m3_s * (time_s / 3.0).min(1.0) * dt;
            assert!((passed - now).abs() < 1e-5 * 0.6 * dt, "{side} side, step {step}: {passed} of {now} m³");
            given_m3 += now;
            most_m3 = most_m3.max(given_m3);
            assert!(lattice.step());
        }
        let risen_m3 = volume_m3(&lattice) - before;
        let text = format!("{side} side, cells of {cell_m} m: {risen_m3} of {given_m3} m³");
        assert!((risen_m3 - given_m3).abs() < 1e-5 * most_m3 && most_m3 > 1.0, "{text}");
    }
}

/// The period of a seiche is that of a basin that ends at the side: a half wave between walls or before a flow that is held, a quarter of one before a
/// level that is held.
#[test]
fn given_flows_and_levels_hold_where_half_way_walls_stand() {
    let discharge = SideKind::Discharge { discharge_m3_s: 0.0, ramp_s: 0.0 };
    let flows = [discharge, SideKind::Inflow { velocity_m_s: 0.0, level_m: None }];
    for kind in [SideKind::Wall(Wall::FREE_SLIP), SideKind::Level { level_m: 1.0 }].into_iter().chain(flows) {
        for cells in [20usize, 40] {
            let waves = if matches!(kind, SideKind::Level { .. }) { 0.25 } else { 0.5 };
            let shape = |i: usize| {
                let phase = waves * TAU * (i as f64 + 0.5) / cells as f64;
                if waves == 0.25 { phase.sin() } else { phase.cos() }
            };
            let builder = Lattice::builder(cells, 1, units()).collision(Collision::Bgk { tau: 0.51 });
            let mut lattice = builder.build().unwrap();
            (0..cells).for_each(|i| lattice.set_cell_m(i, 0, 1.0 + 1e-3 * shape(i), [0.0; 2]));
            let mut boundary = Boundary::builder()
                .side(Side::West, kind)
                .side(Side::East, SideKind::Wall(Wall::FREE_SLIP))
                .side(Side::South, SideKind::Periodic)
                .side(Side::North, SideKind::Periodic)
                .build(&lattice)
                .unwrap();
            let celerity = f64::from(lattice.gravity() * lattice.reference_depth()).sqrt();
            let (mut zeros, mut last) = (Vec::new(), 1.0);
            for step in 0..(4.2 * cells as f64 / (waves * celerity)) as usize {
                boundary.apply(&mut lattice);
                assert!(lattice.step());
                let eta = |i: usize| f64::from(lattice.eta(lattice.layout().site(i as isize, 0)));
                let mode: f64 = (0..cells).map(|i| shape(i) * eta(i)).sum();
                if (mode > 0.0) != (last > 0.0) {
                    zeros.push(step as f64 - mode / (mode - last));
                }
                last = mode;
            }
            let period = 2.0 * (zeros[zeros.len() - 1] - zeros[0]) / (zeros.len() - 1) as f64;
            let beyond = waves * celerity * period - cells as f64;
            assert!(beyond.abs() < 0.03, "{kind:?}, {cells} cells: {beyond} cells beyond the side");
        }
    }
}
