use crate::Error;
use crate::dynamics::Shares;
use crate::error::check;
use crate::friction::SkinFriction;
use crate::reals::Reals;

/// Properties of the water.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Water {
    /// Density, kg/m³.
    pub density_kg_m3: f64,
    /// Gravity, m/s², downward.
    pub gravity_m_s2: f64,
}

impl Default for Water {
    /// Fresh water: 1000 kg/m³, 9.81 m/s².
    fn default() -> Self {
        Self { density_kg_m3: 1000.0, gravity_m_s2: 9.81 }
    }
}

/// Coefficients of drag and lift (Lazo et al. Eq. 4–6, after Yuksel et al. 2007).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coefficients {
    /// Drag coefficient C_d, at least 0.
    pub drag: f64,
    /// Lift coefficient C_l, at least 0.
    pub lift: f64,
    /// Share of the effective area that follows the angle of attack, 0 to 1: at 1 the effective
    /// area is the one projected along the flow, at 0 the whole wet area.
    pub alpha: f64,
}

impl Coefficients {
    /// Hydrostatics alone.
    pub const NONE: Self = Self { drag: 0.0, lift: 0.0, alpha: 1.0 };

    pub(crate) fn check(&self) -> Result<(), Error> {
        let Self { drag, lift, alpha } = *self;
        check("drag", drag, drag >= 0.0, "finite and at least 0")?;
        check("lift", lift, lift >= 0.0, "finite and at least 0")?;
        check("alpha", alpha, (0.0..=1.0).contains(&alpha), "between 0 and 1")
    }
}

/// Where the hydrostatic force of a wet triangle acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pressure {
    /// At its centre of pressure: the linear pressure is integrated exactly, so a closed mesh feels
    /// Archimedes' force and moment to rounding.
    #[default]
    Exact,
    /// At the centroids of its wet triangles (Lazo et al. Eq. 3). The force is the same; the moment
    /// has an error that falls with the square of the triangles' size.
    Paper,
}

/// Which level cuts a triangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Cut {
    /// One level, taken at the triangle's projected centroid, cuts it horizontally (Lazo et al.
    /// §2.2). Exact on horizontal water. On a slope the wet surface has gaps where triangles of
    /// different levels meet; the error falls with the triangles' size.
    #[default]
    Centroid,
    /// The level is taken at each corner and linear between. Triangles that share a corner share
    /// its level, so the wet surface of a closed mesh stays closed on any water, and any plane,
    /// horizontal or tilted, is cut exactly.
    Corners,
}

/// How lift grows with the angle θ between a triangle's normal and its velocity through the water.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lift {
    /// `−½ ρ C_l A cos θ V × (n × V)`, of the size `½ ρ C_l A |V|² sin θ cos θ`, as on a flat plate at
    /// the angle of incidence 90° − θ. It vanishes where the water comes head on (θ = 0) and where it
    /// passes along the face (θ = 90°), and is smooth between.
    #[default]
    Exact,
    /// `−½ ρ C_l A_e |V| V × (n × V) / |n × V|` (Lazo et al. Eq. 5): of full size at θ = 0, where its
    /// direction is undefined and turns about from one side to the other, so that a symmetric body
    /// falling flat on the water is spun by rounding.
    Paper,
}

/// The water's forces on triangle meshes: what they are made of and how they are computed.
///
/// ```
/// use hydro_forces::{Coefficients, Cut, ForceModel, Lift, Pressure, Water};
///
/// let model = ForceModel::new(Water::default(), Coefficients { drag: 0.5, lift: 0.2, alpha: 0.8 })?
///     .pressure(Pressure::Exact)
///     .cut(Cut::Corners)
///     .lift(Lift::Exact);
/// # Ok::<(), hydro_forces::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ForceModel {
    pub(crate) water: Water,
    pub(crate) coefficients: Coefficients,
    pub(crate) pressure: Pressure,
    pub(crate) cut: Cut,
    pub(crate) lift: Lift,
    pub(crate) friction: Option<SkinFriction>,
}

impl ForceModel {
    /// A model with exact pressure and lift, and triangles cut at the level of their centroid.
    ///
    /// # Errors
    /// [`Error::InvalidParameter`] for a density that is not positive, a negative gravity or
    /// coefficient, an alpha outside 0..=1, or a value that is not finite.
    pub fn new(water: Water, coefficients: Coefficients) -> Result<Self, Error> {
        let Water { density_kg_m3, gravity_m_s2 } = water;
        check("density_kg_m3", density_kg_m3, density_kg_m3 > 0.0, "finite and above 0")?;
        check("gravity_m_s2", gravity_m_s2, gravity_m_s2 >= 0.0, "finite and at least 0")?;
        coefficients.check()?;
        Ok(Self {
            water,
            coefficients,
            pressure: Pressure::default(),
            cut: Cut::default(),
            lift: Lift::default(),
            friction: None,
        })
    }

    /// Chooses where the hydrostatic force of a triangle acts.
    pub fn pressure(self, pressure: Pressure) -> Self {
        Self { pressure, ..self }
    }

    /// Chooses which level cuts a triangle.
    pub fn cut(self, cut: Cut) -> Self {
        Self { cut, ..self }
    }

    /// Chooses how lift grows with the angle of the inflow.
    pub fn lift(self, lift: Lift) -> Self {
        Self { lift, ..self }
    }

    /// Adds skin friction to drag and lift; there is none to begin with.
    pub fn skin_friction(self, friction: SkinFriction) -> Self {
        Self { friction: Some(friction), ..self }
    }

    pub(crate) fn has_dynamics(&self) -> bool {
        self.coefficients.drag > 0.0 || self.coefficients.lift > 0.0 || self.friction.is_some()
    }

    #[inline(always)]
    pub(crate) fn shares<S: pulp::Simd>(&self, simd: S) -> Shares<S> {
        let Coefficients { drag, lift, alpha } = self.coefficients;
        Shares {
            drag: Reals::splat(simd, drag),
            lift: Reals::splat(simd, lift),
            alpha: Reals::splat(simd, alpha),
        }
        .of_density(self.water.density_kg_m3)
    }

    /// The water's properties.
    pub fn water(&self) -> Water {
        self.water
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_out_of_range_are_refused_by_name() {
        let water = Water::default();
        let bad = |water, c| match ForceModel::new(water, c).unwrap_err() {
            Error::InvalidParameter { what, .. } => what,
            other => panic!("{other}"),
        };
        let none = Coefficients::NONE;
        assert_eq!(bad(Water { density_kg_m3: 0.0, ..water }, none), "density_kg_m3");
        assert_eq!(bad(Water { gravity_m_s2: f64::NAN, ..water }, none), "gravity_m_s2");
        assert_eq!(bad(water, Coefficients { drag: -0.1, ..none }), "drag");
        assert_eq!(bad(water, Coefficients { lift: f64::INFINITY, ..none }), "lift");
        assert_eq!(bad(water, Coefficients { alpha: 1.1, ..none }), "alpha");
    }
}
