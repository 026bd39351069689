//! All pairs that may touch.

use super::broad_phase::{Bound, overlapping_pairs};
use super::pair::{Contact, Other, Pair};
use crate::body::{Bodies, BodyKind, RigidBody};
use crate::shape::{Geometry, Static};
use rayon::prelude::*;

/// Fraction of a body's size by which contacts are searched farther ahead than it moves in a step: a corner may come down
/// because another one was stopped.
const MARGIN: f64 = 0.01;
/// Pairs for which more than one thread is worth while.
const MANY: usize = 64;

/// Pairs that may touch, in ascending order of body and other side.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pairs {
    pub(crate) all: Vec<Pair>,
}

impl Pairs {
    /// Brings the pairs, and their contacts within what the bodies move in `dt` seconds, up to date with the poses. Pairs of
    /// which neither side moves, or no side is awake, stay as they are.
    pub(crate) fn update(&mut self, bodies: &Bodies, statics: &[Static], dt: f64) {
        let ahead: Vec<f64> = (0..bodies.slots())
            .map(|i| bodies.at(i).map_or(0.0, |body| body.fastest_m_s() * dt + MARGIN * body.reach_m))
            .collect();
        let bounds: Vec<Option<Bound>> = (0..bodies.slots())
            .map(|i| {
                let body = bodies.at(i).filter(|body| !body.quarantined && !body.colliders.is_empty())?;
                Some(Bound { center_m: body.state.center_m, radius_m: body.reach_m + ahead[i] })
            })
            .collect();
        let mut keys = Vec::new();
        for (a, bound) in bounds.iter().enumerate() {
            if let (Some(bound), Some(body)) = (bound, bodies.at(a))
                && body.kind == BodyKind::Dynamic
            {
                let near = statics.iter().enumerate().filter(|(_, other)| meets(bound, other));
                keys.extend(near.map(|(s, _)| (a, Other::Static(s))));
            }
        }
        let dynamic = |i: usize| bodies.at(i).is_some_and(|body| body.kind == BodyKind::Dynamic);
        let overlapping = overlapping_pairs(&bounds).into_iter().filter(|&(a, b)| dynamic(a) || dynamic(b));
        keys.extend(overlapping.map(|(a, b)| (a, Other::Body(b))));
        keys.sort_unstable();

        let mut old = std::mem::take(&mut self.all).into_iter().peekable();
        self.all.reserve(keys.len());
        for key in keys {
            while old.next_if(|pair| pair.key() < key).is_some() {}
            let pair = old.next_if(|pair| pair.key() == key);
            self.all.push(pair.unwrap_or_else(|| Pair::new(key.0, key.1, bodies, statics)));
        }
        let find = |pair: &mut Pair| {
            if awake(pair, bodies) {
                let reach_m = ahead[pair.a] + pair.other.body().map_or(0.0, |b| ahead[b]);
                pair.find_contacts(bodies, statics, reach_m);
            }
        };
        if self.all.len() >= MANY {
            self.all.par_iter_mut().with_min_len(16).for_each(find);
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

fn meets(bound: &Bound, other: &Static) -> bool {
    match (&other.geometry, other.ball) {
        (Geometry::HalfSpace { normal, offset_m }, _) => {
            normal.dot(bound.center_m) - offset_m <= bound.radius_m
        }
        (_, Some((center_m, radius_m))) => bound.overlaps(&Bound { center_m, radius_m }),
        (_, None) => true,
    }
}
