//! Bodies: shaded smoothly, except at the creases of their mesh.

use std::collections::HashMap;
use std::sync::Arc;

use glam::Vec3;

use super::mesh::{Mesh, Vertex, paint};
use super::surface::Surface;
use crate::render::color::PressureRange;
use crate::scene::{BodyModel, WaterSheet};

/// Faces that meet at less than this angle are shaded as one smooth surface.
const CREASE_COS: f32 = 0.82; // 35°

/// Normals of the meshes drawn so far, one for each corner of a triangle.
#[derive(Default)]
pub(in crate::render) struct Hulls {
    known: Vec<Known>,
}

struct Known {
    vertices: Arc<[Vec3]>,
    triangles: Arc<[[u32; 3]]>,
    normals: Vec<[Vec3; 3]>,
}

impl Hulls {
    /// Drops the meshes that are in no scene any more.
    pub(in crate::render) fn forget_unused(&mut self) {
        self.known.retain(|known| Arc::strong_count(&known.vertices) > 1);
    }

    /// Appends `body`, raised by what the exaggeration of heights adds to the water level there. A body whose pose is not finite
    /// or whose mesh has an index out of range is left out.
    pub(in crate::render) fn append(
        &mut self,
        body: &BodyModel,
        sheet: &WaterSheet,
        surface: &Surface,
        vertical_scale: f32,
        pressures: &PressureRange,
        mesh: &mut Mesh,
    ) {
        let count = body.vertices.len();
        if !body.translation_m.is_finite()
            || !body.rotation.is_finite()
            || body.triangles.iter().flatten().any(|&v| v as usize >= count)
        {
            return;
        }
        let drawn_m = surface.height_m(body.translation_m.truncate()) - sheet.still_level_m;
        let lift_m = if vertical_scale == 1.0 { 0.0 } else { drawn_m * (1.0 - 1.0 / vertical_scale) };
        let origin = body.translation_m + Vec3::Z * lift_m;
        let paint = paint(body.color);
        for (face, (triangle, normals)) in body.triangles.iter().zip(self.normals(body)).enumerate() {
            let paint = match body.pressure_pa.get(face) {
                Some(pressure_pa) if pressure_pa.is_finite() => pressures.color(*pressure_pa),
                _ => paint,
            };
            let first = mesh.vertices.len() as u32;
            mesh.vertices.extend(triangle.iter().zip(normals).map(|(&v, &normal)| Vertex {
                position: (origin + body.rotation * body.vertices[v as usize]).into(),
                normal: (body.rotation * normal).into(),
                paint,
            }));
            mesh.triangles.push([first, first + 1, first + 2]);
        }
    }

    fn normals(&mut self, body: &BodyModel) -> &[[Vec3; 3]] {
        let (vertices, triangles) = (&body.vertices, &body.triangles);
        let same = |known: &Known| {
            Arc::ptr_eq(&known.vertices, vertices) && Arc::ptr_eq(&known.triangles, triangles)
        };
        let at = self.known.iter().position(same).unwrap_or_else(|| {
            let normals = corner_normals(vertices, triangles);
            self.known.push(Known { vertices: vertices.clone(), triangles: triangles.clone(), normals });
            self.known.len() - 1
        });
        &self.known[at].normals
    }
}

/// The normals at the corners of each triangle: means, weighted by area, over the faces at that corner that are turned by less
/// than the crease angle. Corners at one position count as one, so that a file of separate triangles is smooth too.
fn corner_normals(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Vec<[Vec3; 3]> {
    let place = |v: u32| vertices[v as usize].to_array().map(|x| (x + 0.0).to_bits());
    let scaled = |t: &[u32; 3]| {
        let [a, b, c] = t.map(|v| vertices[v as usize]);
        (b - a).cross(c - a)
    };
    let faces: Vec<Vec3> = triangles.iter().map(scaled).collect();
    let mut around: HashMap<[u32; 3], Vec<u32>> = HashMap::new();
    for (face, triangle) in triangles.iter().enumerate() {
        for &v in triangle {
            around.entry(place(v)).or_default().push(face as u32);
        }
    }
    triangles
        .iter()
        .zip(&faces)
        .map(|(triangle, own)| {
            let unit = own.normalize_or(Vec3::Z);
            triangle.map(|v| {
                let sum: Vec3 = around[&place(v)]
                    .iter()
                    .map(|&face| faces[face as usize])
                    .filter(|face| face.normalize_or_zero().dot(unit) > CREASE_COS)
                    .sum();
                sum.normalize_or(unit)
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Quat;

    fn fold(angle: f32) -> ([Vec3; 4], [[u32; 3]; 2]) {
        let wing = Vec3::new(-angle.cos(), 0.0, -angle.sin());
        ([Vec3::ZERO, Vec3::Y, Vec3::X, wing], [[0, 2, 1], [0, 1, 3]])
    }

    #[test]
    fn a_gentle_fold_is_smooth_and_a_sharp_one_is_a_crease() {
        let (vertices, triangles) = fold(0.3);
        let smooth = corner_normals(&vertices, &triangles);
        assert_eq!(smooth[0][0], smooth[1][0]);
        assert!(smooth[0][0].x.abs() > 0.1 && smooth[0][1].distance(Vec3::Z) < 1e-6);
        let (vertices, triangles) = fold(1.0);
        let sharp = corner_normals(&vertices, &triangles);
        assert!(sharp[0][0].distance(Vec3::Z) < 1e-6);
        assert!(sharp[1][0].distance(Vec3::new(-1f32.sin(), 0.0, 1f32.cos())) < 1e-6);
    }

    #[test]
    fn broken_bodies_are_left_out() {
        let (vertices, triangles) = fold(0.3);
        let good = BodyModel {
            name: "b".into(),
            vertices: vertices.into(),
            triangles: triangles.into(),
            rotation: Quat::IDENTITY,
            translation_m: Vec3::ZERO,
            velocity_m_s: Vec3::ZERO,
            turn_rad_s: 0.0,
            color: [1.0; 3],
            pressure_pa: Vec::new(),
        };
        let sheet = WaterSheet::default();
        let surface = Surface::new(&sheet, &[], 1.0);
        let drawn = |body: &BodyModel| {
            let mut mesh = Mesh::default();
            Hulls::default().append(body, &sheet, &surface, 1.0, &PressureRange::default(), &mut mesh);
            mesh.triangles.len()
        };
        assert_eq!(drawn(&good), 2);
        assert_eq!(drawn(&BodyModel { translation_m: Vec3::NAN, ..good.clone() }), 0);
        assert_eq!(drawn(&BodyModel { triangles: [[0, 1, 9]].into(), ..good }), 0);
    }
}
