//! Building the air of a scenario.

use glam::DVec3;
use lbm_boundary::{AirBoundary, AirSide};
use mask_raster::Body;

use super::books::Books;
use super::scale::Scale;
use super::{Air, SmokeLook, solids};
use crate::sim::Error;
use crate::sim::scenario::{self, Scenario};

impl Air {
    /// The air of a scenario, at rest and without smoke, with the bodies in it where they are; none unless the scenario has any.
    pub(crate) fn new(scenario: &Scenario, bodies: &[Body<'_>]) -> Result<Option<Self>, Error> {
        let Some(given) = &scenario.air else { return Ok(None) };
        let (time_step_s, corner_m) = (scenario.time_step_s(), given.corner_m(scenario.water.depth_m));
        let mut lattice = given.builder(time_step_s).build().map_err(Error::Air)?;
        let labels = solids::labels(given, corner_m, bodies)?;
        let scale = Scale {
            cell_m: given.cell_size_m,
            step_s: given.step_s(time_step_s),
            density_kg_m3: given.density_kg_m3,
        };
        let mut builder = AirBoundary::builder().solids(&labels);
        for ((_, side), of) in given.sides.named().into_iter().zip(AirSide::ALL) {
            let kind = side.kind(given.cells_a_step(time_step_s));
            builder = kind.map(|kind| builder.clone().side(of, kind)).unwrap_or(builder);
        }
        let [nx, ny, _] = given.cells;
        for (n, source) in given.source.iter().enumerate() {
            let mut cells = source.cells(given, corner_m);
            cells.retain(|[i, j, k]| labels[(k * ny + j) * nx + i] == 0);
            if cells.is_empty() {
                return Err(buried(scenario, n));
            }
            let rate = source.smoke_m3_s * scale.step_s / (cells.len() as f64 * scale.volume_m3(1.0));
            builder = cells.into_iter().fold(builder, |builder, cell| builder.source(cell, rate));
        }
        let boundary = builder.build(&mut lattice).map_err(Error::AirBoundary)?;
        let mut air = Self {
            lattice,
            boundary,
            scale,
            steps: given.steps_a_step(time_step_s),
            corner_m: DVec3::from_array(corner_m),
            labels,
            books: Books::default(),
            look: SmokeLook { extinction_1_m: given.extinction_1_m, albedo: given.albedo },
            every_s: given.every_s,
        };
        air.books = Books::new(air.totals());
        Ok(Some(air))
    }
}

/// The error of a source all of whose cells lie in bodies.
fn buried(scenario: &Scenario, n: usize) -> Error {
    Error::Scenario(scenario::Error::Key {
        file: scenario.origin.name.clone(),
        key: format!("air.source.{n}.position_m"),
        message: "all cells of the source lie in a body; give another place, or a larger radius_m".into(),
    })
}
