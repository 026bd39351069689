//! Solids that the water itself drives, by the load of the ledger.

use lbm_boundary::{Boundary, Mask, Motion, Side, SideKind};
use lbm_core::{Collision, Lattice, Units};

const N: usize = 64;

/// A free disc in a stream on a grid that is periodic along both axes; lattice units.
struct Free {
    lattice: Lattice,
    boundary: Boundary,
    motion: Motion,
    mass: f64,
    /// Velocity of the disc.
    velocity: [f64; 2],
}

const RADIUS: f64 = 6.3;

fn labels(center_m: [f64; 2]) -> Vec<u16> {
    let off = |k: usize, center: f64| {
        (k as f64 + 0.5 - center + 1.5 * N as f64).rem_euclid(N as f64) - 0.5 * N as f64
    };
    (0..N * N).map(|k| u16::from(off(k % N, center_m[0]).hypot(off(k / N, center_m[1])) < RADIUS)).collect()
}

impl Free {
    /// `density` is that of the disc relative to water.
    fn new(stream: f64, disc: f64, density: f64) -> Self {
        let units = Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap();
        let mut lattice =
            Lattice::builder(N, N, units).collision(Collision::Bgk { tau: 0.8 }).build().unwrap();
        for k in 0..N * N {
            lattice.set_cell_m(k % N, k / N, 1.0, [units.to_m_s(stream), 0.0]);
        }
        let motion =
            Motion { center_m: [30.2, 31.7], linvel_m_s: [units.to_m_s(disc), 0.0], angvel_rad_s: 0.0 };
        let labels = labels(motion.center_m);
        let mut boundary = Boundary::builder().solids(&labels);
        for side in Side::ALL {
            boundary = boundary.side(side, SideKind::Periodic);
        }
        let boundary = boundary.build(&lattice).unwrap();
        let mass = density * std::f64::consts::PI * RADIUS * RADIUS;
        Self { lattice, boundary, motion, mass, velocity: [disc, 0.0] }
    }

    fn water(&self) -> [f64; 2] {
        self.lattice.totals(|k| self.boundary.labels()[k] == 0).momentum
    }

    fn step(&mut self) {
        let units = *self.lattice.units();
        self.motion.linvel_m_s = self.velocity.map(|v| units.to_m_s(v));
        for axis in 0..2 {
            let center = self.motion.center_m[axis] + self.motion.linvel_m_s[axis] * units.time_step_s();
            self.motion.center_m[axis] = center.rem_euclid(N as f64);
        }
        let labels = labels(self.motion.center_m);
        self.boundary.move_solids(&mut self.lattice, &Mask::new(&labels), &[(1, self.motion)]).unwrap();
        self.boundary.apply(&mut self.lattice);
        let load = self.boundary.ledger().load(1);
        for axis in 0..2 {
            self.velocity[axis] += load.force[axis] / self.mass;
        }
        assert!(self.lattice.step());
    }
}

/// Water and disc reach the common velocity of their total momentum, the same in any frame. The ledger accounts for the
/// momentum to rounding; it contains that of the cells that the disc covers or uncovers, which is small.
#[test]
fn a_stream_carries_a_free_disc_along() {
    let relative = 0.04;
    let approach = [(0.04, 0.0), (0.0, -0.04), (-0.02, -0.06)].map(|(stream, disc)| {
        let mut free = Free::new(stream, disc, 1.5);
        let water_mass = free.lattice.totals(|k| free.boundary.labels()[k] == 0).mass;
        let before = free.water()[0] + free.mass * disc;
        let common = before / (water_mass + free.mass);
        let (mut booked, mut early) = (0.0, f64::NAN);
        for step in 0..5000 {
            free.step();
            let ledger = free.boundary.ledger();
            booked += ledger.solid(1).momentum[0] + ledger.load(1).force[0];
            if step == 500 {
                early = free.velocity[0] - common;
            }
        }
        let gained = free.water()[0] + free.mass * free.velocity[0] - before;
        println!("{:?} of {common}, {early} early; gained {gained}, booked {booked}", free.velocity);
        assert!((free.velocity[0] - common).abs() < 0.01 * relative, "{:?} of {common}", free.velocity);
        assert!(free.velocity[1].abs() < 0.01 * relative, "{:?}", free.velocity);
        assert!((gained - booked).abs() < 1e-4 * free.mass * relative, "{gained}, booked {booked}");
        assert!(gained.abs() < 0.02 * free.mass * relative, "{gained}");
        early
    });
    for early in approach {
        assert!(early < -0.05 * relative && (early / approach[0] - 1.0).abs() < 0.02, "{approach:?}");
    }
}
