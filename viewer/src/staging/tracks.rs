//! The ways that bodies have come.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::scene::{Scene, Track};
use crate::sim::World;

/// Least simulated time between two places of a way, s.
const EVERY_S: f64 = 0.05;
/// Most places that are kept, of all bodies together; beyond, the older half of the time is forgotten.
const PLACES: usize = 1 << 18;

/// Places of the centers of mass of all bodies at past instants. It is no part of the physics, and nothing in the simulation reads it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Tracks {
    instants: Vec<Instant>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Instant {
    step: u64,
    time_s: f64,
    /// Labels of the bodies, in order, and their places, m.
    bodies: Vec<(u16, [f32; 3])>,
}

impl Tracks {
    /// Notes the present state of `world`. To be called after every step; where a world has gone back, what came later is forgotten.
    pub fn watch(&mut self, world: &World) {
        let (step, time_s) = (world.steps(), world.time_s());
        self.instants.truncate(self.instants.partition_point(|instant| instant.step < step));
        if world.body_count() == 0 {
            return;
        }
        // By whole numbers of steps, so that the same instants are noted wherever a run starts.
        let every = (EVERY_S / world.time_step_s()).ceil().max(1.0) as u64;
        if !step.is_multiple_of(every) {
            return;
        }
        let place =
            |body: crate::sim::BodySurface<'_>| (body.label, body.center_of_mass_m.as_vec3().to_array());
        self.instants.push(Instant { step, time_s, bodies: world.surfaces().map(place).collect() });
        if self.instants.len() > 2 && self.instants.len() * world.body_count() > PLACES {
            self.instants.drain(..self.instants.len() / 2);
        }
    }

    /// Forgets what is more than some time ago, s.
    pub fn forget_before(&mut self, ago_s: f64) {
        let Some(now_s) = self.instants.last().map(|instant| instant.time_s) else { return };
        // One place more, from which the way comes.
        let first = self.instants.partition_point(|instant| instant.time_s < now_s - ago_s);
        self.instants.drain(..first.saturating_sub(1));
    }

    /// Fills in the ways of the bodies of a scene over the last `ago_s`, s, to where the bodies of `world` are now.
    pub fn write(&self, world: &World, ago_s: f32, scene: &mut Scene) {
        scene.tracks.clear();
        if ago_s <= 0.0 {
            return;
        }
        let now_s = world.time_s();
        let first_s = now_s - f64::from(ago_s);
        let recent = self.instants.partition_point(|instant| instant.time_s < first_s);
        let until = self.instants.partition_point(|instant| instant.time_s < now_s);
        for body in world.surfaces() {
            let of_body = |instant: &Instant| {
                let at = instant.bodies.binary_search_by_key(&body.label, |(label, _)| *label).ok()?;
                Some((instant.time_s, Vec3::from_array(instant.bodies[at].1)))
            };
            let past = self.instants[recent.min(until)..until].iter().filter_map(of_body);
            let places = past.chain([(now_s, body.center_of_mass_m.as_vec3())]).collect();
            scene.tracks.push(Track { places });
        }
    }
}
