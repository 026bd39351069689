use glam::{Vec2, Vec3, Vec4};
use mask_raster::raster::Point;
use rayon::prelude::*;

use crate::geometry::{Mesh, Vertex};
use crate::shading::Lighting;

/// The triangles of a picture in the coordinates of its samples; kept from picture to picture for its memory.
#[derive(Default)]
pub(super) struct Screen {
    corners: Vec<Corner>,
    pub(super) facets: Vec<Facet>,
    /// For each band of rows the facets that reach into it, in drawing order.
    pub(super) bands: Vec<Vec<u32>>,
}

/// A triangle in front of the camera and not beside the picture.
#[derive(Clone, Copy)]
pub(super) struct Facet {
    /// Indices into the corners.
    corners: [u32; 3],
    pub(super) is_water: bool,
}

/// A vertex on the screen.
#[derive(Clone, Copy)]
pub(super) struct Corner {
    /// Position in the world, m, and the distance from the camera along its direction, by which the coordinates on the screen
    /// were divided.
    pub(super) position: Vec4,
    pub(super) normal: Vec3,
    pub(super) paint: [f32; 4],
    clip: Vec4,
    /// How far it is beyond the level at which what is drawn ends, m; linear over a triangle.
    pub(super) over: f32,
    /// Depth on the screen, 1 at the near plane and 0 far away.
    pub(super) depth: f32,
    /// Place in samples; `None` behind the near plane or too far away to be placed.
    pub(super) at: Option<Point>,
    /// Sample column and row, for sorting into bands.
    column: f32,
    row: f32,
    /// The sides of the view on which it lies outside, a bit each; `BEHIND` for the near plane.
    outside: u8,
}

const BEHIND: u8 = 16;

impl Corner {
    fn new(vertex: Vertex, over: f32, clip: Vec4, [width, height]: [usize; 2]) -> Self {
        let [x, y, z, w] = clip.as_dvec4().to_array();
        let outside = [x < -w, x > w, y < -w, y > w, z > w || w <= 0.0];
        let outside = outside.iter().rev().fold(0, |bits, &bit| bits << 1 | u8::from(bit));
        let [column, row] = [(0.5 + 0.5 * x / w) * width as f64, (0.5 - 0.5 * y / w) * height as f64];
        let at = if outside & BEHIND == 0 { Point::snap(column, row) } else { None };
        Self {
            position: Vec3::from(vertex.position).extend(clip.w),
            normal: vertex.normal.into(),
            paint: vertex.paint,
            clip,
            over,
            depth: clip.z / clip.w,
            at,
            column: column as f32,
            row: row as f32,
            outside,
        }
    }
}

impl Screen {
    /// Projects the triangles of some parts, solid ones or water, cuts them at the near plane and leaves out what lies beside the picture.
    /// `seen` says where a place is seen, and how far it is beyond the level at which what is drawn ends.
    pub(super) fn project(
        &mut self,
        parts: &[(&Mesh, bool)],
        lighting: &Lighting,
        samples: [usize; 2],
        seen: impl Fn(Vec3) -> (Vec3, f32) + Sync,
    ) {
        let Self { corners, facets, .. } = self;
        let to_clip = lighting.camera.view_projection;
        let project = |vertex: &Vertex| {
            let (place, over) = seen(vertex.position.into());
            Corner::new(*vertex, over, to_clip * place.extend(1.0), samples)
        };
        corners.clear();
        for (mesh, _) in parts {
            corners.par_extend(mesh.vertices.par_iter().map(&project));
        }
        facets.clear();
        let firsts = parts.iter().scan(0, |count, (mesh, _)| {
            let first = *count;
            *count += mesh.vertices.len() as u32;
            Some(first)
        });
        let triangles = parts.iter().zip(firsts).flat_map(|((mesh, is_water), first)| {
            mesh.triangles.iter().map(move |triangle| (triangle.map(|v| first + v), *is_water))
        });
        for (triangle, is_water) in triangles {
            let [a, b, c] = triangle.map(|v| corners[v as usize].outside);
            if a & b & c != 0 {
                continue;
            }
            if (a | b | c) & BEHIND == 0 {
                facets.push(Facet { corners: triangle, is_water });
                continue;
            }
            for part in in_front(triangle.map(|v| corners[v as usize]), samples).into_iter().flatten() {
                let first = corners.len() as u32;
                corners.extend(part);
                facets.push(Facet { corners: [first, first + 1, first + 2], is_water });
            }
        }
    }

    pub(super) fn corners(&self, facet: &Facet) -> [&Corner; 3] {
        facet.corners.map(|v| &self.corners[v as usize])
    }

    /// The box of samples that hold all facets, its upper left corner and that beyond its lower right one; `None` if there are none.
    pub(super) fn extent(&self, samples: [usize; 2]) -> Option<[[usize; 2]; 2]> {
        let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        for corner in self.facets.iter().flat_map(|facet| self.corners(facet)) {
            let at = Vec2::new(corner.column, corner.row);
            (low, high) = (low.min(at), high.max(at));
        }
        let last = Vec2::new(samples[0] as f32, samples[1] as f32);
        let low = (low - 1.0).clamp(Vec2::ZERO, last);
        let high = (high + 2.0).clamp(Vec2::ZERO, last);
        let box2 = [low, high].map(|at| [at.x as usize, at.y as usize]);
        (box2[0][0] < box2[1][0] && box2[0][1] < box2[1][1]).then_some(box2)
    }

    /// Sorts the facets into bands of `rows` rows.
    pub(super) fn sort(&mut self, rows: usize, height: usize) {
        let Self { corners, facets, bands } = self;
        bands.iter_mut().for_each(Vec::clear);
        bands.resize_with(height.div_ceil(rows), Vec::new);
        let last = bands.len() - 1;
        for (index, facet) in facets.iter().enumerate() {
            let [a, b, c] = facet.corners.map(|v| corners[v as usize].row);
            let band = |row: f32| (row.max(0.0) as usize / rows).min(last);
            for band in &mut bands[band(a.min(b).min(c) - 1.0)..=band(a.max(b).max(c) + 1.0)] {
                band.push(index as u32);
            }
        }
    }
}

/// The part of a triangle before the near plane, as none, one or two triangles.
fn in_front(corners: [Corner; 3], samples: [usize; 2]) -> [Option<[Corner; 3]>; 2] {
    let is_before = |corner: &Corner| corner.outside & BEHIND == 0;
    let count = corners.iter().filter(|corner| is_before(corner)).count();
    if count == 3 {
        return [Some(corners), None];
    }
    if count == 0 {
        return [None, None];
    }
    // Turn the triangle until the corner that is alone on its side comes first.
    let alone = (0..3).find(|&k| is_before(&corners[k]) == (count == 1)).unwrap_or(0);
    let [a, b, c] = [0, 1, 2].map(|k| corners[(alone + k) % 3]);
    let (ab, ac) = (at_near_plane(a, b, samples), at_near_plane(a, c, samples));
    if count == 1 { [Some([a, ab, ac]), None] } else { [Some([ab, b, c]), Some([ab, c, ac])] }
}

fn at_near_plane(a: Corner, b: Corner, samples: [usize; 2]) -> Corner {
    let (beyond_a, beyond_b) = (a.clip.w - a.clip.z, b.clip.w - b.clip.z);
    let t = beyond_a / (beyond_a - beyond_b);
    let mix = |a: Vec3, b: Vec3| a.lerp(b, t).to_array();
    let paint = Vec4::from(a.paint).lerp(b.paint.into(), t).into();
    let vertex = Vertex {
        position: mix(a.position.truncate(), b.position.truncate()),
        normal: mix(a.normal, b.normal),
        paint,
    };
    let clip = a.clip.lerp(b.clip, t);
    Corner::new(vertex, a.over + (b.over - a.over) * t, clip.with_z(clip.z.min(clip.w)), samples)
}

#[cfg(test)]
impl Corner {
    /// A corner in the middle of a picture of 100 × 100 samples, `w` away.
    pub(super) fn at_distance(w: f32) -> Self {
        let vertex = Vertex { position: [w, 0.0, 0.0], normal: [0.0, 0.0, 1.0], paint: [0.0; 4] };
        Self::new(vertex, 0.0, Vec4::new(0.0, 0.0, 0.1, w), [100, 100])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_behind_the_camera_has_no_place_on_the_screen() {
        let [behind, before] = [-1.0, 1.0].map(Corner::at_distance);
        assert!(behind.at.is_none() && behind.outside & BEHIND != 0);
        assert!(before.at.is_some() && before.outside == 0);
    }
}
