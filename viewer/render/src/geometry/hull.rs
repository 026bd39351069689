//! Bodies: shaded smoothly, except at the creases of their mesh.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use glam::Vec3;

use super::livery::{Livery, Piece, clip, layers};
use super::mesh::{Mesh, Paint, Vertex, varnish};
use super::water_surface::Surface;
use crate::color::PressureRange;
use crate::scene::{BodyModel, Decoration, WaterSheet};

/// Faces that meet at less than this angle are shaded as one smooth surface.
const CREASE_COS: f32 = 0.82; // 35°

/// How hulls are drawn in one picture.
#[derive(Clone, Copy)]
pub(crate) struct Drawing<'a> {
    pub(crate) sheet: &'a WaterSheet,
    pub(crate) surface: &'a Surface<'a>,
    pub(crate) vertical_scale: f32,
    pub(crate) pressures: &'a PressureRange,
    /// Whether what is invented is drawn too.
    pub(crate) decorates: bool,
}

/// The faces of the meshes drawn so far.
#[derive(Default)]
pub(crate) struct Hulls {
    known: Vec<Known>,
}

struct Known {
    vertices: Arc<[Vec3]>,
    triangles: Arc<[[u32; 3]]>,
    /// Heights at which it is cut.
    cuts_m: Vec<f32>,
    pieces: Vec<Piece>,
}

impl Hulls {
    /// Drops the meshes that are in no scene any more.
    pub(crate) fn forget_unused(&mut self) {
        self.known.retain(|known| Arc::strong_count(&known.vertices) > 1);
    }

    /// Appends `body`, raised by what the exaggeration of heights adds to the water level there, and returns the triangles of its
    /// hull. A body whose pose is not finite or whose mesh has an index out of range is left out.
    pub(crate) fn append(&mut self, body: &BodyModel, drawing: Drawing<'_>, mesh: &mut Mesh) -> Range<usize> {
        let Drawing { sheet, surface, vertical_scale, pressures, decorates } = drawing;
        let start = mesh.triangles.len();
        let count = body.vertices.len();
        if !body.translation_m.is_finite()
            || !body.rotation.is_finite()
            || body.triangles.iter().flatten().any(|&v| v as usize >= count)
        {
            return start..start;
        }
        let drawn_m = surface.height_m(body.translation_m.truncate()) - sheet.still_level_m;
        let lift_m = if vertical_scale == 1.0 { 0.0 } else { drawn_m * (1.0 - 1.0 / vertical_scale) };
        let origin = body.translation_m + Vec3::Z * lift_m;
        let decoration = body.decoration.as_deref().filter(|_| decorates && body.pressure_pa.is_empty());
        let in_place = decoration.filter(|decoration| decoration.is_in_place);
        let fittings = decoration.filter(|decoration| !decoration.is_in_place);
        let livery = Livery::of(body, fittings.is_some());
        let mut append = |corners: &[[Vec3; 2]; 3], paint: Paint| {
            let first = mesh.vertices.len() as u32;
            mesh.vertices.extend(corners.map(|[place, normal]| Vertex {
                position: (origin + body.rotation * place).into(),
                normal: (body.rotation * normal).into(),
                paint,
            }));
            mesh.triangles.push([first, first + 1, first + 2]);
        };
        let (vertices, triangles) = match in_place {
            Some(other) => (&other.vertices, &other.triangles),
            None => (&body.vertices, &body.triangles),
        };
        let above_m = |[place, _]: &[Vec3; 2]| {
            let at_m = origin + body.rotation * *place;
            at_m.z - surface.height_m(at_m.truncate())
        };
        let mut count = 0;
        for piece in self.pieces(vertices, triangles, &livery.cuts_m) {
            let pressure_pa = body.pressure_pa.get(piece.face as usize).filter(|of| of.is_finite());
            let Some(pressure_pa) = pressure_pa else {
                append(&piece.corners, livery.paint(piece));
                count += 1;
                continue;
            };
            let [r, g, b] = pressures.color(*pressure_pa);
            // A triangle at the waterline has pressure on the part below it.
            let below = clip(&piece.corners, |corner| -above_m(corner));
            let above = clip(&piece.corners, above_m);
            for (part, paint) in [(below, [r, g, b, 1.0]), (above, livery.paint(piece))] {
                for k in 2..part.len() {
                    append(&[part[0], part[k - 1], part[k]], paint);
                    count += 1;
                }
            }
        }
        let hull = start..start + count;
        if let Some(Decoration { vertices, triangles, colors, .. }) = fittings {
            for (piece, color) in self.pieces(vertices, triangles, &[]).iter().zip(colors) {
                append(&piece.corners, varnish(*color));
            }
        }
        hull
    }

    fn pieces(&mut self, vertices: &Arc<[Vec3]>, triangles: &Arc<[[u32; 3]]>, cuts_m: &[f32]) -> &[Piece] {
        let same = |known: &Known| {
            Arc::ptr_eq(&known.vertices, vertices)
                && Arc::ptr_eq(&known.triangles, triangles)
                && known.cuts_m == cuts_m
        };
        let at = self.known.iter().position(same).unwrap_or_else(|| {
            let normals = corner_normals(vertices, triangles);
            let faces = triangles.iter().zip(normals).zip(0..);
            let pieces = faces.flat_map(|((triangle, normals), face)| {
                let corners = [0, 1, 2].map(|k| [vertices[triangle[k] as usize], normals[k]]);
                layers(face, corners, cuts_m)
            });
            self.known.push(Known {
                vertices: vertices.clone(),
                triangles: triangles.clone(),
                cuts_m: cuts_m.into(),
                pieces: pieces.collect(),
            });
            self.known.len() - 1
        });
        &self.known[at].pieces
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

    fn fold(angle: f32) -> ([Vec3; 4], [[u32; 3]; 2]) {
        let wing = Vec3::new(-angle.cos(), 0.0, -angle.sin());
        ([Vec3::ZERO, Vec3::Y, Vec3::X, wing], [[0, 2, 1], [0, 1, 3]])
    }

    /// The side of a box that is under water to a third of its height, with pressure on all of it.
    #[test]
    fn pressure_is_drawn_up_to_the_waterline() {
        let vertices = [[-2.0, 0.0, -1.0], [2.0, 0.0, -1.0], [2.0, 0.0, 2.0], [-2.0, 0.0, 2.0]];
        let body = BodyModel {
            vertices: vertices.map(Vec3::from).into(),
            triangles: [[0, 1, 2], [0, 2, 3]].into(),
            pressure_pa: vec![5000.0; 2],
            translation_m: Vec3::new(5.0, 5.0, 0.0),
            color: [0.1, 0.2, 0.9],
            ..BodyModel::default()
        };
        let sheet =
            WaterSheet { nx: 10, ny: 10, cell_size_m: 1.0, level_m: vec![0.0; 100], ..Default::default() };
        let beside = crate::geometry::Beside::default();
        let surface = Surface::new(&sheet, 0.0, (&[0.0; 100], &beside), 1.0);
        let mut pressures = PressureRange::default();
        pressures.widen(std::slice::from_ref(&body));
        let drawing = Drawing {
            sheet: &sheet,
            surface: &surface,
            vertical_scale: 1.0,
            pressures: &pressures,
            decorates: false,
        };
        let mut mesh = Mesh::default();
        let hull = Hulls::default().append(&body, drawing, &mut mesh);
        assert_eq!(hull, 0..mesh.triangles.len());
        let (mut wet_m2, mut dry_m2) = (0.0, 0.0);
        for triangle in &mesh.triangles {
            let corners = triangle.map(|v| &mesh.vertices[v as usize]);
            let [a, b, c] = corners.map(|corner| Vec3::from(corner.position));
            let area_m2 = 0.5 * (b - a).cross(c - a).length();
            // No pressure has gray.
            let [red, green, blue, _] = corners[0].paint;
            let is_dry = red == green && green == blue;
            *(if is_dry { &mut dry_m2 } else { &mut wet_m2 }) += area_m2;
            assert!([a, b, c].iter().all(|at| if is_dry { at.z > -1e-5 } else { at.z < 1e-5 }));
        }
        assert!((wet_m2 - 4.0_f32).abs() < 1e-4 && (dry_m2 - 8.0_f32).abs() < 1e-4, "{wet_m2} {dry_m2}");
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
        let good =
            BodyModel { vertices: vertices.into(), triangles: triangles.into(), ..BodyModel::default() };
        let sheet = WaterSheet::default();
        let beside = crate::geometry::Beside::default();
        let surface = Surface::new(&sheet, 0.0, (&[], &beside), 1.0);
        let drawn = |body: &BodyModel| {
            let mut mesh = Mesh::default();
            let drawing = Drawing {
                sheet: &sheet,
                surface: &surface,
                vertical_scale: 1.0,
                pressures: &PressureRange::default(),
                decorates: true,
            };
            let hull = Hulls::default().append(body, drawing, &mut mesh);
            assert_eq!(hull, 0..mesh.triangles.len());
            mesh.triangles.len()
        };
        assert_eq!(drawn(&good), 2);
        assert_eq!(drawn(&BodyModel { translation_m: Vec3::NAN, ..good.clone() }), 0);
        assert_eq!(drawn(&BodyModel { triangles: [[0, 1, 9]].into(), ..good }), 0);
    }
}
