//! Shapes: what bodies that differ in place, heading and color alone have in common, built once.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{DQuat, DVec3, Vec3};
use hydro_forces::{ForceModel, Hull, equilibrium};
use rigid_sim::{Collider, MassProperties};

use super::body_surface::SharedMesh;
use super::contact::colliders;
use super::model::{force_model, with_materials};
use super::placing::{far_off, fits, floating_pose};
use crate::hulls::{self, Mesh};
use crate::scenario::{self, CouplingMode, Position, Scenario};
use crate::{Error, memory};

/// Longest edge of the triangles that forces are computed on, in cells.
const MAX_EDGE_CELLS: f64 = 2.0;

/// Greatest number of triangles that a surface is refined to, at least: with so many a step takes a second.
const MAX_REFINED: f64 = 1e6;

/// Greatest number of triangles that forces are computed on of all bodies: with so many a step takes ten seconds.
const MOST_TRIANGLES: usize = 10_000_000;

/// A surface with its masses and its laws.
#[derive(Debug)]
pub(super) struct Shape {
    /// As it is drawn.
    pub(super) mesh: SharedMesh,
    /// What pictures draw in its place.
    pub(super) look: Option<SharedMesh>,
    /// As forces are computed on it.
    pub(super) surface: SharedMesh,
    pub(super) hull: Arc<Hull>,
    pub(super) model: ForceModel,
    pub(super) mass: MassProperties,
    pub(super) colliders: Vec<Collider>,
    /// Whether most of its sides are upright.
    pub(super) is_upright: bool,
    /// Height of the water above the origin where it floats upright, m.
    pub(super) waterline_m: Option<f32>,
    /// Warnings of each body of it, behind `body.NAME`.
    pub(super) warnings: Vec<String>,
    /// Rotation and height of the center of mass of the first body of it in its equilibrium pose, and its heading.
    rest: Option<((DQuat, f64), f64)>,
    /// Fittings. Pictures keep them by the memory of the mesh, so bodies with other fittings do not share it.
    fittings: Option<scenario::Fittings>,
    has_parts: bool,
}

impl Shape {
    /// Rotation of a body of it on a heading in its equilibrium pose, and height of its center of mass, where those are asked for.
    pub(super) fn pose(&self, heading_deg: f64) -> Option<(DQuat, f64)> {
        let ((rotation, z_m), first_deg) = self.rest?;
        let turn = DQuat::from_rotation_z((heading_deg - first_deg).to_radians());
        Some((if heading_deg == first_deg { rotation } else { turn * rotation }, z_m))
    }
}

/// The shapes of a scenario's bodies.
#[derive(Debug, Default)]
pub(super) struct Shapes {
    all: Vec<Shape>,
    /// By the bodies, as text, without place, heading and color.
    known: BTreeMap<String, usize>,
    /// Triangles of different hulls, and of all bodies.
    triangles: memory::Triangles,
    free: Option<[u64; 2]>,
}

impl Shapes {
    /// None yet, with the memory that is free before.
    pub(super) fn new() -> Self {
        Self { free: memory::free_bytes(), ..Self::default() }
    }

    /// The number of the shape of a body.
    ///
    /// # Errors
    /// With the body where it cannot be built, or where the memory or the time of a step does not suffice for all so far.
    pub(super) fn find(
        &mut self,
        scenario: &Scenario,
        name: &str,
        given: &scenario::Body,
    ) -> Result<usize, Error> {
        let position_m = Position { x_m: 0.0, y_m: 0.0, ..given.position_m };
        let key =
            format!("{:?}", scenario::Body { position_m, heading_deg: 0.0, color: None, ..given.clone() });
        if let Some(&index) = self.known.get(&key) {
            self.count(scenario, name, [0, self.all[index].hull.triangle_count()])?;
            return Ok(index);
        }
        let shape = self.build(scenario, name, given)?;
        self.known.insert(key, self.all.len());
        self.all.push(shape);
        Ok(self.all.len() - 1)
    }

    /// The shape of a number.
    pub(super) fn shape(&self, index: usize) -> &Shape {
        &self.all[index]
    }

    /// Takes triangles of a new hull and of one more body into account.
    fn count(
        &mut self,
        scenario: &Scenario,
        name: &str,
        [of_hull, of_body]: [usize; 2],
    ) -> Result<(), Error> {
        self.triangles.of_hulls += of_hull;
        self.triangles.of_bodies += of_body;
        let leaf =
            if scenario.body.get(name).is_some_and(|body| body.mesh.is_some()) { "mesh" } else { "hull" };
        let wrong = |message: String| Err(Error::of_body(scenario, name, leaf, message));
        let count = self.triangles.of_bodies;
        if count > MOST_TRIANGLES {
            return wrong(format!(
                "with its {of_body} triangles there are {count} in all; at most {MOST_TRIANGLES} can be computed: take fewer bodies, coarser \
                 ones (hull, mesh), or a larger grid.cell_size_m"
            ));
        }
        let needed = memory::needed_bytes(scenario, self.triangles);
        match self.free.filter(|[free, _]| needed > *free) {
            Some(free) => wrong(format!(
                "with its {of_body} triangles the run takes {}, but {}: take fewer bodies, or coarser ones (hull, mesh)",
                memory::gigabytes(needed),
                memory::of_machine(free)
            )),
            None => Ok(()),
        }
    }

    fn build(&mut self, scenario: &Scenario, name: &str, given: &scenario::Body) -> Result<Shape, Error> {
        let read = scenario.body_mesh(name)?;
        let mut warnings: Vec<String> =
            read.notes.iter().map(|note| format!("body.{name}: {note}")).collect();
        let upright = DQuat::from_rotation_z(given.heading_deg.to_radians());
        // Before the mesh is refined to the size of cells.
        fits(scenario, name, given, read.mesh.vertices.iter().map(|v| upright * v.as_dvec3()))?;
        // The water is sampled once a triangle: one that spans many cells would miss their waves.
        let refined = match (given.kind(), scenario.coupling.mode) {
            (scenario::Kind::Afloat(_), CouplingMode::Conservative | CouplingMode::None) => {
                refined(scenario, name, given, &read.mesh)?
            }
            _ => read.mesh.clone(),
        };
        let look = scenario.look_mesh(name)?;
        let other_size = look.as_ref().and_then(|look| scenario::other_size(look, &read.mesh));
        warnings.extend(other_size.map(|note| format!("body.{name}.look_mesh: {note}")));
        let twin = self.twin(given, (&read.mesh, &refined), look.as_ref());
        let count = refined.triangles.len();
        self.count(scenario, name, [if twin.is_none() { count } else { 0 }, count])?;
        let (vertices, triangles) = (&read.mesh.vertices, &read.mesh.triangles);
        let hull_error = |source| Error::Hull { body: name.into(), source };
        let body_error = |source| Error::Body { body: name.into(), source };

        let hull = Hull::new(&refined.vertices, &refined.triangles).map_err(hull_error)?;
        // It floats as its mesh does, which is found sooner with fewer triangles.
        let coarse = match refined.triangles.len() > triangles.len() {
            true => Some(Hull::new(vertices, triangles).map_err(hull_error)?),
            false => None,
        };
        let hull = with_materials(hull, scenario, name, given)?;
        let at_rest = coarse.as_ref().unwrap_or(&hull);
        let model = force_model(scenario, given, vertices).map_err(hull_error)?;
        let own_kg = given.mass_kg.unwrap_or(hull.volume_m3() * scenario.water.density_kg_m3);
        let mass =
            mass_properties((given, own_kg), vertices, triangles, name, &mut warnings).map_err(|source| {
                match (given.gyration_m, &source) {
                    (Some(_), rigid_sim::Error::ImpossibleInertia { .. }) => {
                        Error::of_body(scenario, name, "gyration_m", source.to_string())
                    }
                    _ => body_error(source),
                }
            })?;
        warnings.extend(far_off(name, given, vertices));
        let rest = match given.position_m.z_m {
            None => Some(
                floating_pose(given, at_rest, &mass, scenario, name, &mut warnings).map_err(hull_error)?,
            ),
            // Its equilibrium pose is looked up for the propeller and for radiation alone, and may not exist.
            Some(_) if given.propeller.is_none() && given.radiation.is_none() => None,
            Some(_) => floating_pose(given, at_rest, &mass, scenario, name, &mut Vec::new()).ok(),
        };
        let displaced_m3 = mass.mass_kg / scenario.water.density_kg_m3;
        let waterline_m = given.kind().afloat().and_then(|_| waterline_m(at_rest, displaced_m3));
        let colliders = colliders(scenario, (name, given), &read.mesh, &mut warnings)?;
        let is_upright = is_upright(&read.mesh);
        let (mesh, surface, look, hull) = match twin.map(|index| &self.all[index]) {
            Some(twin) => (twin.mesh.clone(), twin.surface.clone(), twin.look.clone(), twin.hull.clone()),
            None => (read.mesh.into(), refined.into(), look.map(Into::into), Arc::new(hull)),
        };
        let prefix = format!("body.{name}");
        let rest_of = |text: String| text.strip_prefix(&prefix).map(String::from).unwrap_or(text);
        Ok(Shape {
            mesh,
            look,
            surface,
            hull,
            model,
            mass,
            colliders,
            is_upright,
            waterline_m,
            warnings: warnings.into_iter().map(rest_of).collect(),
            rest: rest.map(|pose| (pose, given.heading_deg)),
            fittings: given.fittings,
            has_parts: !given.part.is_empty(),
        })
    }

    /// One with the same hull, whose memory both use: that of a hundred does not fit a cache. Pictures know fittings by the mesh they
    /// are on, and of hulls with parts the laws are not compared.
    fn twin(
        &self,
        given: &scenario::Body,
        (mesh, refined): (&Mesh, &Mesh),
        look: Option<&Mesh>,
    ) -> Option<usize> {
        let looks_alike = |own: &Option<SharedMesh>| match (own, look) {
            (Some(own), Some(look)) => own.is(look),
            (own, look) => own.is_none() && look.is_none(),
        };
        let is_same = |shape: &Shape| {
            shape.fittings == given.fittings
                && looks_alike(&shape.look)
                && !shape.has_parts
                && shape.mesh.is(mesh)
                && shape.surface.is(refined)
        };
        self.all.iter().position(is_same).filter(|_| given.part.is_empty())
    }
}

/// Whether at least half of what a mesh shows to the side belongs to triangles that lean by less than 6°.
fn is_upright(Mesh { vertices, triangles, .. }: &Mesh) -> bool {
    let (mut all, mut upright) = (0.0, 0.0);
    for triangle in triangles {
        let [a, b, c] = triangle.map(|vertex| vertices[vertex as usize].as_dvec3());
        let area = (b - a).cross(c - a);
        let to_side = area.truncate().length();
        all += to_side;
        upright += if area.z.abs() < LEAN * to_side { to_side } else { 0.0 };
    }
    2.0 * upright >= all && all > 0.0
}

/// Tangent of 6°.
const LEAN: f64 = 0.105;

/// Height of the water above the origin of a hull that floats upright and displaces a volume, m; `None` where it cannot.
fn waterline_m(hull: &Hull, volume_m3: f64) -> Option<f32> {
    let floats = volume_m3 < hull.volume_m3();
    let waterline_m = equilibrium::float_waterline(hull, DQuat::IDENTITY, volume_m3).ok();
    waterline_m.filter(|_| floats).map(|waterline_m| waterline_m as f32)
}

/// The mesh with triangles of at most two cells.
///
/// # Errors
/// If there would be too many.
fn refined(scenario: &Scenario, name: &str, body: &scenario::Body, mesh: &Mesh) -> Result<Mesh, Error> {
    let longest_m = (MAX_EDGE_CELLS * scenario.grid.cell_size_m) as f32;
    let least = hulls::least_refined(mesh, longest_m);
    if least > MAX_REFINED.max(mesh.triangles.len() as f64) {
        let leaf = if body.mesh.is_some() { "mesh" } else { "hull" };
        let message = format!(
            "its surface takes at least {least:.0} triangles of {longest_m} m, two cells; at most {MAX_REFINED:.0} can be \
             computed: make it smaller, or grid.cell_size_m larger"
        );
        return Err(Error::of_body(scenario, name, leaf, message));
    }
    Ok(hulls::refine(mesh, longest_m))
}

/// Least radius of gyration over that of the evenly filled mesh that a hull, however built, has.
const LEAST_GYRATION: f64 = 0.1;

/// Mass properties of the evenly filled mesh, with the scenario's center of mass and radii of gyration where given, and a mass
/// without loads.
fn mass_properties(
    (body, own_kg): (&scenario::Body, f64),
    vertices: &[Vec3],
    triangles: &[[u32; 3]],
    name: &str,
    warnings: &mut Vec<String>,
) -> Result<MassProperties, rigid_sim::Error> {
    let filled = MassProperties::from_mesh(vertices, triangles, own_kg).or_else(|error| {
        warnings.push(format!("body.{name}: {error}; its mass fills the convex hull instead"));
        MassProperties::from_convex_hull(vertices, own_kg)
    })?;
    let center = body.center_of_mass_m.map_or(filled.center_m, DVec3::from_array);
    let bare = match body.gyration_m {
        Some(radii) => {
            let filled_m =
                DVec3::from_array([0, 1, 2].map(|k| (filled.inertia_kg_m2.col(k)[k] / own_kg).sqrt()));
            let radii = DVec3::from_array(radii);
            if radii.cmplt(LEAST_GYRATION * filled_m).any() {
                warnings.push(format!(
                    "body.{name}.gyration_m: {radii:.3} m, where the mesh evenly filled has {filled_m:.3} m: it turns as if all its mass were at its center, \
                     which small moments spin faster than a step follows"
                ));
            }
            MassProperties::from_gyration(radii, center, own_kg)?
        }
        None => filled.with_center(center),
    };
    let load = |mass: MassProperties, load: &scenario::PointMass| {
        mass.with_point_mass(load.mass_kg, DVec3::from_array(load.position_m))
    };
    Ok(body.load.iter().fold(bare, load))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bodies::{Bodies, Body};
    use crate::scenario::Origin;

    /// A copy shares; another shape, fittings, which pictures know by the mesh, or parts, whose laws differ, do not.
    #[test]
    fn copies_share_their_hull_and_others_do_not() {
        let text = "title = \"pool\"\nduration_s = 1\ngrid = { cells = [60, 30], cell_size_m = 1 }\nwater.level_m = 3\n\
                    body.a = { hull = { kind = \"box\", length_m = 4, beam_m = 2, depth_m = 1 }, mass_kg = 3000, position_m = [5, 5, 3] }\n\
                    body.b = { hull = { kind = \"box\", length_m = 4, beam_m = 2, depth_m = 1 }, mass_kg = 2000, position_m = [15, 5, 3] }\n\
                    body.c = { hull = { kind = \"box\", length_m = 4, beam_m = 2.5, depth_m = 1 }, mass_kg = 3000, position_m = [25, 5, 3] }\n\
                    body.d = { hull = { kind = \"box\", length_m = 4, beam_m = 2, depth_m = 1 }, mass_kg = 3000, position_m = [35, 5, 3], fittings = \"motorboat\" }\n\
                    body.e = { hull = { kind = \"box\", length_m = 4, beam_m = 2, depth_m = 1 }, mass_kg = 3000, position_m = [45, 5, 3], part = [{ from_m = [-9, -9, -9], to_m = [0, 9, 9], drag = 1 }] }\n\
                    body.f = { hull = { kind = \"box\", length_m = 4, beam_m = 2, depth_m = 1 }, mass_kg = 3000, position_m = [55, 5, 3] }\n";
        let scenario = Scenario::parse(text, Origin { name: "pool".into(), folder: None }, &[]).unwrap();
        let all = Bodies::new(&scenario, &mut Vec::new()).unwrap().all;
        let owner = |body: &Body| all.iter().position(|other| Arc::ptr_eq(&other.hull.hull, &body.hull.hull));
        let owners: Vec<_> = all.iter().map(|body| owner(body).unwrap()).collect();
        assert_eq!(owners, [0, 0, 2, 3, 4, 0]);
        let of_mesh =
            |body: &Body| all.iter().position(|other| Arc::ptr_eq(&other.mesh.vertices, &body.mesh.vertices));
        assert_eq!(all.iter().map(|body| of_mesh(body).unwrap()).collect::<Vec<_>>(), owners);
    }

    /// A copy on another heading floats as one that is built by itself does.
    #[test]
    fn copies_float_as_the_first_does_but_turned() {
        let text = "title = \"pool\"\nduration_s = 1\ngrid = { cells = [60, 30], cell_size_m = 1 }\nwater.level_m = 3\n\
                    body.a = { hull = { kind = \"box\", length_m = 4, beam_m = 2, depth_m = 1 }, mass_kg = 3000, center_of_mass_m = [0.1, 0.05, 0.4], position_m = [15, 15] }\n\
                    body.b = { hull = { kind = \"box\", length_m = 4, beam_m = 2, depth_m = 1 }, mass_kg = 3000, center_of_mass_m = [0.1, 0.05, 0.4], position_m = [45, 15], heading_deg = 130 }\n";
        let scenario = Scenario::parse(text, Origin { name: "pool".into(), folder: None }, &[]).unwrap();
        let poses = |names: &[&str]| {
            let mut shapes = Shapes::new();
            let found = names.iter().map(|name| shapes.find(&scenario, name, &scenario.body[*name]).unwrap());
            assert_eq!(found.collect::<Vec<_>>(), vec![0; names.len()]);
            names
                .iter()
                .map(|name| shapes.shape(0).pose(scenario.body[*name].heading_deg).unwrap())
                .collect::<Vec<_>>()
        };
        let (both, alone) = (poses(&["a", "b"]), poses(&["b"]));
        let [(rotation, z_m), (own, own_m)] = [both[1], alone[0]];
        assert!(own.angle_between(both[0].0) > 1.0);
        assert!(own.angle_between(rotation) < 1e-6 && (z_m - own_m).abs() < 1e-9, "{own} {rotation}");
    }
}
