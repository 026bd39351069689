//! A body in the solver.

use crate::body::RigidBody;
use crate::report::ContactImpulse;
use glam::{DMat3, DQuat, DVec3};

/// Velocity of a center of mass and of rotation about it, m/s and rad/s.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Velocity {
    pub(crate) linear: DVec3,
    pub(crate) angular: DVec3,
}

/// A body in the sub-steps of an island. What moves by no force, like the ground, has no response to impulses.
#[derive(Debug, Clone)]
pub(crate) struct Mover<'a> {
    /// `None` is the ground.
    pub(super) body: Option<&'a RigidBody>,
    pub(super) moves: bool,
    /// Change of velocity by a unit impulse, 1/kg.
    pub(super) inverse_mass: f64,
    /// The same of a guided body, which moves in some directions only.
    pub(super) guided_mass: Option<DMat3>,
    /// Change of angular velocity by a unit angular impulse, 1/(kg·m²).
    pub(super) inverse_inertia: DMat3,
    pub(super) center_m: DVec3,
    pub(super) rotation: DQuat,
    pub(super) angular_momentum: DVec3,
    /// Velocity at the start and what the step's forces add to it, m/s; the same of the angular momentum.
    linvel_m_s: DVec3,
    kick_m_s: DVec3,
    kick_n_m_s: DVec3,
    /// Angular momentum at the start.
    start_n_m_s: DVec3,
    /// Way and turn by which the new velocity has moved it beyond the mean one.
    ahead: Velocity,
    /// The way and turn since the start of the step, m and rad.
    pub(super) moved: Velocity,
    /// Way by which it stays behind its new velocity in the sub-step, as some impulses do not act from its start on, m.
    late_m: DVec3,
    pub(super) impulse: ContactImpulse,
}

/// What the solver makes of a body in a step.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moved {
    pub(crate) center_m: DVec3,
    pub(crate) rotation: DQuat,
    pub(crate) impulse: ContactImpulse,
    /// Part of the way and turn that the new velocity went beyond the mean one, over which loads do no work.
    pub(crate) ahead: Velocity,
}

impl<'a> Mover<'a> {
    /// What gives way to nothing and stays.
    pub(super) fn ground() -> Self {
        Self {
            body: None,
            moves: false,
            inverse_mass: 0.0,
            guided_mass: None,
            inverse_inertia: DMat3::ZERO,
            center_m: DVec3::ZERO,
            rotation: DQuat::IDENTITY,
            angular_momentum: DVec3::ZERO,
            linvel_m_s: DVec3::ZERO,
            kick_m_s: DVec3::ZERO,
            kick_n_m_s: DVec3::ZERO,
            start_n_m_s: DVec3::ZERO,
            ahead: Velocity::default(),
            moved: Velocity::default(),
            late_m: DVec3::ZERO,
            impulse: ContactImpulse::default(),
        }
    }

    /// A body that has the velocity with all forces of the step, and the velocity and angular momentum without them.
    pub(super) fn new(body: &'a RigidBody, (linvel_m_s, angular_momentum): (DVec3, DVec3)) -> Self {
        let moves = body.moves_by_forces();
        Self {
            body: Some(body),
            moves,
            inverse_mass: if moves { body.mass.mass_kg.recip() } else { 0.0 },
            guided_mass: body.guide.filter(|_| moves).map(|_| body.inverse_mass()),
            inverse_inertia: body.inverse_inertia_at(body.state.rotation),
            center_m: body.state.center_m,
            rotation: body.state.rotation,
            angular_momentum,
            linvel_m_s,
            kick_m_s: body.state.linvel_m_s - linvel_m_s,
            kick_n_m_s: body.state.angular_momentum - angular_momentum,
            start_n_m_s: angular_momentum,
            ahead: Velocity::default(),
            moved: Velocity::default(),
            late_m: DVec3::ZERO,
            impulse: ContactImpulse::default(),
        }
    }

    pub(super) fn start(&self) -> Velocity {
        Velocity { linear: self.linvel_m_s, angular: self.body.map_or(DVec3::ZERO, |body| self.spin(body)) }
    }

    /// Adds what the forces of a fraction of the step do.
    pub(super) fn kick(&mut self, velocity: &mut Velocity, fraction: f64) {
        if self.moves {
            let spin = self.kick_n_m_s * fraction;
            velocity.linear += self.kick_m_s * fraction;
            velocity.angular += self.inverse_inertia * spin;
            self.angular_momentum += spin;
        }
    }

    /// Change of velocity by the forces of a fraction of the step.
    pub(super) fn kick_of(&self, fraction: f64) -> Velocity {
        Velocity {
            linear: self.kick_m_s * fraction,
            angular: self.inverse_inertia * (self.kick_n_m_s * fraction),
        }
    }

    pub(super) fn yielding(&self, direction: DVec3) -> DVec3 {
        self.guided_mass.map_or(direction * self.inverse_mass, |mass| mass * direction)
    }

    /// Sum of the changes of the angular velocity by unit angular impulses about three axes, 1/(kg·m²).
    pub(super) fn all_turns(&self) -> f64 {
        let m = &self.inverse_inertia;
        m.x_axis.x + m.y_axis.y + m.z_axis.z
    }

    /// Takes it that an impulse acts at a time of the sub-step.
    pub(super) fn come_late(&mut self, impulse: DVec3, time_s: f64) {
        self.late_m += self.yielding(impulse) * time_s;
    }

    /// Drifts for `h` seconds with the new velocity, but for what impulses that act later have not moved. Turning takes the new momentum for all of it.
    pub(super) fn drift(&mut self, velocity: &Velocity, h: f64) {
        if self.body.is_none() {
            return;
        }
        let before = self.center_m;
        self.center_m += velocity.linear * h - std::mem::take(&mut self.late_m);
        self.moved.linear += self.center_m - before;
        self.moved.angular += velocity.angular * h;
        self.rotation = self.turned(velocity, h);
    }

    /// Center and rotation after a drift of `h` seconds with one velocity.
    pub(super) fn pose_after(&self, velocity: &Velocity, h: f64) -> (DVec3, DQuat) {
        (self.center_m + velocity.linear * h, self.turned(velocity, h))
    }

    fn turned(&self, velocity: &Velocity, h: f64) -> DQuat {
        let Some(body) = self.body else { return self.rotation };
        let turn = velocity.angular * h;
        let angle = turn.length_squared();
        let steady = body.inertia.is_isotropic() || angle < 1e-8 || !self.moves;
        if steady && angle < 1e-2 && body.guide.is_none() {
            // The series of the half angle's sine and cosine, to rounding at these angles.
            let sine = 0.5 - angle / 48.0 + angle * angle / 3840.0;
            let cosine = 1.0 - angle / 8.0 + angle * angle / 384.0;
            let [x, y, z] = (turn * sine).to_array();
            (DQuat::from_xyzw(x, y, z, cosine) * self.rotation).normalize()
        } else {
            let momentum = body.inertia.momentum(self.rotation, velocity.angular);
            body.turned_from(self.rotation, momentum, h)
        }
    }

    /// Books an impulse at a point `arm` from the center.
    pub(super) fn book(&mut self, arm: DVec3, impulse: DVec3, from_static: bool) {
        if from_static {
            self.impulse.from_statics_n_s += impulse;
        } else {
            self.impulse.from_bodies_n_s += impulse;
        }
        self.book_angular(arm.cross(impulse));
    }

    /// Books an angular impulse.
    pub(super) fn book_angular(&mut self, angular: DVec3) {
        self.impulse.angular_n_m_s += angular;
        self.angular_momentum += angular;
    }

    /// The velocity of rotation that goes with the angular momentum and the present rotation, which changes with it where the
    /// moments of inertia differ.
    pub(super) fn refresh_spin(&mut self, velocity: &mut Velocity) {
        let Some(body) = self.body.filter(|_| self.moves) else { return };
        if let Some(guide) = &body.guide {
            self.angular_momentum = guide.momentum(&body.inertia, self.rotation, self.angular_momentum);
        }
        if !body.inertia.is_isotropic() || body.guide.is_some() {
            self.inverse_inertia = body.inverse_inertia_at(self.rotation);
        }
        velocity.angular = self.spin(body);
    }

    /// Takes a velocity that the body has had with a rotation to its present one, in which its angular momentum is the same.
    pub(super) fn turn_with(&mut self, from: DQuat, velocity: &mut Velocity) {
        let turns = |body: &&RigidBody| self.moves && !body.inertia.is_isotropic() && body.guide.is_none();
        let Some(body) = self.body.filter(turns) else { return };
        self.inverse_inertia = body.inverse_inertia_at(self.rotation);
        velocity.angular = self.inverse_inertia * body.inertia.momentum(from, velocity.angular);
    }

    fn spin(&self, body: &RigidBody) -> DVec3 {
        body.inertia.angular_velocity(self.rotation, self.angular_momentum)
    }

    /// Whether a caller's forces act on it.
    pub(super) fn is_loaded(&self) -> bool {
        let loads = |body: &RigidBody| body.force_n != DVec3::ZERO || body.torque_n_m != DVec3::ZERO;
        self.moves && self.body.is_some_and(loads)
    }

    /// The velocity that it has gained in the step.
    pub(super) fn gained(&self, velocity: &Velocity) -> Velocity {
        if !self.moves {
            return Velocity::default();
        }
        let angular = self.inverse_inertia * (self.angular_momentum - self.start_n_m_s);
        Velocity { linear: velocity.linear - self.linvel_m_s, angular }
    }

    /// How much the forces of a step of `dt` seconds accelerate it over the radius of the ball around it, squared, 1/s⁴.
    pub(super) fn square_of_loads(&self, dt: f64) -> f64 {
        match self.body.filter(|body| self.moves && body.reach_m > 0.0) {
            Some(body) => self.kick_m_s.length_squared() / (dt * body.reach_m).powi(2),
            None => 0.0,
        }
    }

    /// The velocity that the forces of the step give the fastest of its points, m/s.
    pub(super) fn loads_m_s(&self) -> f64 {
        let angular = self.inverse_inertia * self.kick_n_m_s;
        if self.moves { self.at_rim_m_s(&Velocity { linear: self.kick_m_s, angular }) } else { 0.0 }
    }

    /// The most that one of its points moves with, m/s; without shapes one at its radius of gyration.
    pub(super) fn at_rim_m_s(&self, velocity: &Velocity) -> f64 {
        let Some(body) = self.body else { return 0.0 };
        let turns = &self.inverse_inertia;
        let easiest = turns.x_axis.x.max(turns.y_axis.y).max(turns.z_axis.z);
        let gyration_m = if easiest > 0.0 { (self.inverse_mass / easiest).sqrt() } else { 0.0 };
        velocity.linear.length() + velocity.angular.length() * body.reach_m.max(gyration_m)
    }

    /// Kinetic energy with a velocity, J; none of what does not move by forces.
    pub(super) fn energy_j(&self, velocity: &Velocity) -> f64 {
        let Some(body) = self.body.filter(|_| self.moves) else { return 0.0 };
        let spin = body.inertia.momentum(self.rotation, velocity.angular).dot(velocity.angular);
        0.5 * (body.mass.mass_kg * velocity.linear.length_squared() + spin)
    }

    /// Moves it on with a velocity.
    pub(super) fn shift(&mut self, velocity: &Velocity, time_s: f64) {
        self.ahead = Velocity { linear: velocity.linear * time_s, angular: velocity.angular * time_s };
        self.center_m += self.ahead.linear;
        self.rotation = (DQuat::from_scaled_axis(self.ahead.angular) * self.rotation).normalize();
    }

    pub(super) fn result(&self) -> Moved {
        let Self { center_m, rotation, impulse, ahead, .. } = *self;
        Moved { center_m, rotation, impulse, ahead }
    }
}
