//! All pairs that may touch.

use super::broad_phase::{Bound, BroadPhase};
use super::pair::{Contact, Other, Pair};
use crate::body::{Bodies, BodyKind, RigidBody};
use crate::joints::Joints;
use crate::shape::{Geometry, Static};
use rayon::prelude::*;

/// Fraction of a body's size by which contacts are searched farther ahead than it moves in a step: a corner may come down
/// because another one was stopped.
const MARGIN: f64 = 0.01;
/// Pairs for which more than one thread is worth while.
const MANY: usize = 64;

/// Fewest pairs that are made at a time.
const FRESH: usize = 16;

/// Pairs that may touch, in ascending order of body and other side.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pairs {
    pub(crate) all: Vec<Pair>,
    memory: Memory,
}

/// Memory of the updates, kept from step to step.
#[derive(Debug, Clone, Default)]
struct Memory {
    /// Distance by which contacts of each body are searched ahead, m.
    ahead: Vec<f64>,
    bounds: Vec<Option<Bound>>,
    broad_phase: BroadPhase,
    keys: Vec<(usize, Other)>,
    /// Pairs of bodies that joints keep from touching each other.
    apart: Vec<(usize, usize)>,
    /// Pairs of the last step, and such as are no longer near.
    before: Vec<Pair>,
    spare: Vec<Pair>,
}

impl Pairs {
    /// Brings the pairs, and their contacts within what the bodies move in `dt` seconds, up to date with the poses. Pairs of
    /// which neither side moves, or no side is awake, stay as they are.
    pub(crate) fn update(&mut self, (bodies, joints): (&Bodies, &Joints), statics: &[Static], dt: f64) {
        let Memory { ahead, bounds, broad_phase, keys, apart, before, spare } = &mut self.memory;
        joints.find_apart(apart);
        ahead.clear();
        ahead.extend(
            (0..bodies.slots())
                .map(|i| bodies.at(i).map_or(0.0, |body| body.fastest_m_s() * dt + MARGIN * body.reach_m)),
        );
        bounds.clear();
        bounds.extend((0..bodies.slots()).map(|i| {
            let body = bodies.at(i).filter(|body| !body.quarantined && !body.colliders.is_empty())?;
            Some(Bound { center_m: body.state.center_m, radius_m: body.reach_m + ahead[i] })
        }));
        keys.clear();
        for (a, bound) in bounds.iter().enumerate() {
            if let (Some(bound), Some(body)) = (bound, bodies.at(a))
                && body.kind == BodyKind::Dynamic
            {
                let near = statics.iter().enumerate().filter(|(_, other)| meets(bound, other));
                keys.extend(near.map(|(s, _)| (a, Other::Static(s))));
            }
        }
        let dynamic = |i: usize| bodies.at(i).is_some_and(|body| body.kind == BodyKind::Dynamic);
        let touches = |pair: &(usize, usize)| apart.is_empty() || apart.binary_search(pair).is_err();
        let overlapping = broad_phase.overlapping_pairs(bounds).iter();
        let overlapping = overlapping.filter(|pair| (dynamic(pair.0) || dynamic(pair.1)) && touches(pair));
        keys.extend(overlapping.map(|&(a, b)| (a, Other::Body(b))));
        keys.sort_unstable();

        std::mem::swap(&mut self.all, before);
        let mut old = before.drain(..).peekable();
        for &key in &*keys {
            while let Some(gone) = old.next_if(|pair| pair.key() < key) {
                spare.push(gone);
            }
            let pair = old.next_if(|pair| pair.key() == key);
            self.all.push(pair.unwrap_or_else(|| {
                if spare.is_empty() {
                    // Some at a time, so that most steps make none.
                    spare.resize_with(FRESH.max(keys.len() / 2), Pair::default);
                }
                let mut pair = spare.pop().unwrap_or_default();
                pair.become_new(key, bodies, statics);
                pair
            }));
        }
        spare.extend(old);
        let ahead = &*ahead;
        let find = |pair: &mut Pair| {
            if awake(pair, bodies) {
                let reach_m = ahead[pair.a] + pair.other.body().map_or(0.0, |b| ahead[b]);
                pair.find_contacts(bodies, statics, reach_m);
            }
        };
        if self.all.len() >= MANY {
            self.all.par_iter_mut().with_min_len(16).with_max_len(16).for_each(find);
        } else {
            self.all.iter_mut().for_each(find);
        }
    }

    /// All contacts of pairs with an awake side.
    pub(crate) fn contacts<'a>(
        &'a self,
        bodies: &'a Bodies,
    ) -> impl Iterator<Item = (&'a Pair, &'a Contact)> {
        let awake = self.all.iter().filter(|pair| awake(pair, bodies));
        awake.flat_map(|pair| pair.contacts.iter().map(move |contact| (pair, contact)))
    }

    /// Forgets the pairs of a body; returns what else was in them.
    pub(crate) fn forget(&mut self, body: usize) -> Vec<usize> {
        let of_it = |pair: &Pair| pair.a == body || pair.other == Other::Body(body);
        let others = self.all.iter().filter(|pair| of_it(pair));
        let others = others.flat_map(|pair| [Some(pair.a), pair.other.body()]).flatten().collect();
        self.all.retain(|pair| !of_it(pair));
        others
    }
}

/// Whether a side of the pair moves in this step.
pub(crate) fn awake(pair: &Pair, bodies: &Bodies) -> bool {
    let moves = |i: usize| bodies.at(i).is_some_and(RigidBody::is_moving);
    moves(pair.a) || pair.other.body().is_some_and(moves)
}

/// Whether a body may touch a static where it is.
pub(crate) fn is_near(body: &RigidBody, other: &Static) -> bool {
    let radius_m = (1.0 + MARGIN) * body.reach_m;
    !body.colliders.is_empty() && meets(&Bound { center_m: body.state.center_m, radius_m }, other)
}

fn meets(bound: &Bound, other: &Static) -> bool {
    match (&other.geometry, other.ball) {
        (Geometry::HalfSpace { normal, offset_m }, _) => {
            normal.dot(bound.center_m) - offset_m <= bound.radius_m
        }
        (_, Some((center_m, radius_m))) => bound.overlaps(&Bound { center_m, radius_m }),
        (_, None) => true,
    }
}
