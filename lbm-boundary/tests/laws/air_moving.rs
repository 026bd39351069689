//! Solids that move through air with smoke: what their walls do to the gas, and the books of cells that they cover and leave.

use lbm_boundary::{AirBoundary, AirExchange, AirLedger, AirSide, AirSideKind};
use lbm_core::{Air, AirMoments, Collision, Ends};
use proptest::prelude::*;

fn each(cells: [usize; 3]) -> impl Iterator<Item = [isize; 3]> {
    let [nx, ny, nz] = cells;
    (0..nx * ny * nz).map(move |k| [k % nx, k / nx % ny, k / (nx * ny)].map(|at| at as isize))
}

/// Cells whose centers lie in a ball; the nearest image of it where ends are joined.
fn ball(cells: [usize; 3], periodic: [bool; 3], center: [f64; 3], radius: f64) -> Vec<u16> {
    let apart = |cell: [isize; 3]| -> f64 {
        let along = |a: usize| {
            let d = cell[a] as f64 + 0.5 - center[a];
            if periodic[a] { d - cells[a] as f64 * (d / cells[a] as f64).round() } else { d }
        };
        (0..3).map(|a| along(a).powi(2)).sum()
    };
    each(cells).map(|cell| u16::from(apart(cell) < radius * radius)).collect()
}

/// Air between a floor at rest and a plate that slides: Couette's profile, which half-way bounce-back has exactly.
#[test]
fn a_sliding_wall_drags_the_air_along() {
    let cells = [4usize, 3, 14];
    let (low, high) = (2, 12);
    let labels: Vec<u16> =
        each(cells).map(|[_, _, k]| if k < low { 1 } else { 2 * u16::from(k >= high) }).collect();
    let wall = [0.04, -0.02, 0.0];
    let collision = Collision::Trt { tau: 0.9, magic: 0.25 };
    let mut air = Air::builder(cells).collision(collision).build().unwrap();
    let mut boundary = AirBoundary::builder().solids(&labels).build(&mut air).unwrap();
    let velocity = |label: u16, _: [f64; 3]| if label == 2 { wall } else { [0.0; 3] };
    let fastest = boundary.move_solids(&mut air, &labels, velocity);
    assert!((fastest - wall.iter().map(|u| u * u).sum::<f64>().sqrt()).abs() < 1e-12);
    for _ in 0..3000 {
        boundary.apply(&mut air);
        assert!(air.step());
    }
    for k in low..high {
        let part = ((k - low) as f64 + 0.5) / (high - low) as f64;
        let velocity = air.moments([1, 2, k]).velocity;
        for a in 0..3 {
            assert!((f64::from(velocity[a]) - part * wall[a]).abs() < 2e-6, "layer {k}: {velocity:?}");
        }
    }
    // Its stress, ρ ν u / H a cell of the wall.
    let shear = (0.9 - 0.5) / 3.0 / (high - low) as f64 * (cells[0] * cells[1]) as f64;
    let [floor, plate] = [1, 2].map(|label| boundary.ledger().solid(label));
    for a in 0..2 {
        assert!((plate.momentum[a] / (shear * wall[a]) - 1.0).abs() < 2e-3, "{plate:?}");
        assert!((floor.momentum[a] / (shear * wall[a]) + 1.0).abs() < 2e-3, "{floor:?}");
    }
}

/// A ball that moves through air at rest is dragged as one at rest is by air that moves: the same flow, seen from another frame.
#[test]
fn a_moving_ball_meets_the_drag_of_one_at_rest_in_a_wind() {
    let (cells, radius, speed) = ([30usize, 20, 20], 3.0, 0.05);
    let middle = [15.0, 10.0, 10.0];
    let steps = 400;
    let drag = |moves: bool| {
        let builder = Air::builder(cells).collision(Collision::Bgk { tau: 0.53 }).smagorinsky(0.12);
        let mut air = builder.build().unwrap();
        let labels = |step: f64| {
            let x = middle[0] + if moves { speed * step } else { 0.0 };
            ball(cells, [true; 3], [x, middle[1], middle[2]], radius)
        };
        let start = labels(0.0);
        let mut boundary = AirBoundary::builder().solids(&start).build(&mut air).unwrap();
        if !moves {
            for (cell, _) in each(cells).zip(start).filter(|(_, label)| *label == 0) {
                let wind = [-speed as f32, 0.0, 0.0];
                air.set_cell(cell, AirMoments { density: 1.0, velocity: wind, concentration: 0.0 });
            }
        }
        let mut given = 0.0;
        for step in 1..=steps {
            if moves {
                boundary.move_solids(&mut air, &labels(f64::from(step)), |_, _| [speed, 0.0, 0.0]);
            }
            boundary.apply(&mut air);
            assert!(air.step());
            // Without the sound of the sudden start.
            given += if 4 * step > steps { boundary.ledger().solids().momentum[0] } else { 0.0 };
        }
        given
    };
    let (moving, at_rest) = (drag(true), drag(false));
    println!("{moving} of {at_rest}");
    assert!((moving / at_rest - 1.0).abs() < 0.03, "{moving} of {at_rest}");
}

/// A piston: the air before it moves as it does, and its pressure is that of a sound wave, `Δp = ρ c u`.
#[test]
fn a_piston_sends_a_sound_wave_ahead() {
    let cells = [120usize, 1, 1];
    let speed = 0.01;
    let ends = [Ends::Given, Ends::Periodic, Ends::Periodic];
    let mut air = Air::builder(cells).collision(Collision::Bgk { tau: 0.6 }).ends(ends).build().unwrap();
    let mut boundary = AirBoundary::builder().build(&mut air).unwrap();
    for step in 0..120 {
        let face = 10.0 + speed * f64::from(step);
        let labels: Vec<u16> = each(cells).map(|[i, ..]| u16::from((i as f64 + 0.5) < face)).collect();
        boundary.move_solids(&mut air, &labels, |_, _| [speed, 0.0, 0.0]);
        boundary.apply(&mut air);
        assert!(air.step());
    }
    let mean = |of: &dyn Fn(AirMoments) -> f32| {
        (20..60).map(|i| f64::from(of(air.moments([i, 0, 0])))).sum::<f64>() / 40.0
    };
    let moved = mean(&|of| of.velocity[0]);
    assert!((moved / speed - 1.0).abs() < 0.03, "{moved}");
    let raised = (mean(&|of| of.density) - 1.0) / 3.0;
    assert!((raised / (speed / 3.0f64.sqrt()) - 1.0).abs() < 0.03, "{raised}");
    assert!(air.moments([110, 0, 0]).velocity[0].abs() < 1e-4, "the wave is not there yet");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// A ball goes through smoke, covers cells and leaves them: what the books say is what the air gains, and no smoke is lost.
    #[test]
    fn what_a_ball_covers_and_leaves_is_in_the_books(
        (nx, ny, nz) in (6usize..12, 6usize..12, 6usize..12),
        periodic: [bool; 3],
        is_open: bool,
        from in prop::array::uniform3(0.4f64..0.6),
        (along, speed, aside) in (0usize..3, -0.12f64..0.12, -0.01f64..0.01),
        radius in 1.1f64..2.8,
        turn in -0.02f64..0.02,
        leap in 0.0f64..3.0,
    ) {
        let cells = [nx, ny, nz];
        // It leaves the air a way round.
        let radius = radius.min(0.35 * nx.min(ny).min(nz) as f64);
        let velocity: [f64; 3] = std::array::from_fn(|axis| if axis == along { speed } else { aside });
        let ends = periodic.map(|periodic| if periodic { Ends::Periodic } else { Ends::Given });
        let mut air = Air::builder(cells)
            .collision(Collision::Bgk { tau: 0.8 })
            .diffusivity(0.02)
            .buoyancy(1e-3)
            .ends(ends)
            .build()
            .unwrap();
        for (n, cell) in each(cells).enumerate() {
            let concentration = 0.3 + 0.2 * (n as f32).cos();
            air.set_cell(cell, AirMoments { density: 1.0, velocity: [0.0; 3], concentration });
        }
        let mut builder = AirBoundary::builder();
        if is_open && !periodic[2] {
            builder = builder.side(AirSide::Top, AirSideKind::Open { concentration: 0.1 });
        }
        let mut center: [f64; 3] = std::array::from_fn(|a| from[a] * cells[a] as f64);
        let mut labels = ball(cells, periodic, center, radius);
        let mut boundary = builder.solids(&labels).build(&mut air).unwrap();
        let of = |air: &Air, labels: &[u16]| air.totals(|[i, j, k]| labels[(k * ny + j) * nx + i] == 0);
        let before = of(&air, &labels);
        let (mut gained, mut changed) = (AirExchange::default(), 0);
        for step in 0..60 {
            (0..3).for_each(|a| center[a] += velocity[a]);
            // Once it is put elsewhere, and covers cells that no air is next to.
            if step == 30 {
                center[along] += leap.copysign(0.5 * cells[along] as f64 - center[along]);
            }
            let next = ball(cells, periodic, center, radius);
            changed += next.iter().zip(&labels).filter(|(is, was)| is != was).count();
            labels = next;
            boundary.move_solids(&mut air, &labels, |_, at| {
                [velocity[0] - turn * (at[1] - center[1]), velocity[1] + turn * (at[0] - center[0]), velocity[2]]
            });
            boundary.apply(&mut air);
            let well = air.step();
            prop_assert!(well, "{:?}", air.trouble());
            gained.add(&boundary.ledger().total());
            prop_assert!(boundary.ledger().solid(1).smoke.abs() < 1e-6, "{:?}", boundary.ledger().solid(1));
        }
        let after = of(&air, &labels);
        let bound = 1e-6 * (60.0 + changed as f64) + 60.0 * (nx * ny * nz) as f64 * 2e-8;
        prop_assert!((after.mass - before.mass - gained.mass).abs() < bound, "mass, {changed} cells changed");
        let smoke = after.smoke - before.smoke - gained.smoke;
        prop_assert!(smoke.abs() < bound, "smoke: {smoke:e} of {bound:e}");
        for axis in 0..3 {
            let error = after.momentum[axis] - before.momentum[axis] - gained.momentum[axis];
            prop_assert!(error.abs() < bound, "momentum along {axis}: {error:e} of {bound:e}");
        }
    }

    /// Two balls move between walls and open sides. A boundary that is built where they have come to goes on with the same bits and the same books.
    #[test]
    fn links_that_are_found_again_are_those_of_a_new_boundary(
        cells in prop::array::uniform3(9usize..14),
        periodic: [bool; 3],
        kinds in prop::array::uniform6(0usize..3),
        centers in prop::array::uniform2(prop::array::uniform3(0.0f64..1.0)),
        velocities in prop::array::uniform2(prop::array::uniform3(-0.1f64..0.1)),
        steps in 5usize..40,
    ) {
        let new_air = || {
            let ends = periodic.map(|periodic| if periodic { Ends::Periodic } else { Ends::Given });
            let builder = Air::builder(cells).collision(Collision::Bgk { tau: 0.8 }).buoyancy(1e-3);
            builder.ends(ends).build().unwrap()
        };
        let new_boundary = |air: &mut Air, labels: &[u16]| {
            let mut builder = AirBoundary::builder().solids(labels);
            for side in AirSide::ALL.into_iter().filter(|side| !periodic[side.axis()]) {
                let kind = match kinds[2 * side.axis() + usize::from(side.outwards() > 0)] {
                    0 => AirSideKind::Wall,
                    1 => AirSideKind::Open { concentration: 0.1 },
                    _ => AirSideKind::Inflow { velocity: [0.02, -0.01, 0.01], concentration: 0.2 },
                };
                builder = builder.side(side, kind);
            }
            builder.build(air).unwrap()
        };
        let labels_at = |step: usize| -> Vec<u16> {
            let balls: Vec<Vec<u16>> = (0..2).map(|k| {
                let center = std::array::from_fn(|a| centers[k][a] * cells[a] as f64 + velocities[k][a] * step as f64);
                ball(cells, periodic, center, 2.6)
            }).collect();
            balls[0].iter().zip(&balls[1]).map(|(a, b)| if *a != 0 { 1 } else { 2 * b }).collect()
        };
        let velocity = |label: u16, _: [f64; 3]| velocities[usize::from(label) - 1];
        let go_on = |air: &mut Air, boundary: &mut AirBoundary, step: usize| {
            boundary.move_solids(air, &labels_at(step), velocity);
            boundary.apply(air);
            air.step()
        };

        let mut air = new_air();
        let mut boundary = new_boundary(&mut air, &labels_at(0));
        // Between walls on all sides balls may drive the gas faster than the lattice tolerates.
        prop_assume!((0..=steps).all(|step| go_on(&mut air, &mut boundary, step)));
        let mut other = new_air();
        let mut new = new_boundary(&mut other, &labels_at(steps));
        other.restore(&air.state()).unwrap();
        new.restore(boundary.state());
        // Another one, which was built elsewhere.
        let mut placed_air = new_air();
        let mut placed = new_boundary(&mut placed_air, &labels_at(0));
        placed_air.restore(&air.state()).unwrap();
        placed.restore(boundary.state());
        placed.place_solids(&mut placed_air, &labels_at(steps));
        for _ in 0..2 {
            let is_valid = go_on(&mut air, &mut boundary, steps);
            prop_assert_eq!(is_valid, go_on(&mut other, &mut new, steps));
            prop_assert_eq!(is_valid, go_on(&mut placed_air, &mut placed, steps));
            let books = |ledger: &AirLedger| (AirSide::ALL.map(|side| ledger.side(side)), [1, 2].map(|label| ledger.solid(label)));
            prop_assert_eq!(books(boundary.ledger()), books(new.ledger()));
            prop_assert_eq!(books(boundary.ledger()), books(placed.ledger()));
            let labels = labels_at(steps);
            for (cell, _) in each(cells).zip(&labels).filter(|(_, label)| **label == 0) {
                let f = air.populations(cell);
                prop_assert!(f == other.populations(cell) && f == placed_air.populations(cell), "{cell:?}");
            }
        }
    }
}
