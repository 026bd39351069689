use glam::DVec2;

use crate::Error;
use crate::error::require;

/// Properties of the water.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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

impl Water {
    /// Horizontal force `−ρ g b ∇η A` on a body under which the surface has a slope, N: that of the pressure `ρ g (η − z)` on a
    /// closed hull of the thickness `b` below the surface over the area `A`, by the divergence theorem. The water has the opposite.
    pub fn slope_force_n(&self, slope: DVec2, thickness_m: f64, area_m2: f64) -> DVec2 {
        let weight_n_m = self.density_kg_m3 * self.gravity_m_s2 * area_m2;
        slope * (-weight_n_m * thickness_m)
    }
}

/// Coefficients of drag and lift (Lazo et al. Eq. 4–6, after Yuksel et al. 2007).
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Coefficients {
    /// Drag coefficient C_d, 0 to 1000; that of a body in water is of the order of 1.
    pub drag: f64,
    /// Lift coefficient C_l, 0 to 1000.
    pub lift: f64,
    /// Fraction of the effective area that follows the angle of attack, 0 to 1: at 1 the effective area is the one projected
    /// along the flow, at 0 the whole wet area. That of drag, and of [`Lift::Paper`].
    pub alpha: f64,
}

impl Coefficients {
    /// No drag and no lift: hydrostatics alone.
    pub const NONE: Self = Self { drag: 0.0, lift: 0.0, alpha: 1.0 };

    /// Checks that the coefficients lie in their ranges.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] or [`Error::NotFinite`], with the name of the field that does not.
    pub fn check(&self) -> Result<(), Error> {
        let Self { drag, lift, alpha } = *self;
        for (what, value) in [("drag", drag), ("lift", lift)] {
            require((0.0..=1e3).contains(&value), what, value, "0 or above, at most 1000")?;
        }
        require((0.0..=1.0).contains(&alpha), "alpha", alpha, "0 to 1")
    }
}

/// Quadrature of the hydrostatic pressure over a wet triangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Pressure {
    /// Exact integral, whose force acts at the center of pressure: a closed mesh has Archimedes' force and moment to
    /// rounding.
    #[default]
    Exact,
    /// Force that acts at the centroids of the wet triangles (Lazo et al. Eq. 3). The force is the same; the moment
    /// has an error of the second order in the triangles' size.
    Paper,
}

/// The level that cuts a triangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
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

/// Growth of lift with the angle θ between a triangle's normal and its velocity through the water.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Lift {
    /// `−½ ρ C_l A cos θ V × (n × V)`, of magnitude `½ ρ C_l A |V|² sin θ cos θ`, as on a flat plate at the angle of
    /// incidence 90° − θ. It vanishes for flow head on (θ = 0) and along the face (θ = 90°), and is smooth between. The area is the projected one, `A cos θ`, whatever `α` is: with `A_e` of
    /// Eq. 6 a face along the flow would have the lift `½ ρ C_l (1 − α) A |V|²`, and none as soon as it turned away.
    #[default]
    Exact,
    /// `−½ ρ C_l A_e |V| V × (n × V) / |n × V|` (Lazo et al. Eq. 5): of full magnitude at θ = 0, where its direction is
    /// undefined and flips from side to side, so that rounding spins a symmetric body that falls flat on the water.
    Paper,
}
