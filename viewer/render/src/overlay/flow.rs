//! The flow, as arrows over a view of a field.

use glam::{Vec2, Vec3};

use super::Canvas;
use crate::picture::Picture;
use crate::scene::WaterSheet;

/// Distance of the arrows, and the length of that of the fastest water, in dots.
const FLOW: [f32; 2] = [30.0, 26.0];

/// Part of the greatest speed from which on the colors of a map of speeds are those of its other half.
const HALF: f32 = 0.55;

/// Draws the velocity of the water as arrows, one every few cells; the longest is that of the fastest water. `project` says where on the
/// picture a place is seen. On a map of speeds for a dark background the arrows of slow water are pale, for it is dark; on one for a light background those of
/// fast water.
pub(crate) fn draw_flow(
    picture: &mut Picture,
    water: &WaterSheet,
    pixels_per_meter: f32,
    dark: bool,
    project: impl Fn(Vec3) -> Option<Vec2>,
) {
    let fastest = water.velocity_m_s.iter().map(|u| u.length()).filter(|u| u.is_finite()).fold(0.0, f32::max);
    let zoom = Canvas::zoom_at(picture.height()) as f32;
    let cell_dots = pixels_per_meter * water.cell_size_m / zoom;
    if fastest <= 1e-6 || cell_dots <= 0.0 || cell_dots.is_nan() {
        return;
    }
    let stride = (FLOW[0] / cell_dots).ceil().max(1.0) as usize;
    for j in (stride / 2..water.ny).step_by(stride) {
        for i in (stride / 2..water.nx).step_by(stride) {
            let velocity = water.velocity_m_s[j * water.nx + i];
            let middle = water.origin_m + (Vec2::new(i as f32, j as f32) + 0.5) * water.cell_size_m;
            let covered = water.is_covered(i, j) || water.is_solid(i, j);
            let Some(at) = project(middle.extend(water.still_level_m)) else { continue };
            if !covered {
                // The slow water shows, too: lengths are as the roots of the speeds.
                let along = velocity.normalize_or_zero() * (FLOW[1] * (velocity.length() / fastest).sqrt());
                let is_slow = velocity.length() < HALF * fastest;
                Canvas::themed(picture, is_slow == dark).arrow(at / zoom, along * Vec2::new(1.0, -1.0));
            }
        }
    }
}
