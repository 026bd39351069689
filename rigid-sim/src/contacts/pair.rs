//! Pairs of a body and what it may touch, which persist from step to step with their contact points and impulses.

use glam::DVec3;
use parry3d::query::{ContactManifold, TrackedContact};

/// Most points of two convex shapes that the solver is given: they span the same area as all of them.
pub(super) const POINTS: usize = 4;

/// The other side of a contact, by its index in the world's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Other {
    Body(usize),
    Static(usize),
}

impl Other {
    pub(crate) fn body(self) -> Option<usize> {
        match self {
            Other::Body(b) => Some(b),
            Other::Static(_) => None,
        }
    }
}

/// Impulse of one contact on body `a` in the last sub-step: along the normal, and the friction (world axes), N·s.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Impulse {
    pub(crate) normal: f64,
    pub(crate) friction: DVec3,
}

/// One contact point of body `a` with another body or a static.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Contact {
    /// Unit vector out of the other's surface towards `a`.
    pub(crate) normal: DVec3,
    /// Half-way between the two surfaces, world, m: one point for both, so that action and reaction lie on one line.
    pub(crate) point_m: DVec3,
    /// Distance between the surfaces along the normal, below zero where they overlap, m.
    pub(crate) gap_m: f64,
    /// The impulse of the last sub-step, from which the next begins.
    pub(crate) impulse: Impulse,
    /// The piece of the pair and its point that this is.
    pub(crate) place: (usize, usize),
}

/// Body `a` and what it may touch.
#[derive(Debug, Clone)]
pub(crate) struct Pair {
    pub(crate) a: usize,
    pub(crate) other: Other,
    pub(crate) friction: f64,
    pub(crate) restitution: f64,
    /// Points of contact of each two shapes that may touch, from the last step on.
    pub(crate) pieces: Vec<Piece>,
    /// The points of this step.
    pub(crate) contacts: Vec<Contact>,
    /// Memory of the search for contacts: pieces of the step before, points of one of them, and of one that was not before.
    pub(super) before: Vec<Piece>,
    pub(super) points: [Vec<TrackedContact<Impulse>>; 2],
}

impl Default for Pair {
    /// Without sides, and with memory for two shapes, of which the solver is given no more than these points.
    fn default() -> Self {
        Self {
            a: 0,
            other: Other::Static(0),
            friction: 0.0,
            restitution: 0.0,
            pieces: Vec::with_capacity(1),
            contacts: Vec::with_capacity(POINTS),
            before: Vec::with_capacity(1),
            points: std::array::from_fn(|_| Vec::with_capacity(POINTS)),
        }
    }
}

/// Two convex shapes of a pair.
#[derive(Debug, Clone)]
pub(crate) struct Piece {
    /// Collider of `a`, collider of the other body, triangle of a surface.
    pub(crate) shapes: [u32; 3],
    pub(crate) points: Points,
}

/// The contact points of two convex shapes.
#[derive(Debug, Clone)]
pub(crate) enum Points {
    /// Corners of `a` in f64, with the impulses of those that have one.
    Corners(Corners),
    /// parry's, which updates them while the shapes hardly move on each other and recognizes their features otherwise.
    Manifold(ContactManifold<(), Impulse>),
}

/// Corners with impulses. The first is stored in place: balls have no other.
#[derive(Debug, Clone, Default)]
pub(crate) struct Corners {
    first: Option<(u32, Impulse)>,
    others: Vec<(u32, Impulse)>,
}

impl Corners {
    pub(crate) fn push(&mut self, corner: (u32, Impulse)) {
        match self.first {
            Some(_) => self.others.push(corner),
            None => self.first = Some(corner),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.first = None;
        self.others.clear();
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &(u32, Impulse)> {
        self.first.iter().chain(&self.others)
    }
}

impl FromIterator<(u32, Impulse)> for Corners {
    fn from_iter<I: IntoIterator<Item = (u32, Impulse)>>(all: I) -> Self {
        let mut corners = Self::default();
        all.into_iter().for_each(|corner| corners.push(corner));
        corners
    }
}

impl Pair {
    pub(crate) fn key(&self) -> (usize, Other) {
        (self.a, self.other)
    }

    /// Stores the impulses of the solver at the points that they belong to.
    pub(crate) fn keep_impulses(&mut self) {
        for piece in &mut self.pieces {
            match &mut piece.points {
                Points::Corners(corners) => corners.clear(),
                Points::Manifold(manifold) => {
                    manifold.points.iter_mut().for_each(|point| point.data = Impulse::default());
                }
            }
        }
        for contact in &self.contacts {
            let (piece, point) = contact.place;
            match &mut self.pieces[piece].points {
                Points::Corners(corners) if contact.impulse.normal > 0.0 => {
                    corners.push((point as u32, contact.impulse));
                }
                Points::Corners(_) => {}
                Points::Manifold(manifold) => manifold.points[point].data = contact.impulse,
            }
        }
    }
}
