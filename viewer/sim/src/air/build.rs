//! Building the air of a scenario.

use glam::DVec3;
use lbm_boundary::{AirBoundary, AirSide};
use mask_raster::Body;

use super::Air;
use super::books::Books;
use super::particles::Particles;
use super::solids::BodyCells;
use super::sources::Source;
use crate::Error;
use crate::scenario::{self, Scenario};

impl Air {
    /// The air of a scenario, without smoke, with the bodies in it where they are, at rest unless winds blow; none unless the scenario has any. `point_m`
    /// is where a point of a body is, by the body's number and in its mesh's frame.
    pub(crate) fn new(
        scenario: &Scenario,
        bodies: &[Body<'_>],
        point_m: impl Fn(usize, DVec3) -> Option<DVec3>,
    ) -> Result<Option<Self>, Error> {
        let Some(given) = &scenario.air else { return Ok(None) };
        let time_step_s = scenario.time_step_s();
        let corner_m = DVec3::from_array(given.corner_m(scenario.water.level_m));
        let mut lattice = given.builder(time_step_s).build().map_err(Error::Air)?;
        let mut cells = BodyCells::new(given, corner_m);
        cells.update(bodies)?;
        let units = given.units(time_step_s);
        let mut builder = AirBoundary::builder().solids(&cells.labels);
        for ((_, side), of) in given.sides.named().into_iter().zip(AirSide::ALL) {
            let kind = side.kind(&units);
            builder = kind.map(|kind| builder.clone().side(of, kind)).unwrap_or(builder);
        }
        let boundary = builder.build(&mut lattice).map_err(Error::AirBoundary)?;
        boundary.start_winds(&mut lattice);
        let sources = given.source.iter().map(|source| Source::new(source, scenario)).collect();
        let mut air = Self {
            lattice,
            boundary,
            units,
            given: given.clone(),
            time_step_s,
            steps: given.steps_a_step(time_step_s),
            corner_m,
            bodies: cells,
            sources,
            particles: Particles::new(given, scenario),
            books: Books::default(),
            warned: Vec::new(),
            warnings: Vec::new(),
        };
        for n in 0..air.sources.len() {
            let Some(at_m) = air.sources[n].at_m(&point_m) else { continue };
            if !air.holds(at_m) {
                let message = air.outside(at_m);
                return Err(wrong(scenario, "source", n, message));
            }
            if air.source_cells(&air.sources[n], at_m).is_empty() {
                let message =
                    "all cells of the source lie in a body; give another place, or a larger radius_m";
                return Err(wrong(scenario, "source", n, message.into()));
            }
        }
        for (n, at_m) in air.particles.places_m(&point_m).into_iter().enumerate() {
            if let Some(at_m) = at_m.filter(|at_m| !air.holds(*at_m)) {
                return Err(wrong(scenario, "particles", n, air.outside(at_m)));
            }
        }
        air.books = Books::new(air.totals());
        Ok(Some(air))
    }
}

/// The error of the place of a source.
fn wrong(scenario: &Scenario, list: &str, n: usize, message: String) -> Error {
    let (file, key) = (scenario.origin.name.clone(), format!("air.{list}.{n}.position_m"));
    Error::Scenario(scenario::Error::Key { file, key, message })
}
