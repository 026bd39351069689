//! Solids that are taken away: water falls into the dry place that they leave, as by the shallow-water equations there.

use lbm_boundary::{Boundary, Error, Mask, Side, SideKind, Wall};
use lbm_core::{Collision, Lattice, Units};
use proptest::prelude::*;

const GRAVITY: f64 = 9.81;

/// Depth of a cell and its momentum.
type Cell = [f64; 2];

/// Flux between two cells (Harten, Lax, van Leer 1983), with the wave speeds of Toro (2001, §10.5) where one is dry.
fn flux([left, right]: [Cell; 2]) -> Cell {
    let of = |[h, m]: Cell| if h > 0.0 { [m, m * m / h + 0.5 * GRAVITY * h * h] } else { [0.0; 2] };
    let speed = |[h, m]: Cell| if h > 0.0 { m / h } else { 0.0 };
    let ([ul, ur], [cl, cr]) = ([left, right].map(speed), [left, right].map(|[h, _]| (GRAVITY * h).sqrt()));
    let (between, c) = (0.5 * (ul + ur) + cl - cr, (0.5 * (cl + cr) + 0.25 * (ul - ur)).max(0.0));
    let [first, last] = match [left[0] > 0.0, right[0] > 0.0] {
        [false, false] => return [0.0; 2],
        [true, false] => [ul - cl, ul + 2.0 * cl],
        [false, true] => [ur - 2.0 * cr, ur + cr],
        _ => [(ul - cl).min(between - c), (ur + cr).max(between + c)],
    };
    let (fl, fr) = (of(left), of(right));
    let mean =
        |k: usize| (last * fl[k] - first * fr[k] + first * last * (right[k] - left[k])) / (last - first);
    if first >= 0.0 {
        fl
    } else if last <= 0.0 {
        fr
    } else {
        [mean(0), mean(1)]
    }
}

/// A basin between walls at a distance, with two depths of water at rest on both sides of a dry place in its middle.
struct Basin {
    length_m: f64,
    dry_m: f64,
    depths_m: [f64; 2],
}

impl Basin {
    /// Depths of `n` cells; none of dry ones.
    fn depths_m(&self, n: usize) -> Vec<Option<f64>> {
        let at = |i: usize| ((i as f64 + 0.5) / n as f64 - 0.5) * self.length_m;
        let depth = |x: f64| (x.abs() > 0.5 * self.dry_m).then_some(self.depths_m[usize::from(x > 0.0)]);
        (0..n).map(|i| depth(at(i))).collect()
    }

    /// The cells of the shallow-water equations over time: `see` is given the time and what is there, until it returns false.
    fn solve(&self, n: usize, mut see: impl FnMut(f64, &[Cell]) -> bool) {
        let mut cells: Vec<Cell> = self.depths_m(n).into_iter().map(|h| [h.unwrap_or(0.0), 0.0]).collect();
        let deepest = self.depths_m[0].max(self.depths_m[1]);
        // No front is faster than that onto a dry bed.
        let (dx, mut time_s) = (self.length_m / n as f64, 0.0);
        let dt = 0.4 * dx / (3.0 * (GRAVITY * deepest).sqrt());
        while see(time_s, &cells) {
            let beside = |i: usize, k: isize| {
                let [h, m] = cells[i];
                i.checked_add_signed(k).and_then(|i| cells.get(i)).copied().unwrap_or([h, -m])
            };
            let change = |i: usize| {
                let (west, east) = (flux([beside(i, -1), cells[i]]), flux([cells[i], beside(i, 1)]));
                [0, 1].map(|k| dt / dx * (west[k] - east[k]))
            };
            let next = (0..n).map(|i| {
                let by = change(i);
                [(cells[i][0] + by[0]).max(0.0), cells[i][1] + by[1]]
            });
            cells = next.collect();
            time_s += dt;
        }
    }

    /// The lattice, with cells of a size, from the moment when a wall is taken out of the dry place: as [`Self::solve`].
    fn simulate(&self, cell_m: f64, collision: Collision, mut see: impl FnMut(f64, &[Cell]) -> bool) {
        let n = (self.length_m / cell_m).round() as usize;
        let units = Units::from_gravity_number(cell_m, self.depths_m[0].max(self.depths_m[1]), 0.15, GRAVITY)
            .unwrap();
        let depths = self.depths_m(n);
        let mut lattice = Lattice::builder(n, 1, units)
            .rest_depth_m(self.depths_m[1])
            .collision(collision)
            .build()
            .unwrap();
        for (i, depth) in depths.iter().enumerate() {
            lattice.set_cell_m(i, 0, depth.unwrap_or(self.depths_m[1]), [0.0; 2]);
        }
        let labels: Vec<u16> = depths.iter().map(|depth| u16::from(depth.is_none())).collect();
        let mut builder = Boundary::builder().solids(&labels);
        for side in [Side::South, Side::North] {
            builder = builder.side(side, SideKind::Periodic);
        }
        for side in [Side::West, Side::East] {
            builder = builder.side(side, SideKind::Wall(Wall::FREE_SLIP));
        }
        let mut boundary = builder.build(&lattice).unwrap();
        let water = vec![0; n];
        boundary.move_solids(&mut lattice, &Mask { removed: &[1], ..Mask::new(&water) }, &[]).unwrap();
        for step in 0.. {
            let cells: Vec<Cell> = (0..n)
                .map(|i| {
                    let of = lattice.cell_m(i, 0);
                    [of.depth_m, of.depth_m * of.velocity_m_s[0]]
                })
                .collect();
            if !see(f64::from(step) * units.time_step_s(), &cells) {
                return;
            }
            assert!(boundary.owed_mass().abs() < 1e-4, "{} in step {step}", boundary.owed_mass());
            boundary.apply(&mut lattice);
            assert!(lattice.step());
        }
    }
}

/// Energy by the area and the density.
fn energy(cells: &[Cell]) -> f64 {
    let of = |&[h, m]: &Cell| 0.5 * GRAVITY * h * h + if h > 0.0 { 0.5 * m * m / h } else { 0.0 };
    cells.iter().map(of).sum::<f64>() / cells.len() as f64
}

fn volume(cells: &[Cell]) -> f64 {
    cells.iter().map(|[h, _]| h).sum::<f64>() / cells.len() as f64
}

/// A wall parts 2 m of water from 1 m and vanishes: the bore is 10 m away when it is there by the equations, volume stays and energy falls in every step.
#[test]
fn a_bore_comes_as_from_a_dry_place() {
    for dry_m in [0.4, 2.0] {
        let basin = Basin { length_m: 60.0, dry_m, depths_m: [2.0, 1.0] };
        let is_there = |cells: &[Cell]| cells[cells.len() * 2 / 3][0] > 1.2;
        let (mut exact_s, mut of_dry, mut left) = (0.0, None, 0.0);
        basin.solve(3000, |time_s, cells| {
            exact_s = time_s;
            left = energy(cells);
            of_dry.get_or_insert(left);
            !is_there(cells)
        });
        let of_dry = of_dry.unwrap();
        for cell_m in [0.1, 0.05] {
            for collision in
                [Collision::CentralMoments { tau: 0.6, bulk_tau: 1.0 }, Collision::Bgk { tau: 0.6 }]
            {
                let what = format!("{dry_m} m dry, cells of {cell_m} m, {collision:?}");
                let (mut found_s, mut last) = (0.0, of_dry);
                basin.simulate(cell_m, collision, |time_s, cells| {
                    found_s = time_s;
                    let now = energy(cells);
                    assert!(now <= last, "{what}: energy rises from {last} to {now} at {time_s} s");
                    last = now;
                    let volume = volume(cells) * basin.length_m / (2.0 * 0.5 * (60.0 - dry_m) * 1.5);
                    assert!((volume - 1.0).abs() < 1e-6, "{what}: {volume} of the volume at {time_s} s");
                    !is_there(cells)
                });
                println!("{what}: {found_s:.3} s, exact {exact_s:.3} s");
                assert!((found_s / exact_s - 1.0).abs() < 0.04, "{what}: {found_s} s, exact {exact_s}");
                assert!((last / left - 1.0).abs() < 0.01, "{what}: {last} of energy is left, exact {left}");
            }
        }
    }
}

proptest! {
    /// Solids that touch, overlap or stand apart are taken out of a stream over a bed that is level or slopes: no volume comes or goes, over a level bed no momentum, and
    /// no energy comes.
    #[test]
    fn what_fills_a_dry_place_is_drawn_from_beside(
        boxes in prop::collection::vec((3usize..24, 3usize..14, 1usize..9, 1usize..9), 1..4),
        stays in any::<bool>(), slope in prop_oneof![Just(0.0), Just(0.05)],
        speed in [-0.1f32..0.1, -0.1f32..0.1], wave in 0.0f32..0.2,
    ) {
        let (nx, ny) = (32, 20);
        let units = Units::from_gravity_number(1.0, 2.0, 0.15, GRAVITY).unwrap();
        let mut lattice = Lattice::builder(nx, ny, units).rest_depth_m(2.0).bed_m(|x, _| slope * (x - 16.0)).build().unwrap();
        let mut labels = vec![0u16; nx * ny];
        for (&(i, j, length, width), label) in boxes.iter().zip(1..) {
            for y in j..(j + width).min(ny) {
                (i..(i + length).min(nx)).for_each(|x| labels[y * nx + x] = label);
            }
        }
        let last = if stays { boxes.len() as u16 } else { 0 };
        let without: Vec<u16> = labels.iter().map(|&of| if of == last { of } else { 0 }).collect();
        let removed: Vec<u16> = (1..4).filter(|&label| label != last).collect();
        for k in 0..nx * ny {
            let site = lattice.layout().site((k % nx) as isize, (k / nx) as isize);
            if labels[k] == 0 {
                lattice.set_equilibrium(site, wave * (k as f32).sin(), speed[0], speed[1] * (0.1 * k as f32).cos());
            }
        }
        let mut boundary = Boundary::builder().solids(&labels).build(&lattice).unwrap();
        let sums = |lattice: &Lattice, labels: &[u16]| {
            let totals = lattice.totals(|k| labels[k] == 0);
            let energy = |k: usize| {
                let site = lattice.layout().site((k % nx) as isize, (k / nx) as isize);
                let (m, rest, g) = (lattice.moments(site), f64::from(lattice.rest_depth(site)), f64::from(lattice.gravity()));
                let [h, u, v] = [m.h, m.u, m.v].map(f64::from);
                g * h * (0.5 * h - rest) + 0.5 * h * (u * u + v * v)
            };
            (totals, (0..nx * ny).filter(|&k| labels[k] == 0).map(energy).sum::<f64>())
        };
        let (before, energy) = sums(&lattice, &labels);
        let mask = Mask { removed: &removed, ..Mask::new(&without) };
        let is_enclosed = boundary.move_solids(&mut lattice, &mask, &[]).is_err();
        prop_assume!(!is_enclosed);
        let (after, energy_after) = sums(&lattice, &without);
        prop_assert!((after.mass - before.mass).abs() < 1e-6 * before.mass, "{} of {}", after.mass, before.mass);
        prop_assert!(boundary.owed_mass().abs() < 1e-6 * before.mass);
        prop_assert!(energy_after < energy + 1e-5, "{energy_after} after {energy}");
        for axis in 0..2 {
            let gained = after.momentum[axis] - before.momentum[axis];
            prop_assert!(slope > 0.0 || gained.abs() < 1e-4, "{gained} of {}", before.momentum[axis]);
        }
        let least = (0..nx * ny).filter(|&k| without[k] == 0).map(|k| lattice.moments(lattice.layout().site((k % nx) as isize, (k / nx) as isize)).h);
        let least = least.fold(f32::INFINITY, f32::min);
        prop_assert!(least > 0.05, "{least}");
        boundary.apply(&mut lattice);
        prop_assert!(lattice.step());
    }
}

/// Where other solids enclose it, a solid stays, and nothing changes.
#[test]
fn a_place_that_no_water_reaches_is_refused() {
    let n = 12;
    let units = Units::from_gravity_number(1.0, 2.0, 0.15, GRAVITY).unwrap();
    let mut lattice = Lattice::builder(n, n, units).rest_depth_m(2.0).build().unwrap();
    let within = |k: usize, by: usize| (by..n - by).contains(&(k % n)) && (by..n - by).contains(&(k / n));
    let labels: Vec<u16> = (0..n * n).map(|k| u16::from(within(k, 3)) + u16::from(within(k, 5))).collect();
    let without: Vec<u16> = labels.iter().map(|&label| label % 2).collect();
    let mut boundary = Boundary::builder().solids(&labels).build(&lattice).unwrap();
    let before = (lattice.state_hash(), boundary.state());
    let removed = boundary.move_solids(&mut lattice, &Mask { removed: &[2], ..Mask::new(&without) }, &[]);
    assert_eq!(removed, Err(Error::NoWaterToRefillFrom { label: 2, cell: [5, 5] }));
    assert!(before == (lattice.state_hash(), boundary.state()));
}
