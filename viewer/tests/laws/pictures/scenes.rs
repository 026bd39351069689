//! Scenes that several tests draw.

use glam::{Quat, Vec2, Vec3};
use viewer::scene::{
    Arrow, ArrowKind, Beyond, BodyModel, Edge, Foam, Line, Scene, Smoke, ViewKind, WaterSheet,
};

/// Rings on 60 × 45 cells of half a meter, a wall with a gap, and an open boat with pressure on its bottom and two forces.
pub(crate) fn basin_with_boat() -> Scene {
    let (nx, ny, cell_size_m) = (60, 45, 0.5);
    let place = |k: usize| (Vec2::new((k % nx) as f32, (k / nx) as f32) + 0.5) * cell_size_m;
    let level = |k: usize| {
        let r = place(k).distance(Vec2::new(9.0, 12.0));
        2.0 + 0.25 * (1.6 * r).cos() / (1.0 + 0.4 * r)
    };
    let water = WaterSheet {
        nx,
        ny,
        cell_size_m,
        origin_m: Vec2::ZERO,
        level_m: (0..nx * ny).map(level).collect(),
        still_level_m: 2.0,
        sea_level_m: Some(1.95),
        solid: (0..nx * ny).map(|k| (44..45).contains(&(k % nx)) && !(18..27).contains(&(k / nx))).collect(),
        solids_are_bodies: false,
        velocity_m_s: (0..nx * ny).map(|k| Vec2::new(0.8, 0.02 * (k / nx) as f32)).collect(),
        bed_m: (0..nx * ny).map(|k| 0.4 * ((k % nx) as f32 * 0.2).sin()).collect(),
        thickness_m: (0..nx * ny)
            .map(|k| if place(k).distance(Vec2::new(14.0, 9.0)) < 1.5 { 0.4 } else { 0.0 })
            .collect(),
        residual_mm_s: Vec::new(),
        gravity_m_s2: 9.81,
        time_step_s: 0.02,
        edges: [Edge::Sea(3.0), Edge::Bank, Edge::Bank, Edge::Sea(4.0)],
        foam: Foam {
            per_cell: 2,
            density: (0..4 * nx * ny)
                .map(|k| (0.9 - 0.06 * ((k % (2 * nx)) as f32 - 30.0).abs()).max(0.0))
                .collect(),
        },
        beyond: Beyond::default(),
    };
    let (vertices, triangles) = trough();
    let boat = BodyModel {
        name: "boat".into(),
        vertices: vertices.into(),
        triangles: triangles.into(),
        rotation: Quat::from_rotation_z(0.4) * Quat::from_rotation_y(0.06),
        translation_m: Vec3::new(14.0, 9.0, 1.4),
        velocity_m_s: Vec3::new(3.0, 1.5, 0.0),
        turn_rad_s: 0.1,
        color: [0.85, 0.25, 0.15],
        pressure_pa: vec![4000.0, 2000.0, 0.0, f32::NAN],
        ..BodyModel::default()
    };
    let mooring = Line { ends_m: [Vec3::new(12.0, 8.5, 2.1), Vec3::new(6.0, 4.0, 0.5)], length_m: 8.6 };
    let arrow = |x, force_n, kind| Arrow { tip_m: Vec3::new(x, 9.0, 4.5), force_n, kind };
    let arrows = vec![
        arrow(14.0, Vec3::Z * 900.0, ArrowKind::Pressure),
        arrow(12.0, Vec3::new(-400.0, 200.0, 100.0), ArrowKind::Drag),
    ];
    let lines = vec![mooring];
    Scene {
        time_s: 3.25,
        title: "Basin".into(),
        water,
        bodies: vec![boat],
        lines,
        arrows,
        ..Scene::default()
    }
}

/// Smoke in a box of 8 × 8 × 6 m over the basin, of some concentration by the place from the box's middle, in halves of its longer edges.
pub(crate) fn over_basin(extinction_1_m: f32, concentration: impl Fn(Vec3) -> f32) -> Smoke {
    let cells = [32, 32, 24];
    let place = |k: usize| {
        let at = [k % 32, k / 32 % 32, k / 1024].map(|at| at as f32 + 0.5);
        (Vec3::from_array(at) - Vec3::new(16.0, 16.0, 12.0)) / 16.0
    };
    Smoke {
        cells,
        cell_size_m: 0.25,
        corner_m: Vec3::new(11.0, 6.0, 2.0),
        concentration: (0..32 * 32 * 24).map(|k| concentration(place(k))).collect(),
        extinction_1_m,
        albedo: 0.8,
    }
}

/// A shipped scenario at a time, with its foam, and its view.
pub(crate) fn staged(name: &str, until_s: f64) -> (Scene, viewer::scene::View) {
    use viewer::staging::{Extras, Foam, Past, Residual, Tracks, stage, view};
    let scenario = viewer::sim::scenario::Scenario::load(name, &[]).unwrap();
    let mut world = viewer::sim::World::new(&scenario).unwrap();
    let (mut foam, mut staged) = (Foam::default(), Scene::default());
    while world.time_s() < until_s {
        let _ = world.step();
        foam.watch(&world);
    }
    let past = Past { foam: &foam, tracks: &Tracks::default(), residual: &Residual::default() };
    stage(&world, past, Extras::default(), &mut staged);
    (staged, view(&scenario))
}

/// View from behind the boat.
pub(crate) fn chase() -> ViewKind {
    ViewKind::Perspective {
        eye_m: Vec3::new(-9.0, -7.0, 6.0),
        target_m: Vec3::new(0.5, 0.0, 0.0),
        fov_deg: 40.0,
        follow: Some("boat".into()),
    }
}

/// A flat-bottomed boat 6 × 2 × 1.2 m without a deck, its planks without thickness.
fn trough() -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let ring = [(-3.0, -1.0), (2.0, -1.0), (3.0, 0.0), (2.0, 1.0), (-3.0, 1.0)];
    let mut vertices: Vec<Vec3> = ring.iter().map(|&(x, y)| Vec3::new(x, 0.8 * y, 0.0)).collect();
    vertices.extend(ring.iter().map(|&(x, y)| Vec3::new(x, y, 1.2)));
    let mut triangles: Vec<[u32; 3]> = vec![[0, 2, 1], [0, 3, 2], [0, 4, 3]];
    for k in 0..5 {
        let next = (k + 1) % 5;
        triangles.extend([[k, next, next + 5], [k, next + 5, k + 5]]);
    }
    (vertices, triangles)
}

/// A box of a size whose center is there.
pub(super) fn block(center_m: Vec3, size_m: Vec3) -> BodyModel {
    let corner = |k: u32| (Vec3::new((k & 1) as f32, (k >> 1 & 1) as f32, (k >> 2) as f32) - 0.5) * size_m;
    let triangles = [
        [0, 2, 3],
        [0, 3, 1],
        [4, 5, 7],
        [4, 7, 6],
        [0, 1, 5],
        [0, 5, 4],
        [2, 6, 7],
        [2, 7, 3],
        [0, 4, 6],
        [0, 6, 2],
        [1, 3, 7],
        [1, 7, 5],
    ];
    BodyModel {
        vertices: (0..8).map(corner).collect::<Vec<_>>().into(),
        triangles: triangles.to_vec().into(),
        translation_m: center_m,
        color: [0.95, 0.95, 0.95],
        ..BodyModel::default()
    }
}
