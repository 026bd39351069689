use crate::engine::Float;
use crate::operator::Conserved;
use crate::{Error, Units};

/// Forces on the water apart from its weight and the bed's slope, all zero unless set.
///
/// Each is a force per plan area and density, m²/s²: its contribution to `∂(h u)/∂t`. They are of first order in time: the
/// whole force of a step is added after its collision, whose equilibrium contains none of it, where a second-order scheme
/// (Guo et al. 2002) includes half. Momentum that is read between steps contains the whole force of the last step.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Forces {
    /// Acceleration `a` of all water, m/s²: `h a`.
    pub acceleration_m_s2: [f64; 2],
    /// Coriolis parameter `f = 2 Ω sin φ`, 1/s: `f h (v, −u)`. Applied as a rotation of the momentum by `f Δt`, which
    /// keeps its magnitude.
    pub coriolis_1_s: f64,
    /// Kinematic wind stress on the surface, m²/s², for instance `C_D ρ_air W² / ρ`.
    pub wind_m2_s2: [f64; 2],
    /// Manning's roughness `n` of the bed, s/m^⅓: `−g n² u |u| / h^⅓`. Taken implicitly, `h u ← h u / (1 + Δt g n² |u| /
    /// h^{4/3})`, so that friction stops thin water and never reverses it.
    pub manning_s_m13: f64,
}

impl Forces {
    pub(crate) fn validate(&self) -> Result<(), Error> {
        let [ax, ay] = self.acceleration_m_s2;
        let [wx, wy] = self.wind_m2_s2;
        for (what, value) in [
            ("acceleration along x [m/s²]", ax),
            ("acceleration along y [m/s²]", ay),
            ("Coriolis parameter [1/s]", self.coriolis_1_s),
            ("wind stress along x [m²/s²]", wx),
            ("wind stress along y [m²/s²]", wy),
        ] {
            Error::require_finite(what, value)?;
        }
        let n = self.manning_s_m13;
        Error::require(n >= 0.0, "Manning's n [s/m^⅓]", n, "0 or above")
    }
}

/// [`Forces`] in lattice units, for one step.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LatticeForces {
    acceleration: [f32; 2],
    /// `cos f Δt − 1` and `sin f Δt`.
    turn: [f32; 2],
    wind: [f32; 2],
    /// `g n²`, with `h` in cells.
    friction: f32,
}

impl LatticeForces {
    pub(crate) fn new(forces: &Forces, units: &Units) -> Self {
        let (dx, dt, e) = (units.cell_size_m(), units.time_step_s(), units.lattice_speed_m_s());
        let angle = forces.coriolis_1_s * dt;
        let friction = units.gravity_m_s2() * forces.manning_s_m13.powi(2) / dx.cbrt();
        Self {
            acceleration: forces.acceleration_m_s2.map(|a| (a * dt / e) as f32),
            turn: [(-2.0 * (0.5 * angle).sin().powi(2)) as f32, angle.sin() as f32],
            wind: forces.wind_m2_s2.map(|w| (w / (e * e)) as f32),
            friction: friction as f32,
        }
    }

    /// All coefficients, in an order that must not change: checkpoints hash it.
    pub(crate) fn numbers(&self) -> [f32; 7] {
        let Self { acceleration: [ax, ay], turn: [less, turned], wind: [wx, wy], friction } = *self;
        [ax, ay, less, turned, wx, wy, friction]
    }

    /// The momentum that a cell gains in one step.
    #[inline(always)]
    pub(crate) fn momentum<R: Float>(&self, cell: Conserved<R>) -> [R; 2] {
        let Conserved { h, hu, hv, .. } = cell;
        let [ax, ay] = self.acceleration;
        let [less, turned] = self.turn;
        let x = (h * ax + self.wind[0]) + (hu * less + hv * turned);
        let y = (h * ay + self.wind[1]) + (hv * less - hu * turned);
        let inverse = h.splat(1.0) / h;
        let speed = (hu * hu + hv * hv).sqrt() * inverse;
        let drag = (speed * inverse) * (h.inverse_cbrt() * self.friction);
        let lost = drag / (drag + 1.0);
        [x - hu * lost, y - hv * lost]
    }
}
