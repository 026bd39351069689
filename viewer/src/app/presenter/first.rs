//! What is shown before the first picture of a large scenario is drawn, which takes a while on a busy processor.

use crate::scene::{Look, Scene, View, ViewKind, WaterSheet};

/// Cells along the longer side of the water that is drawn in place of its own.
const CELLS: f32 = 8.0;

/// The water of a scene at rest from above, without bodies, under a title that says that the picture is to come: it is drawn at once.
pub(crate) fn still_water(scene: &Scene, view: &View) -> (Scene, View) {
    let of = &scene.water;
    let extent_m = of.extent_m();
    let cell_size_m = (extent_m.max_element() / CELLS).max(1e-3);
    let [nx, ny] = (extent_m / cell_size_m).to_array().map(|cells| cells.round().max(1.0) as usize);
    let water = WaterSheet {
        nx,
        ny,
        cell_size_m,
        origin_m: of.origin_m,
        still_level_m: of.still_level_m,
        level_m: vec![of.still_level_m; nx * ny],
        gravity_m_s2: of.gravity_m_s2,
        time_step_s: of.time_step_s,
        edges: of.edges,
        ..WaterSheet::default()
    };
    let title = format!("{}: its picture is being drawn", scene.title);
    let still = Scene { time_s: scene.time_s, title, water, ..Scene::default() };
    let view = View { kind: ViewKind::Top, look: Look::Water, track_s: 0.0, ..view.clone() };
    (still, view)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{Backend, Renderer};
    use crate::sim::World;
    use crate::sim::scenario::Scenario;
    use crate::staging;

    #[test]
    fn the_water_at_rest_is_a_small_scene_of_the_same_place() {
        for name in ["harbor", "dam-break", "wind-setup"] {
            let scenario = Scenario::load(name, &[]).unwrap();
            let world = World::new(&scenario).unwrap();
            let size_m = scenario.size_m().map(|side_m| side_m as f32);
            let water = WaterSheet {
                nx: scenario.grid.cells[0],
                ny: scenario.grid.cells[1],
                cell_size_m: scenario.grid.cell_size_m as f32,
                still_level_m: world.still_level_m() as f32,
                ..WaterSheet::default()
            };
            let scene = Scene { title: scenario.title.clone(), water, ..Scene::default() };
            let view = View { size: [480, 270], ..staging::view(&scenario) };
            let (still, from_above) = still_water(&scene, &view);
            assert!(still.water.level_m.len() <= 64 && still.bodies.is_empty(), "{name}");
            assert!(still.title.starts_with(&scenario.title), "{}", still.title);
            let off_m = still.water.extent_m() - glam::Vec2::from_array(size_m);
            assert!(off_m.abs().max_element() < 0.6 * still.water.cell_size_m, "{name}: {off_m}");
            let picture = Renderer::new(Backend::Cpu).unwrap().draw(&still, &from_above);
            assert_eq!(picture.size(), view.size);
            assert!(
                picture.pixels().iter().any(|pixel| *pixel != picture.pixels()[0]),
                "{name}: nothing is drawn"
            );
        }
    }
}
