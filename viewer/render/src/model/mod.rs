//! Scenes as 3D models: the surface of the water, what it is in, and the bodies, in files of glTF 2.0 (`.glb`).

mod document;
mod surface;

use std::path::Path;

use glam::{Quat, Vec3};
use serde_json::{Value, json};

use super::color::{FieldRange, LevelRange, PressureRange, Range};
use super::composition::{Scales, decorates};
use super::error::Error;
use super::geometry::{Beside, Drawing, Hulls, Mesh, Surface, ThinWalls, append_blocks, elevations};
use super::overlay::Legend;
use super::picture::write_whole;
use super::shading::{Footprint, SUN, TEXELS};
use crate::scene::{BodyModel, Field, Scene, View, values};
use document::{Corner, Document, Finish, Shape};

/// The model of a scene as a file of glTF 2.0 in its binary form, in meters.
///
/// It has a node for the water, for the bed in the looks of water, for blocks, and for each body, whose mesh is in its own frame and whose node
/// is where the body is. Heights are true. In the looks `Slab` and `Science` the colors of the water are those of the view's field by
/// the scales of a renderer, which the scene's notes name; in others they are invented, but for the foam. Without what
/// [`View::hide_water`] leaves out. A body whose pose is not finite is left out.
///
/// ```
/// use viewer_render::{Scales, glb};
/// use viewer_render::scene::{Scene, View};
///
/// let mut scene = Scene { title: "A wave".into(), ..Default::default() };
/// let water = &mut scene.water;
/// (water.nx, water.ny, water.cell_size_m) = (40, 30, 0.5);
/// water.level_m = (0..40 * 30).map(|k| 0.1 * ((k % 40) as f32 * 0.3).sin()).collect();
/// assert!(glb(&scene, &View::default(), Scales::default()).starts_with(b"glTF"));
/// ```
///
/// # Panics
/// Unless the water has one level a cell.
pub fn glb(scene: &Scene, view: &View, scales: Scales) -> Vec<u8> {
    let water = &scene.water;
    let mut levels = LevelRange { reach_m: scales.level_m };
    let mut fields = FieldRange { low: scales.field[0], high: scales.field[1], ..FieldRange::default() };
    let mut pressures = PressureRange { high_pa: scales.pressure_pa };
    let of_levels = levels.for_picture(view, water);
    let range = if view.field == Field::Level {
        of_levels
    } else {
        fields.for_picture(view, water.still_level_m, &values(water, view.field))
    };
    pressures.widen(&scene.bodies);
    let mut eta_m = Vec::new();
    elevations(water, water.still_level_m, false, &mut eta_m);
    let (mut walls, mut beside) = (ThinWalls::default(), Beside::default());
    walls.find(water);
    beside.find(&walls, water, &eta_m, TEXELS);
    let surface = Surface::new(water, water.still_level_m, (&eta_m, &beside), 1.0);
    let drawing = Drawing {
        sheet: water,
        surface: &surface,
        vertical_scale: 1.0,
        pressures: &pressures,
        decorates: decorates(view),
    };
    let mut hulls = Hulls::default();
    let mut document = Document::default();
    let here = (Vec3::ZERO, Quat::IDENTITY);
    if !view.hide_water {
        let footprint = footprint(scene, &mut hulls, drawing);
        let sheet = surface::water(water, &surface, &footprint, (view, range));
        let finish = if view.look.is_water() { Finish::Water } else { Finish::Matte };
        document.add("water", &sheet, finish, here);
        if view.look.is_water() {
            document.add("bed", &surface::bed(water), Finish::Matte, here);
        }
        let mut blocks = Mesh::default();
        append_blocks(water, 1.25 * of_levels.high, &mut blocks);
        document.add("blocks", &shape(&blocks).joined(), Finish::Matte, here);
    }
    for body in scene.bodies.iter().filter(|body| is_placed(body)) {
        let own = BodyModel { rotation: Quat::IDENTITY, translation_m: Vec3::ZERO, ..body.clone() };
        let mut mesh = Mesh::default();
        hulls.append(&own, drawing, &mut mesh);
        let finish = if body.waterline_m.is_some() { Finish::Paint } else { Finish::Matte };
        document.add(&body.name, &shape(&mesh).joined(), finish, (body.translation_m, body.rotation));
    }
    document.binary(&scene.title, &notes(scene, view, range))
}

/// Writes the model of a scene, as [`glb`] has it, into a file.
///
/// # Errors
/// [`Error::Write`] if it cannot be written; then there is none.
///
/// # Panics
/// Unless the water has one level a cell.
pub fn save_glb(path: &Path, scene: &Scene, view: &View, scales: Scales) -> Result<(), Error> {
    write_whole(path, &glb(scene, view, scales))
}

/// Whether a body is somewhere.
fn is_placed(body: &BodyModel) -> bool {
    body.translation_m.is_finite() && body.rotation.is_finite() && body.rotation.length() > 0.5
}

/// Places inside hulls without water.
fn footprint(scene: &Scene, hulls: &mut Hulls, drawing: Drawing<'_>) -> Footprint {
    let mut mesh = Mesh::default();
    let ranges: Vec<_> = scene.bodies.iter().map(|body| hulls.append(body, drawing, &mut mesh)).collect();
    let mut footprint = Footprint::default();
    footprint.update(&mesh, &ranges, drawing.surface, scene.water.cell_size_m, SUN);
    footprint
}

/// The triangles of a picture as a shape.
fn shape(mesh: &Mesh) -> Shape {
    let corners = mesh.vertices.iter().map(|vertex| {
        let [red, green, blue, _] = vertex.paint;
        Corner {
            position: vertex.position.into(),
            normal: Vec3::from(vertex.normal).normalize_or(Vec3::Z),
            color: [red, green, blue, 1.0],
        }
    });
    Shape { corners: corners.collect(), triangles: mesh.triangles.clone() }
}

/// What is said of a scene in its model.
fn notes(scene: &Scene, view: &View, range: Range) -> Value {
    let mut notes = json!({ "time_s": scene.time_s });
    if !view.look.is_water() && !view.hide_water {
        let quantity = Legend::name_of(view.field);
        notes["colors_of_the_water"] =
            json!({ "quantity": quantity, "first": range.low, "last": range.high });
    } else if !view.hide_water {
        notes["invented"] = json!("colors of the water and the bed, but for the foam");
    }
    notes
}
