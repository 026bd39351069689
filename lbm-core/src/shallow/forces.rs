use crate::engine::Float;
use crate::operator::Conserved;
use crate::{Error, Units};

/// Forces on the water apart from its weight and the bed's slope, all zero unless set.
///
/// Each is a force per plan area and density, m²/s²: its contribution to `∂(h u)/∂t`. They act one after the other, in the order
/// of the fields. They are of first order in time: the
/// whole force `F` of a step is added after its collision, whose equilibrium contains none of it, where a second-order scheme
/// (Guo et al. 2002) includes half. So the momentum `m` of the populations between steps contains the whole force of the last step
/// ([`crate::Lattice::moments`], [`crate::Lattice::totals`]), and what they carry through the links of cells is `m − ½ F Δt`: that is the
/// momentum of which fields give the velocity ([`crate::Lattice::write_fields`]).
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Forces {
    /// Acceleration `a` of all water, m/s²: `h a`.
    pub acceleration_m_s2: [f64; 2],
    /// Kinematic wind stress on the surface, m²/s² ([`wind_stress_m2_s2`]).
    pub wind_m2_s2: [f64; 2],
    /// Coriolis parameter `f = 2 Ω sin φ`, 1/s ([`coriolis_1_s`]): `f h (v, −u)`. Applied as a rotation of the momentum by `f Δt`,
    /// which keeps its magnitude.
    pub coriolis_1_s: f64,
    /// Manning's roughness `n` of the bed, s/m^⅓: `−g n² u |u| / h^⅓`. Taken implicitly, `h u ← h u / (1 + Δt g n² |u| /
    /// h^{4/3})`, so that friction stops thin water and never reverses it.
    pub manning_s_m13: f64,
}

/// Greatest speed of the wind that [`wind_stress_m2_s2`] takes, m/s: its law is one of winds up to hurricanes.
pub const FASTEST_WIND_M_S: f64 = 80.0;

/// Largest part of the momentum that friction counts as having taken in a step where half of it is given back ([`LatticeForces::halfway`]): what rounding
/// leaves in the momentum is multiplied by up to 400 so, and without an end as friction leaves nothing.
const MOST_RUBBED_OFF: f32 = 0.95;

/// Density of air, kg/m³, at 15 °C and sea level.
pub const AIR_KG_M3: f64 = 1.225;

/// Drag coefficient `C_D` of water to a wind with this speed 10 m above it, `(0.8 + 0.065 W) 10⁻³` (Wu 1982).
pub fn wind_drag(speed_m_s: f64) -> f64 {
    (0.8 + 0.065 * speed_m_s) * 1e-3
}

/// Kinematic stress of the wind on water, `C_D ρ_air |W| W / ρ`, m²/s², with `C_D` of [`wind_drag`].
///
/// # Arguments
/// `wind_m_s`: the wind's velocity 10 m above the water, towards which it blows; `density_kg_m3`: of the water.
///
/// # Errors
/// [`Error::OutOfRange`] for a wind faster than [`FASTEST_WIND_M_S`], and a density that is not above 0.
pub fn wind_stress_m2_s2(wind_m_s: [f64; 2], density_kg_m3: f64) -> Result<[f64; 2], Error> {
    let speed = wind_m_s[0].hypot(wind_m_s[1]);
    Error::require(speed <= FASTEST_WIND_M_S, "speed of the wind [m/s]", speed, "0 to 80")?;
    Error::require_positive("density of the water [kg/m³]", density_kg_m3)?;
    Ok(wind_m_s.map(|w| wind_drag(speed) * AIR_KG_M3 / density_kg_m3 * speed * w))
}

/// Coriolis parameter `f = 2 Ω sin φ`, 1/s, at a latitude, degrees, positive in the north.
///
/// # Errors
/// [`Error::OutOfRange`] for a latitude beyond the poles.
pub fn coriolis_1_s(latitude_deg: f64) -> Result<f64, Error> {
    Error::require(latitude_deg.abs() <= 90.0, "latitude [°]", latitude_deg, "−90 to 90")?;
    // Of a sidereal day.
    const EARTH_RAD_S: f64 = 7.292_115e-5;
    Ok(2.0 * EARTH_RAD_S * latitude_deg.to_radians().sin())
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

/// [`Forces`] in lattice units, for one step ([`crate::Lattice::forces_of_step`]).
#[derive(Debug, Clone, Copy)]
pub struct LatticeForces {
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

    /// The same with the wind on what a cover leaves open.
    pub(crate) fn sheltered(&self, coverage: f32) -> Self {
        Self { wind: self.wind.map(|wind| wind * (1.0 - coverage)), ..*self }
    }

    /// Whether any of them is not zero.
    pub(crate) fn act(&self) -> bool {
        self.acting().contains(&true)
    }

    /// Whether each of them is not zero, in the order of [`Forces`].
    #[inline]
    pub(crate) fn acting(&self) -> [bool; 4] {
        let Self { acceleration, turn, wind, friction } = *self;
        [acceleration != [0.0; 2], wind != [0.0; 2], turn != [0.0; 2], friction != 0.0]
    }

    /// Momentum along x and y that water of depth `h` and `momentum` gains in one step, lattice units.
    pub fn gained(&self, h: f32, momentum: [f32; 2]) -> [f32; 2] {
        let [hu, hv] = momentum;
        self.momentum(Conserved { rest_depth: h, eta: 0.0, h, hu, hv })
    }

    /// The momentum that a cell gains in one step.
    #[inline(always)]
    pub(crate) fn momentum<R: Float>(&self, cell: Conserved<R>) -> [R; 2] {
        let Conserved { h, hu, hv, .. } = cell;
        let [ax, ay] = self.acceleration;
        let [less, turned] = self.turn;
        let [mut x, mut y] = [h * ax + self.wind[0], h * ay + self.wind[1]];
        if self.turn != [0.0; 2] {
            let [u, v] = [hu + x, hv + y];
            (x, y) = (x + (u * less + v * turned), y + (v * less - u * turned));
        }
        if self.friction == 0.0 {
            return [x, y];
        }
        let [u, v] = [hu + x, hv + y];
        let drag = self.drag(h, [u, v]);
        let lost = drag / (drag + h * h);
        [x - u * lost, y - v * lost]
    }

    /// `Δt g n² |m| / h^⅓` of a momentum `m`: over `h²`, what friction divides by is one more than this.
    #[inline(always)]
    fn drag<R: Float>(&self, h: R, [x, y]: [R; 2]) -> R {
        (x * x + y * y).sqrt() * (h.inverse_cbrt() * self.friction)
    }

    /// What each force gave a cell of depth `h` in the step that left it the momentum `m`, in the order of [`Forces`]; the velocity of
    /// [`Given::energy`] is that half-way through all of them, in the frame that turns.
    #[inline(always)]
    pub(crate) fn given<R: Float>(&self, h: R, [x, y]: [R; 2]) -> [Given<R>; 4] {
        // |m| = p / (1 + k p) is the momentum p after friction: k |m| is less than 1, or rounding would make what thin water had infinite.
        let [acceleration, wind, coriolis, friction] = self.momenta(h, [x, y], 1.0 - 1e-6);
        let turned = self.turning(friction);
        let rubbed_off = [friction[0] - turned[0], friction[1] - turned[1]];
        let pushed = [x - friction[0] - coriolis[0], y - friction[1] - coriolis[1]];
        let before = [pushed[0] - wind[0] - acceleration[0], pushed[1] - wind[1] - acceleration[1]];
        let after = [pushed[0] + rubbed_off[0], pushed[1] + rubbed_off[1]];
        let half = h.splat(0.5) / h;
        let velocity = [(before[0] + after[0]) * half, (before[1] + after[1]) * half];
        [
            Given::new(acceleration, acceleration, velocity),
            Given::new(wind, wind, velocity),
            Given { momentum: coriolis, energy: h.splat(0.0) },
            Given::new(friction, rubbed_off, velocity),
        ]
    }

    /// The momentum half-way through the forces of the step that left a cell of depth `h` the momentum `m`: `m` less half of what they gave.
    #[inline(always)]
    pub(crate) fn halfway<R: Float>(&self, h: R, [x, y]: [R; 2]) -> [R; 2] {
        let [acceleration, wind, coriolis, friction] = self.momenta(h, [x, y], MOST_RUBBED_OFF);
        let gx = (acceleration[0] + wind[0]) + (coriolis[0] + friction[0]);
        let gy = (acceleration[1] + wind[1]) + (coriolis[1] + friction[1]);
        [x - gx * 0.5, y - gy * 0.5]
    }

    /// The momentum that each force gave a cell of depth `h` in the step that left it the momentum `m`, in the order of [`Forces`]; friction took no
    /// larger part than `most`.
    #[inline(always)]
    fn momenta<R: Float>(&self, h: R, [x, y]: [R; 2], most: f32) -> [[R; 2]; 4] {
        let rubbed_off = if self.friction == 0.0 {
            h.splat(0.0)
        } else {
            let square = h * h;
            let drag = self.drag(h, [x, y]).min(square * most);
            drag / (square - drag)
        };
        let friction = [x * rubbed_off * -1.0, y * rubbed_off * -1.0];
        let coriolis = self.turning([x - friction[0], y - friction[1]]);
        let ([ax, ay], [wx, wy]) = (self.acceleration, self.wind);
        [[h * ax, h * ay], [h.splat(wx), h.splat(wy)], coriolis, friction]
    }

    /// The momentum that the rotation gave to make this one.
    #[inline(always)]
    fn turning<R: Float>(&self, [x, y]: [R; 2]) -> [R; 2] {
        let [less, turned] = self.turn;
        [y * turned - x * less, x * -turned - y * less]
    }
}

/// What a force gave a cell in a step, in lattice units.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Given<R> {
    pub(crate) momentum: [R; 2],
    /// The work `F · u` at a velocity of the water.
    pub(crate) energy: R,
}

impl<R: Float> Given<R> {
    /// A momentum, which is `[x, y]` in the frame of the velocity.
    #[inline(always)]
    fn new(momentum: [R; 2], [x, y]: [R; 2], [u, v]: [R; 2]) -> Self {
        Self { momentum, energy: x * u + y * v }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    /// What the forces are said to have given is what the sweep adds.
    #[test]
    fn what_was_given_is_what_was_gained() {
        let units = Units::from_gravity_number(1.0, 2.0, 0.15, 9.81).unwrap();
        let forces = Forces {
            acceleration_m_s2: [0.05, -0.02],
            wind_m2_s2: [0.03, 0.08],
            coriolis_1_s: 0.7,
            manning_s_m13: 0.2,
        };
        let forces = LatticeForces::new(&forces, &units);
        for (h, hu, hv) in
            [(2.0f32, 0.2f32, -0.1f32), (0.4, -0.03, 0.05), (0.05, 0.02, 0.01), (1.3, 0.0, 0.0)]
        {
            let gained = forces.momentum(Conserved { rest_depth: 2.0, eta: h - 2.0, h, hu, hv });
            let after = [f64::from(hu + gained[0]), f64::from(hv + gained[1])];
            let given = forces.given(h, after.map(|c| c as f32));
            let squares = |[x, y]: [f64; 2]| 0.5 * (x * x + y * y) / f64::from(h);
            let energy: f64 = given.iter().map(|of| f64::from(of.energy)).sum();
            let before = [hu, hv].map(f64::from);
            let wanted = squares(after) - squares(before);
            // What rounding took of the tenth that friction leaves of the third one counts ten times in what it had.
            let part = if h < 0.1 { 1e-4 } else { 0.0 };
            assert!((energy - wanted).abs() < 1e-7 + part * wanted.abs(), "{energy} of {wanted}");
            for axis in 0..2 {
                let sum: f64 = given.iter().map(|of| f64::from(of.momentum[axis])).sum();
                let wanted = f64::from(gained[axis]);
                assert!((sum - wanted).abs() < 1e-7 + part * wanted.abs(), "{sum} of {gained:?}");
            }
            // Friction only takes.
            assert!(given[3].energy <= 0.0, "{given:?}");
        }
    }

    #[test]
    fn wind_and_rotation_have_known_values() {
        // 10 m/s: C_D = 1.45e-3, 0.1776 Pa on fresh water.
        let [x, y] = wind_stress_m2_s2([0.0, -10.0], 1000.0).unwrap();
        assert!(x == 0.0 && (y + 1.77625e-4).abs() < 1e-9, "{x} {y}");
        assert!((coriolis_1_s(45.0).unwrap() - 1.0312e-4).abs() < 1e-8);
        assert!(coriolis_1_s(90.1).is_err() && wind_stress_m2_s2([81.0, 0.0], 1000.0).is_err());
        assert!(wind_stress_m2_s2([f64::NAN, 0.0], 1000.0).is_err());
    }
}
