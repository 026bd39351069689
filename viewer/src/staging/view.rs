use glam::Vec3;

use crate::scene::{View, ViewKind};
use crate::sim::scenario::{self, Scenario};

/// Default position of a camera that follows a body, relative to the body, in half lengths of the water.
const CHASE: Vec3 = Vec3::new(-0.40, -0.48, 0.28);

/// The view of a scenario's `[view]` table. Without a camera it is an overview of the water, or, with `follow`, a camera
/// beside the body.
pub fn view(scenario: &Scenario) -> View {
    let given = &scenario.view;
    let vector = |[x, y, z]: [f64; 3]| Vec3::new(x as f32, y as f32, z as f32);
    let [nx, ny] = scenario.grid.cells.map(|n| 0.5 * n as f64 * scenario.grid.cell_size_m);
    let middle_m = if given.follow.is_some() { Vec3::ZERO } else { vector([nx, ny, scenario.water.depth_m]) };
    let kind = match (given.kind, given.eye_m.map(vector), &given.follow) {
        (scenario::ViewKind::Top, ..) => ViewKind::Top,
        (scenario::ViewKind::Perspective, None, None) => ViewKind::Overview,
        (scenario::ViewKind::Perspective, eye_m, follow) => ViewKind::Perspective {
            eye_m: eye_m.unwrap_or(CHASE * nx.max(ny) as f32),
            target_m: given.target_m.map_or(middle_m, vector),
            fov_deg: given.fov_deg as f32,
            follow: follow.clone(),
        },
    };
    View {
        kind,
        size: given.size,
        color_range_m: given.color_range_m.map(|range| {
            let [low, high] = range.map(|level_m| (level_m - scenario.water.depth_m) as f32);
            (low, high)
        }),
        vertical_scale: given.vertical_scale as f32,
        hide_water: given.hide_water,
    }
}
