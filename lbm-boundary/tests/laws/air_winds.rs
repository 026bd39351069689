//! Winds: how they start, that they leave as they came, and the smoke that they bring.

use lbm_boundary::{AirBoundary, AirSide, AirSideKind};
use lbm_core::{Air, AirMoments, Ends};

use super::air::{OPEN, each, speed_of, thin};

/// A wind over a floor and out through open sides, up to as fast as the lattice carries it: with hardly any viscosity and BGK it goes on as it
/// came, and pressures stay those of its own speed.
#[test]
fn a_wind_blows_through_at_hardly_any_viscosity() {
    let cells = [24, 16, 20];
    for (speed, periodic) in [(0.03, false), (0.15, false), (0.15, true)] {
        let across = if periodic { Ends::Periodic } else { Ends::Given };
        let mut air = thin(cells, [Ends::Given, across, Ends::Given]);
        let mut builder = AirBoundary::builder()
            .side(AirSide::West, AirSideKind::Inflow { velocity: [speed, 0.0, 0.0], concentration: 0.0 })
            .side(AirSide::East, OPEN)
            .side(AirSide::Top, OPEN);
        if !periodic {
            builder = builder.side(AirSide::South, OPEN).side(AirSide::North, OPEN);
        }
        let mut boundary = builder.build(&mut air).unwrap();
        boundary.start_winds(&mut air);
        let (mut mean, mut fastest, mut swing) = (0.0, 0.0f64, 0.0f64);
        for step in 0..2000 {
            boundary.apply(&mut air);
            assert!(air.step(), "{speed}, step {step}: {:?}", air.trouble());
            if step < 1000 || step % 100 != 0 {
                continue;
            }
            for moments in each(cells).map(|cell| air.moments(cell)) {
                mean += f64::from(moments.velocity[0]) / (24 * 16 * 20 * 10) as f64;
                fastest = fastest.max(speed_of(&moments));
                swing = swing.max((f64::from(moments.density) - 1.0).abs());
            }
        }
        let what = format!("{speed}: mean {mean}, fastest {fastest}, swing {swing}");
        assert!((mean / speed - 1.0).abs() < 0.05, "{what}");
        // At the edges of the inflow it is faster.
        assert!(fastest < 1.6 * speed, "{what}");
        assert!(swing < 5.0 * 1.5 * speed * speed, "{what}");
    }
}

/// Winds start without sound as ideal flow does: past a cylinder `u = U (1 + R²/r²)` beside it, and out through all that is open.
#[test]
fn winds_start_as_ideal_flow() {
    let (cells, radius) = ([120usize, 1, 120], 10.0);
    let from_middle = |at: isize| at as f64 + 0.5 - 60.0;
    let labels: Vec<u16> =
        each(cells).map(|[i, _, k]| u16::from(from_middle(i).hypot(from_middle(k)) < radius)).collect();
    let wind = AirSideKind::Inflow { velocity: [0.05, 0.0, 0.0], concentration: 0.3 };
    let mut air = thin(cells, [Ends::Given, Ends::Periodic, Ends::Given]);
    let builder = AirBoundary::builder().solids(&labels).side(AirSide::West, wind).side(AirSide::East, OPEN);
    let boundary = builder.build(&mut air).unwrap();
    boundary.start_winds(&mut air);
    for k in [76isize, 80, 90] {
        let (above, below) = (air.moments([60, 0, k]).velocity[0], air.moments([60, 0, 119 - k]).velocity[0]);
        let r = from_middle(k);
        // Walls above and below: those of a row of cylinders 120 cells apart add `π² R² / 3 h²` at the middle, nearly so beside it.
        let blocked = 1.0 + std::f64::consts::PI.powi(2) / 3.0 * (radius / 120.0).powi(2);
        let ideal = 0.05 * (blocked + (radius / r).powi(2));
        assert!((f64::from(above) / ideal - 1.0).abs() < 0.02, "{above} of {ideal} at {r}");
        assert!((above - below).abs() < 1e-3 * above, "{above} and {below}");
    }
    // As much passes each section, to the tolerance of the iterations.
    for i in [0isize, 30, 59, 100, 119] {
        let through: f32 = (0..120).map(|k| air.moments([i, 0, k]).velocity[0]).sum();
        let covered = (0..120).filter(|k| labels[k * 120 + i as usize] != 0).count();
        assert!(covered > 0 || (through / 6.0 - 1.0).abs() < 0.01, "{through} at {i}");
    }
    // Neither smoke nor density is set.
    let moments = air.moments([30, 0, 30]);
    assert_eq!((moments.concentration, moments.density), (0.0, 1.0));

    // Without winds the air stays as it is; winds that balance need no open side; those that do not are spread.
    let mut still = thin([5, 4, 6], [Ends::Given; 3]);
    let before = still.state_hash();
    AirBoundary::builder().side(AirSide::Top, OPEN).build(&mut still).unwrap().start_winds(&mut still);
    assert_eq!(still.state_hash(), before);
    // What a wind brings into air that is shut in has nowhere to go.
    let wall: Vec<u16> = each([12, 3, 3]).map(|[i, ..]| u16::from(i == 5)).collect();
    let mut air = thin([12, 3, 3], [Ends::Given, Ends::Periodic, Ends::Periodic]);
    let wind = AirSideKind::Inflow { velocity: [0.05, 0.0, 0.0], concentration: 0.0 };
    let builder = AirBoundary::builder().solids(&wall).side(AirSide::West, wind).side(AirSide::East, OPEN);
    builder.build(&mut air).unwrap().start_winds(&mut air);
    for cell in each([12, 3, 3]) {
        let speed = speed_of(&air.moments(cell));
        assert!(speed < 0.06 && (cell[0] < 5 || speed < 1e-6), "{speed} at {cell:?}");
    }
    for (east, least) in [(0.05, 0.049), (0.0, 0.0)] {
        let mut air = thin([8, 3, 3], [Ends::Given, Ends::Periodic, Ends::Periodic]);
        let wind = |u| AirSideKind::Inflow { velocity: [u, 0.0, 0.0], concentration: 0.0 };
        let builder = AirBoundary::builder().side(AirSide::West, wind(0.05)).side(AirSide::East, wind(east));
        builder.build(&mut air).unwrap().start_winds(&mut air);
        let all: Vec<f32> = each([8, 3, 3]).map(|cell| air.moments(cell).velocity[0]).collect();
        assert!(all.iter().all(|&u| u > least && u < 0.051), "{all:?}");
    }
}

/// A wind brings `C u` of smoke a step through each face of a cell, and what it brings stays below twice its concentration.
#[test]
fn a_wind_brings_its_smoke() {
    let cells = [24, 4, 20];
    let mut air = thin(cells, [Ends::Given, Ends::Periodic, Ends::Given]);
    let open = AirSideKind::Open { concentration: 0.0 };
    let wind = AirSideKind::Inflow { velocity: [0.1, 0.0, 0.0], concentration: 1.0 };
    let builder = AirBoundary::builder().side(AirSide::West, wind).side(AirSide::East, open);
    let mut boundary = builder.side(AirSide::Top, open).build(&mut air).unwrap();
    boundary.start_winds(&mut air);
    for step in 0..1500 {
        boundary.apply(&mut air);
        let brought = boundary.ledger().side(AirSide::West).smoke;
        assert!((brought - 8.0).abs() < 1e-4, "step {step}: {brought}");
        assert!(air.step());
    }
    let (least, greatest) = extremes(&air, cells);
    // The density swings by a fifth after the sudden start.
    assert!(least > -1e-6 && (1.0..2.0).contains(&greatest), "{least} to {greatest}");
}

/// Where two winds meet the flow of the gas is far from free of divergence as the smoke sees it: nothing grows there.
#[test]
fn smoke_does_not_grow_where_winds_meet() {
    let cells = [16, 16, 12];
    let mut air = thin(cells, [Ends::Given; 3]);
    let open = AirSideKind::Open { concentration: 0.0 };
    let wind = |velocity| AirSideKind::Inflow { velocity, concentration: 0.0 };
    let mut boundary = AirBoundary::builder()
        .side(AirSide::West, wind([0.05, 0.0, 0.0]))
        .side(AirSide::South, wind([0.0, 0.05, 0.0]))
        .side(AirSide::East, open)
        .side(AirSide::North, open)
        .side(AirSide::Top, open)
        .source([5, 5, 5], 0.01)
        .build(&mut air)
        .unwrap();
    for step in 0..3000 {
        boundary.apply(&mut air);
        assert!(air.step(), "step {step}: {:?}", air.trouble());
    }
    let (least, greatest) = extremes(&air, cells);
    assert!(least > -1e-6 && greatest < 1.0, "{least} to {greatest}");
}

/// Air that an inflow draws out takes the smoke inside along.
#[test]
fn a_fan_draws_smoke_out() {
    let cells = [8, 3, 3];
    let mut air = thin(cells, [Ends::Given, Ends::Periodic, Ends::Periodic]);
    for cell in each(cells) {
        air.set_cell(cell, AirMoments { density: 1.0, velocity: [0.1, 0.0, 0.0], concentration: 1.0 });
    }
    let wind = AirSideKind::Inflow { velocity: [0.1, 0.0, 0.0], concentration: 0.0 };
    let builder = AirBoundary::builder().side(AirSide::West, wind).side(AirSide::East, wind);
    let mut boundary = builder.build(&mut air).unwrap();
    for step in 0..300 {
        boundary.apply(&mut air);
        assert!(step > 0 || (boundary.ledger().side(AirSide::East).smoke + 0.9).abs() < 1e-5);
        assert!(air.step());
    }
    assert!(air.totals(|_| true).smoke < 0.05 * 72.0, "{}", air.totals(|_| true).smoke);
}

/// The least and the greatest concentration.
fn extremes(air: &Air, cells: [usize; 3]) -> (f32, f32) {
    let all = each(cells).map(|cell| air.moments(cell).concentration);
    all.fold((0.0, 0.0), |(least, greatest): (f32, f32), c| (least.min(c), greatest.max(c)))
}

/// Winds that are unlike at sides that meet, beside open ones: turned by 90° they blow as before, turned, to rounding.
#[test]
fn turned_winds_blow_alike() {
    let n = 12usize;
    let wind = |velocity| AirSideKind::Inflow { velocity, concentration: 0.0 };
    let blown = |sides: [(AirSide, AirSideKind); 4]| {
        let mut air = thin([n, n, 6], [Ends::Given; 3]);
        let builder =
            sides.into_iter().fold(AirBoundary::builder(), |builder, (side, kind)| builder.side(side, kind));
        let mut boundary = builder.side(AirSide::Top, OPEN).build(&mut air).unwrap();
        for _ in 0..150 {
            boundary.apply(&mut air);
            assert!(air.step());
        }
        let through = AirSide::ALL.map(|side| boundary.ledger().side(side).mass);
        (air, through)
    };
    use AirSide::{East, North, South, West};
    let (air, through) = blown([
        (West, wind([0.06, 0.02, 0.0])),
        (South, wind([0.0, 0.01, 0.0])),
        (East, OPEN),
        (North, OPEN),
    ]);
    let (turned, through_turned) = blown([
        (South, wind([-0.02, 0.06, 0.0])),
        (East, wind([-0.01, 0.0, 0.0])),
        (North, OPEN),
        (West, OPEN),
    ]);
    let mut fastest = 0.0f32;
    for [i, j, k] in each([n, n, 6]) {
        let (a, b) = (air.moments([i, j, k]), turned.moments([n as isize - 1 - j, i, k]));
        fastest = fastest.max(a.velocity[0]);
        for (a, b) in
            [(a.velocity[0], b.velocity[1]), (a.velocity[1], -b.velocity[0]), (a.velocity[2], b.velocity[2])]
        {
            assert!((a - b).abs() < 1e-5, "{a} and {b} at {:?}", [i, j, k]);
        }
    }
    assert!(fastest > 0.04, "{fastest}");
    for (side, turned) in [(West, South), (South, East), (East, North), (North, West)] {
        let (a, b) = (through[side as usize], through_turned[turned as usize]);
        assert!((a - b).abs() < 1e-3, "{side} and {turned}: {a} and {b}");
    }
}
