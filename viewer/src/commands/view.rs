use glam::{Vec2, Vec3};

use crate::render;
use crate::sim::scenario::{self, Scenario};

/// A scenario's view as the renderer takes it.
pub(super) fn of(scenario: &Scenario) -> render::View {
    let scenario::View { kind, eye_m, target_m, fov_deg, ref follow, .. } = scenario.view;
    let still_m = scenario.water.depth_m;
    let middle = (Vec2::from_array(scenario.size_m().map(|size| size as f32)) / 2.0).extend(still_m as f32);
    let point = |[x, y, z]: [f64; 3]| Vec3::new(x as f32, y as f32, z as f32);
    // A camera that follows has eye and target relative to its body.
    let centre = if follow.is_some() { Vec3::ZERO } else { middle };
    let kind = match (kind, eye_m) {
        (scenario::ViewKind::Top, _) => render::ViewKind::Top,
        (scenario::ViewKind::Perspective, None) if follow.is_none() => render::ViewKind::Overview,
        (scenario::ViewKind::Perspective, eye) => render::ViewKind::Perspective {
            eye_m: eye.map_or(middle.max_element() * Vec3::new(-0.5, -0.5, 0.4), point),
            target_m: target_m.map_or(centre, point),
            fov_deg: fov_deg as f32,
            follow: follow.clone(),
        },
    };
    render::View {
        kind,
        size: scenario.view.size,
        color_range_m: scenario
            .view
            .color_range_m
            .map(|[low, high]| ((low - still_m) as f32, (high - still_m) as f32)),
        vertical_scale: scenario.view.vertical_scale as f32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(set: &[&str]) -> render::View {
        let overrides: Vec<String> = set.iter().map(|text| text.to_string()).collect();
        of(&Scenario::load("floating", &overrides).unwrap())
    }

    #[test]
    fn colours_are_heights_in_a_scenario_and_relative_to_the_still_level_in_a_picture() {
        let (low, high) = view(&["view.color_range_m=[1.5, 2.25]"]).color_range_m.unwrap();
        assert_eq!((low, high), (-0.5, 0.25));
    }

    #[test]
    fn without_an_eye_the_whole_water_is_in_the_picture_or_the_followed_body() {
        assert_eq!(view(&["view.eye_m="]).kind, render::ViewKind::Overview);
        assert_eq!(view(&["view.kind=top"]).kind, render::ViewKind::Top);
        let kind = view(&["view.eye_m=", "view.target_m=", "view.follow=boat"]).kind;
        let render::ViewKind::Perspective { target_m, follow, eye_m, .. } = kind else { panic!("{kind:?}") };
        assert_eq!((target_m, follow.as_deref()), (Vec3::ZERO, Some("boat")));
        assert_eq!(eye_m, Vec3::new(-5.0, -5.0, 4.0));
    }

    #[test]
    fn without_a_target_the_camera_looks_at_the_middle_of_the_water() {
        let render::ViewKind::Perspective { target_m, .. } = view(&["view.target_m="]).kind else { panic!() };
        assert_eq!(target_m, Vec3::new(10.0, 7.5, 2.0));
    }
}
