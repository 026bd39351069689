//! Outcomes and times of the same scenes beside rapier3d, in turns in one run.
//!
//! Both take four sub-steps of 1/240 s in each step of 60 Hz on one thread, with sleeping off.
#![allow(clippy::unwrap_used, reason = "scenes that are known to be right")]

use std::time::Instant;

use glam::{DQuat, DVec3, Vec3};
use rapier3d::prelude as rapier;
use rigid_sim::{BodyHandle, Collider, MassProperties, RigidBodyBuilder, Static, World};

use super::row::Row;
use super::timing::median;

const DT: f64 = 1.0 / 60.0;
const G: f64 = 9.81;

/// What both simulate.
#[derive(Clone)]
enum Shape {
    Ball(f64),
    Cuboid(DVec3),
    Hull(Vec<Vec3>),
}

#[derive(Clone)]
struct Body {
    shape: Shape,
    mass_kg: f64,
    at: DVec3,
    turn: DQuat,
}

#[derive(Clone, Default)]
struct Scene {
    name: &'static str,
    steps: usize,
    /// Points and normals of planes.
    planes: Vec<(DVec3, DVec3)>,
    bodies: Vec<Body>,
    friction: f64,
    /// Vertical force on a body of mass `m` at height `z` and speed `w` at time `t`, divided by `m`.
    lift: Option<fn(f64, f64, f64) -> f64>,
}

trait Engine {
    fn step(&mut self, time_s: f64);
    fn places(&self) -> Vec<DVec3>;
    fn fastest(&self) -> f64;
}

struct Ours {
    world: World,
    handles: Vec<BodyHandle>,
    lift: Option<fn(f64, f64, f64) -> f64>,
}

impl Ours {
    fn new(scene: &Scene) -> Self {
        let mut world = World::default();
        for (point, normal) in &scene.planes {
            world.insert_static(
                Static::half_space(*point, *normal).unwrap().friction(scene.friction).unwrap(),
            );
        }
        let build = |body: &Body| {
            let (collider, mass) = match &body.shape {
                Shape::Ball(r) => (Collider::ball(*r), MassProperties::from_sphere(*r, body.mass_kg)),
                Shape::Cuboid(h) => (Collider::cuboid(*h), MassProperties::from_box(*h, body.mass_kg)),
                Shape::Hull(p) => {
                    (Collider::convex_hull(p), MassProperties::from_convex_hull(p, body.mass_kg))
                }
            };
            let builder =
                RigidBodyBuilder::dynamic().mass_properties(mass.unwrap()).collider(collider.unwrap());
            builder.translation(body.at).rotation(body.turn).friction(scene.friction).build().unwrap()
        };
        let handles = scene.bodies.iter().map(|body| world.insert(build(body))).collect();
        Self { world, handles, lift: scene.lift }
    }
}

impl Engine for Ours {
    fn step(&mut self, time_s: f64) {
        if let Some(lift) = self.lift {
            for &handle in &self.handles {
                let body = &mut self.world[handle];
                let mass = body.mass_properties().mass_kg;
                let force = mass * lift(body.center_of_mass_m().z, body.linvel_m_s().z, time_s);
                body.add_force(DVec3::Z * force);
            }
        }
        let _ = self.world.step(DT);
    }

    fn places(&self) -> Vec<DVec3> {
        self.handles.iter().map(|&handle| self.world[handle].center_of_mass_m()).collect()
    }

    fn fastest(&self) -> f64 {
        self.handles.iter().map(|&handle| self.world[handle].linvel_m_s().length()).fold(0.0, f64::max)
    }
}

struct Rapiers {
    world: rapier::PhysicsWorld,
    handles: Vec<rapier::RigidBodyHandle>,
    lift: Option<fn(f64, f64, f64) -> f64>,
}

impl Rapiers {
    fn new(scene: &Scene) -> Self {
        let mut world = rapier::PhysicsWorld::new();
        world.gravity = Vec3::new(0.0, 0.0, -G as f32);
        world.integration_parameters.dt = DT as f32;
        for (point, normal) in &scene.planes {
            let turn = glam::Quat::from_rotation_arc(Vec3::Y, normal.as_vec3());
            let body =
                rapier::RigidBodyBuilder::fixed().pose(rapier::Pose::from_parts(point.as_vec3(), turn));
            let plane = rapier::ColliderBuilder::new(rapier::SharedShape::halfspace(Vec3::Y))
                .friction(scene.friction as f32);
            world.insert(body, plane);
        }
        let mut insert = |body: &Body| {
            let collider = match &body.shape {
                Shape::Ball(r) => rapier::ColliderBuilder::ball(*r as f32),
                Shape::Cuboid(h) => rapier::ColliderBuilder::cuboid(h.x as f32, h.y as f32, h.z as f32),
                Shape::Hull(p) => rapier::ColliderBuilder::convex_hull(p).unwrap(),
            };
            let pose = rapier::Pose::from_parts(body.at.as_vec3(), body.turn.as_quat());
            let rigid = rapier::RigidBodyBuilder::dynamic().pose(pose).can_sleep(false);
            world.insert(rigid, collider.mass(body.mass_kg as f32).friction(scene.friction as f32)).0
        };
        let handles = scene.bodies.iter().map(&mut insert).collect();
        Self { world, handles, lift: scene.lift }
    }
}

impl Engine for Rapiers {
    fn step(&mut self, time_s: f64) {
        if let Some(lift) = self.lift {
            for &handle in &self.handles {
                let body = &mut self.world.bodies[handle];
                let force = f64::from(body.mass())
                    * lift(f64::from(body.center_of_mass().z), f64::from(body.linvel().z), time_s);
                body.reset_forces(true);
                body.add_force(Vec3::Z * force as f32, true);
            }
        }
        self.world.step();
    }

    fn places(&self) -> Vec<DVec3> {
        self.handles.iter().map(|&handle| self.world.bodies[handle].center_of_mass().as_dvec3()).collect()
    }

    fn fastest(&self) -> f64 {
        self.handles
            .iter()
            .map(|&handle| f64::from(self.world.bodies[handle].linvel().length()))
            .fold(0.0, f64::max)
    }
}

/// Hashed numbers from 0 to 1.
fn noise(i: usize) -> f64 {
    let mut x = (i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 31)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    ((x ^ (x >> 29)) >> 11) as f64 / (1u64 << 53) as f64
}

fn pit(half: f64) -> Vec<(DVec3, DVec3)> {
    let walls = [DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y].map(|normal| (normal * -half, normal));
    std::iter::once((DVec3::ZERO, DVec3::Z)).chain(walls).collect()
}

fn hull(seed: usize) -> Shape {
    let points = (0..40).map(|k| {
        let direction = DVec3::from([0, 1, 2].map(|axis| noise(seed * 1000 + 3 * k + axis) - 0.5));
        (direction.normalize_or(DVec3::X) * DVec3::new(0.6, 0.4, 0.3)).as_vec3()
    });
    Shape::Hull(points.collect())
}

fn scenes() -> Vec<Scene> {
    let body = |shape: Shape, at: DVec3| Body { shape, mass_kg: 10.0, at, turn: DQuat::IDENTITY };
    let ground = vec![(DVec3::ZERO, DVec3::Z)];
    let unit = || Shape::Cuboid(DVec3::splat(0.5));
    let column = |k: u32| DVec3::new(0.0, 0.0, 0.5 + f64::from(k));
    let grid = |i: usize, side: usize, apart: f64| {
        let half = 0.5 * (side as f64 - 1.0);
        DVec3::new((i % side) as f64 - half, (i / side % side) as f64 - half, (i / (side * side)) as f64)
            * apart
    };
    let slope = 0.4_f64;
    let up = DVec3::new(slope.sin(), 0.0, slope.cos());
    let tilted = |shape: Shape| Body { turn: DQuat::from_rotation_y(slope), ..body(shape, up * 0.3) };
    let base = Scene { friction: 0.5, steps: 600, ..Scene::default() };
    vec![
        Scene {
            name: "resting balls 200",
            planes: ground.clone(),
            bodies: (0..200).map(|i| body(Shape::Ball(0.5), grid(i, 15, 1.5) + DVec3::Z * 0.5)).collect(),
            ..base.clone()
        },
        Scene {
            name: "stack of ten",
            planes: ground.clone(),
            bodies: (0..10).map(|k| body(unit(), column(k))).collect(),
            steps: 3780,
            ..base.clone()
        },
        Scene {
            name: "slide",
            planes: vec![(DVec3::ZERO, up)],
            bodies: vec![tilted(Shape::Cuboid(DVec3::new(1.0, 0.5, 0.3)))],
            friction: 0.3,
            steps: 300,
            ..base.clone()
        },
        Scene {
            name: "pile of 100 boxes",
            planes: pit(2.5),
            bodies: (0..100)
                .map(|i| {
                    let at = grid(i, 4, 1.1) + DVec3::Z * (1.0 + 0.02 * noise(i));
                    let turn = DQuat::from_rotation_z(noise(i + 500));
                    Body { turn, ..body(Shape::Cuboid(DVec3::new(0.4, 0.3, 0.25)), at) }
                })
                .collect(),
            ..base.clone()
        },
        Scene {
            name: "packed bobbing balls 200",
            planes: pit(7.45),
            bodies: (0..200).map(|i| body(Shape::Ball(0.5), grid(i, 15, 1.0) + DVec3::Z * 3.0)).collect(),
            lift: Some(|z, w, t| G - 9.0 * (z - 3.0 - 0.2 * (2.0 * t).sin()) - 0.3 * w),
            ..base.clone()
        },
        Scene {
            name: "50 hulls in a box",
            planes: pit(1.8),
            bodies: (0..50).map(|i| body(hull(i), grid(i, 3, 1.2) + DVec3::Z)).collect(),
            ..base
        },
    ]
}

/// What came out: the farthest that a body moved since the time 3 s, and the greatest speed at the end.
fn run(scene: &Scene, engine: &mut dyn Engine) -> (f64, String) {
    let start = Instant::now();
    let settled = scene.steps.min(180);
    for step in 0..settled {
        engine.step(step as f64 * DT);
    }
    let at_3s = (engine.places(), engine.fastest());
    for step in settled..scene.steps {
        engine.step(step as f64 * DT);
    }
    let seconds = start.elapsed().as_secs_f64();
    let places = engine.places();
    let moved = places.iter().zip(&at_3s.0).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
    let mean = places.iter().map(|p| p.z).sum::<f64>() / places.len() as f64;
    let text = format!(
        "{:9.1e} m/s at 3 s, then moved {:9.2e} m, mean height {mean:.4} m, {:9.2e} m/s at the end",
        at_3s.1,
        moved,
        engine.fastest()
    );
    (seconds, text)
}

/// Runs of each scene, in turns.
const RUNS: usize = 5;

/// Bodies alone: time of a step beside that of rapier3d, medians of the runs; what came out of each scene is printed.
pub(super) fn measure() -> Vec<Row> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().unwrap();
    pool.install(|| scenes().iter().map(beside).collect())
}

fn beside(scene: &Scene) -> Row {
    let mut times_us = [Vec::new(), Vec::new()];
    let mut texts = [String::new(), String::new()];
    for _ in 0..RUNS {
        let engines: [Box<dyn Engine>; 2] = [Box::new(Ours::new(scene)), Box::new(Rapiers::new(scene))];
        for (side, mut engine) in engines.into_iter().enumerate() {
            let (seconds, text) = run(scene, &mut *engine);
            times_us[side].push(seconds * 1e6 / scene.steps as f64);
            texts[side] = text;
        }
    }
    let [value, bound] = times_us.map(median);
    println!("{}:\n  rigid-sim {}\n  rapier3d  {}", scene.name, texts[0], texts[1]);
    Row {
        bench: "bodies",
        case: format!("{} / rapier3d, {RUNS} runs", scene.name),
        threads: 1,
        value,
        unit: "µs",
        bound,
    }
}
