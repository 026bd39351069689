use glam::DVec3;

use crate::error::require_positive;
use crate::{Error, Hull, Load, Motion, TriangleForce};

/// Slamming: the impact of water on triangles that dive into it, after Kerner, "Water interaction model for boats in
/// video games: part 2" (2016), section on slamming forces:
/// `F = −(Γ / Γmax)ᵖ cos θ · m V / Δt · 2 A_w / S`, with Γ/Γmax at most 1.
///
/// `Γ = |A_w V − A_w' V'| / (A Δt)`, m/s², with the primed values of the step before, is the acceleration of the triangle
/// while it stays under water, and what would stop it in one step when it has just dived. θ is the angle between normal
/// and velocity; only faces that move into the water are hit. m V 2 A_w / S is the part of the body's momentum that a
/// triangle has to take to stop it in one step (S the area of the whole hull, of which half dives), so that no impact
/// throws the body back. It is a visual model, tuned by Γmax and p: the force scales with 1 / Δt where Γ is at its
/// bound.
///
/// The article numbers no equations. They were checked against accounts and programs that build on it, not against its own
/// pages: all take Γ from the difference of the vectors; some leave out 1 / Δt, without which the right-hand side is a
/// momentum.
#[derive(Debug, Clone)]
pub struct Slamming {
    mass_kg: f64,
    bound_m_s2: f64,
    power: f64,
    /// A_w V of each triangle, in this step and in the one before, m³/s.
    swept: Vec<DVec3>,
    before: Vec<DVec3>,
    steps: u64,
}

impl Slamming {
    /// Slamming on a body of `mass_kg`. `bound_m_s2` is Γmax; `power` is p, which at 2 or above suppresses small impacts.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] or [`Error::NotFinite`] if a value is not finite and above 0.
    pub fn new(mass_kg: f64, bound_m_s2: f64, power: f64) -> Result<Self, Error> {
        require_positive("mass_kg", mass_kg)?;
        require_positive("bound_m_s2", bound_m_s2)?;
        require_positive("power", power)?;
        Ok(Self { mass_kg, bound_m_s2, power, swept: Vec::new(), before: Vec::new(), steps: 0 })
    }

    /// The sum of the impacts of a step of `time_step_s` on the triangles that
    /// [`ForceOptions::triangles`](crate::ForceOptions::triangles) reported; `water_m_s` is the velocity of the water around
    /// the body. It is zero in the first step, and if the step is not above 0.
    #[must_use = "the load acts on the body"]
    pub fn step<'t>(
        &mut self,
        hull: &Hull,
        motion: &Motion,
        water_m_s: DVec3,
        time_step_s: f64,
        wet: impl IntoIterator<Item = &'t TriangleForce>,
    ) -> Load {
        std::mem::swap(&mut self.swept, &mut self.before);
        self.swept.clear();
        self.swept.resize(hull.triangle_count(), DVec3::ZERO);
        self.before.resize(hull.triangle_count(), DVec3::ZERO);
        let strikes = self.steps > 0 && time_step_s > 0.0;
        self.steps += 1;
        let rotation = motion.rotation.normalize();
        let mut sum = Load::default();
        for t in wet {
            let velocity = motion.velocity_at(t.wet_centroid_m) - water_m_s;
            let swept = velocity * t.wet_area_m2;
            if !swept.is_finite() {
                continue;
            }
            self.swept[t.triangle] = swept;
            let (area_vector, area) =
                (rotation * hull.area_vector_m2(t.triangle), hull.triangle_area_m2(t.triangle));
            let inflow = area_vector.dot(velocity);
            if !strikes || inflow <= 0.0 {
                continue;
            }
            let gamma = (swept - self.before[t.triangle]).length() / (area * time_step_s);
            let fraction = (gamma / self.bound_m_s2).clamp(0.0, 1.0).powf(self.power);
            // cos θ V = (n·V) V / |V|
            let stopped = velocity * (inflow / (area * velocity.length()));
            let stop = self.mass_kg * 2.0 * t.wet_area_m2 / (hull.area_m2() * time_step_s);
            let force = stopped * (-fraction * stop);
            sum.force_n += force;
            sum.torque_n_m += (t.wet_centroid_m - motion.reference_m).cross(force);
        }
        sum
    }
    /// The state before the last step: `A_w V` of each triangle in the step before that one, m³/s; `None` if the last step was
    /// the first, or none was taken.
    pub fn before_last_step(&self) -> Option<Vec<DVec3>> {
        (self.steps > 1).then(|| self.before.clone())
    }

    /// Restores the state [`before_last_step`](Self::before_last_step) of slamming on the same hull: that step is to be
    /// repeated.
    ///
    /// # Errors
    /// [`Error::NotFinite`]; nothing changes then.
    pub fn restore(&mut self, before_last_step: Option<&[DVec3]>) -> Result<(), Error> {
        let swept = before_last_step.unwrap_or_default();
        if !swept.iter().all(|swept| swept.is_finite()) {
            return Err(Error::NotFinite { what: "volume swept by a triangle".to_owned() });
        }
        self.swept = swept.to_vec();
        self.steps = u64::from(before_last_step.is_some());
        Ok(())
    }
}
