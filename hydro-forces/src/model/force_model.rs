use super::drag_lift::DragLiftCoefficients;
use super::friction::SkinFriction;
use super::parameters::{Coefficients, Cut, Lift, Pressure, Water};
use crate::Error;
use crate::error::{require, require_positive};
use crate::simd::Reals;

/// Model of the water's forces on a hull: pressure, waterline cut, drag, lift and friction.
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
    /// [`Error::OutOfRange`] or [`Error::NotFinite`] for a density that is not positive, a negative gravity or
    /// coefficient, an alpha outside 0..=1, or a value that is not finite.
    pub fn new(water: Water, coefficients: Coefficients) -> Result<Self, Error> {
        let Water { density_kg_m3, gravity_m_s2 } = water;
        require_positive("density_kg_m3", density_kg_m3)?;
        require(gravity_m_s2 >= 0.0, "gravity_m_s2", gravity_m_s2, "at least 0")?;
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
    #[must_use]
    pub fn pressure(self, pressure: Pressure) -> Self {
        Self { pressure, ..self }
    }

    /// Chooses which level cuts a triangle.
    #[must_use]
    pub fn cut(self, cut: Cut) -> Self {
        Self { cut, ..self }
    }

    /// Chooses how lift grows with the angle of the inflow.
    #[must_use]
    pub fn lift(self, lift: Lift) -> Self {
        Self { lift, ..self }
    }

    /// Adds skin friction to drag and lift; by default there is none.
    #[must_use]
    pub fn skin_friction(self, friction: SkinFriction) -> Self {
        Self { friction: Some(friction), ..self }
    }

    /// Whether there is drag, lift or friction.
    pub(crate) fn has_dynamics(&self) -> bool {
        self.coefficients.drag > 0.0 || self.coefficients.lift > 0.0 || self.friction.is_some()
    }

    /// The coefficients of drag and lift times ½ ρ, in all lanes.
    #[inline(always)]
    pub(crate) fn drag_lift_coefficients<S: pulp::Simd>(&self, simd: S) -> DragLiftCoefficients<S> {
        let Coefficients { drag, lift, alpha } = self.coefficients;
        DragLiftCoefficients {
            drag: Reals::splat(simd, drag),
            lift: Reals::splat(simd, lift),
            alpha: Reals::splat(simd, alpha),
        }
        .times_half_density(self.water.density_kg_m3)
    }

    /// The properties of the water.
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
            Error::OutOfRange { what, .. } => what.to_owned(),
            Error::NotFinite { what } => what,
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
