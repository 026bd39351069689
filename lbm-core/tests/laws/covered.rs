//! Water under a cover.

use std::f64::consts::PI;

use crate::common::wrap;
use lbm_core::d2q9::{C, gradient, mean};
use lbm_core::{
    Collision, Cover, CoveredCell, CoveredEnd, CoveredFlow, Forces, Lattice, Policy, Region, Units,
};
use proptest::prelude::*;

const N: usize = 64;
const DEPTH: f64 = 10.0;

fn still(collision: Collision) -> Lattice {
    let units = Units::from_gravity_number(1.0, DEPTH, 0.15, 9.81).unwrap();
    Lattice::builder(N, 4, units).rest_depth_m(DEPTH).collision(collision).build().unwrap()
}

/// Thickness, its gradient along x and its rate of change at column `i` of a smooth cover, 24 columns long, that has drifted
/// for `time` steps.
fn cover(i: usize, thickest: f64, speed: f64, time: f64) -> [f64; 3] {
    let x = (i as f64 - 32.0 - speed * time + 32.0).rem_euclid(N as f64) - 32.0;
    if x.abs() >= 12.0 {
        return [0.0; 3];
    }
    let phase = PI * x / 24.0;
    let slope = -thickest * PI / 24.0 * (2.0 * phase).sin();
    [thickest * phase.cos().powi(2), slope, -speed * slope]
}

/// Greatest elevation after 200 steps under a cover that drifts with the stream, as a fraction of its thickness.
fn wave_of_a_drifting_cover(collision: Collision, thickest: f64, speed: f64, relaxes: bool) -> f64 {
    let mut lattice = still(collision);
    let gravity = lattice.gravity();
    let sites: Vec<_> =
        (0..N * 4).map(|k| lattice.layout().site((k % N) as isize, (k / N) as isize)).collect();
    for (k, site) in sites.iter().enumerate() {
        let [b, ..] = cover(k % N, thickest, speed, 0.0);
        lattice.set_equilibrium(*site, 0.0, ((DEPTH - b) / DEPTH * speed) as f32, 0.0);
    }
    let mut before: Vec<f64> = (0..N).map(|i| cover(i, thickest, speed, 0.0)[0]).collect();
    for step in 1..=200 {
        let eta: Vec<f32> = sites.iter().map(|site| lattice.eta(*site)).collect();
        let velocities: Vec<_> = sites
            .iter()
            .enumerate()
            .map(|(k, site)| lattice.covered_velocity(*site, before[k % N] as f32))
            .collect();
        let mut cells = Vec::new();
        for (k, site) in sites.iter().enumerate() {
            let (i, row) = (k % N, k / N * N);
            let [b, slope, _] = cover(i, thickest, speed, f64::from(step));
            let rise = 0.5 * (eta[row + (i + 1) % N] - eta[row + (i + N - 1) % N]);
            lattice.add_momentum(*site, [gravity * before[i] as f32 * rise, 0.0]);
            let change = (b - before[i]) as f32;
            let end = |i: usize, row: usize| {
                let thickness = before[i] as f32;
                CoveredEnd {
                    rest_depth: DEPTH as f32,
                    eta: eta[row + i],
                    thickness,
                    velocity: velocities[row + i],
                }
            };
            if relaxes {
                let neighbors = std::array::from_fn(|k| {
                    let [x, y] = C[k + 1].map(i64::from);
                    let wrapped =
                        |at: usize, by: i64, n: usize| (at as i64 + by).rem_euclid(n as i64) as usize;
                    end(wrapped(i, x, N), wrapped(row / N, y, 4) * N)
                });
                lattice.begin_covered(*site, change, end(i, row), neighbors);
            } else {
                lattice.add_volume(*site, 0.5 * change);
            }
            cells.push(CoveredCell {
                site: *site,
                thickness: b as f32,
                slope: [slope as f32, 0.0],
                change,
                coverage: 1.0,
            });
        }
        (0..N).for_each(|i| before[i] = cover(i, thickest, speed, f64::from(step))[0]);
        wrap(&mut lattice);
        assert!(lattice.step());
        if relaxes {
            lattice.relax_covered(&cells);
        } else {
            cells.iter().for_each(|cell| lattice.add_volume(cell.site, 0.5 * cell.change));
        }
    }
    let highest = sites.iter().map(|site| f64::from(lattice.eta(*site).abs())).fold(0.0, f64::max);
    highest / thickest
}

/// What drifts with a stream is at rest in the frame of the stream and makes no wave; without the second moment of the column
/// it does.
#[test]
fn a_cover_that_drifts_with_the_stream_makes_no_wave() {
    let central = Collision::CentralMoments { tau: 0.6, bulk_tau: 1.0 };
    for collision in [Collision::Bgk { tau: 0.6 }, Collision::Trt { tau: 0.8, magic: 0.25 }, central] {
        for (thickest, speed) in [(2.0, 0.1), (5.0, 0.06)] {
            let with = wave_of_a_drifting_cover(collision, thickest, speed, true);
            let without = wave_of_a_drifting_cover(collision, thickest, speed, false);
            assert!(
                with < 0.01 && without > 4.0 * with,
                "{collision:?}, b {thickest}, u {speed}: {with}, {without}"
            );
        }
    }
}

proptest! {
    /// One step of a stream under covers: friction is that of the column, with its velocity, and the wind blows on what is open.
    #[test]
    fn forces_under_a_cover_are_those_of_the_column(
        u in -0.05f64..0.05, v in -0.05f64..0.05, thickness in 0.1f64..9.0, coverage in 0.0f32..=1.0,
    ) {
        let forces = Forces { manning_s_m13: 0.04, wind_m2_s2: [0.02, -0.01], ..Forces::default() };
        let units = Units::from_gravity_number(1.0, DEPTH, 0.15, 9.81).unwrap();
        let mut lattice = Lattice::builder(8, 4, units).rest_depth_m(DEPTH).forces(forces).build().unwrap();
        let (column, dt, e) = (DEPTH - thickness, units.time_step_s(), units.lattice_speed_m_s());
        let sites: Vec<_> = (0..32).map(|k| lattice.layout().site(k % 8, k / 8)).collect();
        let cells: Vec<_> = sites
            .iter()
            .map(|site| CoveredCell { site: *site, thickness: thickness as f32, slope: [0.0; 2], change: 0.0, coverage })
            .collect();
        // Momentum of the column, in cells of 1 m.
        let m = [u * column, v * column];
        sites.iter().for_each(|site| lattice.set_equilibrium(*site, 0.0, (m[0] / DEPTH) as f32, (m[1] / DEPTH) as f32));
        let before = lattice.totals(|_| true).momentum;
        wrap(&mut lattice);
        prop_assert!(lattice.step());
        let of_head = lattice.impulses(&[false; 32]);
        let beyond = lattice.force_covered(&cells);
        let after = lattice.totals(|_| true).momentum;

        let open = 1.0 - f64::from(coverage);
        let blown: [f64; 2] = std::array::from_fn(|axis| m[axis] + open * forces.wind_m2_s2[axis] / (e * e));
        let speed_m_s = e * blown[0].hypot(blown[1]) / column;
        let rate = 9.81 * 0.04f64.powi(2) * speed_m_s / column.powf(4.0 / 3.0);
        for axis in 0..2 {
            let wanted = blown[axis] / (1.0 + dt * rate);
            let got = after[axis] / 32.0;
            prop_assert!((got - wanted).abs() < 2e-6 * (1.0 + m[axis].abs()), "{got} {wanted}");
            let given = [&of_head, &beyond].map(|of| of.wind.momentum[axis] + of.friction.momentum[axis]);
            prop_assert!((after[axis] - before[axis] - given[0] - given[1]).abs() < 1e-4, "{given:?}");
            let wind = of_head.wind.momentum[axis] + beyond.wind.momentum[axis];
            prop_assert!((wind - 32.0 * open * forces.wind_m2_s2[axis] / (e * e)).abs() < 1e-5 * (1.0 + wind.abs()));
        }
    }

    #[test]
    fn relaxing_keeps_the_momentum_and_adds_half_of_the_change(
        u in -0.1f32..0.1, v in -0.1f32..0.1, thickness in 0.0f32..9.0, change in -0.1f32..0.1,
        sx in -0.5f32..0.5, sy in -0.5f32..0.5,
    ) {
        let mut lattice = still(Collision::Bgk { tau: 0.7 });
        let site = lattice.layout().site(5, 2);
        lattice.set_equilibrium(site, 0.3, u, v);
        let before = lattice.totals(|_| true);
        lattice.relax_covered(&[CoveredCell { site, thickness, slope: [sx, sy], change, coverage: 1.0 }]);
        let after = lattice.totals(|_| true);
        prop_assert!((after.mass - before.mass - 0.5 * f64::from(change)).abs() < 1e-5);
        for axis in 0..2 {
            prop_assert!((after.momentum[axis] - before.momentum[axis]).abs() < 1e-5);
        }
    }
}

/// A cover at rest has no effect on water at rest over any bed. The populations of cells over a slope have half of the bed's force; a
/// cover that took it for momentum would act on a flow that is not there.
#[test]
fn a_cover_at_rest_leaves_water_at_rest_over_a_slope_as_it_is() {
    let size = [16, 12];
    let units = Units::from_gravity_number(0.5, 4.0, 0.15, 9.81).unwrap();
    let builder = Lattice::builder(size[0], size[1], units).rest_depth_m(4.0);
    let bed = |x: f64, y: f64| 0.6 * (0.9 * x).sin() + 0.5 * (0.7 * y).cos();
    let mut lattice = builder.bed_m(bed).build().unwrap();
    // Over one half of the grid.
    let columns = vec![0..8; 12];
    let thickness_m: Vec<f32> = (0..192).map(|k| if k % 16 < 8 { 1.5 } else { 0.0 }).collect();
    let cover =
        Cover { thickness_m: &thickness_m, change_m: &[0.0; 192], solid: &[false; 192], columns: &columns };
    let sites: Vec<_> = (0..192).map(|k| lattice.layout().site(k % 16, k / 16)).collect();
    sites.iter().for_each(|site| lattice.set_equilibrium(*site, 0.4, 0.0, 0.0));
    let before: Vec<_> = sites.iter().map(|site| lattice.populations(*site)).collect();
    lattice.end_cover(&cover);
    let changes = sites.iter().zip(&before).flat_map(|(site, before)| {
        let after = lattice.populations(*site);
        (0..9).map(move |q| (after[q] - before[q]).abs())
    });
    let largest = changes.fold(0.0, f32::max);
    let (mut u_m_s, mut v_m_s) = (vec![0.0f32; 192], vec![0.0f32; 192]);
    lattice.write_covered_velocities(&cover, [&mut u_m_s, &mut v_m_s]);
    let fastest_m_s = u_m_s.iter().chain(&v_m_s).fold(0.0, |fastest, speed| speed.abs().max(fastest));
    assert!(largest < 1e-6 && fastest_m_s < 1e-5, "{largest}, {fastest_m_s} m/s");
}

/// Velocities after 200 steps under a cover that leaves a tenth of the water and more, on water of [`DEPTH`] whose still level lies `level` below its own.
fn flow_under_a_cover(level: f64) -> Vec<f32> {
    let (size, cells) = ([24, 16], 24 * 16);
    let units = Units::from_gravity_number(1.0, DEPTH, 0.15, 9.81).unwrap();
    let mut lattice = Lattice::builder(size[0], size[1], units).rest_depth_m(DEPTH - level).build().unwrap();
    let phase = |k: usize| 0.7 * (k % 24) as f64 + 1.1 * (k / 24) as f64;
    for k in 0..cells {
        let velocity_m_s = [0.2 * phase(k).sin(), 0.2 * phase(3 * k).cos()];
        lattice.set_cell_m(k % 24, k / 24, DEPTH, velocity_m_s);
    }
    let is_covered = |k: usize| (6..18).contains(&(k % 24)) && (4..12).contains(&(k / 24));
    let thickness_m: Vec<f32> = (0..cells)
        .map(|k| if is_covered(k) { (DEPTH * (0.5 + 0.4 * phase(5 * k).sin())) as f32 } else { 0.0 })
        .collect();
    let (change_m, solid, columns) = (vec![0.0; cells], vec![false; cells], vec![0..24; 16]);
    let cover = Cover { thickness_m: &thickness_m, change_m: &change_m, solid: &solid, columns: &columns };
    let mut fields = [vec![0.0; cells], vec![0.0; cells], vec![0.0; cells]];
    lattice.write_fields(Region::new(0..24, 0..16), fields.each_mut().map(|field| &mut field[..]), &solid);
    for _ in 0..200 {
        lattice.begin_cover(&cover, fields.each_ref().map(|field| &field[..]));
        wrap(&mut lattice);
        assert!(lattice.step());
        lattice.end_cover_and_write_fields(&cover, fields.each_mut().map(|field| &mut field[..]));
    }
    let [_, u_m_s, v_m_s] = fields;
    [u_m_s, v_m_s].concat()
}

/// The still level is a choice: a cover on water that has fallen or risen, as in a tide, acts as one on still water does.
#[test]
fn a_cover_on_low_water_is_one_on_still_water() {
    let want = flow_under_a_cover(0.0);
    let fastest = want.iter().fold(0.0_f32, |most, speed| most.max(speed.abs()));
    assert!((1e-3..0.2).contains(&fastest), "{fastest} m/s");
    for level in [-6.0, 4.0] {
        let off =
            flow_under_a_cover(level).iter().zip(&want).fold(0.0_f32, |most, (a, b)| most.max((a - b).abs()));
        assert!(off < 1e-3 * fastest, "{level} m: {off} of {fastest} m/s");
    }
}

/// A lattice with a wave, a current and, if it slopes, a bed.
fn rough([nx, ny]: [usize; 2], collision: Collision, policy: Policy, slopes: bool) -> Lattice {
    let units = Units::from_gravity_number(0.5, 4.0, 0.15, 9.81).unwrap();
    let mut builder = Lattice::builder(nx, ny, units).rest_depth_m(4.0).collision(collision).policy(policy);
    if slopes {
        builder = builder.bed_m(|x, y| 0.3 * (0.9 * x).sin() + 0.2 * (0.7 * y).cos());
    }
    let mut lattice = builder.build().unwrap();
    for k in 0..nx * ny {
        let (i, j, phase) = (k % nx, k / nx, 1.3 * k as f64);
        lattice.set_cell_m(i, j, 4.0 + 0.2 * phase.sin(), [0.7 * phase.cos(), 0.5 * (phase + 1.0).sin()]);
    }
    lattice
}

/// Thickness and change of covers in some rectangles, and solid cells among and beside them.
fn covers([nx, ny]: [usize; 2], seed: u64, boxes: &[[usize; 4]]) -> (Vec<f32>, Vec<f32>, Vec<bool>) {
    let noise = |k: usize, salt: u64| {
        let x = (k as u64 + 1).wrapping_mul(seed | 1).wrapping_add(salt).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (x >> 40) as f32 / (1 << 24) as f32
    };
    let (mut thickness_m, mut change_m) = (vec![0.0; nx * ny], vec![0.0; nx * ny]);
    for &[x, y, width, height] in boxes {
        for k in
            (0..nx * ny).filter(|k| (x..x + width).contains(&(k % nx)) && (y..y + height).contains(&(k / nx)))
        {
            // Some leave a film, or nothing.
            thickness_m[k] = if noise(k, 5) < 0.2 { 4.5 } else { 2.0 } * noise(k, 1);
            change_m[k] = if noise(k, 2) < 0.3 { 0.0 } else { 0.1 * (noise(k, 3) - 0.5) };
        }
    }
    let solid: Vec<bool> = (0..nx * ny).map(|k| noise(k, 4) < 0.02).collect();
    for k in (0..nx * ny).filter(|k| solid[*k]) {
        (thickness_m[k], change_m[k]) = (0.0, 0.0);
    }
    (thickness_m, change_m, solid)
}

proptest! {
    /// Vectors of cells on all threads, and cells one by one.
    #[test]
    fn covers_of_a_lattice_are_those_of_its_cells_to_the_bit(
        nx in 1usize..70, ny in 1usize..40, seed in any::<u64>(), operator in 0usize..4, slopes in any::<bool>(),
        boxes in prop::collection::vec([0usize..70, 0usize..40, 1usize..30, 1usize..20], 0..4),
    ) {
        let size = [nx, ny];
        let (collision, policy) = [
            (Collision::Bgk { tau: 0.6 }, Policy::Warn),
            (Collision::Bgk { tau: 0.51 }, Policy::AdaptViscosity),
            (Collision::Trt { tau: 0.8, magic: 0.25 }, Policy::Warn),
            (Collision::CentralMoments { tau: 0.6, bulk_tau: 1.0 }, Policy::Warn),
        ][operator];
        let (thickness_m, change_m, solid) = covers(size, seed, &boxes);
        let of_row = |j: usize| {
            let is_there = |i: &usize| thickness_m[j * nx + i] != 0.0 || change_m[j * nx + i] != 0.0;
            (0..nx).find(is_there).map_or(0..0, |first| first..(0..nx).rfind(is_there).unwrap_or(first) + 1)
        };
        let columns: Vec<_> = (0..ny).map(of_row).collect();
        let cover = Cover { thickness_m: &thickness_m, change_m: &change_m, solid: &solid, columns: &columns };
        let mut one_by_one = rough(size, collision, policy, slopes);
        let site = |lattice: &Lattice, k: usize| lattice.layout().site((k % nx) as isize, (k / nx) as isize);
        let momentum = |k: usize| if thickness_m[k] > 1.0 { [0.01 * thickness_m[k], -0.02] } else { [0.0; 2] };
        let neighbor = |k: usize, q: usize| {
            let [x, y] = [(k % nx) as isize + C[q][0] as isize, (k / nx) as isize + C[q][1] as isize];
            let inside = (0..nx as isize).contains(&x) && (0..ny as isize).contains(&y);
            let at = if inside { y as usize * nx + x as usize } else { k };
            let is_corner = inside && at % nx != k % nx && at / nx != k / nx;
            // Solids that touch at a corner leave no way between them.
            let is_closed = is_corner && solid[k / nx * nx + at % nx] && solid[at / nx * nx + k % nx];
            if solid[at] || is_closed { k } else { at }
        };
        let mean_change_m = |k: usize| mean(change_m[k], std::array::from_fn(|q| change_m[neighbor(k, q + 1)]));
        let slope = |k: usize| gradient(std::array::from_fn(|q| thickness_m[neighbor(k, q + 1)]), 0.5);
        let (mut u_m_s, mut v_m_s) = (vec![7.0; nx * ny], vec![7.0; nx * ny]);
        let (mut want_u, mut want_v) = (u_m_s.clone(), v_m_s.clone());
        let mut want = CoveredFlow::default();
        let speed_m_s = one_by_one.units().lattice_speed_m_s() as f32;
        let [was_eta_m, was_u_m_s, was_v_m_s] =
            [0.2, 0.4, 0.9].map(|salt| (0..nx * ny).map(|k| (salt * k as f32).sin()).collect::<Vec<f32>>());
        let per_speed = (1.0 / one_by_one.units().lattice_speed_m_s()) as f32;
        let depths: Vec<f32> = (0..nx * ny).map(|k| one_by_one.rest_depth(site(&one_by_one, k))).collect();
        let end = |k: usize| CoveredEnd {
            rest_depth: depths[k],
            eta: was_eta_m[k] * 2.0,
            thickness: (thickness_m[k] - change_m[k]) * 2.0,
            velocity: [was_u_m_s[k] * per_speed, was_v_m_s[k] * per_speed],
        };
        for k in (0..nx * ny).filter(|k| !solid[*k]) {
            let at = site(&one_by_one, k);
            if momentum(k) != [0.0; 2] {
                one_by_one.add_momentum(at, momentum(k));
            }
            let neighbors = std::array::from_fn(|q| end(neighbor(k, q + 1)));
            let (thickness, change) = (thickness_m[k] * 2.0, mean_change_m(k) * 2.0);
            one_by_one.begin_covered(at, change, end(k), neighbors);
            one_by_one.relax_covered(&[CoveredCell { site: at, thickness, slope: slope(k), change, coverage: 0.0 }]);
            if thickness != 0.0 {
                let velocity = one_by_one.covered_velocity(at, thickness);
                [want_u[k], want_v[k]] = velocity.map(|c| c * speed_m_s);
                let m = one_by_one.moments(at);
                let column = one_by_one.covered_column(at, thickness, m.h, [m.h * m.u, m.h * m.v]);
                let froude = velocity[0].hypot(velocity[1]) / (one_by_one.gravity() * column).sqrt();
                want.froude = want.froude.max(f64::from(froude));
                if column > m.h - thickness {
                    want.bounded += 1;
                    want.first_bounded.get_or_insert([k % nx, k / nx]);
                }
            }
        }
        let [x, y] = [0, 1].map(|axis| (0..nx * ny).map(|k| momentum(k)[axis]).collect::<Vec<f32>>());
        let was = [&was_eta_m[..], &was_u_m_s, &was_v_m_s];
        for threads in [1, 2, 3] {
            let mut lattice = rough(size, collision, policy, slopes);
            u_m_s.fill(7.0);
            v_m_s.fill(7.0);
            let mut flow = CoveredFlow::default();
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                lattice.add_momenta(&columns, [&x, &y]);
                lattice.begin_cover(&cover, was);
                lattice.end_cover(&cover);
                flow = lattice.write_covered_velocities(&cover, [&mut u_m_s, &mut v_m_s]);
            });
            let mut together = rough(size, collision, policy, slopes);
            let mut in_turn = rough(size, collision, policy, slopes);
            let [mut fused, mut apart] = [0, 1].map(|_| [vec![0.0; nx * ny], vec![0.0; nx * ny], vec![0.0; nx * ny]]);
            let [of_fused, of_apart] = pool.install(|| {
                together.add_momenta_and_begin_cover((&columns, [&x, &y]), (&cover, was));
                let fields = fused.each_mut().map(|field| &mut field[..]);
                let of_fused = together.end_cover_and_write_fields(&cover, fields);
                in_turn.add_momenta(&columns, [&x, &y]);
                in_turn.begin_cover(&cover, was);
                in_turn.end_cover(&cover);
                let [eta, u, v] = &mut apart;
                let froude = in_turn.write_fields(Region::new(0..nx, 0..ny), [eta, u, v], &solid);
                [of_fused, (froude, in_turn.write_covered_velocities(&cover, [u, v]))]
            });
            prop_assert!(of_fused == of_apart && fused == apart, "{of_fused:?} {of_apart:?}");
            for k in 0..nx * ny {
                let [got, want] = [&together, &in_turn].map(|lattice| lattice.populations(site(lattice, k)));
                prop_assert!(got.map(f32::to_bits) == want.map(f32::to_bits), "cell {k}: {got:?} {want:?}");
            }
            for k in 0..nx * ny {
                let [got, want] = [&lattice, &one_by_one].map(|lattice| lattice.populations(site(lattice, k)));
                for q in 0..9 {
                    prop_assert!((got[q] - want[q]).abs() == 0.0, "cell {k} of {size:?}: {got:?} {want:?}");
                }
            }
            let same = |got: &[f32], want: &[f32]| got.iter().zip(want).all(|(a, b)| (a - b).abs() <= 2e-6 * b.abs().max(1.0));
            prop_assert!(same(&u_m_s, &want_u) && same(&v_m_s, &want_v), "{u_m_s:?} {want_u:?}");
            prop_assert!((flow.froude - want.froude).abs() <= 1e-5 * want.froude, "{flow:?}, {want:?}");
            prop_assert_eq!((flow.bounded, flow.first_bounded), (want.bounded, want.first_bounded));
        }
    }
}
