use super::{Error, Kind, Scenario};
use crate::hulls::Mesh;
use crate::mesh_file;

/// A body's surface as it is simulated, and the repairs made to it.
#[derive(Debug, Clone, PartialEq)]
pub struct BodyMesh {
    /// Closed, with outward normals, in meters, in the mesh's frame.
    pub mesh: Mesh,
    /// Notes for the user: faults of the file and their repairs, and whether the body is too heavy to float; empty for
    /// a sound mesh that floats.
    pub notes: Vec<String>,
}

impl Scenario {
    /// Generates a body's hull or reads its mesh file.
    ///
    /// # Errors
    ///
    /// With the key and what would be right: no such body, no such file, not a mesh, empty, not finite, no volume.
    pub fn body_mesh(&self, name: &str) -> Result<BodyMesh, Error> {
        let wrong = |leaf: &str, message: String| Error::Key {
            file: self.origin.name.clone(),
            key: format!("body.{name}{leaf}"),
            message,
        };
        let body = self.body.get(name).ok_or_else(|| wrong("", "no body of this name".into()))?;
        let (mesh, mut notes) = match (&body.mesh, &body.hull) {
            (Some(file), _) => {
                let path = self.resolve(file);
                let read = mesh_file::read(&path, body.mesh_scale);
                let (mesh, repairs) = read.map_err(|error| wrong(".mesh", error.to_string()))?;
                // Without its folder: a run that goes on from elsewhere has the same notes.
                let name = file.file_name().unwrap_or_default().display();
                let notes = repairs.notes().into_iter().map(|note| format!("{name}: {note}"));
                (mesh, notes.collect())
            }
            (None, Some(hull)) => (hull.mesh(), Vec::new()),
            (None, None) => return Err(wrong(".hull", "missing; a body needs a hull or a mesh".into())),
        };
        let full_kg = mesh.volume_m3() * self.water.density_kg_m3;
        let mass_kg = body.total_mass_kg();
        if mass_kg > full_kg && matches!(body.kind(), Kind::Afloat(_)) {
            notes.push(format!(
                "mass_kg: {mass_kg} kg is more than its full displacement of {full_kg:.4} kg: it sinks"
            ));
        }
        if let Some(note) = light(mass_kg, full_kg).filter(|_| body.is_afloat()) {
            let hint =
                if body.mesh.is_some() { "; is mesh_scale right? 0.001 is for millimeters" } else { "" };
            notes.push(format!("mass_kg: {note}{hint}"));
        }
        Ok(BodyMesh { mesh, notes })
    }

    /// Reads the mesh that pictures draw in place of a body's own, if it has one.
    ///
    /// # Errors
    ///
    /// With the key and what would be right: no such file, not a mesh, empty, not finite.
    pub fn look_mesh(&self, name: &str) -> Result<Option<Mesh>, Error> {
        let Some((file, body)) = self.body.get(name).and_then(|body| Some((body.look_mesh.as_ref()?, body)))
        else {
            return Ok(None);
        };
        let read = mesh_file::read_as_it_is(&self.resolve(file), body.look_mesh_scale);
        read.map(Some).map_err(|error| Error::Key {
            file: self.origin.name.clone(),
            key: format!("body.{name}.look_mesh"),
            message: error.to_string(),
        })
    }
}

/// Greatest ratio between the sizes of a mesh that is looked at and of its hull with which nothing is said.
const LARGEST_LOOK: f32 = 3.0;

/// Note of a mesh that is looked at whose size is another than that of its hull, so that its scale may be wrong.
pub fn other_size(look: &Mesh, hull: &Mesh) -> Option<String> {
    let [look_m, hull_m] = [look, hull].map(|mesh| {
        let [low_m, high_m] = mesh.bounds_m();
        (high_m - low_m).max_element()
    });
    let is_near = look_m <= LARGEST_LOOK * hull_m && hull_m <= LARGEST_LOOK * look_m;
    (!is_near).then(|| {
        format!("it is {look_m:.3} m long, and the hull {hull_m:.3} m; is look_mesh_scale right? 0.001 is for millimeters")
    })
}

/// Fraction of its full displacement below which a body is hardly in the water.
const LIGHT: f64 = 0.01;

/// Note of a body so light that its mass or the scale of its mesh may be wrong.
pub fn light(mass_kg: f64, full_kg: f64) -> Option<String> {
    (mass_kg < LIGHT * full_kg).then(|| {
        format!("{mass_kg} kg is {:.2e} of its full displacement of {full_kg:.4e} kg: it hardly dips into the water", mass_kg / full_kg)
    })
}
