//! Set-ups and sums that several laws use.

use lbm_boundary::{Ledger, Motion, Slip, Wall};
use lbm_core::{Lattice, Totals, Units};
use proptest::prelude::*;

/// Cells 1 m wide, water 1 m deep.
pub(crate) fn units() -> Units {
    Units::from_gravity_number(1.0, 1.0, 0.15, 9.81).unwrap()
}

/// Mass of the water: sum of the stored `f32` in `f64`.
pub(crate) fn water_mass(lattice: &Lattice, labels: &[u16]) -> f64 {
    lattice.totals(|k| labels[k] == 0).mass
}

/// Asserts that the change of the water over a step is what passed sides and solids.
pub(crate) fn assert_booked(before: &Totals, after: &Totals, ledger: &Ledger, tolerance: f64) {
    let (sides, solids) = (ledger.sides(), ledger.solids());
    let mass = after.mass - before.mass - sides.mass - solids.mass;
    assert!(mass.abs() < tolerance, "mass {mass}");
    for axis in 0..2 {
        let gain = after.momentum[axis] - before.momentum[axis];
        let residual = gain - sides.momentum[axis] - solids.momentum[axis];
        assert!(residual.abs() < tolerance, "momentum {residual}");
    }
    let gain = after.angular_momentum - before.angular_momentum;
    let booked = sides.angular_momentum + solids.angular_momentum + ledger.periodic().angular_momentum;
    // At arms of some ten cells.
    assert!((gain - booked).abs() < 20.0 * tolerance, "angular momentum {gain}, booked {booked}");
}

/// Labels of a ring of water in a square of `n` cells a side: 1 within the inner radius, 2 beyond the outer one.
pub(crate) fn ring(n: usize, [inner, outer]: [f64; 2]) -> Vec<u16> {
    let middle = 0.5 * n as f64;
    let radius = |k: usize| ((k % n) as f64 + 0.5 - middle).hypot((k / n) as f64 + 0.5 - middle);
    (0..n * n).map(|k| if radius(k) < inner { 1 } else { u16::from(radius(k) > outer) * 2 }).collect()
}

/// Two crossed bars with label 1 on cells 1 m wide.
pub(crate) struct Cross {
    pub(crate) motion: Motion,
    pub(crate) angle: f64,
    half_length: f64,
    half_width: f64,
}

impl Cross {
    pub(crate) fn new(center_m: [f64; 2], half_length: f64, half_width: f64) -> Self {
        let motion = Motion { center_m, ..Motion::default() };
        Self { motion, angle: 0.1, half_length, half_width }
    }

    pub(crate) fn advance(&mut self, seconds: f64) {
        self.angle += self.motion.angvel_rad_s * seconds;
        for axis in 0..2 {
            self.motion.center_m[axis] += self.motion.linvel_m_s[axis] * seconds;
        }
    }

    pub(crate) fn labels(&self, nx: usize, ny: usize) -> Vec<u16> {
        let (sin, cos) = self.angle.sin_cos();
        let inside = |k: usize| {
            let x = (k % nx) as f64 + 0.5 - self.motion.center_m[0];
            let y = (k / nx) as f64 + 0.5 - self.motion.center_m[1];
            let [along, across] = [x * cos + y * sin, y * cos - x * sin].map(f64::abs);
            let bar = |a: f64, b: f64| a <= self.half_length && b <= self.half_width;
            bar(along, across) || bar(across, along)
        };
        (0..nx * ny).map(|k| u16::from(inside(k))).collect()
    }
}

/// Each kind of wall but the one as printed.
pub(crate) fn any_wall() -> impl Strategy<Value = Wall> {
    prop_oneof![
        Just(Wall::NO_SLIP),
        Just(Wall::FREE_SLIP),
        Just(Wall::OnGrid(Slip::NoSlip)),
        Just(Wall::OnGrid(Slip::FreeSlip)),
        Just(Wall::Modified),
        Just(Wall::Interpolated(Slip::NoSlip)),
        Just(Wall::Interpolated(Slip::FreeSlip)),
        Just(Wall::Extrapolated),
    ]
}

/// Whether cells are solid.
pub(crate) fn solid(labels: &[u16]) -> Vec<bool> {
    labels.iter().map(|label| *label != 0).collect()
}
