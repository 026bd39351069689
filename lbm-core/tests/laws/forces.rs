//! Each force alone in uniform water, and the bed under still water.

use crate::common::wrap;
use lbm_core::d2q9::{C, OPPOSITE, depth_and_momentum};
use lbm_core::{Collision, Error, Forces, Impulses, Instructions, Lattice, Region, Units};
use proptest::prelude::*;

const CELL_M: f64 = 0.5;
const DEPTH_M: f64 = 2.0;

/// Velocity of uniform water after `seconds` under these forces.
fn push(forces: Forces, start_m_s: [f64; 2], seconds: f64) -> [f64; 2] {
    let units = Units::from_gravity_number(CELL_M, DEPTH_M, 0.15, 9.81).unwrap();
    let mut lattice = Lattice::builder(5, 3, units).rest_depth_m(DEPTH_M).forces(forces).build().unwrap();
    for k in 0..15 {
        lattice.set_cell_m(k % 5, k / 5, DEPTH_M, start_m_s);
    }
    let before = lattice.totals(|_| true).mass;
    for _ in 0..(seconds / units.time_step_s()).round() as usize {
        wrap(&mut lattice);
        assert!(lattice.step());
    }
    assert!((lattice.totals(|_| true).mass / before - 1.0).abs() < 1e-7, "forces must not make water");
    let m = lattice.moments(lattice.layout().site(2, 1));
    [m.u, m.v].map(|c| units.to_m_s(f64::from(c)))
}

fn assert_close(got: [f64; 2], expected: [f64; 2], tolerance: f64) {
    for axis in 0..2 {
        assert!((got[axis] - expected[axis]).abs() < tolerance, "{got:?} against {expected:?}");
    }
}

#[test]
fn an_acceleration_accelerates() {
    let forces = Forces { acceleration_m_s2: [0.02, -0.01], ..Forces::default() };
    assert_close(push(forces, [0.1, 0.0], 20.0), [0.5, -0.2], 1e-3);
}

#[test]
fn the_earth_turns_a_stream_to_the_right_and_keeps_its_speed() {
    let forces = Forces { coriolis_1_s: 0.02, ..Forces::default() };
    let (sin, cos) = (0.02f64 * 40.0).sin_cos();
    assert_close(push(forces, [0.5, 0.0], 40.0), [0.5 * cos, -0.5 * sin], 1e-3);
}

/// The flow turns by a twelfth of a radian in each step.
#[test]
fn a_quick_turn_keeps_the_speed() {
    let [u, v] = push(Forces { coriolis_1_s: 2.0, ..Forces::default() }, [0.3, 0.4], 10.0);
    assert!((u.hypot(v) - 0.5).abs() < 1e-4, "{u}, {v}");
}

/// Friction so strong that an explicit step would remove more than all of the momentum.
#[test]
fn strong_friction_stops_the_water_and_does_not_turn_it_round() {
    let (n, start) = (5.0f64, 0.6);
    let units = Units::from_gravity_number(CELL_M, DEPTH_M, 0.15, 9.81).unwrap();
    let lost = units.time_step_s() * 9.81 * n * n * start / DEPTH_M.powf(4.0 / 3.0);
    assert!(lost > 1.0);
    let forces = Forces { manning_s_m13: n, ..Forces::default() };
    assert_close(push(forces, [start, 0.0], units.time_step_s()), [start / (1.0 + lost), 0.0], 1e-5);
}

#[test]
fn wind_drags_the_whole_depth() {
    let forces = Forces { wind_m2_s2: [0.0, 0.03], ..Forces::default() };
    assert_close(push(forces, [0.0, 0.0], 20.0), [0.0, 0.03 * 20.0 / DEPTH_M], 1e-3);
}

/// `du/dt = −g n² u² / h^{4/3}`, so `1/u` grows linearly.
#[test]
fn friction_slows_as_manning_says() {
    let n = 0.04f64;
    let forces = Forces { manning_s_m13: n, ..Forces::default() };
    let rate = 9.81 * n * n / DEPTH_M.powf(4.0 / 3.0);
    let speed = 1.0 / (1.0 / 0.6f64 + rate * 60.0);
    assert_close(push(forces, [0.6 * 0.8, -0.6 * 0.6], 60.0), [speed * 0.8, -speed * 0.6], 1e-3);
}

/// Down a slope `S` water runs at `u = h^⅔ S^½ / n`.
#[test]
fn slope_and_friction_agree_on_the_normal_flow() {
    let (n, slope) = (0.1f64, 1e-3f64);
    let forces = Forces { acceleration_m_s2: [9.81 * slope, 0.0], manning_s_m13: n, ..Forces::default() };
    let normal = DEPTH_M.powf(2.0 / 3.0) * slope.sqrt() / n;
    assert_close(push(forces, [0.0, 0.0], 400.0), [normal, 0.0], 2e-3 * normal);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn a_lake_at_rest_stays_at_rest_to_the_bit(
        nx in 1usize..40, ny in 1usize..12, heights in prop::collection::vec(-1.0f64..1.5, 61), central in any::<bool>(),
    ) {
        let bed = |x: f64, y: f64| heights[((x * 3.7 + y * 11.3).abs() * 2.0) as usize % heights.len()];
        let units = Units::from_gravity_number(CELL_M, 3.0, 0.15, 9.81).unwrap();
        let collision = if central {
            Collision::CentralMoments { tau: 0.51, bulk_tau: 0.8 }
        } else {
            Collision::Bgk { tau: 0.6 }
        };
        let forces = Forces { manning_s_m13: 0.03, coriolis_1_s: 1e-3, ..Forces::default() };
        let mut lattice = Lattice::builder(nx, ny, units)
            .rest_depth_m(DEPTH_M)
            .collision(collision)
            .bed_m(bed)
            .periodic_bed([true; 2])
            .forces(forces)
            .build()
            .unwrap();
        for _ in 0..100 {
            wrap(&mut lattice);
            prop_assert!(lattice.step());
        }
        for j in 0..ny {
            for i in 0..nx {
                let site = lattice.layout().site(i as isize, j as isize);
                prop_assert!(lattice.populations(site).iter().all(|&f| f == 0.0), "cell ({i}, {j})");
                let depth = DEPTH_M - bed((i as f64 + 0.5) * CELL_M, (j as f64 + 0.5) * CELL_M);
                let h = units.to_meters(f64::from(lattice.moments(site).h));
                prop_assert!((h - depth).abs() < 1e-6);
            }
        }
    }
}

/// A long wave that runs onto a shelf conserves its energy flux: its height grows as `h^{−1/4}` (Green's law).
#[test]
fn a_wave_on_a_shelf_grows_by_greens_law() {
    let (nx, deep, shallow) = (1600usize, 4.0, 2.0);
    let length = nx as f64;
    // Deep, a gentle rise of 300 m, shallow, and back, as the box is periodic.
    let bed = |x: f64, _: f64| {
        let rise = |from: f64| ((x - from) / 300.0).clamp(0.0, 1.0);
        let smooth = |s: f64| s * s * (3.0 - 2.0 * s);
        (deep - shallow) * (smooth(rise(400.0)) - smooth(rise(length - 350.0)))
    };
    let units = Units::from_gravity_number(1.0, deep, 0.15, 9.81).unwrap();
    let collision = Collision::Bgk { tau: 0.502 };
    let builder = Lattice::builder(nx, 1, units).rest_depth_m(deep).collision(collision);
    let mut lattice = builder.bed_m(bed).periodic_bed([true; 2]).build().unwrap();
    let (height, celerity) = (0.01, (9.81 * deep).sqrt());
    for i in 0..nx {
        let eta = height * (-((i as f64 - 220.0) / 40.0).powi(2)).exp();
        lattice.set_cell_m(i, 0, deep - bed(i as f64 + 0.5, 0.5) + eta, [eta * celerity / deep, 0.0]);
    }
    let crest = |lattice: &Lattice| {
        let eta = |i: usize| f64::from(lattice.moments(lattice.layout().site(i as isize, 0)).eta);
        (0..nx).map(|i| (eta(i), i)).fold((0.0, 0), |a, b| if b.0 > a.0 { b } else { a })
    };
    let seconds = 140.0;
    for _ in 0..(seconds / units.time_step_s()) as usize {
        wrap(&mut lattice);
        assert!(lattice.step());
    }
    let (eta, at) = crest(&lattice);
    assert!((750..1200).contains(&at), "the crest is on the shelf: {at}");
    let ratio = units.to_meters(eta) / height;
    let green = (deep / shallow).powf(0.25);
    assert!((ratio / green - 1.0).abs() < 0.01, "{ratio} against {green}");
}

#[test]
fn a_dry_cell_is_refused_by_name() {
    let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
    let island = |x: f64, y: f64| if (x, y) == (3.5, 2.5) { 1.25 } else { 0.0 };
    let refused = Lattice::builder(6, 5, units).bed_m(island).build().unwrap_err();
    assert_eq!(refused, Error::DryBed { cell: [3, 2], depth_cells: -0.25 });
}

/// Momentum and energy that each force gave a cell of depth `h` that it left with the momentum `m`, lattice units, in the order of [`Forces`]. The energies are
/// by the velocity half-way, where the rotation turns nothing.
fn given(forces: &Forces, units: &Units, h: f64, m: [f64; 2]) -> [([f64; 2], f64); 4] {
    let (dx, dt, e) = (units.cell_size_m(), units.time_step_s(), units.lattice_speed_m_s());
    let friction = units.gravity_m_s2() * forces.manning_s_m13.powi(2) / dx.cbrt() / (h * h * h.cbrt());
    let kept = 1.0 - friction * m[0].hypot(m[1]);
    let before_friction = m.map(|c| c / kept);
    let (sin, cos) = (forces.coriolis_1_s * dt).sin_cos();
    let turned_back = |[x, y]: [f64; 2]| [cos * x - sin * y, cos * y + sin * x];
    let before_turn = turned_back(before_friction);
    let before_wind = [0, 1].map(|axis| before_turn[axis] - forces.wind_m2_s2[axis] / (e * e));
    let at_first = [0, 1].map(|axis| before_wind[axis] - h * forces.acceleration_m_s2[axis] * dt / e);
    let all = [at_first, before_wind, before_turn, before_friction, m];
    let in_frame = [at_first, before_wind, before_turn, before_turn, turned_back(m)];
    [0, 1, 2, 3].map(|k| {
        let gained = |all: &[[f64; 2]; 5]| [0, 1].map(|axis| all[k + 1][axis] - all[k][axis]);
        let [x, y] = gained(&in_frame);
        let [u, v] = [0, 1].map(|axis| 0.5 * (in_frame[0][axis] + in_frame[4][axis]) / h);
        (gained(&all), x * u + y * v)
    })
}

/// Of all cells that count, and of no other, with the bits of any vectors: rows are no whole number of these.
#[test]
fn impulses_are_the_sums_of_what_each_cell_was_given() {
    let (nx, ny) = (37, 9);
    let units = Units::from_gravity_number(CELL_M, DEPTH_M, 0.15, 9.81).unwrap();
    let forces = Forces {
        acceleration_m_s2: [0.02, -0.01],
        wind_m2_s2: [0.4, 0.3],
        coriolis_1_s: 0.3,
        manning_s_m13: 0.4,
    };
    let solid: Vec<bool> = (0..nx * ny).map(|cell: usize| (cell * 7 + cell / nx).is_multiple_of(5)).collect();
    let run = |instructions: Instructions| {
        let bed = |x: f64, y: f64| 0.3 * (0.9 * x).sin() * (0.7 * y).cos();
        let builder = Lattice::builder(nx, ny, units).rest_depth_m(DEPTH_M).bed_m(bed).forces(forces);
        let mut lattice = builder.build().unwrap();
        lattice.set_instructions(instructions);
        for k in 0..nx * ny {
            let wave = |phase: f64| (0.37 * k as f64 + phase).sin();
            lattice.set_cell_m(k % nx, k / nx, DEPTH_M + 0.1 * wave(0.0), [0.4 * wave(1.0), 0.3 * wave(2.0)]);
        }
        for _ in 0..3 {
            wrap(&mut lattice);
            assert!(lattice.step());
        }
        for k in (0..nx * ny).filter(|k| solid[*k]) {
            lattice
                .set_populations(lattice.layout().site((k % nx) as isize, (k / nx) as isize), [f32::NAN; 9]);
        }
        lattice
    };
    let lattice = run(Instructions::all()[0]);
    let (of_bed, of_forces) = (lattice.bed_impulse(&solid), lattice.impulses(&solid));
    for instructions in Instructions::all() {
        let other = run(instructions);
        assert_eq!(
            (other.bed_impulse(&solid), other.impulses(&solid)),
            (of_bed, of_forces),
            "{instructions:?}"
        );
    }
    let mut wanted = [([0.0; 2], 0.0, 0.0); 5];
    for k in (0..nx * ny).filter(|k| !solid[*k]) {
        let [i, j] = [k % nx, k / nx];
        let site = lattice.layout().site(i as isize, j as isize);
        let m = lattice.moments(site);
        let [_, hu, hv] = depth_and_momentum(lattice.populations(site).map(f64::from));
        let [h, u, v] = [m.h, m.u, m.v].map(f64::from);
        let of_bed = ([hu - h * u, hv - h * v], 0.0);
        let of_forces = given(&forces, &units, h, [h * u, h * v]);
        for (wanted, (momentum, energy)) in wanted.iter_mut().zip([of_bed].into_iter().chain(of_forces)) {
            let [x, y] = [i as f64 - 18.0, j as f64 - 4.0];
            (0..2).for_each(|axis| wanted.0[axis] += momentum[axis]);
            wanted.1 += x * momentum[1] - y * momentum[0];
            wanted.2 += energy;
        }
    }
    let Impulses { acceleration, wind, coriolis, friction } = of_forces;
    for (got, (momentum, angular, energy)) in
        [of_bed, acceleration, wind, coriolis, friction].into_iter().zip(wanted)
    {
        let numbers = [got.momentum[0], got.momentum[1], got.angular_momentum, got.energy];
        for (got, wanted) in numbers.into_iter().zip([momentum[0], momentum[1], angular, energy]) {
            assert!((got - wanted).abs() < 2e-5, "{got} of {wanted}");
        }
    }
    // Large enough to tell.
    assert!(of_bed.momentum[0].abs() > 1e-3 && friction.energy < -1e-3 && wind.energy.abs() > 1e-3);
}

/// Between two walls, in a steady state, the fields have no velocity, and the wind and friction do no work: by the momentum that the populations have
/// after the forces of a step there is one of half of what these gave, over the depth.
#[test]
fn wind_that_has_raised_the_end_of_a_basin_moves_no_water() {
    let (nx, ny, wind_m2_s2) = (40usize, 3usize, 2e-3);
    let units = Units::from_gravity_number(CELL_M, DEPTH_M, 0.15, 9.81).unwrap();
    let forces = Forces { wind_m2_s2: [wind_m2_s2, 0.0], manning_s_m13: 0.03, ..Forces::default() };
    let builder = Lattice::builder(nx, ny, units).rest_depth_m(DEPTH_M).forces(forces);
    let mut lattice = builder.collision(Collision::Bgk { tau: 1.0 }).build().unwrap();
    let solid = vec![false; nx * ny];
    let velocities = |lattice: &Lattice| {
        let mut fields = [(); 3].map(|()| vec![0.0f32; nx * ny]);
        lattice.write_fields(
            Region::new(0..nx, 0..ny),
            fields.each_mut().map(|field| &mut field[..]),
            &solid,
        );
        let [_, u, v] = fields;
        u.into_iter().chain(v).map(|c| f64::from(c.abs())).fold(0.0, f64::max)
    };
    assert_eq!(velocities(&lattice), 0.0, "no force has acted yet");
    let mut most_m_s = 0.0f64;
    for _ in 0..60_000 {
        walls_along_x(&mut lattice);
        assert!(lattice.step());
        most_m_s = most_m_s.max(velocities(&lattice));
    }
    let half_m_s = 0.5 * wind_m2_s2 * units.time_step_s() / DEPTH_M;
    let raw_m_s = units.to_m_s(lattice.moments(lattice.layout().site(20, 1)).u.into());
    assert!((raw_m_s / half_m_s - 1.0).abs() < 0.02, "{raw_m_s} of {half_m_s}");
    let left_m_s = velocities(&lattice);
    assert!(left_m_s < 0.02 * half_m_s && most_m_s > 10.0 * half_m_s, "{left_m_s}, {most_m_s}, {half_m_s}");
    let Impulses { wind, friction, .. } = lattice.impulses(&solid);
    let of_end = 0.5 * wind.momentum[0] * f64::from(lattice.moments(lattice.layout().site(20, 1)).u);
    assert!(wind.energy.abs() + friction.energy.abs() < 0.04 * of_end, "{wind:?} {friction:?}, {of_end}");
}

/// Half-way walls at the two ends, and the other sides periodic.
fn walls_along_x(lattice: &mut Lattice) {
    wrap(lattice);
    let [nx, ny] = [lattice.layout().nx(), lattice.layout().ny()].map(|n| n as isize);
    for j in 0..ny {
        for (wall, water, toward) in [(-1, 0, [1, 2, 8]), (nx, nx - 1, [5, 4, 6])] {
            for q in toward {
                let dy = C[q][1] as isize;
                let back = lattice.population(OPPOSITE[q], lattice.layout().site(water, j));
                lattice.set_population(q, lattice.layout().site(wall, j - dy), back);
            }
        }
    }
}

/// A steady stream down a slope, with friction and over a bed too: what the populations carry through the links of each section is the discharge of the
/// fields, and the momentum after the forces is another.
#[test]
fn the_discharge_of_the_fields_is_what_streams_through_links() {
    let (nx, ny) = (24usize, 2usize);
    let units = Units::from_gravity_number(CELL_M, DEPTH_M, 0.15, 9.81).unwrap();
    let forces = Forces {
        acceleration_m_s2: [0.02, 0.0],
        wind_m2_s2: [0.01, 0.0],
        coriolis_1_s: 0.0,
        manning_s_m13: 0.2,
    };
    let bed = |x: f64, _: f64| 0.2 * (2.0 * std::f64::consts::PI * x / (nx as f64 * CELL_M)).sin();
    let builder = Lattice::builder(nx, ny, units).rest_depth_m(DEPTH_M).bed_m(bed).periodic_bed([true; 2]);
    let builder = builder.forces(forces).collision(Collision::Bgk { tau: 0.8 });
    let mut lattice = builder.build().unwrap();
    for _ in 0..30_000 {
        wrap(&mut lattice);
        assert!(lattice.step());
    }
    let at = |i: usize| lattice.layout().site((i % nx) as isize, 0);
    // Deviations from still water: that of two cells would pass as much both ways.
    let passing = |i: usize| {
        let all =
            |site, of: [usize; 3]| of.map(|q| f64::from(lattice.population(q, site))).iter().sum::<f64>();
        all(at(i), [1, 2, 8]) - all(at(i + 1), [4, 5, 6])
    };
    let mean = (0..nx).map(passing).sum::<f64>() / nx as f64;
    let (mut off, mut raw_off) = (0.0f64, 0.0f64);
    for i in 0..nx {
        assert!((passing(i) / mean - 1.0).abs() < 1e-4, "steady: {} of {mean}", passing(i));
        let ([_, u_m_s, _], m) = (lattice.fields_of(i), lattice.moments(at(i)));
        let carried = f64::from(u_m_s) / units.lattice_speed_m_s() * f64::from(m.h);
        off = off.max((carried / mean - 1.0).abs());
        raw_off = raw_off.max((f64::from(m.h * m.u) / mean - 1.0).abs());
    }
    assert!(off < 1e-3 && raw_off > 10.0 * off, "{off}, {raw_off} of {mean}");
}

/// What names a cell in trouble judges it by the velocity that the check has found: one that forces bring beyond the lattice speed at the end of a step is in none as long as
/// half-way through them it is below, and one beyond it is named with that velocity.
#[test]
fn trouble_is_named_by_the_velocity_half_way() {
    let units = Units::from_gravity_number(CELL_M, DEPTH_M, 0.15, 9.81).unwrap();
    let (step_s, e) = (units.time_step_s(), units.lattice_speed_m_s());
    // By 0.3 of the lattice speed in a step.
    let forces = Forces { acceleration_m_s2: [0.3 * e / step_s, 0.0], ..Forces::default() };
    for (before, is_in_trouble) in [(0.8, false), (0.9, true)] {
        let mut lattice = Lattice::builder(6, 4, units).rest_depth_m(DEPTH_M).forces(forces).build().unwrap();
        for k in 0..24 {
            lattice.set_cell_m(k % 6, k / 6, DEPTH_M, [before * e, 0.0]);
        }
        wrap(&mut lattice);
        assert!(lattice.step());
        let raw = lattice.moments(lattice.layout().site(2, 1)).u;
        assert!((f64::from(raw) - before - 0.3).abs() < 1e-4, "{raw}");
        let (checked, named) = (lattice.check(|_| true), lattice.trouble(|_| true));
        assert_eq!(checked.as_ref().err(), named.as_ref(), "{before}");
        assert_eq!(named.is_some(), is_in_trouble, "{before}: {named:?}");
        if let Some(trouble) = named {
            assert!((trouble.velocity_m_s[0] / e - before - 0.15).abs() < 1e-4, "{trouble:?}");
        }
    }
}
