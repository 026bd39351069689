//! The force model of a body, the materials of its parts, and slamming.

use glam::{DVec2, DVec3, Vec3};
use hydro_forces::{
    Cut, Error, ForceModel, Hull, Lift, Load, Material, Motion, Pressure, Slamming, TriangleForce, Water,
};

use crate::scenario::{Body, CouplingMode, Scenario};

/// Pressure, drag, lift and skin friction on a mesh with these vertices: in mode `paper` as printed, else with exact
/// pressure and triangles cut at their corners' levels, so that the wet surface has no gaps on waves. `coupling.cut`
/// overrides the cut.
pub(super) fn force_model(scenario: &Scenario, body: &Body, vertices: &[Vec3]) -> Result<ForceModel, Error> {
    let water =
        Water { density_kg_m3: scenario.water.density_kg_m3, gravity_m_s2: scenario.water.gravity_m_s2 };
    let model = ForceModel::new(water, body.into())?;
    let (model, cut) = match scenario.coupling.mode {
        CouplingMode::Paper => (model.lift(Lift::Paper).pressure(Pressure::Paper), Cut::Centroid),
        CouplingMode::Conservative | CouplingMode::None => {
            (model.lift(Lift::Exact).pressure(Pressure::Exact), Cut::Corners)
        }
    };
    let model = model.cut(scenario.coupling.cut.map_or(cut, Cut::from));
    let Some(friction) = body.skin_friction else { return Ok(model) };
    let along = |v: &Vec3| f64::from(v.x);
    let [low, high] = vertices
        .iter()
        .map(along)
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
    Ok(model.skin_friction(friction.on(high - low)?))
}

/// Gives the hull the materials of the body's parts, if it has any.
pub(super) fn with_materials(
    hull: Hull,
    scenario: &Scenario,
    name: &str,
    body: &Body,
) -> Result<Hull, crate::Error> {
    if body.part.is_empty() {
        return Ok(hull);
    }
    let centroid = |t: usize| hull.triangle(t).into_iter().sum::<DVec3>() / 3.0;
    let mut of_triangle = vec![0u16; hull.triangle_count()];
    for (t, material) in of_triangle.iter_mut().enumerate() {
        // Later parts win; 0 is the body's own material.
        *material = body.part.iter().rposition(|part| part.contains(centroid(t))).map_or(0, |p| p as u16 + 1);
    }
    if let Some(empty) = (1..=body.part.len() as u16).find(|part| !of_triangle.contains(part)) {
        let [low, high] = (0..hull.triangle_count())
            .map(centroid)
            .fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[low, high], c| [low.min(c), high.max(c)]);
        let message = format!(
            "contains no triangle that is not in a later part; their centroids lie from [{}, {}, {}] to [{}, {}, {}] m",
            low.x, low.y, low.z, high.x, high.y, high.z
        );
        return Err(crate::Error::of_body(scenario, name, &format!("part.{}", empty - 1), message));
    }
    let coefficients = std::iter::once(body.into()).chain(body.part.iter().map(Into::into));
    let materials: Result<Vec<Material>, _> = coefficients.map(Material::new).collect();
    materials
        .and_then(|materials| hull.with_materials(&materials, &of_triangle))
        .map_err(|source| crate::Error::Hull { body: name.into(), source })
}

/// Slamming on a body, step by step.
#[derive(Debug)]
pub(super) struct SlammingModel {
    slamming: Slamming,
    time_step_s: f64,
    /// Forces on the triangles in the present step.
    triangles: Vec<TriangleForce>,
}

impl SlammingModel {
    /// `None` if the scenario gives none.
    pub(super) fn new(scenario: &Scenario, body: &Body, mass_kg: f64) -> Result<Option<Self>, Error> {
        let Some(given) = body.slamming else { return Ok(None) };
        let slamming = given.on(mass_kg)?;
        Ok(Some(Self { slamming, time_step_s: scenario.time_step_s(), triangles: Vec::new() }))
    }

    /// See [`Slamming::before_last_step`].
    pub(super) fn before_last_step(&self) -> Option<Vec<DVec3>> {
        self.slamming.before_last_step()
    }

    /// Goes to the state before a step, which is to be repeated.
    pub(super) fn restore(&mut self, before_last_step: Option<&[DVec3]>) -> Result<(), Error> {
        self.slamming.restore(before_last_step)
    }

    /// Adds a triangle of the present step.
    pub(super) fn record(&mut self, triangle: &TriangleForce) {
        self.triangles.push(*triangle);
    }

    /// The slamming force of the triangles recorded in the present step; called once a step.
    pub(super) fn step(&mut self, hull: &Hull, motion: &Motion, water_m_s: DVec2) -> Load {
        let blow = self.slamming.step(hull, motion, water_m_s.extend(0.0), self.time_step_s, &self.triangles);
        self.triangles.clear();
        blow
    }
}
