use glam::{DMat3, DVec3};

use crate::Load;

/// Mean over a step of `dt` seconds of a load that grows with the square of the speed, as a fraction of the load at the start of the step; 1
/// where the load at the start would not turn the body back.
///
/// Along such a load `v̇ = −k v²`, so that `v(Δt) = v / (1 + x)` and the mean load is `1 / (1 + x)` of that at the start, with
/// `x = k v Δt = Δt (F² / m + T · I⁻¹ T) / −P`: the speed that the load at the start takes in the step along itself, over the speed there is,
/// `P = F · v + T · ω` its power. From `x = 1` on a step with the load at its start reverses the motion along it, and from 2 on
/// it adds energy: it throws back a body that strikes the water. A load with power above 0 is not reduced.
///
/// `inertia_kg_m2` is about the center of mass along world axes, `linvel_m_s` the velocity of that center in the water.
///
/// ```
/// use hydro_forces::{Load, glam::{DMat3, DVec3}, mean_fraction};
///
/// // A body of 1000 kg that strikes the water at 20 m/s, with a drag of 3000 kg/m · v² in a step of 0.05 s.
/// let drag = Load { force_n: DVec3::Z * 1.2e6, torque_n_m: DVec3::ZERO };
/// let fraction = mean_fraction(&drag, 1000.0, DMat3::IDENTITY, [DVec3::Z * -20.0, DVec3::ZERO], 0.05);
/// // x = k v Δt = 3 · 20 · 0.05
/// assert!((fraction - 1.0 / (1.0 + 3.0)).abs() < 1e-12);
/// ```
pub fn mean_fraction(
    load: &Load,
    mass_kg: f64,
    inertia_kg_m2: DMat3,
    [linvel_m_s, angvel_rad_s]: [DVec3; 2],
    dt: f64,
) -> f64 {
    let power_w = load.force_n.dot(linvel_m_s) + load.torque_n_m.dot(angvel_rad_s);
    mean_fraction_at_power(load, power_w, mass_kg, inertia_kg_m2, dt)
}

/// [`mean_fraction`] of a load whose power `P` is known, W: of parts that meet a flow which is not the same everywhere the sum of theirs, in that flow.
pub(crate) fn mean_fraction_at_power(
    load: &Load,
    power_w: f64,
    mass_kg: f64,
    inertia_kg_m2: DMat3,
    dt: f64,
) -> f64 {
    let Load { force_n, torque_n_m } = *load;
    let response = force_n.length_squared() / mass_kg + torque_n_m.dot(inertia_kg_m2.inverse() * torque_n_m);
    let taken = response * dt / -power_w;
    if power_w < 0.0 && taken > 1.0 && taken.is_finite() { 1.0 / (1.0 + taken) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rod that strikes with its end, drag `k v²` there: in steps of any length its end comes to rest as it does in short ones.
    #[test]
    fn a_body_that_strikes_loses_speed_and_is_not_thrown() {
        let (mass_kg, inertia, arm_m) = (100.0, DMat3::from_diagonal(DVec3::splat(30.0)), 1.5);
        let inverse = 1.0 / mass_kg + arm_m * arm_m / 30.0;
        for (drag_kg_m, dt) in [(50.0, 0.01), (500.0, 0.04), (5000.0, 0.5)] {
            let (mut linvel, mut angvel) = (DVec3::Z * -20.0, DVec3::ZERO);
            let tip = |linvel: DVec3, angvel: DVec3| (linvel + angvel.cross(DVec3::X * arm_m)).z;
            for step in 1..=20 {
                let before = tip(linvel, angvel);
                let force_n = DVec3::Z * drag_kg_m * before * before;
                let whole = Load { force_n, torque_n_m: (DVec3::X * arm_m).cross(force_n) };
                let fraction = mean_fraction(&whole, mass_kg, inertia, [linvel, angvel], dt);
                linvel += whole.force_n * (fraction * dt / mass_kg);
                angvel += inertia.inverse() * whole.torque_n_m * (fraction * dt);
                let after = tip(linvel, angvel);
                assert!(before < after && after < 0.0, "{before} to {after} m/s in step {step}");
                let exact = -20.0 / (1.0 + drag_kg_m * inverse * 20.0 * dt * f64::from(step));
                let is_reduced = fraction < 1.0;
                assert!(
                    !is_reduced || (after / exact - 1.0).abs() < 1e-9 || step > 1,
                    "{after} for {exact} m/s"
                );
            }
        }
    }

    #[test]
    fn what_drives_a_body_or_hardly_slows_it_is_left_as_it_is() {
        let load = Load { force_n: DVec3::Z * 1e6, torque_n_m: DVec3::ZERO };
        let of =
            |velocity: DVec3, dt| mean_fraction(&load, 1.0, DMat3::IDENTITY, [velocity, DVec3::ZERO], dt);
        assert_eq!(of(DVec3::Z, 1.0), 1.0);
        assert_eq!(of(DVec3::ZERO, 1.0), 1.0);
        assert_eq!(of(DVec3::Z * -1e6, 0.9), 1.0);
        assert!((of(DVec3::Z * -1e6, 1.1) - 1.0 / 2.1).abs() < 1e-12);
    }
}
