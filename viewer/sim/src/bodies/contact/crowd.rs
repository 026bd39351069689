//! Many bodies in one place: they are refused before contacts between them are looked for, which would be as many as there are pairs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::{DQuat, DVec3, Vec3};
use rigid_sim::RigidBody;

use crate::Error;
use crate::bodies::body::Body;
use crate::scenario::Scenario;

/// Number of other bodies in the place of one up to which contacts can be asked to push them apart.
const MOST: usize = 32;

/// A body as it stands when it comes into the world.
struct Stand<'a> {
    name: &'a str,
    /// Middle of the box around its mesh, m.
    middle_m: DVec3,
    /// Half the edges of that box in the mesh's frame, m.
    half_m: DVec3,
    rotation: DQuat,
    /// Cell of its middle; bodies of one size that come at one time and are in one cell have the same.
    cell: Cell,
}

/// Time as bits, logarithm of the size, and the cell of a grid as fine as that.
type Cell = (u64, i32, [i64; 3]);

impl Stand<'_> {
    /// Whether each of two has its middle in the inner half of the other's box: they are inside one another far beyond a touch.
    fn shares_place(&self, other: &Self) -> bool {
        let apart_m = other.middle_m - self.middle_m;
        let is_within = |of: &Self| (of.rotation.inverse() * apart_m).abs().cmple(0.5 * of.half_m).all();
        is_within(self) && is_within(other)
    }
}

/// Refuses more than [`MOST`] bodies of about one size in one place, each given with the time at which it comes into the world. The time
/// goes with the number of bodies.
///
/// # Errors
/// With the key of the copies, or of a body.
pub(in crate::bodies) fn refuse<'a>(
    scenario: &Scenario,
    bodies: impl Iterator<Item = (&'a Body, &'a RigidBody, f64)>,
) -> Result<(), Error> {
    let mut last: Option<(&Arc<[Vec3]>, [DVec3; 2])> = None;
    let stands: Vec<Stand<'_>> = bodies
        .map(|(body, rigid, at_s)| {
            let vertices = &body.mesh.vertices;
            let [low, high] = match last {
                Some((of, ends)) if Arc::ptr_eq(of, vertices) => ends,
                _ => ends(vertices),
            };
            last = Some((vertices, [low, high]));
            let middle_m = rigid.origin_m() + rigid.rotation() * (0.5 * (low + high));
            let half_m = 0.5 * (high - low);
            let level = half_m.length().log2().ceil();
            // Two that share a place are nearer than half of either diagonal, and so in neighboring cells.
            let side_m = 0.5 * level.exp2();
            let cell = (middle_m / side_m).floor().to_array().map(|c| c as i64);
            Stand {
                name: &body.name,
                middle_m,
                half_m,
                rotation: rigid.rotation(),
                cell: (at_s.to_bits(), level as i32, cell),
            }
        })
        .collect();
    let mut cells = BTreeMap::<Cell, Vec<usize>>::new();
    for (index, stand) in stands.iter().enumerate() {
        cells.entry(stand.cell).or_default().push(index);
    }
    let is_crowded = |index: &usize| {
        let stand = &stands[*index];
        let (time, level, [i, j, k]) = stand.cell;
        let near = (i - 1..=i + 1)
            .flat_map(|i| (j - 1..=j + 1).flat_map(move |j| (k - 1..=k + 1).map(move |k| [i, j, k])));
        let others = near.filter_map(|cell| cells.get(&(time, level, cell))).flatten();
        others.filter(|other| *other != index && stands[**other].shares_place(stand)).take(MOST + 1).count()
            > MOST
    };
    let crowded: Vec<&Stand<'_>> = (0..stands.len()).filter(is_crowded).map(|index| &stands[index]).collect();
    crowded.first().map_or(Ok(()), |first| Err(refusal(scenario, first, &crowded)))
}

fn refusal(scenario: &Scenario, first: &Stand<'_>, crowded: &[&Stand<'_>]) -> Error {
    let at = format!("[{:.3}, {:.3}] m", first.middle_m.x, first.middle_m.y);
    let apart_m = 2.0 * first.half_m.truncate().length();
    let Some(of) = scenario.copies.get(first.name) else {
        let names: BTreeSet<&str> = crowded.iter().map(|stand| stand.name).collect();
        let message = format!(
            "{} bodies have more than {MOST} others in their place, this one at {at}; nothing can push so many apart: put them at least {apart_m:.3} m \
             from each other, or take fewer",
            names.len()
        );
        return Error::of_body(scenario, first.name, "position_m", message);
    };
    let is_copy = |name: &str| scenario.copies.get(name) == Some(of);
    let count = scenario.copies.values().filter(|other| *other == of).count();
    let among = crowded.iter().filter(|stand| is_copy(stand.name)).count();
    let message = format!(
        "{among} of its {count} copies have more than {MOST} others in their place, the first at {at}; nothing can push so many apart: space them at \
         least {apart_m:.3} m from each other (step_m, to_m, spacing_m), or take fewer (count)"
    );
    Error::of_body(scenario, of, "repeat", message)
}

/// Lowest and highest corner of the box around vertices.
fn ends(vertices: &[Vec3]) -> [DVec3; 2] {
    let empty = [DVec3::INFINITY, DVec3::NEG_INFINITY];
    vertices.iter().map(|v| v.as_dvec3()).fold(empty, |[low, high], at| [low.min(at), high.max(at)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stand(middle_m: DVec3, half_m: DVec3, heading_deg: f64) -> Stand<'static> {
        let rotation = DQuat::from_rotation_z(heading_deg.to_radians());
        Stand { name: "", middle_m, half_m, rotation, cell: (0, 0, [0; 3]) }
    }

    #[test]
    fn bodies_that_lie_side_by_side_do_not_share_a_place() {
        let log = DVec3::new(5.0, 0.5, 0.5);
        // Where the boxes along the axes of the world overlap, too.
        let beside = DQuat::from_rotation_z(45f64.to_radians()) * DVec3::new(0.0, 1.0, 0.0);
        let first = stand(DVec3::ZERO, log, 45.0);
        assert!(!first.shares_place(&stand(beside, log, 45.0)));
        assert!(first.shares_place(&stand(0.2 * beside, log, 45.0)));
        // Across one another they do, and a small one in the middle of a large one.
        assert!(first.shares_place(&stand(DVec3::ZERO, log, 135.0)));
        assert!(first.shares_place(&stand(DVec3::ZERO, 0.1 * log, 0.0)));
        assert!(!first.shares_place(&stand(3.0 * beside, 9.0 * log, 0.0)));
    }
}
