//! Volume, centroid and second moments of the solid inside a closed triangle mesh.

use crate::error::Error;
use glam::{DMat3, DVec3, Vec3};
use parry3d::transformation::try_convex_hull;
use std::collections::HashMap;

/// Integrals over the solid inside a closed mesh.
pub(crate) struct MeshIntegrals {
    pub(crate) volume_m3: f64,
    pub(crate) centroid_m: DVec3,
    /// `∫ x xᵀ dV` about the centroid, m⁵.
    pub(crate) second_moments_m5: DMat3,
}

/// Sums signed tetrahedra between the mesh's triangles and a point near it (divergence theorem).
///
/// For a tetrahedron with one corner in the origin and the others `a, b, c`, with `d = a·(b×c)` and `s = a+b+c`:
/// volume `d/6`, first moment `d s/24`, second moment `d (aaᵀ + bbᵀ + ccᵀ + ssᵀ)/120`.
///
/// parry3d sums the same tetrahedra in f32, which is not enough here: a sphere of 40 000 triangles
/// modeled 100 m from its origin gets a centroid that is off by 3.6 mm, which already trims a boat.
///
/// # Errors
/// [`Error::NotFinite`], [`Error::Index`], [`Error::OpenMesh`], [`Error::InvertedMesh`], [`Error::NoVolume`].
pub(crate) fn integrate(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Result<MeshIntegrals, Error> {
    check_vertices(vertices, triangles)?;
    let edges = unmatched_edges(vertices, triangles);
    if edges > 0 {
        return Err(Error::OpenMesh { edges });
    }
    let (low, high) = vertices
        .iter()
        .fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), &v| (low.min(v), high.max(v)));
    let origin = 0.5 * (low.as_dvec3() + high.as_dvec3());

    let (mut volume, mut first, mut second) = (0.0, DVec3::ZERO, DMat3::ZERO);
    for triangle in triangles {
        let [a, b, c] = triangle.map(|i| vertices[i as usize].as_dvec3() - origin);
        let (d, s) = (a.dot(b.cross(c)), a + b + c);
        volume += d / 6.0;
        first += s * (d / 24.0);
        second += (outer(a) + outer(b) + outer(c) + outer(s)) * (d / 120.0);
    }
    let box_volume = (high.as_dvec3() - low.as_dvec3()).element_product();
    if triangles.is_empty() || volume.abs() <= 1e-9 * box_volume || volume == 0.0 {
        return Err(Error::NoVolume { volume_m3: volume, triangles: triangles.len() });
    }
    if volume < 0.0 {
        return Err(Error::InvertedMesh { volume_m3: volume });
    }
    let centroid = first / volume;
    Ok(MeshIntegrals {
        volume_m3: volume,
        centroid_m: origin + centroid,
        second_moments_m5: second - outer(centroid) * volume,
    })
}

/// Greatest number of points of which the exact convex hull is taken: its computation grows with their square.
const MOST_POINTS: usize = 5000;

/// Number of directions in which the outermost of more points are taken.
const DIRECTIONS: usize = 1000;

/// Corners and triangles of the convex hull of `points`.
///
/// Of more than [`MOST_POINTS`] it is the hull of those that lie farthest out in [`DIRECTIONS`] directions: within the hull of
/// all, and close to it on bodies without shallow corners.
///
/// # Errors
/// [`Error::NotFinite`]; [`Error::DegenerateHull`] if they span no volume.
pub(crate) fn convex_hull(points: &[Vec3]) -> Result<(Vec<Vec3>, Vec<[u32; 3]>), Error> {
    check_vertices(points, &[])?;
    let degenerate = Error::DegenerateHull { points: points.len() };
    let hull = |points: &[Vec3]| {
        let (corners, triangles) = try_convex_hull(points).ok()?;
        // Of points in one plane parry makes a flat two-sided polygon.
        integrate(&corners, &triangles).ok()?;
        Some((corners, triangles))
    };
    if points.is_empty() {
        return Err(degenerate);
    }
    let exact = if points.len() > MOST_POINTS { None } else { hull(points) };
    // Parry also fails where thousands of points lie nearly in one plane or on one line.
    exact.or_else(|| hull(&outermost(points, DIRECTIONS))).ok_or(degenerate)
}

/// The points that lie farthest out in a number of directions spread evenly over a sphere, each once, in their order.
pub(super) fn outermost(points: &[Vec3], directions: usize) -> Vec<Vec3> {
    let coordinates: [Vec<f32>; 3] = [0, 1, 2].map(|axis| points.iter().map(|p| p[axis]).collect());
    // The golden angle, along a spiral from pole to pole.
    let turn = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
    let mut chosen: Vec<usize> = (0..directions)
        .map(|k| {
            let z = 1.0 - (2 * k + 1) as f64 / directions as f64;
            let (sine, cosine) = (turn * k as f64).sin_cos();
            let across = (1.0 - z * z).sqrt();
            farthest(&coordinates, DVec3::new(across * cosine, across * sine, z).as_vec3())
        })
        .collect();
    chosen.sort_unstable();
    chosen.dedup();
    chosen.into_iter().map(|i| points[i]).collect()
}

/// Index of the first of the points, given by coordinates, that lie farthest in a direction.
fn farthest([xs, ys, zs]: &[Vec<f32>; 3], direction: Vec3) -> usize {
    // In chunks, whose greatest values the compiler finds by vectors.
    const CHUNK: usize = 1024;
    let along = |x: f32, y: f32, z: f32| x * direction.x + y * direction.y + z * direction.z;
    let greatest = |(xs, ys, zs): (&[f32], &[f32], &[f32])| {
        let values = xs.iter().zip(ys).zip(zs).map(|((&x, &y), &z)| along(x, y, z));
        values.fold(f32::NEG_INFINITY, |a, b| if b > a { b } else { a })
    };
    let chunks = xs.chunks(CHUNK).zip(ys.chunks(CHUNK)).zip(zs.chunks(CHUNK));
    let (mut best, mut most) = (0, f32::NEG_INFINITY);
    for (chunk, ((xs, ys), zs)) in chunks.enumerate() {
        let value = greatest((xs, ys, zs));
        if value > most {
            (best, most) = (chunk * CHUNK, value);
        }
    }
    (best..xs.len()).find(|&i| along(xs[i], ys[i], zs[i]) == most).unwrap_or(best)
}

/// Refuses vertices that are not finite and triangles that name a vertex that does not exist.
pub(crate) fn check_vertices(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Result<(), Error> {
    if let Some(vertex) = vertices.iter().position(|v| !v.is_finite()) {
        return Err(Error::NotFinite { what: format!("a coordinate of mesh vertex {vertex} (m)") });
    }
    for (triangle, indices) in triangles.iter().enumerate() {
        if let Some(&index) = indices.iter().find(|&&i| i as usize >= vertices.len()) {
            let what = format!("a vertex of mesh triangle {triangle}");
            return Err(Error::Index { what, index: index as usize, len: vertices.len() });
        }
    }
    Ok(())
}

/// Number of undirected edges that do not occur equally often in both directions, with vertices at one position counted as
/// one (STL files repeat a vertex in every triangle that uses it).
fn unmatched_edges(vertices: &[Vec3], triangles: &[[u32; 3]]) -> usize {
    let mut first_at = HashMap::new();
    let merged: Vec<u32> = (0u32..)
        .zip(vertices)
        .map(|(i, v)| *first_at.entry((*v + Vec3::ZERO).to_array().map(f32::to_bits)).or_insert(i))
        .collect();
    let mut balance: HashMap<(u32, u32), i32> = HashMap::new();
    for triangle in triangles {
        let [a, b, c] = triangle.map(|i| merged[i as usize]);
        for (from, to) in [(a, b), (b, c), (c, a)] {
            if from != to {
                *balance.entry((from.min(to), from.max(to))).or_default() += if from < to { 1 } else { -1 };
            }
        }
    }
    balance.values().filter(|&&b| b != 0).count()
}

/// `v vᵀ`.
pub(crate) fn outer(v: DVec3) -> DMat3 {
    DMat3::from_cols(v * v.x, v * v.y, v * v.z)
}
