//! Each side of the domain is the one that the scenario names.

use glam::DVec2;

use super::{run, world};

#[test]
fn water_enters_where_the_inflow_is() {
    for (side, inward, near) in [
        ("west", DVec2::X, DVec2::new(0.75, 3.25)),
        ("east", DVec2::NEG_X, DVec2::new(9.25, 3.25)),
        ("south", DVec2::Y, DVec2::new(4.75, 0.75)),
        ("north", DVec2::NEG_Y, DVec2::new(4.75, 5.25)),
    ] {
        let mut world = world(&format!(
            r#"
            title = "inflow"
            duration_s = 1.0
            [grid]
            cells = [20, 12]
            cell_size_m = 0.5
            [water]
            depth_m = 2.0
            [[gauge]]
            name = "near"
            position_m = [{}, {}]
            [sides]
            {side} = {{ kind = "inflow", velocity_m_s = 0.4 }}
            "#,
            near.x, near.y
        ));
        run(&mut world, 0.4);
        let reading = world.gauges().next().unwrap();
        let velocity = DVec2::new(reading.u_m_s, reading.v_m_s);
        assert!((velocity.dot(inward) - 0.4).abs() < 0.1, "{side}: {reading:?}");
        let gained = world.momentum().final_n_s.normalize();
        assert!(gained.dot(inward) > 0.99, "{side}: {gained}");
        assert!(world.mass().through_borders_m3 > 0.0, "{side}");
    }
}
