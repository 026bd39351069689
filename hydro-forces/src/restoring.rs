use glam::{DMat3, DMat4, DQuat, DVec2, DVec3, DVec4};

use crate::{Error, Hull, Load, Submerged};

/// Waterplane of a floating body: its area and the moments of that about the vertical through the center of mass, world axes.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Waterplane {
    /// Area, m².
    pub area_m2: f64,
    /// `∫ (x, y) dA`, m³.
    pub first_m3: DVec2,
    /// `∫ (x², x y, y²) dA`, m⁴.
    pub second_m4: DVec3,
}

impl Waterplane {
    /// A disc about the center of mass: area `π r²`, second moments `π r⁴ / 4` about both axes.
    pub fn disc(radius_m: f64) -> Self {
        let area_m2 = std::f64::consts::PI * radius_m * radius_m;
        let second_m4 = area_m2 * radius_m * radius_m / 4.0;
        Self { area_m2, first_m3: DVec2::ZERO, second_m4: DVec3::new(second_m4, 0.0, second_m4) }
    }

    /// The section of a hull, turned by `rotation`, by the horizontal plane at `waterline_m`, m above the hull's origin; moments about a center
    /// of mass at a place from the hull's origin, m, world axes. The same as [`Self::of`] of [`crate::submerged`], in less time.
    ///
    /// # Errors
    /// As [`crate::submerged`].
    pub fn cut(hull: &Hull, rotation: DQuat, waterline_m: f64, center_m: DVec2) -> Result<Self, Error> {
        Ok(Self::of(&crate::hydrostatics::section(hull, rotation, waterline_m)?, center_m))
    }

    /// The bounding rectangle, in plan, of the hull turned by `rotation`; one side is along the hull's x axis. It bounds the moments of waterplanes: about
    /// the center of mass, which is `center_m` from the hull's origin, m, world axes, no waterplane in this attitude has larger ones, unless parts of the
    /// hull lie in one another.
    pub fn around(hull: &Hull, rotation: DQuat, center_m: DVec2) -> Self {
        let axes = DMat3::from_quat(rotation);
        let (middle, half) = (hull.bounding_sphere().0, hull.half_box());
        let along = axes.x_axis.truncate().try_normalize().unwrap_or(DVec2::X);
        let reach = |direction: DVec2| {
            let of_axis = |axis: DVec3, half: f64| axis.truncate().dot(direction).abs() * half;
            of_axis(axes.x_axis, half.x) + of_axis(axes.y_axis, half.y) + of_axis(axes.z_axis, half.z)
        };
        let (at, length, breadth) =
            ((axes * middle).truncate() - center_m, reach(along), reach(along.perp()));
        let area_m2 = 4.0 * length * breadth;
        let square = |v: DVec2| DVec3::new(v.x * v.x, v.x * v.y, v.y * v.y);
        let own = square(along) * (length * length) + square(along.perp()) * (breadth * breadth);
        Self { area_m2, first_m3: at * area_m2, second_m4: (own / 3.0 + square(at)) * area_m2 }
    }

    /// The section of a hull by the water's surface, about a center of mass at a place from the hull's origin, world axes.
    pub fn of(submerged: &Submerged, center_m: DVec2) -> Self {
        let area_m2 = submerged.waterplane_area_m2.max(0.0);
        let at_m = submerged.center_of_flotation_m.map_or(DVec2::ZERO, |at| at - center_m);
        let own = submerged.waterplane_second_moments_m4;
        let about_centroid = DVec3::new(own.x_axis.x, own.x_axis.y, own.y_axis.y);
        Self {
            area_m2,
            first_m3: at_m * area_m2,
            second_m4: about_centroid
                + DVec3::new(at_m.x * at_m.x, at_m.x * at_m.y, at_m.y * at_m.y) * area_m2,
        }
    }

    /// Restoring stiffness `ρ g ∫ n nᵀ dA` over heave and the turns about the three axes, `n = (1, y, −x, 0)`: a place of the
    /// waterplane that sinks by `n` is lifted by `ρ g` for each unit of area and depth.
    fn stiffness(&self, weight_n_m3: f64) -> DMat4 {
        let (DVec2 { x, y }, DVec3 { x: xx, y: xy, z: yy }) = (self.first_m3, self.second_m4);
        DMat4::from_cols(
            DVec4::new(self.area_m2, y, -x, 0.0),
            DVec4::new(y, yy, -xy, 0.0),
            DVec4::new(-x, -xy, xx, 0.0),
            DVec4::ZERO,
        ) * weight_n_m3
    }
}

/// Stiffness number from which on restoring forces are taken at a step's end; those at its start diverge from 4 on.
const STIFF: f64 = 1.0;

/// Displaced water over the mass beyond which a body is too deep for its mass.
const DEEP: f64 = 2.0;

/// A floating body before a time step, as far as the restoring forces of the water concern it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Restored {
    /// Mass, kg.
    pub mass_kg: f64,
    /// Inertia about the center of mass, world axes, kg m².
    pub inertia_kg_m2: DMat3,
    /// Velocity of the center of mass, m/s.
    pub linvel_m_s: DVec3,
    /// Angular velocity, world axes, rad/s.
    pub angvel_rad_s: DVec3,
    /// Waterplane of the body.
    pub waterplane: Waterplane,
    /// Specific weight `ρ g` of the water, N/m³.
    pub weight_n_m3: f64,
    /// Mass of the water that it displaces, kg.
    pub displaced_kg: f64,
    /// Magnitude of the forces that grow with the square of the velocity, N.
    pub drag_n: f64,
    /// Speed of the body in the water, m/s.
    pub relative_m_s: f64,
    /// Arm of drag, and of the water that it pushes away, in turns, m.
    pub arm_m: f64,
}

impl Restored {
    /// Stiffness number `tr(M⁻¹ K) Δt²`: above 4 a step that takes the forces at its start diverges in heave, roll or pitch.
    pub fn stiffness_number(&self, dt: f64) -> f64 {
        let stiffness = self.waterplane.stiffness(self.weight_n_m3);
        let turns = DMat3::from_mat4_minor(stiffness, 0, 0);
        let turns = self.inertia_kg_m2.inverse() * turns;
        let trace = stiffness.x_axis.x / self.mass_kg + turns.x_axis.x + turns.y_axis.y + turns.z_axis.z;
        trace * dt * dt
    }

    /// Whether the forces at a step's start would throw the body: in heave, roll or pitch, out of water of which it displaces
    /// far more than its mass, or back where drag takes all of its speed and more.
    pub fn is_stiff(&self, dt: f64) -> bool {
        self.stiffness_number(dt) >= STIFF
            || self.displaced_kg > DEEP * self.mass_kg
            || self.drag_n * dt > self.mass_kg * self.relative_m_s
    }

    /// The load that takes the body through a step of `dt` seconds in the place of `load` (weight included), with the restoring
    /// forces and the drag at the step's end, linear in the motion: `(M + Δt D + Δt² K) Δv = Δt (F − Δt K v)`.
    ///
    /// It is stable for any stiffness, and damps what is stiff. The inertia is at least that of the displaced water: the pressure on
    /// a body that is too deep moves the water around it, too. `None` if a value is not finite.
    pub fn load(&self, load: &Load, dt: f64) -> Option<Load> {
        let stiffness = self.waterplane.stiffness(self.weight_n_m3) * dt;
        // The derivative of what grows with the square.
        let drag_n_s_m = if self.relative_m_s > 0.0 { 2.0 * self.drag_n / self.relative_m_s } else { 0.0 };
        let more_kg = drag_n_s_m * dt + (self.displaced_kg - self.mass_kg).max(0.0);
        let mass_kg = self.mass_kg + more_kg;
        let inertia =
            self.inertia_kg_m2 + DMat3::from_diagonal(DVec3::splat(more_kg * self.arm_m * self.arm_m));
        let effective = of_heave_and_turns(mass_kg, inertia) + stiffness * dt;
        let motion =
            DVec4::new(self.linvel_m_s.z, self.angvel_rad_s.x, self.angvel_rad_s.y, self.angvel_rad_s.z);
        let torque = load.torque_n_m;
        let force = DVec4::new(load.force_n.z, torque.x, torque.y, torque.z) - stiffness * motion;
        // Per unit of time.
        let change = effective.inverse() * force;
        let turning = self.inertia_kg_m2 * DVec3::new(change.y, change.z, change.w);
        let across = load.force_n.truncate() * (self.mass_kg / mass_kg);
        let stiff = Load { force_n: across.extend(self.mass_kg * change.x), torque_n_m: turning };
        (stiff.force_n.is_finite() && stiff.torque_n_m.is_finite()).then_some(stiff)
    }
}

/// Mass and inertia over heave and the turns about the three axes.
fn of_heave_and_turns(mass_kg: f64, inertia_kg_m2: DMat3) -> DMat4 {
    let column = |axis: DVec3| DVec4::new(0.0, axis.x, axis.y, axis.z);
    let [x, y, z] = [inertia_kg_m2.x_axis, inertia_kg_m2.y_axis, inertia_kg_m2.z_axis].map(column);
    DMat4::from_cols(DVec4::X * mass_kg, x, y, z)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moments of a disc, summed over a fine grid.
    #[test]
    fn moments_of_a_disc_are_those_of_its_points() {
        let (radius, n) = (1.5, 600);
        let side = 2.0 * radius / f64::from(n);
        let (mut area, mut second) = (0.0, DVec3::ZERO);
        for i in 0..n * n {
            let at = DVec2::new(f64::from(i % n) + 0.5, f64::from(i / n) + 0.5) * side - radius;
            if at.length() < radius {
                area += side * side;
                second += DVec3::new(at.x * at.x, at.x * at.y, at.y * at.y) * side * side;
            }
        }
        let disc = Waterplane::disc(radius);
        assert!((disc.area_m2 / area - 1.0).abs() < 1e-3, "{area}");
        assert!((disc.second_m4 - second).length() < 2e-3 * second.length(), "{second}");
    }

    /// A board of 2 × 1 m, of which a point 0.3 m beside its middle is the center of mass.
    fn board(mass_kg: f64) -> Restored {
        let waterplane = Waterplane {
            area_m2: 2.0,
            first_m3: DVec2::new(0.0, -0.6),
            second_m4: DVec3::new(2.0 * 4.0 / 12.0, 0.0, 2.0 / 12.0 + 0.18),
        };
        Restored {
            mass_kg,
            inertia_kg_m2: DMat3::from_diagonal(DVec3::new(0.1, 0.4, 0.5) * mass_kg),
            linvel_m_s: DVec3::ZERO,
            angvel_rad_s: DVec3::ZERO,
            waterplane,
            weight_n_m3: 9810.0,
            displaced_kg: mass_kg,
            drag_n: 0.0,
            relative_m_s: 0.0,
            arm_m: 1.0,
        }
    }

    /// Force and torque of the water where the board is displaced by `(z, turns)` from rest.
    fn restoring(board: &Restored, place: DVec4) -> Load {
        let force = -(board.waterplane.stiffness(board.weight_n_m3) * place);
        Load { force_n: DVec3::Z * force.x, torque_n_m: DVec3::new(force.y, force.z, force.w) }
    }

    #[test]
    fn the_waterplane_of_a_turned_box_is_about_its_center_of_mass() {
        let corner = |k: u32| {
            let end = |bit: u32| if k & bit == 0 { -0.5 } else { 0.5 };
            glam::Vec3::new(2.0 * end(1), end(2), 0.8 * end(4))
        };
        let vertices: Vec<glam::Vec3> = (0..8).map(corner).collect();
        let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let triangles: Vec<[u32; 3]> =
            faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
        let hull = crate::Hull::new(&vertices, &triangles).unwrap();
        let quarter = glam::DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2);
        let cut = crate::submerged(&hull, quarter, 0.1).unwrap();
        let waterplane = Waterplane::of(&cut, DVec2::new(0.0, 0.3));
        assert!((waterplane.area_m2 - 2.0).abs() < 1e-6);
        assert!((waterplane.first_m3 - DVec2::new(0.0, -0.6)).length() < 1e-6, "{waterplane:?}");
        assert_eq!(Waterplane::cut(&hull, quarter, 0.1, DVec2::new(0.0, 0.3)), Ok(waterplane));
        let tilted = quarter * glam::DQuat::from_rotation_x(0.3);
        let whole = Waterplane::of(&crate::submerged(&hull, tilted, -0.1).unwrap(), DVec2::ONE);
        assert_eq!(Waterplane::cut(&hull, tilted, -0.1, DVec2::ONE), Ok(whole));
        let second = DVec3::new(2.0 / 12.0, 0.0, 8.0 / 12.0 + 0.18);
        assert!((waterplane.second_m4 - second).length() < 1e-6, "{waterplane:?}");
    }

    /// Of a wedge in any attitude, at any level.
    #[test]
    fn no_waterplane_is_stiffer_than_the_rectangle_around_the_hull() {
        let vertices: Vec<glam::Vec3> = [
            [-1.5, 0.7, 0.4],
            [-1.5, -0.7, 0.4],
            [1.5, -0.7, 0.4],
            [1.5, 0.7, 0.4],
            [-1.5, 0.0, -0.3],
            [1.5, 0.0, -0.3],
        ]
        .map(glam::Vec3::from)
        .to_vec();
        let triangles =
            [[0, 1, 2], [0, 2, 3], [1, 4, 5], [1, 5, 2], [0, 5, 4], [0, 3, 5], [0, 4, 1], [2, 5, 3]];
        let hull = crate::Hull::new(&vertices, &triangles).unwrap();
        assert!(hull.diagnosis().closed && !hull.diagnosis().inverted);
        let mut nearest: f64 = 1e9;
        for k in 0..400 {
            let angle = |factor: f64| (f64::from(k) * factor).rem_euclid(std::f64::consts::TAU);
            let turns =
                if k < 20 { [angle(0.77), 0.0, 0.0] } else { [angle(0.77), angle(0.31), angle(0.13)] };
            let rotation = glam::DQuat::from_euler(glam::EulerRot::ZYX, turns[0], turns[1], turns[2]);
            let center_m = DVec2::new(angle(0.9).sin(), angle(1.7).cos()) * 0.3;
            let axes = DMat3::from_quat(rotation);
            let of = |waterplane| Restored {
                inertia_kg_m2: axes * board(7.0).inertia_kg_m2 * axes.transpose(),
                waterplane,
                ..board(7.0)
            };
            let around = of(Waterplane::around(&hull, rotation, center_m)).stiffness_number(0.01);
            for level in [-0.3, -0.1, 0.0, 0.2, 0.39] {
                let waterplane = Waterplane::cut(&hull, rotation, level, center_m).unwrap();
                let number = of(waterplane).stiffness_number(0.01);
                assert!(number <= around * (1.0 + 1e-9), "{k}, {level} m: {number} of {around}");
                nearest = if number > 0.0 { nearest.min(around / number) } else { nearest };
            }
        }
        // Afloat upright it is as large as its deck.
        assert!(nearest < 1.05, "{nearest}");
    }

    #[test]
    fn the_stiffness_is_that_of_the_waterplane() {
        let board = board(2.0);
        // Down by a meter: ρ g A; the water lifts the middle, which is 0.3 m to starboard of the center of mass.
        let load = restoring(&board, DVec4::new(-1.0, 0.0, 0.0, 0.0));
        assert!((load.force_n.z - 19620.0).abs() < 1e-6);
        assert!((load.torque_n_m.x + 0.3 * 19620.0).abs() < 1e-6 && load.torque_n_m.y.abs() < 1e-6);
        // Turned about x, port side up: port is pulled down. I = l b³ / 12, and that of the middle's distance.
        let load = restoring(&board, DVec4::new(0.0, 0.01, 0.0, 0.0));
        let second = 2.0 / 12.0 + 2.0 * 0.09;
        assert!((load.torque_n_m.x + 0.01 * 9810.0 * second).abs() < 1e-6, "{load:?}");
    }

    #[test]
    fn a_light_board_comes_to_rest_in_steps_too_long_for_it() {
        let dt = 0.02;
        for mass_kg in [2.0, 1e-3, 1e-9] {
            let mut board = board(mass_kg);
            assert!(board.stiffness_number(dt) > 4.0 && board.is_stiff(dt));
            let mut place = DVec4::new(0.1, 0.05, -0.02, 0.3);
            for _ in 0..400 {
                let load = board.load(&restoring(&board, place), dt).unwrap();
                board.linvel_m_s += load.force_n / mass_kg * dt;
                board.angvel_rad_s += board.inertia_kg_m2.inverse() * load.torque_n_m * dt;
                place += DVec4::new(board.linvel_m_s.z, board.angvel_rad_s.x, board.angvel_rad_s.y, 0.0) * dt;
                assert!(place.abs().max_element() < 0.5, "{mass_kg} kg: {place}");
            }
            assert!(place.truncate().length() < 1e-3, "{mass_kg} kg: {place}");
        }
    }

    /// Its period is that of `√(m / ρ g A)` where a step is short beside it.
    #[test]
    fn a_heavy_board_swings_as_it_would() {
        let mut board =
            Restored { waterplane: Waterplane { area_m2: 2.0, ..Waterplane::default() }, ..board(500.0) };
        let (dt, omega) = (1e-3, (19620.0_f64 / 500.0).sqrt());
        let mut place = 0.1;
        let steps = (std::f64::consts::TAU / omega / dt).round() as usize;
        for _ in 0..steps {
            let load = board.load(&restoring(&board, DVec4::X * place), dt).unwrap();
            board.linvel_m_s += load.force_n / 500.0 * dt;
            place += board.linvel_m_s.z * dt;
        }
        assert!((place - 0.1).abs() < 0.005, "{place}");
    }
}
