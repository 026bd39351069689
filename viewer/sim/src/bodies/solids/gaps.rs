//! Walls so thin that they cover no cell in places, and leave gaps there.

use std::collections::{BTreeMap, BTreeSet};

use glam::{DVec2, Vec3};
use rigid_sim::RigidBody;

use crate::bodies::body::Body;

/// Warning of a solid that lies in more pieces on the grid than its mesh has, since it is too thin to cover a cell in each column or row that it
/// crosses; `labels` are those of the solid over each cell, in rows of `nx`.
///
/// At an angle θ to the grid a wall `Δx max(|cos θ|, |sin θ|)` thick covers a cell everywhere. Cells that touch at a corner are a wall there.
pub(super) fn gaps(
    cell_m: f64,
    (labels, nx): (&[u16], usize),
    body: &Body,
    rigid: &RigidBody,
) -> Option<String> {
    let pieces = pieces_of_cells(labels, nx, body.label);
    if pieces <= 1 || pieces <= pieces_of_mesh(&body.mesh.vertices, &body.mesh.triangles) {
        return None;
    }
    let from_above = |v: &Vec3| (rigid.rotation() * v.as_dvec3()).truncate();
    let places: Vec<DVec2> = body.mesh.vertices.iter().map(from_above).collect();
    // Of a closed mesh each place is seen from above and from below.
    let of_triangle = |t: &[u32; 3]| {
        let [a, b, c] = t.map(|n| places[n as usize]);
        0.25 * (b - a).perp_dot(c - a).abs()
    };
    let area_m2: f64 = body.mesh.triangles.iter().map(of_triangle).sum();
    let (length_m, along) = longest(&places)?;
    let (thickness_m, [x, y]) = (area_m2 / length_m, along.abs().to_array());
    let least_m = cell_m * x.max(y);
    (thickness_m < least_m).then(|| {
        format!(
            "body.{}: it is {thickness_m:.3} m thick and lies in {pieces} pieces on the grid, between which water passes; at {:.0}° to the grid a wall \
             without gaps is at least {least_m:.3} m thick with cells of {cell_m} m: take a thicker one, or cells of at most {:.3} m (grid.cell_size_m)",
            body.name,
            y.min(x).atan2(x.max(y)).to_degrees(),
            thickness_m / x.max(y)
        )
    })
}

/// Number of pieces without a gap that the cells of a label are in, together with those of other solids.
fn pieces_of_cells(labels: &[u16], nx: usize, label: u16) -> usize {
    let mut seen = BTreeSet::new();
    let (mut pieces, mut next) = (0, Vec::new());
    for first in (0..labels.len()).filter(|k| labels[*k] == label) {
        if !seen.insert(first) {
            continue;
        }
        pieces += 1;
        next.push(first);
        while let Some(k) = next.pop() {
            let (i, j) = (k % nx, k / nx);
            for y in j.saturating_sub(1)..(j + 2).min(labels.len() / nx) {
                for x in i.saturating_sub(1)..(i + 2).min(nx) {
                    let at = y * nx + x;
                    if labels[at] != 0 && seen.insert(at) {
                        next.push(at);
                    }
                }
            }
        }
    }
    pieces
}

/// Number of pieces of a mesh whose triangles have no corner in common.
fn pieces_of_mesh(vertices: &[Vec3], triangles: &[[u32; 3]]) -> usize {
    let mut first_at = BTreeMap::new();
    let same: Vec<usize> = (0..vertices.len())
        .map(|n| *first_at.entry(vertices[n].to_array().map(f32::to_bits)).or_insert(n))
        .collect();
    let mut root: Vec<usize> = (0..vertices.len()).collect();
    let find = |root: &[usize], mut n: usize| {
        while root[n] != n {
            n = root[n];
        }
        n
    };
    for triangle in triangles {
        let [a, b, c] = triangle.map(|n| find(&root, same[n as usize]));
        let least = a.min(b).min(c);
        [a, b, c].into_iter().for_each(|n| root[n] = least);
    }
    let roots = triangles.iter().map(|triangle| find(&root, same[triangle[0] as usize]));
    roots.collect::<BTreeSet<_>>().len()
}

/// Length and direction of what is seen at some places: across that it is shortest.
fn longest(places: &[DVec2]) -> Option<(f64, DVec2)> {
    let extent = |along: DVec2| {
        let (low, high) = places
            .iter()
            .map(|at| at.dot(along))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));
        high - low
    };
    // Across a wall its extent is least.
    let directions = (0..360).map(|n| DVec2::from_angle((0.5 * f64::from(n)).to_radians()));
    let across = directions.min_by(|a, b| extent(*a).total_cmp(&extent(*b)))?;
    let along = across.perp();
    let length_m = extent(along);
    (length_m > 0.0).then_some((length_m, along))
}
