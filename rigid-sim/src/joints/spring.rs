//! Springs and elastic lines.

use crate::error::{Error, in_range, positive};
use glam::DVec3;

/// A spring or an elastic line between two points at a distance `d`: its force along the line between them is
/// `k (d − l) + c ḋ`, pulling where it is above zero.
///
/// As a [joint](crate::JointKind::Spring) it is taken implicitly, so that any stiffness is stable; [`force_n`](Self::force_n) is
/// the force in the present state, for callers that add it to a body themselves.
///
/// ```
/// use glam::DVec3;
/// use rigid_sim::{MassProperties, RigidBodyBuilder, Spring, World};
///
/// let mass = MassProperties::from_box(DVec3::new(2.0, 0.5, 0.25), 800.0)?;
/// let mut world = World::new(DVec3::ZERO);
/// let hull = world.insert(RigidBodyBuilder::dynamic().mass_properties(mass).build()?);
/// let rope = Spring::critical(800.0, 3.0);
/// for _ in 0..1000 {
///     let body = &mut world[hull];
///     let force_n = rope.force_n(body.origin_m() - DVec3::X, body.linvel_m_s());
///     body.add_force(force_n);
///     world.step(0.01);
/// }
/// assert!(world[hull].origin_m().distance(DVec3::X) < 1e-6);
/// # Ok::<(), rigid_sim::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Spring {
    /// Distance of the points without force, `l`, m.
    pub rest_m: f64,
    /// Stiffness `k`, N/m.
    pub stiffness_n_m: f64,
    /// Damping `c`, N·s/m.
    pub damping_n_s_m: f64,
    /// Directions in which it acts.
    pub acts: Acts,
}

/// Directions in which a spring acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Acts {
    /// Pulls and pushes.
    Both,
    /// Pulls and never pushes: a mooring line, a tow rope.
    Pull,
    /// Pushes and never pulls: a fender.
    Push,
}

impl Spring {
    /// A spring without length that a mass follows at an angular frequency `ω`, rad/s, without swinging: `k = m ω²`, `c = 2 m ω`.
    pub fn critical(mass_kg: f64, rad_s: f64) -> Self {
        Self {
            rest_m: 0.0,
            stiffness_n_m: mass_kg * rad_s * rad_s,
            damping_n_s_m: 2.0 * mass_kg * rad_s,
            acts: Acts::Both,
        }
    }

    /// The spring, of the length at which it pulls with a tension at a distance: `l = d − T/k`.
    #[must_use]
    pub fn pulling(self, tension_n: f64, distance_m: f64) -> Self {
        Self { rest_m: distance_m - tension_n / self.stiffness_n_m, ..self }
    }

    /// The force on the first of two points that are `apart_m`, from the second to the first, and move apart with
    /// `apart_m_s`, N.
    pub fn force_n(&self, apart_m: DVec3, apart_m_s: DVec3) -> DVec3 {
        let (direction, distance_m) = line(apart_m);
        let pull_n =
            self.stiffness_n_m * (distance_m - self.rest_m) + self.damping_n_s_m * direction.dot(apart_m_s);
        let [least_n, most_n] = self.acts.pulls();
        -direction * pull_n.clamp(least_n, most_n)
    }

    /// The energy in it at a distance of the points, `½ k (d − l)²` where it acts, J.
    pub fn energy_j(&self, distance_m: f64) -> f64 {
        let stretch_m = distance_m - self.rest_m;
        let [least_m, most_m] = self.acts.pulls();
        0.5 * self.stiffness_n_m * stretch_m.clamp(least_m, most_m).powi(2)
    }

    /// # Errors
    /// What no spring can be.
    pub(super) fn check(&self) -> Result<(), Error> {
        let Self { rest_m, stiffness_n_m, damping_n_s_m, .. } = *self;
        in_range(rest_m.is_finite(), "rest length of a spring (m)", rest_m, "a finite number")?;
        positive("stiffness of a spring (N/m)", stiffness_n_m)?;
        in_range(damping_n_s_m >= 0.0, "damping of a spring (N·s/m)", damping_n_s_m, "at least 0").map(drop)
    }
}

impl Acts {
    /// The least and the greatest pull that it may have; pushes are below zero.
    pub(crate) fn pulls(self) -> [f64; 2] {
        match self {
            Self::Both => [f64::NEG_INFINITY, f64::INFINITY],
            Self::Pull => [0.0, f64::INFINITY],
            Self::Push => [f64::NEG_INFINITY, 0.0],
        }
    }
}

/// Direction and length of a vector; upright for none.
pub(crate) fn line(apart: DVec3) -> (DVec3, f64) {
    (apart.try_normalize().unwrap_or(DVec3::Z), apart.length())
}
