use std::fmt;
use std::sync::Arc;

use pulp::Simd;

use super::drag_lift::DragLiftCoefficients;
use super::parameters::Coefficients;
use crate::Error;
use crate::simd::{LANES, Reals, Vectors, dot};

/// Speed and direction of the flow on a triangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Incidence {
    /// Speed of the wet centroid relative to the water, m/s.
    pub speed_m_s: f64,
    /// Cosine of the angle between the normal and that velocity: 1 head on, 0 along the face, negative on the lee side; 0 at
    /// rest.
    pub cos_angle: f64,
}

impl Incidence {
    /// The Reynolds number `|V| L / ν` of a length (m) in water of a kinematic viscosity (m²/s).
    pub fn reynolds(&self, length_m: f64, viscosity_m2_s: f64) -> f64 {
        self.speed_m_s * length_m / viscosity_m2_s
    }
}

/// The law of drag and lift of a part of a hull's surface; see [`Hull::with_materials`](crate::Hull::with_materials).
#[derive(Clone)]
pub struct Material(Kind);

#[derive(Clone)]
enum Kind {
    Constant(Coefficients),
    Varying(Arc<dyn Fn(&Incidence) -> Coefficients + Send + Sync>),
}

impl Material {
    /// A material with constant coefficients.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] or [`Error::NotFinite`] as for [`ForceModel::new`](crate::ForceModel::new).
    pub fn new(coefficients: Coefficients) -> Result<Self, Error> {
        coefficients.check()?;
        Ok(Self(Kind::Constant(coefficients)))
    }

    /// A material with coefficients that are a function of speed (and so of the Reynolds number) and angle.
    ///
    /// `law` is called in every step for every triangle that moves into the water, and for some of the other wet ones. A
    /// coefficient that is negative or not finite counts as 0, and alpha is clamped to 0..=1.
    ///
    /// ```
    /// use hydro_forces::{Coefficients, Incidence, Material};
    ///
    /// // A sphere of 0.3 m: the drag falls where the boundary layer turns turbulent.
    /// let ball = Material::varying(|i: &Incidence| {
    ///     let drag = if i.reynolds(0.3, 1.139e-6) > 3e5 { 0.1 } else { 0.47 };
    ///     Coefficients { drag, lift: 0.0, alpha: 1.0 }
    /// });
    /// # let _ = ball;
    /// ```
    pub fn varying(law: impl Fn(&Incidence) -> Coefficients + Send + Sync + 'static) -> Self {
        Self(Kind::Varying(Arc::new(law)))
    }

    fn at(&self, incidence: &Incidence) -> Coefficients {
        match &self.0 {
            Kind::Constant(c) => *c,
            Kind::Varying(law) => {
                let Coefficients { drag, lift, alpha } = law(incidence);
                let valid = |x: f64| if x.is_finite() { x.max(0.0) } else { 0.0 };
                Coefficients { drag: valid(drag), lift: valid(lift), alpha: valid(alpha).min(1.0) }
            }
        }
    }
}

impl fmt::Debug for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Constant(c) => f.debug_tuple("Material").field(c).finish(),
            Kind::Varying(_) => f.write_str("Material(varying)"),
        }
    }
}

/// The coefficients of the `part`-th register of triangles with the materials `of`, wet areas `area`, area vectors `a` and
/// velocities `v`.
#[inline(always)]
pub(crate) fn coefficients_of_materials<S: Simd>(
    simd: S,
    materials: &[Material],
    of: &[u16; LANES],
    (a, area, v): (Vectors<S>, Reals<S>, Vectors<S>),
    part: usize,
) -> DragLiftCoefficients<S> {
    let speeds = dot(v, v).sqrt();
    let zero = Reals::splat(simd, 0.0);
    let area_speed = area * speeds;
    let cosines = area_speed.above(zero).or_zero(dot(a, v) / area_speed).to_lanes(part);
    let speeds = speeds.to_lanes(part);
    let (mut drag, mut lift, mut alpha) = ([0.0; LANES], [0.0; LANES], [0.0; LANES]);
    for l in part * S::F64_LANES..(part + 1) * S::F64_LANES {
        let incidence = Incidence { speed_m_s: speeds[l], cos_angle: cosines[l] };
        let c = materials[usize::from(of[l])].at(&incidence);
        (drag[l], lift[l], alpha[l]) = (c.drag, c.lift, c.alpha);
    }
    DragLiftCoefficients {
        drag: Reals::load(simd, &drag, part),
        lift: Reals::load(simd, &lift, part),
        alpha: Reals::load(simd, &alpha, part),
    }
}
