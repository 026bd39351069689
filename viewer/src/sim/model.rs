//! The laws by which the water acts on a body, as its scenario gives them.

use glam::{DVec2, Vec3};
use hydro_forces::{
    Coefficients, Cut, Error, ForceModel, Hull, Lift, Load, Motion, Pressure, SkinFriction, Slamming,
    TriangleForce, Water,
};

use super::scenario::{self, Body, CouplingMode, Scenario};

/// Pressure, drag, lift and skin friction on a mesh with these vertices. In mode `paper` as printed; else the pressure
/// acts where it is exact, and neighbours are cut at one height, so that the wet surface has no gaps on waves. The scenario
/// may say otherwise of the cut.
pub(super) fn of(scenario: &Scenario, body: &Body, vertices: &[Vec3]) -> Result<ForceModel, Error> {
    let water =
        Water { density_kg_m3: scenario.water.density_kg_m3, gravity_m_s2: scenario.water.gravity_m_s2 };
    let coefficients = Coefficients { drag: body.drag, lift: body.lift, alpha: body.alpha };
    let model = ForceModel::new(water, coefficients)?;
    let (model, cut) = match scenario.coupling.mode {
        CouplingMode::Paper => (model.lift(Lift::Paper).pressure(Pressure::Paper), Cut::Centroid),
        CouplingMode::Conservative | CouplingMode::None => {
            (model.lift(Lift::Exact).pressure(Pressure::Exact), Cut::Corners)
        }
    };
    let model = model.cut(match scenario.coupling.cut {
        Some(scenario::Cut::Centroid) => Cut::Centroid,
        Some(scenario::Cut::Corners) => Cut::Corners,
        None => cut,
    });
    let Some(friction) = body.skin_friction else { return Ok(model) };
    let along = |v: &Vec3| f64::from(v.x);
    let [low, high] = vertices
        .iter()
        .map(along)
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
    let length_m = friction.length_m.unwrap_or(high - low);
    let viscosity_m2_s = friction.viscosity_m2_s.unwrap_or(SkinFriction::FRESH_WATER_M2_S);
    Ok(model.skin_friction(SkinFriction::new(length_m, viscosity_m2_s)?))
}

/// The blows of a body's steps on the water.
#[derive(Debug)]
pub(super) struct Blows {
    slamming: Slamming,
    time_step_s: f64,
    /// Triangles of the present step.
    wet: Vec<TriangleForce>,
}

impl Blows {
    /// `None` if the scenario gives none.
    pub(super) fn of(scenario: &Scenario, body: &Body, mass_kg: f64) -> Result<Option<Self>, Error> {
        let Some(given) = body.slamming else { return Ok(None) };
        let slamming = Slamming::new(mass_kg, given.bound_m_s2, given.power)?;
        Ok(Some(Self { slamming, time_step_s: scenario.time_step_s(), wet: Vec::new() }))
    }

    pub(super) fn take(&mut self, triangle: &TriangleForce) {
        self.wet.push(*triangle);
    }

    /// The blow on all triangles taken since the last one; once a step.
    pub(super) fn strike(&mut self, hull: &Hull, motion: &Motion, water_m_s: DVec2) -> Load {
        let blow = self.slamming.step(hull, motion, water_m_s.extend(0.0), self.time_step_s, &self.wet);
        self.wet.clear();
        blow
    }
}
