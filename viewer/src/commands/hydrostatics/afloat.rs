use std::path::Path;

use glam::DVec3;

use crate::commands::cli::Vessel;
use crate::commands::failure::Failure;
use crate::commands::terminal;
use crate::sim::hulls::Mesh;
use crate::sim::mesh_file;
use crate::sim::scenario::{self, Scenario};

/// A mesh, its mass, and the water it is in.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Afloat {
    /// The file, or scenario and body.
    pub(super) name: String,
    pub(super) mesh: Mesh,
    /// What was wrong with the mesh and was repaired.
    pub(super) notes: Vec<String>,
    pub(super) mass_kg: f64,
    /// `None` for the centroid of the mesh.
    pub(super) center_of_mass_m: Option<DVec3>,
    pub(super) density_kg_m3: f64,
}

/// Longest hull that is not questioned, m.
const LONGEST_M: f32 = 500.0;

impl Afloat {
    /// The mesh that the command line names.
    pub(super) fn of(vessel: &Vessel) -> Result<Self, Failure> {
        let mut afloat = match vessel.mesh.rsplit_once(':') {
            Some((scenario, body)) if !Path::new(&vessel.mesh).exists() => Self::body(vessel, scenario, body),
            _ => Self::file(vessel),
        }?;
        afloat.look_at_center();
        afloat.look_at_size();
        Ok(afloat)
    }

    fn look_at_size(&mut self) {
        let [low_m, high_m] = self.mesh.bounds_m();
        let size_m = (high_m - low_m).max_element();
        let longest = (size_m > LONGEST_M).then(|| format!("it is {size_m:.0} m long, longer than any ship"));
        let light = scenario::light(self.mass_kg, self.mesh.volume_m3() * self.density_kg_m3);
        let notes = light
            .into_iter()
            .chain(longest)
            .map(|note| format!("{note}; is --scale right? 0.001 is for millimeters"));
        self.notes.extend(notes);
    }

    fn look_at_center(&mut self) {
        let Some(center) = self.center_of_mass_m else { return };
        let [low_m, high_m] = self.mesh.bounds_m().map(|corner| corner.as_dvec3());
        if center.cmplt(low_m).any() || center.cmpgt(high_m).any() {
            self.notes.push(format!(
                "center of mass {center:.3} is outside the hull, which reaches from {low_m:.3} to {high_m:.3} m in its \
                 own frame"
            ));
        }
    }

    fn file(vessel: &Vessel) -> Result<Self, Failure> {
        let is_scenario = scenario::shipped::text(&vessel.mesh).is_some() || vessel.mesh.ends_with(".toml");
        if is_scenario {
            let scenario = Scenario::load(&vessel.mesh, &[])?;
            let bodies = scenario.body.keys().map(|body| format!("{}:{body}", vessel.mesh)).collect();
            return Err(Failure::WhichBody { scenario: vessel.mesh.clone(), bodies });
        }
        let path: &Path = vessel.mesh.as_ref();
        // Of one that does not exist, its reader says so.
        let mass_kg = match vessel.mass {
            None if path.exists() => return Err(Failure::NoMass { mesh: vessel.mesh.clone() }),
            mass_kg => mass_kg.unwrap_or_default(),
        };
        let what = format!("reading {}", terminal::sized(path));
        let read = || mesh_file::read(path, vessel.scale.unwrap_or(1.0));
        let (mesh, repairs) = terminal::patience(vessel.quiet, &what, read)?;
        Ok(Self {
            name: vessel.mesh.clone(),
            mesh,
            notes: repairs.notes(),
            mass_kg,
            center_of_mass_m: vessel.com.map(DVec3::from_array),
            density_kg_m3: vessel.density.unwrap_or(1000.0),
        })
    }

    /// A body of a scenario with its loads; options override those of the scenario.
    fn body(vessel: &Vessel, scenario: &str, name: &str) -> Result<Self, Failure> {
        let scale = vessel.scale.map(|scale| format!("body.{name}.mesh_scale={scale}"));
        let scenario = Scenario::load(scenario, scale.as_slice())?;
        let read = scenario.body_mesh(name)?;
        let body = scenario.body.get(name).ok_or_else(|| scenario::Error::Key {
            file: scenario.origin.name.clone(),
            key: format!("body.{name}"),
            message: "no body of this name".into(),
        })?;
        let mass_kg = vessel.mass.or_else(|| body.mass_kg.map(|_| body.total_mass_kg()));
        Ok(Self {
            name: vessel.mesh.clone(),
            mass_kg: mass_kg.ok_or_else(|| Failure::NoMass { mesh: vessel.mesh.clone() })?,
            center_of_mass_m: vessel
                .com
                .map(DVec3::from_array)
                .or_else(|| Some(body.total_center_m(read.mesh.centroid_m()))),
            mesh: read.mesh,
            notes: read.notes,
            density_kg_m3: vessel.density.unwrap_or(scenario.water.density_kg_m3),
        })
    }
}
