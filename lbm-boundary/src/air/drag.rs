//! Kinds of particles, and the drag of the air on one.

use lbm_core::AirUnits;

/// A kind of particles, in lattice units; see [`AirParticles`](crate::AirParticles).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ParticleKind {
    /// Mass of one, in that of a cell of the air at rest; 0 of tracers, which do not push the air.
    pub mass: f64,
    /// Stokes's time of response, `τ_S = ρ_p d² / 18 μ`, steps.
    pub stokes_time: f64,
    /// Reynolds number at a speed of a cell a step through the air, `d / ν` times a cell a step.
    pub reynolds: f64,
    /// Acceleration by weight less buoyancy, along z, cells a step².
    pub acceleration: f64,
    /// Steps after which one is taken out.
    pub lasts: u32,
}

/// Spheres in air, in SI units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sphere {
    /// Diameter, m.
    pub diameter_m: f64,
    /// Density, kg/m³.
    pub density_kg_m3: f64,
    /// Viscosity `μ` of the air between them, Pa s: that of the gas itself, which the cells of a lattice may be too large to have.
    pub viscosity_pa_s: f64,
}

/// What a particle and the air around it do to each other in a step.
pub(super) struct Drag {
    /// Change of the particle's velocity.
    pub(super) gained: [f64; 3],
    /// Momentum that the air gets, per mass of the particle.
    pub(super) given: [f64; 3],
}

impl ParticleKind {
    /// The factor of Schiller and Naumann on Stokes's drag.
    fn factor(&self, slip: f64) -> f64 {
        1.0 + 0.15 * (self.reynolds * slip).powf(0.687)
    }

    /// Drag and weight over a step at a velocity `slip` relative to air that a push of 1 speeds up by `yields`.
    ///
    /// With `k = 1 / τ_p` and `K = k (1 + m yields)` the velocity relative to the air follows `dr/dt = −K r + a`.
    pub(super) fn drag(&self, slip: [f64; 3], yields: f64) -> Drag {
        let speed = slip.iter().map(|r| r * r).sum::<f64>().sqrt();
        let k = self.factor(speed) / self.stokes_time;
        let total = k * (1.0 + self.mass * yields);
        // `∫ exp(−K t) dt` over the step, and `∫ (1 − exp(−K t)) / K dt`.
        let decays = -(-total).exp_m1() / total;
        let rises = if total < 1e-4 { 0.5 - total / 6.0 } else { (1.0 - decays) / total };
        let acceleration = [0.0, 0.0, self.acceleration];
        let given = std::array::from_fn(|a| k * (slip[a] * decays + acceleration[a] * rises));
        Drag { gained: std::array::from_fn(|a| acceleration[a] - given[a]), given }
    }

    /// Speed at which they fall through air at rest, cells a step, up to `Re` = 1000.
    pub fn terminal_speed(&self) -> f64 {
        let stokes = self.acceleration.abs() * self.stokes_time;
        // The speed times its factor is Stokes's, and grows with the speed.
        let (mut low, mut high) = (0.0, stokes);
        for _ in 0..100 {
            let middle = 0.5 * (low + high);
            *(if middle * self.factor(middle) < stokes { &mut low } else { &mut high }) = middle;
        }
        high
    }
}

impl Sphere {
    /// Spheres of which one particle stands for `mass_kg`, and is taken out after `lasts_s`, under a gravity in m/s².
    pub fn kind(&self, units: &AirUnits, mass_kg: f64, gravity_m_s2: f64, lasts_s: f64) -> ParticleKind {
        let Self { diameter_m, density_kg_m3, viscosity_pa_s } = *self;
        let lighter = 1.0 - units.density_kg_m3 / density_kg_m3;
        ParticleKind {
            mass: mass_kg / units.to_kg(1.0),
            stokes_time: density_kg_m3 * diameter_m * diameter_m
                / (18.0 * viscosity_pa_s * units.time_step_s),
            reynolds: units.to_m_s(1.0) * diameter_m * units.density_kg_m3 / viscosity_pa_s,
            acceleration: units.to_lattice_acceleration(-gravity_m_s2 * lighter),
            lasts: (lasts_s / units.time_step_s).ceil().min(f64::from(u32::MAX)) as u32,
        }
    }
}
