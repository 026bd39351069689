use std::sync::Arc;

use glam::{DVec2, DVec3, Vec2, Vec3};
use hydro_forces::TriangleForce;
use rayon::prelude::*;

use super::decoration::{decoration, in_place};
use crate::scene::{
    Arrow, ArrowKind, BodyModel, Edge, Line, Load, LoadKind, Scene, Smoke, Speck, WaterSheet,
};
use crate::sim::scenario::{Side, Sides};
use crate::sim::{self, Air, World};

/// Half the size of a particle in pictures, over a cell of the air.
const SPECK: f64 = 0.15;

/// Fills `scene` with the present state of a world, reusing its buffers.
pub fn scene(world: &World, scene: &mut Scene) {
    scene.time_s = world.time_s();
    if scene.title != world.title() {
        scene.title = world.title().into();
    }
    sheet(world, &mut scene.water);
    beyond(world, &mut scene.water);
    smoke(world.air(), &mut scene.smoke);
    scene.specks.clear();
    scene.specks.extend(world.air().into_iter().flat_map(specks));
    let lines = world.joints().filter_map(|joint| {
        let length_m = joint.length_m? as f32;
        Some(Line { ends_m: joint.ends_m.map(|end| end.as_vec3()), length_m })
    });
    scene.lines.clear();
    scene.lines.extend(lines);
    let still_m = Vec3::Z * scene.water.still_level_m;
    let before = std::mem::take(&mut scene.bodies);
    scene.arrows.clear();
    for surface in world.surfaces() {
        scene.bodies.push(BodyModel {
            name: surface.name.into(),
            vertices: surface.vertices.clone(),
            triangles: surface.triangles.clone(),
            pressure_pa: surface.pressure_pa.unwrap_or_default().into(),
            rotation: surface.rotation.as_quat(),
            translation_m: surface.origin_m.as_vec3(),
            velocity_m_s: surface.linvel_m_s.as_vec3(),
            turn_rad_s: surface.angvel_rad_s.z as f32,
            color: surface.color,
            waterline_m: surface.waterline_m,
            decoration: {
                let is_same = |body: &&BodyModel| Arc::ptr_eq(&body.vertices, surface.vertices);
                let kept = || before.iter().find(is_same).and_then(|body| body.decoration.clone());
                match (surface.look, surface.fittings) {
                    (Some(look), _) => kept().or_else(|| Some(in_place(look))),
                    (None, Some(fittings)) => {
                        kept().or_else(|| decoration(fittings, surface.vertices, surface.color))
                    }
                    (None, None) => None,
                }
            },
        });
        let forces = surface.forces.unwrap_or_default();
        scene.arrows.extend(forces.iter().flat_map(|triangle| arrows(triangle, still_m)));
    }
}

/// Adds the forces on the triangles of all bodies to a scene, where the scenario's own view does not show them.
pub fn forces_on_triangles(world: &World, scene: &mut Scene) {
    let still_m = Vec3::Z * scene.water.still_level_m;
    if scene.arrows.is_empty() {
        let forces = world.forces_on_triangles();
        scene.arrows.extend(forces.iter().flat_map(|triangle| arrows(triangle, still_m)));
    }
}

/// Gives the bodies afloat the pressure on their triangles, or takes it from them, whatever the scenario's own view shows.
pub(super) fn pressures(world: &World, shows: bool, scene: &mut Scene) {
    if !shows {
        scene.bodies.iter_mut().for_each(|body| body.pressure_pa.clear());
        return;
    }
    for (body, (mesh, pressure_pa)) in scene.bodies.iter_mut().zip(world.pressures_pa()) {
        if body.pressure_pa.is_empty() && !pressure_pa.is_empty() {
            (body.vertices, body.triangles) = (mesh.0.clone(), mesh.1.clone());
            body.pressure_pa = pressure_pa;
        }
    }
}

/// Fills in the forces on whole bodies, by kind.
pub fn loads(world: &World, scene: &mut Scene) {
    let kind = |kind| match kind {
        sim::LoadKind::Weight => LoadKind::Weight,
        sim::LoadKind::Buoyancy => LoadKind::Buoyancy,
        sim::LoadKind::Push => LoadKind::Push,
        sim::LoadKind::Drag => LoadKind::Drag,
        sim::LoadKind::Lift => LoadKind::Lift,
        sim::LoadKind::Thrust => LoadKind::Thrust,
        sim::LoadKind::Wind => LoadKind::Wind,
        sim::LoadKind::Pull => LoadKind::Pull,
    };
    let all = world.loads().into_iter();
    scene.loads.clear();
    scene.loads.extend(all.map(|load| Load {
        at_m: load.at_m.as_vec3(),
        force_n: load.force_n.as_vec3(),
        kind: kind(load.kind),
    }));
}

/// Pressure, and drag with lift, on a wet triangle; a force of zero has no arrow.
fn arrows(triangle: &TriangleForce, still_m: Vec3) -> impl Iterator<Item = Arrow> {
    let pressure = (triangle.application_m, triangle.hydrostatic_n, ArrowKind::Pressure);
    let drag = (triangle.wet_centroid_m, triangle.dynamic_n, ArrowKind::Drag);
    [pressure, drag]
        .into_iter()
        .filter(|(_, force, _)| *force != DVec3::ZERO)
        .map(move |(at, force, kind)| Arrow { tip_m: at.as_vec3() + still_m, force_n: force.as_vec3(), kind })
}

/// The particles in the air.
fn specks(air: &Air) -> impl Iterator<Item = Speck> {
    let radius_m = (SPECK * air.cell_size_m()) as f32;
    air.particles().map(move |of| Speck { at_m: of.at_m.as_vec3(), radius_m, color: of.color })
}

/// Fills in the smoke of the air; none without.
fn smoke(air: Option<&Air>, smoke: &mut Smoke) {
    let Some(air) = air else { return smoke.cells = [0; 3] };
    smoke.cells = air.cells();
    smoke.cell_size_m = air.cell_size_m() as f32;
    smoke.corner_m = air.corner_m().as_vec3();
    air.write_concentrations(&mut smoke.concentration);
    smoke.extinction_1_m = air.look().extinction_1_m as f32;
    smoke.albedo = air.look().albedo as f32;
}

/// Fills a sheet with the water's levels, waves by formula included, and the solids in it.
pub(super) fn sheet(world: &World, water: &mut WaterSheet) {
    [water.nx, water.ny] = world.cells();
    water.cell_size_m = world.cell_size_m() as f32;
    water.origin_m = Vec2::ZERO;
    water.still_level_m = world.still_level_m() as f32;
    world.write_levels(&mut water.level_m);
    water.bed_m.clear();
    water.bed_m.extend_from_slice(world.bed_m().unwrap_or_default());
    water.solid.clear();
    water.solid.extend_from_slice(world.solid());
    water.solids_are_bodies = true;
    let fields = world.fields();
    water.velocity_m_s.clear();
    water.velocity_m_s.extend(fields.u_m_s.iter().zip(&fields.v_m_s).map(|(u, v)| Vec2::new(*u, *v)));
    // What a solid cell holds is no stream: it would make foam at walls.
    let in_solids = water.velocity_m_s.iter_mut().zip(&water.solid).filter(|(_, is_solid)| **is_solid);
    in_solids.for_each(|(velocity, _)| *velocity = Vec2::ZERO);
    water.gravity_m_s2 = world.gravity_m_s2() as f32;
    water.time_step_s = world.time_step_s() as f32;
    water.thickness_m.clear();
    if !world.wet_section().is_empty() {
        water.thickness_m.resize(water.nx * water.ny, 0.0);
    }
    for wet in world.wet_section() {
        water.thickness_m[wet.index as usize] = wet.thickness_m;
    }
    let Sides { west, east, south, north } = world.sides();
    let narrow_m = FADE * water.extent_m().min_element();
    water.edges = [west, east, south, north].map(|side| match side {
        Side::Wall(_) => Edge::Bank,
        Side::Sponge { width_m } => Edge::Sea(*width_m as f32),
        _ => Edge::Sea(narrow_m),
    });
    let has_tide = |side: &Side| {
        matches!(side, Side::Level { series: Some(_), .. } | Side::Characteristic { series: Some(_), .. })
    };
    // The sea beyond such sides stands as high as the water at them, which waves raise or lower: without a step between the two.
    let (nx, ny) = (water.nx, water.ny);
    let sides = [(west, 0, nx, ny), (east, nx - 1, nx, ny), (south, 0, 1, nx), (north, nx * (ny - 1), 1, nx)];
    let levels_m = sides
        .into_iter()
        .filter(|(side, ..)| has_tide(side))
        .flat_map(|(_, first, step, count)| (0..count).map(move |k| first + k * step))
        .filter(|k| !water.solid.get(*k).copied().unwrap_or(false))
        .map(|k| f64::from(water.level_m[k]))
        .filter(|level_m| level_m.is_finite());
    let (sum_m, count) = levels_m.fold((0.0, 0_u32), |(sum_m, count), level_m| (sum_m + level_m, count + 1));
    water.sea_level_m = (count > 0).then(|| (sum_m / f64::from(count)) as f32);
}

/// Lets waves by formula go on beyond the sides, as far as the domain is wide: they end nowhere, and end in pictures where they have faded.
fn beyond(world: &World, water: &mut WaterSheet) {
    let WaterSheet { nx, ny, cell_size_m, still_level_m, ref mut beyond, .. } = *water;
    let eta_m = |at: DVec2| world.waves_m(at * f64::from(cell_size_m));
    beyond.cells = if eta_m(DVec2::ZERO).is_some() { nx.min(ny) } else { 0 };
    beyond.level_m.clear();
    let cells = beyond.cells;
    let [width, height] = if cells > 0 { [nx, ny].map(|n| n + 2 * cells) } else { [0; 2] };
    let level_m = |k: usize| {
        let at = DVec2::new((k % width) as f64, (k / width) as f64) + 0.5 - cells as f64;
        still_level_m + eta_m(at).unwrap_or(0.0) as f32
    };
    (0..width * height).into_par_iter().map(level_m).collect_into_vec(&mut beyond.level_m);
}

/// Width of the strip in which pictures let the water of an open side without a sponge fade into the sea, as a fraction of the
/// domain's width.
const FADE: f32 = 0.06;
