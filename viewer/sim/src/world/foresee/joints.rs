//! Joints that what they hold cannot keep: ends that driven and towed bodies take farther than lines reach, and springs that throw bodies.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::{DVec2, DVec3};
use rigid_sim::{Anchor, BodyHandle, JointKind, Misfit, Spring};

use crate::bodies::{Bodies, Body, Joint, Kind, Solid};
use crate::scenario::Scenario;

/// Instants of a run at which ends are looked at.
const INSTANTS: u32 = 1000;

/// Greatest number of ends on driven bodies that are followed.
const MOST_DRIVEN: usize = 200;

/// Greatest number of times at which joints are let go, or bodies taken out, that ways of ends on driven bodies are looked up anew.
const MOST_CHANGES: usize = 20;

/// Warnings of joints that driven and towed bodies tear at, and of springs that throw what they hold.
pub(super) fn warnings(scenario: &Scenario, bodies: &Bodies) -> Vec<String> {
    let lattice_speed_m_s = scenario.grid.cell_size_m / scenario.time_step_s();
    let springs = bodies.joints.iter().filter_map(|joint| match joint.joint.kind {
        JointKind::Spring(spring) => throws(bodies, joint, spring, lattice_speed_m_s),
        _ => None,
    });
    let ties = Ties::new(bodies);
    let is_driven =
        |end: &usize| matches!(ties.held[*end].map(|body| &body.kind), Some(Kind::Solid(Solid::Driven(_))));
    let driven = (0..ties.held.len()).filter(is_driven).take(MOST_DRIVEN);
    let driven: Vec<usize> = driven.collect();
    let mut torn: Vec<String> = driven.iter().filter_map(|end| ties.torn(scenario, *end)).collect();
    let is_towed = |body: &&Body| body.afloat().is_some_and(|afloat| afloat.towing.is_some());
    if torn.is_empty() && (!driven.is_empty() || ties.held.iter().flatten().any(is_towed)) {
        torn.extend(come_apart(scenario, &ties));
    }
    springs.chain(torn).chain(arms(bodies)).collect()
}

/// Greatest distance of a joint's end from its body, in radii of the body's bounding sphere, without a warning.
const MOST_ARM: f64 = 10.0;

/// Warnings of joints whose ends lie far from the bodies that they are on.
fn arms(bodies: &Bodies) -> impl Iterator<Item = String> {
    let ends = bodies.joints.iter().flat_map(|joint| joint.joint.anchors.map(|anchor| (joint, anchor)));
    ends.filter_map(|(joint, anchor)| {
        let Anchor::Body(handle, at_m) = anchor else { return None };
        let body = &bodies.all[handle.index()];
        let (center_m, radius_m) = body.hull.hull.bounding_sphere();
        let arm_m = at_m.distance(center_m);
        (arm_m > MOST_ARM * radius_m).then(|| {
            format!(
                "{}: `{}` holds body.{} {arm_m:.1} m from its middle, and the body is {:.1} m long at most: at_m and to_at_m are in its mesh's frame, in meters",
                joint.key,
                joint.name,
                body.name,
                2.0 * radius_m
            )
        })
    })
}

/// Time for which joints and driven or towed bodies are followed without water and weight, and a step of that, s.
const FOLLOWED_S: f64 = 60.0;
const STEP_S: f64 = 1.0 / 60.0;

/// Warning of the first joint that cannot hold what driven bodies and carriages take along, found by moving all that is joined without water and weight.
fn come_apart(scenario: &Scenario, ties: &Ties<'_>) -> Option<String> {
    let Bodies { rigid, all, joints, .. } = ties.bodies;
    let mut rigid = rigid.clone();
    (rigid.gravity_m_s2, rigid.sleeping) = (DVec3::ZERO, None);
    let is_joined = |body: &Body| ties.held.iter().flatten().any(|held| held.handle == body.handle);
    for body in all.iter().filter(|body| !is_joined(body)) {
        rigid.remove(body.handle);
    }
    let removals = ties.held.iter().flatten().filter_map(|body| body.removed_at_s);
    let end_s = removals.fold(scenario.duration_s.min(FOLLOWED_S), f64::min);
    for step in 1..=(end_s / STEP_S) as u32 {
        let time_s = STEP_S * f64::from(step);
        for joint in joints.iter().filter(|joint| !joint.holds_until(time_s)) {
            rigid.release_joint(joint.handle);
        }
        for body in ties.held.iter().flatten() {
            // The velocities were checked as the scenario was read.
            match &body.kind {
                Kind::Solid(Solid::Driven(driven)) => {
                    let (linvel, angvel) = driven.velocities(time_s);
                    drop(rigid[body.handle].set_linvel(linvel).and(rigid[body.handle].set_angvel(angvel)));
                }
                Kind::Afloat(afloat) => {
                    let guide = afloat.towing.as_ref().map(|towing| towing.guide(time_s));
                    drop(rigid[body.handle].set_guide(guide));
                }
                Kind::Solid(_) => {}
            }
        }
        joints.iter().for_each(|joint| joint.drive(&mut rigid, time_s, STEP_S));
        let _ = rigid.step(STEP_S);
        let mut acting = joints.iter().filter(|joint| joint.acts(&rigid));
        if let Some((joint, misfit)) = acting.find_map(|joint| Some((joint, misfit(&rigid, joint)?))) {
            return Some(format!(
                "{}: `{}` cannot hold what driven bodies and carriages take along: without water and weight it has come apart at t = {time_s:.2} s, {}; {REMEDY}",
                joint.key,
                joint.name,
                in_words(&misfit)
            ));
        }
    }
    None
}

/// The remedy of joints that contradict each other or what drives their bodies.
pub(in crate::world) const REMEDY: &str = "take a spring or a rope in its place, another axis, or one joint less, or drive or tow the body elsewhere (motion, tow)";

/// How far a joint is from what it holds, if that is more than the solver lets it give.
pub(in crate::world) fn misfit(rigid: &rigid_sim::World, joint: &Joint) -> Option<Misfit> {
    let length_m = match joint.joint.kind {
        JointKind::Rod { length_m } | JointKind::Rope { length_m } => length_m,
        _ => 0.0,
    };
    let misfit = rigid.joint_misfit(joint.handle)?;
    (misfit.apart_m > tolerance_m(length_m) || misfit.turned_rad > TURNED_RAD).then_some(misfit)
}

/// Greatest angle that a joint may be off under load.
const TURNED_RAD: f64 = 0.1;

/// How far a joint is from what it holds, as messages say it.
pub(in crate::world) fn in_words(misfit: &Misfit) -> String {
    let apart = (misfit.apart_m > 1e-3).then(|| format!("by {:.3} m", misfit.apart_m));
    let turned =
        (misfit.turned_rad > 1e-3).then(|| format!("turned by {:.1}°", misfit.turned_rad.to_degrees()));
    apart.into_iter().chain(turned).collect::<Vec<_>>().join(", ")
}

/// The speed to which the energy of a spring at the start could bring what it holds, if the lattice does not carry it.
fn throws(bodies: &Bodies, joint: &Joint, spring: Spring, lattice_speed_m_s: f64) -> Option<String> {
    let ends_m = bodies.rigid.joint_ends_m(joint.handle)?;
    let apart_m = ends_m[0].distance(ends_m[1]);
    let mass_kg = |anchor: Anchor| {
        let handle = held(anchor)?;
        bodies.all[handle.index()].afloat()?;
        Some(bodies.rigid[handle].mass_properties().mass_kg)
    };
    let masses = joint.joint.anchors.map(mass_kg);
    let lightest_kg = masses.into_iter().flatten().reduce(f64::min)?;
    // Of two, each in proportion to the other's mass.
    let reduced_kg = masses.into_iter().flatten().map(f64::recip).sum::<f64>().recip();
    let energy_j = spring.energy_j(apart_m);
    let speed_m_s = (2.0 * energy_j * reduced_kg).sqrt() / lightest_kg;
    if speed_m_s <= lattice_speed_m_s {
        return None;
    }
    let force_n = spring.force_n(ends_m[0] - ends_m[1], DVec3::ZERO).length();
    let weights = force_n / (lightest_kg * bodies.rigid.gravity_m_s2.length());
    Some(format!(
        "{}.stiffness_n_m: at the start `{}`, {apart_m:.3} m long, acts with {force_n:.3e} N, {weights:.1} times the weight of what it holds, and its \
         energy could bring that to {speed_m_s:.1} m/s, where the lattice carries {lattice_speed_m_s:.1} m/s: take a smaller stiffness_n_m, or a length_m \
         nearer to {apart_m:.3} m",
        joint.key, joint.name
    ))
}

/// The body that an anchor is on.
fn held(anchor: Anchor) -> Option<BodyHandle> {
    match anchor {
        Anchor::Body(handle, _) => Some(handle),
        Anchor::World(_) => None,
    }
}

/// The ends of joints, two of each joint, and how far they can be apart.
struct Ties<'a> {
    bodies: &'a Bodies,
    /// Places at the start, m.
    places_m: Vec<DVec3>,
    /// The body that each is on; none of the world.
    held: Vec<Option<&'a Body>>,
    /// Ends on bodies afloat, by the number of the body.
    afloat: Vec<Vec<usize>>,
}

/// A way from an end over joints and bodies afloat to one whose motion is known.
struct Way {
    to: usize,
    /// The greatest distance of the two, m.
    reach_m: f64,
    /// The least, where a rod keeps them apart, m: its length less all others.
    least_m: f64,
    /// Joints on it, from the end on.
    joints: Vec<usize>,
}

impl<'a> Ties<'a> {
    fn new(bodies: &'a Bodies) -> Self {
        let anchors: Vec<Anchor> = bodies.joints.iter().flat_map(|joint| joint.joint.anchors).collect();
        let held: Vec<_> =
            anchors.iter().map(|anchor| held(*anchor).map(|handle| &bodies.all[handle.index()])).collect();
        let mut afloat = vec![Vec::new(); bodies.all.len()];
        for (end, body) in held.iter().enumerate() {
            if let Some(body) = body.filter(|body| body.afloat().is_some()) {
                afloat[body.handle.index()].push(end);
            }
        }
        Self {
            bodies,
            places_m: anchors.iter().map(|anchor| bodies.rigid.place_m(*anchor)).collect(),
            held,
            afloat,
        }
    }

    /// The greatest distance of the two ends of a joint, m; none of one that stretches.
    fn length_m(&self, joint: usize) -> Option<f64> {
        match self.bodies.joints[joint].joint.kind {
            JointKind::Fixed | JointKind::Ball | JointKind::Hinge { .. } => Some(0.0),
            JointKind::Rod { length_m } | JointKind::Rope { length_m } => Some(length_m),
            _ => None,
        }
    }

    /// Whether the way of an end is known: it is on the ground, or on a body that is fixed or driven.
    fn is_known(&self, end: usize) -> bool {
        self.held[end].is_none_or(Body::is_solid)
    }

    /// Time until which a joint and its bodies are in the world, s.
    fn joint_end_s(&self, joint: usize) -> f64 {
        let removed = [2 * joint, 2 * joint + 1].map(|end| self.held[end].and_then(|body| body.removed_at_s));
        let ends = removed.into_iter().chain([self.bodies.joints[joint].released_at_s]);
        ends.flatten().fold(f64::INFINITY, f64::min)
    }

    /// The start, and the times until the end at which joints go out of the world.
    fn changes_s(&self, end_s: f64) -> Vec<f64> {
        let ends = (0..self.bodies.joints.len()).map(|joint| self.joint_end_s(joint));
        let mut changes_s: Vec<f64> = [0.0].into_iter().chain(ends.filter(|at_s| *at_s < end_s)).collect();
        changes_s.sort_by(f64::total_cmp);
        changes_s.dedup();
        changes_s.truncate(1 + MOST_CHANGES);
        changes_s
    }

    /// The shortest ways from an end to all whose ways are known (Dijkstra), by joints that are there after a time.
    fn ways(&self, from: usize, after_s: f64) -> Vec<Way> {
        let count = self.places_m.len();
        let (mut reach_m, mut before) = (vec![f64::INFINITY; count], vec![None::<usize>; count]);
        reach_m[from] = 0.0;
        // Lengths are not negative: their bits are in their order.
        let mut heap = BinaryHeap::from([Reverse((0u64, from))]);
        while let Some(Reverse((bits, end))) = heap.pop() {
            let reached_m = f64::from_bits(bits);
            if reached_m > reach_m[end] {
                continue;
            }
            let mut next = Vec::new();
            if let Some(length_m) = self.length_m(end / 2).filter(|_| self.joint_end_s(end / 2) > after_s) {
                next.push((end ^ 1, length_m));
            }
            if let Some(body) = self.held[end].filter(|body| body.afloat().is_some()) {
                let beside = self.afloat[body.handle.index()].iter().filter(|other| **other != end);
                next.extend(beside.map(|other| (*other, self.places_m[end].distance(self.places_m[*other]))));
            }
            for (other, length_m) in next {
                if reached_m + length_m < reach_m[other] {
                    (reach_m[other], before[other]) = (reached_m + length_m, Some(end));
                    heap.push(Reverse(((reached_m + length_m).to_bits(), other)));
                }
            }
        }
        let known = (0..count).filter(|end| *end != from && reach_m[*end].is_finite() && self.is_known(*end));
        known
            .map(|to| {
                let mut joints = Vec::new();
                let mut at = to;
                while let Some(last) = before[at] {
                    joints.extend((last / 2 == at / 2).then_some(at / 2));
                    at = last;
                }
                joints.reverse();
                let rods_m = joints.iter().filter_map(|joint| match self.bodies.joints[*joint].joint.kind {
                    JointKind::Rod { length_m } => Some(2.0 * length_m - reach_m[to]),
                    _ => None,
                });
                let least_m = rods_m.fold(0.0, f64::max);
                Way { to, reach_m: reach_m[to], least_m, joints }
            })
            .collect()
    }

    /// Where an end whose way is known is at a time, m.
    fn at_m(&self, end: usize, time_s: f64) -> DVec3 {
        let start_m = self.places_m[end];
        let Some((body, Kind::Solid(Solid::Driven(driven)))) = self.held[end].map(|body| (body, &body.kind))
        else {
            return start_m;
        };
        let (way_m, turned_rad) = driven.drive.moved(time_s);
        let center_m = self.bodies.rigid[body.handle].center_of_mass_m().truncate();
        let turned_m = DVec2::from_angle(turned_rad).rotate(start_m.truncate() - center_m);
        (center_m + DVec2::from_array(way_m) + turned_m).extend(start_m.z)
    }

    /// Time until which all joints of a way and their bodies are in the world, s.
    fn end_s(&self, way: &Way, duration_s: f64) -> f64 {
        way.joints.iter().map(|joint| self.joint_end_s(*joint)).fold(duration_s, f64::min)
    }

    /// Warning of an end on a driven body that is first taken farther than what ties it reaches.
    fn torn(&self, scenario: &Scenario, from: usize) -> Option<String> {
        let first = |(after_s, way): (f64, Way)| {
            let end_s = self.end_s(&way, scenario.duration_s);
            let tolerance_m = tolerance_m(way.reach_m);
            let part = |n: u32| f64::from(n) / f64::from(INSTANTS);
            let mut times_s = (1..=INSTANTS).map(|n| after_s + (end_s - after_s) * part(n));
            let apart_m = |time_s: f64| self.at_m(from, time_s).distance(self.at_m(way.to, time_s));
            let is_beyond =
                |apart_m: f64| apart_m > way.reach_m + tolerance_m || apart_m < way.least_m - tolerance_m;
            let time_s = times_s.find(|time_s| is_beyond(apart_m(*time_s)))?;
            Some((time_s, apart_m(end_s), end_s, way))
        };
        let ways = self.changes_s(scenario.duration_s).into_iter().flat_map(|after_s| {
            let ways = self.ways(from, after_s).into_iter();
            ways.map(move |way| (after_s, way))
        });
        let ways = ways.filter_map(first);
        let (time_s, apart_m, end_s, way) = ways.reduce(|a, b| if b.0 < a.0 { b } else { a })?;
        let body = self.held[from]?;
        let to = self.held[way.to].map_or("the ground".into(), |other| format!("body.{}", other.name));
        let joints = &self.bodies.joints;
        let names: Vec<String> =
            way.joints.iter().map(|joint| format!("`{}`", joints[*joint].name)).collect();
        Some(format!(
            "{}: body.{} goes as its motion says, tied to {to} by {}, which keep it within {:.3} to {:.3} m: from t = {time_s:.2} s on it is beyond that, \
             at t = {end_s:.2} s {apart_m:.3} m away, and the forces on all between have no bound: give more length_m, take a spring, drive it elsewhere \
             (body.{}.motion, duration_s), or let one go before (released_at_s, removed_at_s)",
            joints[way.joints[0]].key,
            body.name,
            names.join(", "),
            way.least_m,
            way.reach_m,
            body.name
        ))
    }
}

/// How far a line or rod of a length may be stretched, m: 5 cm and a fiftieth of its length. The solver lets the ends of loaded joints part by millimeters.
fn tolerance_m(length_m: f64) -> f64 {
    0.05 + 0.02 * length_m
}
