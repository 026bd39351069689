//! Kirchhoff's equations of a body and the water that moves with it, solved for a time step.

use glam::{DQuat, DVec3};

use super::added_mass::{AddedMass, Inertia};
use super::damping::LinearDamping;
use super::matrix::{Matrix6, eliminate, join, multiply, split};
use crate::{Flow, Load, Motion};

/// Sweeps over a step's end at most. They make momenta, velocities and attitude there consistent; for the motions of boats
/// two or three are enough.
const MOST_SWEEPS: usize = 30;
/// Relative change of momentum in a sweep below which they are consistent.
const CONVERGED: f64 = 1e-12;

/// A body with the added mass and the linear damping of the water around it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BodyInWater {
    /// Inertia of the body itself.
    pub inertia: Inertia,
    /// Inertia of the water that moves with it.
    pub added_mass: AddedMass,
    /// Damping in proportion to the velocity.
    pub damping: LinearDamping,
}

impl BodyInWater {
    /// The load of added mass and damping that takes the body through a step of `dt` seconds while `others` (every other
    /// load, gravity included) act on it; about the center of mass, [`Motion::reference_m`].
    ///
    /// The equations are those of [`AddedMass::reaction`], written for the momenta of body and water, `P = m v + p` and
    /// `L = I ω + l` with `(p, l) = A (v − u, ω)`:
    ///
    /// `dP/dt = F − B (v − u, ω)`, `dL/dt = T − (v − u) × p` and the angular part of `B`, with velocities and attitude at the
    /// step's end.
    ///
    /// P is constant where nothing acts, however the body turns, as long as the sweeps converge: while it turns by a small
    /// angle in a step. With the accelerations at the step's start instead, an added mass of many times the body's mass in
    /// one direction alone would feed the motion from step to step.
    ///
    /// `rotation_after` is the integrator's rotation at the end of a step that leaves the body with the given angular
    /// momentum (world axes, kg m²/s). `None` if a value is not finite or the inertia is singular.
    pub fn step_load(
        &self,
        motion: &Motion,
        flow: &Flow,
        others: &Load,
        dt: f64,
        rotation_after: impl Fn(DVec3) -> DQuat,
    ) -> Option<Load> {
        let (mass_kg, start) = (self.inertia.mass_kg, motion.rotation.normalize());
        let own = Load {
            force_n: motion.linvel_m_s * mass_kg,
            torque_n_m: start * (self.inertia.tensor_kg_m2 * (start.inverse() * motion.angvel_rad_s)),
        };
        let relative = motion.linvel_m_s - flow.velocity_m_s;
        let water = in_world(self.added_mass.matrix(), start, relative, motion.angvel_rad_s);
        let stream = flow.velocity_m_s + flow.acceleration_m_s2 * dt;
        let linear = own.force_n + water.force_n + others.force_n * dt;
        let angular = own.torque_n_m + water.torque_n_m + others.torque_n_m * dt;
        let mut end = own;
        let mut munk = relative.cross(water.force_n);
        for _ in 0..MOST_SWEEPS {
            let before = end;
            let rotation = rotation_after(end.torque_n_m);
            // (P, L) = M (v, ω) + (A + B dt) (v − u, ω): the terms with u are known.
            let carried = in_world(self.added_mass.matrix(), rotation, stream, DVec3::ZERO);
            let dragged = in_world(self.damping.matrix(), rotation, stream * dt, DVec3::ZERO);
            let momenta = Load {
                force_n: linear + carried.force_n + dragged.force_n,
                torque_n_m: angular - munk * dt + carried.torque_n_m + dragged.torque_n_m,
            };
            end = self.own_momenta(dt, rotation, &momenta)?;
            let relative = end.force_n / mass_kg - stream;
            let turning = self.inertia.tensor_kg_m2.inverse() * (rotation.inverse() * end.torque_n_m);
            let water = in_world(self.added_mass.matrix(), rotation, relative, rotation * turning);
            munk = relative.cross(water.force_n);
            let changed = |a: DVec3, b: DVec3| (a - b).length() > CONVERGED * a.length();
            if !changed(end.force_n, before.force_n) && !changed(end.torque_n_m, before.torque_n_m) {
                break;
            }
        }
        Some(Load {
            force_n: (end.force_n - own.force_n) / dt - others.force_n,
            torque_n_m: (end.torque_n_m - own.torque_n_m) / dt - others.torque_n_m,
        })
    }

    /// The momenta of the body alone, `M (v, ω)`, at the end of a step of `dt` seconds in still water, where
    /// `(M + A + B dt) (v, ω) = momenta` (N s and N m s); world axes.
    ///
    /// Implicit Euler's method: stable for any damping. `None` if a value is not finite or there is no inertia.
    fn own_momenta(&self, dt: f64, rotation: DQuat, momenta: &Load) -> Option<Load> {
        let back = rotation.inverse();
        let body = &self.inertia;
        let mut inertia = self.added_mass.beside(body);
        for (i, row) in self.damping.matrix().iter().enumerate() {
            for (j, element) in row.iter().enumerate() {
                inertia[i][j] += element * dt;
            }
        }
        let mut velocities = join(back * momenta.force_n, back * momenta.torque_n_m);
        eliminate(&mut inertia, &mut velocities)?;
        let (v, w) = split(velocities);
        let load =
            Load { force_n: rotation * (v * body.mass_kg), torque_n_m: rotation * (body.tensor_kg_m2 * w) };
        (load.force_n.is_finite() && load.torque_n_m.is_finite()).then_some(load)
    }
}

/// `matrix (v, ω)` with the matrix in body axes and vectors in world axes.
fn in_world(matrix: &Matrix6, rotation: DQuat, linear: DVec3, angular: DVec3) -> Load {
    let back = rotation.inverse();
    let (force, torque) = split(multiply(matrix, &join(back * linear, back * angular)));
    Load { force_n: rotation * force, torque_n_m: rotation * torque }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DMat3;
    use proptest::prelude::*;

    const BODY: Inertia =
        Inertia { mass_kg: 900.0, tensor_kg_m2: DMat3::from_diagonal(DVec3::new(300.0, 700.0, 800.0)) };

    fn vector(size: f64) -> impl Strategy<Value = DVec3> {
        prop::array::uniform3(-size..size).prop_map(DVec3::from)
    }

    proptest! {
        /// Momenta at a step's start are those at its end and what −B ν took, at the velocities of the end.
        #[test]
        fn what_damping_takes_is_missing_from_the_momenta(
            root in prop::array::uniform6(prop::array::uniform6(-30.0..30.0)), turn in vector(3.0),
            (force_n, torque_n_m) in (vector(2e3), vector(2e3)), dt in prop_oneof![Just(0.02), Just(1e9)],
        ) {
            let at = DQuat::from_scaled_axis(turn);
            let matrix: Matrix6 = std::array::from_fn(|i| {
                std::array::from_fn(|j| root[i].iter().zip(&root[j]).map(|(a, b): (&f64, &f64)| a * b).sum())
            });
            let added_mass = AddedMass::ellipsoid(DVec3::new(1.0, 0.5, 0.4), 1000.0).unwrap();
            let body = BodyInWater { inertia: BODY, added_mass, damping: LinearDamping::new(matrix).unwrap() };
            let own = body.own_momenta(dt, at, &Load { force_n, torque_n_m }).unwrap();
            let linvel_m_s = own.force_n / BODY.mass_kg;
            let angvel_rad_s = at * (BODY.tensor_kg_m2.inverse() * (at.inverse() * own.torque_n_m));
            let after = Motion { linvel_m_s, angvel_rad_s, ..Motion::at_rest(at, DVec3::ZERO) };
            let taken = body.damping.load(&after, DVec3::ZERO);
            let water = in_world(added_mass.matrix(), at, linvel_m_s, angvel_rad_s);
            let lost = (own.force_n + water.force_n - taken.force_n * dt - force_n).length()
                + (own.torque_n_m + water.torque_n_m - taken.torque_n_m * dt - torque_n_m).length();
            prop_assert!(lost < 1e-6 * (1.0 + force_n.length() + torque_n_m.length()), "{dt}: {lost}");
        }
    }
}
