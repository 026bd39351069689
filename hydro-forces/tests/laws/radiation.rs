//! Added mass and the waves that bodies make.

use std::f64::consts::PI;

use glam::{DMat3, DQuat, DVec3};
use hydro_forces::radiation::{
    AddedMass, BodyInWater, DampingCurve, Inertia, LinearDamping, Matrix6, RadiationMemory,
};
use hydro_forces::{Error, Flow, ForceOptions, Load, Motion, Plane};
use proptest::prelude::*;

use crate::inputs::{rotation, vector};
use crate::meshes::sphere;

const BODY: Inertia =
    Inertia { mass_kg: 900.0, tensor_kg_m2: DMat3::from_diagonal(DVec3::new(300.0, 700.0, 800.0)) };

/// A body moved by Newton's and Euler's laws alone, with the loads it is given.
#[derive(Debug, Clone, Copy)]
struct Free {
    rotation: DQuat,
    linvel: DVec3,
    momentum: DVec3,
}

impl Free {
    fn motion(&self) -> Motion {
        let back = self.rotation.inverse();
        Motion {
            linvel_m_s: self.linvel,
            angvel_rad_s: self.rotation * (BODY.tensor_kg_m2.inverse() * (back * self.momentum)),
            ..Motion::at_rest(self.rotation, DVec3::ZERO)
        }
    }

    fn step(&mut self, load: &Load, dt: f64) {
        self.linvel += load.force_n / BODY.mass_kg * dt;
        self.momentum += load.torque_n_m * dt;
        let omega = self.motion().angvel_rad_s;
        self.rotation = (DQuat::from_scaled_axis(omega * dt) * self.rotation).normalize();
    }

    /// A step under the load of the water alone.
    fn step_in_water(&mut self, body: &BodyInWater, flow: &Flow, dt: f64) {
        let after = |momentum| {
            let mut end = *self;
            end.step(&Load { force_n: DVec3::ZERO, torque_n_m: (momentum - self.momentum) / dt }, dt);
            end.rotation
        };
        let load = body.step_load(&self.motion(), flow, &Load::default(), dt, after).unwrap();
        self.step(&load, dt);
    }

    /// Linear momentum and energy of body and water.
    fn totals(&self, added: &AddedMass) -> (DVec3, f64) {
        let motion = self.motion();
        let back = self.rotation.inverse();
        let (v, w) = (back * motion.linvel_m_s, back * motion.angvel_rad_s);
        let velocity = [v.x, v.y, v.z, w.x, w.y, w.z];
        let water: Vec<f64> =
            added.matrix().iter().map(|row| row.iter().zip(velocity).map(|(a, b)| a * b).sum()).collect();
        let impulse = self.rotation * DVec3::new(water[0], water[1], water[2]);
        let water_energy: f64 = water.iter().zip(velocity).map(|(a, b)| a * b / 2.0).sum();
        let body_energy = BODY.mass_kg * v.length_squared() / 2.0 + w.dot(BODY.tensor_kg_m2 * w) / 2.0;
        (self.linvel * BODY.mass_kg + impulse, water_energy + body_energy)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A body thrown into water at rest without bounds keeps the energy and the momentum of both.
    #[test]
    fn kirchhoff_conserves_momentum_and_energy(
        axes in [0.3..2.0, 0.3..2.0, 0.3..2.0], arm in vector(0.3), start in rotation(),
        (linvel, momentum) in (vector(2.0), vector(500.0)),
    ) {
        let added = AddedMass::ellipsoid(DVec3::from(axes), 1000.0).unwrap().seen_from(arm);
        let drift = |dt: f64| {
            let mut body = Free { rotation: start, linvel, momentum };
            let (impulse, energy) = body.totals(&added);
            for _ in 0..(0.5 / dt) as usize {
                let load = added
                    .reaction(&BODY, &body.motion(), &Flow::default(), &Load::default())
                    .unwrap();
                body.step(&load, dt);
            }
            let (impulse_after, energy_after) = body.totals(&added);
            ((impulse_after - impulse).length() / (1.0 + impulse.length()), (energy_after - energy).abs() / (1.0 + energy))
        };
        let (coarse, fine) = (drift(2e-3), drift(2.5e-4));
        // First order in the step, to zero; below 1e-5 the coarse error may happen to cancel.
        prop_assert!(fine.0 < 1e-2 && fine.0 < 0.2 * coarse.0 + 1e-5, "{coarse:?} {fine:?}");
        prop_assert!(fine.1 < 1e-2 && fine.1 < 0.2 * coarse.1 + 1e-5, "{coarse:?} {fine:?}");
    }

    /// Thrown into still water it keeps the momentum of both, whatever its added mass, in steps that are not small.
    #[test]
    fn a_step_by_kirchhoffs_equations_keeps_the_momentum(
        axes in [0.1..2.0, 0.1..2.0, 0.1..2.0], arm in vector(0.1), start in rotation(),
        (linvel, momentum) in (vector(2.0), vector(200.0)),
    ) {
        let added_mass = AddedMass::ellipsoid(DVec3::from(axes), 1000.0).unwrap().seen_from(arm);
        let body = BodyInWater { inertia: BODY, added_mass, damping: LinearDamping::NONE };
        let mut free = Free { rotation: start, linvel, momentum };
        let (before, _) = free.totals(&added_mass);
        for _ in 0..100 {
            free.step_in_water(&body, &Flow::default(), 0.01);
        }
        let (after, _) = free.totals(&added_mass);
        prop_assert!((after - before).length() < 1e-9 * (1.0 + before.length()), "{before} {after}");
    }

    /// The reaction is −A times the acceleration that it leaves the body with.
    #[test]
    fn a_body_at_rest_starts_with_both_inertias(
        axes in [0.3..2.0, 0.3..2.0, 0.3..2.0], at in rotation(), force in vector(1e4), torque in vector(1e4),
        stream in vector(3.0),
    ) {
        let added = AddedMass::ellipsoid(DVec3::from(axes), 1000.0).unwrap();
        let motion = Motion::at_rest(at, DVec3::new(3.0, 2.0, 1.0));
        let others = Load { force_n: force, torque_n_m: torque };
        let flow = Flow { velocity_m_s: DVec3::ZERO, acceleration_m_s2: stream };
        let load = added.reaction(&BODY, &motion, &flow, &others).unwrap();
        let back = at.inverse();
        let a = back * ((force + load.force_n) / BODY.mass_kg - stream);
        let alpha = BODY.tensor_kg_m2.inverse() * (back * (torque + load.torque_n_m));
        let (f, t) = (back * load.force_n, back * load.torque_n_m);
        for i in 0..3 {
            prop_assert!((f[i] + added.matrix()[i][i] * a[i]).abs() < 1e-8 * (1.0 + f.length()));
            prop_assert!((t[i] + added.matrix()[3 + i][3 + i] * alpha[i]).abs() < 1e-8 * (1.0 + t.length()));
        }
    }

    /// `B = G Gᵀ` and what is skew: the power `−νᵀ B ν` is that of `G Gᵀ`, and no motion gains.
    #[test]
    fn linear_damping_takes_energy(
        root in proptest::array::uniform6(proptest::array::uniform6(-30.0..30.0)), skew in -500.0..500.0,
        at in rotation(), (v, w, stream) in (vector(3.0), vector(2.0), vector(2.0)),
    ) {
        let mut matrix: Matrix6 = std::array::from_fn(|i| {
            std::array::from_fn(|j| root[i].iter().zip(&root[j]).map(|(a, b)| a * b).sum())
        });
        (matrix[1][5], matrix[5][1]) = (matrix[1][5] + skew, matrix[5][1] - skew);
        let damping = LinearDamping::new(matrix).unwrap();
        let motion = Motion { linvel_m_s: v, angvel_rad_s: w, ..Motion::at_rest(at, DVec3::ZERO) };
        let load = damping.load(&motion, stream);
        let (relative, back) = (v - stream, at.inverse());
        let (a, b) = (back * relative, back * w);
        let nu = [a.x, a.y, a.z, b.x, b.y, b.z];
        let column = |j: usize| (0..6).map(|i| root[i][j] * nu[i]).sum::<f64>();
        let exact = -(0..6).map(|j| column(j).powi(2)).sum::<f64>();
        let power = load.force_n.dot(relative) + load.torque_n_m.dot(w);
        prop_assert!(power <= 1e-9 * exact.abs() && (power - exact).abs() < 1e-9 * (1.0 + exact.abs()), "{power} {exact}");
    }

    #[test]
    fn a_point_of_view_moves_back_and_forth(axes in [0.3..2.0, 0.3..2.0, 0.3..2.0], arm in vector(2.0)) {
        let added = AddedMass::ellipsoid(DVec3::from(axes), 1000.0).unwrap();
        let moved = added.seen_from(arm);
        prop_assert!(AddedMass::new(*moved.matrix()).is_ok());
        let back = moved.seen_from(-arm);
        for (a, b) in added.matrix().iter().flatten().zip(back.matrix().iter().flatten()) {
            prop_assert!((a - b).abs() < 1e-6);
        }
    }
}

/// A ball ahead of the center of mass goes down when the bow does: `p = A (ω × arm)`, `l = arm × p`.
#[test]
fn water_off_the_center_couples_heave_and_pitch() {
    let ball = AddedMass::ellipsoid(DVec3::ONE, 1000.0).unwrap();
    let a = ball.matrix()[2][2];
    let matrix = *ball.seen_from(DVec3::X * 3.0).matrix();
    assert!((matrix[2][4] + 3.0 * a).abs() < 1e-9 && (matrix[4][2] + 3.0 * a).abs() < 1e-9, "{matrix:?}");
    assert!((matrix[1][5] - 3.0 * a).abs() < 1e-9 && (matrix[4][4] - 9.0 * a).abs() < 1e-8);
}

/// A spheroid that moves nose first is turned broadside: the moment of Munk, `(A_y − A_x) v_x v_y`.
#[test]
fn a_slender_body_is_turned_across_the_stream() {
    let added = AddedMass::ellipsoid(DVec3::new(3.0, 1.0, 1.0), 1000.0).unwrap();
    let stream = DVec3::new(-2.0, -0.5, 0.0);
    let motion = Motion::at_rest(DQuat::IDENTITY, DVec3::ZERO);
    let heavy = Inertia { mass_kg: 1e12, tensor_kg_m2: DMat3::IDENTITY * 1e12 };
    let flow = Flow { velocity_m_s: stream, acceleration_m_s2: DVec3::ZERO };
    let load = added.reaction(&heavy, &motion, &flow, &Load::default()).unwrap();
    let m = added.matrix();
    let munk = -(m[1][1] - m[0][0]) * 2.0 * 0.5;
    assert!((load.torque_n_m - DVec3::Z * munk).length() < 1e-3 * munk.abs(), "{load:?} {munk}");
    // Drifting to port it turns its bow to starboard, away from where it goes.
    assert!(load.torque_n_m.z < 0.0);
}

#[test]
fn matrices_that_give_energy_away_are_refused() {
    let mut matrix = [[0.0; 6]; 6];
    assert!(AddedMass::new(matrix).is_ok());
    matrix[0][0] = -1.0;
    assert!(matches!(AddedMass::new(matrix), Err(Error::OutOfRange { .. })));
    matrix[0][0] = 1.0;
    matrix[0][4] = 0.5;
    assert!(AddedMass::new(matrix).is_err(), "not symmetric");
    matrix[4][0] = 0.5;
    assert!(AddedMass::new(matrix).is_err(), "coupling without inertia");
    matrix[4][4] = 0.25;
    assert!(AddedMass::new(matrix).is_ok(), "semidefinite");
    matrix[4][4] = f64::NAN;
    assert!(AddedMass::new(matrix).is_err());
    assert!(AddedMass::ellipsoid(DVec3::new(1.0, 0.0, 1.0), 1000.0).is_err());
    assert!(AddedMass::floating(4.0, 2.0, 1.0, f64::INFINITY).is_err());
}

#[test]
fn damping_that_gives_energy_is_refused() {
    let mut matrix = [[0.0; 6]; 6];
    assert!(LinearDamping::new(matrix).is_ok());
    (matrix[1][5], matrix[5][1]) = (7.0, -7.0);
    assert!(LinearDamping::new(matrix).is_ok(), "skew: no power");
    let least = |matrix: Matrix6| match LinearDamping::new(matrix).unwrap_err() {
        Error::OutOfRange { what, value, .. } => {
            assert!(what.contains("damping matrix"), "{what}");
            value
        }
        other => panic!("{other}"),
    };
    matrix[0][0] = 4.0;
    (matrix[0][2], matrix[2][2]) = (12.0, 9.0);
    assert!(LinearDamping::new(matrix).is_ok(), "semidefinite: [4, 6; 6, 9]");
    // [4, 6; 6, 4] has the eigenvalues 10 and −2.
    matrix[2][2] = 4.0;
    assert!((least(matrix) + 2.0).abs() < 1e-9, "{}", least(matrix));
    // A small mode beside a great one counts as much.
    matrix = [[0.0; 6]; 6];
    (matrix[2][2], matrix[4][4]) = (1e12, -100.0);
    assert!((least(matrix) + 100.0).abs() < 1e-2, "{}", least(matrix));
    matrix[4][4] = f64::INFINITY;
    assert!(matches!(LinearDamping::new(matrix), Err(Error::NotFinite { .. })));
}

/// Heave of a floating hemisphere: k R, added mass and damping over the displaced mass and, the
/// latter, over ω. To the digits given they are those of Hulme (1982) and of
/// [`heave`](crate::hemisphere::heave), which they are held against; the last row stands for infinity.
const HULME: [[f64; 3]; 26] = [
    [0.05, 0.8764, 0.1036],
    [0.1, 0.8627, 0.1816],
    [0.2, 0.7938, 0.2793],
    [0.3, 0.7157, 0.3254],
    [0.4, 0.6452, 0.3410],
    [0.5, 0.5861, 0.3391],
    [0.6, 0.5381, 0.3271],
    [0.7, 0.4999, 0.3098],
    [0.8, 0.4698, 0.2899],
    [0.9, 0.4464, 0.2691],
    [1.0, 0.4284, 0.2484],
    [1.2, 0.4047, 0.2096],
    [1.4, 0.3924, 0.1756],
    [1.6, 0.3871, 0.1469],
    [1.8, 0.3864, 0.1229],
    [2.0, 0.3884, 0.1031],
    [2.5, 0.3988, 0.0674],
    [3.0, 0.4111, 0.0452],
    [4.0, 0.4322, 0.0219],
    [5.0, 0.4471, 0.0116],
    [6.0, 0.4574, 0.0066],
    [7.0, 0.4647, 0.0040],
    [8.0, 0.4700, 0.0026],
    [9.0, 0.4740, 0.0017],
    [10.0, 0.4771, 0.0012],
    [20.0, 0.4900, 0.0],
];

#[test]
fn the_table_is_that_of_the_multipoles() {
    for [k, added, damping] in HULME.into_iter().filter(|row| row[0] <= 10.0) {
        let [a, b, _] = crate::hemisphere::heave(k);
        assert!((a - added).abs() < 6e-5 && (b - damping).abs() < 6e-5, "k R {k}: {a} {b}");
    }
}

const RADIUS_M: f64 = 5.0;
const DISPLACED_KG: f64 = 1000.0 * 2.0 / 3.0 * PI * 125.0;

fn heave_damping() -> DampingCurve {
    let frequency = |row: &[f64; 3]| (9.81 * row[0] / RADIUS_M).sqrt();
    let matrix = |row: &[f64; 3]| {
        let mut damping: Matrix6 = [[0.0; 6]; 6];
        damping[2][2] = row[2] * DISPLACED_KG * frequency(row);
        damping
    };
    let frequencies: Vec<f64> = HULME.iter().map(frequency).collect();
    DampingCurve::new(&frequencies, &HULME.iter().map(matrix).collect::<Vec<_>>()).unwrap()
}

/// The added mass at each frequency is that at infinity and what the memory of the damping adds
/// (Ogilvie): the two columns of the table belong together, and so do memory and damping.
#[test]
fn memory_turns_damping_into_added_mass() {
    let step = 0.01;
    for row in HULME.iter().filter(|row| (0.2..=2.0).contains(&row[0])) {
        let frequency = (9.81 * row[0] / RADIUS_M).sqrt();
        let mut memory = RadiationMemory::new(&heave_damping(), step, 40.0).unwrap();
        let period = (2.0 * PI / frequency / step).round();
        let frequency = 2.0 * PI / (period * step);
        let settled = 4000;
        let mut out_of_phase = 0.0;
        for n in 0..settled + period as usize {
            let phase = frequency * n as f64 * step;
            let motion = Motion {
                linvel_m_s: DVec3::Z * phase.cos(),
                ..Motion::at_rest(DQuat::IDENTITY, DVec3::ZERO)
            };
            let force = memory.step(&motion, DVec3::ZERO).force_n.z;
            if n >= settled {
                out_of_phase += force * phase.sin() * 2.0 / period;
            }
        }
        // The acceleration is −ω sin: the force −ΔA times it.
        let added = 0.5 + out_of_phase / frequency / DISPLACED_KG;
        assert!((added - row[1]).abs() < 0.012, "k R {}: {added}, not {}", row[0], row[1]);
    }
}

/// The IEA OES sphere, dropped from 1 m: inside the range of the task's models.
#[test]
fn a_sphere_dropped_into_the_sea_heaves_as_in_the_models_of_the_iea() {
    let hull = sphere(5).map(|v| v * RADIUS_M as f32).hull();
    let mass_kg = 261.8e3;
    let body = Inertia { mass_kg, tensor_kg_m2: DMat3::IDENTITY * 0.4 * mass_kg * 25.0 };
    let mut matrix = [[0.0; 6]; 6];
    matrix[2][2] = 0.5 * DISPLACED_KG;
    let added = AddedMass::new(matrix).unwrap();
    let model =
        hydro_forces::ForceModel::new(hydro_forces::Water::default(), hydro_forces::Coefficients::NONE)
            .unwrap();
    let step = 0.01;
    let mut memory = RadiationMemory::new(&heave_damping(), step, 20.0).unwrap();
    let (mut z, mut speed) = (1.0, 0.0);
    let mut path = vec![z];
    for _ in 0..600 {
        let motion =
            Motion { linvel_m_s: DVec3::Z * speed, ..Motion::at_rest(DQuat::IDENTITY, DVec3::Z * z) };
        let forces = model.forces(&hull, &motion, &Plane::flat(0.0), ForceOptions::default());
        let waves = memory.step(&motion, DVec3::ZERO);
        let force_n = forces.force_n + waves.force_n - DVec3::Z * (mass_kg * 9.81);
        let others = Load { force_n, torque_n_m: DVec3::ZERO };
        let reaction = added.reaction(&body, &motion, &Flow::default(), &others).unwrap();
        speed += (force_n + reaction.force_n).z / mass_kg * step;
        z += speed * step;
        path.push(z);
    }
    let turn = |from: usize, way: f64| {
        (from..path.len()).max_by(|&a, &b| (way * path[a]).total_cmp(&(way * path[b]))).unwrap()
    };
    let trough = turn(0, -1.0);
    let crest = turn(trough, 1.0);
    let (t, c) = ((trough as f64 * step, path[trough]), (crest as f64 * step, path[crest]));
    assert!((-0.892..=-0.868).contains(&t.1) && (t.0 - 2.23).abs() < 0.05, "trough {t:?}, crest {c:?}");
    assert!((0.631..=0.651).contains(&c.1) && (c.0 - 4.45).abs() < 0.08, "trough {t:?}, crest {c:?}");
}

/// Ten times the body's mass, and in one direction alone: it tumbles, and no more.
#[test]
fn a_semidefinite_added_mass_of_many_masses_gives_no_energy() {
    let mut matrix = [[0.0; 6]; 6];
    matrix[0][0] = 9000.0;
    let added_mass = AddedMass::new(matrix).unwrap();
    let body = BodyInWater { inertia: BODY, added_mass, damping: LinearDamping::NONE };
    let linvel = DVec3::new(0.3, 0.2, -0.1);
    let mut free = Free { rotation: DQuat::IDENTITY, linvel, momentum: DVec3::new(30.0, -140.0, 320.0) };
    let mut fastest = 0.0f64;
    for _ in 0..5000 {
        free.step_in_water(&body, &Flow::default(), 0.02);
        fastest = fastest.max(free.linvel.length());
    }
    // All momentum in the body alone: 9900 kg × 0.37 m/s in 900 kg.
    assert!(fastest < 4.2, "{fastest} m/s");
}

/// Damping is relative to the water: a stiff one carries the body along, and stops its turning.
#[test]
fn a_stiff_damping_moves_the_body_with_the_stream() {
    let matrix = std::array::from_fn(|i| std::array::from_fn(|j| if i == j { 1e12 } else { 0.0 }));
    let damping = LinearDamping::new(matrix).unwrap();
    let body = BodyInWater { inertia: BODY, added_mass: AddedMass::NONE, damping };
    let momentum = DVec3::new(30.0, -140.0, 320.0);
    let mut free = Free { rotation: DQuat::IDENTITY, linvel: DVec3::ZERO, momentum };
    let velocity_m_s = DVec3::new(1.0, -2.0, 0.5);
    free.step_in_water(&body, &Flow { velocity_m_s, acceleration_m_s2: DVec3::ZERO }, 0.02);
    // M / (M + B Δt) of the way is left: 900 kg beside 2·10¹⁰ kg.
    assert!((free.linvel - velocity_m_s).length() < 1e-6);
    assert!(free.motion().angvel_rad_s.length() < 1e-6);
}
