//! Free slip along walls that are oblique to the grid, or round.

use lbm_boundary::{Boundary, Side, SideKind, Slip, Wall};
use lbm_core::{Collision, Forces, Lattice, Units};

const STEPS: usize = 500;

const SLIPPING: Wall = Wall::Interpolated(Slip::FreeSlip);

/// Periodic water of a depth of 1 m in cells of 1 m, with a solid where `inside` is below 0, of which it is the distance, m.
struct Pool {
    lattice: Lattice,
    boundary: Boundary,
    labels: Vec<u16>,
}

impl Pool {
    fn new(
        [nx, ny]: [usize; 2],
        (tau, forces): (f64, Forces),
        wall: Wall,
        inside: &(dyn Fn([f64; 2]) -> f64 + Sync),
    ) -> Self {
        let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
        let builder = Lattice::builder(nx, ny, units).collision(Collision::Bgk { tau }).forces(forces);
        let lattice = builder.build().unwrap();
        let center = |k: usize| [k % nx, k / nx].map(|c| c as f64 + 0.5);
        let labels: Vec<u16> = (0..nx * ny).map(|k| u16::from(inside(center(k)) < 0.0)).collect();
        let crossing = |_, from: [f64; 2], to: [f64; 2]| {
            let at = |s: f64| inside([0, 1].map(|k| from[k] + s * (to[k] - from[k])));
            let Some(first) = (0..=64).map(|k| f64::from(k) / 64.0).find(|s| at(*s) < 0.0) else {
                return f64::NAN;
            };
            let (mut low, mut high) = ((first - 1.0 / 64.0).max(0.0), first);
            for _ in 0..40 {
                let middle = 0.5 * (low + high);
                if at(middle) < 0.0 { high = middle } else { low = middle }
            }
            low
        };
        let mut builder = Boundary::builder().solids(&labels).solid_wall(wall).distance(&crossing);
        for side in Side::ALL {
            builder = builder.side(side, SideKind::Periodic);
        }
        let boundary = builder.build(&lattice).unwrap();
        Self { lattice, boundary, labels }
    }

    /// Sets a uniform stream; returns its momentum.
    fn stream(&mut self, velocity_m_s: [f64; 2]) -> [f64; 2] {
        let nx = self.lattice.layout().nx();
        for k in (0..self.labels.len()).filter(|k| self.labels[*k] == 0) {
            self.lattice.set_cell_m(k % nx, k / nx, 1.0, velocity_m_s);
        }
        self.momentum()
    }

    fn step(&mut self) {
        self.boundary.apply(&mut self.lattice);
        assert!(self.lattice.step());
    }

    /// Momentum of the water along x and y, lattice units.
    fn momentum(&self) -> [f64; 2] {
        let nx = self.lattice.layout().nx();
        let mut sum = [0.0; 2];
        for k in (0..self.labels.len()).filter(|k| self.labels[*k] == 0) {
            let m = self.lattice.moments(self.lattice.layout().site((k % nx) as isize, (k / nx) as isize));
            sum[0] += f64::from(m.h * m.u);
            sum[1] += f64::from(m.h * m.v);
        }
        sum
    }
}

/// A stream in a canal whose banks run from corner to corner of the water: the part of its momentum that is left after so many steps.
fn left_in_canal(wall: Wall, [nx, ny]: [usize; 2], steps: usize) -> f64 {
    let slope = ny as f64 / nx as f64;
    let per_length = 1.0 / slope.hypot(1.0);
    let inside = move |[x, y]: [f64; 2]| {
        // Across the canal, whose bank is 6 m thick.
        let period = ny as f64 * per_length;
        let across = ((y - slope * x) * per_length + 0.37).rem_euclid(period);
        (across - 0.5 * period).abs() - 3.0
    };
    let mut pool = Pool::new([nx, ny], (0.6, Forces::default()), wall, &inside);
    let velocity = [1.0, slope].map(|part| 0.3 * part * per_length);
    let along = |[x, y]: [f64; 2]| (x + slope * y) * per_length;
    let before = along(pool.stream(velocity));
    (0..steps).for_each(|_| pool.step());
    along(pool.momentum()) / before
}

/// Streams along banks in five directions keep their momentum, which a wall of steps takes nearly as one without slip does.
#[test]
fn nothing_rubs_on_a_bank_that_slips_in_any_direction() {
    for size in [[40, 40], [80, 40], [120, 40], [90, 60], [200, 40]] {
        let [rough, steps, left] =
            [Wall::NO_SLIP, Wall::FREE_SLIP, SLIPPING].map(|wall| left_in_canal(wall, size, 1000));
        assert!((left - 1.0).abs() < 1e-5, "{size:?}: {left} is left");
        assert!(steps < rough + 0.05 && rough < 0.75, "{size:?}: {steps} by steps, {rough} without slip");
    }
}

/// A body force accelerates the water around a square array of cylinders from rest. The flow of an ideal fluid has the part
/// `1 − 2 f / (1 + f − 0.3058 f⁴)` of the momentum `a t` of all, with the fraction `f` of the area that the cylinders take (Rayleigh 1892).
#[test]
fn water_accelerates_around_a_cylinder_that_slips_as_an_ideal_fluid() {
    let (n, radius, tilt) = (64, 14.0, 1e-3);
    let inside = move |[x, y]: [f64; 2]| (x - 32.3).hypot(y - 31.8) - radius;
    let forces = Forces { acceleration_m_s2: [tilt, 0.0], ..Forces::default() };
    let f = std::f64::consts::PI * radius * radius / (n * n) as f64;
    let wanted = 1.0 - 2.0 * f / (1.0 + f - 0.305_827 * f.powi(4));
    let part = |wall: Wall| {
        let mut pool = Pool::new([n, n], (0.51, forces), wall, &inside);
        (0..STEPS).for_each(|_| pool.step());
        let step_s = pool.lattice.units().time_step_s();
        pool.momentum()[0] / (tilt * step_s * step_s * (STEPS * n * n) as f64)
    };
    let [rough, steps, found] = [Wall::NO_SLIP, Wall::FREE_SLIP, SLIPPING].map(part);
    assert!((found / wanted - 1.0).abs() < 0.02, "{found} of {wanted}");
    assert!(
        rough < 0.96 * wanted && steps < 0.96 * wanted,
        "{rough} without slip, {steps} by steps of {wanted}"
    );
}

/// Around small and angular bodies, where a wall turns from cell to cell, walls that follow the water feed nothing.
#[test]
fn bodies_of_any_shape_slip_and_feed_no_stream() {
    let round = |radius: f64| move |[x, y]: [f64; 2]| (x - 16.3).hypot(y - 12.2) - radius;
    let tilted = |[length, breadth]: [f64; 2], angle: f64| {
        move |[x, y]: [f64; 2]| {
            let ([x, y], (sin, cos)) = ([x - 16.3, y - 12.2], angle.sin_cos());
            ((x * cos + y * sin).abs() - 0.5 * length).max((y * cos - x * sin).abs() - 0.5 * breadth)
        }
    };
    let bodies: [Box<dyn Fn([f64; 2]) -> f64 + Sync>; 8] = [
        Box::new(round(0.8)),
        Box::new(round(1.4)),
        Box::new(round(2.7)),
        Box::new(round(6.1)),
        Box::new(tilted([8.0, 1.2], 0.4)),
        Box::new(tilted([8.0, 1.2], 1.1)),
        Box::new(tilted([5.0, 5.0], 0.7)),
        Box::new(tilted([12.0, 2.3], 0.2)),
    ];
    for (n, inside) in bodies.iter().enumerate() {
        for (tau, speed_m_s) in [(0.52, 0.3), (0.6, 0.6)] {
            let mut pool = Pool::new([32, 24], (tau, Forces::default()), SLIPPING, inside);
            let before = pool.stream([speed_m_s, 0.2 * speed_m_s]);
            (0..4000).for_each(|_| pool.step());
            let after = pool.momentum();
            let [before, after] = [before, after].map(|[x, y]: [f64; 2]| x.hypot(y));
            assert!(after < before, "body {n}, tau {tau}: {after} of {before}");
        }
    }
}
