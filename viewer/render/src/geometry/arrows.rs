//! Forces as darts that end where the force acts.

use glam::Vec3;

use super::mesh::{Mesh, Paint, Vertex, varnish};
use crate::scene::{Arrow, ArrowKind};

/// Half width of a dart at its tail over its length.
const SLENDERNESS: f32 = 0.05;
/// Colors, sRGB, after Lazo et al. Fig. 6: blue for pressure and lift, red for drag.
const PRESSURE: [f32; 3] = [0.10, 0.25, 0.85];
const DRAG: [f32; 3] = [0.85, 0.12, 0.10];

/// Length of the longest dart over the size of the bodies.
const LONGEST: f32 = 0.25;

/// The scale of forces: the greatest force drawn so far has the length [`LONGEST`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ForceScale {
    pub greatest_n: f32,
}

impl ForceScale {
    /// Appends a dart for each arrow; `size_m` is that of the largest body.
    pub(crate) fn append(&mut self, arrows: &[Arrow], size_m: f32, mesh: &mut Mesh) {
        let greatest = arrows.iter().map(|arrow| arrow.force_n.length()).filter(|n| n.is_finite());
        self.greatest_n = greatest.fold(self.greatest_n, f32::max);
        if self.greatest_n <= 0.0 {
            return;
        }
        for arrow in arrows {
            let color = match arrow.kind {
                ArrowKind::Pressure => PRESSURE,
                ArrowKind::Drag => DRAG,
            };
            dart(arrow.tip_m, arrow.force_n * (LONGEST * size_m / self.greatest_n), varnish(color), mesh);
        }
    }
}

/// A slender pyramid that points along `along` and ends at `tip`.
fn dart(tip: Vec3, along: Vec3, paint: Paint, mesh: &mut Mesh) {
    let length = along.length();
    if !(length > 0.0 && length.is_finite() && tip.is_finite()) {
        return;
    }
    let (right, up) = (along / length).any_orthonormal_pair();
    let corner = |k: usize| {
        let (sin, cos) = (k as f32 * std::f32::consts::FRAC_PI_2).sin_cos();
        tip - along + (right * cos + up * sin) * (SLENDERNESS * length)
    };
    for k in 0..4 {
        let corners = [corner(k), corner(k + 1), tip];
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize_or(Vec3::Z).into();
        let first = mesh.vertices.len() as u32;
        mesh.vertices.extend(corners.map(|corner| Vertex { position: corner.into(), normal, paint }));
        mesh.triangles.push([first, first + 1, first + 2]);
    }
    mesh.quad([corner(3), corner(2), corner(1), corner(0)], paint);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn darts(forces: &[Vec3], scale: &mut ForceScale) -> Vec<f32> {
        let arrows: Vec<Arrow> = forces
            .iter()
            .map(|&force_n| Arrow { tip_m: Vec3::ONE, force_n, kind: ArrowKind::Drag })
            .collect();
        let mut mesh = Mesh::default();
        scale.append(&arrows, 8.0, &mut mesh);
        let reach = |corners: &[Vertex]| {
            corners.iter().map(|v| Vec3::from(v.position).distance(Vec3::ONE)).fold(0.0, f32::max)
        };
        mesh.vertices.chunks(16).map(reach).collect()
    }

    #[test]
    fn lengths_are_in_the_ratio_of_the_forces_and_the_longest_is_a_part_of_the_body() {
        let mut scale = ForceScale::default();
        let lengths = darts(&[Vec3::X * 30.0, Vec3::Z * -15.0], &mut scale);
        assert!((lengths[0] - 2.0).abs() < 0.01 && (lengths[1] - 1.0).abs() < 0.01, "{lengths:?}");
        // Later pictures keep the scale.
        assert!((darts(&[Vec3::Y * 15.0], &mut scale)[0] - 1.0).abs() < 0.01);
        assert!(darts(&[Vec3::NAN, Vec3::ZERO], &mut scale).is_empty());
    }
}
