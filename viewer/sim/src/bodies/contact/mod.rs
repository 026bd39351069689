//! What of bodies touches others; bodies that are inside one another.

mod colliders;
mod crowd;

use rigid_sim::BodyHandle;

use super::body::Body;
pub(super) use colliders::colliders;
pub(super) use crowd::refuse;

/// Greatest number of overlaps that are named.
const NAMED: usize = 5;

/// Fraction of the smaller body's radius up to which an overlap is a touch.
const TOUCH: f64 = 0.01;

/// Whether two bodies are inside one another by more than a touch.
pub(super) fn is_deep(all: &[Body], (a, b): (BodyHandle, BodyHandle), depth_m: f64) -> bool {
    let radius_m = |handle: BodyHandle| all[handle.index()].hull.hull.bounding_sphere().1;
    depth_m > TOUCH * radius_m(a).min(radius_m(b))
}

/// Warnings of bodies that are inside one another at the start.
pub(super) fn warnings(rigid: &rigid_sim::World, all: &[Body]) -> Vec<String> {
    let mut deep = rigid.overlaps();
    deep.retain(|(a, b, depth_m)| is_deep(all, (*a, *b), *depth_m));
    let text = |(a, b, depth_m): &(BodyHandle, BodyHandle, f64)| {
        let [a, b] = [a.index(), b.index()].map(|index| &all[index].name);
        format!(
            "body.{a}.position_m: it is {depth_m:.3} m inside body.{b} at the start, as far as their colliders tell, and contacts \
             push them apart, or keep one inside the other if it is so as a whole; give each a place of its own"
        )
    };
    let more = deep.len().saturating_sub(NAMED);
    let more = (more > 0)
        .then(|| format!("body: {more} further pairs of bodies are inside one another at the start"));
    deep.iter().take(NAMED).map(text).chain(more).collect()
}
