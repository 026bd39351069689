//! Draws a made-up wake without the simulation: a disturbance runs a circle over a linear wave equation.
//!
//! `cargo run --release -p viewer --example views [folder]` writes `sea.png`, `chase.png` and `map.png` and
//! prints the highest crest, which is the same on every machine.

use std::f32::consts::TAU;
use std::path::PathBuf;

use glam::{Quat, Vec2, Vec3};
use viewer::render::{Backend, Renderer};
use viewer::scene::{BodyModel, Look, Scene, View, ViewKind, WaterSheet};

const CELLS: usize = 200;
const CELL_M: f32 = 0.5;
const SPEED_M_S: f32 = 6.26; // sqrt(g h) of 4 m
const RADIUS_M: f32 = 26.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".into()));
    std::fs::create_dir_all(&folder)?;
    let (level_m, angle) = wake(700);
    let crest = level_m.iter().copied().fold(f32::MIN, f32::max);
    println!("highest crest {crest:.4} m");
    let scene = scene(level_m, angle);
    let views = [
        ("sea", View::default()),
        ("chase", View { kind: chase(), ..View::default() }),
        ("map", View { look: Look::Science, kind: ViewKind::Top, ..View::default() }),
    ];
    let mut renderer = Renderer::new(Backend::Cpu)?;
    for (name, view) in views {
        renderer.draw(&scene, &view).save(folder.join(format!("{name}.png")))?;
    }
    Ok(())
}

fn chase() -> ViewKind {
    ViewKind::Perspective {
        eye_m: Vec3::new(-22.0, -24.0, 13.0),
        target_m: Vec3::new(0.0, 0.0, 0.0),
        fov_deg: 35.0,
        follow: Some("boat".into()),
    }
}

fn place(angle: f32) -> Vec2 {
    Vec2::splat(0.5 * CELLS as f32 * CELL_M) + RADIUS_M * Vec2::from_angle(angle)
}

/// Elevations after `steps` of a leapfrog wave equation, and the angle of the disturbance on its circle.
fn wake(steps: usize) -> (Vec<f32>, f32) {
    let dt_s = 0.5 * CELL_M / SPEED_M_S;
    let (mut before, mut now) = (vec![0f32; CELLS * CELLS], vec![0f32; CELLS * CELLS]);
    let mut angle = 0.0;
    for _ in 0..steps {
        angle += 1.35 * SPEED_M_S / RADIUS_M * dt_s;
        let center = place(angle);
        let mut next = now.clone();
        for j in 1..CELLS - 1 {
            for i in 1..CELLS - 1 {
                let at = j * CELLS + i;
                let curvature = now[at - 1] + now[at + 1] + now[at - CELLS] + now[at + CELLS] - 4.0 * now[at];
                let away = (Vec2::new(i as f32 + 0.5, j as f32 + 0.5) * CELL_M - center).length() / 1.6;
                let push = -0.02 * (1.0 - away * away) * (-away * away).exp();
                let edge = [i, j, CELLS - 1 - i, CELLS - 1 - j].into_iter().min().unwrap_or(0) as f32;
                let damping = 0.002 + 0.05 * (1.0 - edge / 12.0).max(0.0);
                next[at] = now[at] + (1.0 - damping) * (now[at] - before[at]) + 0.25 * curvature + push;
            }
        }
        (before, now) = (now, next);
    }
    (now, angle)
}

fn scene(level_m: Vec<f32>, angle: f32) -> Scene {
    let bed_m = vec![-4.0; CELLS * CELLS];
    let water =
        WaterSheet { nx: CELLS, ny: CELLS, cell_size_m: CELL_M, level_m, bed_m, ..WaterSheet::default() };
    let (vertices, triangles) = boat();
    let boat = BodyModel {
        name: "boat".into(),
        vertices: vertices.into(),
        triangles: triangles.into(),
        rotation: Quat::from_rotation_z(angle + TAU / 4.0) * Quat::from_rotation_y(-0.05),
        translation_m: place(angle).extend(-0.5),
        color: [0.93, 0.93, 0.91],
        ..BodyModel::default()
    };
    Scene { time_s: 27.9, title: "A made-up wake".into(), water, bodies: vec![boat], ..Scene::default() }
}

/// A closed hull 12.7 m long with a cabin, keel at z = 0.
fn boat() -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let (length, half_beam, depth) = (12.7, 1.92, 1.7);
    let stations = 24;
    let ring = 12;
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    for s in 0..=stations {
        let x = s as f32 / stations as f32;
        let breadth = half_beam * (1.0 - ((x - 0.35).max(0.0) / 0.65).powi(3)).max(0.02);
        let keel = 0.9 * ((x - 0.6).max(0.0) / 0.4).powi(2);
        let sheer = depth + 0.5 * x * x;
        for k in 0..ring {
            let t = k as f32 / (ring - 1) as f32 * 2.0 - 1.0;
            let z = keel + (sheer - keel) * t.abs().powf(1.6);
            vertices.push(Vec3::new((x - 0.5) * length, breadth * t.signum() * t.abs().powf(0.8), z));
        }
    }
    let ring = ring as u32;
    for s in 0..stations {
        for k in 0..ring {
            let (a, b) = (s * ring + k, s * ring + (k + 1) % ring);
            let (c, d) = (a + ring, b + ring);
            triangles.extend([[a, c, b], [b, c, d]]);
        }
    }
    for (end, flip) in [(0, false), (stations * ring, true)] {
        for k in 1..ring - 1 {
            let (a, b) = (end + k, end + k + 1);
            triangles.push(if flip { [end, b, a] } else { [end, a, b] });
        }
    }
    let first = vertices.len() as u32;
    let (low, high) = (Vec3::new(-3.6, -1.15, 1.5), Vec3::new(1.2, 1.15, 3.0));
    for z in [low.z, high.z] {
        let taper = if z == high.z { 0.75 } else { 1.0 };
        for (x, y) in [(low.x, low.y), (high.x, low.y), (high.x, high.y), (low.x, high.y)] {
            vertices.push(Vec3::new(if x > 0.0 { x * taper * 0.6 } else { x }, y * taper, z));
        }
    }
    for k in 0..4 {
        let (a, b) = (first + k, first + (k + 1) % 4);
        triangles.extend([[a, b, b + 4], [a, b + 4, a + 4]]);
    }
    triangles.extend([[first + 4, first + 5, first + 6], [first + 4, first + 6, first + 7]]);
    (vertices, triangles)
}
