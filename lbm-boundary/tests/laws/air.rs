//! Air with smoke between walls, open sides, solids and sources: its books, and what solids stop.

use lbm_boundary::{AirBoundary, AirBoundaryBuilder, AirExchange, AirSide, AirSideKind, Error};
use lbm_core::{Air, AirMoments, Collision, Ends};
use proptest::prelude::*;

pub(crate) fn each(cells: [usize; 3]) -> impl Iterator<Item = [isize; 3]> {
    let [nx, ny, nz] = cells;
    (0..nx * ny * nz).map(move |k| [k % nx, k / nx % ny, k / (nx * ny)].map(|at| at as isize))
}

/// A box of labels, two solids in it that may lie at its sides.
fn labels(cells: [usize; 3], from: [usize; 3], len: [usize; 3]) -> Vec<u16> {
    let within = |cell: [isize; 3], from: [usize; 3], len: [usize; 3]| {
        (0..3).all(|a| (from[a]..from[a] + len[a]).contains(&(cell[a] as usize)))
    };
    let label = |cell| {
        if within(cell, from, len) { 1 } else { 3 * u16::from(within(cell, [1, 1, 0], [1, 2, 2])) }
    };
    each(cells).map(label).collect()
}

fn kind(which: usize) -> AirSideKind {
    match which {
        0 => AirSideKind::Wall,
        1 => AirSideKind::Open { concentration: 0.1 },
        _ => AirSideKind::Inflow { velocity: [0.03, -0.02, 0.01], concentration: 0.2 },
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Whatever surrounds the air: what its books say is what it gains, to rounding.
    #[test]
    fn what_the_air_gains_is_in_the_books(
        (nx, ny, nz) in (3usize..9, 3usize..9, 3usize..9),
        periodic: [bool; 3],
        kinds in prop::array::uniform6(0usize..3),
        corner in prop::array::uniform3(0usize..3),
        len in prop::array::uniform3(1usize..4),
        (tau, les) in (0.6f64..0.9, any::<bool>()),
        rate in 0.0f64..0.02,
        threads in 1usize..4,
    ) {
        let cells = [nx, ny, nz];
        let labels = labels(cells, corner, len);
        let free: Vec<[isize; 3]> = each(cells).zip(&labels).filter(|(_, l)| **l == 0).map(|(c, _)| c).collect();
        prop_assume!(!free.is_empty());
        let ends = periodic.map(|periodic| if periodic { Ends::Periodic } else { Ends::Given });
        let mut air = Air::builder(cells)
            .collision(Collision::Bgk { tau })
            .smagorinsky(if les { 0.15 } else { 0.0 })
            .diffusivity(0.02)
            .buoyancy(1e-3)
            .ends(ends)
            .build()
            .unwrap();
        for (n, cell) in each(cells).enumerate() {
            let velocity = [0.02, -0.03, 0.01].map(|u| u * (n as f32).sin());
            air.set_cell(cell, AirMoments { density: 1.0, velocity, concentration: 0.3 + 0.2 * (n as f32).cos() });
        }
        let mut builder = AirBoundary::builder().solids(&labels);
        for side in AirSide::ALL {
            if !periodic[side.axis()] {
                builder = builder.side(side, kind(kinds[2 * side.axis() + usize::from(side.outwards() > 0)]));
            }
        }
        let source = free[free.len() / 2].map(|at| at as usize);
        let mut boundary = builder.source(source, rate).build(&mut air).unwrap();
        let within = |[i, j, k]: [usize; 3]| labels[(k * ny + j) * nx + i] == 0;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let before = air.totals(within);
        let (mut gained, mut passed) = (AirExchange::default(), 0.0);
        for _ in 0..60 {
            boundary.apply(&mut air);
            prop_assert!(pool.install(|| air.step()));
            gained.add(&boundary.ledger().total());
            let of = |e: AirExchange| e.mass.abs() + e.smoke.abs() + e.momentum.iter().map(|m| m.abs()).sum::<f64>();
            passed += AirSide::ALL.iter().map(|&side| of(boundary.ledger().side(side))).sum::<f64>();
        }
        let after = air.totals(within);
        // Each cell rounds to half of 2⁻²⁴ of its largest population in each step, at random.
        let bound = 1e-6 * (1.0 + passed) + 60.0 * free.len() as f64 * 2e-8;
        prop_assert!((after.mass - before.mass - gained.mass).abs() < bound, "mass");
        let smoke = after.smoke - before.smoke - gained.smoke;
        prop_assert!(smoke.abs() < bound, "smoke: {smoke:e} of {bound:e}");
        for axis in 0..3 {
            let error = after.momentum[axis] - before.momentum[axis] - gained.momentum[axis];
            prop_assert!(error.abs() < bound, "momentum along {axis}: {error:e} of {bound:e}");
        }
        // No smoke passes a solid or a wall.
        prop_assert_eq!([1, 3].map(|label| boundary.ledger().solid(label).smoke), [0.0; 2]);
    }
}

/// A solid across a duct, in a wind that presses on it.
#[test]
fn no_smoke_passes_a_solid() {
    let cells = [7usize, 6, 20];
    let labels: Vec<u16> = each(cells).map(|[.., k]| u16::from((9..11).contains(&k))).collect();
    let build = |air: &mut Air| {
        let velocity = [0.0, 0.0, 0.02];
        let inflow = AirSideKind::Inflow { velocity, concentration: 1.0 };
        AirBoundary::builder()
            .solids(&labels)
            .side(AirSide::East, AirSideKind::Open { concentration: 0.0 })
            .side(AirSide::Bottom, inflow)
            .build(air)
            .unwrap()
    };
    let mut air = Air::builder(cells).diffusivity(0.1).ends([Ends::Given; 3]).build().unwrap();
    let mut boundary = build(&mut air);
    for _ in 0..400 {
        boundary.apply(&mut air);
        assert!(air.step());
    }
    let above = air.totals(|cell| cell[2] > 10).smoke;
    let below = air.totals(|cell| cell[2] < 9).smoke;
    assert!(above.abs() < 1e-12 && below > 50.0, "{above} above, {below} below");
    // The wind presses the solid upwards.
    assert!(boundary.ledger().solid(1).momentum[2] < -1e-3);
}

/// A wall a cell thick, diagonal to the grid, upright or leaning: the gas on both sides of it keeps its own density, and what it presses with is in
/// the books.
#[test]
fn nothing_passes_between_solids_that_touch_at_an_edge() {
    let cells = [9usize, 9, 9];
    for [a, b] in [[0, 1], [0, 2], [1, 2]] {
        let labels: Vec<u16> =
            each(cells).map(|cell| u16::from(cell[a] == cell[b]) * (1 + (cell[a] % 2) as u16)).collect();
        let mut air = Air::builder(cells).ends([Ends::Given; 3]).build().unwrap();
        for cell in each(cells).filter(|cell| cell[a] < cell[b]) {
            air.set_cell(cell, AirMoments { density: 1.02, velocity: [0.0; 3], concentration: 0.0 });
        }
        let mut boundary = AirBoundary::builder().solids(&labels).build(&mut air).unwrap();
        let side = |air: &Air| air.totals(|cell| cell[a] < cell[b]);
        let all = |air: &Air| air.totals(|cell| cell[a] != cell[b]);
        let (mass, before) = (side(&air).mass, all(&air));
        let mut gained = AirExchange::default();
        for _ in 0..200 {
            boundary.apply(&mut air);
            assert!(air.step());
            gained.add(&boundary.ledger().total());
        }
        let leaked = side(&air).mass - mass;
        assert!(leaked.abs() < 1e-4, "{leaked} of {mass} along {a} and {b}");
        for axis in 0..3 {
            let off = all(&air).momentum[axis] - before.momentum[axis] - gained.momentum[axis];
            assert!(off.abs() < 1e-3, "momentum along {axis}: {off}, {}", gained.momentum[axis]);
        }
    }
}

/// A closed duct along z between walls, driven by heavy smoke: Poiseuille's parabola, half a cell off the outer cells.
#[test]
fn walls_stand_half_a_cell_beyond_the_last_cells() {
    let n = 12usize;
    let mut air = Air::builder([n, 1, 3])
        .collision(Collision::Trt { tau: 0.8, magic: 0.1875 })
        .buoyancy(1e-5)
        .ends([Ends::Given, Ends::Periodic, Ends::Periodic])
        .build()
        .unwrap();
    for cell in each([n, 1, 3]) {
        air.set_cell(cell, AirMoments { density: 1.0, velocity: [0.0; 3], concentration: 1.0 });
    }
    let mut boundary = AirBoundary::builder().build(&mut air).unwrap();
    for _ in 0..6000 {
        boundary.apply(&mut air);
        assert!(air.step());
    }
    for i in 0..n {
        let x = i as f64 + 0.5;
        let exact = 1e-5 / (2.0 * 0.1) * x * (n as f64 - x);
        let got = f64::from(air.moments([i as isize, 0, 1]).velocity[2]);
        assert!((got / exact - 1.0).abs() < 2e-3, "{i}: {got} of {exact}");
    }
    // What the smoke gives in a step, the walls take.
    let ledger = boundary.ledger();
    let taken = ledger.side(AirSide::West).momentum[2] + ledger.side(AirSide::East).momentum[2];
    assert!((taken + ledger.buoyancy()).abs() < 1e-4 * ledger.buoyancy());
}

fn chimney(air: &mut Air, labels: &[u16]) -> AirBoundary {
    let open = AirSideKind::Open { concentration: 0.0 };
    let builder: AirBoundaryBuilder<'_> = AirBoundary::builder().solids(labels).source([6, 5, 3], 0.05);
    builder.side(AirSide::Top, open).side(AirSide::East, open).build(air).unwrap()
}

#[test]
fn a_state_goes_on_with_the_same_bits() {
    let cells = [12, 11, 70];
    let labels = labels(cells, [5, 5, 20], [3, 3, 4]);
    let build = || {
        let collision = Collision::Trt { tau: 0.55, magic: 0.1875 };
        let builder = Air::builder(cells).collision(collision).smagorinsky(0.12).buoyancy(2e-3);
        let mut air = builder.ends([Ends::Given, Ends::Periodic, Ends::Given]).build().unwrap();
        let boundary = chimney(&mut air, &labels);
        (air, boundary)
    };
    let run = |(air, boundary): &mut (Air, AirBoundary), threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        for _ in 0..50 {
            assert!(pool.install(|| {
                boundary.apply(air);
                air.step()
            }));
        }
    };
    let mut whole = build();
    run(&mut whole, 1);
    let (state, books) = (whole.0.state(), whole.1.state());
    run(&mut whole, 2);
    let mut resumed = build();
    resumed.0.restore(&state).unwrap();
    resumed.1.restore(books);
    run(&mut resumed, 3);
    assert_eq!(resumed.0.state_hash(), whole.0.state_hash());
    assert_eq!((resumed.1.state(), resumed.1.ledger()), (whole.1.state(), whole.1.ledger()));
}

/// Open sides let a plume out: what is given leaves, and no wind grows out of nothing.
#[test]
fn a_plume_leaves_through_open_sides() {
    let cells = [13, 12, 24];
    let builder = Air::builder(cells).smagorinsky(0.12).buoyancy(1e-3).diffusivity(0.02);
    let mut air = builder.ends([Ends::Given; 3]).build().unwrap();
    let mut builder = AirBoundary::builder().source([6, 5, 3], 0.05);
    for side in AirSide::ALL.into_iter().filter(|&side| side != AirSide::Bottom) {
        builder = builder.side(side, AirSideKind::Open { concentration: 0.0 });
    }
    let mut boundary = builder.build(&mut air).unwrap();
    let (mut left, mut given) = (0.0, 0.0);
    for step in 0..10_000 {
        boundary.apply(&mut air);
        assert!(air.step());
        if step >= 7_000 {
            left -= boundary.ledger().total().smoke - boundary.ledger().sources();
            given += boundary.ledger().sources();
        }
    }
    assert!((left / given - 1.0).abs() < 0.05, "{left} of {given} left");
    let fastest = each(cells).map(|cell| air.moments(cell).velocity[2].abs()).fold(0.0, f32::max);
    // √(F / 2 π ν) is what a plume on its own rises with in the end (Yih 1951); near the floor and its source it is slower.
    let free = (1e-3 * 0.05 / (std::f32::consts::TAU * 0.1 / 3.0)).sqrt();
    assert!(fastest > 0.2 * free && fastest < free, "{fastest} against {free}");
}

#[test]
fn what_cannot_be_is_refused() {
    let of = |ends: [Ends; 3],
              change: &dyn Fn(AirBoundaryBuilder<'static>) -> AirBoundaryBuilder<'static>| {
        let mut air = Air::builder([4, 5, 6]).ends(ends).build().unwrap();
        change(AirBoundary::builder()).build(&mut air).unwrap_err()
    };
    let given = [Ends::Given; 3];
    let wind = |u: f64| AirSideKind::Inflow { velocity: [0.0, u, 0.0], concentration: 0.0 };
    let error = of(given, &|b| b.side(AirSide::South, wind(0.3)));
    assert_eq!(error.to_string(), "south side of the air: velocity = 0.3: must be at most 0.2 cells a step");
    assert!(matches!(of(given, &|b| b.side(AirSide::South, wind(f64::NAN))), Error::OutOfRange { .. }));
    let error = of([Ends::Periodic; 3], &|b| b.side(AirSide::Top, wind(0.1)));
    assert_eq!(error, Error::NoAirSide { side: AirSide::Top });
    assert_eq!(of([Ends::Given, Ends::Walls, Ends::Given], &|b| b), Error::AirEnds { axis: "y" });
    assert_eq!(
        of(given, &|b| b.solids(&[1; 7])),
        Error::ShapeMismatch { what: "solid labels of the air", expected: 120, got: 7 }
    );
    assert_eq!(of(given, &|b| b.solids(&[1; 120])), Error::NoAir { cells: 120 });
    let error = of(given, &|b| b.source([3, 5, 2], 1.0)).to_string();
    assert_eq!(error, "source in cell (3, 5, 2): it lies outside the grid");
    let solid: &'static [u16] = Box::leak(each([4, 5, 6]).map(|c| u16::from(c[0] == 3)).collect());
    let error = of(given, &|b| b.solids(solid).source([3, 1, 2], 1.0)).to_string();
    assert_eq!(error, "source in cell (3, 1, 2): it lies in a solid");
    let error = of(given, &|b| b.source([2, 1, 2], f64::INFINITY)).to_string();
    assert_eq!(error, "source in cell (2, 1, 2): its rate must be a finite number, 0 or more");
}

/// Eddies in a box of open sides die away: nothing there feeds them.
#[test]
fn eddies_leave_through_open_sides() {
    let cells = [16, 16, 16];
    let mut air = thin(cells, [Ends::Given; 3]);
    let wave = |at: isize| 0.05 * (0.5 * at as f32).sin();
    for [i, j, k] in each(cells) {
        let velocity = [wave(k), wave(i), wave(i + j)];
        air.set_cell([i, j, k], AirMoments { density: 1.0, velocity, concentration: 0.0 });
    }
    let all = AirSide::ALL.into_iter().filter(|&side| side != AirSide::Bottom);
    let builder = all.fold(AirBoundary::builder(), |builder, side| builder.side(side, OPEN));
    let mut boundary = builder.build(&mut air).unwrap();
    let energy = |air: &Air| each(cells).map(|cell| speed_of(&air.moments(cell)).powi(2)).sum::<f64>();
    let start = energy(&air);
    let mut left = Vec::new();
    for _ in 0..4 {
        for _ in 0..2000 {
            boundary.apply(&mut air);
            assert!(air.step());
        }
        left.push(energy(&air) / start);
    }
    // At last it is a wind through the box that `du/dt = −u² / 2 L` brakes: `E ∝ t⁻²`.
    assert!(left[3] < 0.02 && left[3] < 0.5 * left[1] && left.is_sorted_by(|a, b| a > b), "{left:?}");
}

/// What an open side draws in comes from air at rest: it brings no momentum along the side. What leaves takes that of the air inside.
#[test]
fn what_is_drawn_in_brings_no_momentum_along_the_side() {
    let cells = [6, 5, 7];
    for (along, up) in [(0.08, -0.05), (-0.06, -0.02), (0.08, 0.05)] {
        let mut air = thin(cells, [Ends::Periodic, Ends::Periodic, Ends::Given]);
        for cell in each(cells) {
            let velocity = [along, -0.5 * along, up];
            air.set_cell(cell, AirMoments { density: 1.0, velocity, concentration: 0.0 });
        }
        let mut boundary = AirBoundary::builder().side(AirSide::Top, OPEN).build(&mut air).unwrap();
        boundary.apply(&mut air);
        let [x, y, _] = boundary.ledger().side(AirSide::Top).momentum;
        let leaves = f64::from(up.max(0.0) * along) * 30.0;
        assert!((x + leaves).abs() < 1e-6 && (y - 0.5 * leaves).abs() < 1e-6, "{x}, {y} of {leaves}");
    }
}

pub(crate) const OPEN: AirSideKind = AirSideKind::Open { concentration: 0.0 };

pub(crate) fn speed_of(moments: &AirMoments) -> f64 {
    moments.velocity.iter().map(|u| f64::from(u * u)).sum::<f64>().sqrt()
}

/// Air of hardly any viscosity.
pub(crate) fn thin(cells: [usize; 3], ends: [Ends; 3]) -> Air {
    let builder = Air::builder(cells).collision(Collision::Bgk { tau: 0.503 }).smagorinsky(0.12);
    builder.diffusivity(1e-3).ends(ends).build().unwrap()
}
