//! Where bodies hide the water on a picture.

use glam::{Vec2, Vec3};

use crate::scene::BodyModel;

/// The pixels in which a body is before the water.
pub(crate) struct Hidden {
    width: usize,
    pixels: Vec<bool>,
}

impl Hidden {
    /// The pixels of what is above the still level of some bodies, without fittings; `project` says where on the picture, in pixels, a place
    /// is seen.
    pub(crate) fn behind(
        bodies: &[BodyModel],
        still_level_m: f32,
        [width, height]: [u32; 2],
        project: impl Fn(Vec3) -> Option<Vec2>,
    ) -> Self {
        let [width, height] = [width, height].map(|n| n as usize);
        let mut hidden = Self { width, pixels: vec![false; width * height] };
        for body in bodies {
            let place = |vertex: &u32| {
                let at = body.vertices.get(*vertex as usize)?;
                Some(body.translation_m + body.rotation * *at)
            };
            for triangle in body.triangles.iter() {
                // A body whose mesh has an index out of range is not drawn.
                let [Some(a), Some(b), Some(c)] = triangle.each_ref().map(place) else { continue };
                let corners = [a, b, c];
                if corners.iter().any(|at| at.z > still_level_m) {
                    let above = corners.map(|at| project(at.with_z(at.z.max(still_level_m))));
                    if let [Some(a), Some(b), Some(c)] = above {
                        hidden.fill([a, b, c]);
                    }
                }
            }
        }
        hidden
    }

    /// Whether a body is before the water at a place on the picture.
    pub(crate) fn is_at(&self, at: Vec2) -> bool {
        let inside = at.x >= 0.0 && at.y >= 0.0 && (at.x as usize) < self.width;
        inside && self.pixels.get(at.y as usize * self.width + at.x as usize).copied().unwrap_or(false)
    }

    fn fill(&mut self, [a, b, c]: [Vec2; 3]) {
        let turn = (b - a).perp_dot(c - a);
        let last = Vec2::new(self.width as f32, (self.pixels.len() / self.width.max(1)) as f32) - 1.0;
        let low = a.min(b).min(c).floor().max(Vec2::ZERO);
        let high = a.max(b).max(c).ceil().min(last);
        if turn == 0.0 || !turn.is_finite() || !low.cmple(high).all() {
            return;
        }
        for y in low.y as usize..=high.y as usize {
            for x in low.x as usize..=high.x as usize {
                let at = Vec2::new(x as f32, y as f32) + 0.5;
                let sides = [(a, b), (b, c), (c, a)].map(|(from, to)| (to - from).perp_dot(at - from) * turn);
                if sides.into_iter().all(|side| side >= 0.0) {
                    self.pixels[y * self.width + x] = true;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_above_the_water_hides_it_and_what_is_below_does_not() {
        // Seen from above, a meter a pixel: a square from 2 to 6 m, 1 m up or down.
        let square = |z: f32| BodyModel {
            vertices: [[2.0, 2.0], [6.0, 2.0], [6.0, 6.0], [2.0, 6.0]]
                .map(|[x, y]| Vec3::new(x, y, z))
                .into(),
            triangles: [[0, 1, 2], [0, 2, 3]].into(),
            ..BodyModel::default()
        };
        let hidden = |z: f32| Hidden::behind(&[square(z)], 0.0, [10, 8], |at| Some(at.truncate()));
        let count = |hidden: &Hidden| hidden.pixels.iter().filter(|pixel| **pixel).count();
        let above = hidden(1.0);
        assert_eq!((count(&above), count(&hidden(-1.0))), (16, 0));
        assert!(above.is_at(Vec2::new(2.5, 5.5)) && !above.is_at(Vec2::new(1.5, 5.5)));
        for beyond in [Vec2::new(-0.5, 3.0), Vec2::new(10.5, 3.0), Vec2::new(3.0, 8.5), Vec2::NAN] {
            assert!(!above.is_at(beyond), "{beyond}");
        }
        // A triangle that is far larger than the picture is cut off at its edges.
        let all = Hidden::behind(&[square(1.0)], 0.0, [10, 8], |at| Some((at.truncate() - 4.0) * 100.0));
        assert_eq!(count(&all), 80);
    }
}
